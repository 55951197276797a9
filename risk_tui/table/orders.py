"""Orders: what a player asked to be done for him, one action after the other.

An order answers decisions of its own seat, like a bot that knows a single thing. Each action is
submitted, recorded and shown like any other, so an order can stop at any point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from risk_tui.engine.actions import Attack, Defend, End
from risk_tui.engine.decisions import ToAlter, ToAttack, ToDefend, ToPlace

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


class Order(Protocol):
    """Something a seat asked for."""

    @property
    def seat(self) -> int:
        """The seat that asked."""

    def answer(self, view: View, decision: Decision) -> Action | None:
        """The next action, or ``None`` when the order is fulfilled."""


@dataclass(frozen=True, slots=True)
class Blitz:
    """Attack until the target is conquered or at most ``stop_at`` armies are left.

    Dice that could be changed are left as they fall.
    """

    seat: int
    source: int
    target: int
    stop_at: int = 1

    def answer(self, view: View, decision: Decision) -> Action | None:
        if isinstance(decision, ToAlter):
            return End()
        if not isinstance(decision, ToAttack):
            return None
        armies = view.armies[self.source]
        if view.owner[self.target] == view.owner[self.source] or armies <= max(self.stop_at, 1):
            return None
        return Attack(self.source, self.target, view.rules.combat.attack_most(armies))


@dataclass(frozen=True, slots=True)
class PlaceTheRest:
    """Place the remaining starting armies sensibly."""

    seat: int

    def answer(self, view: View, decision: Decision) -> Action | None:
        if not isinstance(decision, ToPlace):
            return None
        from risk_tui.bots.steward import place

        return place(view)


def standing_defence(answer: str, decision: Decision) -> Action | None:
    """What a standing answer (``most``, ``one`` or ``ask``) says to a question for dice."""
    if not isinstance(decision, ToDefend) or answer == "ask":
        return None
    return Defend(decision.most if answer == "most" else 1)
