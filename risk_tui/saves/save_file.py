"""One game file. Every entry is durable before ``append`` returns.

SQLite's write-ahead log takes each entry in one flush. The log is folded into the file now and
then, when the game is left, and on request; then the file alone can be copied. After a crash the
log stays beside the file, and the next program that opens the game folds it in.

The title screen lists games before anything else is loaded, so entries are imported when needed.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from risk_tui.saves.database import Connection, cannot_save, describe_error
from risk_tui.saves.errors import ConcurrentWrite, DamagedGame, SaveError
from risk_tui.saves.old_files import sound_entries
from risk_tui.saves.schema import (
    MAX_ENTRIES,
    CorruptFile,
    add_seconds,
    checksum,
    checksum_before,
    read_game,
    read_head,
    read_seconds,
    write_head,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from risk_tui.saves.database import Mode
    from risk_tui.saves.entries import Entry
    from risk_tui.saves.header import Header


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What a list of games shows without replaying any: updated with every entry.

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


class SaveFile(Connection):
    """An open game file.

    It is only read until ``append`` or ``has_changes`` is called for the first time, so that a file
    which is refused, by its entries too, stays as it was.
    """

    @property
    def name(self) -> str:
        """The game's name: the file's, without its ending."""
        return self.path.stem

    @classmethod
    def create(
        cls, path: Path, header: Header, summary: GameSummary, entries: Iterable[Entry] = ()
    ) -> SaveFile:
        """A new game file, whole or not at all. Raises ``SaveError`` if it cannot be written."""
        from risk_tui.saves.entries import write_entry
        from risk_tui.saves.file_creation import make_file

        texts = [write_entry(entry) for entry in entries]
        make_file(path, header.to_json(), texts, summary_json(summary, len(texts)))
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, mode: Mode = "rw") -> SaveFile:
        """Open a game file; one of an older format is read as if it were of this one.

        ``rw`` migrates it when it is first written; ``ro`` never writes anything. Raises
        ``SaveError`` for whatever is no game of this program, or is from the future.
        """
        save = cls(path, mode)
        try:
            save.header_text()
        except SaveError:
            save.close()
            raise
        return save

    def header_text(self) -> str:
        """The header's JSON."""
        return self.read(read_game)[0]

    def entries(self, start: int = 0) -> list[Entry]:
        """The entries from number ``start`` on. Raises ``DamagedGame`` unless all are sound."""
        from risk_tui.saves.entries import InvalidEntry, count_steps, read_entry

        texts, problem = self.read(lambda connection: sound_entries(connection, start))
        entries: list[Entry] = []
        try:
            for text in texts:
                entries.append(read_entry(text))
        except InvalidEntry as error:
            problem = f"entry {start + len(entries)} {error}"
        if problem:
            before = self.read(sound_entries)[0][:start] if start else []
            raise DamagedGame(self.path, problem, count_steps([*before, *texts]))
        self._known_entries = max(self._known_entries, start + len(entries))
        return entries

    def seconds(self) -> list[float]:
        """The seconds that the decisions of each seat took; empty where nobody counted them."""
        return self.read(read_seconds)

    def append(
        self,
        number: int,
        entry: Entry,
        summary: GameSummary,
        took: tuple[int, float] | None = None,
    ) -> None:
        """Append entry ``number`` durably; it ``took`` a seat a number of seconds.

        Raises ``ConcurrentWrite`` when the file already has an entry of that number, ``SaveError``
        when it cannot be written; the same entry may then be appended again.
        """
        from risk_tui.saves.entries import write_entry

        if number >= MAX_ENTRIES:
            raise SaveError(f"{self.path.name} is full: a game has at most {MAX_ENTRIES} entries")
        text = write_entry(entry)
        try:
            self._expect_in_place()
            self._commit(number, text, summary_json(summary, number + 1), took)
        except CorruptFile as error:
            raise describe_error(self.path, error) from None
        except sqlite3.IntegrityError:
            raise ConcurrentWrite(f"{self.path.name} was played on elsewhere meanwhile") from None
        except sqlite3.Error as error:
            # Folding the log back now and then may fail when the entry is safe already.
            if not self._contains(number, text):
                # SQLite cannot write a file that another program has replaced, nor say why.
                self._expect_in_place()
                raise cannot_save(self.path, error) from None
        except OSError as error:
            raise cannot_save(self.path, error) from None
        try:
            self._expect_in_place()
        except OSError as error:
            raise cannot_save(self.path, error) from None
        self._known_entries = max(self._known_entries, number + 1)

    def _commit(
        self, number: int, text: str, summary: str, took: tuple[int, float] | None = None
    ) -> None:
        connection = self.write()
        try:
            connection.execute("BEGIN IMMEDIATE")
            crc = checksum(text, checksum_before(connection, number))
            connection.execute("INSERT INTO entries VALUES (?, ?, ?)", (number, text, crc))
            write_head(connection, "summary", summary)
            if took is not None:
                add_seconds(connection, *took)
            connection.execute("COMMIT")
        except (CorruptFile, sqlite3.Error):
            with suppress(sqlite3.Error):
                connection.rollback()
            raise

    def _contains(self, number: int, text: str) -> bool:
        query = "SELECT count(*) FROM entries WHERE number = ? AND entry = ?"
        with suppress(SaveError):
            return bool(self.read(lambda link: link.execute(query, (number, text)).fetchone()[0]))
        return False


def read_summary(path: Path) -> GameSummary:
    """What a list shows of a game, without replaying it. Raises ``SaveError``."""
    with closing(Connection(path, "ro", keep_format=True)) as link:
        text = link.read(lambda connection: read_head(connection, "summary"))
    try:
        return _summary(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SaveError(f"{path.name} has no readable summary; it is damaged") from None


def summary_json(summary: GameSummary, entries: int) -> str:
    """A summary of now as JSON, which also says how many entries there are."""
    played = datetime.now(UTC).isoformat(timespec="seconds")
    data = asdict(summary) | {"played": played, "entries": entries}
    return json.dumps(data, ensure_ascii=False)


def _summary(data: Any) -> GameSummary:
    """A summary from its JSON. Raises what ``read_summary`` catches."""
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
