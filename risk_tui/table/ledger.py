"""A game in its file: whatever is done is written down first, whatever others wrote is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.saves.entries import DefenceChanged, PlayerChanged, Rolled, Step, TakenBack
from risk_tui.saves.errors import Damaged, SaveError
from risk_tui.saves.header import read_header
from risk_tui.table.course import Course

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.records import Outcome, Record
    from risk_tui.saves.entries import Entry
    from risk_tui.saves.file import SaveFile
    from risk_tui.saves.header import Header
    from risk_tui.table.course import Mark


class Ledger:
    """A game as its file tells it. Several of these may share one file.

    Whatever is done here is durable in the file before the method returns; what others appended
    is taken in by ``catch_up``.
    """

    def __init__(self, save: SaveFile, course: Course) -> None:
        self.save = save
        self.course = course
        self._behind = False
        """Whether others may have appended what was not taken in yet."""

    @classmethod
    def read(cls, save: SaveFile) -> Ledger:
        """A saved game, replayed through the rules.

        Raises ``SaveError`` when the file tells what cannot have happened; it is closed then.
        """
        try:
            header = read_header(save.header_text(), save.path.name)
            ledger = cls(save, _course(header, save.path.name))
            ledger.catch_up()
        except RiskError:
            save.close()
            raise
        return ledger

    def submit(
        self, seat: int, action: Action, chance: tuple[Outcome, ...] | None = None
    ) -> Record:
        """Do what a seat chose, with what ``chance`` gave if that is known already.

        Raises ``IllegalAction`` or ``SaveError``, and then nothing has happened; what the computer
        rolled for an attempt that could not be saved was seen by nobody.
        """
        mark = self.course.mark()
        record = self.course.act(seat, action, mark, chance)
        self._append(mark, Step(seat, record.action, record.chance))
        return record

    def roll(self, seat: int, action: Action, chance: tuple[Outcome, ...]) -> None:
        """Keep what chance gave a step that wants more dice. Raises as ``submit`` does."""
        mark = self.course.mark()
        entry = Rolled(seat, action, chance)
        self.course.roll(entry)
        self._append(mark, entry)

    def take_back(self, count: int) -> None:
        """Take back the last ``count`` steps. Raises ``SaveError``, and then nothing happened."""
        mark = self.course.mark()
        self.course.take_back(count)
        self._append(mark, TakenBack(count))

    def change(self, entry: PlayerChanged | DefenceChanged) -> None:
        """Let a seat be played by another player, or defend otherwise. Raises ``SaveError``."""
        course = self.course
        self.save.append(course.entries, entry, course.summary())
        course.arrange(entry)

    def news(self) -> bool:
        """Whether there may be something to catch up with."""
        self._behind = self._behind or self.save.news()
        return self._behind

    def catch_up(self) -> bool:
        """Take in what others appended; whether there was anything.

        Raises ``SaveError`` for what cannot have happened; the ledger is of no further use then.
        """
        course = self.course
        entries = self.save.entries(course.entries)
        try:
            course.follow_all(entries)
        except RiskError as error:
            what = f"entry {course.entries} cannot have happened: {error}"
            raise Damaged(self.save.path, what, course.steps) from None
        self._behind = False
        return bool(entries)

    def close(self) -> None:
        """Close the file."""
        self.save.close()

    def _append(self, mark: Mark, entry: Entry) -> None:
        """Write down what was just done, or go back to before it."""
        course = self.course
        try:
            self.save.append(mark.entries, entry, course.summary())
        except SaveError:
            course.go_back(mark)
            raise


def _course(header: Header, where: str) -> Course:
    try:
        return Course(header)
    except RiskError as error:
        raise SaveError(f"{where}: {error}") from None
