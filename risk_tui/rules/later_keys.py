"""Keys of rulesets that older games lack, with the values that those games were played by.

Imports no model, so that the headers of old games are read quickly.
"""

from __future__ import annotations

from typing import Any

_LATER: dict[str, dict[str, Any]] = {
    "setup": {"first_armies": "one"},
    "limits": {"pieces_by_colour": {}},
    "combat": {"rerolled": "own"},
    "missions": {"dealt": "before territories"},
    "victory": {"held_openly": True},
}


def with_later_keys(data: dict[str, Any]) -> dict[str, Any]:
    """Add today's keys to the data of a ruleset from before game files of format 6.

    Raises:
        Exception: Any, if the data is not a ruleset.
    """
    board = {
        "omitted": data["links"]["omitted"],
        "added": [],
        "sea_lanes": [],
        "symbols": {},
        "bonuses": {},
    }
    data = {
        ("board" if key == "links" else key): board if key == "links" else value
        for key, value in data.items()
    }
    for section, values in _LATER.items():
        data[section] = {**data[section], **values}
    return data
