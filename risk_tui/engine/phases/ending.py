"""How turns and games end: objectives, announcements, victory, time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.facts import (
    GameWon,
    How,
    MissionsShown,
    ObjectiveTaken,
    VictoryAnnounced,
)
from risk_tui.engine.rules.victory import Moment
from risk_tui.engine.state import Phase, State, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def next_playing(state: State, seat: int, step: int = 1) -> int:
    """The next seat after ``seat`` that is still in the game; ``step`` -1 goes the other way."""
    seats = len(state.status)
    for count in range(1, seats + 1):
        candidate = (seat + step * count) % seats
        if state.status[candidate] is Status.PLAYING:
            return candidate
    return seat


def won(play: Play, moment: Moment = Moment.STEP, how: How = How.LAST_STANDING) -> bool:
    """Whether the game is won as it stands; if so, it is over.

    ``how`` names what the last player left has done.
    """
    state, victory = play.state, play.rules.victory
    last = victory.last(state)
    if last:
        finish(play, last, how)
        return True
    if moment is Moment.START and state.announced[state.turn]:
        held = victory.how(state, state.turn)
        found = None if held is None else (state.turn, held)
    else:
        found = victory.way(state, moment)
    if found is not None:
        finish(play, (found[0],), found[1])
    return found is not None


def finish(play: Play, winners: tuple[int, ...], how: How) -> None:
    """The game is over; a winner by mission shows it (FAQ Q2.2.1)."""
    play.state.winners = winners
    play.state.phase = Phase.OVER
    if how is How.MISSION:
        for seat in winners:
            play.tell(MissionsShown(seat, tuple(play.state.missions[seat])))
    play.tell(GameWon(winners, how))


def take_objective(play: Play) -> None:
    """The seat in turn takes one objective, or shows one of its missions, that it has reached."""
    state = play.state
    seat = state.turn
    taken = state.taken[seat]
    objectives, missions = play.rules.objectives, play.rules.missions
    found, needed = objectives.reached(state, seat), objectives.needed
    if found is None and missions.each > 1:
        left = (number for number in state.missions[seat] if number not in taken)
        found = next((number for number in left if missions.met(state, seat, number)), None)
        needed = missions.each
    if found is None:
        return
    taken.append(found)
    state.objective = True
    if missions.each > 1:
        play.tell(MissionsShown(seat, (found,)))
    play.tell(ObjectiveTaken(seat, found, len(taken), needed))
    won(play)


def pass_on(play: Play) -> int | None:
    """The seat whose turn is next, or ``None`` when the game is over."""
    state = play.state
    if won(play, Moment.END):
        return None
    _announce(play)
    seats = play.players
    following = next_playing(state, state.turn)
    # A round is over when the turn passes the seat that went first.
    if (following - state.first) % seats <= (state.turn - state.first) % seats:
        state.round += 1
        if play.rules.victory.time_is_up(state):
            state.round -= 1
            finish(play, play.rules.victory.leaders(state), How.TURN_LIMIT)
            return None
    return following


def _announce(play: Play) -> None:
    state, seat, victory = play.state, play.state.turn, play.rules.victory
    if not victory.held_a_round or state.status[seat] is not Status.PLAYING:
        return
    how = victory.how(state, seat)
    if how is not None:
        state.announced[seat] = True
        if how is How.MISSION:
            play.tell(MissionsShown(seat, tuple(state.missions[seat])))
        play.tell(VictoryAnnounced(seat, how))
