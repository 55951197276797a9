"""Fortifying: moving armies at the end of a turn (FAQ Q2.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import End, Fortify, Offer, Resign
from risk_tui.engine.decisions import ToFortify
from risk_tui.engine.errors import NotAdjacent, WrongNumber
from risk_tui.engine.facts import Moved
from risk_tui.engine.phases.resign import resign_turn
from risk_tui.engine.phases.shape import PhaseShape, in_turn
from risk_tui.engine.phases.turn import go_on, leave_stage
from risk_tui.engine.play import need_number

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
    most = _most(play, source, target)
    if most < 1:
        raise WrongNumber(_stuck(play, source, target))
    need_number(action.armies, 1, most, "armies to move")
    state.armies[source] -= action.armies
    state.armies[target] += action.armies
    state.arrived[target] += action.armies
    play.tell(Moved(state.turn, source, target, action.armies, fortified=True))
    if reach.many_moves:
        go_on(play)
    else:
        leave_stage(play)


def _most(play: Play, source: int, target: int) -> int:
    """How many armies may move from ``source`` to ``target``, which it reaches."""
    state = play.state
    most = play.rules.reach.most(state.armies[source], state.arrived[source])
    return play.rules.placing.room(state.armies[target], most)


def _stuck(play: Play, source: int, target: int) -> str:
    state = play.state
    if state.armies[source] < 2:
        return f"{play.name(source)} has no army to spare; one must stay"
    if play.rules.reach.most(state.armies[source], state.arrived[source]) < 1:
        return f"the armies on {play.name(source)} have already moved in this turn"
    return f"{play.name(target)} is full"


def _offers(play: Play) -> list[Offer]:
    state = play.state
    reach = play.rules.reach
    offers = []
    for source in state.territories_of(state.turn):
        if reach.most(state.armies[source], state.arrived[source]) > 0:
            for target in reach.targets(state.owner, source):
                most = _most(play, source, target)
                if most > 0:
                    offers.append(Offer(Fortify(source, target, 1), most))
    return [*offers, Offer(End()), Offer(Resign())]


FORTIFY = PhaseShape(
    decides=in_turn,
    decision=lambda play: ToFortify(play.state.turn),
    offers=_offers,
    actions={Fortify: fortify, End: lambda play, action: leave_stage(play), Resign: resign_turn},
    asked="the attacks are over: fortify, or end your turn",
)
