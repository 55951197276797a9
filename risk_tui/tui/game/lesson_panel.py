"""The part of a game screen that teaches a first game: the current step of the lesson.

On a small terminal it covers the lower right corner, where the side panel ends if it is shown; on a
wide one it covers the southern sea.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.widgets import Static

from risk_tui.data.language import _
from risk_tui.table.lesson import KEYS, WELCOME
from risk_tui.tui.dialogs.text_dialogs import TextDialog
from risk_tui.tui.screens.base import WIDTH_FOR_WIDE
from risk_tui.tui.theme.styles import DIM, HEAD, STRONG

if TYPE_CHECKING:
    from risk_tui.table.lesson import Lesson
    from risk_tui.tui.keymap import Keymap


class LessonPanel(Static):
    """Shows the current step of a lesson. All keys work as in any other game."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(id="lesson", markup=False)
        self.lesson = lesson

    def welcome_dialog(self, keymap: Keymap) -> TextDialog:
        """Return the dialog that starts the lesson."""
        text = Text(f"{_(WELCOME)}\n\n{keymap.fill(_(KEYS))}")
        return TextDialog(_("Your first game"), text, small=True)

    def fit(self, width: int) -> None:
        """Choose the position for a terminal of ``width`` columns: the corner or the map."""
        self.styles.margin = None if width >= WIDTH_FOR_WIDE else (0, 0, 0, width - 22)

    def show_step(self, keymap: Keymap) -> None:
        """Show the current instruction, or hide the panel if the lesson is over."""
        instruction = self.lesson.instruction()
        text = Text(instruction.heading, HEAD).append(f"  {instruction.why}", DIM)
        if instruction.how.keys:
            text.append(f"\n{keymap.fill(instruction.how.keys)}", STRONG)
        self.display = not self.lesson.is_over
        if text != self.content:
            self.update(text)
