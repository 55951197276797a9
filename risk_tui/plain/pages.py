"""What can be looked up between two lines: the board, a hand of cards, the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.rules.sets import Stars
from risk_tui.language.card_commands import spoken_trade, trades_of
from risk_tui.language.goals import tell_goal, tell_mission
from risk_tui.language.names import names_of
from risk_tui.language.odds import outlook, tell_threats
from risk_tui.language.odds_of_cards import tell_chances, tell_worth
from risk_tui.language.parsed import ShowOdds, ShowThreats
from risk_tui.language.recap import recap, spoken, tell_recap, title_of
from risk_tui.language.rulebook import page
from risk_tui.language.words import card_name, count, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.records import Record
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
    objectives = _objectives(view, seats)
    return [*lines, "", *objectives] if objectives else lines


def odds_page(
    wish: ShowOdds | ShowThreats, view: View, seats: Sequence[Seat], *, alone: bool
) -> Sequence[str]:
    """The odds that are asked for, perhaps by somebody who looks ``alone``.

    Raises ``RiskError`` where none are told.
    """
    if isinstance(wish, ShowThreats):
        return tell_threats(view)
    return outlook(wish, view, seats, alone=alone).lines


def territory_page(view: View, place: int, seats: Sequence[Seat]) -> list[str]:
    """A territory, and the territories that it is linked to."""
    board = view.board
    continent = board.continents[board.territories[place].continent].name
    lines = [f"{_place(view, place, seats)}; {continent}. Linked to:"]
    for other in board.neighbours[place]:
        lane = ", by sea" if (min(place, other), max(place, other)) in board.sea_lanes else ""
        lines.append(f"  {_place(view, other, seats)}{lane}")
    return lines


def cards_page(view: View, seats: Sequence[Seat], *, advice: bool = True) -> list[str]:
    """One's own cards with the numbers that ``trade`` wants, the best set, and what it is worth.

    With ``advice`` also the odds of cards.
    """
    chances = tell_chances(view, seats) if advice else []
    return [*_hand(view), tell_worth(view), *chances]


def _hand(view: View) -> list[str]:
    hand = sorted(view.hand)
    if not hand:
        return ["You hold no cards. Conquer a territory in your turn to draw one"]
    sets = view.rules.sets
    stars = sets if isinstance(sets, Stars) else None
    shown = f", {count(stars.count(hand), 'star')} in all" if stars else ""
    lines = [f"You hold {count(len(hand), 'card')}{shown}:"]
    for position, card in enumerate(hand, 1):
        territory = view.board.deck[card].territory
        own = territory is not None and view.owner[territory] == view.seat
        worth = f", {count(stars.count([card]), 'star')}" if stars else ", yours" if own else ""
        lines.append(f"  {position} {card_name(card, view.board)}{worth}")
    trades = trades_of(view)
    if trades:
        lines.append(f"Best set: trade {spoken_trade(trades[0], view)}")
    elif sets.has_set(hand):
        lines.append("You hold a set; it can be traded at the start of your turn")
    return lines


def mission_page(view: View, seats: Sequence[Seat]) -> list[str]:
    """One's own secret missions, as they stand now; without any the objectives for everybody."""
    assert view.seat is not None, "a spectator has no missions"
    if not view.missions:
        return _objectives(view, seats) or ["You have no secret mission"]
    taken = view.taken[view.seat]
    told = [
        f"{tell_mission(view, number, seats)}{' (done)' if number in taken else ''}"
        for number in view.missions
    ]
    return [f"Your mission{'s' if len(told) > 1 else ''}: {'; '.join(told)}"]


def recap_page(records: Sequence[Record], view: View, seats: Sequence[Seat]) -> list[str]:
    """What happened since the last turn of whoever looks; ``records`` are all of the game."""
    assert view.seat is not None, "a spectator has no turns"
    found = recap(records, view, view.seat)
    if found is None:
        return ["Nobody else has had a turn yet"]
    lines = [f"  {spoken(line, seats)}" for line in tell_recap(found, view.board)]
    return [f"{title_of(found)}:", *(lines or ["  nothing changed hands"])]


def rules_page(ruleset: Ruleset) -> list[str]:
    """The rules that are played by."""
    return page(ruleset)


def _place(view: View, place: int, seats: Sequence[Seat]) -> str:
    called = names_of(view.board).called(place) + _marks(view, place, seats)
    owner = view.owner[place]
    if owner < 0:
        return f"{called}: free"
    neutral = ", neutral" if view.status[owner] in ("out", "resigned") else ""
    return f"{called}: {seats[owner].name}{neutral}, {count(view.armies[place], 'army')}"


def _marks(view: View, place: int, seats: Sequence[Seat]) -> str:
    """What else a territory is: somebody's capital, a city."""
    marks = [
        f"capital of {seats[seat].name}" for seat, at in enumerate(view.capitals) if at == place
    ]
    marks += ["city"] if place in view.cities else []
    return f", {' and '.join(marks)}" if marks else ""


def _player(view: View, number: int, seat: Seat) -> str:
    status = view.status[number]
    computer = "" if seat.is_person or status == "neutral" else ", computer"
    who = f"{seat.name} ({seat.colour}{computer})"
    if status == "eliminated":
        return f"{who}: out of the game"
    places = count(len(view.territories_of(number)), "territory")
    held = f"{who}: {places}, {count(view.armies_of(number), 'army')}"
    if status in ("out", "resigned"):
        return f"{held}, {status}"
    if view.round == 0:
        return f"{held}, {view.unplaced[number]} to place"
    if status == "neutral":
        return held
    cards = count(view.card_counts[number], "card")
    goals = len(view.taken[number])
    taken = f", {count(goals, 'goal')} reached" if goals else ""
    announced = ", has announced victory" if view.announced[number] else ""
    return f"{held}, {cards}, {count(view.income(number), 'army')} a turn{taken}{announced}"


def _objectives(view: View, seats: Sequence[Seat]) -> list[str]:
    """The objectives for everybody: which are open, and who took the others."""
    objectives = view.rules.objectives
    if not objectives.deck:
        return []
    lines = [f"Objectives, {objectives.needed} to win"]
    for number, goal in enumerate(objectives.deck):
        takers = [seats[seat].name for seat, taken in enumerate(view.taken) if number in taken]
        state = f"taken by {listed(takers)}" if takers else "open"
        lines.append(f"  {tell_goal(goal, seats, view.board)}: {state}")
    return lines
