"""The lines of the text record of a game, with the files that they quote.

The text may come from anybody: its size, its characters and its quotation marks are checked here.
"""

from __future__ import annotations

from dataclasses import field

from risk_tui.data.dataclasses import dataclass
from risk_tui.data.unicode_safety import is_visible
from risk_tui.errors import RiskError
from risk_tui.transcript.notation import split_words, unquote_word

FILES = ("rules", "map", "picture")
"""The keys of lines below which a file is quoted."""
QUOTE = "|"
"""The beginning of each line of a quoted file."""

MAX_BYTES = 6_000_000
MAX_LINES = 60_000
MAX_LINE = 4_000
"""The maximum number of characters of a line that is not quoted."""
MAX_QUOTED = 500_000
"""The maximum number of characters of all quoted files together."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its words; ``quoted`` are the lines of the file that it names."""

    number: int
    words: list[str]
    quoted: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The kind of the line: its first word."""
        return self.words[0]

    @property
    def file(self) -> str:
        """The text of the quoted file."""
        return "\n".join([*self.quoted, ""])

    def error(self, problem: object, *, below: int = 0) -> InvalidLine:
        """An error of this line, or of the quoted line that is ``below`` lines further down."""
        return InvalidLine(self.number + min(below, len(self.quoted)), str(problem))

    def values(self, count: int, usage: str) -> list[str]:
        """The words after the first one, without their quotes. Raises ``InvalidLine``."""
        if len(self.words) != count + 1:
            raise self.error(f"this line is written: {self.key} {usage}")
        try:
            return [unquote_word(word) for word in self.words[1:]]
        except RiskError as error:
            raise self.error(error) from None


class InvalidLine(Exception):
    """An error in a line of a text; ``line`` is its number."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


def _split_lines(data: bytes) -> list[str]:
    """The lines of a text. Raises ``InvalidLine`` for one with invisible characters."""
    if data.startswith(b"SQLite format 3\0"):
        raise InvalidLine(1, "this is a game file, not a text; play it with: risk-tui resume FILE")
    if len(data) > MAX_BYTES:
        raise InvalidLine(1, f"the text is too large; at most {MAX_BYTES // 1_000_000} MB are read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise InvalidLine(number, "this is not a text in UTF-8; save it in that encoding") from None
    lines = text.replace("\r\n", "\n").removesuffix("\r").split("\n")
    if len(lines) > MAX_LINES:
        raise InvalidLine(MAX_LINES, f"the text is too long; at most {MAX_LINES} lines are read")
    invisible = {char for char in set("".join(lines)) if not is_visible(char)} - set("\n\t")
    for number, line in enumerate(lines, 1):
        if not line.startswith(QUOTE) and len(line) > MAX_LINE:
            raise InvalidLine(
                number, f"the line is too long; at most {MAX_LINE} characters are read"
            )
        odd_char = next((char for char in line if char in invisible), None) if invisible else None
        if odd_char is not None:
            raise InvalidLine(number, f"the character {odd_char!a} cannot be shown; leave it out")
    return lines


def content_lines(data: bytes) -> list[Line]:
    """The lines of a text that have words, with the files that they quote.

    A last line with an empty word ends them. Raises ``InvalidLine``.
    """
    lines = _split_lines(data)
    content: list[Line] = []
    in_file, quoted_size = False, 0
    for number, line in enumerate(lines, 1):
        if line.startswith(QUOTE):
            if not in_file:
                raise InvalidLine(number, f"a quoted line stands below one of: {', '.join(FILES)}")
            if line != QUOTE and line[1] != " ":
                raise InvalidLine(number, f"a quoted line begins with {QUOTE!r} and a space")
            content[-1].quoted.append(line[2:])
            quoted_size += len(line)
            if quoted_size > MAX_QUOTED:
                raise InvalidLine(number, f"at most {MAX_QUOTED} characters are quoted in all")
            continue
        try:
            words = split_words(line)
        except RiskError as error:
            raise InvalidLine(number, str(error)) from None
        in_file = bool(words) and words[0] in FILES
        if words:
            content.append(Line(number, words))
    content.append(Line(len(lines), [""]))
    return content
