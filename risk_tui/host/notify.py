"""Notify absent players that it is their move, with a command that the host chooses.

Texts that a player could choose, such as names, are passed only in the command's environment, so
that no shell of ours interprets them. A command that takes too long is killed, with all processes
of its group.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import printable
from risk_tui.data.files import overwrite, read_file
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.saves.guest_list import login_names
from risk_tui.table.seats import PERSON
from risk_tui.text.prompts import prompt_for

if TYPE_CHECKING:
    from risk_tui.table.table import Table

COMMAND_SECONDS = 30.0
"""Seconds after which a command is killed."""

_MAX_BYTES = 1_000_000
"""The most bytes of the file with the last notifications; a longer one is ignored."""


def split_command(text: str) -> list[str]:
    """Split the command of the settings into words, as a shell does.

    Raises:
        RiskError: If a quote is not closed.
    """
    try:
        return shlex.split(text)
    except ValueError as error:
        raise RiskError(_("the setting 'notify' can't be read: {error}", error=error)) from None


class Notifier:
    """Calls the command once for each decision of a player who is not at the table.

    The last notification of each seat is stored in a file, so that it survives a restart.
    """

    def __init__(
        self,
        command: list[str],
        minutes: int,
        path: Path,
        log: Callable[[str], None],
        run: Callable[[list[str], dict[str, str]], str] | None = None,
    ) -> None:
        """Make a notifier.

        Args:
            command: The words of the command; empty for none.
            minutes: The least minutes between two calls for the same player at the same table.
            path: The file with the last calls.
            log: Called with a line for the host.
            run: Runs a command with an environment; returns the problem, or "".
        """
        self._command, self._minutes, self._path, self._log = command, minutes, path, log
        self._run = run or run_command
        self._last_calls = _read_calls(path)
        """For each game and seat: the number of steps before the decision of the last call, and the
        time of that call (ISO 8601).
        """
        self._last_seen: dict[str, tuple[int, datetime]] = {}
        """For each game and seat: the number of steps, and the time, when its player last had to
        decide at the table.
        """

    def notify_if_due(self, table: Table, now: datetime) -> None:
        """Notify the player who has to decide, unless they are at the table.

        A player who was notified less than ``minutes`` ago, or left the table less than ``minutes``
        ago without deciding, is notified at a later call.
        """
        decision = table.decision
        if not self._command or decision is None or not table.seats[decision.seat].is_person:
            return
        key = f"{table.path}|{decision.seat}"
        step, last = self._last_calls.get(key, (-1, ""))
        if step == table.steps:
            return
        if table.seating.is_taken(decision.seat):
            self._last_seen[key] = table.steps, now  # Their terminal shows it.
            return
        seen_step, seen = self._last_seen.get(key, (-1, now))
        recent = [seen] if seen_step == table.steps else []
        recent += [datetime.fromisoformat(last)] if last else []
        if any(now - time < timedelta(minutes=self._minutes) for time in recent):
            return
        self._last_calls[key] = table.steps, now.isoformat()
        with suppress(OSError):
            overwrite(self._path, json.dumps(self._last_calls).encode())
        self._call(table, decision.seat)

    def _call(self, table: Table, seat: int) -> None:
        decision, clock, name = table.decision, table.clock.state, table.seats[seat].name
        assert decision is not None
        people = [other.given_name for other in table.seats if other.first == PERSON]
        logins = dict(zip(people, login_names(people), strict=True))
        environment = {
            "RISK_TUI_GAME": printable(table.name),
            "RISK_TUI_NAME": printable(name),
            "RISK_TUI_LOGIN": logins.get(table.seats[seat].given_name, ""),
            "RISK_TUI_ASKED": printable(prompt_for(decision, table.view(None), table.seats)),
            "RISK_TUI_DEADLINE": clock.deadline if clock is not None else "",
        }

        def run() -> None:
            problem = self._run(self._command, {**os.environ, **environment})
            slots = {"game": table.name, "name": name}
            self._log(
                _("{game}: {name} could not be notified: {problem}", problem=problem, **slots)
                if problem
                else _("{game}: {name} was told that it is their move", **slots)
            )

        Thread(target=run, daemon=True).start()


def _read_calls(path: Path) -> dict[str, tuple[int, str]]:
    """Read the file with the last notifications; without a valid one, there are none."""
    with suppress(OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        data = json.loads(read_file(path, _MAX_BYTES))
        calls = {str(key): (int(step), str(at)) for key, (step, at) in data.items()}
        if all(not at or datetime.fromisoformat(at).tzinfo for _step, at in calls.values()):
            return calls
    return {}


def run_command(command: list[str], environment: dict[str, str]) -> str:
    """Run a command in a process group of its own; return the problem, or ""."""
    try:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        return printable(error)
    try:
        code = process.wait(COMMAND_SECONDS)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return _(
            "the command took more than {command_seconds} s",
            command_seconds=f"{COMMAND_SECONDS:.0f}",
        )
    return _("the command ended with code {code}", code=code) if code else ""
