"""The Textual app: which screen is shown, and how the program ends."""

from __future__ import annotations

import asyncio
import os
import signal
import traceback
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

# How many colours there are is decided by our filters; what they let through is written as it is.
os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"

from textual.app import App
from textual.binding import Binding

from risk_tui.settings import Settings, keymap_path, load_settings
from risk_tui.tui.palette import HOUSE
from risk_tui.tui.terminal.filters import filters_for, veil
from risk_tui.tui.terminal.mode import Mode, mode_of
from risk_tui.tui.terminal.shadow import Shadow

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        self._players_keymap = keymap
        self._first_table = table
        self._new_game = new_game
        self.settings = settings or load_settings()

    @property
    def keymap(self) -> Keymap:
        """Which key does what, and how it is written in this mode."""
        from risk_tui.tui.hands.keys import DEFAULT

        keymap = self._players_keymap or DEFAULT
        return keymap.in_ascii if self.mode.ascii else keymap

    def on_mount(self) -> None:
        self._leave_well()
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
        """The title screen, whatever was there before."""
        from risk_tui.tui.screens.title import TitleScreen

        self._show(TitleScreen())

    def open_table(self, table: Table) -> None:
        """Sit down at a table."""
        from risk_tui.tui.screens.game import GameScreen

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

    def _leave_well(self) -> None:
        # Textual would die of these without giving the terminal back.
        loop = asyncio.get_running_loop()
        for name in ("SIGHUP", "SIGTERM"):
            if hasattr(signal, name) and not self.is_headless:
                number = getattr(signal, name)
                loop.add_signal_handler(number, self.exit, None, 128 + number)

    def panic(self, *renderables: RenderableType) -> None:
        """A fault outside the app's own tasks, told like any other."""
        self._return_code = 1
        self._fatal_error()

    def _fatal_error(self) -> None:
        """A fault in the program: one line for the player, the traceback in a log file."""
        error = self._exception
        place = _log_fault(error) if error is not None else None
        kept = f"; the details are in {place}" if place else ""
        self._exit_renderables.append(
            f"risk-tui had to stop because of a fault in the program. "
            f"Your game is saved up to its last step{kept}."
        )
        self._close_messages_no_wait()


def _log_fault(error: BaseException) -> Path | None:
    """Write a traceback, without the values of variables, to a log file; its path if possible."""
    from platformdirs import user_log_path

    try:
        folder = user_log_path("risk-tui", appauthor=False)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "fault.log"
        path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return None
    return path


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
    app.run()
    return app.return_code or 0
