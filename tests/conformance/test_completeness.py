"""Every value of a ruleset has a case that shows its meaning.

Each value that a case is about must matter to it: with another value the same moves must come out
differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import pytest

from risk_tui.errors import RiskError
from risk_tui.rules.fields import Section
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.variant_options import VariantOptions

from .case import BUILT_IN, Case, value_of
from .tables import ALL, TABLES, VALUES


def _fields() -> Iterator[tuple[str, Any]]:
    """Yield every value of a ruleset, as (key, annotation)."""
    parts = {key: field.annotation for key, field in Ruleset.model_fields.items()}
    variants = VariantOptions().sections.items()
    parts |= {f"variants.{key}": type(section) for key, section in variants}
    for section, part in parts.items():
        if isinstance(part, type) and issubclass(part, Section):
            for name, option in part.model_fields.items():
                yield f"{section}.{name}", option.annotation


KEYS = dict(_fields())


def options(annotation: Any) -> tuple[Any, ...]:
    """Return the values that a field lists: words, True and False, or ``None``."""
    if annotation is bool:
        return True, False
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if get_origin(annotation) in (Union, UnionType) and NoneType in get_args(annotation):
        return (None,)
    return ()


def _missing(wanted: Iterator[tuple[str, Any]]) -> list[str]:
    return [f"{key}: {value}" for key, value in wanted if value not in VALUES.get(key, ())]


def test_every_option_has_a_case() -> None:
    """A variant that is not played needs none: the cases of all other tables go without it."""
    missing = _missing(
        (key, value)
        for key, kind in KEYS.items()
        for value in options(kind)
        if value or not re.fullmatch(r"variants\.\w+\.played", key)
    )
    assert not missing, f"no case for {'; '.join(missing)}"


def test_numbers_and_lists_have_an_unusual_case() -> None:
    usual = load_ruleset("us-1993")
    alone = [
        key
        for key, kind in KEYS.items()
        if kind is not bool
        and get_origin(kind) is not Literal
        and all(value in (None, value_of(usual, key)) for value in VALUES.get(key, ()))
    ]
    names = "; ".join(f"{key} than {value_of(usual, key)}" for key in alone)
    assert not alone, f"add a case to tests/conformance/tables, with another value of {names}"


def _is_played(rules: Ruleset, key: str) -> bool:
    return key.split(".")[1] in rules.variants.played


def test_every_value_of_every_ruleset_has_a_case() -> None:
    for name in BUILT_IN:
        rules = load_ruleset(name)
        played = (key for key in KEYS if not key.startswith("variants.") or _is_played(rules, key))
        missing = _missing((key, value_of(rules, key)) for key in played)
        assert not missing, f"{name}: no case for {'; '.join(missing)}"


def test_values_of_cases_are_in_force() -> None:
    for case in ALL:
        rules = case.rules()
        assert {key: value_of(rules, key) for key in case.about} == dict(case.about)


@pytest.mark.parametrize("table", TABLES)
def test_what_a_case_is_about_matters_to_it(table: str) -> None:
    idle = [
        f"{case.says} ({key}: {value})"
        for case in TABLES[table]
        for key, value in case.about.items()
        if not _matters(case, key, value)
    ]
    assert not idle, (
        "these cases pass with other values too; let a step fail without the value: "
        + "; ".join(idle)
    )


@pytest.mark.parametrize("key", [key for key, kind in KEYS.items() if len(options(kind)) > 1])
def test_no_two_options_play_alike(key: str) -> None:
    outcomes: dict[frozenset[Any], set[bool | None]] = {}
    for case in ALL:
        for other in options(KEYS[key]) if key in case.about else ():
            if other != case.about[key]:
                pair = frozenset({case.about[key], other})
                outcomes.setdefault(pair, set()).add(_breaks(case, key, other))
    # A pair of which no valid ruleset can choose needs no case.
    alike = [sorted(pair) for pair, broken in outcomes.items() if broken - {None} == {False}]
    assert not alike, f"no case tells these apart: {alike}"
    assert len(outcomes) == len(list(combinations(options(KEYS[key]), 2)))


def _matters(case: Case, key: str, value: Any) -> bool:
    """Return True if another value breaks the case, or no other value is valid."""
    broken = [_breaks(case, key, other) for other in _others(key, value)]
    return any(broken) or set(broken) == {None}


def _others(key: str, value: Any) -> list[Any]:
    """Return other values for a key: its options, those of other cases, and the next numbers."""
    found = [*options(KEYS[key]), *VALUES[key]]
    if type(value) is int:
        found += [value - 1, value + 1]
    return [other for other in found if other != value or type(other) is not type(value)]


def _breaks(case: Case, key: str, value: Any) -> bool | None:
    """Return True if the case fails with another value; ``None`` if that value is not valid."""
    try:
        rules = case.rules({key: value})
    except ValueError:
        return None
    try:
        case.play(rules)
    except (AssertionError, RiskError, IndexError):  # A seat that this ruleset lacks.
        return True
    return False
