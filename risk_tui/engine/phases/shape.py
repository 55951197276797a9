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

    ``actions`` maps each kind of action that answers the decision to what it does. Each of
    these checks first, then asks chance, then changes the state, so that a refused action
    leaves the state untouched.
    """

    decision: Callable[[Play], Decision]
    offers: Callable[[Play], list[Offer]]
    actions: Mapping[type[Action], Callable[[Play, Any], None]]
