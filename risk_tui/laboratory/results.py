"""Files of results: one line of JSON per game, tables for other programs, and saved games.

The first line of a result file has the digest of the program; each match has a line before its
first result. Truncated lines and repeated games are ignored.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from risk_tui.data.clean_text import printable
from risk_tui.data.files import PRIVATE, open_text, overwrite, unfinished, writing
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import GameResult, Match, program_digest, read_result
from risk_tui.saves.entries import ActionEntry
from risk_tui.saves.errors import SAVE_SUFFIX
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.game_log import GameLog

_FORMAT = 1


class ResultFile:
    """A file of game results, to which new ones are appended."""

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        """Read a file, or start one.

        Args:
            fresh: True to create missing folders, and to replace a file with other contents.

        Raises:
            RiskError: If the file has other contents, or can't be written.
        """
        self.path = path
        self._results: dict[tuple[str, int], GameResult] = {}
        self._matches: set[str] = set()
        self._digests: dict[Match, str] = {}
        self._file = -1
        with writing(path):
            if fresh:
                path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists():
                self._read(fresh=fresh)
            self._open()

    def get(self, match: Match, number: int) -> GameResult | None:
        """Return the result of a game, or ``None``."""
        return self._results.get((self._digest(match), number))

    def __len__(self) -> int:
        return len(self._results)

    def add(self, match: Match, result: GameResult) -> None:
        """Append the result of a game to the file immediately.

        Raises:
            RiskError: If it can't be written.
        """
        digest = self._digest(match)
        lines = ""
        if digest not in self._matches:
            self._matches.add(digest)
            lines = _json_line({"match": digest, **describe_match(match)})
        self._results[digest, result.number] = result
        self._write(lines + _json_line({"match": digest, **asdict(result)}))

    def close(self, *, remove: bool = False) -> None:
        """Close the file, or ``remove`` it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        if remove:
            self.path.unlink(missing_ok=True)

    def _digest(self, match: Match) -> str:
        if match not in self._digests:
            self._digests[match] = match.digest
        return self._digests[match]

    def _open(self) -> None:
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, PRIVATE)
        size = os.fstat(self._file).st_size
        if not size:
            head = {"risk-tui": "results", "format": _FORMAT, "program": program_digest()}
            self._write(_json_line(head))
        elif os.pread(self._file, 1, size - 1) != b"\n":
            self._write("\n")  # Finish a truncated line.

    def _write(self, text: str) -> None:
        data = text.encode()
        with writing(self.path):
            # Use a single call, so that the lines of two programs don't mix.
            if os.write(self._file, data) < len(data):
                raise OSError(errno.ENOSPC, _("No space left on device"))

    def _read(self, *, fresh: bool) -> None:
        """Read the existing results.

        Raises:
            RiskError: If the file has other contents.
            OSError: If it can't be read.
        """
        try:
            with open_text(self.path) as file:
                self._read_head(file.readline())
                self._read_lines(file)
        except (RiskError, UnicodeDecodeError) as error:
            if not fresh:
                what = error if isinstance(error, RiskError) else _("is not UTF-8 text")
                raise RiskError(
                    _("{path} {what}; give it another name", path=printable(self.path), what=what)
                ) from None
            self._results.clear()
            self._matches.clear()
            self.path.unlink()

    def _read_head(self, line: str) -> None:
        head = _parse_line(line)
        if line and (head.get("risk-tui") != "results" or head.get("format") != _FORMAT):
            raise RiskError(_("is not a file of results"))
        if line and head.get("program") != program_digest():
            raise RiskError(_("holds games of another version of the program"))

    def _read_lines(self, lines: Iterable[str]) -> None:
        for number, line in enumerate(lines, 2):
            data = _parse_line(line)
            digest = data.pop("match", None)
            try:
                if not data:
                    continue  # The line was truncated.
                if not isinstance(digest, str):
                    raise RiskError(_("it names no match"))
                if "rules" in data:
                    self._matches.add(digest)
                else:
                    result = read_result(data)
                    self._results.setdefault((digest, result.number), result)
            except RiskError as error:
                raise RiskError(
                    _("line {number} is not a result: {error}", number=number, error=error)
                ) from None


def describe_match(match: Match) -> dict[str, Any]:
    """Describe a match as data."""
    header = match.header
    return {
        "rules": header.setup.ruleset.ruleset,
        "map": header.setup.board.name,
        "bots": list(match.bots),
        "seed": match.seed,
        "rotates": match.rotates_seats,
        "round_limit": match.rounds,
    }


def _json_line(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")) + "\n"


def _parse_line(line: str) -> dict[str, Any]:
    """Parse a line as a table of JSON; return an empty one if it is truncated or invalid."""
    with contextlib.suppress(ValueError, RecursionError):
        data = json.loads(line)
        if isinstance(data, dict):
            return data
    return {}


def saved_game_path(folder: Path, match: Match, number: int) -> Path:
    """Return the path of a saved game, unique for each match and version of the program."""
    digest = sha256(f"{match.digest}/{program_digest()}".encode()).hexdigest()[:6]
    name = match.header.setup.ruleset.ruleset
    return folder / f"{name}-{digest}-{number}{SAVE_SUFFIX}"


def check_keepable(match: Match) -> None:
    """Check that games of a match can be saved.

    Raises:
        RiskError: If its players can't sit at a table.
    """
    GameLog(match.game(1))


def keep_game(path: Path, match: Match, number: int, entries: Sequence[ActionEntry]) -> None:
    """Write a played game to a new file.

    Raises:
        RiskError: If it can't be written.
    """
    now = datetime.now(UTC).isoformat(timespec="seconds")
    header = replace(match.game(number), created=now)
    log = GameLog(header)
    log.apply_entries(entries)
    SaveFile.create(path, header, log.summary(), entries).close()


_GAME_COLUMNS = ("game", "seed", "finished", "rounds", "steps", "changes_of_leader", "seconds")
_SEAT_COLUMNS = (
    "bot",
    "won",
    "place",
    "turn_order",
    "turns",
    "luck",
    "luck_chance",
    "thinking_seconds",
)


def check_table(path: Path) -> None:
    """Check that a table can be written to a new file, or in place of an older table.

    Raises:
        RiskError: If the file is something else, or can't be written.
    """
    with writing(path):
        if path.exists() and not _is_table(path):
            name = printable(path)
            raise RiskError(
                _("{name} is there already; give --csv the name of a new file", name=name)
            )
        with unfinished(path, b""):
            pass  # The path is writable.


def _is_table(path: Path) -> bool:
    try:
        with open_text(path) as file:
            return file.readline().startswith(",".join(_GAME_COLUMNS))
    except UnicodeDecodeError:
        return False


def write_table(path: Path, results: Sequence[GameResult]) -> None:
    """Write the table, sorted by the numbers of the games.

    Raises:
        OSError: If it can't be written.
    """
    seats = len(results[0].bots) if results else 0
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(
        [*_GAME_COLUMNS, *(f"{name}_{seat + 1}" for seat in range(seats) for name in _SEAT_COLUMNS)]
    )
    for game in sorted(results, key=lambda result: result.number):
        row: list[object] = [game.number, game.seed, int(game.finished), game.rounds, game.steps]
        row += [game.leaders, game.seconds]
        for seat in range(seats):
            row += [game.bots[seat], round(game.share(seat), 4), game.places[seat]]
            row += [game.order.index(seat) + 1, game.turns[seat], game.luck[seat]]
            row += [game.luck_chances[seat], game.thinking[seat]]
        table.writerow(row)
    overwrite(path, text.getvalue().encode())
