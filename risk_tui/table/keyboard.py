"""One keyboard and one screen for everybody at a table: who may look at what is hidden.

People who share a terminal see what all may see. Whoever decides something private is asked to
be alone with the screen first: the curtain falls, and rises for that seat only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.state import Phase

if TYPE_CHECKING:
    from risk_tui.table.table import Table


class Keyboard:
    """Who has the keyboard for himself.

    Without ``shared`` (a script is played, nobody looks) no curtain ever falls.
    """

    def __init__(self, table: Table, *, shared: bool = True) -> None:
        self._table = table
        self._shared = shared
        self._holder: int | None = None
        self._ever: set[int] = set(table.people)
        """Everybody who had the keyboard at some time."""

    @property
    def alone(self) -> bool:
        """Whether nobody could look over anybody's shoulder.

        Who ever sat here may come back, so handing a seat to a bot lifts no curtain. Whoever has
        gone to a terminal of his own is gone once the one who is left says that he is alone.
        """
        people = self._table.people
        self._ever |= people
        if not self._shared or len(self._ever) < 2:
            return True
        return len(people) == 1 and self._holder in people

    @property
    def holder(self) -> int | None:
        """The seat that has the screen for itself; ``None`` while it changes hands.

        Whoever has gone to a terminal of his own, or left his seat to a bot, holds nothing here.
        """
        people = self._table.people
        if len(people) == 1 and self.alone:
            return min(people)
        return self._holder if self._holder in self._table.here else None

    def due(self) -> int | None:
        """The seat for which the curtain has to fall before anything goes on, if there is one."""
        decision = self._table.decision
        if decision is None or self.alone or self._table.asked() is None:
            return None
        seat = decision.seat
        private = decision.private or self.new_mission(seat)
        return seat if private and seat != self.holder else None

    def fall(self) -> None:
        """The curtain falls: nobody has the keyboard."""
        self._holder = None

    def rise(self, seat: int) -> None:
        """The curtain rises for a seat, which says that nobody else is looking."""
        self._holder = seat

    def private_to(self, seat: int) -> bool:
        """Whether a seat's secrets may be shown now without asking the others to look away."""
        return self.alone or seat == self.holder

    def reader(self) -> int | None:
        """The seat whose secrets may be told in what everybody on this side of the screen reads."""
        if len(self._table.people) == 1:
            return self.holder
        decision = self._table.decision
        if decision is None or decision.seat not in self._table.here:
            return None
        return decision.seat if self.private_to(decision.seat) else None

    @property
    def anything_hidden(self) -> bool:
        """Whether anybody could have something to hide now: a card, a mission, a capital."""
        view = self._table.view(None)
        missions = view.ruleset.missions.played
        return missions or view.phase is Phase.CAPITAL or any(view.card_counts)

    def new_mission(self, seat: int) -> bool:
        """Whether a seat holds a secret mission and has not decided anything since it was dealt."""
        if seat not in self._table.people or not self._table.ruleset.missions.played:
            return False
        view = self._table.view(seat)
        if not view.missions or view.round > 1:
            return False
        return not any(record.seat == seat for record in self._table.history(None, 1))
