"""Reports on demand: the board in words, and the advice of the strongest bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import bot_name, make_bot, strongest_bot
from risk_tui.bots.base import choose_with_reason
from risk_tui.commands.names import names_of
from risk_tui.commands.odds_report import campaign_through
from risk_tui.commands.wording import end_label
from risk_tui.data.language import join_and, pluralize
from risk_tui.engine.actions import Attack, EndPhase
from risk_tui.engine.declarations import slots_of
from risk_tui.errors import RiskError
from risk_tui.table.seats import seat_on
from risk_tui.text.words import FILLERS, MessageContext, describe_goal, fill, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.base import Choice
    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def board_page(view: View, seats: Sequence[Seat], earth: int | None = None) -> list[str]:
    """Return the players, then every territory by continent with its owner and armies.

    Args:
        view: The view of the player who asks.
        seats: The seats of the game.
        earth: Limits the report to one of several Earths, by its number from 0.
    """
    board = view.board
    lines = [_player_line(view, number, seats[number]) for number in view.listed_seats()]
    lines += _earth_lines(view, seats)
    for continent in board.continents if earth is None else board.continents_on(earth):
        holder = continent.holder(view.owner, view.outside_continents)
        held = f", held by {seats[holder].name}" if holder != NO_SEAT else ""
        lines += ["", f"{continent.name}, {pluralize(continent.bonus, 'army')} a turn{held}"]
        lines += [
            f"  {_territory_line(view, territory, seats)}" for territory in continent.territories
        ]
    goals = open_goals_lines(view, seats)
    return [*lines, "", *goals] if goals else lines


def _earth_lines(view: View, seats: Sequence[Seat]) -> list[str]:
    """Return each seat's share of each Earth, if there are several."""
    board, lines = view.board, [""]
    for earth in range(board.earths):
        here = range(earth * board.size, (earth + 1) * board.size)
        holders = [
            f"{seat.name} {pluralize(len(own), 'territory')} with "
            f"{pluralize(sum(view.armies[territory] for territory in own), 'army')}"
            for number, seat in enumerate(seats)
            if (own := [territory for territory in here if view.owner[territory] == number])
        ]
        lines.append(f"Earth {earth + 1}: {', '.join(holders) or 'free'}")
    return lines if board.earths > 1 else []


def territory_page(view: View, territory: int, seats: Sequence[Seat]) -> list[str]:
    """Return a territory with all territories linked to it."""
    board = view.board
    numbers = board.continents_by_territory[territory]
    continents = join_and([board.continents[number].name for number in numbers])
    lines = [f"{_territory_line(view, territory, seats)}; {continents}. Linked to:"]
    for other in board.linked[territory]:
        link = (min(territory, other), max(territory, other))
        lane = ", by sea" if link in board.sea_lanes else ""
        if other not in board.neighbours[territory]:
            lane = ", one way from there"
        elif other not in board.approaches[territory]:
            lane = ", one way to there"
        lines.append(f"  {_territory_line(view, other, seats)}{lane}")
    return lines


def open_goals_lines(view: View, seats: Sequence[Seat]) -> list[str]:
    """Return the public goals: which are open, and which player reached the others."""
    lines = []
    for public_goals in view.public_goals():
        lines.append(f"{public_goals.name.capitalize()}, {public_goals.needed} to win")
        for goal, taker in public_goals.goals:
            words = describe_goal(goal, seats, view.board)
            if taker is not None and public_goals.are_personal:
                lines.append(f"  {seats[taker].name}: {words}")
            else:
                state = "open" if taker is None else f"taken by {seats[taker].name}"
                lines.append(f"  {words}: {state}")
    return lines


def _territory_line(view: View, territory: int, seats: Sequence[Seat]) -> str:
    name = names_of(view.board).with_code(territory) + _symbols(view, territory, seats)
    owner = view.owner[territory]
    if owner == NO_SEAT:
        return f"{name}: {'not seen' if territory in view.unseen else 'free'}"
    neutral = ", neutral" if view.status[owner] in ("out", "resigned") else ""
    colour = f" ({seat_on(view, seats, territory).colour})" if view.colour(territory) else ""
    armies = pluralize(view.armies[territory], "army")
    if territory in view.unseen:
        armies = "armies not seen"
    return f"{name}: {seats[owner].name}{colour}{neutral}, {armies}"


def _symbols(view: View, territory: int, seats: Sequence[Seat]) -> str:
    """Return the symbols on a territory in words: a city, and marks of variants."""
    symbols = [
        mark.word if mark.seat is None else f"{mark.word} of {seats[mark.seat].name}"
        for mark in view.marks(territory)
    ]
    return f", {' and '.join(symbols)}" if symbols else ""


def _player_line(view: View, number: int, seat: Seat) -> str:
    status = view.status[number]
    computer = "" if seat.is_person or status == "neutral" else ", computer"
    who = f"{seat.name} ({seat.colour}{computer})"
    if status == "eliminated":
        return f"{who}: out of the game"
    territories = pluralize(len(view.territories_of(number)), "territory")
    seen = "" if view.sees_armies_of(number) else " seen"
    held = f"{who}: {territories}, {pluralize(view.armies_of(number), 'army')}{seen}"
    if status in ("out", "resigned"):
        return f"{held}, {status}"
    if view.round == 0:
        return f"{held}, {view.unplaced[number]} to place"
    if status == "neutral":
        return held
    cards = pluralize(view.card_counts[number], "card")
    goals = len(view.missions_done[number])
    goals += sum(public_goals.taken(number) for public_goals in view.public_goals())
    taken = f", {pluralize(goals, 'goal')} reached" if goals else ""
    announced = ", has announced victory" if view.victory_announced[number] else ""
    if view.sees_land_of(number):
        cards += f", {pluralize(view.income(number), 'army')} a turn"
    return f"{held}, {cards}{taken}{announced}"


_SAID = {
    "attack": "attack {target} from {source} with {dice}",
    "claim": "claim {territory}",
    "defend": "defend with {dice}",
    "enter": "move {armies} from {source} into {target}",
    "fortify": "move {armies} from {source} to {target}",
    "occupy": "move {armies} in",
    "place": "put {armies} in {territory}",
    "reinforce": "put {armies} in {territory}",
    "trade": "trade {cards}[, with the bonus in {bonus}]",
}
"""Phrases for the actions of every game; those of variants are described by their kinds."""


def hint_for(view: View) -> Choice:
    """Return what the strongest bot would do for the deciding seat. It can take seconds."""
    assert view.decision is not None, "a decision is pending"
    return choose_with_reason(make_bot(strongest_bot(), "hint"), view, view.decision)


_PURPOSES = {"it wants to ": "to ", "it wants ": "to get ", "it is after ": "to go after "}
"""The starts of reasons that tell what a bot wants, and how they start in a hint."""


def hint_line(choice: Choice, view: View, seats: Sequence[Seat], *, names_bot: bool = True) -> str:
    """Return a hint in words: an action, the chance of a fight, and the reason.

    ``names_bot`` says who gives it.
    """
    wording = MessageContext(seats, view.board, view)
    giver = f"Hint by {bot_name(strongest_bot())}, the strongest bot" if names_bot else "Hint"
    text = f"{giver}: {describe_action(choice.action, view, wording)}{_chance(choice, view)}"
    if choice.reason is None:
        return text
    words = choice.reason.message(choice.reason.words, view.seat)
    reason = fill(words, choice.reason, wording)
    for start, purpose in _PURPOSES.items():
        if reason.startswith(start):
            return f"{text} {purpose}{reason.removeprefix(start)}"
    return f"{text}: {reason}"


def _chance(choice: Choice, view: View) -> str:
    """Return the chance to conquer an attacked territory in brackets, if the odds know it.

    The strongest bot's own estimate of winning the game is not calibrated, so it is not shown.
    """
    if not isinstance(choice.action, Attack):
        return ""
    try:
        report = campaign_through(view, (choice.action.source, choice.action.target))
    except RiskError:
        return ""
    return f" ({percent(report.chance)} to take it)"


def describe_action(action: Action, view: View, wording: MessageContext) -> str:
    """Describe an action in the imperative: ``attack Siam from India with 3 dice``."""
    decision = view.decision
    if isinstance(action, EndPhase):
        label = end_label(decision) if decision is not None else None
        return label if label is not None and " " in label else "continue"
    if action.kind in _SAID:
        return fill(_SAID[action.kind], action, wording)
    values = ((slot, getattr(action, name)) for name, slot in slots_of(type(action)).items())
    words = (
        "".join(FILLERS[slot.meaning](value, wording, slot, action))
        for slot, value in values
        if value is not None
    )
    return " ".join((action.kind, *words))
