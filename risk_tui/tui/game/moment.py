"""The moment that a terminal shows: the situation, and whose secrets may be in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.data.language import N_, _
from risk_tui.errors import RiskError
from risk_tui.table.situation import ScreenPrivacy, Situation
from risk_tui.text.prompts import not_asked, prompt_for

if TYPE_CHECKING:
    from risk_tui.engine.view import View
    from risk_tui.table.table import Table

DICE_FIRST = N_("first type what the dice show")
"""The refusal of anything else while dice are due."""


class Moment:
    """One situation for every change of the table, hidden while players change places."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.privacy = ScreenPrivacy(table)
        self.is_handing_over = False
        """True while a curtain hides the table."""
        self.has_lost_player = False
        """True if a player who saw secrets here, or was asked, left for another terminal."""
        self.situation = self._look()
        self._viewer = self.privacy.active_seat
        """The seat that had the screen for itself when the situation was made."""

    @property
    def view(self) -> View:
        """The view that is shown."""
        return self.situation.view

    def renew(self) -> None:
        """Make the situation again, after a change of the table or of who may look."""
        before, viewer = self.situation, self._viewer
        self.situation, self._viewer = self._look(), self.privacy.active_seat
        left = before.local_seats - self.situation.local_seats
        seats = self.table.seats
        self.has_lost_player = any(seats[seat].is_person for seat in left & {before.seat, viewer})

    def _look(self) -> Situation:
        curtain = self.is_handing_over
        return Situation.of(self.table, self.privacy, self._question, curtain=curtain)

    def _question(self, view: View, is_alone: bool) -> str:
        """Return the question that a view asks; others may read it unless its player is alone."""
        decision = view.decision
        assert decision is not None, "a person is asked"
        if "attack" in (decision.kind, decision.part_of) and not is_alone:
            # After a defender's answer others look on; these questions would show them cards.
            view = replace(view, seat=None)
        return prompt_for(decision, view, self.table.seats, end="{end}")

    def hide(self) -> None:
        """Show no seat's secrets until the screen is handed over."""
        self.privacy.hide()
        self.renew()

    def deciding_seat(self) -> int:
        """Return the seat of the person who is asked here.

        Raises:
            RiskError: If no person is asked here.
        """
        situation = self.situation
        if situation.seat is None:
            raise RiskError(_("the game is over"))
        if not situation.may_act:
            reason = not_asked(situation.decision, situation.local_seats)
            raise RiskError(_(DICE_FIRST) if situation.dice else reason)
        return situation.seat

    def speaker(self) -> int:
        """Return the only seat here, or else the one that is asked.

        Raises:
            RiskError: If several seats are here and none of them is asked.
        """
        local_seats = self.situation.local_seats
        return min(local_seats) if len(local_seats) == 1 else self.deciding_seat()

    def reading_seat(self) -> int | None:
        """Return the seat whose secrets are asked for: the one that decides, or the only viewer."""
        if self.situation.may_act:
            return self.situation.seat
        return self.privacy.active_seat if self.privacy.is_sole_viewer else None
