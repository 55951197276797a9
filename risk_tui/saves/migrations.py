"""How each older format of game files becomes the next one, by name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

FORMAT = 2
"""The format that this program writes (SQLite's ``user_version``)."""


MAX_HEADER = 2_000_000
"""Characters of a head; a longer one is not from this program."""


class DamagedHead(Exception):
    """A file's head is not what its format says."""


def _more_rules(connection: sqlite3.Connection) -> None:
    """Format 1 knew fewer rules: what it left unsaid was played as written here."""
    row = connection.execute(
        "SELECT value FROM head WHERE key = 'game' AND length(value) <= ?", (MAX_HEADER,)
    ).fetchone()
    try:
        data = json.loads(row[0])
        for section, values in _UNSAID.items():
            data["ruleset"].setdefault(section, {})
            for key, value in values.items():
                data["ruleset"][section].setdefault(key, value)
        connection.execute(
            "UPDATE head SET value = ? WHERE key = 'game'", (json.dumps(data, ensure_ascii=False),)
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise DamagedHead from None


_HOLD_24: dict[str, int] = {"territories": 24, "armies": 1}

_UNSAID: dict[str, dict[str, Any]] = {
    "two_players": {
        "third_army": "none",
        "own_each_go": 2,
        "neutral_each_go": 1,
        "allied_armies": 2,
    },
    "links": {"omitted": []},
    "setup": {
        "placing": "in turns",
        "direction": "clockwise",
        "placing_from": "where claiming ended",
        "cities": 0,
    },
    "reinforce": {
        "exclusive": False,
        "counted": "territories",
        "armies_for_a_capital": 0,
        "when": "before attacks",
        "continent_armies": "anywhere",
        "one_go_each": False,
    },
    "limits": {"territory": None, "pieces": None},
    "cards": {
        "award": "one a turn",
        "escalating_then": "step",
        "stars": {"artillery": 2, "infantry": 1, "cavalry": 1, "joker": 2},
        "star_values": {"2": 2},
        "trade_when": "before attacks",
        "asked": "with a set",
        "forced_when": "start of turn",
        "elimination_trade_fewer": False,
    },
    "combat": {
        "armies_for_three_dice": None,
        "one_against_one": False,
        "reroll": False,
        "commander": False,
    },
    "missions": {
        "played": False,
        "each": 1,
        "destroy": False,
        "continents": [],
        "territories": [_HOLD_24],
        "instead": _HOLD_24,
        "kill_credit": "anyone",
        "eliminated": "hidden",
        "unused": "hidden",
    },
    "capitals": {"played": False, "to_win": None, "lost": "plays on", "cards": "set aside"},
    "objectives": {
        "played": False,
        "continents": [],
        "territories": [],
        "conquests": [],
        "cities": [],
        "capitals": [],
        "to_win": 1,
        "own_capital": False,
    },
    "victory": {"hold_a_round": False},
}

MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _more_rules}
"""From each older format to the one after it."""


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a file of format ``version`` to ``FORMAT``, all or nothing."""
    if version == FORMAT:
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for step in range(version, FORMAT):
            MIGRATIONS[step](connection)
        connection.execute(f"PRAGMA user_version = {FORMAT}")
