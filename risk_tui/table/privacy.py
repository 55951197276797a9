"""Who may see hidden things where several people share one keyboard and one screen.

People who share a terminal see what all may see. Whoever decides something private is asked to
be alone with the screen first: a curtain hides it, and is lifted for that seat only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.decisions import Decision
    from risk_tui.table.table import Table


class ScreenPrivacy:
    """The seat that has the screen and the keyboard for itself, if any.

    Without ``shared`` (a script is played, nobody looks) the screen is never hidden.
    """

    def __init__(self, table: Table, *, shared: bool = True) -> None:
        self._table = table
        self._shared = shared
        self._holder: int | None = None
        self._past_viewers: set[int] = set(table.people)
        """The seats of everybody who had the keyboard at some time."""

    @property
    def is_sole_viewer(self) -> bool:
        """Whether only one person can see this screen.

        Whoever sat here once may come back, so handing a seat to a bot lifts no curtain. Whoever
        moved to another terminal counts as gone once the one who is left confirms to be alone.
        """
        people = self._table.people
        self._past_viewers |= people
        if not self._shared or len(self._past_viewers) < 2:
            return True
        return len(people) == 1 and self._holder in people

    @property
    def active_seat(self) -> int | None:
        """The seat that has the screen for itself; ``None`` while it changes hands.

        Whoever moved to another terminal, or left their seat to a bot, holds nothing here.
        """
        people = self._table.people
        if len(people) == 1 and self.is_sole_viewer:
            return min(people)
        return self._holder if self._holder in self._table.local_seats else None

    def handover_due(self, decision: Decision | None) -> int | None:
        """The seat to which the screen has to be handed over before the game goes on, if any.

        ``decision`` is what a person here is asked.
        """
        if decision is None or self.is_sole_viewer:
            return None
        seat = decision.seat
        private = decision.private or self._table.hides_board or self.has_new_mission(seat)
        return seat if private and seat != self.active_seat else None

    def hide(self) -> None:
        """Hide the screen behind the curtain: nobody has the keyboard."""
        self._holder = None

    def reveal_to(self, seat: int) -> None:
        """Lift the curtain for a seat, which confirms that nobody else is looking."""
        self._holder = seat

    def may_show(self, seat: int) -> bool:
        """Whether a seat's secrets may be shown now without asking the others to look away."""
        return self.is_sole_viewer or seat == self.active_seat

    def visible_seat(self, decision: Decision | None) -> int | None:
        """The seat whose secrets may stand in what everybody at this screen reads, if any.

        ``decision`` is what is due, here or elsewhere.
        """
        if len(self._table.people) == 1:
            return self.active_seat
        if decision is None or decision.seat not in self._table.local_seats:
            return None
        return decision.seat if self.may_show(decision.seat) else None

    @property
    def anything_hidden(self) -> bool:
        """Whether anybody can have a secret now: a card, a mission, an answer, what they see."""
        view = self._table.view(None)
        missions = view.ruleset.missions.played
        asked = view.decision is not None and view.decision.answer_is_secret
        return missions or asked or self._table.hides_board or any(view.card_counts)

    def has_new_mission(self, seat: int) -> bool:
        """Whether a seat holds a secret mission and has not decided anything since it was dealt."""
        if seat not in self._table.people or not self._table.ruleset.missions.played:
            return False
        if self._table.has_acted(seat):
            return False
        view = self._table.view(seat)
        return bool(view.missions) and view.round <= 1
