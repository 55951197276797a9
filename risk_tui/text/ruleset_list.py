"""The list of all rulesets: by family, the newest edition first."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import FAMILY as VARIANTS
from risk_tui.rules.library import load_ruleset, names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.rules.ruleset import Ruleset


@dataclass(frozen=True)
class ListedRuleset:
    """An entry of the list: a ruleset, or the problem with its file."""

    name: str
    ruleset: Ruleset | None
    problem: str = ""


FAMILIES = ("United States", "United Kingdom", "Europe", "Newer rules", VARIANTS)
"""The families in the order in which they are listed; a player's own come after them."""

LAST = "House rules"
"""The family that is listed below all others: it is no edition."""

_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")


def list_rulesets() -> list[ListedRuleset]:
    """All rulesets in the order of the list; those that cannot be read come last."""
    rulesets = []
    for name in names("rulesets"):
        try:
            rulesets.append(ListedRuleset(name, load_ruleset(name)))
        except RiskError as error:
            rulesets.append(ListedRuleset(name, None, str(error)))
    return sorted(rulesets, key=_sort_key)


def by_family(rulesets: list[ListedRuleset]) -> Iterator[tuple[str, list[ListedRuleset]]]:
    """The list in families, each with its heading."""
    families = groupby(rulesets, lambda listed: listed.ruleset.family if listed.ruleset else "")
    for family, members in families:
        yield family or "Cannot be read", list(members)


def describe_player_count(ruleset: Ruleset) -> str:
    """The numbers of players that a ruleset is for."""
    minimum, maximum = ruleset.player_limits
    return f"{minimum} players" if minimum == maximum else f"{minimum} to {maximum} players"


def _sort_key(listed: ListedRuleset) -> tuple[int, str, int, str]:
    """The sort key of an entry: its family, then new editions before old ones.

    Friends mostly play what is in the shops, so new comes before old. An edition's year stands in
    its title; a ruleset without a year comes first.
    """
    if listed.ruleset is None:
        return len(FAMILIES) + 2, "", 0, listed.name
    family, title = listed.ruleset.family, listed.ruleset.title
    known = family in FAMILIES
    rank = FAMILIES.index(family) if known else len(FAMILIES) + (family == LAST)
    year = _YEAR.search(title)
    return rank, family.casefold(), -int(year[0]) if year else -9999, title.casefold()
