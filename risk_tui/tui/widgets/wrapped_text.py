"""Rich text that is broken into lines as wide as its widget, but never inside a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.text.wrapping import line_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, ConsoleOptions


class WrappedText:
    """A text for a ``Static``, which asks for its lines whenever it has another width."""

    def __init__(self, text: Text, names: tuple[str, ...] = ()) -> None:
        self._text = text
        self._names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield from wrapped(self._text, options.max_width, self._names)


def wrapped(text: Text, width: int, names: tuple[str, ...] = ()) -> Iterator[Text]:
    """The lines of a text in ``width`` columns; ``names`` stay whole."""
    for line in text.split("\n", allow_blank=True):
        for indent, start, end in line_spans(line.plain, width, names):
            part = line if (start, end) == (0, len(line)) else line[start:end]
            part.end = "\n"
            yield Text.assemble(" " * indent, part) if indent else part
