"""Occupying: how many armies move into a conquered territory (FAQ Q2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Occupy, Offer
from risk_tui.engine.decisions import ToOccupy
from risk_tui.engine.phases.battle import after_conquest, move_in
from risk_tui.engine.phases.shape import PhaseShape
from risk_tui.engine.play import need_number

if TYPE_CHECKING:
    from risk_tui.engine.play import Play


def occupy(play: Play, action: Occupy) -> None:
    """The chosen garrison moves in."""
    _, _, least, most = _conquest(play)
    need_number(action.armies, least, most, "armies to move in")
    move_in(play, action.armies)
    after_conquest(play)


def _conquest(play: Play) -> tuple[int, int, int, int]:
    conquest = play.state.occupying
    assert conquest is not None, "a conquest waits in this phase"
    return conquest


def _offers(play: Play) -> list[Offer]:
    _, _, least, most = _conquest(play)
    return [Offer(Occupy(least), most)]


OCCUPY = PhaseShape(
    decision=lambda play: ToOccupy(play.state.turn, *_conquest(play)),
    offers=_offers,
    actions={Occupy: occupy},
)
