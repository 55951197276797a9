"""The interface of a phase, and helpers for all phases."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from risk_tui.data.language import _
from risk_tui.engine.actions import Resign
from risk_tui.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.decisions import Decision


@dataclass(frozen=True, slots=True)
class PhaseHandler:
    """One phase: its decision, its offers, and the effects of its actions.

    ``decides`` returns the deciding seat, which is not always the seat in turn. ``actions`` maps
    each kind of answer to its effect, which first checks, then rolls or draws, then changes the
    state, so that a rejected action leaves the state unchanged. ``prompt`` tells a player who tries
    anything else what to do now.
    """

    decides: Callable[[GameContext], int]
    decision: Callable[[GameContext], Decision]
    offers: Callable[[GameContext], list[Offer]]
    actions: Mapping[type[Action], Callable[[GameContext, Any], None]]
    prompt: str


def seat_in_turn(context: GameContext) -> int:
    """Return the seat in turn, for phases in which that seat decides."""
    return context.state.turn


def commanding_seat(context: GameContext) -> int:
    """Return the seat that commands the acting armies, for phases in which that seat decides."""
    return context.leader(context.state.acting_seat)


def without_resigning(handler: PhaseHandler) -> PhaseHandler:
    """Return the phase with resigning refused and not offered."""
    if Resign not in handler.actions:
        return handler

    def offers(context: GameContext) -> list[Offer]:
        return [offer for offer in handler.offers(context) if not isinstance(offer.action, Resign)]

    return replace(handler, offers=offers, actions={**handler.actions, Resign: _refuse_to_resign})


def _refuse_to_resign(context: GameContext, action: Resign) -> None:
    raise IllegalAction(_("you can't resign in this game; let a bot play for you instead"))
