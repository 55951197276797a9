"""The situation: all that a front end shows of one moment of a game, and decides from.

People who share a terminal see what all may see. A player who decides something private is asked
to be alone with the screen first: a curtain hides it, and is lifted for that seat only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View
    from risk_tui.table.automation import PendingAutoAction
    from risk_tui.table.dice_steps import DiceRequest
    from risk_tui.table.table import Table


@dataclass(frozen=True, slots=True)
class Situation:
    """One moment of a game as the people at one terminal may know it.

    A front end makes it one time after every change of the table, and asks the table nothing else
    about that moment. ``view`` is the view of the seat that may look: the seat that is asked, the
    only person here, or a spectator; behind a curtain a spectator's. ``is_here``: the decision is
    asked of a person at this terminal; ``is_hidden``: a curtain hides the table from all people
    here. ``handover`` is the seat that must get the screen before the game continues, if any,
    ``reader`` the seat whose secrets may be in text for all people here, ``is_alone`` True if only
    one person can see this screen.

    ``automatic`` is the automatic answer to the decision: none while a person is asked, or ``dice``
    are to be rolled by people here, or ``remote_dice`` at another terminal, in a battle that is
    seen. Of the persons' seats ``local_seats`` are played here, and those ``away`` at no terminal.
    ``prompt`` is the question for the person who is asked here, and empty if none is.
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
        """Return the situation now; a ``curtain`` hides the table from all people here.

        ``ask`` returns the question of a view to the deciding player, who may be alone with it.
        """
        decision, automatic = table.decision, table.automation.pending()
        dice, remote_dice = table.dice.request, table.dice.remote_request
        waits = automatic is not None or dice is not None or remote_dice is not None
        is_here = decision is not None and decision.seat in table.seating.local_seats and not waits
        handover = privacy.handover_due(decision) if is_here else None
        reader, is_alone = privacy.visible_seat(decision), privacy.is_sole_viewer
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
            dice=dice,
            remote_dice=remote_dice and table.remote_dice_for(view.seat),
            local_seats=table.seating.local_seats,
            away=table.seating.away,
            prompt=prompt,
        )

    @property
    def may_act(self) -> bool:
        """True if a person at this terminal is asked now, and sees the table."""
        return self.is_here and not self.is_hidden

    @property
    def decision(self) -> Decision | None:
        """The pending decision as the viewer may know it; ``None`` if the game is over."""
        return self.view.decision

    @property
    def kind(self) -> str:
        """The kind of decision that is due; empty when the game is over."""
        return self.view.decision.kind if self.view.decision is not None else ""

    @property
    def seat(self) -> int | None:
        """The seat that decides, wherever it is played."""
        return self.view.decision.seat if self.view.decision is not None else None


class ScreenPrivacy:
    """The seat that has the screen and the keyboard for itself, if any.

    Without ``shared`` (a script is played without viewers) the screen is never hidden.
    """

    def __init__(self, table: Table, *, shared: bool = True) -> None:
        self._table = table
        self._shared = shared
        self._holder: int | None = None
        self._past_viewers: set[int] = set(table.seating.people)
        """The seats of all players who had the keyboard at some time."""

    @property
    def is_sole_viewer(self) -> bool:
        """True if only one person can see this screen.

        A player who sat here may come back, so handing a seat to a bot lifts no curtain. A player
        who moved to another terminal counts as gone after the remaining one confirms to be alone.
        """
        people = self._table.seating.people
        self._past_viewers |= people
        if not self._shared or len(self._past_viewers) < 2:
            return True
        return len(people) == 1 and self._holder in people

    @property
    def active_seat(self) -> int | None:
        """The seat that has the screen for itself; ``None`` while it changes hands.

        A player who moved to another terminal, or left their seat to a bot, holds nothing here.
        """
        people = self._table.seating.people
        if len(people) == 1 and self.is_sole_viewer:
            return min(people)
        return self._holder if self._holder in self._table.seating.local_seats else None

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
        """Hide the screen behind the curtain: no player has the keyboard."""
        self._holder = None

    def reveal_to(self, seat: int) -> None:
        """Lift the curtain for a seat, which confirms that no other player is looking."""
        self._holder = seat

    def may_show(self, seat: int) -> bool:
        """Return True if a seat's secrets may be shown now without asking others to look away."""
        return self.is_sole_viewer or seat == self.active_seat

    def visible_seat(self, decision: Decision | None) -> int | None:
        """The seat whose secrets may stand in what all at this screen read, if any.

        ``decision`` is what is due, here or elsewhere.
        """
        if len(self._table.seating.people) == 1:
            return self.active_seat
        if decision is None or decision.seat not in self._table.seating.local_seats:
            return None
        return decision.seat if self.may_show(decision.seat) else None

    @property
    def anything_hidden(self) -> bool:
        """True if any player may have a secret now: a card, a mission, an answer, a limited
        view.
        """
        view = self._table.view(None)
        missions = view.ruleset.missions.played
        asked = view.decision is not None and view.decision.answer_is_secret
        return missions or asked or self._table.hides_board or any(view.card_counts)

    def has_new_mission(self, seat: int) -> bool:
        """Return True if a seat holds a secret mission and has not decided anything since the
        deal.
        """
        if seat not in self._table.seating.people or not self._table.ruleset.missions.played:
            return False
        if self._table.has_acted(seat):
            return False
        view = self._table.view(seat)
        return bool(view.missions) and view.round <= 1
