"""Choosing capitals: everybody in secret, all shown together (FAQ Q2.2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NOWHERE
from risk_tui.engine.actions import ChooseCapital, Offer, Resign
from risk_tui.engine.decisions import ToChooseCapital
from risk_tui.engine.events import CapitalChosen, CapitalsShown
from risk_tui.engine.phases.base import PhaseHandler, seat_in_turn
from risk_tui.engine.phases.first_player import begin_first_turn
from risk_tui.engine.phases.resign import resign
from risk_tui.engine.state import Phase, Status
from risk_tui.errors import UnknownTerritory

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext


def ask_next_seat(context: GameContext) -> None:
    """Ask the next seat, from the first one on, that has not chosen; after the last, show all."""
    state = context.state
    for step in range(context.players):
        seat = (state.first + step) % context.players
        if state.status[seat] is Status.PLAYING and state.capitals[seat] == NOWHERE:
            state.turn = state.acting_seat = seat
            state.phase = Phase.CAPITAL
            return
    _show_capitals(context)
    begin_first_turn(context)


def choose_capital(context: GameContext, action: ChooseCapital) -> None:
    """Choose a territory of one's own; nobody else learns which."""
    if action.territory is None:
        raise UnknownTerritory("choose one of your territories as your capital")
    context.require_own(action.territory)
    context.state.capitals[context.state.turn] = action.territory
    context.emit(CapitalChosen(context.state.turn, action.territory))
    ask_next_seat(context)


def _show_capitals(context: GameContext) -> None:
    """Show all capitals, and set their cards aside where the ruleset says so."""
    state = context.state
    state.capitals_shown = True
    context.emit(CapitalsShown(tuple(state.capitals)))
    if context.rules.capitals.cards_set_aside:
        capitals = set(state.capitals)
        deck = context.board.deck
        state.deck = [card for card in state.deck if deck[card].territory not in capitals]


def _resign(context: GameContext, action: Resign) -> None:
    """Leave the game; the next seat chooses."""
    if resign(context):
        ask_next_seat(context)


CAPITAL = PhaseHandler(
    decides=seat_in_turn,
    decision=lambda context: ToChooseCapital(context.state.turn),
    offers=lambda context: [
        *(
            Offer(ChooseCapital(territory))
            for territory in context.state.territories_of(context.state.turn)
        ),
        Offer(Resign()),
    ],
    actions={ChooseCapital: choose_capital, Resign: _resign},
    prompt="choose your capital first",
)
