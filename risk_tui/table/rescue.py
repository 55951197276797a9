"""A damaged game, played on from its last good step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.saves.entries import read_entry
from risk_tui.saves.errors import SaveError
from risk_tui.saves.header import read_header
from risk_tui.saves.rescue import salvage
from risk_tui.table.course import Course

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.saves.file import Summary
    from risk_tui.saves.rescue import Salvage


@dataclass(frozen=True, slots=True)
class Rescue:
    """What can be rescued of a game: its first ``entries``, which end as ``summary`` says.

    ``problem`` is what is wrong with the next one.
    """

    salvage: Salvage
    entries: int
    summary: Summary
    problem: str

    @property
    def told(self) -> str:
        """How far the game is then."""
        return f"round {self.summary.round}" if self.summary.round else "the setting up"

    def write(self) -> Path:
        """The new game, beside the damaged one, which stays as it is. Raises ``SaveError``."""
        return self.salvage.write(self.entries, self.summary)


def find_rescue(path: Path) -> Rescue | None:
    """What can be rescued of a game, ``None`` when nothing is wrong with it.

    Raises ``SaveError`` when nothing can be rescued.
    """
    rescue = _replayed(salvage(path))
    if not rescue.problem:
        return None
    if not rescue.summary.steps:
        raise SaveError(f"{path.name} has no good step, so nothing of it can be rescued")
    return rescue


def _replayed(found: Salvage) -> Rescue:
    """As much of the game as the rules allow."""
    name, problem = found.path.name, found.problem
    try:
        course = Course(read_header(found.game, name))
    except RiskError as error:
        raise SaveError(f"{error}; nothing of it can be rescued") from None
    try:
        for text in found.texts:
            course.follow(read_entry(text, f"entry {course.entries}"))
    except RiskError as error:
        problem = f"entry {course.entries} cannot have happened: {error}"
    return Rescue(found, course.entries, course.summary(), problem)
