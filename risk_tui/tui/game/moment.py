"""The moment that a terminal shows: the situation, and the seats whose secrets it may contain."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.data.language import N_, _
from risk_tui.errors import RiskError
from risk_tui.table.situation import ScreenPrivacy, Situation
from risk_tui.text.prompts import prompt_for, reason_for_waiting

if TYPE_CHECKING:
    from risk_tui.engine.view import View
    from risk_tui.table.table import Table

DICE_FIRST = N_("type the dice first")
"""The refusal of other input while dice are due."""


class Moment:
    """The current situation, updated after each change and hidden while players change places."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.privacy = ScreenPrivacy(table)
        self.is_handing_over = False
        """True while a curtain hides the table."""
        self.has_lost_player = False
        """True if a player who saw secrets here, or was asked, left for another terminal."""
        self.situation = self._make_situation()
        self._viewer = self.privacy.active_seat
        """The seat that had the screen for itself when the situation was made, if any."""

    @property
    def view(self) -> View:
        """The current view."""
        return self.situation.view

    def renew(self) -> None:
        """Update the situation after a change of the table or of the seats that may look."""
        before, viewer = self.situation, self._viewer
        self.situation, self._viewer = self._make_situation(), self.privacy.active_seat
        left = before.local_seats - self.situation.local_seats
        seats = self.table.seats
        self.has_lost_player = any(seats[seat].is_person for seat in left & {before.seat, viewer})

    def _make_situation(self) -> Situation:
        curtain = self.is_handing_over
        return Situation.of(self.table, self.privacy, self._question, curtain=curtain)

    def _question(self, view: View, is_alone: bool) -> str:
        """Return the question to the deciding player. Others can read it unless ``is_alone``."""
        decision = view.decision
        assert decision is not None, "a person is asked"
        if "attack" in (decision.kind, decision.part_of) and not is_alone:
            # After a defender has answered, others can see the screen. With the seat's own view,
            # the question would reveal cards to them.
            view = replace(view, seat=None)
        return prompt_for(decision, view, self.table.seats, end="{end}")

    def hide(self) -> None:
        """Hide the secrets of all seats until the screen is handed over."""
        self.privacy.hide()
        self.renew()

    def deciding_seat(self) -> int:
        """Return the seat of the person who decides here.

        Raises:
            RiskError: If no person here has to decide.
        """
        situation = self.situation
        if situation.seat is None:
            raise RiskError(_("the game is over"))
        if not situation.may_act:
            reason = reason_for_waiting(situation.decision, situation.local_seats)
            raise RiskError(_(DICE_FIRST) if situation.dice else reason)
        return situation.seat

    def speaker(self) -> int:
        """Return the only seat here, or else the one that decides.

        Raises:
            RiskError: If none or several seats are here and none of them has to decide.
        """
        local_seats = self.situation.local_seats
        return min(local_seats) if len(local_seats) == 1 else self.deciding_seat()

    def reading_seat(self) -> int | None:
        """Return the seat whose secrets a key opens; ``None`` if no secrets may be shown.

        It is the seat that decides here, or else the only viewer of the screen.
        """
        if self.situation.may_act:
            return self.situation.seat
        return self.privacy.active_seat if self.privacy.is_sole_viewer else None
