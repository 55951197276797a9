"""The Textual app: which screen is shown, and how the program ends."""

from __future__ import annotations

import asyncio
import codecs
import signal
import traceback
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding

from risk_tui.settings import Settings, load_settings

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.binding import BindingType

    from risk_tui.table.table import Table


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
    ]

    def __init__(
        self,
        table: Table | None = None,
        *,
        new_game: bool = False,
        settings: Settings | None = None,
    ) -> None:
        super().__init__()
        self._first_table = table
        self._new_game = new_game
        self.settings = settings or load_settings()

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


def _take_any_byte() -> None:
    """A byte that is not UTF-8 (noise on a line, another encoding) must not end the program."""
    try:
        from textual.drivers import linux_driver
    except ImportError:
        return  # not on this system
    decoder = partial(codecs.getincrementaldecoder("utf-8"), errors="replace")
    vars(linux_driver)["getincrementaldecoder"] = lambda _: decoder


def run(
    table: Table | None = None, *, new_game: bool = False, settings: Settings | None = None
) -> int:
    """Run the app; the exit code for the shell."""
    _take_any_byte()
    app = RiskApp(table, new_game=new_game, settings=settings)
    app.run()
    return app.return_code or 0
