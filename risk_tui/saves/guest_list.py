"""The guest list: the friends who may sit at hosted games, by join codes and SSH keys.

A join code is for one name at one game. Only its hash is stored. If a friend types it on a
connection that offers public keys, these keys replace the code, which is used up. Without a key,
the code is needed at each visit. All watchers of a game share one code, which is never used up. A
rematch, or a game that a friend starts, gets the codes and keys of its players. The list is one
SQLite file, which the server and the host's commands share.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hmac import compare_digest
from pathlib import Path
from typing import Any, NamedTuple

from risk_tui.data.clean_text import printable, transliterate
from risk_tui.data.files import PRIVATE, reason
from risk_tui.data.language import _
from risk_tui.saves.errors import SaveError, saves_folder

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""The characters of codes, without i, l, o and u, which are easily misread."""

CODE_LENGTH = 12
"""Characters of a code; each has 5 bits, so a code has 60."""

LIST_NAME = "guests.sqlite"
"""The name of the list's file."""

MAX_CODE_INPUT = 100
"""The most characters that are read of a typed code."""

_GROUP = 4
"""Characters of a code between hyphens."""

_LOOKALIKES = str.maketrans("ilo", "110", " -\t\r\n")

_BUSY_SECONDS = 5.0
"""Seconds to wait while another process writes the list."""

WATCHERS = ""
"""The name of the place that all watchers of a game share; no player has this name."""

MAX_WATCHING_KEYS = 50
"""The most keys of watchers of one game; further watchers type the code at each visit."""

_VERSION = 2
"""The format of the list. Version 1 had no ``tables``, so only the others may exist already."""

_TABLES = """
CREATE TABLE IF NOT EXISTS codes (
    game TEXT, name TEXT, salt BLOB NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (game, name)
);
CREATE TABLE IF NOT EXISTS keys (
    game TEXT, name TEXT, key TEXT, proven INTEGER NOT NULL, PRIMARY KEY (game, name, key)
);
CREATE TABLE IF NOT EXISTS server (
    only INTEGER PRIMARY KEY CHECK (only = 1), port INTEGER, address TEXT
);
CREATE TABLE tables (game TEXT PRIMARY KEY, source TEXT NOT NULL, maker TEXT NOT NULL);
CREATE UNIQUE INDEX rematches ON tables (source) WHERE maker = '';
"""

_REVISION_AT, _REVISION_BYTES = 24, 4
"""The offset and the size of the change counter in an SQLite file."""


class Place(NamedTuple):
    """A player's seat at a game, by name, or the place of all its watchers.

    A code or a key opens it.
    """

    game: Path
    name: str


@dataclass(frozen=True)
class Invitation:
    """The ways to open a place: an unused code, and keys by their fingerprints.

    ``proven_keys`` have been used to log in; ``offered_keys`` came with the code and have not been
    used yet.
    """

    has_code: bool = False
    proven_keys: tuple[str, ...] = ()
    offered_keys: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if there is any way to log in."""
        return bool(self.has_code or self.proven_keys or self.offered_keys)

    @property
    def ways(self) -> str:
        """The ways to log in, in words."""
        ways = [_("key {key}", key=key) for key in self.proven_keys]
        ways += [_("key {key}, not used yet", key=key) for key in self.offered_keys]
        ways += [_("an unused code")] if self.has_code else []
        return "; ".join(ways) or _("not invited")


def host_folder() -> Path:
    """Return the folder of the server's own files."""
    return saves_folder().with_name("host")


def has_guest_list() -> bool:
    """Return True if there is a guest list: games were hosted, or friends invited, at some time."""
    return (host_folder() / LIST_NAME).exists()


def make_host_folder() -> Path:
    """Return the server's private folder, which is created if necessary.

    Raises:
        SaveError: If it can't be created.
    """
    folder = host_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(
            _("{folder} can't be created: {reason}", folder=folder, reason=reason(error))
        ) from None
    return folder


def make_code() -> str:
    """Return a new random code, with hyphens to make it easier to read."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    return "-".join(code[at : at + _GROUP] for at in range(0, CODE_LENGTH, _GROUP))


def normalize_code(text: str) -> str:
    """Return a typed code without case, hyphens and spaces, and with misread letters corrected.

    >>> normalize_code("K7m2-X9PQ-oilz ")
    'k7m2x9pq011z'
    """
    return text[:MAX_CODE_INPUT].lower().translate(_LOOKALIKES)


def login_names(names: Sequence[str]) -> list[str]:
    """Return a login name for each player: small ASCII letters, digits and hyphens, all different.

    >>> login_names(["Ann Lee", "Zoe", "Zoë", "★"])
    ['ann-lee', 'zoe', 'zoe-2', 'player']
    """
    logins: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", transliterate(name).casefold()).strip("-") or "player"
        login, number = plain, 1
        while login in logins:
            number += 1
            login = f"{plain}-{number}"
        logins.append(login)
    return logins


class GuestList:
    """The guest list in its file; each call is one transaction."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or make_host_folder() / LIST_NAME
        try:
            with suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
        except OSError as error:
            raise SaveError(
                _("{path} can't be created: {reason}", path=self.path, reason=reason(error))
            ) from None
        with self._transaction("IMMEDIATE") as database:
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version > _VERSION:
                raise SaveError(
                    _("{path} was written by a later version of the program", path=self.path.name)
                )
            if version < _VERSION:
                for statement in _TABLES.split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {_VERSION}")

    # Codes

    def new_code(self, place: Place) -> str:
        """Return a new code for a place; it replaces an older one."""
        code, salt = make_code(), secrets.token_bytes(16)
        with self._transaction("IMMEDIATE") as database:
            database.execute(
                "INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?)",
                (*_columns(place), salt, _hash(code, salt)),
            )
        return code

    def use_code(self, text: str, places: Sequence[Place], keys: Sequence[str]) -> list[Place]:
        """Open the places that a typed code is for.

        Args:
            text: The code as typed.
            places: The places to try.
            keys: Fingerprints of the offered keys. If there are any, they replace the code of a
                player; the code of watchers stays valid.

        Returns:
            The opened places; empty if the code is wrong.
        """
        opened = []
        with self._transaction("IMMEDIATE") as database:
            for place in places:
                columns = _columns(place)
                row = database.execute(
                    "SELECT salt, hash FROM codes WHERE game = ? AND name = ?", columns
                ).fetchone()
                salt, expected = row or (b"", b"")
                if not compare_digest(_hash(text, salt), expected):
                    continue
                opened.append(place)
                is_shared = place.name == WATCHERS
                new_keys = keys
                if is_shared:
                    query = "SELECT count(*) FROM keys WHERE game = ? AND name = ?"
                    (count,) = database.execute(query, columns).fetchone()
                    new_keys = keys[: max(MAX_WATCHING_KEYS - count, 0)]
                elif keys:
                    database.execute("DELETE FROM codes WHERE game = ? AND name = ?", columns)
                # Keys of watchers count as proven, so ``prove_key`` removes none of others.
                database.executemany(
                    "INSERT OR IGNORE INTO keys VALUES (?, ?, ?, ?)",
                    [(*columns, key, is_shared) for key in new_keys],
                )
        return opened

    # Keys

    def has_key(self, place: Place, key: str) -> bool:
        """Check whether a key opens a place."""
        query = "SELECT 1 FROM keys WHERE game = ? AND name = ? AND key = ?"
        return self._first_row(query, *_columns(place), key) is not None

    def prove_key(self, place: Place, key: str) -> bool:
        """Record that a key was used to log in, and remove unused keys that came with the code.

        Returns:
            False if the key does not open the place any more.
        """
        columns = _columns(place)
        with self._transaction("IMMEDIATE") as database:
            proven = database.execute(
                "UPDATE keys SET proven = 1 WHERE game = ? AND name = ? AND key = ?",
                (*columns, key),
            ).rowcount
            if proven:
                database.execute(
                    "DELETE FROM keys WHERE game = ? AND name = ? AND proven = 0", columns
                )
        return bool(proven)

    # The host's view

    def invitation(self, place: Place) -> Invitation:
        """Return the ways to open a place."""
        columns = _columns(place)
        with self._transaction() as database:
            code = database.execute(
                "SELECT 1 FROM codes WHERE game = ? AND name = ?", columns
            ).fetchone()
            keys = database.execute(
                "SELECT key, proven FROM keys WHERE game = ? AND name = ? ORDER BY key", columns
            ).fetchall()
        return Invitation(
            code is not None,
            tuple(key for key, proven in keys if proven),
            tuple(key for key, proven in keys if not proven),
        )

    def revoke(self, place: Place) -> bool:
        """Remove the code and the keys of a place; return True if there were any."""
        with self._transaction("IMMEDIATE") as database:
            removed = [
                database.execute(
                    f"DELETE FROM {table} WHERE game = ? AND name = ?", _columns(place)
                ).rowcount
                for table in ("codes", "keys")
            ]
        return any(removed)

    def set_server(self, address: str, port: int) -> None:
        """Store the address and port of the server, for invitations by the host's commands."""
        with self._transaction("IMMEDIATE") as database:
            database.execute(
                "INSERT OR REPLACE INTO server (only, address, port) VALUES (1, ?, ?)",
                (address, port),
            )

    def server(self) -> tuple[str, int] | None:
        """Return the address and port of the server that was started last, if any."""
        row = self._first_row("SELECT address, port FROM server")
        return (str(row[0]), int(row[1])) if row else None

    def ssh_command(self, login: str) -> str | None:
        """Return the command that connects a friend; ``None`` if no server was ever started."""
        server = self.server()
        return server and f"ssh -p {server[1]} {login}@{printable(server[0])}"

    # Rematches and new tables

    def add_rematch(self, game: Path, source: Path) -> Path:
        """Store the rematch of a game, with the codes and keys of that game.

        Returns:
            The stored rematch, which is another game if another terminal was first.
        """
        with self._transaction("IMMEDIATE") as database:
            if (first := _rematch(database, source)) is None:
                values = (str(game), str(source))
                # Replace a rematch whose file was deleted.
                database.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, '')", values)
                for name in _names(database, source):
                    _copy_place(database, Place(source, name), Place(game, name))
            return first or game

    def rematch_of(self, source: Path) -> Path | None:
        """Return the rematch of a game; ``None`` if there is none, or its file was deleted."""
        with self._transaction() as database:
            return _rematch(database, source)

    def add_table(self, game: Path, maker: str, sources: Sequence[Place]) -> None:
        """Store a game that a friend started from the lobby.

        Args:
            game: The new game.
            maker: The friend's login name.
            sources: The places whose codes and keys are valid for the same names in the new game.
                The first of them belongs to the friend.
        """
        with self._transaction("IMMEDIATE") as database:
            values = (str(game), str(sources[0].game), maker)
            database.execute("INSERT INTO tables VALUES (?, ?, ?)", values)
            for place in sources:
                _copy_place(database, place, Place(game, place.name))

    def count_tables(self, maker: str | None = None) -> int:
        """Return how many games a friend, or with ``None`` any friend, started from the lobby."""
        query = "SELECT count(*) FROM tables WHERE maker != '' AND (?1 IS NULL OR maker = ?1)"
        return int(self._first_row(query, maker)[0])

    def with_successors(self, games: Sequence[Path]) -> list[Path]:
        """Return games together with all games that were started from them."""
        found = dict.fromkeys(games)
        with self._transaction() as database:
            rows = database.execute("SELECT game, source FROM tables ORDER BY rowid").fetchall()
        for game, source in rows:  # A game comes after its source.
            if Path(source) in found:
                found[Path(game)] = None
        return list(found)

    def has_invitations(self, game: Path) -> bool:
        """Return True if any code or key opens a place of a game."""
        with self._transaction() as database:
            return bool(_names(database, game))

    def has_same_code(self, place: Place, other: Place) -> bool:
        """Return True if one code opens both places, because one game came from the other."""
        query = (
            "SELECT 1 FROM codes JOIN codes AS others USING (salt, hash) "
            "WHERE codes.game = ? AND codes.name = ? AND others.game = ? AND others.name = ?"
        )
        return self._first_row(query, *_columns(place), *_columns(other)) is not None

    def revision(self) -> bytes:
        """Return a value that changes with the list, without opening a connection."""
        try:
            with self.path.open("rb") as file:
                file.seek(_REVISION_AT)
                return file.read(_REVISION_BYTES)
        except OSError:
            return b""

    def _first_row(self, query: str, *values: str | None) -> Any:
        """Return the first row of a query, or ``None``."""
        with self._transaction() as database:
            return database.execute(query, values).fetchone()

    @contextmanager
    def _transaction(self, kind: str = "DEFERRED") -> Iterator[sqlite3.Connection]:
        """Open the list for one transaction; ``IMMEDIATE`` is for those that write.

        Raises:
            SaveError: If the file can't be read or written.
        """
        try:
            connection = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None)
            with closing(connection) as database:
                database.execute(f"BEGIN {kind}")
                yield database
                database.execute("COMMIT")
        except sqlite3.Error as error:
            raise SaveError(
                _("the guest list {path} can't be used: {error}", path=self.path, error=error)
            ) from None


def _columns(place: Place) -> tuple[str, str]:
    return str(place.game), place.name


def _rematch(database: sqlite3.Connection, source: Path) -> Path | None:
    query = "SELECT game FROM tables WHERE source = ? AND maker = ''"
    row = database.execute(query, (str(source),)).fetchone()
    return Path(row[0]) if row and Path(row[0]).exists() else None


def _names(database: sqlite3.Connection, game: Path) -> list[str]:
    query = "SELECT name FROM codes WHERE game = ?1 UNION SELECT name FROM keys WHERE game = ?1"
    return [name for (name,) in database.execute(query, (str(game),))]


def _copy_place(database: sqlite3.Connection, source: Place, place: Place) -> None:
    for table, columns in (("codes", "salt, hash"), ("keys", "key, proven")):
        database.execute(
            f"INSERT OR IGNORE INTO {table} SELECT ?, ?, {columns} FROM {table} "
            "WHERE game = ? AND name = ?",
            (*_columns(place), *_columns(source)),
        )


def _hash(code: str, salt: bytes) -> bytes:
    """Return the hash of a code; a fast hash is enough for 60 random bits."""
    return hashlib.sha256(salt + normalize_code(code).encode("utf-8", "replace")).digest()
