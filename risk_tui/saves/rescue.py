"""What is still good of a damaged game: everything up to its first bad entry."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.saves.errors import NoGame, SaveError
from risk_tui.saves.file import summary_json
from risk_tui.saves.folder import free_path
from risk_tui.saves.link import Link
from risk_tui.saves.log import sound_texts
from risk_tui.saves.making import make_file
from risk_tui.saves.mending import mend_head, padded
from risk_tui.saves.migrations import migrate
from risk_tui.saves.schema import (
    CHECKED,
    ENTRIES,
    FAULTS,
    FORMAT,
    HEAD,
    MAX_ENTRIES,
    OLD_ENTRIES,
    Unsound,
    prove,
    read_game,
    read_head,
    write_entries,
    write_game,
    write_head,
)

if TYPE_CHECKING:
    from risk_tui.saves.file import Summary


@dataclass(frozen=True, slots=True)
class Salvage:
    """The sound part of a game file; ``problem`` says what follows, "" if nothing is wrong."""

    path: Path
    game: str
    texts: tuple[str, ...]
    problem: str

    def write(self, count: int, summary: Summary) -> Path:
        """Make a new game of the first ``count`` entries, beside the old. Raises ``SaveError``."""
        path = free_path(self.path.with_name(f"{self.path.stem}-rescued{self.path.suffix}"))
        make_file(path, self.game, self.texts[:count], summary_json(summary, count))
        return path


def salvage(path: Path) -> Salvage:
    """What is sound of a game file. Raises ``SaveError`` when its head is not."""
    try:
        link = Link(path, "ro", as_it_is=True)
        with closing(link):
            return link.read(lambda connection: _salvage(path, connection))
    except SaveError as error:
        try:
            return _mended(path)
        except (SaveError, Unsound, OSError, *FAULTS):
            if not isinstance(error, NoGame):
                raise error from None
            raise SaveError(f"{error}; nothing of it can be rescued") from None


def _mended(path: Path) -> Salvage:
    """The same of a file that was cut off, or whose head is damaged and can be mended."""
    with closing(padded(path)) as connection:
        version = prove(connection, path.name)
        mended = version >= CHECKED and mend_head(connection)
        found = _salvage(path, connection)
    return replace(found, problem=found.problem or ("its head is damaged" if mended else ""))


def _salvage(path: Path, connection: sqlite3.Connection) -> Salvage:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < FORMAT:
        return _salvage_old(path, connection, version)
    game, _ = read_game(connection)
    texts, problem = sound_texts(connection)
    return Salvage(path, game, tuple(texts), problem)


def _salvage_old(path: Path, connection: sqlite3.Connection, version: int) -> Salvage:
    """The same for an older format: what is good of it is migrated in memory."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        memory.execute(HEAD)
        memory.execute(f"PRAGMA user_version = {version}")
        write_head(memory, "summary", "{}")
        copy = _copy_sound if version >= CHECKED else _copy_readable
        problem = copy(connection, memory)
        migrate(memory)
        game, _ = read_game(memory)
        texts, _ = sound_texts(memory)
    return Salvage(path, game, tuple(texts), problem)


def _copy_sound(source: sqlite3.Connection, target: sqlite3.Connection) -> str:
    """Copy a head and its entries up to the first that is not sound; what is wrong with that."""
    game, _ = read_game(source)
    texts, problem = sound_texts(source)
    target.execute(ENTRIES)
    write_entries(target, write_game(target, game), texts)
    return problem


_ROW = "SELECT number, entry FROM entries WHERE number = ?"


def _copy_readable(source: sqlite3.Connection, target: sqlite3.Connection) -> str:
    """Copy a head and its entries up to the first that cannot be; what is wrong with that."""
    target.execute(OLD_ENTRIES)
    write_head(target, "game", read_head(source, "game"))
    number = 0
    try:
        while number < MAX_ENTRIES and (row := source.execute(_ROW, (number,)).fetchone()):
            target.execute("INSERT INTO entries VALUES (?, ?)", row)
            number += 1
        more = source.execute("SELECT 1 FROM entries WHERE number > ?", (number,)).fetchone()
    except FAULTS:
        return f"entry {number} cannot be read"
    return f"entry {number} is missing" if more else ""
