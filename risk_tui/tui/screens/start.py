"""The title screen, with the name over a map of dots.

It is the first screen. While players look at it, a thread imports the rules and all variants.
"""

from __future__ import annotations

import re
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _
from risk_tui.errors import RiskError
from risk_tui.rules.titles import translated_title
from risk_tui.saves.folder import SavedGame, last_unfinished
from risk_tui.table.seats import spell_game
from risk_tui.text.time_phrases import progress
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.menu import MARK, Item, Menu
from risk_tui.tui.screens.base import RiskScreen
from risk_tui.tui.screens.key_help import KeyHelp
from risk_tui.tui.text_widgets import KeyBar, Notice
from risk_tui.tui.theme.palette import HEAD, SEA, SEAT_COLOURS, tint
from risk_tui.tui.theme.styles import DIM, fit

MENU_WIDTH = 62
"""The columns of the menu."""

OTHER_ROWS = 10
"""Rows of the title screen below the map: the menu, the keys and blank rows."""


class World(NamedTuple):
    """A map of the world in dots with the title, and its width in columns."""

    rows: list[str]
    columns: int


class TitleArt(Widget):
    """The largest map of dots that fits above the menu, with the name over it."""

    DEFAULT_CSS = "TitleArt { width: 100%; height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._worlds = _read_worlds()
        self._width = 0
        self._strips: list[Strip] = []

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._world(viewport).rows)

    def render_line(self, y: int) -> Strip:
        if self._width != self.size.width or len(self._strips) != self.size.height:
            self._width = self.size.width
            self._strips = self._draw(self._world(self.screen.size), self._width)
        return self._strips[y] if y < len(self._strips) else Strip.blank(self._width)

    def _world(self, room: Size) -> World:
        """Return the largest world that fits, or else the southern rows of the smallest one.

        If the smallest one is too wide, too, only its middle is drawn.
        """
        height = room.height - OTHER_ROWS
        fitting = [
            world
            for world in self._worlds
            if len(world.rows) <= height and world.columns <= room.width
        ]
        if fitting:
            return fitting[-1]
        smallest = self._worlds[0]
        return smallest._replace(rows=smallest.rows[-max(height, 1) :])

    def _draw(self, world: World, width: int) -> list[Strip]:
        rows, columns = world
        sea_style = Style(bgcolor=SEA.hex)
        styles = {
            name[0]: Style(color=tint(colour, "quiet").hex, bgcolor=SEA.hex)
            for name, colour in SEAT_COLOURS.items()
        }
        styles["t"] = Style(color=HEAD.hex, bgcolor=SEA.hex)  # The title.
        margin = Segment(" " * max((width - columns) // 2, 0), sea_style)
        strips, cut = [], max(columns - width, 0) // 2
        for text in rows:
            runs = re.findall("([a-z]?)([^a-z]+)", text)
            segments = [Segment(signs, styles.get(letter, sea_style)) for letter, signs in runs]
            strip = Strip([margin, *segments]).crop(cut, cut + width)
            strips.append(strip.adjust_cell_length(width, sea_style))
        return strips


def _read_worlds() -> list[World]:
    """Read the worlds, smallest first."""
    text = (Path(__file__).parent.parent / "world.txt").read_text(encoding="utf-8")
    worlds = []
    for part in text.split("\n\n")[1:]:
        visible = re.sub("[a-z]", "", part)  # Letters only set the colour of the next signs.
        worlds.append(World(part.splitlines(), max(map(len, visible.splitlines()))))
    return worlds


class StartScreen(RiskScreen, KeyHelp):
    """The first screen: the title and the main menu."""

    DEFAULT_CSS = f"""
    StartScreen > Vertical {{ align: center middle; }}
    StartScreen Menu {{ width: {MENU_WIDTH}; }}
    StartScreen Notice {{ text-align: center; }}
    """
    KEY_HELP = (
        ("↑↓", N_("move")),
        ("Enter", N_("choose")),
        (
            "letters",
            N_("go to the next item that starts with the letter; choose it if it is the only one"),
        ),
        ("q", N_("quit")),
        (":", N_("commands, which work in a game; there, :help lists them")),
    )
    BINDINGS = [
        ("q", "app.quit"),
        ("colon", "command_help"),
    ]

    def __init__(self, problem: str = "") -> None:
        super().__init__()
        self._problem = problem
        """The problem that ended the game at a table, if there was one."""
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
                KeyHint("↑↓", _("move"), "up down"),
                KeyHint("Enter", _("choose"), "enter"),
                KeyHint(_("letters"), _("jump or choose"), ""),
                KeyHint("q", _("quit"), "q"),
            ]
        )

    def on_mount(self) -> None:
        self._say(self._problem)
        # Import in a thread, so that the menu reacts to keys; start it after the first frame.
        self.call_after_refresh(Thread(target=_load_rules, name="load rules").start)

    def on_screen_suspend(self) -> None:
        self._was_suspended = True

    def on_screen_resume(self) -> None:
        if self._was_suspended:
            # Games may have been started or deleted meanwhile.
            menu = self.query_one(Menu)
            menu.set_items(self._items(), menu.selected.key if menu.selected else None)
            self._was_suspended = False

    def _items(self) -> list[Item]:
        self._last = last_unfinished()
        items = [_item(key, _(label), _(hint)) for key, (label, hint) in _ITEMS.items()]
        if self._last is not None:
            game = spell_game(self._last, ascii=self.risk.mode.ascii)
            items.insert(0, _continue_item(game, min(MENU_WIDTH, self.app.size.width)))
        return items

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        self._say("")
        try:
            self._open(event.item.key)
        except RiskError as error:
            self._say(error)

    def _open(self, key: str) -> None:
        """Open what an item of the menu names.

        Raises:
            RiskError: If the game cannot be opened.
        """
        if key != "quit":
            _load_rules()
        match key:
            case "continue" if self._last is not None:
                self.risk.open_game(self._last.path)
            case "new":
                from risk_tui.tui.screens.new_game import NewGameScreen

                self.app.push_screen(NewGameScreen())
            case "learn":
                from risk_tui.table.lesson import Lesson

                self.risk.open_lesson(Lesson())
            case "resume":
                from risk_tui.tui.screens.saved_games import SavedGamesScreen

                self.app.push_screen(SavedGamesScreen())
            case "players":
                from risk_tui.tui.screens.statistics import StatisticsScreen

                self.app.push_screen(StatisticsScreen())
            case "rules":
                from risk_tui.tui.screens.ruleset_viewer import RulesetsScreen

                self.app.push_screen(RulesetsScreen())
            case "settings":
                from risk_tui.tui.screens.settings import SettingsScreen

                self.app.push_screen(SettingsScreen())
            case "quit":
                self.app.exit()

    def action_command_help(self) -> None:
        """Show the help to a player who types a command."""
        from risk_tui.tui.dialogs.text_dialogs import TypedHelpDialog

        self.app.push_screen(TypedHelpDialog(_("Help"), self.help_text(), small=True))

    def _say(self, problem: object) -> None:
        """Show a problem. Without one, hide the row of the notice."""
        notice = self.query_one(Notice)
        notice.say(problem)
        notice.display = bool(problem)


def _load_rules() -> None:
    """Import the rules and all variants, or wait for the thread that does."""
    from risk_tui.engine.variant import all_variants

    all_variants()


_ITEMS = {
    "new": (N_("New game"), N_("players, rules and board")),
    "learn": (N_("Learn"), N_("interactive tutorial")),
    "resume": (N_("Resume…"), N_("all saved games")),
    "players": (N_("Players"), N_("player statistics")),
    "rules": (N_("Rules"), N_("the rules of each edition")),
    "settings": (N_("Settings"), N_("bots, dice, folders")),
    "quit": (N_("Quit"), ""),
}
"""The label and the hint of each item of the menu."""


def _label_width() -> int:
    """Return the columns for the labels, which are longer in some languages."""
    return max(11, *(len(_(label)) + 2 for label, _hint in _ITEMS.values()))


def _item(key: str, label: str, hint: str) -> Item:
    return Item(key, Text.assemble(f"{label:<{_label_width()}}", (hint, DIM)))


_MIN_TITLE = 8
"""The columns of a ruleset's title that are left if a player's name is very long."""


def _continue_item(game: SavedGame, width: int) -> Item:
    """Return the item of the last game. In a narrow menu the title of its rules is cut."""
    summary = game.summary
    below = Text()
    if summary is not None:
        state = f" · {printable(progress(summary))}"
        if summary.to_move:
            state += " · " + _("{name} to move", name=printable(summary.to_move))
        title = printable(translated_title(summary.ruleset))
        room = width - len(MARK) - _label_width() - 1
        if cell_len(title + state) > room:
            title = fit(title, max(room - cell_len(state), _MIN_TITLE))
        below = Text(" " * _label_width() + title + state, DIM)
    label = f"{_('Continue'):<{_label_width()}}"
    return Item("continue", Text.assemble(label, printable(game.name)), below=below)
