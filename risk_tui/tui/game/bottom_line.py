"""The bottom line: what is asked, what is held before it, and what to press.

While no player here is asked, it says which player the others wait for.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.cells import cell_len

from risk_tui.commands.pointing import reaches_only_neighbours
from risk_tui.commands.wording import has_targets, is_on_map, key_labels
from risk_tui.data.language import _, pluralize
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import ArmiesLost, TurnBegan
from risk_tui.saves.errors import SAVE_SUFFIX, saves_folder
from risk_tui.text.prompts import waiting_for_dice
from risk_tui.text.recap import recap, recap_summary, recap_title

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.engine.view import View
    from risk_tui.errors import RiskError
    from risk_tui.table.orders import Order
    from risk_tui.table.situation import Situation
    from risk_tui.table.table import Table
    from risk_tui.tui.game.animations import Animator
    from risk_tui.tui.game.moment import Moment
    from risk_tui.tui.game.overlay import Overlay
    from risk_tui.tui.game.screen_services import ScreenServices
    from risk_tui.tui.game.selection import Selection
    from risk_tui.tui.prompt import Prompt


HOLD_SECONDS = 6.0
"""Seconds that a message is held at most while no key is pressed."""


class BottomLine:
    """The message of one game screen: what is asked, and what is held before it.

    A held message, such as the answer to a command, is shown before the next questions until a
    player could read it.
    """

    def __init__(
        self,
        screen: ScreenServices,
        prompt: Prompt,
        moment: Moment,
        selection: Selection,
        overlay: Overlay,
        animator: Animator,
    ) -> None:
        self.prompt = prompt
        self.first_new_record = moment.table.steps
        """The number of records before the last action from here: later ones are news."""
        self._screen = screen
        self._app = screen.app
        self._moment = moment
        self._table = moment.table
        self._selection = selection
        self._overlay = overlay
        self._animator = animator
        self._held = ""
        self._held_until = 0.0
        self._order: Order | None = None
        """The order that the held message announces."""

    def say(self, text: str, *, warning: bool = False) -> None:
        """Show a message; an action in braces stands for its key.

        A warning leaves the question readable, because it still has to be answered.
        """
        names = [seat.name for seat in self._table.seats]
        asked = (self._begun() or self._moment.situation.prompt) if warning else ""
        fill = self._app.keymap.fill
        self.prompt.show_message(fill(text, names), warning=warning, asked=fill(asked, names))
        self._screen.draw_rows()

    def refuse(self, error: RiskError) -> None:
        """Show why something cannot be done."""
        self.say(str(error), warning=True)
        self.hold(str(error))

    def ask(self) -> None:
        """Show what is asked now, or which player the others wait for."""
        situation = self._moment.situation
        text = status_line(situation, self._table, self.first_new_record)
        if text:
            # What came of a fight is told once its dice were seen; until then nothing is asked.
            waits = self._animator.postpone_question()
            self.say("" if waits else self._with_hint(self.after_held(text)))

    def remind(self) -> None:
        """Show again what was begun (a code, a number, a source), or else what is asked."""
        begun = self._begun()
        self.say(begun) if begun else self.ask()

    def _begun(self) -> str:
        """Say what to do next with what was begun; empty if nothing was."""
        view, selection = self._moment.view, self._selection
        on_plan = self._overlay.can_fight(view, selection.cursor)
        return selection.hint(self._moment.situation, on_plan=on_plan)

    def _with_hint(self, text: str) -> str:
        """Add what to press to a question, if that is wanted and there is room."""
        if not (self._moment.situation.may_act and self._screen.shows_hints()):
            return text
        room = self._app.size.width - 2
        lines = (f"{text} · {hint}" for hint in hints_for(self._moment.view))
        fitting = (line for line in lines if cell_len(self._app.keymap.fill(line)) <= room)
        return next(fitting, text)

    # What is held

    def hold(self, text: str, order: Order | None = None) -> None:
        """Hold a message that is shown now; ``order``: until that has ended."""
        self._held, self._held_until = text, time.monotonic() + HOLD_SECONDS
        self._order = order

    def release(self) -> None:
        """Hold nothing any more: a key was pressed, so the message was seen."""
        self._held, self._order = "", None

    def hold_outcome(self) -> None:
        """Hold what came of the order that was announced, once its seat is asked again."""
        order, view = self._order, self._moment.view
        if order is not None and (view.decision is None or order.seat == view.seat):
            self.hold(order.outcome(view))

    def after_held(self, text: str) -> str:
        """Return a text behind the message that is held, if there is one."""
        if time.monotonic() > self._held_until:
            self._held = ""
        return " · ".join(filter(None, (self._held, text)))


def status_line(situation: Situation, table: Table, start: int) -> str:
    """Return the question that is asked now, with news from record number ``start`` on.

    While no player here is asked, it says which player the others wait for, or nothing.
    """
    if situation.decision is None:
        return _("The game is over. {rematch}: rematch · {new}: new game")
    if situation.may_act:
        return " · ".join([*_news(situation, table, start), situation.prompt])
    return " · ".join(filter(None, (role_label(situation, table), waiting(situation, table))))


def waiting(situation: Situation, table: Table) -> str:
    """Return which player or dice at another terminal all wait for, or ``""``."""
    decision, seats = situation.decision, table.seats
    if situation.remote_dice is not None:
        return waiting_for_dice(situation.remote_dice, table.board, seats)
    if decision is None or decision.seat in situation.local_seats:
        return ""
    if not seats[decision.seat].is_person:
        return ""
    name, is_away = seats[decision.seat].name, decision.seat in situation.away
    if isinstance(decision, ToDefend):
        target = table.board.territories[decision.target].name
        if is_away:
            return _(
                "{name} is away; waiting for {name} to defend {target}", name=name, target=target
            )
        return _("waiting for {name} to defend {target} …", name=name, target=target)
    if is_away:
        return _("{name} is away; waiting for {name}", name=name)
    return _("waiting for {name} …", name=name)


def role_label(situation: Situation, table: Table) -> str:
    """Return a few words on the player of this terminal, if it is one of several."""
    local_seats = situation.local_seats
    if table.seating.is_guest and not local_seats:
        return _("you are watching")
    if len(local_seats) == 1 and (table.seating.is_guest or table.seating.remote_seats):
        return _("you are {seat}", seat=table.seats[min(local_seats)].name)
    return ""


def _news(situation: Situation, table: Table, start: int) -> list[str]:
    """Return what has just happened to the seat that is asked, if the log would hide it."""
    seat = situation.seat
    assert seat is not None, "a decision is pending"
    records = table.history(None, min(start, table.steps), seen_by=seat)
    events = [event for record in records for event in record.events]
    armies_lost = sum(
        event.armies for event in events if isinstance(event, ArmiesLost) and event.seat == seat
    )
    news = (
        [_("{armies} lost: no room for more", armies=pluralize(armies_lost, "army"))]
        if armies_lost
        else []
    )
    if situation.is_alone and any(
        isinstance(event, TurnBegan) and event.seat == seat for event in events
    ):
        news += _since_last_turn(table, situation.view, seat)
    return news


def _since_last_turn(table: Table, view: View, seat: int) -> list[str]:
    """Return a few words on what a seat lost since its last turn, and who is out; or nothing."""
    news = recap(table.history(None, seen_by=seat), view, seat)
    summary = recap_summary(news) if news is not None else ""
    return (
        [
            _(
                "{recap_title}: {summary} ({{recap}} shows it)",
                recap_title=recap_title(news),
                summary=summary,
            )
        ]
        if news and summary
        else []
    )


def _hints_for_two_places(view: View) -> list[str]:
    if reaches_only_neighbours(view):
        return [
            _("press {act} on your territory, then on a highlighted neighbour"),
            _("{act} on your territory, then on a neighbour"),
        ]
    return [
        _("press {act} on your territory, then on a highlighted territory"),
        _("{act} on your territory, then on a territory"),
    ]


FIRST_GAMES = 3
"""The number of games that count as a player's first ones."""


def is_first_game(path: Path) -> bool:
    """Return True if a game is one of the first in the folder of saved games."""
    if path.parent != saves_folder():
        return False
    return sum(1 for _ in path.parent.glob(f"*{SAVE_SUFFIX}")) <= FIRST_GAMES


def hints_for(view: View) -> list[str]:
    """Return what to press for the decision that is due, the longest form first.

    An action in braces stands for its key. It follows from the kinds of the answers, so the
    decisions of variants have one, too.
    """
    decision = view.decision
    if decision is None:
        return []
    if not is_on_map(decision):
        return [_("press {cards} to see your cards")] if decision.kind == "trade" else []
    labels = key_labels(decision)
    if has_targets(decision):
        other, forms = "end", _hints_for_two_places(view)
    else:
        other, forms = "all", [_("press {act} on a highlighted territory")]
    label = labels.get(other)
    return [*([f"{forms[0]}; {{{other}}}: {label}"] if label else []), *forms]
