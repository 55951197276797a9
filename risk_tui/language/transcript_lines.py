"""The lines of the text record of a game: what each says, with what it quotes.

The text may come from anybody: its size, its characters and its quotation marks are checked here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from risk_tui.engine.characters import is_seen
from risk_tui.engine.errors import RiskError
from risk_tui.language.notation import unquoted, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

FILES = ("rules", "map", "picture")
"""The lines below which a file is quoted."""
QUOTE = "|"
"""What each line of a quoted file begins with."""

MAX_BYTES = 6_000_000
MAX_LINES = 60_000
MAX_LINE = 4_000
"""Characters of a line, other than of a quoted one."""
MAX_QUOTED = 500_000
"""Characters of all quoted files together."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something; ``quoted`` are the lines of the file that it names."""

    number: int
    words: list[str]
    quoted: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """What the line is about: its first word."""
        return self.words[0]

    @property
    def file(self) -> str:
        """The quoted file."""
        return "\n".join([*self.quoted, ""])

    def bad(self, problem: object, *, below: int = 0) -> BadLine:
        """What is wrong with this line, or with one that it quotes so far below it."""
        return BadLine(self.number + min(below, len(self.quoted)), str(problem))

    def values(self, count: int, usage: str) -> list[str]:
        """The words after the first one, without their quotes. Raises ``BadLine``."""
        if len(self.words) != count + 1:
            raise self.bad(f"this line is written: {self.key} {usage}")
        try:
            return [unquoted(word) for word in self.words[1:]]
        except RiskError as error:
            raise self.bad(error) from None


class BadLine(Exception):
    """What is wrong with a line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


def _lines(data: bytes) -> list[str]:
    """The lines of a text that holds nothing unseen. Raises ``BadLine``."""
    if data.startswith(b"SQLite format 3\0"):
        raise BadLine(1, "this is a game file, not a text; play it with: risk-tui resume FILE")
    if len(data) > MAX_BYTES:
        raise BadLine(1, f"the text is too large; at most {MAX_BYTES // 1_000_000} MB are read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        here = data.count(b"\n", 0, error.start) + 1
        raise BadLine(here, "this is not a text in UTF-8; save it in that encoding") from None
    lines = text.replace("\r\n", "\n").removesuffix("\r").split("\n")
    if len(lines) > MAX_LINES:
        raise BadLine(MAX_LINES, f"the text is too long; at most {MAX_LINES} lines are read")
    unseen = {mark for mark in set("".join(lines)) if not is_seen(mark)} - set("\n\t")
    for number, line in enumerate(lines, 1):
        if not line.startswith(QUOTE) and len(line) > MAX_LINE:
            raise BadLine(number, f"the line is too long; at most {MAX_LINE} characters are read")
        strange = next((mark for mark in line if mark in unseen), None) if unseen else None
        if strange is not None:
            raise BadLine(number, f"the character {strange!a} cannot be shown; leave it out")
    return lines


def told_lines(data: bytes) -> list[Line]:
    """The lines of a text that say something; a last one with an empty word ends them.

    Raises ``BadLine``.
    """
    return _with_quotes(_lines(data))


def _with_quotes(lines: Sequence[str]) -> list[Line]:
    """The lines that say something, each with what it quotes. Raises ``BadLine``."""
    told: list[Line] = []
    quoting, quoted = False, 0
    for number, line in enumerate(lines, 1):
        if line.startswith(QUOTE):
            if not quoting:
                raise BadLine(number, f"a quoted line stands below one of: {', '.join(FILES)}")
            if line != QUOTE and line[1] != " ":
                raise BadLine(number, f"a quoted line begins with {QUOTE!r} and a space")
            told[-1].quoted.append(line[2:])
            quoted += len(line)
            if quoted > MAX_QUOTED:
                raise BadLine(number, f"at most {MAX_QUOTED} characters are quoted in all")
            continue
        try:
            words = words_of(line)
        except RiskError as error:
            raise BadLine(number, str(error)) from None
        quoting = bool(words) and words[0] in FILES
        if words:
            told.append(Line(number, words))
    told.append(Line(len(lines), [""]))
    return told
