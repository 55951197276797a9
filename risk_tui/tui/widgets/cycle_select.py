"""A field that holds one of several values, changed with left and right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from risk_tui.tui.widgets.menu import BRIGHT, DIM, HEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from textual import events
    from textual.binding import BindingType


class CycleSelect(Widget, can_focus=True):
    """A field shown as ``‹ value ›``. Values that are not ``allowed`` are passed over."""

    DEFAULT_CSS = """
    CycleSelect { height: 1; width: 24; background: $house-field; }
    CycleSelect:focus { background: $house-picked; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "turn(-1)", "Previous", show=False),
        Binding("right,l,space", "turn(1)", "Next", show=False),
    ]

    value: reactive[str] = reactive("")
    """The value that is shown."""

    @dataclass
    class Changed(Message):
        """Another value was chosen by the player."""

        choice: CycleSelect
        before: str

    def __init__(
        self,
        values: Mapping[str, Text | str],
        value: str,
        *,
        allowed: Callable[[str], bool] | None = None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._values = dict(values)
        self._allowed = allowed
        self.value = value if value in self._values else next(iter(self._values), "")

    def set_text(self, value: str, text: Text | str) -> None:
        """Show this value by another text from now on."""
        self._values[value] = text
        self.refresh()

    def render(self) -> Text:
        value = self._values.get(self.value, "")
        text = Text(value) if isinstance(value, str) else value.copy()
        if not text.style:
            text.style = BRIGHT if self.has_focus else ""
        room = max(self.size.width - 4, 1)
        text.truncate(room, overflow="ellipsis", pad=True)
        arrows = HEAD if self.has_focus else DIM
        return Text.assemble(("‹ ", arrows), text, (" ›", arrows), no_wrap=True, end="")

    def action_turn(self, step: int) -> None:
        """Show the next value in a direction that is allowed, or else simply the next."""
        keys = list(self._values)
        if len(keys) < 2:
            return
        index = keys.index(self.value) if self.value in keys else 0
        others = [keys[(index + step * distance) % len(keys)] for distance in range(1, len(keys))]
        allowed = self._allowed or (lambda _: True)
        before = self.value
        self.value = next((value for value in others if allowed(value)), others[0])
        self.post_message(self.Changed(self, before))

    def on_click(self, event: events.Click) -> None:
        self.action_turn(-1 if event.x < 2 else 1)
