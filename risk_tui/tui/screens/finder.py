"""Every action and command that makes sense now, found by typing the beginning of a word."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from risk_tui.language.commands import known
from risk_tui.tui.hands.keys import useful
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.widgets.menu import Item, Menu
from risk_tui.tui.words import DIM, STRONG

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.view import View
    from risk_tui.tui.hands.keys import Keymap

_WIDTH = 14
"""Columns for the name of an action or command."""


def findable(view: View, mine: bool, keymap: Keymap, *, advice: bool = True) -> list[Item]:
    """The actions that have anything to do now, then the commands, which begin with a colon.

    Without ``advice`` nothing that tells odds is found.
    """
    items = [
        Item(
            key.action,
            _row(key.action, keymap.fill(key.help)),
            aside=Text(keymap.signs(key.action), STRONG),
        )
        for key in useful(view, mine, advice=advice)
    ]
    kind = view.decision.kind if mine and view.decision is not None else ""
    for command in known(view.ruleset, advice=advice):
        if not command.kinds or kind in command.kinds:
            start = command.name if command.usage == command.name else f"{command.name} "
            items.append(Item(f":{start}", _row(f":{command.name}", command.summary)))
    return items


def _begins(item: Item, word: str) -> bool:
    """Whether any word of a line begins so; commands are found without their colon too."""
    return any(_named(each, word) for each in item.text.plain.casefold().split())


def _named(name: str, word: str) -> bool:
    return name.startswith((word, f":{word}"))


def _row(name: str, told: str) -> Text:
    return Text.assemble((f"{name:<{_WIDTH}}", STRONG), (told, DIM))


class Finder(RiskDialog[str | None]):
    """Gives back the action that was found, or a command to be typed on, with its colon."""

    DEFAULT_CSS = """
    Finder { align: center middle; background: $house-veil; }
    Finder > Vertical {
        width: 78; max-width: 95%; height: auto; padding: 0 1;
        background: $house-bar; border: round $house-gold; border-title-color: $house-gold;
    }
    Finder Input, Finder Input:focus {
        height: 1; border: none; padding: 0 1; margin: 0 0 1 0; background: $house-field;
    }
    Finder Menu { height: auto; max-height: 14; background: $house-bar; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back"),
        Binding("up,shift+tab", "step(-1)", "Up", priority=True),
        Binding("down,tab", "step(1)", "Down", priority=True),
        Binding("pageup", "page(-1)", "Page up", priority=True),
        Binding("pagedown", "page(1)", "Page down", priority=True),
    ]

    def __init__(self, items: Sequence[Item]) -> None:
        super().__init__()
        self._items = items

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = "Find an action or a command"
            box.border_subtitle = "type what it begins with · ↑↓ · Enter does it · Esc: back"
            field = Input(compact=True, max_length=40)
            field.cursor_blink = False
            yield field
            yield Menu(self._items)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what holds every word that was typed; what begins with the first comes first."""
        words = event.value.casefold().split()
        found = [item for item in self._items if all(_begins(item, word) for word in words)]
        if words:
            found.sort(key=lambda item: not _named(item.key, words[0]))
        nothing = Item("", Text("nothing is called so", DIM), heading=True)
        self.query_one(Menu).set_items(found or [nothing])

    def on_input_submitted(self) -> None:
        """Do what is marked."""
        item = self.query_one(Menu).selected
        if item is not None:
            self.dismiss(item.key)

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Do what was clicked."""
        self.dismiss(event.item.key)

    def action_step(self, step: int) -> None:
        """One line up or down."""
        self.query_one(Menu).action_step(step)

    def action_page(self, step: int) -> None:
        """Some lines up or down."""
        self.query_one(Menu).action_page(step)
