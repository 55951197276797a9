"""The app in its terminal: settings, colours, stale keys, and the end of the program."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.binding import Binding
from textual.filter import LineFilter
from textual.geometry import Size
from textual.message_pump import MessagePump

from risk_tui.data import crash_log
from risk_tui.data.clean_text import printable
from risk_tui.data.language import spell_in_ascii
from risk_tui.data.settings import Settings, load_settings, move_signal
from risk_tui.tui.terminal.browser_page import show_on_page
from risk_tui.tui.terminal.screen_diff import ScreenDiff
from risk_tui.tui.theme.display_mode import DisplayMode, display_mode, is_in_browser
from risk_tui.tui.theme.line_filters import build_filters, scrim_colour
from risk_tui.tui.theme.palette import HOUSE

if TYPE_CHECKING:
    from risk_tui.table.lesson import Lesson
    from risk_tui.table.table import Table
    from risk_tui.tui.keymap import Keymap


GUARD = 0.3
"""Seconds that a player needs to see a new question and stop typing.

Keys pressed within this time are dropped, see ``TerminalApp.drop_keys``.
"""

MAX_LOOP_PASSES = 200
"""Maximum passes of the event loop that a key waits for the keys before it."""

MAX_WAITING = 400
"""Maximum pending messages. Keys beyond that are noise: no player types so fast."""

MAX_SIZE = Size(1000, 400)
"""Maximum columns and rows to draw; a larger size is an error or an attack."""

_NEVER_IGNORED = ("ctrl+c", "ctrl+q", "ctrl+l")
"""Keys that work at any time."""

SHUTDOWN_SECONDS = 1.5
"""Maximum seconds for an orderly end. The game is saved at every step, so nothing is lost."""

_DEADLINE_TICK = 0.1
"""Seconds between checks; each counts as this long, however late it comes."""

_SIGNALS = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")


class ShutdownHandler:
    """Handles the signals that end the program, and makes sure that it does end.

    ``exit`` starts an orderly end with an exit code; ``restore_terminal`` restores the terminal and
    prints the last messages.
    """

    def __init__(
        self, exit: Callable[[int], object], restore_terminal: Callable[[], object]
    ) -> None:
        self._exit = exit
        self._restore_terminal = restore_terminal
        self._loop: asyncio.AbstractEventLoop | None = None
        self.code: int | None = None
        """The exit code for the first signal; ``None`` before any."""
        self._exit_code = 0
        self._ticks_left = 0
        self._last_chance = False
        """True if the deadline has passed once; the second time ends the program at once."""
        self._is_finished = False

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start handling signals. Must be called in the main thread, on Unix."""
        self._loop = loop
        for name in _SIGNALS:
            signal.signal(getattr(signal, name), self._on_signal)
        signal.signal(signal.SIGALRM, self._on_tick)

    def start_deadline(self, code: int) -> None:
        """Start the time limit for an orderly end. Do nothing unless signals are handled."""
        self._exit_code = code if self.code is None else self.code
        if self._loop is not None:
            self._ticks_left = round(SHUTDOWN_SECONDS / _DEADLINE_TICK)
            signal.setitimer(signal.ITIMER_REAL, _DEADLINE_TICK, _DEADLINE_TICK)

    def finish(self) -> None:
        """Ignore signals and the deadline from now on, because the terminal is restored."""
        self._is_finished = True
        if self._loop is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            for name in _SIGNALS:
                # Python would remove a handler of its own before the process has ended.
                signal.signal(getattr(signal, name), signal.SIG_IGN)

    def _on_signal(self, number: int, frame: object) -> None:
        # This can interrupt any code, so it does as little as possible.
        if self.code is not None or self._loop is None:
            return
        self.code = 128 + number
        self.start_deadline(self.code)
        with suppress(RuntimeError):  # The loop is closed already.
            self._loop.call_soon_threadsafe(self._exit, self.code)

    def _on_tick(self, number: int, frame: object) -> None:
        self._ticks_left -= 1
        if self._ticks_left <= 0 and not self._is_finished:
            self._on_deadline()

    def _on_deadline(self) -> None:
        if self._last_chance:
            os._exit(self._exit_code)
        self._last_chance = True
        self._ticks_left = round(SHUTDOWN_SECONDS / _DEADLINE_TICK)
        try:
            self._restore_terminal()
        except BaseException:
            os._exit(self._exit_code)
        if self._is_finished:
            os._exit(self._exit_code)
        # An interrupted restore is still running: let it continue until the next deadline.


class Terminal(Protocol):
    """The parts of the terminal's driver that an app needs."""

    hung_up: bool
    """True if the terminal is gone."""

    def ask(self) -> None:
        """Ask the terminal about features that are only guessed."""

    def restore_terminal(self) -> None:
        """Restore the terminal now."""

    def write(self, data: str) -> None:
        """Write to the terminal."""


class TerminalApp(App[None]):
    """An app in a player's terminal, with their settings. Subclasses add the screens."""

    TITLE = "risk-tui"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        Binding("ctrl+q", "quit", priority=True),
        Binding("ctrl+c", "quit", priority=True),
        Binding("ctrl+l", "redraw", priority=True),
    ]

    def __init__(
        self,
        *,
        settings: Settings | None = None,
        mode: DisplayMode | None = None,
        keymap: Keymap | None = None,
        guest: bool = False,
    ) -> None:
        self.mode = mode or DisplayMode()
        spell_in_ascii(ascii=self.mode.ascii)
        self._environ = dict(os.environ)
        """The environment before Textual removes NO_COLOR from it."""
        self._line_filters = build_filters(self.mode)
        self.screen_diff = ScreenDiff()
        super().__init__()
        self._ignore_keys_until = 0.0
        """Keys pressed up to this time are ignored: they were meant for an earlier screen."""
        self._waiting_input: deque[events.Event] = deque()
        """Keys and pasted texts that wait until those before them are handled."""
        self._input_task: asyncio.Task[None] | None = None
        self.shutdown = ShutdownHandler(
            lambda code: self.exit(return_code=code), self.restore_terminal
        )
        self.exit_message = ""
        """The message to print after the terminal is restored."""
        self.terminal: Terminal | None = None
        """The app's terminal; ``None`` on a page in a browser."""
        self._terminal_restored = False
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self._has_fault = False
        self._players_keymap = keymap
        self.guest = guest
        """True if this terminal can use one table and nothing else."""
        self.settings = settings or load_settings()

    @property
    def keymap(self) -> Keymap:
        """The keymap, with names of keys for this display mode."""
        from risk_tui.tui.keymap import DEFAULT_KEYMAP

        keymap = self._players_keymap or DEFAULT_KEYMAP
        return keymap.in_ascii if self.mode.ascii else keymap

    def on_load(self) -> None:
        self._event_loop = asyncio.get_running_loop()

    def on_mount(self) -> None:
        if not self.is_headless:
            asyncio.get_running_loop().set_exception_handler(self._loop_fault)
        self.animation_level = "none"

    def apply_setting(self, name: str) -> None:
        """Apply a changed setting (``colours``, ``signs`` or ``theme``) and redraw everything."""
        mode = display_mode(self.settings, self._environ)
        guessed = (self.mode.guessed - {name}) | (mode.guessed & {name})
        self._use_mode(replace(self.mode, guessed=guessed, **{name: getattr(mode, name)}))
        if name in guessed and self.terminal is not None:
            self.terminal.ask()

    def learn_of_terminal(self, colours: str, theme: str) -> None:
        """Use the terminal's answers about its colours and theme; empty if it gave none."""
        mode = self.mode.improved(colours, theme)
        if mode != self.mode:
            self._use_mode(mode)

    def _use_mode(self, mode: DisplayMode) -> None:
        self.mode = mode
        spell_in_ascii(ascii=mode.ascii)
        self._line_filters = build_filters(self.mode)
        if self.screen_stack:  # It is empty before the first screen.
            self.refresh_css(animate=False)
            self.redraw()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that every line passes before it is written."""
        return self._line_filters

    def get_css_variables(self) -> dict[str, str]:
        """Return Textual's variables and our colours, named as in ``$house-sea``.

        ``$house-veil`` is the colour laid over the screen behind a dialog.
        """
        house = {f"house-{name}": colour.hex for name, colour in HOUSE.items()}
        return super().get_css_variables() | house | {"house-veil": scrim_colour(self.mode)}

    async def on_event(self, event: events.Event) -> None:
        """Handle an event. Keys and pasted text wait until those before them are handled.

        So a key that arrives together with one that opens a screen goes to that screen, after it is
        composed.
        """
        if isinstance(event, events.Resize):
            size = Size(*map(min, event.size, MAX_SIZE))
            event = event if size == event.size else events.Resize(size, size)
        is_input = isinstance(event, (events.Key, events.Paste)) and not event.is_forwarded
        if not is_input or (isinstance(event, events.Key) and event.key in _NEVER_IGNORED):
            await super().on_event(event)
        elif self._waiting_input or self._is_handling_input():
            self._waiting_input.append(event)
            if len(self._waiting_input) == 1:
                self._input_task = asyncio.create_task(self._take_waiting_input())
        else:
            await self._take_input(event)

    def press_again(self, event: events.Key) -> None:
        """Send a key that reached a covered screen to the screen on top."""
        key = events.Key(event.key, event.character)
        key.time = event.time
        key.set_sender(self)
        self.post_message(key)

    @property
    def is_flooded(self) -> bool:
        """True if so many messages are pending that more keys must be noise. Thread-safe."""
        screens = self.screen_stack[-1:]  # The stack is empty before the first screen is shown.
        focused = [screen.focused for screen in screens if screen.focused is not None]
        waiting = sum(pump.message_queue_size for pump in (self, *screens, *focused))
        return waiting > MAX_WAITING

    def _is_handling_input(self) -> bool:
        """Return True if an earlier key is being handled, or the screen is not mounted yet.

        A target that takes keys in order needs no waiting for earlier keys.
        """
        if not self.screen_stack:
            return False  # The app is ending.
        target = self.focused or self.screen
        if not self.screen.is_mounted or getattr(target, "takes_keys_in_order", False):
            return not self.screen.is_mounted
        return any(
            isinstance(node, MessagePump) and node.message_queue_size
            for node in target.ancestors_with_self
        )

    async def _take_waiting_input(self) -> None:
        """Handle waiting keys and pasted texts in order, one after another."""
        try:
            while self._waiting_input:
                passes = 0
                while self._is_handling_input() and (
                    passes < MAX_LOOP_PASSES or not self.screen.is_mounted
                ):
                    await asyncio.sleep(0)
                    passes += 1
                await self._take_input(self._waiting_input[0])
                self._waiting_input.popleft()
        except Exception as error:
            self._handle_exception(error)

    async def _take_input(self, event: events.Event) -> None:
        """Handle a key or pasted text, but drop a key that is stale."""
        is_dropped = isinstance(event, events.Key) and self.is_stale(event)
        if self.screen_stack and not is_dropped:  # The stack is empty after the app has ended.
            await super().on_event(event)

    def is_stale(self, event: events.Key) -> bool:
        """Return True if a key was meant for something that is no longer shown.

        A key that starts a typed line is never stale, nor are the keys after it, which belong to
        the line.
        """
        if event.time > self._ignore_keys_until or event.key in _NEVER_IGNORED:
            return False
        if self.begins_line(event):
            self._ignore_keys_until = 0.0
            return False
        return True

    def drop_keys(self) -> None:
        """Drop pending keys, because something new takes keys from now on.

        Keys pressed in the next ``GUARD`` seconds are dropped too, because no player reacts so
        fast.
        """
        self._ignore_keys_until = time.monotonic() + GUARD

    def call_for_move(self, text: str) -> None:
        """Alert the player as the settings say: with the bell, or with a notification."""
        if self.settings.bell == "on":
            self.bell()
        elif self.terminal is not None:
            self.terminal.write(move_signal(self.settings.bell, printable(text)))

    def redraw(self) -> None:
        """Write the whole screen again, even cells that the terminal should already show."""
        self.screen_diff.invalidate()
        self.screen.refresh()

    def action_redraw(self) -> None:
        """Redraw the screen, for example after it was garbled."""
        self.redraw()

    def on_resize(self, event: events.Resize) -> None:
        """Write everything again, because a change of size makes the contents unknown."""
        self.screen_diff.invalidate()
        if self.screen_stack and event.size == self.size:
            # The size changed and changed back, which Textual would ignore.
            self.screen.refresh()

    def open_game(self, path: Path) -> None:
        """Open a saved game, as ``Table.open`` does, and show it.

        Raises:
            RiskError: If the game cannot be opened.
        """
        from risk_tui.table.table import Table

        table = Table.open(path)
        table.validate_pictures()
        self.open_table(table)

    @abstractmethod
    def begins_line(self, event: events.Key) -> bool:
        """Return True if a key starts a typed line on the current screen."""

    @abstractmethod
    def open_table(self, table: Table) -> None:
        """Show the game screen of a table."""

    @abstractmethod
    def open_lesson(self, lesson: Lesson) -> None:
        """Show a first game with its lesson."""

    @abstractmethod
    def leave_table(self, problem: str = "") -> None:
        """Go back to the title screen, which shows ``problem``; a guest's program ends instead."""

    # Ending

    def finish_game(self) -> str:
        """Finish writing the game.

        Returns:
            A sentence on how to continue it, or the problem; empty if there is no game.
        """
        return ""

    def exit(
        self,
        result: None = None,
        return_code: int = 0,
        message: RenderableType | None = None,
    ) -> None:
        """End the program, by force after a deadline."""
        self.shutdown.start_deadline(return_code)
        super().exit(result, return_code, message)

    def restore_terminal(self) -> None:
        """Restore the terminal and print the last messages. Only the first call does anything."""
        if self._terminal_restored:
            return
        self._terminal_restored = True
        if self.terminal is not None:
            self.terminal.restore_terminal()
        if self.exit_message and is_in_browser(self._environ):
            self.shutdown.finish()
            show_on_page(f"risk-tui: {self.exit_message}")
            return
        message = ". ".join(part for part in (self.exit_message, self.finish_game()) if part)
        if message and not (self.terminal is not None and self.terminal.hung_up):
            with suppress(OSError, ValueError):
                print(message, flush=True)
        self.shutdown.finish()

    def _handle_exception(self, error: Exception) -> None:
        """End the program after a fault: one line for the player, the traceback in a log file."""
        if not self._has_fault:
            self._has_fault = True
            self.exit_message = crash_log.report_fault(error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End the program without Textual's traceback, which shows values of variables."""
        self.panic()

    def panic(self, *renderables: RenderableType) -> None:
        """End the program with code 1, without printing ``renderables``, which can show values."""
        self.exit(return_code=1)

    def handle_thread_fault(self, error: BaseException) -> None:
        """End the program after a fault in another thread, as after any fault."""
        loop = self._event_loop
        if loop is None or not isinstance(error, Exception):
            crash_log.log_fault(error)
            return
        with suppress(RuntimeError):  # The loop is closed if the program has ended.
            loop.call_soon_threadsafe(self._handle_exception, error)

    def _loop_fault(self, loop: object, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            # End the program only for a callback, which is part of the game, not for a task.
            (self._handle_exception if "handle" in context else crash_log.log_fault)(error)
