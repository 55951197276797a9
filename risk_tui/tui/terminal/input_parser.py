"""The parser of a terminal's input: keys, clicks, pastes and answers. It drops noise.

Textual's own parser treats unknown input as keys: a terminal's answer about a colour would open the
command line and type into it. So Textual's parser gets only input that is certainly a key or click.

Answers are to questions about colours and background, because environment variables say little:
``TERM=xterm`` may mean 16 colours or all, and SSH drops ``COLORTERM``. The program does not wait
for them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.message import Message

from risk_tui.tui.theme.palette import RGB

ESCAPE_SECONDS = 0.1
"""Seconds of silence after which a lone escape is the Escape key."""

PARTIAL_SECONDS = 1.0
"""Seconds of silence after which an unfinished sequence or paste is dropped."""

MAX_PASTE = 1_000
"""Maximum characters of a paste; players never need to type a longer line."""

_MAX_UNFINISHED = 8_192
"""Maximum characters of an unfinished sequence or paste that are kept."""
_MAX_SEQUENCE = 32
"""Maximum characters of a sequence for Textual's parser, which treats longer ones as keys."""

_ESC = "\x1b"
_STRING = r"\x1b(?:\]|_|P(?![A-Za-z]))[^\x07\x1b]*"
"""The start of a string from a terminal, about its colours, name or features."""

_TOKEN = re.compile(
    r"\x1b\[200~(?P<paste>[\s\S]*?)\x1b\[201~"
    r"|(?P<half_paste>\x1b\[200~[\s\S]*)"
    rf"|(?P<answer>{_STRING}(?:\x07|\x1b\\)|\x1b\[\?[\d;]*c)"
    # The first alternative is a click on very old terminals.
    r"|(?P<noise>\x1b\[M[\s\S]{3}|\x1bP[A-Za-z])"
    r"|(?P<sequence>"
    r"\x1b\[\[[ -~]"  # F1 to F5 of the Linux console.
    r"|\x1b\[(?!M)[0-?]*[ -/]*[@-Z\\-~]"
    r"|\x1bO[ -~])"
    r"|\x1b(?P<alt>[^\x1b\[O\]_P])"
    rf"|(?P<half>\x1b(?:|\[(?:M[\s\S]{{0,2}}|\[|[0-?]*[ -/]*)|O|P)\Z|{_STRING}\x1b?\Z)"
    r"|(?P<escape>\x1b(?![\[O\]_P]))"
    rf"|(?P<broken>\x1b(?:\[\[?[0-?]*[ -/]*|O)|{_STRING}|\x1b)"
    r"|(?P<key>[^\0\ufffd\x80-\x9f])"
)

_ACCEPTED = (
    events.Key,
    events.MouseEvent,
    events.AppFocus,
    events.AppBlur,
    messages.TerminalSupportsSynchronizedOutput,
)
"""The messages of Textual's parser that are passed on."""


class TerminalAnswer(Message):
    """A terminal's answer about itself, unchanged."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class InputParser:
    """Parses a terminal's text, piece by piece, into Textual's messages."""

    def __init__(self) -> None:
        self._parser = XTermParser()
        self._remainder = ""
        """The beginning of an incomplete sequence or paste."""
        self._last_time = 0.0

    @property
    def is_waiting(self) -> bool:
        """True if more input, or silence, is needed to know what was typed."""
        return bool(self._remainder)

    def feed(self, text: str, now: float) -> Iterator[Message]:
        """Yield the messages in a text that arrived at the time ``now`` (in seconds)."""
        self._last_time = now
        text, self._remainder = self._remainder + text, ""
        for token in _TOKEN.finditer(text):
            match token.lastgroup:
                case "paste":
                    yield events.Paste(_clean(token["paste"][:MAX_PASTE]))
                case "half_paste":
                    # Keep the last characters, because the end mark may arrive in two pieces.
                    self._remainder = token[0][:_MAX_UNFINISHED] + token[0][_MAX_UNFINISHED:][-5:]
                case "half" if len(token[0]) < _MAX_UNFINISHED:
                    self._remainder = token[0]
                case "answer":
                    yield TerminalAnswer(token[0])
                case "alt":
                    yield from self._alt(token["alt"])
                case "escape":
                    yield events.Key("escape", _ESC)
                case "sequence" | "key":
                    yield from self._messages(token[0])

    def tick(self, now: float, *, expects_answer: bool = False) -> Iterator[Message]:
        """Yield the messages that silence completes, such as the Escape key for a lone escape.

        Args:
            now: The time in seconds.
            expects_answer: True if the terminal may still answer, which also starts with an escape.
        """
        silence, rest = now - self._last_time, self._remainder
        escape_silence = PARTIAL_SECONDS if expects_answer else ESCAPE_SECONDS
        if len(rest) in (1, 2) and silence >= escape_silence:
            self._remainder = ""
            yield from self._alt(rest[1]) if rest[1:] else [events.Key("escape", _ESC)]
        elif silence >= PARTIAL_SECONDS and not expects_answer:
            self._remainder = ""  # The rest of an expected answer must not become keys.

    def _alt(self, char: str) -> Iterator[Message]:
        """Yield the messages of a key with Alt, which terminals send as an escape and the key."""
        found = list(self._messages(_ESC + char))
        if not found and char.isprintable():
            # Textual waits for silence here, except with the sequence that newer terminals send.
            found += self._messages(f"\x1b[{ord(char.lower())};{4 if char.isupper() else 3}u")
        yield from found or self._messages(char)

    def _messages(self, sequence: str) -> Iterator[Message]:
        """Yield the messages that Textual's parser finds in a key or a sequence."""
        if len(sequence) > _MAX_SEQUENCE:
            return
        try:
            found = list(self._parser.feed(sequence))
        except (ValueError, OverflowError):
            found = []  # A number in the sequence is invalid.
        accepted = [message for message in found if isinstance(message, _ACCEPTED)]
        if not accepted:
            # The old parser might now treat unknown input as keys, or click positions as pixels.
            self._parser = XTermParser()
        yield from accepted


def _clean(text: str) -> str:
    """Return pasted lines without control codes, with a space for each tab."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(char for char in lines if char == "\n" or char.isprintable())


_ASK_KIND = "\x1b[c"
"""The question about the kind of terminal. All terminals answer it, after earlier questions."""
_KIND = re.compile(r"\x1b\[\?(\d{1,3})[\d;]*c")

_ASK_NAME = "\x1b[>0q"
_HAS_ALL_COLOURS = re.compile(
    r"\x1bP>\|(?:contour|foot|ghostty|iTerm2|kitty|Konsole|mintty|VTE|WezTerm)\b", re.IGNORECASE
)

_ASK_LAST_OF_256 = "\x1b]4;255;?\x07"
_HAS_256 = re.compile(r"\x1b(?:\]4;255;rgba?:[\da-fA-F/]+|P>\|tmux )")

_ASK_BACKGROUND = "\x1b]11;?\x07"
_BACKGROUND_IS = re.compile(r"\x1b\]11;rgba?:" + "/".join([r"([\da-fA-F]{1,4})"] * 3))

_MIN_KIND = 60
"""The lowest kind since the VT200. Older terminals would display a question sent as a string."""
_ASK_PEN = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m"
"""The question about the pen, after a colour that only terminals with all colours keep as it is."""
_PEN_IS_EXACT = re.compile(r"\x1bP1\$r(?:[\d;:]*[;:])?48[;:]2[;:](?:\d*:)?1[;:]2[;:]3(?!\d)")

_MAX_ANSWERS = 20
"""Maximum answers; a terminal that sends more is faulty."""


class Findings(NamedTuple):
    """A terminal's answers about itself; empty if it gave none."""

    colours: str = ""
    theme: str = ""


class TerminalQuestions:
    """The questions to one terminal, and the meaning of its answers."""

    def __init__(self) -> None:
        self._topics: frozenset[str] = frozenset()
        self._answers_left = 0
        self._has_asked_pen = False

    @property
    def is_waiting(self) -> bool:
        """True if answers may still come."""
        return self._answers_left > 0

    def begin(self, about: Collection[str]) -> str:
        """Start asking. Return the questions about ``colours`` and ``theme``; empty for neither."""
        self._topics, self._has_asked_pen = frozenset(about), False
        questions = _ASK_NAME + _ASK_LAST_OF_256 if "colours" in about else ""
        questions += _ASK_BACKGROUND if "theme" in about else ""
        self._answers_left = _MAX_ANSWERS if questions else 0
        return questions and questions + _ASK_KIND

    def hear(self, answer: str) -> tuple[Findings, str]:
        """Return the meaning of an answer, and the next questions, which may be empty."""
        if not self.is_waiting:
            return Findings(), ""
        self._answers_left -= 1
        kind = _KIND.fullmatch(answer)
        if kind is None:
            return self._interpret(answer), ""
        if "colours" in self._topics and not self._has_asked_pen and int(kind[1]) >= _MIN_KIND:
            self._has_asked_pen = True
            return Findings(), _ASK_PEN + _ASK_KIND
        self._answers_left = 0
        return Findings(), ""

    def _interpret(self, answer: str) -> Findings:
        """Return the findings in an answer about one of the topics."""
        if "theme" in self._topics and (ground := _BACKGROUND_IS.match(answer)):
            parts = (int(part, 16) * 255 // (16 ** len(part) - 1) for part in ground.groups())
            return Findings(theme="light" if RGB(*parts).luminance > 128 else "dark")
        if "colours" not in self._topics:
            return Findings()
        if _HAS_ALL_COLOURS.match(answer) or _PEN_IS_EXACT.match(answer):
            return Findings(colours="full")
        return Findings(colours="256" if _HAS_256.match(answer) else "")
