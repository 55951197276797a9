"""The screen for variants and house rules: every value can be changed for one game.

Each change is possible alone; together they may contradict each other, and the screen says so.
What was changed comes first, and typing finds the rest.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, Static

from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _
from risk_tui.errors import RiskError
from risk_tui.rules.fields import described_fields, field_sentence, value_words, yaml_text
from risk_tui.rules.house_rules import (
    fitted,
    read_house_rule,
    variant_switches,
    with_house_rules,
)
from risk_tui.rules.titles import HOUSE_RULES, translated_title
from risk_tui.text.rulebook import values_left_out
from risk_tui.tui.dialogs.text_dialogs import FormScreen
from risk_tui.tui.menu import BRIGHT, DIM, HEAD, WARM, Item, Menu
from risk_tui.tui.text_widgets import KeyBar, Notice, TopBar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from risk_tui.rules.fields import Section
    from risk_tui.rules.ruleset import Ruleset


@dataclass(frozen=True)
class FieldEditor:
    """The possible values of a field of a ruleset, read from the model's own schema."""

    options: tuple[object, ...] = ()
    """All possible values, if ← and → can step through them."""

    number: bool = False
    none: bool = False
    """True if the field can be empty."""

    only_if: tuple[Any, ...] = ()
    """The key of the same part that gives the field an effect, and the values that do."""

    @property
    def description(self) -> str:
        """A text about the possible values."""
        if self.number:
            numbers = [option for option in self.options if option is not None]
            ends = {"least": numbers[0], "most": numbers[-1]}
            if self.none:
                return _("a number from {least} to {most}, or none", **ends)
            return _("a number from {least} to {most}", **ends)
        if self.options:
            return " · ".join(value_words(option) for option in self.options)
        if self.none:
            return _("a list or table in ruleset-file syntax, or none")
        return _("a list or table in ruleset-file syntax")


@cache
def field_editors(section: type[Section]) -> Mapping[str, FieldEditor]:
    """Return the editor of each field of such a part, by its name."""
    editors = {}
    for name, field in section.model_json_schema()["properties"].items():
        kinds = {kind.get("type"): kind for kind in field.get("anyOf", [field])}
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
        editors[name] = FieldEditor(options, "integer" in kinds, none, only_if)
    return editors


class RuleChanges:
    """The changed values of a ruleset, each of them possible.

    Together they may contradict each other for a while, as ``problem`` describes.
    """

    def __init__(self, ruleset: Ruleset, values: Mapping[str, object]) -> None:
        self.ruleset = ruleset
        self._base = {key: part for key, _, part in ruleset.sections()}
        self.parts = dict(self._base)
        self.switches = variant_switches()
        self.values: dict[str, object] = {}
        for path, value in values.items():
            self.change(path, value)

    @property
    def problem(self) -> str:
        """A sentence on how the changes contradict each other or the rest; empty if they do not."""
        try:
            with_house_rules(self.ruleset, self.values)
        except RiskError as error:
            return str(error).removeprefix(f"{HOUSE_RULES}: ")
        return ""

    @property
    def left_out(self) -> frozenset[str]:
        """The parts and values without an effect; none while the changes contradict each other."""
        try:
            return values_left_out(with_house_rules(self.ruleset, self.values))
        except RiskError:
            return frozenset()

    def value(self, path: str) -> object:
        """Return the current value as plain data."""
        key, _dot, name = path.rpartition(".")
        return plain_values(self.parts[key])[name]

    def before(self, key: str) -> Section:
        """Return a part with the ruleset's own values."""
        return self._base[key]

    def change(self, path: str, value: object) -> None:
        """Change a value.

        Raises:
            RiskError: If the value is impossible; nothing has changed then.
        """
        key, _dot, name = path.rpartition(".")
        part = self.parts[key]
        try:
            changed = type(part).model_validate_json(json.dumps(plain_values(part) | {name: value}))
        except ValueError:
            # This raises the error that the same value in a ruleset file has.
            with_house_rules(self.ruleset, {path: value})
            raise
        self.parts[key] = changed
        self.values.pop(path, None)
        now = plain_values(changed)[name]
        if now != plain_values(self._base[key])[name]:
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
            self.change(path, plain_values(self._base[key])[name])


def plain_values(part: Section) -> dict[str, Any]:
    return part.model_dump(mode="json")


class HouseRulesScreen(FormScreen):
    """The variants to tick, then all values; returns the changed ones, contradictory or not."""

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
        ("letters", N_("show only the rules with a word that starts so; Esc shows all")),
        ("Enter", N_("turn a variant on or off; its options are listed below it")),
        ("← →", N_("change the value")),
        ("digits", N_("type a number")),
        ("Del F4", N_("reset to the edition's value; F4: reset all")),
        ("Esc", N_("back, keeping changes")),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False),
        Binding("left", "turn(-1)", "Previous", show=False),
        Binding("right", "turn(1)", "Next", show=False),
        Binding("delete", "reset", "Reset", show=False),
        Binding("f4", "reset_all", "Reset all", show=False),
    ]

    def __init__(self, ruleset: Ruleset, values: Mapping[str, object]) -> None:
        super().__init__()
        self._changes = RuleChanges(ruleset, values)
        self._top = self._changed_paths()
        """The paths listed first. A value that changes meanwhile keeps its place."""
        self._left_out = self._changes.left_out
        self._headings = {key: heading for key, heading, _ in ruleset.sections()}
        self._editors = {
            f"{key}.{name}": editor
            for key, _, part in ruleset.sections()
            for name, editor in field_editors(type(part)).items()
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

    @property
    def _path(self) -> str:
        item = self.query_one(Menu).selected
        return item.key if item else ""

    @property
    def _variant(self) -> str:
        """The key of the highlighted variant that can be ticked."""
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
        editor = self._editors[self._path]
        if editor.options and not editor.number:
            self.action_turn(1)
        else:
            self._start_writing(yaml_text(self._changes.value(self._path)))

    def on_key(self, event: events.Key) -> None:
        # A digit starts a number.
        char = event.character or ""
        if self.query_one(Menu).has_focus and char.isdecimal() and self._editors[self._path].number:
            event.stop()
            self._start_writing(char)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        try:
            none = self._editors[self._path].none and text in ("", "none", value_words(None))
            value = None if none else read_house_rule(f"{self._path}={text}")[1]
            self._changes.change(self._path, value)
        except RiskError as error:
            self.query_one(Notice).say(str(error).removeprefix(f"{HOUSE_RULES}: "))
            return
        self._stop_writing()
        self._show()

    def action_turn(self, step: int) -> None:
        """Change the selected value to the next possible one in a direction, or tick a variant."""
        if self._variant:
            self._changes.switch(self._variant)
            self._top.add(self._path)
            # The options of the variant may not match the typed text.
            self.query_one(Menu).find("")
            self._show()
            return
        editor, value = self._editors[self._path], self._changes.value(self._path)
        if not editor.options:
            self.query_one(Notice).say(_("Press Enter to type a value."))
            return
        index = (editor.options.index(value) + step) % len(editor.options)
        self._changes.change(self._path, editor.options[index])
        self._show()

    def action_reset(self) -> None:
        """Set the selected value back to the ruleset's."""
        if self._variant and self._path in self._changes.values:
            self._changes.switch(self._variant)
        self._changes.reset(self._path)
        self._show()

    def action_reset_all(self) -> None:
        """Set all values back to the ruleset's."""
        self._stop_writing()
        self._changes.reset(*self._editors)
        self._top = self._changed_paths()
        self._show()

    def action_back(self) -> None:
        """Leave the text field, or else the screen, with the changes."""
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
        """Return the variants that are played, and the values that were changed."""
        played = filter(self._changes.is_played, self._changes.switches)
        return {*self._changes.values, *(f"variants.{key}.played" for key in played)}

    def _items(self) -> list[Item]:
        self._left_out = self._changes.left_out
        variants: list[list[Item]] = [[], []]
        for key in self._changes.switches:
            ticked = Item(f"variants.{key}.played", self._tick(key))
            options = (
                list(self._rows(f"variants.{key}"))[1:] if self._changes.is_played(key) else []
            )
            variants[ticked.key in self._top] += [ticked, *options]
        values: list[Item] = []
        top = variants[True]
        for key in self._changes.parts:
            if not key.startswith("variants."):
                rows = list(self._rows(key))
                top += [row for row in rows if row.key in self._top]
                values += [_heading(self._headings[key])]
                values += [row for row in rows if row.key not in self._top]
        items = [_heading(_("Variants")), *variants[False], *values]
        return [_heading(_("In this game")), *top, *items] if top else items

    def _tick(self, key: str) -> Text:
        """Return a variant with its summary, ticked if it is played."""
        switch, is_played = self._changes.switches[key], self._changes.is_played(key)
        style = WARM if f"variants.{key}.played" in self._changes.values else ""
        mark = f"[{'x' if is_played else ' '}] {_(switch.title)}"
        return Text.assemble((f"{mark} ".ljust(28), style), (switch.sentence, DIM))

    def _rows(self, key: str) -> Iterator[Item]:
        """Yield the sentences about the values of a part, first that a variant is played."""
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
        """Show all about the selected value, and the problem of the changes, if there is one."""
        about = self._about_variant() if self._variant else self._about_value()
        self.query_one("#about", Static).update(about)
        self.query_one(Notice).say(self._changes.problem)
        self._show_keys()

    def _about_variant(self) -> Text:
        switch = self._changes.switches[self._variant]
        presets = [_(preset.title) for preset in switch.presets.values()]
        others = " · ".join(title for title in presets if title != _(switch.title))
        about = Text.assemble((_(switch.title), f"bold {BRIGHT}"), (f"   {others}", DIM))
        about.append(f"\n{printable(switch.sentence, 600)}")
        source = switch.source_for(self._changes.values)
        return about.append(f"\n{printable(source, 600)}", DIM)

    def _about_value(self) -> Text:
        path = self._path
        key, _dot, name = path.rpartition(".")
        part, editor, values = self._changes.parts[key], self._editors[path], self._changes.values
        value = printable(value_words(self._changes.value(path)))
        value = f"‹ {value} ›" if editor.options else value
        about = Text.assemble((value, f"bold {BRIGHT}"), (f"   {editor.description}", DIM))
        sentence = described_fields(part).get(name) or self._why_not(part)
        if not self._left_out.isdisjoint((key, path)):
            sentence = _("Not used: other rules leave no room for it.")
        about.append(f"\n{printable(sentence, 600)}")
        if path in values:
            before = self._changes.before(key)
            sentence = printable(field_sentence(before, name), 600)
            about.append(_("\nBefore: {sentence}", sentence=sentence), DIM)
        line = f"{path}: {yaml_text(self._changes.value(path))}" if editor.options else path
        return about.append(_("\nIn files: {path}", path=line), DIM)

    def _why_not(self, part: Section) -> str:
        other = self._editors[self._path].only_if[0]
        return _("Not used as long as: {sentence}", sentence=field_sentence(part, other))

    def _show_keys(self) -> None:
        if self.query_one("#house").has_class("writing"):
            self.query_one(KeyBar).show(_WRITING)
            return
        editor, is_tick = self._editors[self._path], bool(self._variant)
        is_written = editor.number or not editor.options
        self.query_one(KeyBar).show(
            [
                ("↑↓", _("move"), "up down"),
                (_("letters"), _("find"), ""),
                *([("←→", _("change"), "left right")] if editor.options and not is_tick else []),
                *([("Enter", _("on or off"), "enter")] if is_tick else []),
                *([("Enter", _("type"), "enter")] if is_written else []),
                *([("Del", _("reset"), "delete")] if self._path in self._changes.values else []),
                ("F4", _("reset all"), "f4"),
                ("Esc", _("done"), "escape"),
            ]
        )


_WRITING = [("Enter", N_("OK"), "enter"), ("Esc", N_("cancel"), "escape")]


def _heading(title: str) -> Item:
    return Item("", Text(title.upper(), f"bold {HEAD}"), heading=True)
