"""The tables, one for each dimension of the rules, and all of their cases."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from risk_tui.rules.variant_options import VariantOptions

from ..case import Case


def table_of(name: str) -> ModuleType:
    """Return the module with the cases of a rule or variant."""
    module = f"{__name__}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise ModuleNotFoundError(
            f"write tests/conformance/tables/{name}.py; docs/adding-a-variant.md shows how"
        ) from None


RULES = (
    *("set_up", "two_players", "board", "reinforce", "limits", "cards", "sets", "combat"),
    *("elimination", "fortify", "missions", "capitals", "objectives", "victory", "mixtures"),
)
"""The tables about rules of all editions, in the order of a game."""

TABLES: dict[str, tuple[Case, ...]] = {
    name: table_of(name).CASES for name in (*RULES, *sorted(VariantOptions().sections))
}
"""Every table by its name, in the order of a game; those of the variants with their keys."""

ALL = tuple(case for table in TABLES.values() for case in table)

VALUES: dict[str, list[Any]] = {}
"""The values that cases are about, by their keys."""

for _key, _value in (item for case in ALL for item in case.about.items()):
    _values = VALUES.setdefault(_key, [])
    if _value not in _values:
        _values.append(_value)
