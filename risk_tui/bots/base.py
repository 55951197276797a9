"""The interface of a bot: a view and a decision go in, an action comes out.

Also the answers that need no bot: the safest offered action, and the one nearest to a wish.
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

    It sees what its seat may know and nothing else. It may be asked anywhere, at any time, and
    again after an undo. It chooses in a thread, so the screen does not wait for it.
    """

    def choose(self, view: View, decision: Decision) -> Action:
        """One legal action for ``decision``, which is due of the seat that ``view`` belongs to.

        The same seed, view and decision always give the same action.
        """


@dataclass(frozen=True, slots=True)
class Choice:
    """An action with the reason for it, if the bot says one."""

    action: Action
    reason: Reason | None = None


@runtime_checkable
class ReasoningBot(Protocol):
    """A bot that says why: ``consider`` gives the action of ``choose``, and its reason."""

    def consider(self, view: View, decision: Decision) -> Choice:
        """What ``choose`` chooses, with a reason that gives away nothing secret."""


@runtime_checkable
class HurriedBot(Protocol):
    """A bot that may think for long, and can be told to come to an end.

    ``hurry`` is called from another thread while it chooses: it answers as soon as it can with the
    best it has.
    """

    def hurry(self) -> None:
        """Answer soon. Without effect while nothing is chosen."""


@runtime_checkable
class RunningBot(Protocol):
    """A bot that runs by itself, and has to be ended."""

    def close(self) -> None:
        """End it."""


class BotFault(RiskError):
    """A bot did not answer as it should: it was late, it ended, or its answer is not legal.

    Args:
        problem: What went wrong, in words that give nothing of a hand away.
        details: What the bot wrote or chose, for the author of the bot: its cards may be in it.
    """

    def __init__(self, problem: str, details: object = "") -> None:
        super().__init__(problem)
        self._details = details

    @property
    def full(self) -> str:
        """The problem with its details. Never show it at a table."""
        details = str(self._details)
        return f"{self}: {details}" if details else str(self)


class BotGone(BotFault):
    """A bot will not answer any more."""


def considered(bot: Bot, view: View, decision: Decision) -> Choice:
    """What a bot chooses, with its reason if it gives one."""
    if isinstance(bot, ReasoningBot):
        return bot.consider(view.settle(), decision)
    return Choice(choose(bot, view, decision))


def choose(bot: Bot, view: View, decision: Decision) -> Action:
    """Return what a bot chooses, without a reason. The view that it gets refers to no game."""
    return bot.choose(view.settle(), decision)


def hurry(bot: Bot) -> None:
    """Tell a bot to answer soon, if it can be told."""
    if isinstance(bot, HurriedBot):
        bot.hurry()


def least_commitment(offers: Sequence[Offer]) -> Action:
    """Return the offered action that commits to least: ending the phase, else the first one.

    Resigning is the last resort.
    """
    choices = [offer.action for offer in offers if not isinstance(offer.action, Resign)]
    choices = choices or [offer.action for offer in offers]
    for action in choices:
        if isinstance(action, EndPhase):
            return action
    return choices[0]


def is_offered(action: Action, offers: Sequence[Offer]) -> bool:
    """Whether an action is one of those that are offered, its number included."""
    action, name = action.as_offered, action.number_field
    number = None if name is None else getattr(action, name)
    for offer in offers:
        if type(offer.action) is not type(action) or offer.with_number(number or 0) != action:
            continue
        if number is None or (offer.minimum or 0) <= number <= (offer.maximum or number):
            return True
    return False


def closest_legal(preferred: Action | None, offers: Sequence[Offer]) -> Action:
    """The preferred action if it is offered, with the nearest number that is allowed.

    Otherwise, and without a preferred action, what commits to least.
    """
    if preferred is None:
        return least_commitment(offers)
    name, plain = preferred.number_field, preferred.as_offered
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
            wanted = getattr(preferred, name)
            number = max(minimum, min(offer.maximum, wanted))
            return preferred if number == wanted else replace(preferred, **{name: number})
    return least_commitment(offers)
