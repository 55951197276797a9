"""The situation: everything about one moment of a game that a front end shows or depends on.

People who share a terminal see only facts that all of them may know. Before a private decision, a
curtain hides the screen, and it is lifted only for the player who confirms to be alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from risk_tui.engine.decisions import Decision
from risk_tui.engine.view import View
from risk_tui.table.automation import PendingAutoAction
from risk_tui.table.dice_steps import DiceRequest
from risk_tui.table.table import Table


@dataclass(frozen=True, slots=True)
class Situation:
    """One moment of a game as the people at one terminal may know it.

    A front end creates a situation after every change of the table, and does not ask the table
    about that moment again.

    Args:
        view: The view of the seat that decides here, of the only person here, or else of a
            spectator. Behind a curtain it is a spectator's.
        is_here: True if a person at this terminal has to decide.
        is_hidden: True if a curtain hides the table from all people here.
        handover: The seat that must get the screen before the game continues, if any.
        reader: The seat whose secrets may be in texts for all people here, if any.
        is_alone: True if only one person can see this screen.
        automatic: The automatic answer to the decision; ``None`` if a person decides, or if a step
            waits for its dice.
        dice: The dice that people here have to roll, if any.
        remote_dice: The dice that have to be rolled at another terminal, if any, unless the viewer
            can't see the battle.
        local_seats: The seats of people that are played here.
        away: The seats of people that are played at no terminal.
        prompt: The question for the person who has to decide here; empty if there is none.
    """

    view: View
    is_here: bool
    is_hidden: bool
    handover: int | None
    reader: int | None
    is_alone: bool
    automatic: PendingAutoAction | None
    dice: DiceRequest | None
    remote_dice: DiceRequest | None
    local_seats: frozenset[int]
    away: frozenset[int]
    prompt: str

    @classmethod
    def of(
        cls,
        table: Table,
        privacy: ScreenPrivacy,
        ask: Callable[[View, bool], str] = lambda view, is_alone: "",
        *,
        curtain: bool = False,
    ) -> Situation:
        """Return the present situation.

        Args:
            table: The table.
            privacy: Who can see this screen.
            ask: Returns the prompt for the deciding player; called with the player's view, and
                True if only one person can see this screen.
            curtain: True if a curtain hides the table from all people here.
        """
        decision, automatic = table.decision, table.automation.pending()
        waits = automatic is not None or table.dice.pending_request is not None
        is_here = decision is not None and decision.seat in table.seating.local_seats and not waits
        handover = privacy.find_handover_seat(decision) if is_here else None
        reader, is_alone = privacy.find_visible_seat(decision), privacy.is_sole_viewer
        if decision is not None and is_here and handover is None and not curtain:
            view = table.view(decision.seat)
            prompt = ask(view, is_alone)
        else:
            view, prompt = table.view(reader), ""
        return cls(
            view=view,
            is_here=is_here,
            is_hidden=curtain,
            handover=handover,
            reader=reader,
            is_alone=is_alone,
            automatic=automatic,
            dice=table.dice.request,
            remote_dice=table.remote_dice_for(view.seat),
            local_seats=table.seating.local_seats,
            away=table.seating.away,
            prompt=prompt,
        )

    @property
    def may_act(self) -> bool:
        """True if a person at this terminal has to decide and sees the table."""
        return self.is_here and not self.is_hidden

    @property
    def decision(self) -> Decision | None:
        """The pending decision as the viewer may know it; ``None`` if the game is over."""
        return self.view.decision

    @property
    def kind(self) -> str:
        """The kind of the pending decision; empty if the game is over."""
        return self.view.decision.kind if self.view.decision is not None else ""

    @property
    def seat(self) -> int | None:
        """The seat that decides, at this or another terminal; ``None`` if the game is over."""
        return self.view.decision.seat if self.view.decision is not None else None


class ScreenPrivacy:
    """Tracks which seat has the screen and the keyboard to itself, if any.

    If not ``shared``, as for a script without viewers, the screen is never hidden.
    """

    def __init__(self, table: Table, *, shared: bool = True) -> None:
        self._table = table
        self._shared = shared
        self._holder: int | None = None
        self._past_viewers: set[int] = set(table.seating.local_people)
        """The seats of all players who have ever had the keyboard."""

    @property
    def is_sole_viewer(self) -> bool:
        """True if only one person can see this screen.

        A player who sat here may come back, so the curtain stays if their seat is handed to a bot.
        A player who moved to another terminal counts as gone after the remaining player confirms to
        be alone.
        """
        people = self._table.seating.local_people
        self._past_viewers |= people
        if not self._shared or len(self._past_viewers) < 2:
            return True
        return len(people) == 1 and self._holder in people

    @property
    def active_seat(self) -> int | None:
        """The seat that has the screen to itself; ``None`` if there is none.

        If several people share this terminal, a player who moved to another terminal or handed
        their seat to a bot does not have the screen.
        """
        people = self._table.seating.local_people
        if len(people) == 1 and self.is_sole_viewer:
            return min(people)
        return self._holder if self._holder in self._table.seating.local_seats else None

    def find_handover_seat(self, decision: Decision | None) -> int | None:
        """Return the seat that must get the screen before the game continues, if any.

        Args:
            decision: The pending decision of a person here, if there is one.
        """
        if decision is None or self.is_sole_viewer:
            return None
        seat = decision.seat
        private = decision.private or self._table.hides_board or self.has_new_mission(seat)
        return seat if private and seat != self.active_seat else None

    def hide(self) -> None:
        """Hide the screen behind the curtain, so that no player has the keyboard."""
        self._holder = None

    def reveal_to(self, seat: int) -> None:
        """Lift the curtain for a seat, which confirms that no other player is looking."""
        self._holder = seat

    def may_show(self, seat: int) -> bool:
        """Return True if a seat's secrets may be shown now without asking others to look away."""
        return self.is_sole_viewer or seat == self.active_seat

    def find_visible_seat(self, decision: Decision | None) -> int | None:
        """Return the seat whose secrets may be in texts for all people at this screen, if any.

        Args:
            decision: The pending decision, here or at another terminal.
        """
        if len(self._table.seating.local_people) == 1:
            return self.active_seat
        if decision is None or decision.seat not in self._table.seating.local_seats:
            return None
        return decision.seat if self.may_show(decision.seat) else None

    @property
    def has_secrets(self) -> bool:
        """True if any player may have a secret: a card, a mission, an answer or a limited view."""
        view = self._table.view(None)
        missions = view.ruleset.missions.played
        has_secret_answer = view.decision is not None and view.decision.answer_is_secret
        return missions or has_secret_answer or self._table.hides_board or any(view.card_counts)

    def has_new_mission(self, seat: int) -> bool:
        """Return True if a seat here has a secret mission and has not decided anything yet."""
        if seat not in self._table.seating.local_people or not self._table.ruleset.missions.played:
            return False
        if self._table.has_acted(seat):
            return False
        view = self._table.view(seat)
        return bool(view.missions) and view.round <= 1
