"""The parser of a terminal's input: keys, clicks, pastes, answers. It drops noise.

Textual's own parser takes what it cannot read for keys: a terminal's answer about a colour would
open the command line and type into it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ESCAPE_WAIT = 0.1
"""Seconds after which an escape that nothing follows is the Escape key."""

HALF_WAIT = 1.0
"""Seconds of silence after which a sequence, or a paste, without an end is given up."""

ANSWER_WAIT = 5.0
"""The same while a terminal is asked something: the rest of its answer must not become keys."""

LONGEST_PASTE = 1_000
"""Characters of a paste that are taken; no line of this program is longer."""

_LONGEST_HALF = 8_192

_ESC = "\x1b"
_STRING = r"\x1b(?:\]|_|P(?![A-Za-z]))[^\x07\x1b]*"
"""A string that a terminal sends: about colours, its name, what it can do."""

_TOKEN = re.compile(
    r"\x1b\[200~(?P<paste>[\s\S]*?)\x1b\[201~"
    r"|(?P<half_paste>\x1b\[200~[\s\S]*)"
    r"|(?P<sequence>"
    r"\x1b\[M[\s\S]{3}"  # a click, as very old terminals send it
    r"|\x1b\[\[[ -~]"  # F1 to F5 of the Linux console
    r"|\x1b\[(?!M)[0-?]*[ -/]*[@-Z\\-~]"
    r"|\x1bO[ -~]"
    rf"|{_STRING}(?:\x07|\x1b\\)"
    r"|\x1b[^\x1b\[O\]_P]|\x1bP[A-Za-z])"  # with Alt
    rf"|(?P<half>\x1b(?:|\[(?:M[\s\S]{{0,2}}|\[|[0-?]*[ -/]*)|O|P)\Z|{_STRING}\x1b?\Z)"
    r"|(?P<escape>\x1b(?![\[O\]_P]))"
    rf"|(?P<broken>\x1b(?:\[\[?[0-?]*[ -/]*|O)|{_STRING}|\x1b)"
    r"|(?P<key>[\s\S])"
)

_LATE_ANSWER = re.compile(
    rf"(?:{_STRING}(?:\x07|\x1b\\)|\x1b\[\?[\d;]*c)|(?P<begins>\x1b(?:\]\d+;|P(?:>\||[01]\$)|\[\?\d))"
)
"""An answer whose beginning was given up, whole; or what no keys begin with, behind an escape."""

_CLICK = re.compile(r"\x1b\[<\d{1,5};\d{1,5};\d{1,5}[mM]")
_ANSWER = re.compile(r"\x1b(?:[]P_][\s\S]{2,}|\[\?[\d;]*c)")
_POSITION = re.compile(r"\x1b\[\d+;\d+R")
_SYNCHRONIZED = re.compile(r"\x1b\[\?2026;[1-4]\$y")
_FOCUS = {"\x1b[I": events.AppFocus, "\x1b[O": events.AppBlur}


class TerminalAnswer(Message):
    """What a terminal says of itself, as it was sent."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class InputParser:
    """Parses the text that a terminal sends, piece by piece, into Textual's messages."""

    def __init__(self) -> None:
        self._parser = XTermParser()
        self._remainder = ""
        """The beginning of a sequence, or of a paste, whose end has not come yet."""
        self._given_up = ""
        """What silence ended last; on a slow line the rest of an answer may still come."""
        self._last_time = 0.0

    def feed(self, text: str, now: float) -> Iterator[Message]:
        """The messages in a text that came at the time ``now`` (in seconds)."""
        self._last_time = now
        given_up, self._given_up = self._given_up, ""
        late = _LATE_ANSWER.match(given_up + text) if given_up else None
        if late is not None and (given_up == _ESC or late["begins"] is None):
            text = given_up + text
        text, self._remainder = self._remainder + text, ""
        for token in _TOKEN.finditer(text):
            match token.lastgroup:
                case "paste":
                    yield events.Paste(_clean(token["paste"][:LONGEST_PASTE]))
                case "half_paste":
                    # The end may come in two pieces.
                    self._remainder = token[0][:_LONGEST_HALF] + token[0][_LONGEST_HALF:][-5:]
                case "half" if len(token[0]) < _LONGEST_HALF:
                    self._remainder = token[0]
                case "sequence":
                    yield from self._sequence(token[0])
                case "escape":
                    yield from self._escape()
                case "key":
                    yield from self._keys(token[0])

    def tick(self, now: float, *, is_asked: bool = False) -> Iterator[Message]:
        """The messages that silence completes: an escape alone was the key; a half is dropped.

        Both may also be the beginning of an answer, if the terminal ``is_asked`` something.
        """
        silence = now - self._last_time
        if len(self._remainder) in (1, 2) and silence >= (HALF_WAIT if is_asked else ESCAPE_WAIT):
            sequence = self._give_up()
            yield from self._escape() if sequence == _ESC else self._alt(sequence)
        elif silence >= (ANSWER_WAIT if is_asked else HALF_WAIT):
            self._give_up()

    @property
    def unfinished(self) -> bool:
        """Whether a sequence or a paste has no end yet, so that silence means something."""
        return bool(self._remainder)

    def reset(self) -> None:
        """Drop a sequence or a paste that has no end yet."""
        self._remainder = self._given_up = ""

    def _give_up(self) -> str:
        """Wait no more for the end of what came; returns it."""
        if self._remainder:
            self._given_up, self._remainder = self._remainder, ""
        return self._given_up

    def _sequence(self, sequence: str) -> Iterator[Message]:
        if sequence in _FOCUS:
            yield _FOCUS[sequence]()
        elif _SYNCHRONIZED.fullmatch(sequence):
            yield messages.TerminalSupportsSynchronizedOutput()
        elif _CLICK.fullmatch(sequence):
            click = self._parser.parse_mouse_code(sequence)
            if click is not None:
                yield click
        elif _ANSWER.fullmatch(sequence):
            yield TerminalAnswer(sequence)
        elif not _POSITION.fullmatch(sequence):
            keys = list(self._keys(sequence))
            yield from keys or self._alt(sequence)

    def _escape(self) -> Iterator[Message]:
        yield events.Key("escape", _ESC)

    def _alt(self, sequence: str) -> Iterator[Message]:
        """The messages of a key with Alt, which is sent as an escape before it."""
        if len(sequence) == 2:
            yield from self._keys(sequence[1], alt=True)

    def _keys(self, sequence: str, *, alt: bool = False) -> Iterator[Message]:
        if len(sequence) == 1 and _is_noise(sequence):
            return
        try:
            keys: Iterable[events.Key] = list(self._parser._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):
            return  # a number of no key
        for key in keys:
            if key.key != Keys.Ignore and not _is_noise(key.character or " "):
                yield key


def _is_noise(character: str) -> bool:
    """Whether a character is no key: null, what was no UTF-8, or an eight-bit control code."""
    return character in "\0\ufffd" or "\x80" <= character <= "\x9f"


def _clean(text: str) -> str:
    """Pasted text without control codes."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(char for char in lines if char == "\n" or char.isprintable())
