"""The end of turns and games: reached missions, victories, and the turn limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.events import (
    GameWon,
    GoalReached,
    MissionsShown,
    SeatEliminated,
    SeatResigned,
    VictoryAnnounced,
    VictoryKind,
)
from risk_tui.engine.game_rules import CheckTime
from risk_tui.engine.state import Phase, State, Status

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext


def next_seat_in_game(state: State, seat: int, step: int = 1) -> int:
    """Return the next seat after ``seat`` that is in the game; ``seat`` itself if it is the last.

    Args:
        step: 1 for the order of the turns, -1 for the reverse.
    """
    seats = len(state.status)
    order = state.order or range(seats)
    place = order.index(seat)
    for count in range(1, seats + 1):
        candidate = order[(place + step * count) % seats]
        if state.status[candidate] is Status.PLAYING:
            return candidate
    return seat


def turns_after(state: State, seat: int) -> list[int]:
    """Return all seats in the order of their turns, from the one after ``seat`` to ``seat``."""
    order = [*(state.order or range(len(state.status)))]
    place = order.index(seat) + 1
    return order[place:] + order[:place]


def last_player(context: GameContext) -> tuple[int, ...]:
    """Return the winners if at most one player is left and may win now, else an empty tuple."""
    left = (SeatEliminated, SeatResigned)
    gone = [event.seat for event in context.events if isinstance(event, left)]
    return context.rules.victory.last_player(context.state, gone)


def finish_if_won(
    context: GameContext,
    check_time: CheckTime = CheckTime.STEP,
    how: VictoryKind = VictoryKind.LAST_STANDING,
) -> bool:
    """Finish the game if it is won, and return True if it is.

    Args:
        how: The kind of victory if only one player is left.
    """
    state, victory = context.state, context.rules.victory
    if state.phase is Phase.OVER:
        return True
    if victory.is_open(state):
        return False
    last = last_player(context)
    if last:
        finish_game(context, last, how)
        return True
    if check_time is CheckTime.START and state.victory_announced[state.turn]:
        condition = victory.condition_met(state, state.turn)
        win = None if condition is None else (state.turn, condition)
    else:
        win = victory.winner_by_condition(state, check_time)
    if win is not None:
        finish_game(context, (win[0],), win[1])
    return win is not None


def finish_game(context: GameContext, winners: tuple[int, ...], how: VictoryKind) -> None:
    """End the game; a winner by mission shows it (FAQ Q2.2.1)."""
    context.state.winners = winners
    context.state.phase = Phase.OVER
    if how == VictoryKind.MISSION:
        for seat in winners:
            context.record_event(MissionsShown(seat, tuple(context.state.missions[seat])))
    context.record_event(GameWon(winners, how))


def show_reached_mission(context: GameContext) -> None:
    """Show one mission that the seat in turn has completed, if each player has several."""
    state, missions = context.state, context.rules.missions
    if missions.per_player < 2:
        return
    seat, done = state.turn, state.missions_done[state.turn]
    missing = (number for number in state.missions[seat] if number not in done)
    reached = next(
        (mission for mission in missing if missions.is_reached(state, seat, mission)), None
    )
    if reached is not None:
        done.append(reached)
        context.record_event(MissionsShown(seat, (reached,)))
        context.record_event(GoalReached(seat, len(done), missions.per_player))
        finish_if_won(context)


def pass_turn(context: GameContext) -> int | None:
    """End the turn and return the seat that has the next one; ``None`` if the game is over."""
    state = context.state
    if finish_if_won(context, CheckTime.END):
        return None
    _announce_victory(context)
    seats, turn = context.players, state.turn
    if turn < seats or state.status[state.first] is not Status.PLAYING:
        next_seat = next_seat_in_game(state, turn if turn < seats else state.first)
    else:
        next_seat = state.first
    # A round ends when the turn passes the first seat.
    order = state.order or (*range(state.first, seats), *range(state.first))
    if turn < seats and order.index(next_seat) > order.index(turn):
        return next_seat
    for extra_turn in context.hooks.extra_turn_seat:
        extra_seat = extra_turn(context)
        if extra_seat is not None and (turn < seats or extra_seat > turn):
            return int(extra_seat)
    state.round += 1
    if context.rules.victory.time_is_up(state):
        state.round -= 1
        finish_game(context, context.rules.victory.leaders(state), VictoryKind.TURN_LIMIT)
        return None
    return next_seat


def _announce_victory(context: GameContext) -> None:
    """Announce a victory of the seat in turn if victories must be held for a round."""
    state, seat, victory = context.state, context.state.turn, context.rules.victory
    if not victory.held_a_round or state.status[seat] is not Status.PLAYING:
        return
    how = victory.condition_met(state, seat)
    if how is not None:
        state.victory_announced[seat] = True
        if victory.held_in_secret:
            return
        if how == VictoryKind.MISSION:
            context.record_event(MissionsShown(seat, tuple(state.missions[seat])))
        context.record_event(VictoryAnnounced(seat, how))
