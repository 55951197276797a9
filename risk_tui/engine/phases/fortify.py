"""Fortifying: moving armies at the end of a turn (FAQ Q2.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import End, Fortify, Offer, Resign
from risk_tui.engine.decisions import ToFortify
from risk_tui.engine.errors import NotAdjacent, WrongNumber
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.shape import PhaseShape
from risk_tui.engine.phases.turn import end_turn
from risk_tui.engine.play import need_number
from risk_tui.engine.records import Moved

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def fortify(play: Play, action: Fortify) -> None:
    """Armies move; where the rules allow one move only, the turn ends with it."""
    state = play.state
    source, target = action.source, action.target
    play.need_own(source)
    play.need_own(target)
    reach = play.rules.reach
    if target not in reach.targets(state.owner, source):
        raise NotAdjacent(
            f"{play.name(target)} cannot be reached from {play.name(source)}: {reach.refusal}"
        )
    most = reach.most(state.armies[source])
    if most < 1:
        raise WrongNumber(f"{play.name(source)} has no army to spare; one must stay")
    need_number(action.armies, 1, most, "armies to move")
    state.armies[source] -= action.armies
    state.armies[target] += action.armies
    play.tell(Moved(state.turn, source, target, action.armies, fortified=True))
    if not reach.many_moves:
        end_turn(play)


def _offers(play: Play) -> list[Offer]:
    state = play.state
    reach = play.rules.reach
    offers = []
    for source in state.territories_of(state.turn):
        most = reach.most(state.armies[source])
        if most > 0:
            targets = reach.targets(state.owner, source)
            offers += [Offer(Fortify(source, target, 1), most) for target in targets]
    return [*offers, Offer(End()), Offer(Resign())]


FORTIFY = PhaseShape(
    decision=lambda play: ToFortify(play.state.turn),
    offers=_offers,
    actions={Fortify: fortify, End: lambda play, action: end_turn(play), Resign: resign_turn},
)
