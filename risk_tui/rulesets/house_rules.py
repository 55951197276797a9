"""House rules: any value of a ruleset changed for one game."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from risk_tui.data.yaml_document import read_document
from risk_tui.errors import RulesetError
from risk_tui.rules.victory import MAX_ROUNDS
from risk_tui.rulesets.ruleset_file import ruleset_from_data, ruleset_to_data

if TYPE_CHECKING:
    from collections.abc import Mapping

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
        data["sources"][section] = _with_note(data["sources"].get(section, ""), name)
    title = f"{ruleset.title}, {SOURCE}"
    if len(title) <= 60 and not ruleset.title.endswith(SOURCE):
        data["title"] = title
    return ruleset_from_data(data, source=SOURCE)


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


def _with_note(source: str, name: str) -> str:
    """A part's source with a note that one more of its keys is changed."""
    changed = changed_keys(source)
    if name in changed:
        return source
    if changed:
        return f"{source}, {name}"
    return f"{source}; {_NOTE}{name}" if source else f"{_NOTE}{name}"


def _keys(part: Section) -> list[str]:
    """The keys of a part of a ruleset."""
    return list(type(part).model_fields)
