"""A screen at a table: what is seen of it now, and the curtain between two people."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from risk_tui.errors import RiskError
from risk_tui.table.situation import ScreenPrivacy, Situation
from risk_tui.text.prompts import not_asked
from risk_tui.text.recap import recap
from risk_tui.text.wrapping import names_in
from risk_tui.tui.game.animations import Animator
from risk_tui.tui.game.bottom_line import DICE_FIRST, HeldMessage, question
from risk_tui.tui.game.overlay import Overlay
from risk_tui.tui.game.selection import Selection
from risk_tui.tui.game.view_model import ViewModel
from risk_tui.tui.screens.base import Result, RiskScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View
    from risk_tui.table.table import Table
    from risk_tui.tui.prompt import Prompt


class TableScreen(RiskScreen):
    """Makes one situation of every change of the table, and hides it between two people."""

    prompt: Prompt

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.names = names_in(table.board, table.seats)
        """Names of several words, which no line is to break."""
        self.privacy = ScreenPrivacy(table)
        self.selection = Selection(table.board)
        self.held = HeldMessage()
        self.overlay = Overlay(table)
        self.animator = Animator(
            table,
            lambda: self.risk.settings.shows_animations and self.app.screen is self,
            self.show,
            self.set_timer,
        )
        self._is_handing_over = False
        self.situation = self._look()
        self.view_model = ViewModel(
            table, self.selection, self.overlay, self.animator, self.situation
        )

    # What a subclass does

    @abstractmethod
    def show(self) -> None:
        """Bring every part of the screen up to date; only what changed is drawn."""

    @abstractmethod
    def show_rows_above(self) -> None:
        """Show the rows of a message for which the bottom line has no room."""

    @abstractmethod
    def show_prompt(self) -> None:
        """Show what is asked now."""

    @abstractmethod
    def refresh_after_change(self) -> None:
        """Show that the game moved on, then let the next player act."""

    @abstractmethod
    def submit(self, action: Action) -> bool:
        """Do an action for the seat that is asked, or show why not; whether it was done."""

    @abstractmethod
    def attempt(self, change: Callable[[], object]) -> bool:
        """Do something, or show why it cannot be done; whether it was done."""

    @abstractmethod
    def do(self, action: str) -> None:
        """Do an action of the keymap, by its stable name."""

    # The situation

    def renew(self) -> None:
        """Make the situation anew: the table changed, or who may look."""
        self.situation = self._look()
        self.view_model.renew(self.situation)

    def _look(self) -> Situation:
        return Situation.of(
            self.table,
            self.privacy,
            lambda view, is_alone: question(view, self.table.seats, is_alone),
            curtain=self._is_handing_over,
        )

    def view(self) -> View:
        """The view that is shown."""
        return self.situation.view

    def deciding_seat(self) -> int:
        """The seat of the person who is asked here. Raises ``RiskError`` when nobody is."""
        situation = self.situation
        if situation.seat is None:
            raise RiskError("the game is over")
        if not situation.may_act:
            reason = not_asked(situation.decision, situation.local_seats)
            raise RiskError(DICE_FIRST if situation.dice else reason)
        return situation.seat

    def speaker(self) -> int:
        """The seat of whoever types: the only one here, or else the one that is asked.

        Raises ``RiskError`` when neither is clear.
        """
        local_seats = self.situation.local_seats
        return min(local_seats) if len(local_seats) == 1 else self.deciding_seat()

    def show_message(self, text: str, *, warning: bool = False) -> None:
        """Show a message in the bottom line; an action in braces stands for its key.

        A warning leaves readable what is asked: whoever was refused something still has to answer.
        """
        names = [seat.name for seat in self.table.seats]
        asked = (self.begun() or self.situation.prompt) if warning else ""
        fill = self.risk.keymap.fill
        self.prompt.show_message(fill(text, names), warning=warning, asked=fill(asked, names))
        self.show_rows_above()

    def begun(self) -> str:
        """What to do next with what was begun (a code, a number, a source); empty for nothing."""
        on_plan = self.overlay.can_fight(self.view(), self.selection.cursor)
        return self.selection.hint(self.situation, on_plan=on_plan)

    def open(
        self, screen: Screen[Result], on_closed: Callable[[Result | None], None] | None = None
    ) -> None:
        """Open another screen over this one, and call ``on_closed`` with its answer.

        Nothing happens any more after this screen was left.
        """

        def take_answer(answer: Result | None) -> None:
            if on_closed is not None and self.is_open:
                on_closed(answer)

        if self.is_open:
            self.app.push_screen(screen, take_answer)

    # The curtain

    def hand_over(self, seat: int, on_reveal: Callable[[], None] | None = None) -> None:
        """Close the curtain until a seat says that only it is looking, then call ``on_reveal``."""
        if self._is_handing_over:
            return
        from risk_tui.tui.dialogs.handover import HandoverDialog

        self._is_handing_over = True
        self.close_all()
        self.show()

        def reveal(_: None) -> None:
            self._is_handing_over = False
            self.privacy.reveal_to(seat)
            self.overlay.show_moves(news)
            self.refresh_after_change()
            if on_reveal is not None and self.app.screen is self:
                on_reveal()

        view, seats = self.view(), self.table.seats
        news = recap(self.table.history(None, seen_by=seat), self.table.view(seat), seat)
        self.open(HandoverDialog(view, seats, seat, news), reveal)

    def close_all(self) -> None:
        """Close and forget all that one player opened or typed, before the next one looks."""
        self.privacy.hide()
        self.renew()
        self.selection.release()
        self.held.release()
        self.overlay.clear()
        self.overlay.hide_moves()
        self.prompt.close()
        self.prompt.clear_history()
        while self.app.screen is not self:
            self.app.pop_screen()
