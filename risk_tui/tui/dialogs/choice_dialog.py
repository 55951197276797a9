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
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.hooks import Answer
    from risk_tui.tui.dialogs.choices import Choices


class ChoiceDialog(RiskDialog[Action | None]):
    """Returns the action that was picked, or ``None`` when it is put off.

    A key only marks its answer, and Enter takes what is marked: at first the ``usual`` action, or
    else the first. A ``guarded`` dialog, for right after somebody else's decision, opens with
    nothing marked: an Enter too many does no harm.
    """

    DEFAULT_CSS = """
    ChoiceDialog { align: center middle; background: $house-veil; }
    ChoiceDialog > Vertical {
        width: 76; max-width: 95%; height: auto; padding: 1 2;
        background: $house-bar; border: round $house-gold; border-title-color: $house-gold;
    }
    ChoiceDialog Static { height: auto; }
    ChoiceDialog #note { color: $house-warn; }
    ChoiceDialog OptionList { height: auto; max-height: 11; margin-top: 1; }
    ChoiceDialog OptionList, ChoiceDialog OptionList:focus { background: $house-bar; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "To the map"),
        Binding("j", "move(1)", "Down"),
        Binding("k", "move(-1)", "Up"),
    ]

    def __init__(
        self, choices: Choices, usual: Action | None = None, *, guarded: bool = False
    ) -> None:
        super().__init__()
        self._usual = usual
        self._choices = choices
        self._answers: Sequence[Answer] = choices.answers
        self._guarded = guarded
        self._options = OptionList(markup=False)
        self._note = Static(id="note", markup=False)

    def compose(self) -> ComposeResult:
        with Vertical() as box:
            box.border_title = self._choices.title
            box.border_subtitle = "↑↓ or its key marks · Enter takes it · Esc: to the map"
            yield Static(self._choices.text)
            yield self._options
            self._note.display = False
            yield self._note

    def on_mount(self) -> None:
        self._set_answers(self._choices.answers)
        if self._guarded:
            self._options.highlighted = None

    def _set_answers(self, answers: Sequence[Answer]) -> None:
        self._answers = answers
        options = [Text(f"{answer.key}  {answer.words}") for answer in answers]
        self._options.clear_options().add_options(options)
        matches = [
            index
            for index, answer in enumerate(answers)
            if answer.action and answer.action == self._usual
        ]
        self._options.highlighted = matches[0] if matches else 0

    def on_key(self, event: events.Key) -> None:
        """Mark the answer whose key it is; the first Enter only marks when nothing is marked."""
        if event.key == "enter" and self._options.highlighted is None:
            event.stop()
            event.prevent_default()
            self._options.highlighted = 0
        for index, answer in enumerate(self._answers):
            if answer.key == event.character and event.is_printable:
                event.stop()
                self._options.highlighted = index

    def action_move(self, step: int) -> None:
        """Mark the answer above or below."""
        (self._options.action_cursor_down if step > 0 else self._options.action_cursor_up)()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        answer = self._answers[event.option_index]
        if answer.action is not None:
            self.dismiss(answer.action)
        elif answer.consequence:
            self._set_answers(answer.consequence)
        else:
            self._note.update(f"\n{answer.refusal}")
            self._note.display = True
