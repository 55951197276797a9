"""The tables, one for each dimension of the rules, and all of their cases."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from risk_tui.rules.variant_options import VariantOptions

from . import (
    board,
    capitals,
    cards,
    combat,
    elimination,
    fortify,
    limits,
    missions,
    mixtures,
    objectives,
    reinforce,
    set_up,
    sets,
    two_players,
    victory,
)

if TYPE_CHECKING:
    from types import ModuleType

    from ..case import Case


def table_of(variant: str) -> ModuleType:
    """Return the module with the cases of a variant."""
    name = f"{__name__}.{variant}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise ModuleNotFoundError(
            f"write tests/conformance/tables/{variant}.py; docs/adding-a-variant.md shows how"
        ) from None


TABLES: dict[str, tuple[Case, ...]] = {
    table.__name__.rpartition(".")[2]: table.CASES
    for table in (
        set_up,
        two_players,
        board,
        reinforce,
        limits,
        cards,
        sets,
        combat,
        elimination,
        fortify,
        missions,
        capitals,
        objectives,
        victory,
        mixtures,
        *map(table_of, sorted(VariantOptions().sections)),
    )
}
"""Every table by its name, in the order of a game; those of the variants with their keys."""

ALL = tuple(case for table in TABLES.values() for case in table)

VALUES: dict[str, list[Any]] = {}
"""The values that cases are about, by their keys."""

for _key, _value in (item for case in ALL for item in case.about.items()):
    _values = VALUES.setdefault(_key, [])
    if _value not in _values:
        _values.append(_value)
