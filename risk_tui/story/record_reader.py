"""Read the text record of a game.

The text is untrusted: every line is checked and replayed, and errors name the line.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from risk_tui.boards.board import Board
from risk_tui.boards.map_file import picture_names
from risk_tui.data.clean_text import is_safe, printable
from risk_tui.data.language import _
from risk_tui.engine.game import GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.library import board_of
from risk_tui.rules.ruleset import Ruleset, parse_ruleset
from risk_tui.saves.entries import (
    ActionEntry,
    CorrectionEntry,
    DefenceEntry,
    Entry,
    PartialRollEntry,
    PlayerEntry,
    UndoEntry,
)
from risk_tui.saves.errors import SaveError
from risk_tui.saves.header import Header, SeatSetup, TableOptions
from risk_tui.saves.save_file import GameSummary
from risk_tui.saves.schema import MAX_ENTRIES
from risk_tui.story.record_notation import (
    FILES,
    InvalidLine,
    Line,
    Notation,
    content_lines,
    migrate,
    parse_chance,
    quote_word,
    unquote_word,
)
from risk_tui.story.record_writer import CORRECTS, MAX_WORD, ROLLS, TABLE, describe_standings
from risk_tui.table.game_log import GameLog

_FILE_ERROR = re.compile(r"(.+?)(?:, line ([0-9]{1,6}))?: (.*)", re.DOTALL)
"""The pattern of an error in a file: the name of the file, the line if known, the problem."""


def only_line(lines: Sequence[Line], key: str, end: Line) -> Line:
    """Return the only line with a key.

    Raises:
        InvalidLine: If there is none (reported at ``end``), or more than one (at the second).
    """
    matches = [line for line in lines if line.key == key]
    if not matches:
        raise end.error(_("{key!r} is missing; write it once", key=key))
    if len(matches) > 1:
        raise matches[1].error(_("{key!r} is there more than once; write it once", key=key))
    return matches[0]


def quoted_ruleset(files: Sequence[Line], end: Line) -> Ruleset:
    """Parse the ruleset that a text quotes.

    Raises:
        InvalidLine: If it is invalid.
    """
    line = only_line(files, "rules", end)
    (name,) = line.values(1, "FILE")
    try:
        return parse_ruleset(line.file, source=name, has_begun=True)
    except RiskError as error:
        raise _error_at_line(error, {name: line}, line) from None


def quoted_board(files: Sequence[Line], end: Line) -> Board:
    """Parse and validate the board that a text quotes, and its pictures.

    Raises:
        InvalidLine: If it is invalid.
    """
    map_line = only_line(files, "map", end)
    (source,) = map_line.values(1, "FILE")
    if not source.endswith(".yaml"):
        raise map_line.error(_("the name of a map must end in .yaml"))
    pictures: dict[str, Line] = {}
    for line in files:
        if line.key == "picture":
            (name,) = line.values(1, "FILE")
            if name in pictures:
                raise line.error(
                    _("the picture {name!r} is there more than once; quote it once", name=name)
                )
            pictures[name] = line
    quoted_files = {source: map_line, **pictures}
    try:
        _check_pictures(picture_names(map_line.file, source=source), pictures, end)
        board = board_of({name: line.file for name, line in quoted_files.items()})
        board.validate_pictures()
    except RiskError as error:
        raise _error_at_line(error, quoted_files, map_line) from None
    return board


def _check_pictures(names: Sequence[str], pictures: Mapping[str, Line], end: Line) -> None:
    """Check that the quoted pictures are exactly those that the map names.

    Raises:
        InvalidLine: If one is missing (reported at ``end``), or the map does not name one.
    """
    for name in names:
        if name not in pictures:
            raise end.error(_("the picture {name!r} that the map names is missing", name=name))
    expected = set(names)
    for name, line in pictures.items():
        if name not in expected:
            raise line.error(_("the map names no picture {name!r}", name=name))


def _error_at_line(error: RiskError, files: Mapping[str, Line], default: Line) -> InvalidLine:
    """Convert an error in a quoted file into an error of a line of the text.

    Args:
        error: The error, whose message may name a file and its line.
        files: The lines that the quoted files follow, by the names of the files.
        default: The line to report if the message names no file.
    """
    match = _FILE_ERROR.fullmatch(str(error))
    line = files.get(match[1]) if match else None
    if match is None or line is None:
        return default.error(error)
    return line.error(match[3], below=int(match[2] or 0))


_HEAD_KEYS = ("name", "begun", "seed", "advice", "dice", "player")
_DEFENCE_ANSWERS = ("ask", "most", "one")
_WHOLE_NUMBER = re.compile(r"[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """The game from a text, with everything that its game file needs."""

    name: str
    header: Header
    entries: tuple[Entry, ...]
    summary: GameSummary


def read_transcript(data: bytes, source: str) -> ImportedGame:
    """Read the game in a text.

    Args:
        data: The text in UTF-8.
        source: The name of the text, for messages.

    Raises:
        SaveError: If a line is invalid; the message names the line and says how to correct it.
    """
    try:
        lines = deque(migrate(content_lines(data)))
        lines.popleft()  # The format, which ``migrate`` has checked.
        head = _take_while(lines, lambda line: line.key in _HEAD_KEYS)
        course = _take_while(lines, lambda line: line.key.isdecimal() or line.key == "round")
        stands = _expect(lines, "stands", _("an entry, which begins with its number, or 'stands'"))
        files = _take_while(lines, lambda line: line.key in FILES)
        end = _expect(lines, "end", _("a quoted file ({files}) or 'end'", files=", ".join(FILES)))
        if lines[0].key:
            raise lines[0].error(_("there must be nothing after 'end'"))
        return _Replayer(head, files, end).replay(course, stands)
    except InvalidLine as error:
        raise SaveError(
            _(
                "{source}, line {line}: {error}",
                source=printable(source),
                line=error.line,
                error=printable(error),
            )
        ) from None


def _take_while(lines: deque[Line], belongs: Callable[[Line], bool]) -> list[Line]:
    """Remove the first lines that belong to a part, and return them."""
    part = []
    while belongs(lines[0]):
        part.append(lines.popleft())
    return part


def _expect(lines: deque[Line], key: str, expected: str) -> Line:
    """Remove the first line, which must have a key, and return it.

    Args:
        lines: The lines; the last of them has one empty word (see ``content_lines``).
        key: The key.
        expected: A description of valid lines.

    Raises:
        InvalidLine: If the line has another key.
    """
    line = lines[0]
    if not line.key:
        raise line.error(
            _("the text is cut off; what must follow is {expected}", expected=expected)
        )
    if line.key != key:
        raise line.error(
            _(
                "{key!r} does not belong here; this must be {expected}",
                key=line.key,
                expected=expected,
            )
        )
    return lines.popleft()


class _Replayer:
    """Replays the game in a text, and checks its entries and standings."""

    def __init__(self, head: Sequence[Line], files: Sequence[Line], end: Line) -> None:
        """Read the head, the rules and the board.

        Raises:
            InvalidLine: If one of them is invalid.
        """
        self._end = end
        self._head = head
        ruleset, board = quoted_ruleset(files, end), quoted_board(files, end)
        players = [line for line in head if line.key == "player"]
        if not players:
            raise end.error(_("there are no players; add a line for each: player NAME COLOUR WHO"))
        seats = tuple(SeatSetup(*line.values(3, "NAME COLOUR WHO")) for line in players)
        self._name, begun = self._head_value("name"), self._head_value("begun")
        seed = self._head_value("seed") if self._has("seed") else None
        advice = self._head_choice("advice", ("on", "off")) == "on"
        real_dice = self._head_choice("dice", ("computer", "real")) == "real"
        try:
            datetime.fromisoformat(begun)
        except ValueError:
            usage = "begun 2026-11-21T20:15:00+00:00"
            raise only_line(head, "begun", end).error(
                _("this is not a time; write it like: {usage}", usage=usage)
            ) from None
        try:
            setup = GameSetup(board, ruleset, len(seats))
            self._header = Header(setup, seats, seed, begun, TableOptions(advice, real_dice))
            self._course = GameLog(self._header)
        except RiskError as error:
            raise players[0].error(error) from None
        self._notation = Notation(setup.board)
        self._seats = {seat_setup.name: seat for seat, seat_setup in enumerate(seats)}
        self._entries: list[Entry] = []

    def replay(self, course: Sequence[Line], stands: Line) -> ImportedGame:
        """Replay the course of the game.

        Args:
            course: The lines of entries and of standings at the start of rounds.
            stands: The line of the final standings.

        Raises:
            InvalidLine: If an entry is impossible, or standings differ.
        """
        last_round = 0
        for line in course:
            is_due = self._course.game.round != last_round
            if is_due != (line.key == "round"):
                expected = self._standings_line(f"round {self._course.game.round}")
                raise line.error(
                    _("a line of standings must follow here: {expected}", expected=expected)
                    if is_due
                    else _("a line of standings belongs to the start of a round")
                )
            if is_due:
                last_round = self._course.game.round
                self._check_standings(line, f"round {last_round}")
            else:
                self._replay_entry(line)
        if self._course.game.round != last_round:
            standings = self._standings_line(f"round {self._course.game.round}")
            raise stands.error(_("expected here: {standings}", standings=standings))
        self._check_standings(stands, f"stands {len(self._entries)}")
        return ImportedGame(self._name, self._header, tuple(self._entries), self._course.summary())

    def _replay_entry(self, line: Line) -> None:
        """Parse and replay the next entry.

        Raises:
            InvalidLine: If it is invalid.
        """
        number = len(self._entries)
        if line.key != str(number):
            raise line.error(
                _("entry {number} must come here, not {key}", number=number, key=line.key)
            )
        if number >= MAX_ENTRIES:
            raise line.error(_("a game has at most {max_entries} entries", max_entries=MAX_ENTRIES))
        if len(line.words) < 3:
            raise line.error(_("an entry is written: NUMBER WHO ACTION, as in: 12 Ann end"))
        try:
            entry = self._read_entry(line.words[1], " ".join(line.words[2:]))
            self._course.apply_entry(entry)
        except RiskError as error:
            raise line.error(error) from None
        self._entries.append(entry)

    def _read_entry(self, who: str, what: str) -> Entry:
        """Parse the player (``who``) and the step (``what``) of an entry.

        Raises:
            RiskError: If one of them is invalid.
        """
        key, _rest, value = what.partition(" ")
        if who == TABLE:
            if key != "undo" or not _WHOLE_NUMBER.fullmatch(value):
                raise RiskError(_("after {table!r} follows: undo COUNT", table=TABLE))
            return UndoEntry(int(value))
        seat = self._seats.get(unquote_word(who))
        if seat is None:
            names = ", ".join(map(quote_word, self._seats))
            raise RiskError(
                _("no player is called {who}; there are: {names}", who=who, names=names)
            )
        if key == "player":
            return PlayerEntry(seat, value)
        if key == "defence":
            if value not in _DEFENCE_ANSWERS:
                raise RiskError(
                    _(
                        "{value!r} is not an answer; use one of: {defence_answers}",
                        value=value,
                        defence_answers=", ".join(_DEFENCE_ANSWERS),
                    )
                )
            return DefenceEntry(seat, value)
        if key == CORRECTS:
            steps, bar, chance = value.partition("|")
            if not bar or not _WHOLE_NUMBER.fullmatch(steps.strip()):
                raise RiskError(_("after {corrects!r} follows: COUNT | DICE", corrects=CORRECTS))
            return CorrectionEntry(seat, int(steps), parse_chance(chance))
        kind = PartialRollEntry if key == ROLLS else ActionEntry
        action, bar, chance = (value if kind is PartialRollEntry else what).partition("|")
        outcomes = parse_chance(chance) if bar else ()
        return kind(seat, self._notation.parse(action.strip()), outcomes)

    def _standings_line(self, start: str) -> str:
        return f"{start} {' '.join(describe_standings(self._course).split())}"

    def _check_standings(self, line: Line, start: str) -> None:
        expected = self._standings_line(start)
        if " ".join(line.words) != expected:
            raise line.error(_("the position differs here: expected {expected}", expected=expected))

    def _head_choice(self, key: str, options: tuple[str, str]) -> str:
        """Return the value of an option in the head, by default the first of ``options``.

        Raises:
            InvalidLine: If the value is invalid, or is there more than once.
        """
        if not self._has(key):
            return options[0]
        line = only_line(self._head, key, self._end)
        (value,) = line.values(1, "|".join(options))
        if value not in options:
            raise line.error(_("{key!r} is one of: {options}", key=key, options=", ".join(options)))
        return value

    def _has(self, key: str) -> bool:
        """Return True if the head has a line with this key."""
        return any(line.key == key for line in self._head)

    def _head_value(self, key: str) -> str:
        """Return a value in the head.

        Raises:
            InvalidLine: If it is missing, invalid or there more than once.
        """
        line = only_line(self._head, key, self._end)
        (value,) = line.values(1, "VALUE")
        if len(value) > MAX_WORD or not is_safe(value):
            raise line.error(
                _(
                    "{key!r} may have at most {max_word} characters, all visible",
                    key=key,
                    max_word=MAX_WORD,
                )
            )
        return value
