"""The rulesets of the program: editions, others, and samples of both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from risk_tui.rules.library import load_ruleset, names
from tests.covering import spread
from tests.extent import usual_or_full

ALL = names("rulesets")
_LOADED = {name: load_ruleset(name) for name in ALL}
OF_VARIANTS = [name for name in ALL if _LOADED[name].variants.played]
EDITIONS = [name for name in ALL if name not in OF_VARIANTS and not _LOADED[name].board.maps]
"""The rulesets without variants that can be played on the classic board."""


def sample(rulesets: Sequence[str]) -> list[str]:
    """Return a few rulesets with every switch, choice and variant that any of them has.

    Numbers and tables count only as present or absent.
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
"""A sample of rulesets with every value and variant; with ``--full`` all rulesets."""

SOME_EDITIONS = usual_or_full(sample(EDITIONS), EDITIONS)
"""A sample of editions with every value of any edition; with ``--full`` all editions."""
