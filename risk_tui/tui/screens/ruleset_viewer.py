"""The rules of a ruleset, sentence by sentence, and the list of all rulesets."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from risk_tui.boards.board import Board
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import changed_keys
from risk_tui.rules.library import load_board
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.titles import translated_title
from risk_tui.text.rulebook import (
    Chapter,
    ListedRuleset,
    by_family,
    chapters,
    describe_player_count,
    differences,
    list_rulesets,
)
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.menu import Item, Menu
from risk_tui.tui.screens.base import CoveringScreen, RiskScreen
from risk_tui.tui.text_widgets import KeyBar, Notice, TopBar
from risk_tui.tui.theme.styles import ACCENT, DIM, HEAD, SECTION, WARM

_SOURCE = DIM + Style(italic=True)
"""The style of the source of a rule."""


def _summary(selected: ListedRuleset, preferred: ListedRuleset | None) -> RenderableType:
    """Return a description of a ruleset, with its differences from the preferred one."""
    if selected.ruleset is None:
        return Text(printable(selected.problem), WARM)
    ruleset = selected.ruleset
    text = Text.assemble(
        (f"{printable(selected.title)}\n", HEAD),
        printable(_(ruleset.about), 1000),
        (_(" For {player_count}.", player_count=describe_player_count(ruleset)), DIM),
    )
    if preferred is None or preferred.ruleset is None or preferred is selected:
        return text
    other = printable(preferred.title).upper()
    text.append("\n\n" + _("HOW IT DIFFERS FROM {ruleset}", ruleset=other), ACCENT)
    grid = Grid.grid(padding=(0, 1))
    for difference in differences(preferred.ruleset, ruleset):
        # A missing sentence is replaced by another one of the ruleset.
        if difference.other:
            grid.add_row(Text("·", ACCENT), Text(printable(difference.other)))
    return Group(text, grid)


def _items(rulesets: list[ListedRuleset]) -> list[Item]:
    items = []
    for family, members in by_family(rulesets):
        items.append(Item("", Text(printable(_(family)), DIM), heading=True))
        for ruleset in members:
            style = "" if ruleset.ruleset else WARM
            items.append(Item(ruleset.name, Text(printable(ruleset.title), style)))
    return items


class RulesetsScreen(RiskScreen):
    """The list of all rulesets, and a summary of the selected one, with its differences.

    The differences are those from the ruleset that the players know, because they played it last.

    Args:
        selected: The ruleset to select first; by default the one played last.
        choosing: True to choose a ruleset, whose name is returned; False only to read.
    """

    DEFAULT_CSS = """
    #pick { padding: 0 1; }
    #pick Horizontal { height: 1fr; }
    #pick Menu { width: 45%; max-width: 44; height: 1fr; }
    #pick VerticalScroll { width: 1fr; height: 1fr; margin: 1 0 0 0; padding: 0 0 0 2; }
    #pick #summary { height: auto; max-width: 100; }
    """
    BINDINGS = [
        ("escape", "back"),
        ("f2", "read"),
        ("left", "scroll_summary(-1)"),
        ("right", "scroll_summary(1)"),
    ]

    def __init__(self, selected: str = "", *, choosing: bool = False) -> None:
        super().__init__()
        self._listed = {ruleset.name: ruleset for ruleset in list_rulesets()}
        self._first = selected
        self._choosing = choosing

    def compose(self) -> ComposeResult:
        yield TopBar(_("Choose the rules") if self._choosing else _("Rules"))
        with Vertical(id="pick"):
            with Horizontal():
                menu = Menu(find=str.isalnum)
                first = self._first or self.risk.settings.ruleset
                menu.set_items(_items(list(self._listed.values())), first)
                yield menu
                with VerticalScroll(can_focus=False):
                    yield Static(id="summary", markup=False)
            yield Notice()
        keys = [
            KeyHint("↑↓", _("move"), "up down"),
            KeyHint(_("letters"), _("find"), ""),
            KeyHint("←→", _("scroll the text"), "left right"),
        ]
        if self._choosing:
            keys += [KeyHint("Enter", _("choose"), "enter"), KeyHint("F2", _("read"), "f2")]
        else:
            keys += [KeyHint("Enter", _("read"), "enter")]
        yield KeyBar([*keys, KeyHint("Esc", _("back"), "escape")])

    @property
    def _selected(self) -> ListedRuleset | None:
        """The selected ruleset."""
        item = self.query_one(Menu).selected
        return self._listed.get(item.key) if item else None

    def on_mount(self) -> None:
        self._show_summary()

    def on_menu_chosen(self) -> None:
        listed = self._selected
        if self._choosing and listed is not None:
            self.dismiss(listed.name)
        else:
            self.action_read()

    def on_menu_moved(self) -> None:
        self.query_one(Notice).say("")
        self._show_summary()

    def action_scroll_summary(self, step: int) -> None:
        """Scroll the summary a page up (-1) or down (1)."""
        text = self.query_one(VerticalScroll)
        text.scroll_relative(y=step * max(text.size.height - 1, 1), animate=False, immediate=True)

    def action_read(self) -> None:
        """Show all sentences of the selected ruleset."""
        listed = self._selected
        if listed is None:
            return
        if listed.ruleset is None:
            self.query_one(Notice).say(listed.problem)
            return
        try:
            board = load_board(listed.ruleset.board.home)
        except RiskError as error:
            self.query_one(Notice).say(str(error))
        else:
            self.app.push_screen(RulesetViewer(listed.ruleset, board))

    def _show_summary(self) -> None:
        selected, preferred = self._selected, self._listed.get(self.risk.settings.ruleset)
        self.query_one(VerticalScroll).scroll_home(animate=False)
        summary = _summary(selected, preferred) if selected else Text(_("There are no rulesets."))
        self.query_one("#summary", Static).update(summary)


class RulesetViewer(CoveringScreen):
    """The rules of one ruleset, and the options of a table.

    Args:
        ruleset: The ruleset to show.
        board: Adds the bonuses of its continents.
        players: Hides the rules that apply only to other numbers of players.
        options: A line about the options of a table.
    """

    DEFAULT_CSS = """
    RulesetViewer { align-horizontal: center; }
    #rules { align-horizontal: center; }
    #rules Static { height: auto; max-width: 90; padding: 0 2 0 3; }
    #rules .section { margin: 1 0 0 0; }
    """
    BINDINGS = [
        ("escape,q", "back"),
        ("j", "scroll(1)"),
        ("k", "scroll(-1)"),
        ("space", "page"),
    ]

    def __init__(
        self,
        ruleset: Ruleset,
        board: Board | None = None,
        players: int | None = None,
        options: str = "",
    ) -> None:
        super().__init__()
        self._ruleset = ruleset
        self._board = board
        self._players = players
        self._options = options

    def compose(self) -> ComposeResult:
        ruleset = self._ruleset
        yield TopBar(_("Rules: {ruleset}", ruleset=printable(translated_title(ruleset.title))))
        with VerticalScroll(id="rules"):
            yield Static(_head(ruleset, self._options), classes="section", markup=False)
            for chapter in chapters(ruleset, self._board, self._players):
                yield Static(_section(chapter), classes="section", markup=False)
            yield Static("", markup=False)
        yield KeyBar(
            [
                KeyHint("↑↓ jk", _("scroll"), ""),
                KeyHint("PgUp PgDn", _("page"), ""),
                KeyHint("Home End", _("top, bottom"), ""),
                KeyHint("Esc", _("back"), "escape"),
            ]
        )

    def action_scroll(self, lines: int) -> None:
        """Scroll down by a number of lines, or up if the number is negative."""
        self.query_one("#rules").scroll_relative(y=lines, animate=False, immediate=True)

    def action_page(self) -> None:
        """Scroll a page down."""
        self.query_one("#rules").scroll_page_down(animate=False)


def rule_book(ruleset: Ruleset, board: Board | None) -> RenderableType:
    """Return all rules of a ruleset as one text, without their sources."""
    sections = [_section(chapter, sources=False) for chapter in chapters(ruleset, board)]
    blank = Text()
    return Group(_head(ruleset, ""), *(part for section in sections for part in (blank, section)))


def _head(ruleset: Ruleset, options: str) -> Text:
    head = Text.assemble(
        (printable(translated_title(ruleset.title)), HEAD),
        (f"   {printable(_(ruleset.family))}\n", DIM),
        printable(_(ruleset.about), 1000),
    )
    if any(changed_keys(source) for source in ruleset.sources.values()):
        head.append(_("\n* changed for this game"), WARM)
    if options:
        head.append(f"\n{options}", WARM)
    return head


def _section(chapter: Chapter, sources: bool = True) -> Grid:
    """Return a chapter: its heading, the common rules, the rules of this edition, and the source.

    Each rule of the edition has a dot, or a star if it was changed for this game. Usual rules are
    listed only if they were changed.
    """
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(ratio=1)
    top = Grid.grid()
    top.add_row(Text(printable(chapter.heading).upper(), SECTION))
    if chapter.basics:
        top.add_row(Text(printable(chapter.basics, 1000)))
    changed = changed_keys(chapter.source)
    for name, sentence in chapter.values.items():
        if name in changed:
            grid.add_row(Text("*", WARM), Text(printable(sentence), WARM))
        elif name not in chapter.usual:
            grid.add_row(Text("·", ACCENT), Text(printable(sentence)))
    if chapter.source and sources:
        grid.add_row("", Text(_("Source: {source}", source=printable(chapter.source)), _SOURCE))
    top.add_row(grid)
    return top
