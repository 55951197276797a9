"""Widgets that show lines: title and footer bars, name plates, wrapped text.

``TextLines`` repaints only the rows that changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from risk_tui.data.clean_text import printable
from risk_tui.data.language import elide, message_parts, name_in_form
from risk_tui.table.seats import Seat
from risk_tui.text.wrapping import line_spans
from risk_tui.tui.key_hints import KeyHint, first_half, key_names
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, WARNING, badge_style, seat_style


def filled_text(message: str, style: str | Style = "", /, **slots: Text | str) -> Text:
    """Return a message with its slots filled. A value that is a ``Text`` keeps its own style."""
    text = Text()
    for literal, name, form, _conversion in message_parts(message):
        if name is None:
            text.append(literal, style)
            continue
        filling = slots[name]
        if isinstance(filling, str):
            filling = Text(name_in_form(filling, form), style)
        # An elision may shorten both: "de " and "le Congo" become "du " and "Congo".
        before, rest = elide(literal, filling.plain)
        text.append(before, style)
        text.append_text(filling[len(filling) - len(rest) :])
    return text


def coloured_names(parts: Iterable[str], seats: Sequence[Seat], style: str | Style = "") -> Text:
    """Return the parts of a sentence as one text, each name in bold in its seat's colour."""
    # Imported late: it loads the rules, which the title screen does not need.
    from risk_tui.text.words import SeatName

    text = Text()
    for part in parts:
        if isinstance(part, SeatName):
            text.append(part, seat_style(seats[part.seat], bold=True))
        else:
            text.append(part, style)
    return text


class TopBar(Widget):
    """The screen's title on the left, and the program's name on the right."""

    DEFAULT_CSS = "TopBar { height: 1; width: 100%; dock: top; background: $house-bar; }"

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def retitle(self, title: str) -> None:
        """Change the title."""
        if title != self._title:
            self._title = title
            self.refresh()

    def render(self) -> Text:
        title = Text(f" {self._title}", style=HEAD, no_wrap=True, end="")
        program = Text("risk-tui ", style=DIM)
        title.truncate(max(self.size.width - program.cell_len - 2, 1), overflow="ellipsis")
        title.append(" " * (self.size.width - title.cell_len - program.cell_len))
        return title.append_text(program)


class Notice(Static):
    """A message of one or two lines about the latest event or problem."""

    DEFAULT_CSS = """
    Notice { height: auto; min-height: 1; max-height: 2; color: $house-warn; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)

    def say(self, text: object) -> None:
        """Show a text without unprintable characters."""
        self.update(printable(text))


_FAMILIAR = (
    *("end.turn", "jump", "move", "next", "undo"),
    *("leave", "repeat", "plan", "cards"),
)
"""The actions whose keys a bar leaves out first if not all fit."""


def _importance(hint: KeyHint) -> int:
    """Return a number that is larger for a key that a bar leaves out later."""
    if hint.action in _FAMILIAR:
        return _FAMILIAR.index(hint.action)
    is_essential = hint.action == "help" or hint.press in ("escape", "question_mark")
    return len(_FAMILIAR) + is_essential


class KeyBar(Widget):
    """The bottom line with the keys that work; a click on a key presses it.

    If not all fit, those that players know best are left out first, then the last ones. Esc and the
    help are left out last.
    """

    DEFAULT_CSS = "KeyBar { height: 1; width: 100%; dock: bottom; background: $house-bar; }"

    def __init__(self, keys: Sequence[KeyHint], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._keys: list[KeyHint] = []
        self._problem = ""
        self.show(keys)

    def show(self, keys: Sequence[KeyHint], problem: str = "") -> None:
        """Show these keys, or a problem in their place."""
        named = [hint._replace(label=key_names(hint.label)) for hint in keys]
        if (self._keys, self._problem) != (named, problem):
            self._keys, self._problem = named, problem
            self.refresh()

    def render(self) -> Text:
        if self._problem:
            return Text(f" {self._problem}", WARNING, no_wrap=True, overflow="ellipsis", end="")
        line = Text(" ", no_wrap=True, end="")
        for start, hint in self._placed_keys():
            line.append(" " * (start - line.cell_len))
            line.append(hint.label, HEAD).append(f" {hint.meaning}" if hint.meaning else "", DIM)
        return line

    def _placed_keys(self) -> list[tuple[int, KeyHint]]:
        """Return all keys that fit, each with its first column."""
        width, keys, last_first = self.size.width - 1, list(self._keys), self._keys[::-1]
        lengths = {hint: cell_len(f"{hint.label} {hint.meaning}".rstrip()) for hint in keys}
        needed = sum(lengths.values()) + 2 * (len(keys) - 1)
        for hint in sorted(last_first, key=_importance):
            if needed > width:
                keys.remove(hint)
                needed -= lengths[hint] + 2
        gap = 3 if needed + len(keys) - 1 <= width else 2
        start, placed = 1, []
        for hint in keys:
            placed.append((start, hint))
            start += lengths[hint] + gap
        return placed

    def on_click(self, event: events.Click) -> None:
        if self._problem:
            return
        for start, hint in self._placed_keys():
            column = event.x - start
            # A click on the blank after a key counts too.
            if hint.press and 0 <= column < cell_len(f"{hint.label} {hint.meaning}") + 1:
                keys = hint.press.split()
                self.app.simulate_key(keys[0 if column < first_half(hint.label) else -1])


def name_plate(seat: Seat, *, flat: bool = False) -> Text:
    """Return a seat's name in its colours, on three lines or, if ``flat``, on one."""
    name = f"     {seat_glyph(seat.colour)}  {seat.name.upper()}     "
    blank = " " * cell_len(name)
    lines = [name] if flat else [blank, name, blank]
    return Text("\n", justify="center").join(Text(line, badge_style(seat)) for line in lines)


class LineWidget(Widget):
    """A widget without border and padding, whose rows can be redrawn one by one."""

    def refresh_rows(self, rows: Iterable[int]) -> None:
        """Redraw these rows."""
        if regions := [Region(0, row, self.size.width, 1) for row in rows]:
            self.refresh(*regions)


class TextLines(LineWidget):
    """A panel of Rich text lines, not wrapped. A line that is too long ends with an ellipsis."""

    DEFAULT_CSS = "TextLines { height: 1fr; }"

    class Resized(Message):
        """The size of the panel has changed, so a different number of lines may fit."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: list[Text] = []

    @property
    def plain_lines(self) -> list[str]:
        """The lines as plain text."""
        return [line.plain for line in self._lines]

    def show(self, lines: Sequence[Text]) -> None:
        """Show these lines from the top."""
        pairs = enumerate(zip_longest(self._lines, lines, fillvalue=Text()))
        # Rich's comparison ignores the base style.
        changed = [row for row, (old, new) in pairs if old != new or old.style != new.style]
        self._lines = list(lines)
        self.refresh_rows(changed)

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def render_line(self, y: int) -> Strip:
        background = self.rich_style
        width = self.size.width
        if y >= len(self._lines):
            return Strip.blank(width, background)
        line = self._lines[y].copy()
        line.end = ""
        line.truncate(width, overflow="ellipsis")
        if not line.spans:
            # Rich drops the style of a text without spans.
            line.stylize(line.style)
        strip = Strip(line.render(self.app.console)).adjust_cell_length(width)
        return strip.apply_style(background)


class WrappedText:
    """A text for a ``Static``, wrapped again whenever the width changes; ``names`` stay whole."""

    def __init__(self, text: Text, names: tuple[str, ...] = ()) -> None:
        self._text = text
        self._names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield from wrapped(self._text, options.max_width, self._names)


def wrapped(
    text: Text, width: int, names: tuple[str, ...] = (), *, hang: bool = True
) -> list[Text]:
    """Wrap a text to ``width`` columns; later lines ``hang`` below the words of the first.

    Styles stay, and ``names`` stay whole.
    """
    lines = []
    for line in text.split("\n", allow_blank=True):
        for indent, start, end in line_spans(line.plain, width, names, hang=hang):
            part = line if (start, end) == (0, len(line)) else line[start:end]
            part.end = "\n"
            lines.append(Text.assemble(" " * indent, part) if indent else part)
    return lines
