"""The titles of rulesets that were changed for a game.

This module imports no model, so that lists of saved games appear quickly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from risk_tui.data.language import N_, _, pluralize

HOUSE_RULES = N_("house rules")
"""The end of the title of a ruleset with changed values, and the source named in errors."""
MAX_TITLE = 60
"""The most characters in a title."""

_COUNTED = re.compile(r"(\d+) variants")


def changed_title(base: str, variants: Sequence[str], *, has_house_rules: bool) -> str:
    """Return the English title of a ruleset with variants and house rules.

    If the title would be too long, it has the number of variants instead of their titles, or does
    not mention them.
    """
    end = [HOUSE_RULES] if has_house_rules else []
    counted = [f"{len(variants)} variants"] if variants else []
    titles = (", ".join([base, *parts, *end]) for parts in (variants, counted, []))
    return next((title for title in titles if len(title) <= MAX_TITLE), base)


def translated_title(title: str) -> str:
    """Return the title of a ruleset, changed or not, in the player's language."""
    if (whole := _(title)) != title or ", " not in title:
        return whole
    base, _comma, last = title.rpartition(", ")
    counted = _COUNTED.fullmatch(last)
    words = pluralize(int(counted[1]), "variant") if counted else _(last)
    return f"{translated_title(base)}, {words}"
