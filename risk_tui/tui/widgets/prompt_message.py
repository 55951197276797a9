"""What the bottom line says while nothing is typed there."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from risk_tui.text.wrapping import columns, wrap
from risk_tui.tui.theme.styles import CALM, WARNING


@dataclass(frozen=True)
class PromptMessage:
    """A message; behind a refusal it says once more what is asked, so that nothing hides that."""

    text: str = ""
    is_warning: bool = False
    asked: str = ""
    """What is asked of whoever was refused something."""

    def rows(self, width: int, names: tuple[str, ...]) -> list[Text]:
        """The rows of the bottom line: one if it all fits in ``width`` columns, behind a space."""
        style = WARNING if self.is_warning else CALM
        if self.asked and columns(f"{self.text} · {self.asked}") <= width:
            return [Text.assemble((f" {self.text}", style), (f" · {self.asked}", CALM), end="")]
        parts = [(self.text, style), *([(self.asked, CALM)] if self.asked else [])]
        return [
            Text.assemble((f" {line}", part_style), end="")
            for text, part_style in parts
            for line in wrap_prompt(text, width, names)
        ]


def wrap_prompt(text: str, width: int, names: tuple[str, ...], room: int = 0) -> list[str]:
    """The lines of a text, the last of them with ``room`` for what is typed behind it."""
    width = max(width, 20)
    if room and columns(text) + room > width:
        width -= room
    return wrap(text.strip(), width, names, hang=False)
