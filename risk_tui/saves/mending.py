"""What can be done for a damaged head: most of it is a map and rules that are on this machine too.

Nothing is guessed: what is put in has to agree with the checksum of what was there.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.engine.library import load_board, load_ruleset, names
from risk_tui.engine.ruleset_file import ruleset_to_data
from risk_tui.saves.schema import MAX_FILE, Unsound, checksum, read_game, read_head, write_head

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_RULES, _BOARD = ', "ruleset": ', ', "board": '


def padded(path: Path) -> sqlite3.Connection:
    """A file in memory, as long as it says that it is: what was cut off is empty there.

    Raises ``Unsound`` for what is no database, ``OSError`` and ``sqlite3.Error``.
    """
    with path.open("rb") as file:
        data = bytearray(file.read(MAX_FILE + 1))
    size = int.from_bytes(data[16:18], "big")
    wanted = (65_536 if size == 1 else size) * int.from_bytes(data[28:32], "big")
    if not data.startswith(b"SQLite format 3\x00") or max(wanted, len(data)) > MAX_FILE:
        raise Unsound("it")
    data.extend(bytes(max(0, wanted - len(data))))
    data[18:20] = b"\x01\x01"  # no log in memory
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(bytes(data))
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def mend_head(connection: sqlite3.Connection) -> bool:
    """Make a head in memory agree with its checksum again; whether it did not.

    Raises ``Unsound`` if that cannot be done.
    """
    with contextlib.suppress(Unsound):
        read_game(connection)
        return False
    row = connection.execute("SELECT CAST(value AS BLOB) FROM head WHERE key = 'game'").fetchone()
    proof = read_head(connection, "checksum")
    if row is None or not isinstance(row[0], bytes):
        raise Unsound("its head")
    for game in _candidates(row[0].decode("utf-8", "replace")):
        if str(checksum(game)) == proof:
            write_head(connection, "game", game)
            return True
    raise Unsound("its head")


def _candidates(text: str) -> Iterator[str]:
    """A head with the maps of this machine, and then with its rulesets as well."""
    boards = [json.dumps(dict(load_board(name).files), ensure_ascii=False) for name in _maps()]
    for start in _starts(text):
        for board in boards:
            yield f"{start}{_BOARD}{board}}}"


def _starts(text: str) -> Iterator[str]:
    if _BOARD in text:
        yield text[: text.index(_BOARD)]
    if _RULES in text:
        start = text[: text.index(_RULES)]
        for rules in _rulesets():
            yield f"{start}{_RULES}{rules}"


def _maps() -> Iterator[str]:
    for name in names("maps"):
        with contextlib.suppress(RiskError):
            load_board(name)
            yield name


def _rulesets() -> Iterator[str]:
    for name in names("rulesets"):
        with contextlib.suppress(RiskError):
            data = ruleset_to_data(load_ruleset(name))
            yield json.dumps(data, ensure_ascii=False)
