"""A game file. Every entry is durable before ``append`` returns.

On a local disk, SQLite's write-ahead log takes each entry in one flush. A checkpoint copies the log
into the file from time to time, when the game is left, and on request; then the file alone can be
copied. After a crash the log stays beside the file until the next program opens the game. Other
disks have a rollback journal instead of the log (see ``journals``).

The title screen lists games before anything else is loaded, so the module
``entries`` is imported only when it is needed.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from risk_tui.data.language import _
from risk_tui.saves import schema
from risk_tui.saves.database import Connection, Mode, reading_error, saving_error
from risk_tui.saves.errors import ConcurrentWrite, DamagedGame, SaveError

if TYPE_CHECKING:
    from risk_tui.saves.entries import Entry
    from risk_tui.saves.header import Header

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The facts about a game for a list of games, stored with every entry to avoid a replay.

    ``to_move`` is the name of the player who has to decide, ``winners`` is empty until the game is
    over, and ``played`` is the time of the last entry (ISO 8601, UTC).
    """

    ruleset: str
    players: tuple[str, ...]
    round: int
    to_move: str
    winners: tuple[str, ...]
    steps: int
    played: str = ""


class SaveFile(Connection):
    """An open game file.

    It is only read until ``append``, ``update`` or ``has_changes`` is called for the first time, so
    that a rejected file is unchanged.
    """

    _migrates_in_memory = True

    def __init__(self, path: Path, mode: Mode = "rw") -> None:
        """Open a game file; see ``open``."""
        super().__init__(path, mode)
        self.known: dict[int, str] = {}
        """The entries that were read or written here, by number, as they are in the file."""

    @property
    def name(self) -> str:
        """The name of the game: that of its file, without the suffix."""
        return self.path.stem

    @classmethod
    def create(
        cls, path: Path, header: Header, summary: GameSummary, entries: Iterable[Entry] = ()
    ) -> SaveFile:
        """Create a game file, complete or not at all, and open it.

        Raises:
            SaveError: If it can't be written.
        """
        from risk_tui.saves.entries import write_entry
        from risk_tui.saves.file_operations import make_file

        texts = [write_entry(entry) for entry in entries]
        make_file(path, header.to_json(), texts, summary_json(summary, len(texts)))
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, mode: Mode = "rw") -> SaveFile:
        """Open a game file; an older format is read as if it were the present one.

        Args:
            path: The file.
            mode: ``rw`` migrates an older file when it is first written; ``ro`` writes nothing.

        Raises:
            SaveError: If it is not a game of this program, or is one of a later version.
        """
        save = cls(path, mode)
        try:
            save.header_text()
        except SaveError:
            save.close()
            raise
        return save

    def header_text(self) -> str:
        """Return the header's JSON."""
        return self.read(schema.read_game)[0]

    def entries(self, start: int = 0) -> list[Entry]:
        """Return the entries from number ``start``.

        Raises:
            DamagedGame: If one of them is damaged.
            OverwrittenGame: If that happened after entries were read or written here.
        """
        from risk_tui.saves.entries import InvalidEntry, count_steps, read_entry

        texts, problem = self.read(lambda connection: schema.valid_entries(connection, start))
        entries: list[Entry] = []
        try:
            for text in texts:
                entries.append(read_entry(text))
        except InvalidEntry as error:
            problem = _("entry {start} {error}", start=start + len(entries), error=error)
        if problem and self.known:
            raise self._stop(_("{path} was overwritten while it was played", path=self.path.name))
        if problem:
            before = self.read(schema.valid_entries)[0][:start] if start else []
            raise DamagedGame(self.path, problem, count_steps([*before, *texts]))
        self.known.update(enumerate(texts, start))
        return entries

    def seconds(self) -> list[float]:
        """Return the seconds that each seat took for decisions.

        Seats after the last one that decided are missing, and all are if no seconds were counted.
        """
        return self.read(schema.read_seconds)

    def append(
        self,
        number: int,
        entry: Entry,
        summary: GameSummary,
        seat_seconds: tuple[int, float] | None = None,
        changes: Callable[[sqlite3.Connection], None] = lambda _: None,
    ) -> None:
        """Append an entry durably.

        Args:
            number: The number that the entry will have.
            entry: The entry.
            summary: The facts of the game after it.
            seat_seconds: A seat, and the seconds that its decision took.
            changes: Makes further changes in the same transaction.

        Raises:
            ConcurrentWrite: If the file has an entry of that number.
            SaveError: If it can't be written; the same entry may then be appended again.
        """
        from risk_tui.saves.entries import write_entry

        if number >= schema.MAX_ENTRIES:
            raise SaveError(
                _(
                    "{path} is full: a game has at most {max_entries} entries",
                    path=self.path.name,
                    max_entries=schema.MAX_ENTRIES,
                )
            )
        text = write_entry(entry)
        try:
            with self._writing() as connection:
                crc = schema.checksum(text, schema.checksum_before(connection, number))
                connection.execute("INSERT INTO entries VALUES (?, ?, ?)", (number, text, crc))
                schema.write_head(connection, "summary", summary_json(summary, number + 1))
                if seat_seconds is not None:
                    schema.add_seconds(connection, *seat_seconds)
                changes(connection)
        except schema.CorruptSave as error:
            raise reading_error(self.path, error) from None
        except sqlite3.IntegrityError:
            raise ConcurrentWrite(
                _("{path} was changed by another terminal", path=self.path.name)
            ) from None
        except sqlite3.Error as error:
            # The automatic checkpoint may fail after the entry is safe.
            if not self._contains(number, text):
                self._expect_known_entries()
                raise saving_error(self.path, error) from None
        except OSError as error:
            raise saving_error(self.path, error) from None
        self.known[number] = text

    def update(self, change: Callable[[sqlite3.Connection], T]) -> T:
        """Change the clock or the talk durably, in one transaction.

        Returns:
            The result of ``change``.

        Raises:
            RiskError: If ``change`` raises it; nothing has changed.
            SaveError: If it can't be written.
        """
        try:
            with self._writing() as connection:
                result = change(connection)
        except (sqlite3.Error, OSError) as error:
            raise saving_error(self.path, error) from None
        return result

    def checkpoint(self) -> None:
        """Copy SQLite's log into the file, so that the file can be copied alone.

        If that fails, nothing is lost: the log is just as durable, and the next terminal tries
        again.

        Raises:
            OverwrittenGame: If another program damaged the file or its log.
            SaveError: If this can't be checked.
        """
        self._check_undamaged()
        if self._writes and self._connection is not None:
            self._expect_known_entries()
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint")

    def _expect_known_entries(self) -> None:
        """Read the file as another program does, because SQLite may have cached what is damaged.

        Raises:
            OverwrittenGame: If the file can't be read or lacks an entry that is known here.
        """
        with suppress(SaveError, OSError), closing(Connection(self.path, "ro")) as file:
            file.read(schema.read_game)
            texts, problem = file.read(schema.valid_entries)
            if not problem and self.known.items() <= dict(enumerate(texts)).items():
                return
        self._check_undamaged()
        raise self._stop(_("{path} was overwritten while it was played", path=self.path.name))

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open a context for a transaction that writes; an error in it changes nothing."""
        connection = self.write()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.rollback()
            raise

    def _contains(self, number: int, text: str) -> bool:
        query = "SELECT count(*) FROM entries WHERE number = ? AND entry = ?"
        with suppress(SaveError):
            (count,) = self.read(lambda source: source.execute(query, (number, text)).fetchone())
            return bool(count)
        return False


def read_summary(path: Path) -> GameSummary:
    """Return the summary of a game, without replaying it.

    Raises:
        SaveError: If it can't be read.
    """
    with closing(Connection(path, "ro")) as file:
        text = file.read(lambda connection: schema.read_head(connection, "summary"))
    try:
        return _summary(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SaveError(
            _("{path} has no readable summary; it is damaged", path=path.name)
        ) from None


def summary_json(summary: GameSummary, entries: int) -> str:
    """Return a summary as JSON, with the time and the number of entries."""
    played = datetime.now(UTC).isoformat(timespec="seconds")
    data = asdict(summary) | {"played": played, "entries": entries}
    return json.dumps(data, ensure_ascii=False)


def _summary(data: Any) -> GameSummary:
    """Read a summary from its JSON, or raise what ``read_summary`` catches."""
    data.pop("entries", None)
    summary = GameSummary(
        **{**data, "players": tuple(data["players"]), "winners": tuple(data["winners"])}
    )
    texts = (summary.ruleset, summary.to_move, summary.played, *summary.players, *summary.winners)
    numbers = (summary.round, summary.steps)
    if not all(isinstance(text, str) for text in texts) or not all(
        type(number) is int for number in numbers
    ):
        raise TypeError("a summary holds texts and numbers")
    return summary
