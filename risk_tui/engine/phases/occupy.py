"""Occupying: how many armies move into a conquered territory (FAQ Q2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Occupy, Offer
from risk_tui.engine.decisions import ToOccupy
from risk_tui.engine.phases.conquest import move_in
from risk_tui.engine.phases.shape import PhaseShape, commands
from risk_tui.engine.phases.turn import go_on
from risk_tui.engine.play import need_number

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def occupy(play: Play, action: Occupy) -> None:
    """The chosen garrison moves in."""
    _, _, least, most = _conquest(play)
    need_number(action.armies, least, most, "armies to move in")
    move_in(play, action.armies)
    go_on(play)


def _conquest(play: Play) -> tuple[int, int, int, int]:
    conquest = play.state.occupying
    assert conquest is not None, "a conquest waits in this phase"
    return conquest


def _offers(play: Play) -> list[Offer]:
    _, _, least, most = _conquest(play)
    return [Offer(Occupy(least), most)]


def _decision(play: Play) -> ToOccupy:
    acting = play.state.acting
    return ToOccupy(play.commander(acting), *_conquest(play), acting)


OCCUPY = PhaseShape(
    decides=commands,
    decision=_decision,
    offers=_offers,
    actions={Occupy: occupy},
    asked="move armies into the conquered territory first",
)
