"""The moment that a game screen shows, and the functions of the screen that its parts use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from textual.screen import Screen

from risk_tui.commands.front_end import Page
from risk_tui.data.language import N_, _
from risk_tui.engine.view import View
from risk_tui.errors import NotYourDecision, RiskError
from risk_tui.table.situation import ScreenPrivacy, Situation
from risk_tui.table.table import Table
from risk_tui.text.prompts import prompt_for, reason_for_waiting
from risk_tui.tui.map.navigation import MapNavigation
from risk_tui.tui.screens.base import Result
from risk_tui.tui.terminal.terminal_app import TerminalApp

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
            raise RiskError(_(DICE_FIRST)) if situation.dice else NotYourDecision(reason)
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


class ScreenServices(Protocol):
    """A game screen, as its parts see it."""

    @property
    def risk(self) -> TerminalApp:
        """The app."""

    @property
    def is_on_top(self) -> bool:
        """True if no other screen covers the table."""

    @property
    def shows_hints(self) -> bool:
        """True if questions name the keys to press."""

    @property
    def continues_without_key(self) -> bool:
        """True while bots move or another terminal's steps are taken in.

        The next change needs no key here.
        """

    @property
    def navigation(self) -> MapNavigation:
        """The navigation of the cursor on the picture that is shown."""

    def draw(self) -> None:
        """Update every part of the screen. Only the parts that changed are drawn."""

    def draw_rows_above(self) -> None:
        """Draw the lines that do not fit in the bottom line over the last rows of the map."""

    def refresh_after_change(self) -> None:
        """Show the new situation, then let the next player act."""

    def forget_player(self) -> None:
        """Close and clear everything that a player opened or typed, before the next one looks."""

    def open(
        self, screen: Screen[Result], on_closed: Callable[[Result | None], None] | None = None
    ) -> None:
        """Open another screen. Its answer is ignored after this screen was left."""

    def start_worker(self, work: Awaitable[None], group: str) -> None:
        """Run a coroutine until the screen is left or another one of the same group starts."""

    def toggle_panel(self) -> None:
        """Hide the panel, or show it."""

    def note_page(self, page: Page) -> None:
        """Tell the lesson, if there is one, that a page was shown."""
