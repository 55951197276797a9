"""The one shape that every phase has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.play import Play


@dataclass(frozen=True, slots=True)
class PhaseShape:
    """A phase: which decision is due, what is allowed, what an action does.

    ``decides`` names the seat that decides, which is not always the seat in turn. ``actions``
    maps each kind of action that answers the decision to what it does. Each of these checks
    first, then asks chance, then changes the state, so that a refused action leaves the state
    untouched. ``asked`` tells a player who does something else what has to be done.
    """

    decides: Callable[[Play], int]
    decision: Callable[[Play], Decision]
    offers: Callable[[Play], list[Offer]]
    actions: Mapping[type[Action], Callable[[Play, Any], None]]
    asked: str


def in_turn(play: Play) -> int:
    """The seat whose turn it is decides."""
    return play.state.turn


def commands(play: Play) -> int:
    """Whoever commands the armies that act decides."""
    return play.commander(play.state.acting)
