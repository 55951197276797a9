"""House rules: every value of a ruleset, to be changed for one game."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, Static

from risk_tui.engine.errors import RiskError
from risk_tui.engine.house_rules import SOURCE, read_house_rule, with_house_rules
from risk_tui.engine.telling import is_told, told_fields
from risk_tui.literal import literal
from risk_tui.tui.screens.base import RiskScreen
from risk_tui.tui.widgets.bars import KeyBar, Notice, TopBar
from risk_tui.tui.widgets.menu import BRIGHT, DIM, HEAD, WARM, Item, Menu

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.telling import Section

KEY_WIDTH, VALUE_WIDTH = 27, 27


@dataclass(frozen=True)
class Form:
    """What a value may be, read from the model's own schema."""

    options: tuple[object, ...] = ()
    """All values there are, if they can be gone through with ← and →."""

    number: bool = False
    none: bool = False
    """Whether there may be no value."""

    only_if: tuple[Any, ...] = ()
    """The key of the same part that makes it matter, and the values that do."""

    @property
    def told(self) -> str:
        """What can be chosen or written."""
        if self.number:
            numbers = [each for each in self.options if each is not None]
            return f"a number from {numbers[0]} to {numbers[-1]}" + ", or none" * self.none
        if self.options:
            return " · ".join(written(each) for each in self.options)
        return "a list or table, written as in a ruleset file" + ", or none" * self.none


def forms(part: Section) -> dict[str, Form]:
    """The form of each value of a part."""
    found = {}
    for name, field in type(part).model_json_schema()["properties"].items():
        kinds = {each.get("type"): each for each in field.get("anyOf", [field])}
        only_if = tuple(field.get("only_if", ()))
        none = "null" in kinds
        options: tuple[object, ...] = ()
        if "integer" in kinds:
            bounds = kinds["integer"]
            options = tuple(range(bounds["minimum"], bounds["maximum"] + 1))
            options = (None, *options) if none else options
        elif "boolean" in kinds:
            options = (False, True)
        elif "enum" in field:
            options = tuple(field["enum"])
        found[name] = Form(options, "integer" in kinds, none, only_if)
    return found


def written(value: object) -> str:
    """A value as a player reads and writes it: a line of YAML, with words for yes, no and none."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_inner(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_inner(each) for each in value) + "]"
    return str(value)


def _inner(value: object) -> str:
    if isinstance(value, str) and not re.fullmatch(r"[A-Za-z][A-Za-z' -]*", value):
        return json.dumps(value)
    return written(value)


class Changes:
    """The changed values of a ruleset, each of them possible.

    Together they may contradict each other for a while: ``problem`` says how.
    """

    def __init__(self, ruleset: Ruleset, values: Mapping[str, object]) -> None:
        self.ruleset = ruleset
        self._base = {key: part for key, _, part in ruleset.sections()}
        self.parts = dict(self._base)
        self.values: dict[str, object] = {}
        for path, value in values.items():
            self.change(path, value)

    @property
    def problem(self) -> str:
        """How the changes contradict each other or the rest; empty if they do not."""
        try:
            with_house_rules(self.ruleset, self.values)
        except RiskError as error:
            return str(error).removeprefix(f"{SOURCE}: ")
        return ""

    def value(self, path: str) -> object:
        """The value now, as plain data."""
        key, name = path.split(".")
        return _data(self.parts[key])[name]

    def before(self, key: str) -> Section:
        """A part as the ruleset has it."""
        return self._base[key]

    def change(self, path: str, value: object) -> None:
        """Change a value. Raises ``RiskError``, and changes nothing, if it cannot be that."""
        key, name = path.split(".")
        part = self.parts[key]
        try:
            changed = type(part).model_validate_json(json.dumps(_data(part) | {name: value}))
        except ValueError:
            # Said in the words of a ruleset file, where the same value is refused.
            with_house_rules(self.ruleset, {path: value})
            raise
        self.parts[key] = changed
        self.values.pop(path, None)
        now = _data(changed)[name]
        if now != _data(self._base[key])[name]:
            self.values[path] = now

    def reset(self, *paths: str) -> None:
        """Take changes back."""
        for path in paths:
            key, name = path.split(".")
            self.change(path, _data(self._base[key])[name])


def _data(part: Section) -> dict[str, Any]:
    return part.model_dump(mode="json")


class HouseRulesScreen(RiskScreen):
    """Answers with the changed values, also when they do not go together yet."""

    DEFAULT_CSS = """
    HouseRulesScreen { align-horizontal: center; }
    #house { padding: 1 1 0 1; max-width: 150; }
    #house Menu { height: 1fr; }
    #house #about {
        height: 30%; min-height: 7; max-height: 11; padding: 0 1; border-top: solid $house-rail;
    }
    #house Input { display: none; width: 1fr; height: 1; margin: 0 1; background: $house-picked; }
    #house.writing Input { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "Back", show=False),
        Binding("left,h", "turn(-1)", "Previous", show=False),
        Binding("right,l", "turn(1)", "Next", show=False),
        Binding("r,delete", "reset", "Reset", show=False),
        Binding("f4", "reset_all", "Reset all", show=False),
    ]

    def __init__(self, ruleset: Ruleset, values: Mapping[str, object]) -> None:
        super().__init__()
        self._changes = Changes(ruleset, values)
        self._headings = {key: heading for key, heading, _ in ruleset.sections()}
        self._forms = {
            f"{key}.{name}": form
            for key, _, part in ruleset.sections()
            for name, form in forms(part).items()
        }

    def compose(self) -> ComposeResult:
        yield TopBar(f"House rules: {literal(self._changes.ruleset.title)}")
        with Vertical(id="house"):
            yield Menu()
            yield Static(id="about", markup=False)
            editor = Input(compact=True, select_on_focus=False, max_length=2000)
            editor.cursor_blink = False
            yield editor
            yield Notice()
        yield KeyBar([])

    def on_mount(self) -> None:
        self._show()
        self.query_one(Menu).focus()

    @property
    def _path(self) -> str:
        item = self.query_one(Menu).selected
        return item.key if item else ""

    # What happens

    def on_descendant_focus(self) -> None:
        # Whoever leaves the field by Tab or the mouse leaves the value as it was.
        if self.query_one(Menu).has_focus:
            self.query_one("#house").remove_class("writing")
            self._show_keys()

    def on_menu_moved(self) -> None:
        self._stop_writing()
        self._tell()

    def on_menu_chosen(self) -> None:
        form = self._forms[self._path]
        if form.options and not form.number:
            self.action_turn(1)
        else:
            self._write(written(self._changes.value(self._path)))

    def on_key(self, event: events.Key) -> None:
        # A digit begins a number.
        mark = event.character or ""
        if self.query_one(Menu).has_focus and mark.isdecimal() and self._forms[self._path].number:
            event.stop()
            self._write(mark)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        typed = event.value.strip()
        try:
            none = self._forms[self._path].none and typed in ("", "none")
            value = None if none else read_house_rule(f"{self._path}={typed}")[1]
            self._changes.change(self._path, value)
        except RiskError as error:
            self.query_one(Notice).say(str(error).removeprefix(f"{SOURCE}: "))
            return
        self._stop_writing()
        self._show()

    def action_turn(self, step: int) -> None:
        """The next possible value in a direction."""
        form, now = self._forms[self._path], self._changes.value(self._path)
        if not form.options:
            self.query_one(Notice).say("Enter lets you write this one.")
            return
        place = (form.options.index(now) + step) % len(form.options)
        self._changes.change(self._path, form.options[place])
        self._show()

    def action_reset(self) -> None:
        """The selected value as the ruleset has it."""
        self._changes.reset(self._path)
        self._show()

    def action_reset_all(self) -> None:
        """All values as the ruleset has them."""
        self._stop_writing()
        self._changes.reset(*self._forms)
        self._show()

    def action_back(self) -> None:
        """Leave the field, or the screen with the changes."""
        if self.query_one("#house").has_class("writing"):
            self._stop_writing()
            self._tell()
        elif self.is_current:
            self.dismiss(self._changes.values)

    def _write(self, text: str) -> None:
        self.query_one("#house").add_class("writing")
        field = self.query_one(Input)
        field.value = text
        field.cursor_position = len(text)
        field.focus()
        self._show_keys()

    def _stop_writing(self) -> None:
        self.query_one("#house").remove_class("writing")
        self.query_one(Menu).focus()

    # What is shown

    def _show(self) -> None:
        self.query_one(Menu).set_items(self._items(), self._path)
        self._tell()

    def _items(self) -> list[Item]:
        items = []
        for key, part in self._changes.parts.items():
            items.append(Item("", Text(self._headings[key].upper(), f"bold {HEAD}"), heading=True))
            told = told_fields(part)
            for name in type(part).model_fields:
                path = f"{key}.{name}"
                items.append(Item(path, self._row(path, name, told.get(name, ""))))
        return items

    def _row(self, path: str, name: str, sentence: str) -> Text:
        """The key, its value and the sentence about it."""
        changed = path in self._changes.values
        value = literal(written(self._changes.value(path)))
        if self._forms[path].options:
            value = f"‹ {value} ›"
        shown = Text(value)
        shown.truncate(VALUE_WIDTH - 1, overflow="ellipsis")
        style = WARM if changed else "" if sentence else DIM
        return Text.assemble(
            (f"{'*' if changed else ' '} {name}".ljust(KEY_WIDTH), style),
            (shown.plain.ljust(VALUE_WIDTH), f"bold {style}".strip() if changed else style),
            (literal(sentence, 400) if sentence else "does not matter", DIM),
        )

    def _tell(self) -> None:
        """All about the selected value, and what is wrong, if anything is."""
        path = self._path
        key, name = path.split(".")
        part, form, values = self._changes.parts[key], self._forms[path], self._changes.values
        about = Text.assemble((path, f"bold {BRIGHT}"), (f"   {form.told}", DIM))
        sentence = told_fields(part).get(name) or self._why_not(part, name)
        about.append(f"\n{literal(sentence, 600)}")
        if path in values:
            before = self._changes.before(key)
            said = told_fields(before).get(name) or written(_data(before)[name])
            about.append(f"\nBefore: {literal(said, 600)}", DIM)
        self.query_one("#about", Static).update(about)
        self.query_one(Notice).say(self._changes.problem)
        self._show_keys()

    def _why_not(self, part: Section, name: str) -> str:
        other, *wanted = self._forms[self._path].only_if
        if not is_told(part, other):
            return f"This does not matter, as {other!r} does not."
        options = " or ".join(written(each) for each in wanted) or "not none"
        return f"This matters only if {other!r} is {options}."

    def _show_keys(self) -> None:
        if self.query_one("#house").has_class("writing"):
            self.query_one(KeyBar).show(_WRITING)
            return
        form = self._forms[self._path]
        self.query_one(KeyBar).show(
            [
                ("↑↓", "move", ""),
                *([("←→", "change", "")] if form.options else []),
                *([("Enter", "write", "enter")] if form.number or not form.options else []),
                *([("r", "reset", "r")] if self._path in self._changes.values else []),
                ("F4", "reset all", "f4"),
                ("Esc", "done", "escape"),
            ]
        )


_WRITING = [("Enter", "take it", "enter"), ("Esc", "leave it as it was", "escape")]
