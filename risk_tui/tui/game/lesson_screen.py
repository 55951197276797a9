"""The game screen of a first game: the table, with what to do now beside or over the map.

Where the map is small it covers the end of the side panel, else the sea in the South.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.widgets import Static

from risk_tui.table.lesson import KEYS, WELCOME
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.theme.styles import DIM, HEAD, STRONG

if TYPE_CHECKING:
    from textual.geometry import Size

    from risk_tui.table.lesson import Lesson


class LessonScreen(GameScreen):
    """Shows each step of a lesson until it is done; the keys are those of any game."""

    DEFAULT_CSS = """
    LessonScreen #middle { layers: map lesson; }
    LessonScreen #lesson {
        layer: lesson; dock: bottom; height: auto; padding: 0 1; background: $house-bar;
    }
    LessonScreen.wide #lesson { margin: 0 36 0 0; }
    LessonScreen.huge #lesson { margin: 0 48 0 0; }
    """

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.table)
        self._lesson = lesson
        self._panel = Static(id="lesson", markup=False)

    def _apply_size(self, size: Size) -> None:
        super()._apply_size(size)
        # Beside a small map, else below a larger one.
        self._panel.styles.margin = None if size.width >= 120 else (0, 0, 0, size.width - 22)

    def on_mount(self) -> None:
        self.query_one("#middle").mount(self._panel)
        from risk_tui.tui.dialogs.text_dialogs import TextDialog

        text = Text(f"{WELCOME}\n\n{self.risk.keymap.fill(KEYS)}")
        self.open(TextDialog("Your first game", text, small=True))

    def on_unmount(self) -> None:
        self._lesson.close()

    def show(self) -> None:
        self._show_instruction()
        super().show()

    def shows_hints(self) -> bool:
        return self._lesson.is_over and self.risk.settings.hints != "off"

    def show_log(self, lines: int | None = None) -> None:
        super().show_log(lines)
        self._lesson.has_looked_at("log")

    def _show_instruction(self) -> None:
        instruction = self._lesson.instruction()
        text = Text(instruction.heading, HEAD).append(f"  {instruction.why}", DIM)
        if instruction.how.keys:
            text.append(f"\n{self.risk.keymap.fill(instruction.how.keys)}", STRONG)
        self._panel.display = not self._lesson.is_over
        if text != self._panel.content:
            self._panel.update(text)
