"""The lines at the top and the bottom of a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

from risk_tui.data.clean_text import printable
from risk_tui.tui.widgets.menu import BRIGHT, DIM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events


Key: TypeAlias = tuple[str, str, str]
"""A key's label, what it does, and the key that a click on it presses (perhaps none)."""


class TopBar(Widget):
    """The screen's title at the left, and something less important at the right."""

    DEFAULT_CSS = "TopBar { height: 1; width: 100%; dock: top; background: $house-bar; }"

    def __init__(self, title: str, aside: str = "risk-tui") -> None:
        super().__init__()
        self._title = title
        self._aside = aside

    def retitle(self, title: str) -> None:
        """Show another title."""
        if title != self._title:
            self._title = title
            self.refresh()

    def render(self) -> Text:
        title = Text(f" {self._title}", style=f"bold {BRIGHT}", no_wrap=True, end="")
        aside = Text(f"{self._aside} ", style=DIM)
        title.truncate(max(self.size.width - aside.cell_len - 2, 1), overflow="ellipsis")
        title.append(" " * (self.size.width - title.cell_len - aside.cell_len))
        return title.append_text(aside)


class Notice(Static):
    """A message of one or two lines about what just happened or could not."""

    DEFAULT_CSS = """
    Notice { height: auto; min-height: 1; max-height: 2; color: $house-warn; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)

    def say(self, text: object) -> None:
        """Show a text, without characters that cannot be shown."""
        self.update(printable(text))


class KeyBar(Widget):
    """The line at the bottom with the keys that work now; the last ones where there is room."""

    DEFAULT_CSS = "KeyBar { height: 1; width: 100%; dock: bottom; background: $house-bar; }"

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self._keys = tuple(keys)

    def show(self, keys: Sequence[Key]) -> None:
        """Show these keys."""
        if self._keys != tuple(keys):
            self._keys = tuple(keys)
            self.refresh()

    def render(self) -> Text:
        line, gap = Text(" ", no_wrap=True, end=""), " " * self._gap
        for label, meaning, _ in self._keys:
            key = Text().append(label, f"bold {BRIGHT}").append(f" {meaning}{gap}", DIM)
            if line.cell_len + key.cell_len - len(gap) > self.size.width:
                break
            line.append_text(key)
        if line.cell_len > self.size.width:
            line.right_crop(len(gap))
        return line

    @property
    def _gap(self) -> int:
        """The columns between two keys: fewer where they would not all fit."""
        needed = sum(Text(f"{label} {meaning}").cell_len for label, meaning, _ in self._keys)
        return 3 if 1 + needed + 3 * (len(self._keys) - 1) <= self.size.width else 2

    def on_click(self, event: events.Click) -> None:
        end = 1
        for label, meaning, key in self._keys:
            start, end = end, end + Text(f"{label} {meaning}").cell_len + self._gap
            if key and start <= event.x < end - self._gap + 1:
                self.app.simulate_key(key)
