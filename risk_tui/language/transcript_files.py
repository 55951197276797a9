"""The rules and the board that a text record of a game quotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from risk_tui.engine.board import Board, parse_board, picture_names
from risk_tui.engine.errors import RiskError
from risk_tui.engine.ruleset_file import parse_ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.language.transcript_lines import BadLine, Line

_INNER = re.compile(r"(.+?)(?:, line ([0-9]{1,6}))?: (.*)", re.DOTALL)
"""A message about a file, and its line if that is known."""


def only(lines: Sequence[Line], key: str, end: Line) -> Line:
    """The one line with this key. Raises ``BadLine``: ``end`` is blamed if there is none."""
    found = [line for line in lines if line.key == key]
    if not found:
        raise end.bad(f"{key!r} is missing; the text tells it once")
    if len(found) > 1:
        raise found[1].bad(f"{key!r} is there twice; the text tells it once")
    return found[0]


def quoted_ruleset(files: Sequence[Line], end: Line) -> Ruleset:
    """The rules of a text. Raises ``BadLine``."""
    line = only(files, "rules", end)
    (name,) = line.values(1, "FILE")
    try:
        return parse_ruleset(line.file, source=name)
    except RiskError as error:
        raise _blamed(error, {name: line}, line) from None


def quoted_board(files: Sequence[Line], end: Line) -> Board:
    """The board of a text with its pictures, all of them proved. Raises ``BadLine``."""
    map_line = only(files, "map", end)
    (source,) = map_line.values(1, "FILE")
    if not source.endswith(".yaml"):
        raise map_line.bad("a map is a file NAME.yaml")
    pictures: dict[str, Line] = {}
    for line in files:
        if line.key == "picture":
            (name,) = line.values(1, "FILE")
            if name in pictures:
                raise line.bad(f"the picture {name!r} is there twice; the text quotes it once")
            pictures[name] = line
    every = {source: map_line, **pictures}
    try:
        _check_names(picture_names(map_line.file, source=source), pictures, end)
        board = parse_board({name: line.file for name, line in every.items()})
        _ = board.pictures  # they are proved when they are looked at
    except RiskError as error:
        raise _blamed(error, every, map_line) from None
    return board


def _check_names(wanted: Sequence[str], pictures: Mapping[str, Line], end: Line) -> None:
    """Raise ``BadLine`` unless there are the pictures that the map names, and no others."""
    for name in wanted:
        if name not in pictures:
            raise end.bad(f"the picture {name!r} is missing, which the map names")
    known = set(wanted)
    for name, line in pictures.items():
        if name not in known:
            raise line.bad(f"the map names no picture {name!r}")


def _blamed(error: RiskError, files: Mapping[str, Line], otherwise: Line) -> BadLine:
    """What is wrong with a quoted file, told by the line of the text."""
    inner = _INNER.fullmatch(str(error))
    line = files.get(inner[1]) if inner else None
    if inner is None or line is None:
        return otherwise.bad(error)
    return line.bad(inner[3], below=int(inner[2] or 0))
