"""The message when a person is asked: what has just happened to them, and the question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import ArmiesLost, TurnBegan
from risk_tui.text.prompts import prompt_for, waiting_for_dice
from risk_tui.text.recap import recap, recap_summary, recap_title
from risk_tui.text.words import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat
    from risk_tui.table.situation import Situation
    from risk_tui.table.table import Table


def question(view: View, seats: Sequence[Seat], is_alone: bool) -> str:
    """The question for the person who decides; others may be reading unless they look alone."""
    decision = view.decision
    assert decision is not None, "somebody is asked"
    if "attack" in (decision.kind, decision.part_of) and not is_alone:
        # After a defender's answer others look on; these questions would show them cards.
        view = replace(view, seat=None)
    return prompt_for(decision, view, seats, end="{end}")


def status_line(situation: Situation, table: Table, start: int) -> str:
    """The question that is asked now, with news from record number ``start`` on.

    While nobody at this keyboard is asked it says for whom others wait, or nothing.
    """
    if situation.decision is None:
        return "The game is over. {rematch}: the same again · {new}: with changes"
    if situation.may_act:
        return " · ".join(
            [*_news(situation, table, start), situation.prompt, *_offer(situation, table)]
        )
    return " · ".join(filter(None, (role_label(situation, table), waiting(situation, table))))


def waiting(situation: Situation, table: Table) -> str:
    """A sentence on whom or what at another terminal everybody waits for; empty for nobody."""
    decision, seats = situation.decision, table.seats
    if situation.remote_dice is not None:
        return waiting_for_dice(situation.remote_dice, table.board, seats)
    if decision is None or decision.seat in situation.local_seats:
        return ""
    if not seats[decision.seat].is_person:
        return ""
    name, purpose = seats[decision.seat].name, ""
    if isinstance(decision, ToDefend):
        purpose = f" to defend {table.board.territories[decision.target].name}"
    if decision.seat in situation.away:
        return f"{name} is away; the game waits for {name}{purpose}"
    return f"waiting for {name}{purpose} …"


def role_label(situation: Situation, table: Table) -> str:
    """A few words on whose terminal this is, if it is one of several."""
    local_seats = situation.local_seats
    if table.guest and not local_seats:
        return "you are watching"
    if len(local_seats) == 1 and (table.guest or table.remote_seats):
        return f"you are {table.seats[min(local_seats)].name}"
    return ""


def _news(situation: Situation, table: Table, start: int) -> list[str]:
    """What has just happened to the seat that is asked and would be overlooked in the log."""
    seat = situation.seat
    assert seat is not None, "somebody is asked"
    records = table.history(None, min(start, table.steps), seen_by=seat)
    events = [event for record in records for event in record.events]
    armies_lost = sum(
        event.armies for event in events if isinstance(event, ArmiesLost) and event.seat == seat
    )
    news = [f"{pluralize(armies_lost, 'army')} lost: no room for more"] if armies_lost else []
    if situation.is_alone and any(
        isinstance(event, TurnBegan) and event.seat == seat for event in events
    ):
        news += _since_last_turn(table, situation.view, seat)
    return news


def _offer(situation: Situation, table: Table) -> list[str]:
    """What a seat that is asked for defence dice for the first time can do about that."""
    decision = situation.decision
    if not isinstance(decision, ToDefend) or table.has_defended(decision.seat):
        return []
    return ["{defend.most}: always the most, unasked"]


def _since_last_turn(table: Table, view: View, seat: int) -> list[str]:
    """A few words on what a seat lost since its last turn, and who is out; or nothing."""
    news = recap(table.history(None, seen_by=seat), view, seat)
    summary = recap_summary(news) if news is not None else ""
    return [f"{recap_title(news)}: {summary} ({{recap}} shows it)"] if news and summary else []
