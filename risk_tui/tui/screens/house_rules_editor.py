"""The screen for variants and house rules, where players change any value for one game.

Each change is valid alone. If changes contradict each other, the screen says so. Changed values
come first, and typing finds the others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _
from risk_tui.errors import RiskError
from risk_tui.rules.fields import Section, described_fields, field_sentence, value_words, yaml_text
from risk_tui.rules.house_rules import (
    fitted,
    read_house_rule,
    variant_switches,
    with_house_rules,
)
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.titles import HOUSE_RULES, translated_title
from risk_tui.text.rulebook import values_left_out
from risk_tui.tui.dialogs.text_dialogs import TextDialog
from risk_tui.tui.key_hints import KeyHint
from risk_tui.tui.menu import Item, Menu
from risk_tui.tui.screens.key_help import FormScreen
from risk_tui.tui.text_widgets import KeyBar, Notice, TopBar, wrapped
from risk_tui.tui.theme.styles import DIM, HEAD, SECTION, WARM


@dataclass(frozen=True)
class FieldValues:
    """The possible values of a field of a ruleset, from the schema of its section."""

    options: tuple[object, ...] = ()
    """All possible values, if ← and → can step through them."""

    takes_number: bool = False
    """True if the player can type a number."""

    can_be_none: bool = False
    """True if the field can be empty."""

    depends_on: str = ""
    """The other field of the section whose value decides if this one is used; empty if none."""

    @property
    def description(self) -> str:
        """The possible values in words."""
        if self.takes_number:
            numbers = [option for option in self.options if option is not None]
            ends = {"least": numbers[0], "most": numbers[-1]}
            if self.can_be_none:
                return _("a number from {least} to {most}, or none", **ends)
            return _("a number from {least} to {most}", **ends)
        if self.options:
            return " · ".join(value_words(option) for option in self.options)
        if self.can_be_none:
            return _("a list or table in ruleset-file syntax, or none")
        return _("a list or table in ruleset-file syntax")


@cache
def field_values(section: type[Section]) -> Mapping[str, FieldValues]:
    """Return the possible values of the fields of a section, by the names of the fields."""
    values = {}
    for name, field in section.model_json_schema()["properties"].items():
        kinds = {kind.get("type"): kind for kind in field.get("anyOf", [field])}
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
        depends_on = next(iter(field.get("only_if", ())), "")
        values[name] = FieldValues(options, "integer" in kinds, none, depends_on)
    return values


class RuleChanges:
    """The changed values of a ruleset, each of them valid alone.

    Together they may contradict each other; ``problem`` describes the contradiction.
    """

    def __init__(self, ruleset: Ruleset, values: Mapping[str, object]) -> None:
        self.ruleset = ruleset
        self.base = {key: part for key, _, part in ruleset.sections()}
        """The sections with the ruleset's own values."""
        self.parts = dict(self.base)
        self.switches = variant_switches()
        self.values: dict[str, object] = {}
        for path, value in values.items():
            self.change(path, value)

    @property
    def problem(self) -> str:
        """The contradiction between the changes, or with the ruleset; empty if there is none."""
        try:
            with_house_rules(self.ruleset, self.values)
        except RiskError as error:
            return str(error).removeprefix(f"{_(HOUSE_RULES)}: ")
        return ""

    @property
    def left_out(self) -> frozenset[str]:
        """The sections and values without effect; none while the changes contradict each other."""
        try:
            return values_left_out(with_house_rules(self.ruleset, self.values))
        except RiskError:
            return frozenset()

    def value(self, path: str) -> object:
        """Return the current value as plain data."""
        key, _dot, name = path.rpartition(".")
        return plain_values(self.parts[key])[name]

    def change(self, path: str, value: object) -> None:
        """Change a value.

        Raises:
            RiskError: If the value is invalid. Nothing is changed then.
        """
        key, _dot, name = path.rpartition(".")
        part = self.parts[key]
        try:
            changed = type(part).model_validate_json(json.dumps(plain_values(part) | {name: value}))
        except ValueError:
            # This raises the error that the same value in a ruleset file causes.
            with_house_rules(self.ruleset, {path: value})
            raise
        self.parts[key] = changed
        self.values.pop(path, None)
        now = plain_values(changed)[name]
        if now != plain_values(self.base[key])[name]:
            self.values[path] = now

    def is_played(self, variant: str) -> bool:
        """Return True if a variant is played."""
        return bool(self.value(f"variants.{variant}.played"))

    def switch(self, variant: str) -> None:
        """Switch a variant on with all its values, or off."""
        was_played = self.is_played(variant)
        brought = fitted(self.switches[variant].values, self.ruleset)
        part = f"variants.{variant}"
        self.reset(*(f"{part}.{name}" for name in plain_values(self.parts[part])))
        if was_played:
            self.reset(*(path for path, value in brought.items() if self.value(path) == value))
        elif not self.is_played(variant):
            for path, value in brought.items():
                self.change(path, value)
        if self.is_played(variant) == was_played:
            self.change(f"{part}.played", not was_played)

    def reset(self, *paths: str) -> None:
        """Undo the changes of these values."""
        for path in paths:
            key, _dot, name = path.rpartition(".")
            self.change(path, plain_values(self.base[key])[name])


def plain_values(part: Section) -> dict[str, Any]:
    """Return the values of a section by the names of its fields, as in a ruleset file."""
    return part.model_dump(mode="json")


class HouseRulesScreen(FormScreen):
    """The list of variants and of all values. It returns the changes, even contradictory ones."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]
    DEFAULT_CSS = """
    #house { padding: 0 1; }
    #values, #values Menu { height: 1fr; }
    #values #about { height: 7; padding: 0 1; border-top: solid $house-rail; }
    HouseRulesScreen.-wide #values { layout: horizontal; }
    HouseRulesScreen.-wide #values Menu { width: 62%; }
    HouseRulesScreen.-wide #values #about {
        width: 1fr; height: 1fr; margin: 1 0 0 0; padding: 0 1 0 2;
        border-top: none; border-left: solid $house-rail;
    }
    #house Input { display: none; width: 1fr; height: 1; margin: 0 1; background: $house-picked; }
    #house.writing Input { display: block; }
    """
    KEY_HELP = (
        ("↑↓", N_("to the rule above or below")),
        ("letters", N_("type to filter the rules; Esc shows all")),
        ("Enter", N_("turn a variant on or off; its options are listed below it")),
        ("← →", N_("change the value")),
        (N_("digits"), N_("type a number")),
        ("F2", N_("read the whole description, if it is cut")),
        ("Del F4", N_("reset to the edition's value; F4: reset all")),
        ("Esc", N_("back, keeping changes")),
    )
    BINDINGS = [
        ("escape", "back"),
        ("left", "turn(-1)"),
        ("right", "turn(1)"),
        ("delete", "reset"),
        ("f2", "read"),
        ("f4", "reset_all"),
    ]

    def __init__(self, ruleset: Ruleset, values: Mapping[str, object]) -> None:
        super().__init__()
        self._changes = RuleChanges(ruleset, values)
        self._top = self._changed_paths()
        """The paths that are listed first. A value that is changed later keeps its place."""
        self._left_out: frozenset[str] = frozenset()
        self._about = Text()
        self._headings = {key: heading for key, heading, _ in ruleset.sections()}
        self._fields = {
            f"{key}.{name}": field
            for key, _, part in ruleset.sections()
            for name, field in field_values(type(part)).items()
        }

    def compose(self) -> ComposeResult:
        yield TopBar(
            _(
                "Variants and house rules: {ruleset}",
                ruleset=printable(translated_title(self._changes.ruleset.title)),
            )
        )
        with Vertical(id="house"):
            with Vertical(id="values"):
                yield Menu(find=str.isalpha)
                yield Static(id="about", markup=False)
            field = Input(compact=True, select_on_focus=False, max_length=2000)
            field.cursor_blink = False
            yield field
            yield Notice()
        yield KeyBar([])

    def on_mount(self) -> None:
        self._show()
        self.query_one(Menu).focus()

    def on_resize(self, event: events.Resize) -> None:
        # Only the new layout tells whether the description is cut.
        self.call_after_refresh(self._show_keys)

    @property
    def _path(self) -> str:
        item = self.query_one(Menu).selected
        return item.key if item else ""

    @property
    def _variant(self) -> str:
        """The key of the highlighted variant; empty on any other line."""
        part, _, name = self._path.rpartition(".")
        return part.removeprefix("variants.") if name == "played" and "." in part else ""

    # Actions

    def on_descendant_focus(self) -> None:
        # Leaving the field by Tab or the mouse keeps the old value.
        if self.query_one(Menu).has_focus:
            self.query_one("#house").remove_class("writing")
            self._show_keys()

    def on_menu_moved(self) -> None:
        self._stop_writing()
        self._show_details()

    def on_menu_chosen(self) -> None:
        field = self._fields[self._path]
        if field.options and not field.takes_number:
            self.action_turn(1)
        else:
            self._start_writing(yaml_text(self._changes.value(self._path)))

    def on_key(self, event: events.Key) -> None:
        # A digit starts to type a number.
        char = event.character or ""
        if (
            self.query_one(Menu).has_focus
            and char.isdecimal()
            and self._fields[self._path].takes_number
        ):
            event.stop()
            self._start_writing(char)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        can_be_none = self._fields[self._path].can_be_none
        if not (text or can_be_none):
            self.query_one(Notice).say(_("Type a value, or press Esc to keep the old one."))
            return
        try:
            none = can_be_none and text in ("", "none", value_words(None))
            value = None if none else read_house_rule(f"{self._path}={text}")[1]
            self._changes.change(self._path, value)
        except RiskError as error:
            self.query_one(Notice).say(str(error).removeprefix(f"{_(HOUSE_RULES)}: "))
            return
        self._stop_writing()
        self._show()

    def action_turn(self, step: int) -> None:
        """Change the selected value to the next (1) or previous one (-1), or switch a variant."""
        if self._variant:
            self._changes.switch(self._variant)
            self._top.add(self._path)
            # The text typed to filter could hide the options of the variant.
            self.query_one(Menu).find("")
            self._show()
            return
        field, value = self._fields[self._path], self._changes.value(self._path)
        if not field.options:
            self.query_one(Notice).say(_("Press Enter to type a value."))
            return
        index = (field.options.index(value) + step) % len(field.options)
        self._changes.change(self._path, field.options[index])
        self._show()

    def action_reset(self) -> None:
        """Reset the selected value to the ruleset's."""
        if self._variant and self._path in self._changes.values:
            self._changes.switch(self._variant)
        self._changes.reset(self._path)
        self._show()

    def action_reset_all(self) -> None:
        """Reset all values to the ruleset's."""
        self._stop_writing()
        self._changes.reset(*self._fields)
        self._top = self._changed_paths()
        self._show()

    def action_read(self) -> None:
        """Show the whole description of the selected variant or value."""
        self.app.push_screen(TextDialog(_("Description"), self._about, small=True))

    def action_back(self) -> None:
        """Leave the text field, or close the screen and return the changes."""
        if self.query_one("#house").has_class("writing"):
            self._stop_writing()
            self._show_details()
        elif self.is_current:
            self.dismiss(self._changes.values)

    def _start_writing(self, text: str) -> None:
        self.query_one("#house").add_class("writing")
        field = self.query_one(Input)
        field.value = text
        field.cursor_position = len(text)
        field.focus()
        self._show_keys()

    def _stop_writing(self) -> None:
        self.query_one("#house").remove_class("writing")
        self.query_one(Menu).focus()

    # Drawing

    def _show(self) -> None:
        self.query_one(Menu).set_items(self._items(), self._path)
        self._show_details()

    def _changed_paths(self) -> set[str]:
        """Return the paths of the variants that are played and of the changed values."""
        played = filter(self._changes.is_played, self._changes.switches)
        return {*self._changes.values, *(f"variants.{key}.played" for key in played)}

    def _items(self) -> list[Item]:
        self._left_out = self._changes.left_out
        other_variants: list[Item] = []
        top: list[Item] = []
        for key in self._changes.switches:
            ticked = Item(f"variants.{key}.played", self._tick(key))
            options = (
                list(self._rows(f"variants.{key}"))[1:] if self._changes.is_played(key) else []
            )
            (top if ticked.key in self._top else other_variants).extend([ticked, *options])
        values: list[Item] = []
        for key in self._changes.parts:
            if not key.startswith("variants."):
                rows = list(self._rows(key))
                top += [row for row in rows if row.key in self._top]
                values += [_heading(self._headings[key])]
                values += [row for row in rows if row.key not in self._top]
        items = [_heading(_("Variants")), *other_variants, *values]
        return [_heading(_("In this game")), *top, *items] if top else items

    def _tick(self, key: str) -> Text:
        """Return a variant with its summary, ticked if it is played."""
        switch, is_played = self._changes.switches[key], self._changes.is_played(key)
        style = WARM if f"variants.{key}.played" in self._changes.values else ""
        mark = f"[{'x' if is_played else ' '}] {_(switch.title)}"
        return Text.assemble((f"{mark} ".ljust(28), style), (switch.sentence, DIM))

    def _rows(self, key: str) -> Iterator[Item]:
        """Yield an item for each value of a section; the first one of a variant switches it on."""
        part = self._changes.parts[key]
        sentences = described_fields(part)
        indent = "    " if key.startswith("variants.") else ""
        for name in type(part).model_fields:
            path = f"{key}.{name}"
            is_used = name in sentences and self._left_out.isdisjoint((key, path))
            text = (
                sentences[name]
                if is_used
                else _("Not used: {sentence}", sentence=field_sentence(part, name))
            )
            is_changed = path in self._changes.values
            mark = "* " if is_changed else "  "
            style = WARM if is_changed else "" if is_used else DIM
            yield Item(path, Text(f"{indent}{mark}{printable(text)}", style))

    def _show_details(self) -> None:
        """Describe the selected variant or value, and show the problem of the changes, if any."""
        self._about = self._about_variant() if self._variant else self._about_value()
        self.query_one("#about", Static).update(self._about)
        self.query_one(Notice).say(self._changes.problem)
        self._show_keys()

    def _is_cut(self) -> bool:
        """Return True if the description has more lines than its panel."""
        size = self.query_one("#about", Static).content_size
        return len(wrapped(self._about, size.width)) > size.height > 0

    def _about_variant(self) -> Text:
        switch = self._changes.switches[self._variant]
        presets = [_(preset.title) for preset in switch.presets.values()]
        others = " · ".join(title for title in presets if title != _(switch.title))
        about = Text.assemble((_(switch.title), HEAD), (f"   {others}", DIM))
        about.append(f"\n{printable(switch.sentence, _MAX_CHARACTERS)}")
        source = switch.source_for(self._changes.values)
        if source:
            line = _("Source: {source}", source=printable(source, _MAX_CHARACTERS))
            about.append(f"\n{line}", DIM)
        return about

    def _about_value(self) -> Text:
        path = self._path
        key, _dot, name = path.rpartition(".")
        part, field, values = self._changes.parts[key], self._fields[path], self._changes.values
        value = printable(value_words(self._changes.value(path)))
        value = f"‹ {value} ›" if field.options else value
        about = Text.assemble((value, HEAD), (f"   {field.description}", DIM))
        sentence = described_fields(part).get(name)
        if not sentence:
            other = field_sentence(part, field.depends_on)
            sentence = _("Not used while: {sentence}", sentence=other)
        if not self._left_out.isdisjoint((key, path)):
            sentence = _("Not used: other rules make it irrelevant.")
        about.append(f"\n{printable(sentence, _MAX_CHARACTERS)}")
        if path in values:
            sentence = printable(field_sentence(self._changes.base[key], name), _MAX_CHARACTERS)
            about.append(_("\nBefore: {sentence}", sentence=sentence), DIM)
        line = f"{path}: {yaml_text(self._changes.value(path))}" if field.options else path
        return about.append(_("\nIn files: {path}", path=line), DIM)

    def _show_keys(self) -> None:
        if self.query_one("#house").has_class("writing"):
            keys = [KeyHint("Enter", _("OK"), "enter"), KeyHint("Esc", _("cancel"), "escape")]
            self.query_one(KeyBar).show(keys)
            return
        field = self._fields[self._path]
        keys = [KeyHint("↑↓", _("move"), "up down"), KeyHint(_("letters"), _("find"), "")]
        if self._variant:
            keys.append(KeyHint("Enter", _("on or off"), "enter"))
        elif field.options:
            keys.append(KeyHint("←→", _("change"), "left right"))
        if field.takes_number or not field.options:
            keys.append(KeyHint("Enter", _("type"), "enter"))
        if self._path in self._changes.values:
            keys.append(KeyHint("Del", _("reset"), "delete"))
        if self._is_cut():
            keys.append(KeyHint("F2", _("read all"), "f2"))
        keys += [KeyHint("F4", _("reset all"), "f4"), KeyHint("Esc", _("done"), "escape")]
        self.query_one(KeyBar).show(keys)


_MAX_CHARACTERS = 5000
"""Maximum characters of a description."""


def _heading(title: str) -> Item:
    return Item("", Text(title.upper(), SECTION), heading=True)
