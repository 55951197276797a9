"""Orders: several actions that a player starts with one command.

An order answers the decisions of its seat, like a bot with a single task. Each action is submitted,
recorded and shown like any other, so an order can stop after any of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from risk_tui.data.language import _
from risk_tui.engine.actions import Action, Attack, EndPhase
from risk_tui.engine.decisions import Decision, DiceDecision, ToAttack, ToFortify, ToPlace
from risk_tui.engine.imagination import with_hidden_estimated
from risk_tui.engine.view import View

TURN_ENDINGS = (ToAttack, ToFortify)
"""The decisions in which a player passes to end the whole turn."""


@dataclass(frozen=True, slots=True)
class Order(ABC):
    """An order of a seat."""

    seat: int

    def precondition(self, view: View) -> Action | None:
        """Return an action that must be allowed for the order to start, if there is one."""
        return None

    @property
    def targets(self) -> tuple[int, ...]:
        """The territories that the order attacks."""
        return ()

    @abstractmethod
    def describe(self, view: View) -> str:
        """Return a few words that say what the order does."""

    def outcome(self, view: View) -> str:
        """Return a few words about the result; empty if the next prompt shows it."""
        return ""

    @abstractmethod
    def answer(self, view: View, decision: Decision) -> Action | None:
        """Return the next action, or ``None`` if the order is fulfilled."""

    def reason_to_end(self, view: View, decision: Decision) -> str:
        """Return why the order ends at a decision of any seat; empty if it continues."""
        return ""


def best_attack(
    view: View, source: int, target: int, least: tuple[int, ...] | None = None
) -> Attack:
    """Return an attack with as many dice as allowed; for ``least`` see ``Attack``."""
    return Attack(source, target, max(1, view.max_attack_dice(source, target)), least)


@dataclass(frozen=True, slots=True)
class Blitz(Order):
    """Attack until the target is conquered or at most ``stop_at`` armies are left.

    If the player could change dice, the order accepts them as rolled.
    """

    source: int
    target: int
    stop_at: int = 1

    def precondition(self, view: View) -> Action:
        return best_attack(view, self.source, self.target)

    @property
    def targets(self) -> tuple[int, ...]:
        return (self.target,)

    def describe(self, view: View) -> str:
        source, target = (view.board.territories[end].name for end in (self.source, self.target))
        return _("Blitz {target} from {source}", target=target, source=source)

    def outcome(self, view: View) -> str:
        source, target = (view.board.territories[end].name for end in (self.source, self.target))
        if view.owner[self.target] == view.owner[self.source]:
            return _("{target} is conquered", target=target)
        left, against = view.armies[self.source], view.armies[self.target]
        slots = {"source": source, "left": left, "target": target, "armies": against}
        if self.target in view.unseen:
            return _("Blitz stopped: {source} has {left} left", **slots)
        return _("Blitz stopped: {source} has {left} left, {target} {armies}", **slots)

    def answer(self, view: View, decision: Decision) -> Action | None:
        if isinstance(decision, DiceDecision):
            return EndPhase()
        if not isinstance(decision, ToAttack):
            return None
        armies, least = view.armies[self.source], max(self.stop_at, 1) + 1
        if armies < least or view.attack_offer(self.source, self.target) is None:
            return None
        return best_attack(view, self.source, self.target, (least,))


@dataclass(frozen=True, slots=True)
class PlaceRemaining(Order):
    """Place the remaining starting armies, spread over a few fronts."""

    def describe(self, view: View) -> str:
        return _("Placing the remaining armies")

    def outcome(self, view: View) -> str:
        return _("Remaining armies placed")

    def answer(self, view: View, decision: Decision) -> Action | None:
        if not isinstance(decision, ToPlace):
            return None
        from risk_tui.bots.planner.set_up import place_for_person

        return place_for_person(with_hidden_estimated(view), self.seat)


@dataclass(frozen=True, slots=True)
class EndTurn(Order):
    """End the turn without more attacks or fortifications; ``round`` is the round of the turn."""

    round: int

    def precondition(self, view: View) -> Action:
        return EndPhase()

    def describe(self, view: View) -> str:
        return _("Your turn ends")

    def answer(self, view: View, decision: Decision) -> Action | None:
        is_this_turn = (view.turn, view.round) == (self.seat, self.round)
        return EndPhase() if is_this_turn and isinstance(decision, TURN_ENDINGS) else None
