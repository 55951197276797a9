"""The values of a ruleset that a variant is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.rulesets.ruleset import Ruleset


def unlike(ruleset: Ruleset, values: Mapping[str, Mapping[str, Any]]) -> str:
    """The first of the ``values``, by section and key, that a ruleset does not have, in words.

    Empty if it has all of them.
    """
    for name, wanted in values.items():
        section = getattr(ruleset, name)
        for key, value in wanted.items():
            if getattr(section, key) != value:
                words = str(value).lower() if value != () else "an empty list"
                return f"'{name}.{key}' has to be {words}"
    return ""
