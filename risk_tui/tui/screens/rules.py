"""What a ruleset says, sentence by sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.table import Table as Grid
from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from risk_tui.engine.house_rules import changed_keys
from risk_tui.engine.telling import told_fields
from risk_tui.language.rulebook import chapters
from risk_tui.literal import literal
from risk_tui.tui.screens.base import RiskScreen
from risk_tui.tui.widgets.bars import KeyBar, Notice, TopBar
from risk_tui.tui.widgets.menu import BRIGHT, DIM, HEAD, WARM
from risk_tui.tui.widgets.rulesets import RulesetPicker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.language.rulebook import Chapter


class RulesScreen(RiskScreen):
    """The rules of one ruleset, and what else a table agreed on; without one, all to pick from."""

    DEFAULT_CSS = """
    RulesScreen { align-horizontal: center; }
    #rules { align-horizontal: center; }
    #rules Static { height: auto; max-width: 90; padding: 0 2 0 3; }
    #rules .section { margin: 1 0 0 0; }
    #pick { padding: 1 1 0 1; max-width: 116; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "Back", show=False),
        Binding("j", "scroll(1)", "Down", show=False),
        Binding("k", "scroll(-1)", "Up", show=False),
        Binding("space", "page", "Page down", show=False),
    ]

    def __init__(self, ruleset: Ruleset | None = None, agreed: str = "") -> None:
        super().__init__()
        self._ruleset = ruleset
        self._agreed = agreed

    def compose(self) -> ComposeResult:
        if self._ruleset is None:
            yield TopBar("Rules")
            with Vertical(id="pick"):
                yield RulesetPicker(self.risk.settings.ruleset)
                yield Notice()
            keys = [("↑↓", "move", ""), ("Enter", "read them", "enter"), ("Esc", "back", "escape")]
            yield KeyBar(keys)
            return
        ruleset = self._ruleset
        yield TopBar(f"Rules: {literal(ruleset.title)}")
        with VerticalScroll(id="rules"):
            yield Static(_head(ruleset, self._agreed), classes="section", markup=False)
            for chapter in chapters(ruleset):
                told = _section(chapter, told_fields(getattr(ruleset, chapter.key)))
                yield Static(told, classes="section", markup=False)
            yield Static("", markup=False)
        yield KeyBar(
            [
                ("↑↓ jk", "scroll", ""),
                ("PgUp PgDn", "page", ""),
                ("Home End", "top, bottom", ""),
                ("Esc", "back", "escape"),
            ]
        )

    def on_menu_chosen(self) -> None:
        chosen = self.query_one(RulesetPicker).chosen
        if chosen is None:
            return
        if chosen.ruleset is None:
            self.query_one(Notice).say(chosen.problem)
        else:
            self.app.push_screen(RulesScreen(chosen.ruleset))

    def on_menu_moved(self) -> None:
        self.query_one(Notice).say("")

    def action_back(self) -> None:
        """To the screen before."""
        if self.is_current:
            self.dismiss()

    def action_scroll(self, lines: int) -> None:
        """A line up or down."""
        for text in self.query("#rules"):
            text.scroll_relative(y=lines, animate=False)

    def action_page(self) -> None:
        """A page on."""
        for text in self.query("#rules"):
            text.scroll_page_down(animate=False)


def _head(ruleset: Ruleset, agreed: str) -> Text:
    head = Text.assemble(
        (literal(ruleset.title), f"bold {BRIGHT}"),
        (f"   {literal(ruleset.family)}\n", DIM),
        literal(ruleset.about, 1000),
    )
    if any(changed_keys(source) for source in ruleset.sources.values()):
        head.append("\n* changed for this game", WARM)
    if agreed:
        head.append(f"\n{agreed}", WARM)
    return head


def _section(chapter: Chapter, told: Mapping[str, str]) -> Grid:
    """A heading, its sentences with a dot before each, and where they come from.

    What was changed for this game has a star instead, and is said however usual it is.
    """
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column(ratio=1)
    top = Grid.grid()
    top.add_row(Text(literal(chapter.heading).upper(), f"bold {HEAD}"))
    changed = changed_keys(chapter.source)
    for name, sentence in told.items():
        if name in changed:
            grid.add_row(Text("*", WARM), Text(literal(sentence), WARM))
        elif sentence in chapter.sentences:
            grid.add_row(Text("·", HEAD), Text(literal(sentence)))
    if chapter.source:
        grid.add_row("", Text(f"Source: {literal(chapter.source)}", f"italic {DIM}"))
    top.add_row(grid)
    return top
