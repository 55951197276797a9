"""How each older format of game files becomes the next one, by name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from risk_tui.saves.schema import (
    ENTRIES,
    FORMAT,
    MAX_ENTRIES,
    Unsound,
    checksum,
    read_game,
    read_head,
    write_game,
    write_head,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable


def _more_rules(connection: sqlite3.Connection) -> None:
    """Format 1 knew fewer rules: what it left unsaid was played as written here."""
    try:
        data = json.loads(read_head(connection, "game"))
        for section, values in _UNSAID.items():
            data["ruleset"].setdefault(section, {})
            for key, value in values.items():
                data["ruleset"][section].setdefault(key, value)
        write_head(connection, "game", json.dumps(data, ensure_ascii=False))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Unsound("its head") from None


def _checksums(connection: sqlite3.Connection) -> None:
    """Format 2 had no checksums, and did not say how many entries there are."""
    rows = connection.execute(
        "SELECT number, coalesce(CAST(entry AS TEXT), '') FROM entries ORDER BY number LIMIT ?",
        (MAX_ENTRIES + 1,),
    ).fetchall()
    if len(rows) > MAX_ENTRIES:
        raise Unsound("the number of its entries")
    connection.execute("DROP TABLE entries")
    connection.execute(ENTRIES)
    proof = write_game(connection, read_head(connection, "game"))
    for number, entry in rows:
        proof = checksum(entry, proof)
        connection.execute("INSERT INTO entries VALUES (?, ?, ?)", (number, entry, proof))
    try:
        summary = json.loads(read_head(connection, "summary"))
        summary["entries"] = len(rows)
        write_head(connection, "summary", json.dumps(summary, ensure_ascii=False))
    except (ValueError, TypeError, RecursionError):
        raise Unsound("its head") from None


def _options(connection: sqlite3.Connection) -> None:
    """Format 3 knew no options: everybody saw the odds, and the computer rolled the dice."""
    game, before = read_game(connection)
    try:
        told = {"options": {"advice": True, "real_dice": False}, **json.loads(game)}
    except (ValueError, TypeError, RecursionError):
        raise Unsound("its head") from None
    _chain_again(connection, before, write_game(connection, json.dumps(told, ensure_ascii=False)))


def _chain_again(connection: sqlite3.Connection, before: int, after: int) -> None:
    """Chain the checksums of the entries to another one of the head.

    From the first entry on that is not sound they stay, so that damage is still found there.
    """
    rows = connection.execute(
        "SELECT number, entry, checksum FROM entries ORDER BY number LIMIT ?", (MAX_ENTRIES,)
    ).fetchall()
    for number, entry, given in rows:
        before = checksum(entry, before) if isinstance(entry, str) else -1
        if before != given:
            break
        after = checksum(entry, after)
        connection.execute("UPDATE entries SET checksum = ? WHERE number = ?", (after, number))


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

MIGRATIONS: dict[int, Callable[[sqlite3.Connection], None]] = {
    1: _more_rules,
    2: _checksums,
    3: _options,
}
"""From each older format to the one after it."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file of an older format to ``FORMAT``, all or nothing.

    Raises ``Unsound``, and whatever ``sqlite3`` raises for a damaged file.
    """
    with connection:
        # Another process may have done it while this one waited for its turn.
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        for step in range(version, FORMAT):
            MIGRATIONS[step](connection)
        connection.execute(f"PRAGMA user_version = {FORMAT}")
