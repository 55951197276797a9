"""One game file. Every entry is durable before ``append`` returns.

SQLite's write-ahead log takes each entry in one flush; right after, the log is folded back into
the file, so that the file alone can be copied to another machine at any time, even after a crash.

The title screen lists games before anything else is loaded, so entries are imported when needed.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from risk_tui.saves.errors import Overtaken, SaveError
from risk_tui.saves.link import Link, fault
from risk_tui.saves.schema import (
    MAX_ENTRIES,
    Unsound,
    checksum,
    proof_before,
    read_game,
    read_head,
    write_head,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.saves.entries import Entry
    from risk_tui.saves.header import Header
    from risk_tui.saves.link import Mode


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
    """An open game file.

    It is only read until ``append`` or ``news`` is called for the first time, so that a file which
    is refused, by its entries too, stays as it was.
    """

    def __init__(self, path: Path, link: Link) -> None:
        self.path = path
        self._link = link

    @property
    def name(self) -> str:
        """The game's name: the file's, without its ending."""
        return self.path.stem

    @classmethod
    def create(
        cls, path: Path, header: Header, summary: Summary, entries: Iterable[Entry] = ()
    ) -> SaveFile:
        """A new game file, whole or not at all. Raises ``SaveError`` if it cannot be written."""
        from risk_tui.saves.making import make_file

        texts: list[str] = []
        if entries:
            from risk_tui.saves.entries import write_entry

            texts = [write_entry(entry) for entry in entries]
        make_file(path, header.to_json(), texts, summary_json(summary, len(texts)))
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, mode: Mode = "rw") -> SaveFile:
        """Open a game file; one of an older format is read as if it were of this one.

        ``rw`` migrates it when it is first written; ``ro`` never writes anything. Raises
        ``SaveError`` for whatever is no game of this program, or is from the future.
        """
        save = cls(path, Link(path, mode))
        try:
            save.header_text()
        except SaveError:
            save.close()
            raise
        return save

    def header_text(self) -> str:
        """The header's JSON."""
        return self._link.read(read_game)[0]

    def entries(self, start: int = 0) -> list[Entry]:
        """The entries from number ``start`` on. Raises ``Damaged`` unless all are sound."""
        from risk_tui.saves.log import read_log

        return read_log(self._link, start)

    def news(self) -> bool:
        """Whether another process may have appended since the last call, or since the opening.

        Own entries do not count. Cheap enough to be asked many times a second.
        """
        return self._link.news()

    def append(self, number: int, entry: Entry, summary: Summary) -> None:
        """Append entry ``number`` durably.

        Raises ``Overtaken`` when the file already has an entry of that number, ``SaveError``
        when it cannot be written; the same entry may then be appended again.
        """
        from risk_tui.saves.entries import write_entry

        if number >= MAX_ENTRIES:
            raise SaveError(f"{self.path.name} is full: a game has at most {MAX_ENTRIES} entries")
        text = write_entry(entry)
        try:
            self._commit(number, text, summary_json(summary, number + 1))
        except Unsound as error:
            raise fault(self.path, error) from None
        except sqlite3.IntegrityError:
            raise Overtaken(f"{self.path.name} was played on elsewhere meanwhile") from None
        except sqlite3.Error as error:
            # Folding the log back may have failed when the entry was safe already.
            if not self._has(number, text):
                from risk_tui.saves.making import unsaved

                raise unsaved(self.path, error) from None

    def close(self) -> None:
        """Close the file; nothing is lost by not calling this."""
        self._link.close()

    def _commit(self, number: int, text: str, summary: str) -> None:
        connection = self._link.write()
        try:
            connection.execute("BEGIN IMMEDIATE")
            proof = checksum(text, proof_before(connection, number))
            connection.execute("INSERT INTO entries VALUES (?, ?, ?)", (number, text, proof))
            write_head(connection, "summary", summary)
            connection.execute("COMMIT")
        except (Unsound, sqlite3.Error):
            with contextlib.suppress(sqlite3.Error):
                connection.rollback()
            raise

    def _has(self, number: int, text: str) -> bool:
        with contextlib.suppress(SaveError):
            return bool(
                self._link.read(
                    lambda connection: connection.execute(
                        "SELECT 1 FROM entries WHERE number = ? AND entry = ?", (number, text)
                    ).fetchone()
                )
            )
        return False


def read_summary(path: Path) -> Summary:
    """What a list shows of a game, without replaying it. Raises ``SaveError``."""
    link = Link(path, "ro", as_it_is=True)
    try:
        return _summary(json.loads(link.read(lambda each: read_head(each, "summary"))))
    except SaveError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SaveError(f"{path.name} has no readable summary; it is damaged") from None
    finally:
        link.close()


def summary_json(summary: Summary, entries: int) -> str:
    """A summary of now as JSON, which also says how many entries there are."""
    data = asdict(summary)
    data["played"] = datetime.now(UTC).isoformat(timespec="seconds")
    data["entries"] = entries
    return json.dumps(data, ensure_ascii=False)


def _summary(data: Any) -> Summary:
    """A summary from its JSON. Raises what ``read_summary`` catches."""
    data.pop("entries", None)
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
