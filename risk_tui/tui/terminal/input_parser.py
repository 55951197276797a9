"""The parser of a terminal's input: keys, clicks, pastes, answers. It drops noise.

Textual's own parser treats unknown input as keys: a terminal's answer about a colour would open the
command line and type into it. So it gets only what is certain to be a key or a click.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

ESCAPE_WAIT = 0.1
"""Seconds after which an escape with nothing after it is the Escape key."""

HALF_WAIT = 1.0
"""Seconds of silence after which an unfinished sequence or paste is dropped."""

ANSWER_WAIT = 5.0
"""The same during a question to the terminal: the rest of its answer must not become keys."""

MAX_PASTE = 1_000
"""Maximum characters of a paste; no line of this program is longer."""

_MAX_HALF = 8_192
_MAX_SEQUENCE = 32
"""Maximum characters of a sequence for Textual's parser, which treats longer ones as keys."""

_ESC = "\x1b"
_STRING = r"\x1b(?:\]|_|P(?![A-Za-z]))[^\x07\x1b]*"
"""A string from a terminal: about colours, its name, its features."""

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

_WANTED = (
    events.Key,
    events.MouseEvent,
    events.AppFocus,
    events.AppBlur,
    messages.TerminalSupportsSynchronizedOutput,
)


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
        """Return True if more input, or silence, is needed to tell what was typed."""
        return bool(self._remainder)

    def feed(self, text: str, now: float) -> Iterator[Message]:
        """Return the messages in a text that arrived at the time ``now`` (in seconds)."""
        self._last_time = now
        text, self._remainder = self._remainder + text, ""
        for token in _TOKEN.finditer(text):
            match token.lastgroup:
                case "paste":
                    yield events.Paste(_clean(token["paste"][:MAX_PASTE]))
                case "half_paste":
                    # The end may come in two pieces.
                    self._remainder = token[0][:_MAX_HALF] + token[0][_MAX_HALF:][-5:]
                case "half" if len(token[0]) < _MAX_HALF:
                    self._remainder = token[0]
                case "answer":
                    yield TerminalAnswer(token[0])
                case "alt":
                    yield from self._alt(token["alt"])
                case "escape":
                    yield events.Key("escape", _ESC)
                case "sequence" | "key":
                    yield from self._messages(token[0])

    def tick(self, now: float, *, is_asked: bool = False) -> Iterator[Message]:
        """Return the messages that silence completes: a lone escape is the key.

        Args:
            now: The time in seconds.
            is_asked: True if the terminal was asked something, so that an escape may also start its
                answer.
        """
        silence, rest = now - self._last_time, self._remainder
        if len(rest) in (1, 2) and silence >= (HALF_WAIT if is_asked else ESCAPE_WAIT):
            self._remainder = ""
            yield from self._alt(rest[1]) if rest[1:] else [events.Key("escape", _ESC)]
        elif silence >= (ANSWER_WAIT if is_asked else HALF_WAIT):
            self._remainder = ""

    def _alt(self, char: str) -> Iterator[Message]:
        """Return the messages of a key with Alt, which is sent as an escape before it."""
        found = list(self._messages(_ESC + char))
        if not found and char.isprintable():
            # Textual waits for silence first, except after the sequence of newer terminals.
            found += self._messages(f"\x1b[{ord(char.lower())};{4 if char.isupper() else 3}u")
        yield from found or self._messages(char)

    def _messages(self, sequence: str) -> Iterator[Message]:
        if len(sequence) > _MAX_SEQUENCE:
            return
        try:
            found = list(self._parser.feed(sequence))
        except (ValueError, OverflowError):
            found = []  # The number belongs to no key.
        wanted = [message for message in found if isinstance(message, _WANTED)]
        if not wanted:
            # It would treat unknown input as keys, or clicks as pixels.
            self._parser = XTermParser()
        yield from wanted


def _clean(text: str) -> str:
    """Return pasted text without control codes."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(char for char in lines if char == "\n" or char.isprintable())
