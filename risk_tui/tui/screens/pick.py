"""A question with a few answers, one below the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from risk_tui.engine.actions import Action
from risk_tui.tui.screens.base import RiskDialog

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.tui.choices import Choices


class Pick(RiskDialog[Action | None]):
    """Gives back the action that was picked, or ``None`` when it is put off."""

    DEFAULT_CSS = """
    Pick { align: center middle; background: #0b1521 60%; }
    Pick > Vertical {
        width: 68; max-width: 95%; height: auto; padding: 1 2;
        background: #16263a; border: round #ffdd80; border-title-color: #ffdd80;
    }
    Pick Static { height: auto; }
    Pick #note { color: #ffb86b; }
    Pick OptionList { height: auto; max-height: 8; margin-top: 1; }
    Pick OptionList, Pick OptionList:focus { background: #16263a; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "To the map"),
        Binding("j", "move(1)", "Down"),
        Binding("k", "move(-1)", "Up"),
    ]

    def __init__(self, choices: Choices) -> None:
        super().__init__()
        self._choices = choices
        self._cards: list[Action] = []
        """What an answer that needs a second one can mean."""

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self._choices.title
            box.border_subtitle = "↑↓ or its key · Enter: take it · Esc: to the map"
            yield Static(self._choices.text)
            lines = [Text(f"{each.key}  {each.words}") for each in self._choices.answers]
            yield OptionList(*lines, markup=False)
            note = Static(id="note", markup=False)
            note.display = False
            yield note

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def on_key(self, event: events.Key) -> None:
        """The key of an answer goes to the next one that has it; a letter takes it at once."""
        answers, options = self._choices.answers, self.query_one(OptionList)
        if self._cards:
            return
        found = [place for place, each in enumerate(answers) if each.key == event.character]
        if found and event.is_printable:
            event.stop()
            here = options.highlighted or 0
            options.highlighted = next((each for each in found if each > here), found[0])
            if event.key.isalpha():
                options.action_select()

    def action_move(self, step: int) -> None:
        """Another answer under the mark."""
        options = self.query_one(OptionList)
        (options.action_cursor_down if step > 0 else options.action_cursor_up)()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if self._cards:
            self.dismiss(self._cards[event.option_index])
            return
        answer = self._choices.answers[event.option_index]
        if len(answer.actions) == 1:
            self.dismiss(answer.actions[0][1])
        elif not answer.actions:
            note = self.query_one("#note", Static)
            note.update(f"\n{answer.refusal}")
            note.display = True
        else:
            self._cards = [action for _, action in answer.actions]
            event.option_list.clear_options()
            event.option_list.add_options([Text(words) for words, _ in answer.actions])
            event.option_list.highlighted = 0
