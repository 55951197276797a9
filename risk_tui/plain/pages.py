"""What can be looked up between two lines: the board, a hand of cards, the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.language.game_commands import spoken_trade, trades_of
from risk_tui.language.names import names_of
from risk_tui.language.rulebook import page
from risk_tui.language.sentences import card_name, count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def board_page(view: View, seats: Sequence[Seat]) -> list[str]:
    """The players, then every territory by continent with its owner and armies."""
    lines = [_player(view, number, seat) for number, seat in enumerate(seats)]
    for continent in view.board.continents:
        owners = {view.owner[place] for place in continent.territories}
        holder = owners.pop() if len(owners) == 1 else -1
        held = f", held by {seats[holder].name}" if holder >= 0 else ""
        lines += ["", f"{continent.name}, {count(continent.bonus, 'army')} a turn{held}"]
        lines += [f"  {_place(view, place, seats)}" for place in continent.territories]
    return lines


def territory_page(view: View, place: int, seats: Sequence[Seat]) -> list[str]:
    """A territory, and the territories that it is linked to."""
    board = view.board
    continent = board.continents[board.territories[place].continent].name
    lines = [f"{_place(view, place, seats)}; {continent}. Linked to:"]
    for other in board.neighbours[place]:
        lane = ", by sea" if (min(place, other), max(place, other)) in board.sea_lanes else ""
        lines.append(f"  {_place(view, other, seats)}{lane}")
    return lines


def cards_page(view: View) -> list[str]:
    """One's own cards with the numbers that ``trade`` wants, and the best set."""
    hand = sorted(view.hand)
    if not hand:
        return ["You hold no cards. Conquer a territory in your turn to draw one"]
    lines = [f"You hold {count(len(hand), 'card')}:"]
    for position, card in enumerate(hand, 1):
        territory = view.board.deck[card].territory
        own = territory is not None and view.owner[territory] == view.seat
        lines.append(f"  {position} {card_name(card, view.board)}{', yours' if own else ''}")
    trades = trades_of(view)
    if trades:
        worth = count(view.set_value(trades[0].cards), "army")
        lines.append(f"Best set: trade {spoken_trade(trades[0], view)}, for {worth}")
    elif view.rules.sets.has_set(hand):
        lines.append("You hold a set; it can be traded at the start of your turn")
    return lines


def rules_page(ruleset: Ruleset) -> list[str]:
    """The rules that are played by."""
    return page(ruleset)


def _place(view: View, place: int, seats: Sequence[Seat]) -> str:
    owner = view.owner[place]
    if owner < 0:
        return f"{names_of(view.board).called(place)}: free"
    neutral = ", neutral" if view.status[owner] == "resigned" else ""
    armies = count(view.armies[place], "army")
    return f"{names_of(view.board).called(place)}: {seats[owner].name}{neutral}, {armies}"


def _player(view: View, number: int, seat: Seat) -> str:
    who = f"{seat.name} ({seat.colour}{'' if seat.is_person else ', computer'})"
    if view.status[number] == "eliminated":
        return f"{who}: out of the game"
    places = count(len(view.territories_of(number)), "territory")
    held = f"{who}: {places}, {count(view.armies_of(number), 'army')}"
    if view.status[number] == "resigned":
        return f"{held}, resigned"
    if view.round == 0:
        return f"{held}, {view.unplaced[number]} to place"
    cards = count(view.card_counts[number], "card")
    return f"{held}, {cards}, {count(view.income(number), 'army')} a turn"
