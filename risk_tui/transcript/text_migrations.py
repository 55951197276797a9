"""The migrations of text records, from each older format to the next one.

A migration takes the lines of a text and returns those of the next format. A line keeps its number,
by which every error names it, and the file that it quotes.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.data.yaml_document import read_document
from risk_tui.errors import DataError
from risk_tui.rules.ruleset_file import with_later_keys
from risk_tui.transcript.ruleset_text import ruleset_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.transcript.lines import Line

    Migration: TypeAlias = Callable[[list[Line]], list[Line]]

TEXT_FORMAT = 2
"""The format of the text that this program writes, and the newest that it reads."""


def _add_keys_of_rulesets(lines: list[Line]) -> list[Line]:
    """What is no sound YAML stays as it is, and is refused by whoever reads it."""

    def changed(line: Line) -> Line:
        try:
            data = with_later_keys(read_document(line.file, source="").data)
        except (DataError, LookupError, TypeError, AttributeError):
            return line
        return replace(line, quoted=ruleset_text(data).splitlines())

    return [changed(line) if line.key == "rules" else line for line in lines]


MIGRATIONS: dict[int, Migration] = {1: _add_keys_of_rulesets}
"""From each older format to the one after it; the first format is 1."""


def migrate(lines: list[Line]) -> list[Line]:
    """The lines of a text of any format in the present one. Raises ``InvalidLine``."""
    first = lines[0]
    words = first.words
    if words[:2] != ["risk-tui", "game"] or len(words) != 3 or not _FORMAT.fullmatch(words[2]):
        raise first.error(
            "this is not a game that risk-tui wrote down; "
            f"such a text begins with: risk-tui game {TEXT_FORMAT}"
        )
    version = int(words[2])
    if version > TEXT_FORMAT:
        raise first.error(
            f"the text was written by a newer risk-tui (format {version}; this one reads up to "
            f"{TEXT_FORMAT}); update risk-tui to import it"
        )
    for step in range(version, TEXT_FORMAT):
        lines = MIGRATIONS[step](lines)
    return lines


_FORMAT = re.compile(r"[1-9][0-9]{0,3}")
