"""Read typed lines, with history and completion at a terminal, and typed dice."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import termios
import time
from collections.abc import Callable
from io import TextIOWrapper
from queue import SimpleQueue
from threading import Thread
from typing import TextIO

from risk_tui.table.table import Table
from risk_tui.text.prompts import dice_prompt, parse_dice, whose_dice


def replace_errors(stream: TextIO) -> None:
    """Make a stream replace characters that it can't read or show, instead of raising.

    A stream that has been given another error handler is not changed.
    """
    if isinstance(stream, TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
        with contextlib.suppress(OSError, ValueError):
            stream.reconfigure(errors="replace")


class LineReader:
    """Reads lines one by one. ``number`` is the number of the last line, counted from 1."""

    def __init__(
        self,
        stdin: TextIO,
        stdout: TextIO,
        *,
        interactive: bool,
        complete: Callable[[str], list[str]],
    ) -> None:
        self.number = 0
        self.is_reading = False
        """True while ``next_line`` waits for a line."""
        self._stdin = stdin
        self._stdout = stdout
        self._interactive = interactive
        # Replace undecodable bytes by a mark that no command contains, instead of raising.
        replace_errors(stdin)
        self._at_terminal = interactive and stdin is sys.stdin and stdout is sys.stdout
        self._typed = ""
        """Text that was typed while no question was asked, and not entered yet."""
        self._lines_ahead: SimpleQueue[str] | None = None
        """The lines of a stream that a thread has read ahead; "" at the end of the stream."""
        if self._at_terminal:
            _enable_line_editing(complete)

    def entered_line(self) -> str | None:
        """Return a line that was entered while no question was asked; ``None`` at the end.

        The terminal has shown this line already; the line editor would show it again.
        """
        if not self._at_terminal:
            return self.next_line("")
        self.number += 1
        rest = self._stdin.readline()
        line, self._typed = self._typed + rest.rstrip("\r\n"), ""
        if not rest:
            self._stdout.write("\n")
            return None
        _add_to_history(line)
        return line

    def next_line(self, prompt: str, *, remember: bool = True) -> str | None:
        """Return the next line without its line end.

        Args:
            prompt: Shown unless the lines come from a script.
            remember: True to add the line to the history of the line editor.

        Returns:
            ``None`` at the end of the lines.
        """
        self.number += 1
        self.is_reading = True
        try:
            return self._wait_for_line(prompt, remember=remember)
        finally:
            self.is_reading = False

    def _wait_for_line(self, prompt: str, *, remember: bool) -> str | None:
        """Wait for the next line, and return it; see ``next_line``."""
        if self._at_terminal:
            try:
                line = _edit_line(prompt, self._typed)
            except EOFError:
                self._stdout.write("\n")
                return None
            finally:
                self._typed = ""
            if remember:
                _add_to_history(line)
            return line
        if self._interactive:
            self._stdout.write(prompt)
        self._stdout.flush()
        line = self._stdin.readline() if self._lines_ahead is None else self._lines_ahead.get()
        return line.rstrip("\r\n") if line else None

    def hide_typed(self) -> None:
        """Clear a half-typed line from the screen, so that news can be written there."""
        if self._at_terminal and (typed := _take_half_typed(self._stdin.fileno())):
            self._typed += typed
        if self._typed:
            self._stdout.write("\r\x1b[K")

    def show_typed(self) -> None:
        """Show the half-typed line again, below the news."""
        if self._typed:
            self._stdout.write(self._typed)
            self._stdout.flush()

    def clear_edited(self) -> str:
        """Clear the line that is being edited from the screen, and return it."""
        if not self._at_terminal:
            return ""
        self._stdout.write("\r\x1b[K")
        readline = sys.modules.get("readline")
        return readline.get_line_buffer() if readline is not None else ""

    def restore_edited(self, prompt: str, typed: str) -> None:
        """Show the prompt and the line from ``clear_edited`` again, below the news."""
        if self._at_terminal:
            self._stdout.write(f"{prompt}{typed}")
            self._stdout.flush()

    def ready(self, seconds: float) -> bool:
        """Wait for a line for at most a number of seconds.

        Returns:
            True if a line was entered, or the lines have ended.
        """
        if self._at_terminal:
            return bool(select.select([self._stdin], [], [], seconds)[0])
        if self._lines_ahead is None:
            # Reading a line from a stream blocks, so a thread does it.
            self._lines_ahead = SimpleQueue()
            Thread(target=self._read_ahead, args=(self._lines_ahead,), daemon=True).start()
        deadline = time.monotonic() + seconds
        while self._lines_ahead.empty() and time.monotonic() < deadline:
            time.sleep(seconds / 10)
        return not self._lines_ahead.empty()

    def _read_ahead(self, lines: SimpleQueue[str]) -> None:
        line = "?"
        while line:
            try:
                line = self._stdin.readline()
            except (OSError, ValueError):
                line = ""
            lines.put(line)


def _enable_line_editing(complete: Callable[[str], list[str]]) -> None:
    """Make ``input`` edit and complete lines, if the system has ``readline``."""
    try:
        import readline
    except ImportError:
        return
    matches: list[str] = []

    def candidate(text: str, state: int) -> str | None:
        if state == 0:
            # ``readline`` replaces the typed text by the common beginning of all candidates.
            lines = complete(text)
            matches[:] = [line for line in lines if line.startswith(text)] or lines[:1]
        return matches[state] if state < len(matches) else None

    readline.set_auto_history(False)
    readline.set_completer(candidate)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    # Each pasted line is a command of its own.
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")


def _edit_line(prompt: str, typed: str) -> str:
    """Let the player edit a line after a prompt, and return it; it starts with ``typed``."""
    readline = sys.modules.get("readline")
    if readline is None or not typed:
        return typed + input(prompt)
    readline.set_startup_hook(lambda: readline.insert_text(typed))
    try:
        sys.stdout.write("\r\x1b[K")  # The line editor shows the typed text instead.
        return input(prompt)
    finally:
        readline.set_startup_hook(None)


def _take_half_typed(terminal: int) -> str:
    """Take and return the text typed at a terminal since its last whole line."""
    if select.select([terminal], [], [], 0)[0]:
        return ""  # A whole line is waiting, or the end; the caller reads it later.
    try:
        before = termios.tcgetattr(terminal)
        by_character = termios.tcgetattr(terminal)
        by_character[3] &= ~(termios.ICANON | termios.ECHO)
        by_character[6][termios.VMIN] = by_character[6][termios.VTIME] = 0
        termios.tcsetattr(terminal, termios.TCSANOW, by_character)
        try:
            data = os.read(terminal, 4096)
        finally:
            termios.tcsetattr(terminal, termios.TCSANOW, before)
    except (OSError, termios.error):
        return ""
    return "".join(char for char in data.decode(errors="replace") if char.isprintable())


def _add_to_history(line: str) -> None:
    readline = sys.modules.get("readline")
    if readline is not None and line.strip():
        readline.add_history(line)


def dice_question(table: Table) -> tuple[str, str] | None:
    """Return the question for dice and the prompt of their line; ``None`` if no dice are due."""
    request = table.dice.request
    if request is None:
        return None
    question = dice_prompt(request, table.board, table.seats)
    return question, f"{whose_dice(request, table.seats)}> "


def enter_dice(table: Table, line: str) -> bool:
    """Roll the dice of a typed line.

    Returns:
        False if the line does not consist of dice, or no dice are due.

    Raises:
        RiskError: If these dice are impossible.
    """
    faces = parse_dice(line) if table.dice.request is not None else None
    if faces is None:
        return False
    table.dice.roll(faces)
    return True


def dice_seat(table: Table) -> int | None:
    """Return the seat at this terminal that types dice: the acting one, or one that rolls.

    Returns:
        ``None`` if no dice are pending, or these seats are at other terminals.
    """
    request = table.dice.request
    seats = () if request is None else (request.seat, *request.seats)
    return next((seat for seat in seats if seat in table.seating.local_seats), None)
