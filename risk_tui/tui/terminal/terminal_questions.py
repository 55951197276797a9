"""Questions to a terminal about its colours and background.

Environment variables say little: ``TERM=xterm`` may mean 16 colours or all, and SSH drops
``COLORTERM``. So the program asks the terminal, but does not wait for its answers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.tui.theme.palette import RGB

if TYPE_CHECKING:
    from collections.abc import Collection

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
