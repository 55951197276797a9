"""Leaving the game: the seat's armies stay where they are and are neutral from now on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import GONE
from risk_tui.engine.events import CardsDiscarded, SeatResigned
from risk_tui.engine.phases.game_end import finish_if_won
from risk_tui.engine.phases.turn_flow import advance, end_turn
from risk_tui.engine.state import Status

if TYPE_CHECKING:
    from risk_tui.engine.actions import Resign
    from risk_tui.engine.context import GameContext


def resign(context: GameContext) -> bool:
    """Take whoever decides out of the game; return whether the game goes on without them."""
    state = context.state
    seat = context.leader(state.acting_seat)
    state.status[seat] = Status.RESIGNED
    if seat not in state.owner:
        state.beaten_by[seat] = GONE
    state.unplaced[seat] = state.own_armies_this_go = state.neutral_armies_this_go = 0
    state.drop_pool()
    state.victory_announced[seat] = False
    context.emit(SeatResigned(seat))
    if state.hands[seat]:
        context.emit(CardsDiscarded(seat, len(state.hands[seat])))
        state.discard += state.hands[seat]
        state.hands[seat] = []
    return not finish_if_won(context)


def resign_turn(context: GameContext, action: Resign) -> None:
    """Resign in one's own turn, which ends it."""
    if resign(context):
        end_turn(context)
        advance(context)
