"""The screen with the statistics of all players of the saved games."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical

from risk_tui.data.language import N_, _, join_and
from risk_tui.story.statistics import (
    Statistics,
    notes,
    one_player,
    player_tables,
    read_results,
    title,
)
from risk_tui.tui.dialogs.text_dialogs import TextDialog
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.menu import Item, Menu
from risk_tui.tui.screens.base import ArchiveReader, RiskScreen
from risk_tui.tui.screens.key_help import KeyHelp
from risk_tui.tui.text_widgets import KeyBar, Notice, TopBar
from risk_tui.tui.theme.styles import ACCENT, BRIGHT, DIM

_MAX_WIDTH, _FRAME_WIDTH = 116, 6
"""Maximum columns of the screen, and the columns for the mark, the margins and the scroll bar."""
_PAGE_WIDTH = 90
"""Columns of the page of one player."""


class StatisticsScreen(RiskScreen, KeyHelp):
    """A table of all players. Enter opens the page of a player. A thread reads the games."""

    DEFAULT_CSS = """
    StatisticsScreen { align-horizontal: center; }
    #statistics { padding: 1 1 0 1; max-width: 116; }
    #statistics Menu { height: 1fr; }
    """
    KEY_HELP = (
        ("↑↓", N_("to the player above or below")),
        ("Enter", N_("player details")),
        ("Esc", N_("back")),
    )
    BINDINGS = [
        ("escape,q", "back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._statistics: Statistics | None = None

    def compose(self) -> ComposeResult:
        yield TopBar(_("Players"))
        with Vertical(id="statistics"):
            self._menu, self._notice = Menu(), Notice()
            yield self._menu
            yield self._notice
        yield KeyBar(
            [
                KeyHint("↑↓", _("move"), "up down"),
                KeyHint("Enter", _("a player"), "enter"),
                KeyHint("Esc", _("back"), "escape"),
            ]
        )

    def on_mount(self) -> None:
        self._reader = ArchiveReader(self, read_results, self._show_progress)
        self._show_progress()

    def on_resize(self, event: events.Resize) -> None:
        self._fill()

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        assert self._statistics is not None
        statistics = self._statistics.spelled(ascii=self.risk.mode.ascii)
        key = list(statistics.players)[int(event.item.key)]
        heading, _, *lines = one_player(statistics, key, _PAGE_WIDTH)
        self.app.push_screen(TextDialog(heading, Text("\n".join(lines))))

    def _show_progress(self) -> None:
        """Show the progress of reading, then the table."""
        reader = self._reader
        self._notice.say(reader.problem if reader.is_complete else reader.progress)
        if reader.is_complete and reader.archive is not None and not reader.problem:
            self._statistics = Statistics.of(reader.archive)
            self._fill()

    def _fill(self) -> None:
        """Show the table in the width of the terminal."""
        if self._statistics is None:
            return
        statistics = self._statistics.spelled(ascii=self.risk.mode.ascii)
        width = min(self.app.size.width, _MAX_WIDTH) - _FRAME_WIDTH
        tables = player_tables(statistics, width)
        heading, *rows = tables[0].lines if tables else [""]
        left_out = [name for table in tables[1:] for name in table.headings]
        notes_below = notes(statistics)
        if left_out:
            hidden = _("Hidden columns: {left_out} (press Enter)", left_out=join_and(left_out))
            notes_below.insert(0, hidden)
        blank = " "  # Headings start one column to the left of the rows, so one space aligns them.
        items = [
            Item("", Text(f"{blank}{title(statistics.archive)}", BRIGHT), heading=True),
            Item("", Text(), heading=True),
            Item("", Text(f"{blank}{heading}", ACCENT), heading=True),
            *(Item(str(number), Text(row)) for number, row in enumerate(rows)),
            Item("", Text(), heading=True),
            *(Item("", Text(f"{blank}{note}", DIM), heading=True) for note in notes_below),
        ]
        menu = self._menu
        menu.set_items(items, menu.selected.key if menu.selected else None)
