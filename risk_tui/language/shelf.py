"""All rulesets as they are listed: by family, the newest edition first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.engine.library import load_ruleset, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.engine.ruleset import Ruleset


@dataclass(frozen=True)
class Listed:
    """A ruleset that was found, or what is wrong with its file."""

    name: str
    ruleset: Ruleset | None
    problem: str = ""


FAMILIES = ("United States", "United Kingdom", "Europe", "Newer rules")
"""The families in the order in which they are listed; a player's own come after them."""

LAST = "House rules"
"""The family that is listed below all others: it is no edition."""

_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")


def listed() -> list[Listed]:
    """Every ruleset in the order of the list; those that cannot be read come last."""
    found = []
    for name in names("rulesets"):
        try:
            found.append(Listed(name, load_ruleset(name)))
        except RiskError as error:
            found.append(Listed(name, None, str(error)))
    return sorted(found, key=_place)


def by_family(found: list[Listed]) -> Iterator[tuple[str, list[Listed]]]:
    """The list in families, each with its heading."""
    families = groupby(found, lambda each: each.ruleset.family if each.ruleset else "")
    for family, members in families:
        yield family or "Cannot be read", list(members)


def players_told(ruleset: Ruleset) -> str:
    """For how many it is."""
    least, most = ruleset.players.least, ruleset.players.most
    return f"{least} players" if least == most else f"{least} to {most} players"


def _place(each: Listed) -> tuple[int, str, int, str]:
    """Where it is listed. Friends mostly play what is in the shops, so new comes before old.

    An edition's year stands in its title; without one it is not of any year, and comes first.
    """
    if each.ruleset is None:
        return len(FAMILIES) + 2, "", 0, each.name
    family, title = each.ruleset.family, each.ruleset.title
    known = family in FAMILIES
    place = FAMILIES.index(family) if known else len(FAMILIES) + (family == LAST)
    year = _YEAR.search(title)
    return place, family.casefold(), -int(year[0]) if year else -9999, title.casefold()
