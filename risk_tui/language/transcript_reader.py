"""Reading the text record of a game as hostile input: every line is checked, and played.

The text may come from anybody. Whatever is wrong with it is told with the number of its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from risk_tui.engine.characters import all_seen
from risk_tui.engine.errors import RiskError
from risk_tui.engine.game import Setup
from risk_tui.language.notation import board_notation, quoted, read_chance, unquoted
from risk_tui.language.transcript import MAX_WORD, ROLLS, TABLE, TEXT_FORMAT, standing_words
from risk_tui.language.transcript_files import only, quoted_board, quoted_ruleset
from risk_tui.language.transcript_lines import FILES, BadLine, Line, told_lines
from risk_tui.literal import literal
from risk_tui.saves.entries import DefenceChanged, Entry, PlayerChanged, Rolled, Step, TakenBack
from risk_tui.saves.errors import SaveError
from risk_tui.saves.header import Header, Options, Sitting
from risk_tui.saves.schema import MAX_ENTRIES
from risk_tui.table.course import Course

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.language.notation import Notation
    from risk_tui.saves.file import Summary

_HEAD = ("name", "begun", "seed", "advice", "dice", "player")
_ANSWERS = ("ask", "most", "one")
_WHOLE = re.compile(r"[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class Retold:
    """A game as a text tells it: enough to make its file anew."""

    name: str
    header: Header
    entries: tuple[Entry, ...]
    summary: Summary


def read_transcript(data: bytes, source: str) -> Retold:
    """The game that a text tells.

    ``source`` names the text in messages. Raises ``SaveError``: one line that says which line of
    the text is wrong, and what would be right.
    """
    try:
        return _Reader(told_lines(data)).read()
    except BadLine as bad:
        raise SaveError(f"{literal(source)}, line {bad.line}: {literal(bad)}") from None


class _Reader:
    """Reads a text part by part. The last line has an empty word: nothing follows."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = iter(lines)
        self._line = next(self._lines)

    def read(self) -> Retold:
        """The whole game. Raises ``BadLine``."""
        self._format()
        head = self._while(_HEAD)
        course: list[Line] = []
        while self._line.key.isdecimal() or self._line.key == "round":
            course.append(self._take())
        stands = self._expect("stands", "an entry, which begins with its number, or 'stands'")
        files = self._while(FILES)
        end = self._expect("end", f"a quoted file ({', '.join(FILES)}) or 'end'")
        if self._line.key:
            raise self._line.bad("nothing may follow after 'end'")
        return _Retelling(head, files, end).retell(course, stands)

    def _format(self) -> None:
        line = self._take()
        if line.words[:2] != ["risk-tui", "game"] or len(line.words) != 3:
            raise line.bad(
                "this is not a game that risk-tui wrote down; "
                f"such a text begins with: risk-tui game {TEXT_FORMAT}"
            )
        if line.words[2] != str(TEXT_FORMAT):
            raise line.bad(
                f"the text has format {line.words[2]}; this risk-tui reads {TEXT_FORMAT}, "
                "a newer one may read more"
            )

    def _take(self) -> Line:
        line = self._line
        self._line = next(self._lines, line)
        return line

    def _while(self, keys: Sequence[str]) -> list[Line]:
        found = []
        while self._line.key in keys:
            found.append(self._take())
        return found

    def _expect(self, key: str, wanted: str) -> Line:
        if not self._line.key:
            raise self._line.bad(f"the text is cut off; what must follow is {wanted}")
        if self._line.key != key:
            raise self._line.bad(f"{self._line.key!r} does not belong here; this must be {wanted}")
        return self._take()


class _Retelling:
    """Plays what a text tells."""

    def __init__(self, head: Sequence[Line], files: Sequence[Line], end: Line) -> None:
        """Raises ``BadLine`` for a head, rules or a board that cannot be."""
        self._end = end
        self._head = head
        ruleset, board = quoted_ruleset(files, end), quoted_board(files, end)
        players = [line for line in head if line.key == "player"]
        if not players:
            raise end.bad("nobody plays; a line for each is written: player NAME COLOUR WHO")
        sittings = tuple(Sitting(*line.values(3, "NAME COLOUR WHO")) for line in players)
        self._name = self._value("name") or ""
        begun, seed = self._value("begun"), self._value("seed")
        advice = self._choice("advice", ("on", "off")) == "on"
        real_dice = self._choice("dice", ("computer", "real")) == "real"
        try:
            datetime.fromisoformat(begun or "")
        except ValueError:
            usage = "begun 2026-11-21T20:15:00+00:00"
            raise only(head, "begun", end).bad(f"this is no time; it is written: {usage}") from None
        try:
            setup = Setup(board, ruleset, len(sittings))
            self._header = Header(setup, sittings, seed, begun or "", Options(advice, real_dice))
            self._course = Course(self._header)
        except RiskError as error:
            raise players[0].bad(error) from None
        self._notation: Notation = board_notation(setup.board)
        self._seats = {each.name: seat for seat, each in enumerate(sittings)}
        self._entries: list[Entry] = []

    def retell(self, course: Sequence[Line], stands: Line) -> Retold:
        """The game that a text tells. Raises ``BadLine``."""
        told = 0
        for line in course:
            due = self._course.round != told
            if due != (line.key == "round"):
                wanted = self._standing(f"round {self._course.round}")
                must = f"must follow here: {wanted}" if due else "belongs to the start of a round"
                raise line.bad(f"how everybody stands {must}")
            if due:
                told = self._course.round
                self._check_standing(line, f"round {told}")
            else:
                self._follow(line)
        if self._course.round != told:
            raise stands.bad(f"here must stand: {self._standing(f'round {self._course.round}')}")
        self._check_standing(stands, f"stands {len(self._entries)}")
        return Retold(self._name, self._header, tuple(self._entries), self._course.summary())

    def _follow(self, line: Line) -> None:
        """Play an entry. Raises ``BadLine``."""
        number = len(self._entries)
        if line.key != str(number):
            raise line.bad(f"entry {number} must come here, not {line.key}")
        if number >= MAX_ENTRIES:
            raise line.bad(f"a game has at most {MAX_ENTRIES} entries")
        if len(line.words) < 3:
            raise line.bad("an entry is written: NUMBER WHO ACTION, as in: 12 Ann end")
        try:
            entry = self._entry(line.words[1], " ".join(line.words[2:]))
            self._course.follow(entry)
        except RiskError as error:
            raise line.bad(error) from None
        self._entries.append(entry)

    def _entry(self, who: str, what: str) -> Entry:
        """What a line says. Raises ``RiskError`` when it says nothing that is known."""
        key, _, value = what.partition(" ")
        if who == TABLE:
            if key != "undo" or not _WHOLE.fullmatch(value):
                raise RiskError(f"after {TABLE!r} follows: undo COUNT")
            return TakenBack(int(value))
        seat = self._seats.get(unquoted(who))
        if seat is None:
            names = ", ".join(map(quoted, self._seats))
            raise RiskError(f"nobody is called {who}; there are: {names}")
        if key == "player":
            return PlayerChanged(seat, value)
        if key == "defence":
            if value not in _ANSWERS:
                raise RiskError(f"{value!r} is no answer; there are: {', '.join(_ANSWERS)}")
            return DefenceChanged(seat, value)
        kind = Rolled if key == ROLLS else Step
        action, bar, chance = (value if kind is Rolled else what).partition("|")
        outcomes = read_chance(chance) if bar else ()
        return kind(seat, self._notation.read(action.strip()), outcomes)

    def _standing(self, start: str) -> str:
        return f"{start} {' '.join(standing_words(self._course.standings()).split())}"

    def _check_standing(self, line: Line, start: str) -> None:
        wanted = self._standing(start)
        if " ".join(line.words) != wanted:
            raise line.bad(f"the game stands otherwise here: {wanted}")

    def _choice(self, key: str, answers: tuple[str, str]) -> str:
        """An option of the head; the first answer if it is not there. Raises ``BadLine``."""
        if not any(line.key == key for line in self._head):
            return answers[0]
        line = only(self._head, key, self._end)
        (answer,) = line.values(1, "|".join(answers))
        if answer not in answers:
            raise line.bad(f"{key!r} is one of: {', '.join(answers)}")
        return answer

    def _value(self, key: str) -> str | None:
        """A value of the head; ``None`` for a seed that is not there."""
        if key == "seed" and not any(line.key == key for line in self._head):
            return None
        line = only(self._head, key, self._end)
        (value,) = line.values(1, "VALUE")
        if len(value) > MAX_WORD or not all_seen(value):
            raise line.bad(f"{key!r} has at most {MAX_WORD} characters, all of them to be seen")
        return value
