"""The interface of bots, and fallbacks for their choices.

A bot gets a view and a decision, and returns an action. ``safest_offer`` chooses for a bot without
a preference, ``closest_legal`` turns a preferred action into a legal one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from risk_tui.engine.actions import Action, EndPhase, Offer, Resign
from risk_tui.engine.decisions import Decision
from risk_tui.engine.view import View
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from risk_tui.bots.reasons import Reason


class Bot(Protocol):
    """A computer player.

    It sees only what its seat may know. ``choose`` may be called in any process, at any time, and
    again after an undo. The screen calls it in a thread; line mode waits for it.

    A bot may have more methods. ``consider(view, decision)`` returns the ``Choice`` of the same
    action with a reason. ``hurry()`` is called from another thread while the bot is choosing; it
    should then answer soon with the best action so far. ``close()`` ends the program of a bot that
    runs one.
    """

    def choose(self, view: View, decision: Decision) -> Action:
        """Return a legal action for ``decision`` of the seat that ``view`` belongs to.

        Called for each decision of the seat. The same seed, view and decision must give the same
        action.
        """


@dataclass(frozen=True, slots=True)
class Choice:
    """An action with the bot's reason for it, if any."""

    action: Action
    reason: Reason | None = None


class ReasoningBot:
    """The base of bots that find their action and its reason together."""

    def consider(self, view: View, decision: Decision) -> Choice:
        """Return the action, with a reason that reveals no secret.

        Raises:
            BotFault: If the bot has no valid choice.
        """
        raise NotImplementedError

    def choose(self, view: View, decision: Decision) -> Action:
        """Return the action of ``consider``."""
        return self.consider(view, decision).action


class BotFault(RiskError):
    """A bot failed: it was late, it ended, or its answer was illegal.

    Args:
        problem: What went wrong, without revealing any cards.
        details: The bot's output or choice, for its author; it may reveal the bot's cards.
    """

    def __init__(self, problem: str, details: object = "") -> None:
        super().__init__(problem)
        self._details = details

    @property
    def with_details(self) -> str:
        """The problem with its details. Never show it at a table."""
        details = str(self._details)
        return f"{self}: {details}" if details else str(self)


class BotStopped(BotFault):
    """A bot can't answer any more."""


def choose_with_reason(bot: Bot, view: View, decision: Decision) -> Choice:
    """Return a bot's choice, with its reason if it gives one."""
    consider: Callable[[View, Decision], Choice] | None = getattr(bot, "consider", None)
    return Choice(bot.choose(view, decision)) if consider is None else consider(view, decision)


def hurry(bot: Bot) -> None:
    """Ask a bot to answer soon, if it supports that."""
    getattr(bot, "hurry", lambda: None)()


def close(bot: Bot) -> None:
    """End the program of a bot, if it runs one."""
    getattr(bot, "close", lambda: None)()


_Kind = TypeVar("_Kind", bound="Action")


def offered(view: View, kind: type[_Kind]) -> list[_Kind]:
    """Return the offered actions of a kind; each has the smallest number that is allowed."""
    return [offer.action for offer in view.offers if isinstance(offer.action, kind)]


def seats_to_spare(view: View, seat: int) -> set[int]:
    """Return the seats that ``seat`` should not eliminate, as variants require."""
    return {spared for hook in view.rules.hooks.seats_to_spare for spared in hook(view, seat)}


def safest_offer(offers: Sequence[Offer]) -> Action:
    """Return the safest offered action: ending the phase, else the first one.

    Resigning is the last resort.
    """
    choices = [offer.action for offer in offers if not isinstance(offer.action, Resign)]
    choices = choices or [offer.action for offer in offers]
    for action in choices:
        if isinstance(action, EndPhase):
            return action
    return choices[0]


def is_offered(action: Action, offers: Sequence[Offer]) -> bool:
    """Return True if an action is offered, and its number is within the limits of the offer."""
    return closest_legal(action, offers) == action


def closest_legal(preferred: Action | None, offers: Sequence[Offer]) -> Action:
    """Return the preferred action if it is offered, with the nearest allowed number.

    Otherwise, and without a preferred action, return the safest one.
    """
    if preferred is None:
        return safest_offer(offers)
    name, plain = preferred.number_field, preferred.as_offered
    # The preferred action with the minimum of each offer, to find the offer that it belongs to.
    # It is copied once per minimum, because there may be a hundred offers.
    by_minimum: dict[int | None, Action] = {None: plain}
    for offer in offers:
        if type(offer.action) is not type(preferred):
            continue
        minimum = None if name is None else getattr(offer.action, name)
        if minimum not in by_minimum and name is not None:
            by_minimum[minimum] = replace(plain, **{name: minimum})
        if offer.action == by_minimum[minimum]:
            if name is None or minimum is None or offer.maximum is None:
                return preferred
            nearest = max(minimum, min(offer.maximum, getattr(preferred, name)))
            return replace(preferred, **{name: nearest})
    return safest_offer(offers)
