"""Keys of rulesets that older games lack, with the values by which those games were played.

This module imports no model, so that the headers of old games are read quickly.
"""

from __future__ import annotations

from typing import Any

_LATER_KEYS: dict[str, dict[str, Any]] = {
    "setup": {"first_armies": "one"},
    "limits": {"pieces_by_colour": {}},
    "combat": {"rerolled": "own"},
    "missions": {"dealt": "before territories"},
    "victory": {"held_openly": True},
}


def with_later_keys(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a ruleset from a game file before format 6, with the current keys.

    Raises:
        Exception: Of any kind, if the data is not a ruleset.
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
    for section, values in _LATER_KEYS.items():
        data[section] = {**data[section], **values}
    return data
