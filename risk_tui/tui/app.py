"""The Textual app, which opens the screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textual import events
from textual.driver import Driver
from textual.screen import Screen

from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.data.settings import Settings
from risk_tui.errors import RiskError
from risk_tui.saves.errors import display_name
from risk_tui.tui.terminal.browser_page import page_driver_class
from risk_tui.tui.terminal.terminal_app import TerminalApp
from risk_tui.tui.theme.display_mode import DisplayMode, is_in_browser

if TYPE_CHECKING:
    from risk_tui.table.lesson import Lesson
    from risk_tui.table.table import Table
    from risk_tui.tui.keymap import Keymap


class RiskApp(TerminalApp):
    """The Textual app.

    Args:
        table: The table to show.
        opening: Opens the first screen; by default this is the table or the title screen.
        settings: The settings of the player; by default they are loaded.
        mode: The colours and signs of the terminal.
        keymap: The player's keys; by default the default keys.
    """

    CSS_PATH = "risk.tcss"

    def __init__(
        self,
        table: Table | None = None,
        *,
        opening: Callable[[RiskApp], object] | None = None,
        settings: Settings | None = None,
        mode: DisplayMode | None = None,
        keymap: Keymap | None = None,
    ) -> None:
        guest = table is not None and table.seating.is_guest
        super().__init__(settings=settings, mode=mode, keymap=keymap, guest=guest)
        self._table = table
        self._opening = opening

    def on_mount(self) -> None:
        if self._opening is not None:
            self._opening(self)
        elif self._table is not None:
            self.open_table(self._table)
        else:
            self.leave_table()

    def get_driver_class(self) -> type[Driver]:
        """Return our driver class for a browser page or a Unix terminal, otherwise Textual's."""
        driver = super().get_driver_class()
        if is_in_browser(self._environ):
            return page_driver_class(self.screen_diff, lambda: bool(self.exit_message))
        try:
            from risk_tui.tui.terminal.driver import risk_driver_class
        except ImportError:
            return driver  # This system has no such driver.
        return risk_driver_class(driver)

    def _use_mode(self, mode: DisplayMode) -> None:
        if self._table is not None:
            from risk_tui.table.seats import spell_names

            spell_names(self._table.seats, ascii=mode.ascii)
        super()._use_mode(mode)

    def leave_table(self, problem: str = "") -> None:
        from risk_tui.tui.screens.start import StartScreen

        if not self.guest:
            self._table = None
            self._show(StartScreen(problem))
            return
        self.exit_message = printable(problem)
        self.exit(return_code=2 if problem else 0)

    def open_new_game(self, changes: Mapping[str, object]) -> None:
        """Show the new-game screen over the title screen, with these changed rules."""
        from risk_tui.tui.screens.new_game import NewGameScreen

        self.leave_table()
        self.push_screen(NewGameScreen(changes=changes))

    def begins_line(self, event: events.Key) -> bool:
        from risk_tui.tui.game.game_screen import GameScreen

        action = self.keymap.action_of(event.key, event.character or "")
        return isinstance(self.screen, GameScreen) and action == "command"

    def open_table(self, table: Table) -> None:
        from risk_tui.table.seats import spell_names
        from risk_tui.tui.game.game_screen import GameScreen

        self._table = table
        spell_names(table.seats, ascii=self.mode.ascii)
        self._show(GameScreen(table))

    def open_lesson(self, lesson: Lesson) -> None:
        """Show a first game with its lesson."""
        from risk_tui.tui.game.game_screen import GameScreen

        self._table = lesson.table if lesson.kept else None
        self._show(GameScreen(lesson.table, lesson))

    def _show(self, screen: Screen[Any]) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def finish_game(self) -> str:
        table = self._table
        if table is None:
            return ""
        try:
            table.ledger.checkpoint()
        except RiskError as error:
            return "" if self.exit_message else str(error)
        if table.decision is None:
            return ""
        if table.seating.is_guest:
            return _("The game is saved. Join again to continue")
        game = printable(display_name(table.path))
        return _("The game is saved. To continue: risk-tui resume {game}", game=game)
