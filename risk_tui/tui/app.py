"""The Textual app: which screen is shown, and how the program ends."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

# How many colours there are is decided by our filters; what they let through is written as it is.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"

from textual.app import App
from textual.binding import Binding

from risk_tui import faults
from risk_tui.literal import literal
from risk_tui.saves.errors import called
from risk_tui.settings import Settings, keymap_path, load_settings
from risk_tui.tui.palette import HOUSE
from risk_tui.tui.terminal.filters import filters_for, veil
from risk_tui.tui.terminal.leaving import Leaving
from risk_tui.tui.terminal.mode import Mode, mode_of
from risk_tui.tui.terminal.shadow import Shadow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import RenderableType
    from textual import events
    from textual.binding import BindingType
    from textual.driver import Driver
    from textual.filter import LineFilter

    from risk_tui.table.table import Table
    from risk_tui.tui.hands.keys import Keymap


class RiskApp(App[None]):
    """risk-tui on a terminal. With a table it goes straight to the board.

    ``new_game`` opens the form for a new game at once.
    """

    TITLE = "risk-tui"
    CSS_PATH = "risk.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+l", "redraw", "Draw the screen anew", show=False, priority=True),
    ]

    def __init__(
        self,
        table: Table | None = None,
        *,
        new_game: bool = False,
        settings: Settings | None = None,
        mode: Mode | None = None,
        keymap: Keymap | None = None,
    ) -> None:
        self.mode = mode or Mode()
        self._environ = dict(os.environ)
        """As it was: Textual takes NO_COLOR away."""
        self._line_filters = filters_for(self.mode)
        super().__init__()
        self.shadow = Shadow()
        self.leaving = Leaving(self._leave, self.part)
        self.parting = ""
        """What is said on the terminal when it has been given back."""
        self._parted = False
        self._table: Table | None = None
        self._players_keymap = keymap
        self._first_table = table
        self._new_game = new_game
        self.guest = table is not None and table.guest
        """Whether this terminal has no business beyond its one table."""
        self.settings = settings or load_settings()

    @property
    def keymap(self) -> Keymap:
        """Which key does what, and how it is written in this mode."""
        from risk_tui.tui.hands.keys import DEFAULT

        keymap = self._players_keymap or DEFAULT
        return keymap.in_ascii if self.mode.ascii else keymap

    def on_mount(self) -> None:
        if not self.is_headless:
            asyncio.get_running_loop().set_exception_handler(self._loop_fault)
        self.animation_level = "none"
        if self._first_table is not None:
            self.open_table(self._first_table)
        else:
            self.show_title()
        if self._new_game:
            from risk_tui.tui.screens.new_game import NewGameScreen

            self.push_screen(NewGameScreen())

    def use_setting(self, name: str) -> None:
        """Draw everything as a setting (``colours``, ``signs`` or ``theme``) says from now on."""
        told = mode_of(self.settings, self._environ)
        self.mode = replace(self.mode, **{name: getattr(told, name)})
        self._line_filters = filters_for(self.mode)
        self.refresh_css(animate=False)
        self.redraw()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line goes through on its way to the terminal."""
        return self._line_filters

    def get_css_variables(self) -> dict[str, str]:
        """The house's colours, as ``$house-sea``, and the veil over what is behind a dialog."""
        house = {f"house-{name}": colour.hex for name, colour in HOUSE.items()}
        return super().get_css_variables() | house | {"house-veil": veil(self.mode)}

    def get_driver_class(self) -> type[Driver]:
        """The terminal's driver; on Unix it asks for no more of the mouse than clicks."""
        driver = super().get_driver_class()
        try:
            from risk_tui.tui.terminal.driver import thrifty
        except ImportError:
            return driver  # not on this system
        return thrifty(driver)

    def redraw(self) -> None:
        """Write the whole screen again: nobody knows what the terminal shows."""
        self.shadow.forget()
        self.screen.refresh()

    def action_redraw(self) -> None:
        """The key that every terminal program has for a garbled screen."""
        self.redraw()

    def on_resize(self, event: events.Resize) -> None:
        """What the terminal shows after a change of size is its own affair."""
        self.shadow.forget()
        if self.screen_stack and event.size == self.size:
            # It was another size for a moment, and Textual would leave it at that.
            self.screen.refresh()

    def show_title(self) -> None:
        """The title screen, whatever was there before; a guest's program ends instead."""
        self.leave_table()

    def leave_table(self, problem: str = "") -> None:
        """Back to the title screen, which tells a problem if there was one."""
        from risk_tui.tui.screens.title import TitleScreen

        if not self.guest:
            self._table = None
            self._show(TitleScreen(problem))
            return
        self.parting = literal(problem)
        self.exit(return_code=2 if problem else 0)

    def open_game(self, path: Path) -> None:
        """Sit down at a saved game. Raises ``RiskError``."""
        from risk_tui.table.table import Table

        table = Table.open(path)
        table.prove_pictures()
        self.open_table(table)

    def open_table(self, table: Table) -> None:
        """Sit down at a table."""
        from risk_tui.tui.screens.game import GameScreen

        self._table = table
        self._show(GameScreen(table))

    def _show(self, screen: object) -> None:
        from textual.screen import Screen

        assert isinstance(screen, Screen)
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    # The end

    def exit(
        self,
        result: None = None,
        return_code: int = 0,
        message: RenderableType | None = None,
    ) -> None:
        """Leave the program, soon."""
        self.leaving.hurry(return_code)
        super().exit(result, return_code, message)

    def _leave(self, code: int) -> None:
        self.exit(return_code=code)

    def part(self) -> None:
        """Give the terminal back and say on it what the player has to know; once."""
        if self._parted:
            return
        self._parted = True
        if self._driver is not None and hasattr(self._driver, "give_back"):
            self._driver.give_back()
        words = ". ".join(each for each in (self.parting, _farewell(self._table)) if each)
        if words and not getattr(self._driver, "gone", False):
            with suppress(OSError, ValueError):
                print(words, flush=True)
        self.leaving.done()

    def _handle_exception(self, error: Exception) -> None:
        """A fault in the program: one line for the player, the traceback in a log file."""
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
            self.parting = faults.told(faults.record(error))
            self.leaving.hurry(1)
        self._close_messages_no_wait()

    def fault_elsewhere(self, error: BaseException) -> None:
        """A fault in a thread ends the program as any other does."""
        loop = self._loop
        if loop is None or not isinstance(error, Exception):
            faults.record(error)
            return
        with suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(self._handle_exception, error)

    def _loop_fault(self, loop: object, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Exception):
            # A callback is a part of what is played; a task that nobody waits for is not.
            (self._handle_exception if "handle" in context else faults.record)(error)

    def _print_error_renderables(self) -> None:
        """Nothing of Textual's: the last words are ours."""
        self._exit_renderables.clear()


def _farewell(table: Table | None) -> str:
    """How to play on with the game at a table."""
    if table is None or table.decision is None:
        return ""
    if table.guest:
        return "The game is saved. Come back the way you came"
    return f"The game is saved. Play on with: risk-tui resume {literal(called(table.path))}"


def run(
    table: Table | None = None,
    *,
    new_game: bool = False,
    settings: Settings | None = None,
    mode: Mode | None = None,
) -> int:
    """Run the app; the exit code for the shell."""
    settings = settings or load_settings()
    mode = mode or mode_of(settings, os.environ)
    keymap = None
    if keymap_path().exists():
        from risk_tui.tui.hands.keymap import load_keymap

        keymap = load_keymap()
    app = RiskApp(table, new_game=new_game, settings=settings, mode=mode, keymap=keymap)
    faults.keep_off_the_screen(app.fault_elsewhere)
    try:
        app.run()
    finally:
        app.part()
    return app.return_code or app.leaving.code or 0
