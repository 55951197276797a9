"""A list of all rulesets, with a summary of the selected one beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from risk_tui.data.clean_text import printable
from risk_tui.text.rulebook import (
    ListedRuleset,
    by_family,
    describe_player_count,
    differences,
    list_rulesets,
)
from risk_tui.tui.widgets.menu import BRIGHT, DIM, HEAD, WARM, Item, Menu

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.app import ComposeResult
    from textual.binding import BindingType


class RulesetPicker(Horizontal):
    """The list and the summary; messages come from its ``Menu``.

    The summary lists how a ruleset differs from the ``preferred`` one: the one that was played
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
        self._listed = {ruleset.name: ruleset for ruleset in list_rulesets()}
        self._preferred = preferred

    @property
    def selected_ruleset(self) -> ListedRuleset | None:
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
        self._show_summary()

    def on_menu_moved(self) -> None:
        self._show_summary()

    def action_read(self, step: int) -> None:
        """Scroll the summary a page on or back."""
        text = self.query_one(VerticalScroll)
        text.scroll_relative(y=step * max(text.size.height - 1, 1), animate=False)

    def _show_summary(self) -> None:
        selected = self.selected_ruleset
        self.query_one(VerticalScroll).scroll_home(animate=False)
        summary = self._summary(selected) if selected else Text("There are no rulesets.")
        self.query_one(Static).update(summary)

    def _summary(self, selected: ListedRuleset) -> RenderableType:
        if selected.ruleset is None:
            return Text(printable(selected.problem), WARM)
        ruleset = selected.ruleset
        text = Text.assemble(
            (f"{printable(ruleset.title)}\n", f"bold {BRIGHT}"),
            printable(ruleset.about, 1000),
            (f" For {describe_player_count(ruleset)}.", DIM),
        )
        preferred = self._listed.get(self._preferred)
        if preferred is None or preferred.ruleset is None or preferred is selected:
            return text
        text.append(f"\n\nHOW IT DIFFERS FROM {printable(preferred.ruleset.title).upper()}", HEAD)
        grid = Grid.grid(padding=(0, 1))
        for difference in differences(preferred.ruleset, ruleset):
            # Where there is no sentence, another of the ruleset's sentences replaces it.
            if difference.other:
                grid.add_row(Text("·", HEAD), Text(printable(difference.other)))
        return Group(text, grid)


def _items(rulesets: list[ListedRuleset]) -> list[Item]:
    items = [Item("", Text("RULES", f"bold {HEAD}"), heading=True)]
    for family, members in by_family(rulesets):
        items.append(Item("", Text(printable(family), DIM), heading=True))
        for ruleset in members:
            text = Text(printable(ruleset.ruleset.title)) if ruleset.ruleset else None
            items.append(Item(ruleset.name, text or Text(printable(ruleset.name), WARM)))
    return items
