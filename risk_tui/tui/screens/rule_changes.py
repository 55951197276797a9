"""Variants and house rules while they are chosen: each of them possible, together perhaps not."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from risk_tui.data.dataclasses import dataclass
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import SOURCE, fitted, variant_switches, with_house_rules
from risk_tui.text.rulebook import values_left_out

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.rules.fields import Section
    from risk_tui.rules.ruleset import Ruleset


@dataclass(frozen=True)
class FieldEditor:
    """The values that a field of a ruleset may have, read from the model's own schema."""

    options: tuple[object, ...] = ()
    """All possible values, if ← and → can go through them."""

    number: bool = False
    none: bool = False
    """Whether there may be no value."""

    only_if: tuple[Any, ...] = ()
    """The key of the same part that makes the field matter, and the values for which it does."""

    @property
    def description(self) -> str:
        """A text about what can be chosen or written."""
        if self.number:
            numbers = [option for option in self.options if option is not None]
            return f"a number from {numbers[0]} to {numbers[-1]}" + ", or none" * self.none
        if self.options:
            return " · ".join(yaml_text(option) for option in self.options)
        return "a list or table, written as in a ruleset file" + ", or none" * self.none


@cache
def field_editors(section: type[Section]) -> Mapping[str, FieldEditor]:
    """The editor of each field of such a part, by its name."""
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


def yaml_text(value: object) -> str:
    """A value as a player reads and writes it: a line of YAML, with words for yes, no and none."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_inner(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_inner(item) for item in value) + "]"
    return str(value)


def _inner(value: object) -> str:
    if isinstance(value, str) and not re.fullmatch(r"[A-Za-z][A-Za-z' -]*", value):
        return json.dumps(value)
    return yaml_text(value)


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
            return str(error).removeprefix(f"{SOURCE}: ")
        return ""

    @property
    def left_out(self) -> frozenset[str]:
        """The parts and values without an effect; none while the changes contradict each other."""
        try:
            return values_left_out(with_house_rules(self.ruleset, self.values))
        except RiskError:
            return frozenset()

    def value(self, path: str) -> object:
        """The value now, as plain data."""
        key, _, name = path.rpartition(".")
        return plain_values(self.parts[key])[name]

    def before(self, key: str) -> Section:
        """A part as the ruleset has it."""
        return self._base[key]

    def change(self, path: str, value: object) -> None:
        """Change a value. Raises ``RiskError``, and changes nothing, if it cannot be that."""
        key, _, name = path.rpartition(".")
        part = self.parts[key]
        try:
            changed = type(part).model_validate_json(json.dumps(plain_values(part) | {name: value}))
        except ValueError:
            # Raises the error that the same value in a ruleset file has.
            with_house_rules(self.ruleset, {path: value})
            raise
        self.parts[key] = changed
        self.values.pop(path, None)
        now = plain_values(changed)[name]
        if now != plain_values(self._base[key])[name]:
            self.values[path] = now

    def is_played(self, variant: str) -> bool:
        """Whether a variant is played."""
        return bool(self.value(f"variants.{variant}.played"))

    def switch(self, variant: str) -> None:
        """Play a variant with all that it brings, or play it no longer."""
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
            key, _, name = path.rpartition(".")
            self.change(path, plain_values(self._base[key])[name])


def plain_values(part: Section) -> dict[str, Any]:
    return part.model_dump(mode="json")
