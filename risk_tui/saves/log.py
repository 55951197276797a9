"""The entries of a game file, proved by their checksums before anything is made of them."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from risk_tui.saves.entries import MAX_ENTRY, NotAnEntry, Step, TakenBack, parse_entry
from risk_tui.saves.errors import Damaged
from risk_tui.saves.schema import (
    FAULTS,
    MAX_ENTRIES,
    Unsound,
    checksum,
    count_entries,
    proof_before,
    read_head,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from risk_tui.saves.entries import Entry
    from risk_tui.saves.link import Link


def read_log(link: Link, start: int = 0) -> list[Entry]:
    """The entries from number ``start`` on. Raises ``Damaged`` unless all of them are sound."""
    texts, problem = link.read(lambda connection: sound_texts(connection, start))
    entries: list[Entry] = []
    try:
        for text in texts:
            entries.append(parse_entry(text))
    except NotAnEntry as error:
        problem = f"entry {start + len(entries)} {error}"
    if problem:
        good = link.read(sound_texts)[0][:start] if start else []
        raise Damaged(link.path, problem, _steps([*good, *texts]))
    return entries


def sound_texts(connection: sqlite3.Connection, start: int = 0) -> tuple[list[str], str]:
    """The entries up to the first that is not sound, and what is wrong with that one."""
    texts: list[str] = []
    connection.execute("BEGIN")
    try:
        problem = _read_on(connection, start, texts, _all_rows)
        if not problem and start == 0:
            problem = _other_damage(connection, len(texts))
    except FAULTS:
        problem = _read_singly(connection, start, texts)
    except Unsound:
        problem = f"entry {start + len(texts)} may be missing"
    finally:
        connection.rollback()
    return texts, problem


def _read_singly(connection: sqlite3.Connection, start: int, texts: list[str]) -> str:
    """Read on where reading ahead failed: ``sqlite3`` drops the last good row then."""
    try:
        return _read_on(connection, start + len(texts), texts, _single_rows)
    except (Unsound, *FAULTS):
        return f"entry {start + len(texts)} cannot be read"


def _read_on(
    connection: sqlite3.Connection,
    start: int,
    texts: list[str],
    rows: Callable[[sqlite3.Connection, int], Iterable[tuple[int, object, object]]],
) -> str:
    """Add the entries from ``start`` on to ``texts``; what is wrong with the next one."""
    proof = proof_before(connection, start)
    for expected, (number, text, given) in enumerate(rows(connection, start), start):
        if number != expected:
            return f"entry {expected} is missing"
        if number >= MAX_ENTRIES:
            return f"entry {number} is more than a game has"
        if not isinstance(text, str) or len(text) > MAX_ENTRY:
            return f"entry {number} is not an entry of a game"
        proof = checksum(text, proof)
        if proof != given:
            return f"entry {number} is damaged"
        texts.append(text)
        start = number + 1
    missing = start < count_entries(read_head(connection, "summary"))
    return f"entry {start} is missing" if missing else ""


_ROWS = "SELECT number, entry, checksum FROM entries WHERE number"


def _all_rows(connection: sqlite3.Connection, start: int) -> sqlite3.Cursor:
    return connection.execute(f"{_ROWS} >= ? ORDER BY number LIMIT ?", (start, MAX_ENTRIES + 1))


def _single_rows(connection: sqlite3.Connection, number: int) -> Iterator[tuple[int, Any, Any]]:
    while row := connection.execute(f"{_ROWS} = ?", (number,)).fetchone():
        yield row
        number += 1


def _other_damage(connection: sqlite3.Connection, count: int) -> str:
    """What would keep a file from being written, though it can be read."""
    (told,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return "" if told == "ok" else f"entry {count} could not be written: the file is damaged"


def _steps(texts: Sequence[str]) -> int:
    """How many steps the entries tell, without those taken back."""
    steps = 0
    with contextlib.suppress(NotAnEntry):
        for entry in map(parse_entry, texts):
            steps += isinstance(entry, Step)
            if isinstance(entry, TakenBack):
                steps -= entry.count
    return max(steps, 0)
