"""Wrappers for untrusted bots: they report faults, and let another bot answer instead."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from threading import Thread
from typing import Any

from risk_tui.bots.base import (
    Bot,
    BotFault,
    BotStopped,
    Choice,
    ReasoningBot,
    choose_with_reason,
    close,
    hurry,
    is_offered,
)
from risk_tui.bots.reasons import read_reason
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, format_number
from risk_tui.engine.actions import ACTIONS, UnreadableAction, action_fields, read_action
from risk_tui.engine.decisions import Decision
from risk_tui.engine.view import View

MAX_FAULTS = 3
"""Faults in a row after which a bot is replaced for the rest of the game."""

TIME_LIMIT = 5.0
"""Default seconds for a bot's decision."""

HURRIED_LIMIT = 1.0
"""Seconds for an answer after a player asks a bot to hurry."""

_MAX_PROBLEM = 160
_POLL_SECONDS = 0.05
"""Seconds between checks of the time that is left, which a request to hurry shortens."""


class GuardedBot(ReasoningBot):
    """A program or a ``TimedBot``, and a bot that answers in its place after a fault.

    ``tell`` is called with a line about the first fault, and when the bot is replaced for good. In
    these lines ``name`` is the seat's name, and ``player`` describes the bot.
    """

    def __init__(
        self, bot: Bot, replacement_bot: Bot, name: str, player: str, tell: Callable[[str], None]
    ) -> None:
        self._bot = bot
        self._replacement_bot = replacement_bot
        self._name, self._player = name, player
        self._tell = tell
        self._is_replaced = False
        self._has_reported = False
        self._faults_in_a_row = 0

    def consider(self, view: View, decision: Decision) -> Choice:
        """Return the choice of the bot, or of its replacement."""
        if not self._is_replaced:
            try:
                choice = choose_with_reason(self._bot, view, decision)
            except BotFault as fault:
                self._handle_fault(fault)
            except Exception as error:  # The code of a bot may raise anything.
                self._handle_fault(failure(error))
            else:
                self._faults_in_a_row = 0
                return choice
        return choose_with_reason(self._replacement_bot, view, decision)

    def hurry(self) -> None:
        """Ask the bot in charge to answer soon."""
        hurry(self._replacement_bot if self._is_replaced else self._bot)

    def _handle_fault(self, fault: BotFault) -> None:
        """Count and report a fault; replace the bot for good if it can't continue."""
        self._faults_in_a_row += 1
        slots = {
            "name": self._name,
            "player": self._player,
            "problem": printable(fault, _MAX_PROBLEM),
        }
        if isinstance(fault, BotStopped) or self._faults_in_a_row >= MAX_FAULTS:
            self._is_replaced = True
            close(self._bot)
            self._tell(
                _("{name}'s player, {player}, {problem}: a built-in bot takes over", **slots)
            )
        elif not self._has_reported:
            self._tell(_("{name}'s player, {player}, {problem}: a built-in bot answered", **slots))
        self._has_reported = True


def read_choice(kind: str, values: Mapping[str, Any], reason: object, view: View) -> Choice:
    """Return a choice from untrusted data, without its reason if the view does not confirm that.

    Args:
        kind: The kind of the action.
        values: The fields of the action.
        reason: The data of its reason, if any, as for ``read_reason``.
        view: The view of the bot's seat.

    Raises:
        BotFault: If the action is invalid or illegal.
    """
    try:
        action = read_action(kind, values)
    except UnreadableAction as error:
        raise BotFault(_("chose an invalid action"), _("it {error}", error=error)) from None
    if not is_offered(action, view.offers):
        raise BotFault(_("chose an illegal action"), repr(action))
    return Choice(action, read_reason(reason, view, action))


def _checked(choice: Choice, view: View) -> Choice:
    """Check the choice of a package's bot as ``read_choice`` checks that of a program.

    Raises:
        BotFault: If it is not a choice, or its action is invalid or illegal.
    """
    action = choice.action if isinstance(choice, Choice) else None
    if action is None or type(action) is not ACTIONS.get(action.kind):
        raise BotFault(_("answered without an action"), type(choice).__name__)
    reason = choice.reason
    data = None if reason is None else {"kind": reason.kind, **asdict(reason)}
    return read_choice(action.kind, action_fields(action), data, view)


def late_answer(limit: float | None) -> str:
    """Describe a missing answer after ``limit`` seconds; after a hurry if ``limit`` is ``None``."""
    if limit is None:
        return _("did not answer quickly")
    return _("gave no answer in {limit} s", limit=format_number(limit, "g"))


def failure(error: BaseException) -> BotFault:
    """Return the fault of a bot that raised an exception."""
    return BotFault(_("failed: {name}", name=type(error).__name__), error)


class TimedBot(ReasoningBot):
    """A bot of another package, run in a thread because it may never answer."""

    def __init__(self, bot: Bot, limit: float = TIME_LIMIT) -> None:
        self._bot = bot
        self._limit = limit
        self._end = 0.0
        """The end of the time for the answer, by the monotonic clock."""

    def consider(self, view: View, decision: Decision) -> Choice:
        """Return the choice of the bot.

        A thread can't be stopped, so a late bot is never asked again.

        Raises:
            BotFault: If it fails.
            BotStopped: If it is late.
        """
        answers: list[Choice | BotFault] = []

        def think() -> None:
            try:  # Check in this thread, because reading an answer may run the package's code.
                answers.append(_checked(choose_with_reason(self._bot, view, decision), view))
            except BotFault as fault:
                answers.append(fault)
            except BaseException as error:  # A bot must not end the program by SystemExit.
                answers.append(failure(error))

        thread = Thread(target=think, daemon=True)
        end = self._end = time.monotonic() + self._limit
        thread.start()
        while not answers and (seconds_left := self._end - time.monotonic()) > 0:
            thread.join(min(_POLL_SECONDS, seconds_left))
        if not answers:
            raise BotStopped(late_answer(self._limit if self._end == end else None))
        if isinstance(answer := answers[0], BotFault):
            raise answer
        return answer

    def hurry(self) -> None:
        """Ask the bot to answer soon, and shorten the time limit."""
        self._end = min(self._end, time.monotonic() + HURRIED_LIMIT)
        with suppress(BaseException):
            hurry(self._bot)
