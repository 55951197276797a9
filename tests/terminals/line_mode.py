"""A terminal in line mode, at which tests type commands."""

from __future__ import annotations

import io
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from risk_tui.cli.output import prepare_stream
from risk_tui.line_mode.front_end import CLEAR
from risk_tui.line_mode.session import LineSession
from risk_tui.table.table import Table

ALONE = "press Enter when no one else is looking."

_MOST = 400
"""Maximum number of times that Enter is pressed for a player who is alone at the screen."""


class Paper(io.TextIOWrapper):
    """A terminal that records its output."""

    def __init__(self) -> None:
        self._all = io.BytesIO()
        super().__init__(self._all, encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        """The output without the codes that clear the screen."""
        return self._all.getvalue().decode().replace(CLEAR, "").replace("\a", "")


class Typing(io.StringIO):
    """Input lines, with an Enter whenever a player is asked to be alone with the screen."""

    def __init__(self, paper: Paper, lines: Iterable[str]) -> None:
        super().__init__()
        self._paper, self._lines, self._entered = paper, iter(lines), 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if self._paper.text.endswith(ALONE) and self._entered < _MOST:
            self._entered += 1
            return "\n"
        line = next(self._lines, None)
        return "" if line is None else f"{line}\n"


def heard(table: Table, lines: Iterable[str] = (), signs: str = "blocks") -> list[str]:
    """Return the output of line mode when these lines are typed and the table is left."""
    paper, problems = Paper(), io.StringIO()
    options = Namespace(signs=signs)
    out = prepare_stream(options, paper)
    typing = Typing(paper, chain(lines, ["quit"]))
    code = LineSession(table, typing, out, problems, interactive=True).run()
    assert code == 0
    assert problems.getvalue() == ""
    text = paper.text
    assert text.isascii() or signs != "ascii"
    told = text.splitlines()
    for line in told:
        assert line.isprintable(), line
        assert not any(word in line for word in ("Traceback", "Error", "None", "{", "}")), line
    return told


def answered(table: Table, lines: Iterable[str], before: list[str], signs: str) -> list[str]:
    """Return the answers to lines, without the output ``before`` any line was typed."""
    told = heard(table, lines, signs)
    return list((Counter(told) - Counter(before)).elements())
