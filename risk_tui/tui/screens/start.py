"""The title screen. It is shown first; what a game needs is imported while it is looked at."""

from __future__ import annotations

from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Center, Vertical

from risk_tui.data.clean_text import printable
from risk_tui.errors import RiskError
from risk_tui.saves.folder import last_unfinished
from risk_tui.text.words import progress
from risk_tui.tui.screens.base import RiskScreen
from risk_tui.tui.widgets.menu import DIM, Item, Menu
from risk_tui.tui.widgets.title_art import TitleArt
from risk_tui.tui.widgets.title_bars import KeyBar, Notice

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.saves.folder import SavedGame


class StartScreen(RiskScreen):
    """The first screen: the title and the main menu."""

    DEFAULT_CSS = """
    StartScreen > Vertical { align: center middle; }
    StartScreen Menu { width: 62; }
    StartScreen Notice { text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "app.quit", "Quit", show=False),
    ]

    def __init__(self, problem: str = "") -> None:
        super().__init__()
        self._problem = problem
        """The reason why a table was left, if not by choice."""
        self._last: SavedGame | None = None
        self._was_suspended = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield TitleArt()
            yield Notice()
            with Center():
                yield Menu(self._items(), letters=True)
        yield KeyBar(
            [
                ("↑↓", "move", ""),
                ("Enter", "choose", "enter"),
                ("letters", "jump", ""),
                ("q", "quit", "q"),
            ]
        )

    def on_mount(self) -> None:
        self._say(self._problem)
        # In a thread, as keys have to move the menu meanwhile.
        self.risk.call_once_drawn(Thread(target=_load_rules, name="load rules").start)

    def on_screen_suspend(self) -> None:
        self._was_suspended = True

    def on_screen_resume(self) -> None:
        if self._was_suspended:
            # Games may have been begun or deleted meanwhile.
            menu = self.query_one(Menu)
            menu.set_items(self._items(), menu.selected.key if menu.selected else None)
            self._was_suspended = False

    def _items(self) -> list[Item]:
        self._last = last_unfinished()
        items = [
            _item("new", "New game", "choose rules, map and players"),
            _item("learn", "Learn", "a first game that shows how"),
            _item("resume", "Resume…", "all saved games"),
            _item("players", "Players", "who won how often"),
            _item("rules", "Rules", "what each edition says"),
            _item("settings", "Settings", "computer players, dice, folders"),
            _item("quit", "Quit", ""),
        ]
        if self._last is not None:
            items.insert(0, _continue(self._last))
        return items

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        self._say("")
        if event.item.key != "quit":
            _load_rules()
        match event.item.key:
            case "continue":
                self._continue()
            case "new":
                from risk_tui.tui.screens.new_game import NewGameScreen

                self.app.push_screen(NewGameScreen())
            case "learn":
                self._learn()
            case "resume":
                from risk_tui.tui.screens.saved_games import SavedGamesScreen

                self.app.push_screen(SavedGamesScreen())
            case "players":
                from risk_tui.tui.screens.statistics import StatisticsScreen

                self.app.push_screen(StatisticsScreen())
            case "rules":
                from risk_tui.tui.screens.ruleset_viewer import RulesetViewer

                self.app.push_screen(RulesetViewer())
            case "settings":
                from risk_tui.tui.screens.settings import SettingsScreen

                self.app.push_screen(SettingsScreen())
            case "quit":
                self.app.exit()

    def _say(self, problem: object) -> None:
        """Show what is wrong; without anything wrong the menu needs the row."""
        notice = self.query_one(Notice)
        notice.say(problem)
        notice.display = bool(problem)

    def _learn(self) -> None:
        from risk_tui.table.lesson import Lesson

        try:
            self.risk.open_lesson(Lesson())
        except RiskError as error:
            self._say(error)

    def _continue(self) -> None:
        if self._last is None:
            return
        try:
            self.risk.open_game(self._last.path)
        except RiskError as error:
            self._say(error)


def _load_rules() -> None:
    """Import the rules and all variants, or wait for the thread that does."""
    import_module("risk_tui.registry")


def _item(key: str, label: str, hint: str) -> Item:
    return Item(key, Text.assemble(f"{label:<11}", (hint, DIM)))


def _continue(game: SavedGame) -> Item:
    summary = game.summary
    below = Text()
    if summary is not None:
        parts = [printable(summary.ruleset), printable(progress(summary))]
        if summary.to_move:
            parts.append(f"{printable(summary.to_move)} to move")
        below = Text(" " * 11 + " · ".join(parts), DIM)
    return Item("continue", Text.assemble(f"{'Continue':<11}", printable(game.name)), below=below)
