"""All rulesets, with what the selected one says about itself beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from risk_tui.language.rulebook import differences
from risk_tui.language.shelf import Listed, by_family, listed, players_told
from risk_tui.literal import literal
from risk_tui.tui.widgets.menu import BRIGHT, DIM, HEAD, WARM, Item, Menu

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.app import ComposeResult
    from textual.binding import BindingType


class RulesetPicker(Horizontal):
    """The list and the summary. Its menu's messages tell what happens.

    The summary says how a ruleset differs from the ``preferred`` one: the one that was played
    last, which the players know.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "read(-1)", "Read back", show=False),
        Binding("right", "read(1)", "Read on", show=False),
    ]

    DEFAULT_CSS = """
    RulesetPicker { height: 1fr; }
    RulesetPicker Menu { width: 40%; max-width: 60; height: 1fr; }
    RulesetPicker VerticalScroll { width: 1fr; height: 1fr; padding: 0 0 0 2;
        }
    RulesetPicker Static { height: auto; max-width: 76; }
    """

    def __init__(self, preferred: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._listed = {each.name: each for each in listed()}
        self._preferred = preferred

    @property
    def chosen(self) -> Listed | None:
        """The ruleset that is selected."""
        item = self.query_one(Menu).selected
        return self._listed.get(item.key) if item else None

    def compose(self) -> ComposeResult:
        menu = Menu()
        menu.set_items(_items(list(self._listed.values())), self._preferred)
        yield menu
        with VerticalScroll(can_focus=False):
            yield Static(markup=False)

    def on_mount(self) -> None:
        self._tell()

    def on_menu_moved(self) -> None:
        self._tell()

    def action_read(self, step: int) -> None:
        """On or back in the summary."""
        text = self.query_one(VerticalScroll)
        text.scroll_relative(y=step * max(text.size.height - 1, 1), animate=False)

    def _tell(self) -> None:
        chosen = self.chosen
        self.query_one(VerticalScroll).scroll_home(animate=False)
        told = self._summary(chosen) if chosen else Text("There are no rulesets.")
        self.query_one(Static).update(told)

    def _summary(self, chosen: Listed) -> RenderableType:
        if chosen.ruleset is None:
            return Text(literal(chosen.problem), WARM)
        ruleset = chosen.ruleset
        text = Text.assemble(
            (f"{literal(ruleset.title)}\n", f"bold {BRIGHT}"),
            literal(ruleset.about, 1000),
            (f" For {players_told(ruleset)}.", DIM),
        )
        known = self._listed.get(self._preferred)
        if known is None or known.ruleset is None or known is chosen:
            return text
        text.append(f"\n\nHOW IT DIFFERS FROM {literal(known.ruleset.title).upper()}", HEAD)
        grid = Grid.grid(padding=(0, 1))
        for difference in differences(known.ruleset, ruleset):
            # What it is silent about, another of its sentences has replaced.
            if difference.other:
                grid.add_row(Text("·", HEAD), Text(literal(difference.other)))
        return Group(text, grid)


def _items(found: list[Listed]) -> list[Item]:
    items = [Item("", Text("RULES", f"bold {HEAD}"), heading=True)]
    for family, members in by_family(found):
        items.append(Item("", Text(literal(family), DIM), heading=True))
        for each in members:
            text = Text(literal(each.ruleset.title)) if each.ruleset else None
            items.append(Item(each.name, text or Text(literal(each.name), WARM)))
    return items
