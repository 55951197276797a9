"""What the bottom line says: what is asked, what is held before it, and what to press.

While nobody here is asked it says for whom others wait.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.commands.wording import has_targets, is_on_map, key_label
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import ArmiesLost, TurnBegan
from risk_tui.errors import RiskError
from risk_tui.saves.errors import SAVE_SUFFIX, saves_folder
from risk_tui.text.prompts import parse_dice, prompt_for, waiting_for_dice
from risk_tui.text.recap import recap, recap_summary, recap_title
from risk_tui.text.words import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from risk_tui.engine.view import View
    from risk_tui.table.orders import Order
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
    if table.seating.is_guest and not local_seats:
        return "you are watching"
    if len(local_seats) == 1 and (table.seating.is_guest or table.seating.remote_seats):
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


SECONDS = 6.0
"""Seconds that a message stays at most, while no key is pressed."""


class HeldMessage:
    """Keeps the answer to a player's own doing, or news for them, while the game goes on."""

    def __init__(self) -> None:
        self._text = ""
        self._until = 0.0
        self._order: Order | None = None
        """The order that the message announces."""

    def hold(self, text: str) -> None:
        """Keep a message that is shown now."""
        self._text, self._until, self._order = text, time.monotonic() + SECONDS, None

    def announce(self, order: Order, view: View) -> None:
        """Keep what an order does, until it is over."""
        self.hold(order.describe(view))
        self._order = order

    def tell_outcome(self, view: View) -> None:
        """Say what came of the order that was announced, once its seat is asked again, or nobody
        is any more."""
        if self._order is not None and (view.decision is None or self._order.seat == view.seat):
            self.hold(self._order.outcome(view))

    def release(self) -> None:
        """Forget the message: a key was pressed, so it was seen."""
        self._text, self._order = "", None

    def before(self, text: str) -> str:
        """A text behind the message, if one is still held."""
        if time.monotonic() > self._until:
            self._text = ""
        return " · ".join(filter(None, (self._text, text)))


FIRST_GAMES = 3
"""How many games count as somebody's first ones."""


def is_first_game(path: Path) -> bool:
    """Whether a game is one of the first in the folder of saved games."""
    if path.parent != saves_folder():
        return False
    return sum(1 for _ in path.parent.glob(f"*{SAVE_SUFFIX}")) <= FIRST_GAMES


def hint_for(view: View) -> str:
    """Return what to press for the decision that is due; an action in braces stands for its key.

    It follows from the kinds of the answers, so the decisions of variants have one, too.
    """
    decision = view.decision
    if decision is None:
        return ""
    if not is_on_map(decision):
        return "{cards} shows your cards" if decision.kind == "trade" else ""
    aims = has_targets(decision)
    lit = "neighbour" if _reaches_only_neighbours(view) else "territory"
    hint = f"{{act}} on your land, then on a lit {lit}" if aims else "{act} on a bright territory"
    other = "end" if aims else "all"
    label = key_label(other, decision)
    return f"{hint}, {{{other}}}: {label}" if label else hint


def _reaches_only_neighbours(view: View) -> bool:
    """Whether all that can be done leads from a territory to one beside it."""
    neighbours = view.board.neighbours
    aims = [offer.action.aims for offer in view.offers if len(offer.action.aims) == 2]
    return all(target in neighbours[source] for source, target in aims)


DICE_FIRST = "the dice come first: type what they show"
"""The message when somebody tries anything else."""


def enter_dice(table: Table, text: str) -> str | None:
    """Roll the dice in a line; ``None`` if it holds something else.

    Returns why they came too late, as the game went on at another terminal, or nothing. Raises
    ``RiskError`` for what cannot be these dice.
    """
    faces = parse_dice(text) if table.dice.request is not None else None
    if faces is None:
        return None
    try:
        table.dice.roll(faces)
    except RiskError as error:
        if table.dice.request is not None:
            raise
        return str(error)
    return ""
