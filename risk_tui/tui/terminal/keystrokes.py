"""What comes from a terminal: keys, clicks, pastes. Noise and unasked answers are nothing at all.

Textual's own parser takes what it cannot read for keys: a terminal's answer that tells a colour
would open the command line and type into it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual import events, messages
from textual._xterm_parser import XTermParser
from textual.keys import Keys

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.message import Message

ESCAPE_WAIT = 0.1
"""Seconds after which an escape that nothing follows is the key of that name."""

HALF_WAIT = 1.0
"""Seconds of silence after which a sequence, or a paste, without an end is given up."""

LONGEST_PASTE = 1_000
"""Characters of a paste that are taken; no line of this program is longer."""

_LONGEST_HALF = 8_192

_ESC = "\x1b"
_PASTE, _PASTED = "\x1b[200~", "\x1b[201~"
_STRING = r"\x1b(?:\]|_|P(?![A-Za-z]))[^\x07\x1b]*"
"""What a terminal tells as a string: colours, its name, what it can do."""

_WHOLE = re.compile(
    r"\x1b\[M[\s\S]{3}"  # a click, as very old terminals tell it
    r"|\x1b\[\[[ -~]"  # F1 to F5 of the Linux console
    r"|\x1b\[(?!M)[0-?]*[ -/]*[@-Z\\-~]"
    r"|\x1bO[ -~]"
    rf"|{_STRING}(?:\x07|\x1b\\)"
    r"|\x1b[^\x1b\[O\]_P]|\x1bP[A-Za-z]"  # with Alt
)
_HALF = re.compile(rf"\x1b(?:|\[(?:M[\s\S]{{0,2}}|\[|[0-?]*[ -/]*)|O|P)\Z|{_STRING}\x1b?\Z")
_BROKEN = re.compile(rf"\x1b(?:\[\[?[0-?]*[ -/]*|O)|{_STRING}|\x1b")

_CLICK = re.compile(r"\x1b\[<\d{1,5};\d{1,5};\d{1,5}[mM]")
_POSITION = re.compile(r"\x1b\[\d+;\d+R")
_SYNCHRONIZED = re.compile(r"\x1b\[\?2026;[1-4]\$y")
_FOCUS = {"\x1b[I": events.AppFocus, "\x1b[O": events.AppBlur}


class Keystrokes:
    """Makes messages of the text that a terminal sends, piece by piece."""

    def __init__(self) -> None:
        self._parser = XTermParser()
        self._left = ""
        """Where a sequence began whose end has not come yet."""
        self._pasted: str | None = None
        self._last = 0.0

    def feed(self, text: str, now: float) -> Iterator[Message]:
        """The messages in a text that came at a time (in seconds)."""
        self._last = now
        text = self._left + text
        self._left = ""
        place = 0
        while place < len(text):
            if self._pasted is not None:
                place = self._paste(text, place)
                if place < 0:
                    return
                yield events.Paste(_clean(self._pasted))
                self._pasted = None
            elif text[place] != _ESC:
                yield from self._keys(text[place])
                place += 1
            elif whole := _WHOLE.match(text, place):
                yield from self._sequence(whole.group())
                place = whole.end()
            elif _HALF.match(text, place) and len(text) - place < _LONGEST_HALF:
                self._left = text[place:]
                return
            else:
                broken = _BROKEN.match(text, place)
                assert broken is not None, "every escape begins something broken"
                if broken.group() == _ESC:
                    yield from self._escape()
                place = broken.end()

    def tick(self, now: float) -> Iterator[Message]:
        """What silence means: an escape alone was the key, and a half comes to nothing."""
        silence = now - self._last
        if self._pasted is None and len(self._left) in (1, 2) and silence >= ESCAPE_WAIT:
            left, self._left = self._left, ""
            yield from self._escape() if left == _ESC else self._alt(left)
        elif silence >= HALF_WAIT:
            self.forget()

    def forget(self) -> None:
        """Give up what has no end yet."""
        self._left, self._pasted = "", None

    def _paste(self, text: str, place: int) -> int:
        """Take in pasted text; where it ends, less than 0 if it goes on."""
        assert self._pasted is not None
        end = text.find(_PASTED, place)
        # The end may come in two pieces.
        stop = end if end >= 0 else max(place, len(text) - len(_PASTED) + 1)
        self._pasted = (self._pasted + text[place:stop])[:LONGEST_PASTE]
        if end >= 0:
            return end + len(_PASTED)
        self._left = text[stop:]
        return -1

    def _sequence(self, sequence: str) -> Iterator[Message]:
        if sequence == _PASTE:
            self._pasted = ""
        elif sequence in _FOCUS:
            yield _FOCUS[sequence]()
        elif _SYNCHRONIZED.fullmatch(sequence):
            yield messages.TerminalSupportsSynchronizedOutput()
        elif _CLICK.fullmatch(sequence):
            click = self._parser.parse_mouse_code(sequence)
            if click is not None:
                yield click
        elif not _POSITION.fullmatch(sequence):
            keys = list(self._keys(sequence))
            yield from keys or self._alt(sequence)

    def _escape(self) -> Iterator[Message]:
        yield events.Key("escape", _ESC)

    def _alt(self, sequence: str) -> Iterator[Message]:
        """A key with Alt is sent as an escape before it."""
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
    """No key: the null byte, what was no UTF-8, and controls that need eight bits."""
    return character in "\0\ufffd" or "\x80" <= character <= "\x9f"


def _clean(text: str) -> str:
    """Pasted text without anything that a terminal could obey."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return "".join(mark for mark in lines if mark == "\n" or mark.isprintable())
