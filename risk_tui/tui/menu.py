"""Lists to choose from by keyboard or mouse, and fields with one of several values."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from risk_tui.data.language import _, comparable
from risk_tui.tui.theme.styles import ACCENT, BRIGHT, DIM

MARK = "▸ "
HEADING_MATCH_RANK = 40
"""The rank of an item that is found by its heading. Others rank by the column of the match."""


@dataclass(frozen=True)
class Item:
    """A line of a menu, with an optional text at its right edge and an optional second line.

    A ``heading`` cannot be chosen. ``other_key`` chooses it like its key, but is not shown.
    """

    key: str
    text: Text
    aside: Text = field(default_factory=Text)
    below: Text | None = None
    heading: bool = False
    other_key: str = ""


class Menu(ScrollView, can_focus=True):
    """A vertical list of items, with the selected one highlighted.

    Args:
        letters: True if a typed letter selects the next item that starts with it, and also chooses
            this item if it is the only one.
        keys: True if each item shows its key, which chooses it; long texts then wrap.
        find: Makes typing hide the items without a word that starts with the typed text; Esc shows
            them again. The function returns True for characters that can be typed. Space works too,
            but not as the first character.
    """

    DEFAULT_CSS = """
    Menu {
        height: auto; overflow-x: hidden; background: $house-sea;
    }
    Menu.find { border-top: solid $house-rail; border-title-color: $house-amber; }
    Menu > .menu--selected { background: $house-field; }
    Menu:focus > .menu--selected { background: $house-picked; color: $house-head; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"menu--selected"}
    BINDINGS = [
        ("up,k", "step(-1)"),
        ("down,j", "step(1)"),
        ("pageup", "page(-1)"),
        ("pagedown", "page(1)"),
        ("home,g", "edge(1)"),
        ("end,G", "edge(-1)"),
        ("enter,space", "choose"),
    ]

    @dataclass
    class Moved(Message):
        """Another item is selected."""

        item: Item

    class Chosen(Moved):
        """The selected item was chosen."""

    def __init__(
        self,
        items: Sequence[Item] = (),
        *,
        letters: bool = False,
        keys: bool = False,
        find: Callable[[str], bool] | None = None,
    ) -> None:
        super().__init__(classes="find" if find else None)
        self._letters = letters
        self._has_keys = keys
        self._can_be_typed = find
        self._typed = ""
        self._all_items: list[Item] = []
        self._items: list[Item] = []
        self._rows: list[list[Text]] = []
        """The rows of each item."""
        self._tops: list[int] = []
        """The first row of each item."""
        self._index = -1
        self.guarded = False
        """True until the next key, which may be meant for another screen and so chooses nothing."""
        self.set_items(items)

    @property
    def items(self) -> tuple[Item, ...]:
        """The items that are shown, headings included."""
        return tuple(self._items)

    @property
    def selected(self) -> Item | None:
        """The selected item; ``None`` if there is none."""
        return self._items[self._index] if self._index >= 0 else None

    def set_items(self, items: Sequence[Item], select: str | None = None) -> None:
        """Show these items, and select the one with the key ``select``, or else the first.

        If items match the typed text, only those are shown.
        """
        self._all_items = list(items)
        found, _ = self._search(self._typed)
        self._show_found(self._typed if found else "", found or self._all_items, select)

    def find(self, typed: str) -> None:
        """Show only the items that contain each word of ``typed`` as the start of a word.

        Words of an item's heading count, too. An empty text shows all items. If no item matches,
        the items stay as they are, and the title reports it.
        """
        found, best = self._search(typed)
        if not typed or found:
            before = self.selected
            best = best or before
            self._show_found(typed, found, best.key if best else None)
            if self.selected is not None and self.selected is not before:
                self.post_message(self.Moved(self.selected))
        elif self._can_be_typed:
            self.border_title = _("No match: {typed}", typed=typed)

    def _search(self, typed: str) -> tuple[list[Item], Item | None]:
        """Return the items that match a text, with their headings, and the best match.

        In the best match, the first word of the text is nearest to the start of the line. A text
        without words matches all items, keeps headings without items, and has no best match.
        """
        words = [re.compile(rf"\b{re.escape(word)}") for word in comparable(typed).split()]
        if not words:
            return self._all_items, None
        found: list[Item] = []
        ranked: list[tuple[int, Item]] = []
        heading: Item | None = None
        heading_text, is_heading_added = "", True
        for item in self._all_items:
            text = comparable(item.text.plain)
            if item.heading:
                heading, heading_text, is_heading_added = item, text, False
                continue
            if all(word.search(text) or word.search(heading_text) for word in words):
                if heading and not is_heading_added:
                    found.append(heading)
                is_heading_added = True
                found.append(item)
                match = words[0].search(text)
                ranked.append((match.start() if match else HEADING_MATCH_RANK, item))
        return found, min(ranked, key=lambda entry: entry[0])[1] if ranked else None

    def _show_found(self, typed: str, items: Sequence[Item], select: str | None) -> None:
        self._typed = typed
        if self._can_be_typed:
            self.border_title = (
                _("Find: {typed}_  Esc: all", typed=typed) if typed else _("Type to find")
            )
        self._items = list(items)
        self._measure()
        self._index = next((number for number, item in enumerate(items) if item.key == select), -1)
        if self._index < 0 or self._items[self._index].heading:
            self._index = self._find_selectable(0, 1)
        if self.is_mounted:
            self._bring_into_view()
            self.refresh(layout=True)

    def _measure(self) -> None:
        """Lay the items out in rows."""
        self._rows = [self._item_rows(item) for item in self._items]
        *self._tops, end = accumulate(map(len, self._rows), initial=0)
        self.virtual_size = Size(1, end)

    def _item_rows(self, item: Item) -> list[Text]:
        """Return the rows of an item's text."""
        if not self._has_keys:
            return [item.text] if item.below is None else [item.text, item.below]
        text = Text.assemble((f"{item.key or ' '}  ", ACCENT), item.text)
        room = max(self.size.width - len(MARK) - 1, 30)
        is_long = text.cell_len > room
        first, *more = text.wrap(self.app.console, room - 3 if is_long else room)
        return [first, *(Text("   ").append_text(row) for row in more)]

    def on_resize(self) -> None:
        if self._has_keys:
            self._measure()
        self.call_after_refresh(self._bring_into_view)

    def select(self, key: str) -> None:
        """Select the item with this key, if there is one."""
        for number, item in enumerate(self._items):
            if item.key == key and not item.heading:
                self._select_index(number)

    def render_line(self, y: int) -> Strip:
        row, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        ground = self.rich_style
        number = self._index_at(row)
        if number is None:
            return Strip.blank(width, ground)
        style = ground
        is_selected = number == self._index and not self.guarded
        if is_selected:
            style = self.get_component_rich_style("menu--selected")
        line = self._item_line(number, row - self._tops[number], is_selected, width)
        return Strip(line.render(self.app.console)).adjust_cell_length(width).apply_style(style)

    def _item_line(self, number: int, row: int, is_selected: bool, width: int) -> Text:
        item = self._items[number]
        line = Text(no_wrap=True, end="")
        # Headings start one column to the left of their items.
        mark = MARK if is_selected and row == 0 else " " * (1 if item.heading else len(MARK))
        line.append(mark, style=ACCENT)
        aside = item.aside if row == 0 else Text()
        room = width - line.cell_len - (aside.cell_len + 3 if aside else 1)
        text = self._rows[number][row].copy()
        text.truncate(max(room, 0), overflow="ellipsis", pad=bool(aside))
        line.append_text(text)
        if aside:
            line.append("  ").append_text(aside).append(" ")
        return line

    def _index_at(self, row: int) -> int | None:
        """Return the index of the item on a row."""
        return bisect(self._tops, row) - 1 if 0 <= row < self.virtual_size.height else None

    def _find_selectable(self, start: int, step: int) -> int:
        """Return the index of the first selectable item from ``start`` on; -1 if there is none.

        ``step`` is the direction: 1 is down, -1 is up.
        """
        indexes = range(start, len(self._items) if step > 0 else -1, step)
        return next((index for index in indexes if not self._items[index].heading), -1)

    def _select_index(self, index: int) -> None:
        if index < 0 or index == self._index:
            return
        for changed in (self._index, index):
            if changed >= 0:
                self.refresh_lines(*self._rows_at(changed))
        self._index = index
        self._bring_into_view()
        self.post_message(self.Moved(self._items[index]))

    def _bring_into_view(self) -> None:
        if self._index < 0:
            return
        # The first item of a group is scrolled into view together with its heading.
        first = self._index
        while first and self._items[first - 1].heading:
            first -= 1
        top, (last, rows) = self._tops[first], self._rows_at(self._index)
        self.scroll_to_region(Region(0, top, 1, last + rows - top), animate=False, force=True)

    def _rows_at(self, index: int) -> tuple[int, int]:
        """Return the first row of an item and the number of its rows."""
        return self._tops[index], len(self._rows[index])

    def action_step(self, step: int) -> None:
        """Select the next item up (-1) or down (1)."""
        self._select_index(self._find_selectable(self._index + step, step))

    def action_page(self, step: int) -> None:
        """Select the item about one page up (-1) or down (1)."""
        if self._index < 0:
            return
        row = self._tops[self._index] + step * max(self.size.height - 1, 1)
        number = self._index_at(min(max(row, 0), self.virtual_size.height - 1))
        if number is not None:
            target = self._find_selectable(number, step)
            self._select_index(target if target >= 0 else self._find_selectable(number, -step))

    def action_edge(self, step: int) -> None:
        """Select the first item (1) or the last (-1)."""
        self._select_index(self._find_selectable(0 if step > 0 else len(self._items) - 1, step))

    def action_choose(self) -> None:
        """Choose the selected item."""
        if self.selected is not None:
            self.post_message(self.Chosen(self.selected))

    def _key_of(self, char: str) -> str:
        """Return the key of the item that a typed character chooses; empty if there is none."""
        keys = (item.key for item in self._items if char and char in (item.key, item.other_key))
        return next(keys, "")

    def on_key(self, event: events.Key) -> None:
        char = event.character or ""
        if self.guarded and event.key != "escape":
            event.stop()
            self.guarded = False
            self.select(self._key_of(char))
            self.refresh()
            return
        if self._can_be_typed:
            if self._typed and event.key in ("backspace", "escape"):
                event.stop()
                self.find(self._typed[:-1] if event.key == "backspace" else "")
            elif char and (self._can_be_typed(char) or (self._typed and char == " ")):
                event.stop()
                self.find(self._typed + char)
            return
        if self._has_keys and (key := self._key_of(char)):
            event.stop()
            self.select(key)
            self.action_choose()
        if not self._letters or not char.isalpha():
            return
        begins = re.compile(rf"\W*{re.escape(comparable(char))}")
        matches = [
            number
            for number, item in enumerate(self._items)
            if not item.heading and begins.match(comparable(item.text.plain))
        ]
        if matches:
            event.stop()
            self._select_index(
                next((number for number in matches if number > self._index), matches[0])
            )
            if len(matches) == 1:
                self.action_choose()

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        number = self._index_at(offset.y + self.scroll_offset.y) if offset else None
        if number is not None and not self._items[number].heading:
            self._select_index(number)
            self.action_choose()


class CycleSelect(Widget, can_focus=True):
    """A field with one of several values, shown as ``‹ value ›``.

    Typed letters and digits go to the next value that starts with them, or else to the next one
    with a word that does.

    Args:
        values: The text of each value.
        value: The value to start with. If it is unknown, the first value is shown.
        allowed: Returns False for values that the arrow keys skip.
    """

    DEFAULT_CSS = """
    CycleSelect { height: 1; width: 24; background: $house-field; }
    CycleSelect:focus { background: $house-picked; text-style: bold; }
    """
    BINDINGS = [
        ("left", "turn(-1)"),
        ("right,space", "turn(1)"),
    ]

    value: reactive[str] = reactive("")
    """The current value."""

    @dataclass
    class Changed(Message):
        """The player chose another value."""

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
        self._typed = ""
        self.value = value if value in self._values else next(iter(self._values), "")

    @property
    def text(self) -> Text | str:
        """The text of the current value."""
        return self._values.get(self.value, "")

    def set_text(self, value: str, text: Text | str) -> None:
        """Change the text of a value."""
        self._values[value] = text
        self.refresh()

    def render(self) -> Text:
        value = self.text
        text = Text(value) if isinstance(value, str) else value.copy()
        if not text.style:
            text.style = BRIGHT if self.has_focus else ""
        room = max(self.size.width - 4, 1)
        text.truncate(room, overflow="ellipsis", pad=True)
        arrows = ACCENT if self.has_focus else DIM
        return Text.assemble(("‹ ", arrows), text, (" ›", arrows), no_wrap=True, end="")

    def action_turn(self, step: int) -> None:
        """Show the next allowed value in a direction; if none is allowed, simply the next value."""
        self._typed = ""
        others = self._others(step)
        if others:
            self.choose(next(filter(self._allowed, others), others[0]))

    def choose(self, value: str) -> None:
        """Show a value that the player chose."""
        if value != self.value:
            before, self.value = self.value, value
            self.post_message(self.Changed(self, before))

    def _others(self, step: int) -> list[str]:
        """Return the other values, starting after the current one (1) or before it (-1)."""
        keys = list(self._values)
        index = keys.index(self.value) if self.value in keys else 0
        return [keys[(index + step * distance) % len(keys)] for distance in range(1, len(keys))]

    def on_blur(self) -> None:
        self._typed = ""

    def on_key(self, event: events.Key) -> None:
        char = event.character or ""
        if not char.isalnum():
            return
        texts = {value: comparable(str(text)) for value, text in self._values.items()}
        # A character that does not continue the typed word starts a new one.
        for typed, values in (
            (self._typed + char, [self.value, *self._others(1)]),
            (char, self._others(1)),
        ):
            word = re.compile(rf"\b{re.escape(comparable(typed))}")
            found = [value for value in values if word.search(texts.get(value, ""))]
            if found:
                event.stop()
                self._typed = typed
                # Values that start with the typed word come before those with it further right.
                self.choose(min(found, key=lambda value: not word.match(texts[value])))
                return

    def on_click(self, event: events.Click) -> None:
        self.action_turn(-1 if event.x < 2 else 1)
