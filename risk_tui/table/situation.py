"""The situation: all that a front end shows of one moment of a game, and decides from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View
    from risk_tui.table.automation import PendingAutoAction
    from risk_tui.table.manual_dice import DiceRequest
    from risk_tui.table.privacy import ScreenPrivacy
    from risk_tui.table.table import Table


@dataclass(frozen=True, slots=True)
class Situation:
    """One moment of a game as the people at one terminal may know it.

    A front end makes it once after every change of the table, and asks the table nothing else
    about that moment. ``view`` is the view of whoever may look: the seat that is asked, the only
    person here, or a spectator; behind a curtain a spectator's. ``is_here``: the decision is asked
    of a person at this terminal; ``is_hidden``: a curtain hides the table from everybody here.
    ``handover`` is the seat to which the screen has to be handed over before the game goes on, if
    any, ``reader`` the seat whose secrets may stand in what everybody here reads, ``is_alone``
    whether only one person can see this screen.

    ``automatic`` is the automatic answer to the decision: none while a person is asked, or ``dice``
    are to be rolled by people here, or ``remote_dice`` at another terminal, in a battle that is
    seen. Of the persons' seats ``local_seats`` are played here, and those ``away`` at no terminal.
    ``prompt`` is the question for the person who is asked here, and empty while nobody is.
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
        """The situation now; a ``curtain`` hides the table from everybody here.

        ``ask`` returns the question that a view asks whoever decides, alone with it or not.
        """
        decision, automatic = table.decision, table.automatic()
        dice, remote_dice = table.dice_request, table.remote_dice_request
        waits = automatic is not None or dice is not None or remote_dice is not None
        is_here = decision is not None and decision.seat in table.local_seats and not waits
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
            local_seats=table.local_seats,
            away=table.away,
            prompt=prompt,
        )

    @property
    def may_act(self) -> bool:
        """Whether a person at this terminal is asked now, and sees the table."""
        return self.is_here and not self.is_hidden

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, as whoever may look knows it; ``None``: the game is over."""
        return self.view.decision

    @property
    def kind(self) -> str:
        """The kind of decision that is due; empty when the game is over."""
        return self.view.decision.kind if self.view.decision is not None else ""

    @property
    def seat(self) -> int | None:
        """The seat that decides, wherever it is played."""
        return self.view.decision.seat if self.view.decision is not None else None
