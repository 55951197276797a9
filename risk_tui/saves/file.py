"""One game file. Every entry is durable before ``append`` returns.

SQLite's write-ahead log takes each entry in one flush; right after, the log is folded back into
the file, so that the file alone can be copied to another machine at any time, even after a crash.

The title screen lists games before anything else is loaded, so entries are imported when needed.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from risk_tui.saves.errors import Overtaken, SaveError
from risk_tui.saves.migrations import FORMAT, MAX_HEADER, DamagedHead, migrate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.saves.entries import Entry
    from risk_tui.saves.header import Header

APPLICATION_ID = 0x5249534B
"""``RISK`` in ASCII, in SQLite's header field for the kind of file."""

_FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What sqlite3 raises for damaged files: its own messages may not be text either."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list of games shows without replaying any: kept up to date with every entry.

    ``to_move`` names the player whose decision is due, ``winners`` is empty while the game goes
    on, ``played`` is the time of the last entry (ISO 8601, UTC).
    """

    ruleset: str
    players: tuple[str, ...]
    round: int
    to_move: str
    winners: tuple[str, ...]
    steps: int
    played: str = ""


class SaveFile:
    """An open game file."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @property
    def name(self) -> str:
        """The game's name: the file's, without its ending."""
        return self.path.stem

    @classmethod
    def create(cls, path: Path, header: Header, summary: Summary) -> SaveFile:
        """A new game file with its header. Raises ``SaveError`` if it cannot be written."""
        try:
            if path.exists():
                raise SaveError(f"{path.name} exists already")
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = _connect(path, "rwc")
            connection.execute("PRAGMA journal_mode = WAL")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {FORMAT}")
                connection.execute("CREATE TABLE head (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
                connection.execute(
                    "CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT NOT NULL)"
                )
                save = cls(path, connection)
                save._write_head("game", header.to_json())
                save._write_head("summary", _summary_json(summary))
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except (sqlite3.Error, OSError) as error:
            raise SaveError(f"the game cannot be saved in {path}: {error}") from None
        return save

    @classmethod
    def open(cls, path: Path) -> SaveFile:
        """Open a game file; an older format is migrated first.

        Raises ``SaveError`` for whatever is no game of this program, or is from the future.
        """
        try:
            if not path.is_file():
                raise SaveError(f"there is no game file {path}")
            connection = _connect(path, "rw")
            version = _check(connection, path)
            migrate(connection, version)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except DamagedHead:
            raise SaveError(f"{path.name}: its head cannot be read; it is damaged") from None
        except (*_FAULTS, OSError) as error:
            raise SaveError(_damage(path, error)) from None
        return cls(path, connection)

    def header_text(self) -> str:
        """The header's JSON."""
        return self._read_head("game")

    def entries(self, start: int = 0) -> Iterator[Entry]:
        """The entries from number ``start`` on. Raises ``SaveError`` for one that is damaged."""
        from risk_tui.saves.entries import read_entry

        try:
            rows = self._connection.execute(
                "SELECT number, entry FROM entries WHERE number >= ? ORDER BY number", (start,)
            )
            for expected, (number, text) in enumerate(rows, start):
                where = f"{self.path.name}, entry {number}"
                if number != expected:
                    raise SaveError(f"{self.path.name}: entry {expected} is missing")
                yield read_entry(text, where)
        except _FAULTS as error:
            raise SaveError(_damage(self.path, error)) from None

    def append(self, number: int, entry: Entry, summary: Summary) -> None:
        """Append entry ``number`` durably.

        Raises ``Overtaken`` when the file already has an entry of that number, ``SaveError``
        when it cannot be written.
        """
        from risk_tui.saves.entries import write_entry

        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute(
                    "INSERT INTO entries VALUES (?, ?)", (number, write_entry(entry))
                )
                self._write_head("summary", _summary_json(summary))
        except sqlite3.IntegrityError:
            raise Overtaken(f"{self.path.name} was played on elsewhere meanwhile") from None
        except sqlite3.Error as error:
            raise SaveError(f"the game cannot be saved in {self.path}: {error}") from None

    def close(self) -> None:
        """Close the file; nothing is lost by not calling this."""
        self._connection.close()

    def _write_head(self, key: str, value: str) -> None:
        self._connection.execute("REPLACE INTO head VALUES (?, ?)", (key, value))

    def _read_head(self, key: str) -> str:
        try:
            row = self._connection.execute(
                "SELECT value FROM head WHERE key = ? AND length(value) <= ?", (key, MAX_HEADER)
            ).fetchone()
        except _FAULTS as error:
            raise SaveError(_damage(self.path, error)) from None
        if row is None or not isinstance(row[0], str):
            raise SaveError(f"{self.path.name} has no readable head; it is damaged")
        return row[0]


def read_summary(path: Path) -> Summary:
    """What a list shows of a game, without replaying it. Raises ``SaveError``."""
    try:
        with closing(_connect(path, "ro")) as connection:
            _check(connection, path)
            return _summary(json.loads(SaveFile(path, connection)._read_head("summary")))
    except _FAULTS as error:
        raise SaveError(_damage(path, error)) from None
    except SaveError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SaveError(f"{path.name} has no readable summary; it is damaged") from None


def _summary(data: Any) -> Summary:
    """A summary from its JSON. Raises ``ValueError``, ``TypeError`` or ``KeyError``."""
    summary = Summary(
        **{**data, "players": tuple(data["players"]), "winners": tuple(data["winners"])}
    )
    texts = (summary.ruleset, summary.to_move, summary.played, *summary.players, *summary.winners)
    numbers = (summary.round, summary.steps)
    if not all(isinstance(each, str) for each in texts) or not all(
        type(each) is int for each in numbers
    ):
        raise TypeError("a summary holds texts and numbers")
    return summary


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=5)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    if mode != "ro":
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA wal_autocheckpoint = 1")
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> int:
    """The format of a game file. Raises ``SaveError`` if it is something else."""
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if kind != APPLICATION_ID:
        raise SaveError(f"{path.name} is not a game of risk-tui")
    if version < 1:
        raise SaveError(f"{path.name} has no format that any risk-tui wrote; it is damaged")
    if version > FORMAT:
        raise SaveError(
            f"{path.name} was saved by a newer risk-tui (format {version}; this one reads up to "
            f"{FORMAT}); update risk-tui to play on"
        )
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if not {"head", "entries"} <= tables:
        raise SaveError(f"{path.name} lacks its tables; it is damaged")
    return int(version)


def _damage(path: Path, error: Exception) -> str:
    if "not a database" in str(error):
        return f"{path.name} is not a game of risk-tui"
    damaged = isinstance(error, UnicodeDecodeError) or "malformed" in str(error)
    reason = "it is cut off or damaged" if damaged else _printable(error)
    return f"{path.name} cannot be read: {reason}"


def _printable(error: Exception) -> str:
    return "".join(mark for mark in str(error) if mark.isprintable())[:200]


def _summary_json(summary: Summary) -> str:
    data = asdict(summary)
    data["played"] = datetime.now(UTC).isoformat(timespec="seconds")
    return json.dumps(data, ensure_ascii=False)
