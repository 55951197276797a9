"""House rules: any value of a ruleset changed for one game."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from risk_tui.data.yaml_document import read_document
from risk_tui.errors import RulesetError
from risk_tui.rules.victory import MAX_ROUNDS
from risk_tui.rulesets.ruleset_file import ruleset_from_data, ruleset_to_data
from risk_tui.rulesets.variant_options import VariantOptions, variant_title
from risk_tui.rulesets.variant_switches import counted, variant_switches

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.data.yaml_document import KeyPath
    from risk_tui.rules.fields import Section
    from risk_tui.rulesets.ruleset import Ruleset

SOURCE = "house rules"


def with_house_rules(ruleset: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """Change some values of a ruleset: ``{"cards.sets": "stars"}``.

    The changed ruleset says so in its title and, for each part, in its sources. Raises
    ``RulesetError`` for a key that does not exist, a value that it cannot have, or a
    contradiction.
    """
    if not changes:
        return ruleset
    data: dict[str, Any] = ruleset_to_data(ruleset)
    values = {f"{key}.{name}": part for key, _, part in ruleset.sections() for name in _keys(part)}
    for path, value in changes.items():
        if path not in values:
            near = difflib.get_close_matches(path, values, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]!r}?" if near else "'risk-tui rules schema' lists them"
            raise RulesetError(f"{SOURCE}: there is no value {path!r}; {hint}")
        section, _, name = path.rpartition(".")
        part, _, variant = section.partition(".")
        values_of_part = data.setdefault(part, {})
        if variant:
            # Whoever chooses an option of a variant plays it.
            values_of_part = values_of_part.setdefault(variant, {})
        values_of_part[name] = value
        if values[path].model_dump(mode="json")[name] != value:
            _note_change(data, section, name)
    added = [key for key in _played(data) if key not in ruleset.variants.played]
    _name_variants(data, added, changes)
    changed: dict[KeyPath, str] = {tuple(path.split(".")): SOURCE for path in changes}
    return ruleset_from_data(data, source=SOURCE).standing_at(ruleset.places.changed(changed))


def _played(data: Mapping[str, Any]) -> list[str]:
    """The keys of the variants that are played by the data of a ruleset."""
    known = VariantOptions().sections
    return [
        key
        for key, options in sorted(data.get("variants", {}).items())
        if key in known and options.get("played") is not False
    ]


def _name_variants(data: dict[str, Any], added: list[str], changes: Mapping[str, object]) -> None:
    """Name the ``added`` variants in the title, with their sources; and the house rules."""
    switches = variant_switches() if added else {}
    for key in added:
        part = f"variants.{key}"
        source = switches[key].source_for(changes)
        _note_change(data, part, "played")
        data["sources"][part] = f"{source}; {data['sources'][part]}".removeprefix("; ")
    base = data["title"].removesuffix(f", {SOURCE}")
    played = {f"variants.{key}.played": True for key in added}
    has_house_rules = base != data["title"] or counted({**changes, **played})[1]
    titles = [variant_title(key) for key in added]
    for variants in (titles, [f"{len(added)} variants"] * bool(added)):
        title = ", ".join([base, *variants, *([SOURCE] if has_house_rules else [])])
        if len(title) <= 60:
            data["title"] = title
            return


def house_rules_of(ruleset: Ruleset, printed: Ruleset) -> dict[str, object]:
    """The values in which a ruleset differs from the ``printed`` one, as house rules."""
    before = {key: part.model_dump(mode="json") for key, _, part in printed.sections()}
    return {
        f"{key}.{name}": value
        for key, _, part in ruleset.sections()
        for name, value in part.model_dump(mode="json").items()
        if key in before and value != before[key].get(name)
    }


def with_turn_limit(ruleset: Ruleset, rounds: int) -> Ruleset:
    """Set the limit to the rounds, which makes no house rules of a ruleset.

    Raises ``RulesetError`` for a number out of range.
    """
    if not 1 <= rounds <= MAX_ROUNDS:
        raise RulesetError(f"a turn limit is a number from 1 to {MAX_ROUNDS}, not {rounds}")
    limited = ruleset.victory.model_copy(update={"turn_limit": rounds})
    return ruleset.model_copy(update={"victory": limited})


def read_house_rule(text: str) -> tuple[str, object]:
    """Read a change as it is typed: ``cards.sets=stars`` becomes ``("cards.sets", "stars")``.

    The value is written as in a ruleset file. Raises ``DataError`` for a text that cannot be read.
    """
    path, equals, value = text.partition("=")
    if not equals or not value.strip():
        raise RulesetError(f"{SOURCE}: write a change as KEY=VALUE, as in cards.sets=stars")
    return path.strip(), read_document(f"value: {value}", source=SOURCE).data["value"]


def changed_keys(source: str) -> list[str]:
    """The keys of a part that house rules changed, read from its source."""
    return source.rpartition(_NOTE)[2].split(", ") if _NOTE in source else []


_NOTE = "changed for this game: "


def _note_change(data: dict[str, Any], section: str, name: str) -> None:
    """Note in the source of a section that one more of its keys is changed."""
    source = data["sources"].get(section, "")
    changed = changed_keys(source)
    if name not in changed:
        before = f"{source}, " if changed else f"{source}; {_NOTE}" if source else _NOTE
        data["sources"][section] = before + name


def _keys(part: Section) -> list[str]:
    """The keys of a part of a ruleset."""
    return list(type(part).model_fields)
