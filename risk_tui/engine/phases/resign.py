"""Leaving the game: the armies stay where they are and are neutral from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.facts import CardsDiscarded, SeatResigned
from risk_tui.engine.phases.ending import won
from risk_tui.engine.phases.turn import end_turn, go_on
from risk_tui.engine.state import GONE, Status

if TYPE_CHECKING:
    from risk_tui.engine.actions import Resign
    from risk_tui.engine.play import Play


def resign(play: Play) -> bool:
    """Whoever decides leaves; whether the game goes on, with more than one seat left."""
    state = play.state
    seat = play.commander(state.acting)
    state.status[seat] = Status.RESIGNED
    if seat not in state.owner:
        state.beaten_by[seat] = GONE
    state.pool = state.unplaced[seat] = state.step = state.neutral_step = 0
    state.tied[:] = [0] * len(state.tied)
    state.hand_limit = None
    state.announced[seat] = False
    play.tell(SeatResigned(seat))
    if state.hands[seat]:
        play.tell(CardsDiscarded(seat, len(state.hands[seat])))
        state.discard += state.hands[seat]
        state.hands[seat] = []
    return not won(play)


def resign_turn(play: Play, action: Resign) -> None:
    """Resigning in one's turn ends it."""
    if resign(play):
        end_turn(play)
        go_on(play)
