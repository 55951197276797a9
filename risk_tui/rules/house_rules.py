"""House rules: values of a ruleset that are changed for one game, and variants switched on.

A ruleset of the family "Variants" extends an edition by a few lines for one variant. When a player
switches the variant on for another edition, these lines are applied to that edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from risk_tui.data.clean_text import without_accents
from risk_tui.data.documents import KeyPath, read_document
from risk_tui.data.language import _, caching_key, did_you_mean, join_or
from risk_tui.errors import RiskError, RulesetError
from risk_tui.rules.fields import described_fields
from risk_tui.rules.library import paths, read_text
from risk_tui.rules.ruleset import Ruleset, SourceLocations, ruleset_from_data, ruleset_to_data
from risk_tui.rules.titles import HOUSE_RULES, changed_title
from risk_tui.rules.variant_options import VariantOptions, variant_title
from risk_tui.rules.winning import MAX_ROUNDS

FAMILY = "Variants"
"""The family of the rulesets that play a variant each."""

_METADATA_KEYS = {"ruleset", "extends", "title", "family", "version", "about", "sources"}
"""The keys of a ruleset file that hold no rules."""
_BOUNDS: dict[str, Callable[[Any, Any], object]] = {"players.least": max, "players.most": min}
"""The functions that combine the limits of two variants, by path."""


@dataclass(frozen=True, slots=True)
class Preset:
    """One way to play a variant: a ruleset's title, values as house rules, and source."""

    title: str
    values: Mapping[str, object]
    source: str


@dataclass(frozen=True, slots=True)
class VariantSwitch:
    """A variant that can be switched on for any edition, and its ``presets`` by name.

    The first preset is the variant's usual one; the others have other options.
    """

    key: str
    title: str
    sentence: str
    """The description for players."""
    presets: Mapping[str, Preset]

    @property
    def name(self) -> str:
        """Its main name for typing."""
        return _normalize(self.key)

    @property
    def names(self) -> Mapping[str, Mapping[str, object]]:
        """The values for each name that can be typed: its own, and those of its presets."""
        presets = {name: preset.values for name, preset in self.presets.items()}
        titles = {_normalize(preset.title): preset.values for preset in self.presets.values()}
        return {self.name: self.values, _normalize(self.title): self.values} | titles | presets

    @property
    def other_names(self) -> list[str]:
        """The names for typing that can't be guessed from the key or the title."""
        obvious = {self.name, _normalize(self.title)}.difference(self.presets) | {self.name}
        return [name for name in self.names if not any(word.startswith(name) for word in obvious)]

    @property
    def values(self) -> Mapping[str, object]:
        """The values of its usual preset, as house rules."""
        return next(iter(self.presets.values())).values

    def source_for(self, values: Mapping[str, object]) -> str:
        """Return the source of the first preset with these values, else of the usual preset."""
        part = f"variants.{self.key}."
        for preset in self.presets.values():
            own = {path: value for path, value in preset.values.items() if path.startswith(part)}
            if own.items() <= values.items():
                return preset.source
        return next(iter(self.presets.values())).source


def variant_switches() -> dict[str, VariantSwitch]:
    """Return all variants that can be switched on, by key, in the order of their titles."""
    return _switches(tuple(VariantOptions().sections), paths("rulesets"), caching_key())


@lru_cache(maxsize=4)
def _switches(
    keys: tuple[str, ...], files: tuple[Path, ...], language: tuple[str, bool]
) -> dict[str, VariantSwitch]:
    """Return the switches of these variants; cached because forms ask for them very often.

    ``language`` is the language of their sentences, and their spelling.
    """
    rulesets = _rulesets_of_variants(files)
    switches = [
        _make_switch(
            key, {name: own for name, own in rulesets.items() if [key] == list(_variants_of(own))}
        )
        for key in keys
    ]
    return {
        switch.key: switch
        for switch in sorted(switches, key=lambda switch: without_accents(_(switch.title)))
    }


def values_of_variants(typed: Iterable[str]) -> dict[str, object]:
    """Return the combined values of variants as house rules.

    Args:
        typed: Names of variants: a key, a title, a ruleset's name, or the start of one of these.

    Raises:
        RulesetError: If a name is unknown or ambiguous, or two variants conflict.
    """
    values: dict[str, object] = {}
    set_by: dict[str, str] = {}
    for name in typed:
        for path, value in _find_values(name).items():
            if path in _BOUNDS and path in values:
                values[path] = _BOUNDS[path](values[path], value)
            elif values.setdefault(path, value) != value:
                raise RulesetError(
                    _(
                        "{brought_by} and {name} conflict: {path} would be both {value} and "
                        "{other}; choose one",
                        brought_by=set_by[path],
                        name=name,
                        path=path,
                        value=values[path],
                        other=value,
                    )
                )
            set_by.setdefault(path, name)
    return values


def fitted(values: Mapping[str, object], ruleset: Ruleset) -> dict[str, object]:
    """Return values of variants such that they allow no more players than the ruleset does."""
    bounds = {path: getattr(ruleset.players, path.partition(".")[2]) for path in _BOUNDS}
    return {
        path: _BOUNDS[path](bounds[path], value) if path in bounds else value
        for path, value in values.items()
    }


def counted(values: Mapping[str, object]) -> tuple[list[str], list[str]]:
    """Return the keys of the variants that are switched on, and the paths of the house rules.

    A variant's options, and the other values that it sets, are not house rules.
    """
    switches = variant_switches()
    keys = [key for key in switches if values.get(f"variants.{key}.played") is True]
    by_variants = {path: value for key in keys for path, value in switches[key].values.items()}
    option_prefixes = tuple(f"variants.{key}." for key in keys)
    return keys, [
        path
        for path, value in values.items()
        if not path.startswith(option_prefixes) and by_variants.get(path, ...) != value
    ]


def _find_values(typed: str) -> Mapping[str, object]:
    """Return the values of the variant with a typed name.

    Raises:
        RulesetError: If the name is unknown or ambiguous.
    """
    values: dict[str, Mapping[str, object]] = {}
    for switch in variant_switches().values():
        values |= switch.names
    name = _normalize(typed.strip())
    found = [name] if name in values else [other for other in values if other.startswith(name)]
    # All names of a preset have the same object as their values.
    candidates = {id(values[other]) for other in found}
    if name and len(candidates) == 1:
        return values[found[0]]
    if name and found:
        choices = join_or(sorted(found))
        raise RulesetError(
            _("{typed!r} could be {choices}: type more", typed=typed, choices=choices)
        )
    hint = did_you_mean(name, values, _("'risk-tui rules variants' lists them"))
    raise RulesetError(_("unknown variant {typed!r}; {hint}", typed=typed, hint=hint))


def _normalize(name: str) -> str:
    """Return a name in lower case, with hyphens instead of underscores and blanks."""
    return "-".join(name.casefold().replace("_", " ").split())


def _make_switch(key: str, rulesets: Mapping[str, dict[str, Any]]) -> VariantSwitch:
    """Make the switch of a variant from the rulesets that play only this one.

    The ruleset with the variant's own name comes first.
    """
    section = VariantOptions.fields().model_fields[key].annotation
    assert section is not None
    presets = {
        name: Preset(
            str(own.get("title", name)),
            _as_house_rules(own),
            _table(own.get("sources")).get(f"variants.{key}", ""),
        )
        for name, own in sorted(rulesets.items(), key=lambda item: item[0] != _normalize(key))
    }
    title = variant_title(key)
    presets = presets or {_normalize(key): Preset(title, {f"variants.{key}.played": True}, "")}
    return VariantSwitch(key, title, described_fields(section())["played"], presets)


def _as_house_rules(own: Mapping[str, Any]) -> dict[str, object]:
    """Return a ruleset's own lines as house rules."""
    values: dict[str, object] = {}
    for section, table in own.items():
        if section == "variants":
            for key, options in _variants_of(own).items():
                values[f"variants.{key}.played"] = True
                values |= {f"variants.{key}.{name}": value for name, value in options.items()}
        elif section not in _METADATA_KEYS:
            values |= {f"{section}.{name}": value for name, value in _table(table).items()}
    values.pop("board.maps", None)  # A switched-on variant is played on any board.
    return values


def _rulesets_of_variants(files: tuple[Path, ...]) -> dict[str, dict[str, Any]]:
    """Return the lines of each ruleset of the family, by name, without those that it extends."""
    own = {}
    for path in files:
        try:
            text = read_text(path)
            # Most rulesets are not of the family; a text search avoids parsing their YAML.
            data = read_document(text, source=path.name).data if FAMILY in text else None
        except RiskError:
            continue  # The list of rulesets reports the error.
        if isinstance(data, dict) and data.get("family") == FAMILY and _variants_of(data):
            own[path.stem] = data
    return own


def _variants_of(own: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the variants in a ruleset's own lines, with their options."""
    return {key: _table(options) for key, options in _table(own.get("variants")).items()}


def _table(value: object) -> dict[str, Any]:
    """Return ``value`` if it is a table, else an empty one; loading the file reports the error."""
    return value if isinstance(value, dict) else {}


def with_house_rules(ruleset: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """Return a ruleset with some values changed, as in ``{"cards.sets": "stars"}``.

    The title of the changed ruleset and the sources of its parts mention the changes.

    Raises:
        RulesetError: If a key is unknown, a value is invalid, or values contradict each other.
    """
    if not changes:
        return ruleset
    data: dict[str, Any] = ruleset_to_data(ruleset)
    values = {
        f"{key}.{name}": part
        for key, _, part in ruleset.sections()
        for name in type(part).model_fields
    }
    different: dict[str, object] = {}
    for path, value in changes.items():
        if path not in values:
            hint = did_you_mean(path, values, _("'risk-tui rules schema' lists them"))
            raise RulesetError(
                _(
                    "{source}: unknown setting {path!r}; {hint}",
                    source=_(HOUSE_RULES),
                    path=path,
                    hint=hint,
                )
            )
        section, _rest, name = path.rpartition(".")
        part, _rest, variant = section.partition(".")
        values_of_part = data.setdefault(part, {})
        if variant:
            # Setting an option of a variant switches the variant on.
            values_of_part = values_of_part.setdefault(variant, {})
        values_of_part[name] = value
        if values[path].model_dump(mode="json")[name] != value:
            different[path] = value
            _note_change(data, section, name)
    added = [key for key in _played(data) if key not in ruleset.variants.played]
    _name_added_variants(data, added, changes)
    _change_title(data, added, different)
    changed = ruleset_from_data(data, source=_(HOUSE_RULES))
    own: dict[KeyPath, str] = {tuple(path.split(".")): _(HOUSE_RULES) for path in changes}
    return changed.set_places(SourceLocations({**ruleset.places, **own}))


def _played(data: Mapping[str, Any]) -> list[str]:
    """Return the keys of the played variants in a ruleset's data."""
    known = VariantOptions().sections
    return [
        key
        for key, options in sorted(data.get("variants", {}).items())
        if key in known and options.get("played") is not False
    ]


def _name_added_variants(
    data: dict[str, Any], added: list[str], changes: Mapping[str, object]
) -> None:
    """Mention the ``added`` variants in the sources."""
    switches = variant_switches() if added else {}
    for key in added:
        part = f"variants.{key}"
        source = switches[key].source_for(changes)
        _note_change(data, part, "played")
        data["sources"][part] = f"{source}; {data['sources'][part]}".removeprefix("; ")


def _change_title(data: dict[str, Any], added: list[str], changes: Mapping[str, object]) -> None:
    """Mention the ``added`` variants and house rules in the title."""
    title = data["title"]
    base = title.removesuffix(f", {HOUSE_RULES}")
    played = {f"variants.{key}.played": True for key in added}
    has_house_rules = base != title or bool(counted({**changes, **played})[1])
    variants = [variant_title(key) for key in added]
    data["title"] = changed_title(base, variants, has_house_rules=has_house_rules)


def house_rules_of(ruleset: Ruleset, printed: Ruleset) -> dict[str, object]:
    """Return the values of a ruleset that differ from the ``printed`` one, as house rules."""
    before = {key: part.model_dump(mode="json") for key, _, part in printed.sections()}
    return {
        f"{key}.{name}": value
        for key, _, part in ruleset.sections()
        for name, value in part.model_dump(mode="json").items()
        if key in before and value != before[key].get(name)
    }


def with_turn_limit(ruleset: Ruleset, rounds: int) -> Ruleset:
    """Return a ruleset with a limit of rounds, which does not count as a house rule.

    Raises:
        RulesetError: If the number is out of range.
    """
    if not 1 <= rounds <= MAX_ROUNDS:
        raise RulesetError(
            _(
                "a turn limit is a number from 1 to {max_rounds}, not {rounds}",
                max_rounds=MAX_ROUNDS,
                rounds=rounds,
            )
        )
    limited = ruleset.victory.model_copy(update={"turn_limit": rounds})
    return ruleset.model_copy(update={"victory": limited})


def read_house_rule(text: str) -> tuple[str, object]:
    """Parse a typed change: ``cards.sets=stars`` becomes ``("cards.sets", "stars")``.

    The value is written as in a ruleset file.

    Raises:
        DataError: If the text can't be read.
    """
    path, equals, value = text.partition("=")
    if not equals or not value.strip():
        raise RulesetError(
            _(
                "{source}: write a change as KEY=VALUE, as in fortify.reach=connected",
                source=_(HOUSE_RULES),
            )
        )
    return path.strip(), read_document(f"value: {value}", source=_(HOUSE_RULES)).data["value"]


def changed_keys(source: str) -> list[str]:
    """Return the keys of a part that house rules changed, read from the text of its source."""
    return source.rpartition(_NOTE)[2].split(", ") if _NOTE in source else []


_NOTE = "changed for this game: "


def _note_change(data: dict[str, Any], section: str, name: str) -> None:
    """Add the key of a changed value to the text of a section's source."""
    source = data["sources"].get(section, "")
    changed = changed_keys(source)
    if name not in changed:
        before = f"{source}, " if changed else f"{source}; {_NOTE}" if source else _NOTE
        data["sources"][section] = before + name
