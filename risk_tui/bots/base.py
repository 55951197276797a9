"""The interface of a bot: it gets a view and a decision, and returns an action.

It also chooses actions without a bot: the safest one that is offered, and the nearest legal one to
a preferred action.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from risk_tui.engine.actions import EndPhase, Resign
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.reasons import Reason
    from risk_tui.engine.actions import Action, Offer
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


class Bot(Protocol):
    """A computer player.

    It sees only what its seat may know. ``choose`` may be called in any process, at any time, and
    again after an undo. The screen calls it in a thread; line mode waits for it.
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


@runtime_checkable
class ReasoningBot(Protocol):
    """A bot that gives reasons for its actions."""

    def consider(self, view: View, decision: Decision) -> Choice:
        """Return the action of ``choose``, with a reason that reveals no secret."""


@runtime_checkable
class HurriedBot(Protocol):
    """A bot that may think for long, and can be asked to finish.

    ``hurry`` is called from another thread while it chooses; it should then answer soon with the
    best action so far.
    """

    def hurry(self) -> None:
        """Answer soon. No effect unless the bot is choosing."""


@runtime_checkable
class RunningBot(Protocol):
    """A bot that runs by itself, and must be closed."""

    def close(self) -> None:
        """End the bot."""


class BotFault(RiskError):
    """A bot failed: it was late, it ended, or its answer was illegal.

    Args:
        problem: The failure in words that reveal nothing of a hand.
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
    if isinstance(bot, ReasoningBot):
        return bot.consider(view, decision)
    return Choice(bot.choose(view, decision))


def hurry(bot: Bot) -> None:
    """Ask a bot to answer soon, if it supports that."""
    if isinstance(bot, HurriedBot):
        bot.hurry()


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
    action, name = action.as_offered, action.number_field
    number = None if name is None else getattr(action, name)
    for offer in offers:
        if type(offer.action) is not type(action) or offer.with_number(number or 0) != action:
            continue
        if number is None or (offer.minimum or 0) <= number <= (offer.maximum or number):
            return True
    return False


def closest_legal(preferred: Action | None, offers: Sequence[Offer]) -> Action:
    """Return the preferred action if it is offered, with the nearest allowed number.

    Otherwise, and without a preferred action, return the safest one.
    """
    if preferred is None:
        return safest_offer(offers)
    name, plain = preferred.number_field, preferred.as_offered
    # The preferred action with the minimum of each offer, to find the offer that it belongs to.
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
            preferred_number = getattr(preferred, name)
            nearest = max(minimum, min(offer.maximum, preferred_number))
            return (
                preferred if nearest == preferred_number else replace(preferred, **{name: nearest})
            )
    return safest_offer(offers)
