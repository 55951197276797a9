"""Keys of rulesets that older games do not have, with the values that these were played by.

It imports no model, because the title screen reads the heads of old games.
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
    """The plain data of a ruleset from before game files of format 6, with the keys of today.

    Raises whatever comes of data that is no ruleset.
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
