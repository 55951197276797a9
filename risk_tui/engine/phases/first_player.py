"""Which seat is first, the order of the set-up, and the start of the first turn (FAQ Q2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.events import FirstRolled, OrderRolled
from risk_tui.engine.phases.game_end import next_seat_in_game
from risk_tui.engine.phases.turn_flow import begin_turn
from risk_tui.engine.state import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.context import GameContext
    from risk_tui.engine.view import View


def seats_in_order(context: GameContext) -> list[int]:
    """The players' seats in the order of the set-up, from the first one on."""
    step = context.rules.set_up.direction
    first, seats = context.state.first, context.players
    return [(first + step * count) % seats for count in range(seats)]


def seats_from_first(context: GameContext) -> list[int]:
    """The players' seats in the order of the table, from the first one on."""
    first, seats = context.state.first, context.players
    return [*range(first, seats), *range(first)]


def ask_from_first(context: GameContext, phase: str, is_asked: Callable[[int], bool]) -> bool:
    """Set a phase for the next player, from the first one on, of whom this is still to be asked.

    Says whether there is one.
    """
    state = context.state
    for seat in seats_from_first(context):
        if state.status[seat] is Status.PLAYING and is_asked(seat):
            state.turn, state.acting_seat, state.phase = seat, seat, phase
            return True
    return False


def answered_from_first(view: View, phase: str) -> list[int]:
    """The players who have answered what ``ask_from_first`` asks in a phase, as everybody saw."""
    players = range(view.setup.seats)
    if view.phase != phase:
        return []
    order = [*players[view.first :], *players[: view.first]]
    asked = order[: order.index(view.turn)]
    return [seat for seat in asked if view.status[seat] is Status.PLAYING]


def roll_for_first(context: GameContext, seats: list[int]) -> int:
    """Roll for the first seat: the highest die wins, ties roll again (US 1993 booklet p. 6)."""
    rounds: list[tuple[tuple[int, int], ...]] = []
    contenders = seats
    while len(contenders) > 1 or not rounds:
        faces = context.dice(len(contenders), contenders)
        rounds.append(tuple(zip(contenders, faces, strict=True)))
        contenders = [seat for seat, face in rounds[-1] if face == max(faces)]
    context.emit(FirstRolled(tuple(rounds), contenders[0]))
    return contenders[0]


def roll_for_order(context: GameContext, seats: list[int]) -> tuple[int, ...]:
    """Roll for the order of the turns: high dice go first, and those alike roll again."""
    rounds: list[tuple[tuple[int, int], ...]] = []

    def ordered(alike: list[int]) -> list[int]:
        if len(alike) < 2:
            return alike
        faces = context.dice(len(alike), alike)
        rolls = tuple(zip(alike, faces, strict=True))
        rounds.append(rolls)
        groups = [[seat for seat, face in rolls if face == rank] for rank in range(6, 0, -1)]
        return [seat for group in groups for seat in ordered(group)]

    order = tuple(ordered(seats))
    context.emit(OrderRolled(tuple(rounds), order))
    return order


def begin_first_turn(context: GameContext) -> None:
    """End the set-up and begin the first turn of the game, once nothing is to be asked before."""
    if any(ask(context) for ask in context.hooks.after_set_up.values()):
        return
    state, setup = context.state, context.rules.set_up
    if setup.rolls_again:
        state.first = roll_for_first(context, state.seats_in_game())
    elif setup.rolls_for_order:
        order = roll_for_order(context, state.seats_in_game())
        state.first = order[0]
        state.order = (*order, *(seat for seat in range(len(state.status)) if seat not in order))
    elif setup.fewest_cards_first:
        # No territory has changed hands yet, so each seat holds what it was dealt.
        state.first = min(seats_in_order(context), key=state.owner.count)
    if state.status[state.first] is not Status.PLAYING:
        state.first = next_seat_in_game(state, state.first)
    state.round = 1
    begin_turn(context, state.first)
