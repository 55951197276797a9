"""The rulesets that come with the program: the editions, those that play variants, samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.rules.library import load_ruleset, names
from tests.covering import spread
from tests.extent import usual_or_full

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ALL = names("rulesets")
_LOADED = {name: load_ruleset(name) for name in ALL}
OF_VARIANTS = [name for name in ALL if _LOADED[name].variants.played]
EDITIONS = [name for name in ALL if name not in OF_VARIANTS]


def sample(rulesets: Sequence[str]) -> list[str]:
    """A few rulesets with every value that any of these has: switches, choices, variants.

    Of a number or a table it counts only whether there is one.
    """
    values = {name: dict(_values(name)) for name in rulesets}
    keys = sorted(set().union(*values.values()))
    rows = [(name, *(values[name].get(key) for key in keys)) for name in rulesets]
    return sorted(row[0] for row in spread(rows, {}, but=0))


def _values(name: str) -> Iterable[tuple[str, object]]:
    for key, _, section in _LOADED[name].sections():
        for field in type(section).model_fields:
            value = getattr(section, field)
            yield f"{key}.{field}", value if isinstance(value, bool | str) else bool(value)


SOME = usual_or_full(sample(ALL), ALL)
"""Rulesets in which every value and every variant occurs; with ``--full`` all."""

SOME_EDITIONS = usual_or_full(sample(EDITIONS), EDITIONS)
"""Editions in which every value of any edition occurs; with ``--full`` all."""
