"""Questions to a terminal about its colours and background.

Variables tell little: ``TERM=xterm`` may mean 16 colours or all, and SSH drops ``COLORTERM``. So
the terminal is asked, but nothing waits for its answers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.tui.theme.palette import RGB

if TYPE_CHECKING:
    from collections.abc import Collection

_FENCE = "\x1b[c"
"""The question about the kind of terminal: all answer it, and in the order of the questions."""
_KIND = re.compile(r"\x1b\[\?(\d{1,3})[\d;]*c")

_NAME = "\x1b[>0q"
_HAS_ALL = re.compile(
    r"\x1bP>\|(?:contour|foot|ghostty|iTerm2|kitty|Konsole|mintty|VTE|WezTerm)\b", re.IGNORECASE
)

_LAST_OF_256 = "\x1b]4;255;?\x07"
_HAS_256 = re.compile(r"\x1b(?:\]4;255;rgba?:[\da-fA-F/]+|P>\|tmux )")

_GROUND = "\x1b]11;?\x07"
_GROUND_IS = re.compile(r"\x1b\]11;rgba?:" + "/".join([r"([\da-fA-F]{1,4})"] * 3))

_MIN_KIND = 60
"""The kind of terminals from the VT200 on. Older ones display a question that is a string."""
_PEN = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m"
"""Asks for the pen after setting a colour that only a terminal with all colours keeps unchanged."""
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
        self._about: frozenset[str] = frozenset()
        self._answers_left = 0
        self._asked_all = False

    @property
    def waits(self) -> bool:
        """True if answers may still come."""
        return self._answers_left > 0

    def begin(self, about: Collection[str]) -> str:
        """Return the questions about ``colours`` and ``theme``; empty for neither."""
        self._about, self._asked_all = frozenset(about), False
        questions = _NAME + _LAST_OF_256 if "colours" in about else ""
        questions += _GROUND if "theme" in about else ""
        self._answers_left = _MAX_ANSWERS if questions else 0
        return questions and questions + _FENCE

    def hear(self, answer: str) -> tuple[Findings, str]:
        """Return the meaning of an answer, and the next questions."""
        if not self.waits:
            return Findings(), ""
        self._answers_left -= 1
        kind = _KIND.fullmatch(answer)
        if kind is None:
            return self._findings(answer), ""
        if "colours" in self._about and not self._asked_all and int(kind[1]) >= _MIN_KIND:
            self._asked_all = True
            return Findings(), _PEN + _FENCE
        self._answers_left = 0
        return Findings(), ""

    def _findings(self, answer: str) -> Findings:
        if "theme" in self._about and (ground := _GROUND_IS.match(answer)):
            parts = (int(part, 16) * 255 // (16 ** len(part) - 1) for part in ground.groups())
            return Findings(theme="light" if RGB(*parts).luminance > 128 else "dark")
        if "colours" not in self._about:
            return Findings()
        if _HAS_ALL.match(answer) or _PEN_IS_EXACT.match(answer):
            return Findings(colours="full")
        return Findings(colours="256" if _HAS_256.match(answer) else "")
