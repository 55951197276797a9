"""Choosing capitals: everybody in secret, all shown together (FAQ Q2.2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import ChooseCapital, Offer, Resign
from risk_tui.engine.decisions import ToChooseCapital
from risk_tui.engine.errors import UnknownTerritory
from risk_tui.engine.facts import CapitalChosen, CapitalsShown
from risk_tui.engine.phases.opening import first_turn
from risk_tui.engine.phases.resign import resign
from risk_tui.engine.phases.shape import PhaseShape, in_turn
from risk_tui.engine.state import NOBODY, Phase, Status

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def ask(play: Play) -> None:
    """The next seat, from the first one on, that has not chosen; then all are shown."""
    state = play.state
    for step in range(play.players):
        seat = (state.first + step) % play.players
        if state.status[seat] is Status.PLAYING and state.capitals[seat] == NOBODY:
            state.turn = state.acting = seat
            state.phase = Phase.CAPITAL
            return
    _show(play)
    first_turn(play)


def choose(play: Play, action: ChooseCapital) -> None:
    """A territory of one's own; nobody else learns which."""
    if action.territory is None:
        raise UnknownTerritory("choose one of your territories as your capital")
    play.need_own(action.territory)
    play.state.capitals[play.state.turn] = action.territory
    play.tell(CapitalChosen(play.state.turn, action.territory))
    ask(play)


def _show(play: Play) -> None:
    state = play.state
    state.capitals_shown = True
    play.tell(CapitalsShown(tuple(state.capitals)))
    if play.rules.capitals.cards_set_aside:
        capitals = set(state.capitals)
        deck = play.board.deck
        state.deck = [card for card in state.deck if deck[card].territory not in capitals]


def _resign(play: Play, action: Resign) -> None:
    if resign(play):
        ask(play)


CAPITAL = PhaseShape(
    decides=in_turn,
    decision=lambda play: ToChooseCapital(play.state.turn),
    offers=lambda play: [
        *(Offer(ChooseCapital(place)) for place in play.state.territories_of(play.state.turn)),
        Offer(Resign()),
    ],
    actions={ChooseCapital: choose, Resign: _resign},
    asked="choose your capital first",
)
