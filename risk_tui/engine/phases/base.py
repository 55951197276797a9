"""What every phase consists of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from risk_tui.engine.actions import Resign
from risk_tui.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.decisions import Decision


@dataclass(frozen=True, slots=True)
class PhaseHandler:
    """One phase: which decision is due, what is allowed, and what an action does.

    ``decides`` names the seat that decides, which is not always the seat in turn. ``actions``
    maps each kind of action that answers the decision to what it does. Each of these checks
    first, then asks chance, then changes the state, so that a refused action leaves the state
    untouched. ``prompt`` says what has to be done, to a player who tries something else.
    """

    decides: Callable[[GameContext], int]
    decision: Callable[[GameContext], Decision]
    offers: Callable[[GameContext], list[Offer]]
    actions: Mapping[type[Action], Callable[[GameContext, Any], None]]
    prompt: str


def seat_in_turn(context: GameContext) -> int:
    """The seat whose turn it is, for phases in which that seat decides."""
    return context.state.turn


def commanding_seat(context: GameContext) -> int:
    """The seat that commands the armies that act, for phases in which that seat decides."""
    return context.leader(context.state.acting_seat)


def without_resigning(handler: PhaseHandler) -> PhaseHandler:
    """The same phase in a game that nobody leaves."""
    if Resign not in handler.actions:
        return handler

    def offers(context: GameContext) -> list[Offer]:
        return [offer for offer in handler.offers(context) if not isinstance(offer.action, Resign)]

    return replace(handler, offers=offers, actions={**handler.actions, Resign: _refuse_to_resign})


def _refuse_to_resign(context: GameContext, action: Resign) -> None:
    raise IllegalAction("nobody leaves this game: a computer player goes on for whoever gives up")
