"""The palette of actions and commands that make sense now, found by typing their beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from risk_tui.commands.all_commands import available_commands
from risk_tui.commands.base import AnswerCommand
from risk_tui.tui.input.offered_keys import useful_actions
from risk_tui.tui.screens.base import RiskDialog
from risk_tui.tui.theme.styles import DIM, STRONG
from risk_tui.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.view import View
    from risk_tui.tui.input.bindings import Keymap

_WIDTH = 14
"""Columns for the name of an action or command."""


def palette_items(
    view: View, local_turn: bool, keymap: Keymap, *, advice: bool = True, real_dice: bool = False
) -> list[Item]:
    """The actions that have anything to do now, then the commands, which begin with a colon.

    Without ``advice`` nothing that shows odds is among them.
    """
    items = [
        Item(
            key.action,
            _row(key.action, keymap.fill(key.help)),
            aside=Text(keymap.signs(key.action), STRONG),
        )
        for key in useful_actions(view, local_turn, advice=advice)
    ]
    for command in available_commands(view.ruleset, view.rules, advice=advice, real_dice=real_dice):
        if not issubclass(command, AnswerCommand) or (local_turn and command.answers(view)):
            start = command.name if command.usage == command.name else f"{command.name} "
            items.append(Item(f":{start}", _row(f":{command.name}", command.summary)))
    return items


def _matches(item: Item, word: str) -> bool:
    """Whether a word of an item begins with ``word``; commands match without their colon too."""
    return any(_starts_with(name, word) for name in item.text.plain.casefold().split())


def _starts_with(name: str, word: str) -> bool:
    return name.startswith((word, f":{word}"))


def _row(name: str, summary: str) -> Text:
    return Text.assemble((f"{name:<{_WIDTH}}", STRONG), (summary, DIM))


# Textual's own palette was measured: 177 ms until it is open and 32 ms for the first letter, where
# this one takes 61 ms and 15 ms.
class CommandPalette(RiskDialog[str | None]):
    """Returns the action that was picked, or the beginning of a command with its colon."""

    DEFAULT_CSS = """
    CommandPalette { align: center middle; background: $house-veil; }
    CommandPalette > Vertical {
        width: 78; max-width: 95%; height: auto; padding: 0 1;
        background: $house-bar; border: round $house-gold; border-title-color: $house-gold;
    }
    CommandPalette Input, CommandPalette Input:focus {
        height: 1; border: none; padding: 0 1; margin: 0 0 1 0; background: $house-field;
    }
    CommandPalette Menu { height: auto; max-height: 14; background: $house-bar; }
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
        """Show the items with every word that was typed; those that begin with the first lead."""
        words = event.value.casefold().split()
        matches = [item for item in self._items if all(_matches(item, word) for word in words)]
        if words:
            matches.sort(key=lambda item: not _starts_with(item.key, words[0]))
        placeholder = Item("", Text("nothing has such a name", DIM), heading=True)
        self.query_one(Menu).set_items(matches or [placeholder])

    def on_input_submitted(self) -> None:
        """Return the marked item."""
        item = self.query_one(Menu).selected
        if item is not None:
            self.dismiss(item.key)

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Return the item that was clicked."""
        self.dismiss(event.item.key)

    def action_step(self, step: int) -> None:
        """Move one line up or down."""
        self.query_one(Menu).action_step(step)

    def action_page(self, step: int) -> None:
        """Move some lines up or down."""
        self.query_one(Menu).action_page(step)
