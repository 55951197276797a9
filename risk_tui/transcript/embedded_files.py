"""Reading the rules and the board that a text record of a game quotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from risk_tui.boards.map_file import picture_names
from risk_tui.errors import RiskError
from risk_tui.rules.library import board_of
from risk_tui.rules.ruleset_file import parse_ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.rules.ruleset import Ruleset
    from risk_tui.transcript.lines import InvalidLine, Line

_FILE_ERROR = re.compile(r"(.+?)(?:, line ([0-9]{1,6}))?: (.*)", re.DOTALL)
"""An error message about a file: its name, the line if known, the problem."""


def only_line(lines: Sequence[Line], key: str, end: Line) -> Line:
    """The only line with this key.

    Raises ``InvalidLine`` for the second one, or for ``end`` if there is none.
    """
    matches = [line for line in lines if line.key == key]
    if not matches:
        raise end.error(f"{key!r} is missing; it stands in the text once")
    if len(matches) > 1:
        raise matches[1].error(f"{key!r} is there twice; it stands in the text once")
    return matches[0]


def quoted_ruleset(files: Sequence[Line], end: Line) -> Ruleset:
    """The ruleset that a text quotes. Raises ``InvalidLine``."""
    line = only_line(files, "rules", end)
    (name,) = line.values(1, "FILE")
    try:
        return parse_ruleset(line.file, source=name)
    except RiskError as error:
        raise _error_at_line(error, {name: line}, line) from None


def quoted_board(files: Sequence[Line], end: Line) -> Board:
    """The board that a text quotes, with its pictures, all checked. Raises ``InvalidLine``."""
    map_line = only_line(files, "map", end)
    (source,) = map_line.values(1, "FILE")
    if not source.endswith(".yaml"):
        raise map_line.error("a map is a file NAME.yaml")
    pictures: dict[str, Line] = {}
    for line in files:
        if line.key == "picture":
            (name,) = line.values(1, "FILE")
            if name in pictures:
                raise line.error(f"the picture {name!r} is there twice; the text quotes it once")
            pictures[name] = line
    quoted_files = {source: map_line, **pictures}
    try:
        _check_names(picture_names(map_line.file, source=source), pictures, end)
        board = board_of({name: line.file for name, line in quoted_files.items()})
        board.validate_pictures()
    except RiskError as error:
        raise _error_at_line(error, quoted_files, map_line) from None
    return board


def _check_names(names: Sequence[str], pictures: Mapping[str, Line], end: Line) -> None:
    """Raise ``InvalidLine`` unless the pictures are exactly those that the map names."""
    for name in names:
        if name not in pictures:
            raise end.error(f"the picture {name!r} is missing, which the map names")
    expected = set(names)
    for name, line in pictures.items():
        if name not in expected:
            raise line.error(f"the map names no picture {name!r}")


def _error_at_line(error: RiskError, files: Mapping[str, Line], default: Line) -> InvalidLine:
    """The error in a quoted file as an error of the line of the text that quotes it."""
    match = _FILE_ERROR.fullmatch(str(error))
    line = files.get(match[1]) if match else None
    if match is None or line is None:
        return default.error(error)
    return line.error(match[3], below=int(match[2] or 0))
