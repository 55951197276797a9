"""The bottom line: the question, the message that is held before it, and the keys to press.

While no player here has to decide, it names the player that the game waits for.
"""

from __future__ import annotations

import time
from pathlib import Path

from rich.cells import cell_len

from risk_tui.commands.pointing import reaches_only_neighbours
from risk_tui.commands.wording import has_targets, is_on_map, key_labels
from risk_tui.data.language import _, headed, pluralize
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import ArmiesLost, TurnBegan
from risk_tui.engine.view import View
from risk_tui.errors import NotYourDecision, RiskError
from risk_tui.saves.errors import SAVE_SUFFIX, saves_folder
from risk_tui.table.orders import Order
from risk_tui.table.seats import PERSON
from risk_tui.table.situation import Situation
from risk_tui.table.table import Table
from risk_tui.text.prompts import waiting_for_dice
from risk_tui.text.recap import recap, recap_summary, recap_title
from risk_tui.tui.game.animations import Animator
from risk_tui.tui.game.moment import Moment, ScreenServices
from risk_tui.tui.game.overlay import Overlay
from risk_tui.tui.game.selection import Selection
from risk_tui.tui.keymap import binding_of
from risk_tui.tui.prompt import Prompt

HOLD_SECONDS = 6.0
"""Maximum seconds for which a message is held while no key is pressed."""


class BottomLine:
    """The message of one game screen: the question, and a message that is held before it.

    A held message, such as the answer to a command, stays before the next questions until a key is
    pressed, or for ``HOLD_SECONDS``.
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
        """The number of records before the last action from this terminal. Later ones are news."""
        self._screen = screen
        self._app = screen.risk
        self._moment = moment
        self._table = moment.table
        self._selection = selection
        self._overlay = overlay
        self._animator = animator
        self._held = ""
        self._held_until = 0.0
        self._order: Order | None = None
        """The order that the held message announces, if any."""

    def say(self, text: str, *, warning: bool = False) -> None:
        """Show a message, in which the key of an action replaces its name in braces.

        A warning is shown with the question, because that still needs an answer.
        """
        names = [seat.name for seat in self._table.seats]
        asked = (self._input_hint() or self._moment.situation.prompt) if warning else ""
        fill = self._app.keymap.fill
        self.prompt.show_message(fill(text, names), warning=warning, asked=fill(asked, names))
        self._screen.draw_rows_above()

    def refuse(self, error: RiskError) -> None:
        """Show why something is impossible."""
        self.say(str(error), warning=True)
        if not isinstance(error, NotYourDecision):
            self.hold(str(error))  # "Wait for your turn" would be untrue before the next question.

    def ask(self) -> None:
        """Show the question, or the player that the game waits for."""
        situation = self._moment.situation
        text = status_line(situation, self._table, self.first_new_record)
        if text:
            # The dice of a fight are shown before its outcome and the next question.
            is_postponed = self._animator.postpone_question()
            self.say("" if is_postponed else self._with_hint(self.after_held(text)))

    def remind(self) -> None:
        """Show the hint about unfinished input, or else the question."""
        hint = self._input_hint()
        self.say(hint) if hint else self.ask()

    def _input_hint(self) -> str:
        """Return a hint about a typed code or number or a chosen source; empty without one."""
        view, selection = self._moment.view, self._selection
        on_plan = self._overlay.can_fight(view, selection.cursor)
        return selection.hint(self._moment.situation, on_plan=on_plan)

    def _with_hint(self, text: str) -> str:
        """Add the keys to press to a question, if the settings allow hints and there is room."""
        if not (self._moment.situation.may_act and self._screen.shows_hints):
            return text
        room = self._app.size.width - 2
        for hint in hints_for(self._moment.view):
            line = f"{text} · {hint}"
            if cell_len(self._app.keymap.fill(line)) <= room:
                return line
        return text

    # The held message

    def hold(self, text: str, order: Order | None = None) -> None:
        """Hold a message before the next questions. ``order`` is the order that it announces."""
        self._held, self._held_until = text, time.monotonic() + HOLD_SECONDS
        self._order = order

    def release(self) -> None:
        """Drop the held message, because a player who presses keys has seen it."""
        self._held, self._order = "", None

    def hold_outcome(self) -> None:
        """Hold the outcome of the announced order if its seat decides again or the game is over."""
        order, view = self._order, self._moment.view
        if order is not None and (view.decision is None or order.seat == view.seat):
            self.hold(order.outcome(view))

    def after_held(self, text: str) -> str:
        """Return a text after the held message, if there is one."""
        if time.monotonic() > self._held_until:
            self._held = ""
        return " · ".join(filter(None, (self._held, text)))


def status_line(situation: Situation, table: Table, start: int) -> str:
    """Return the question, preceded by news since record number ``start``.

    While no player here has to decide, return the role of this terminal and the player that the
    game waits for, or an empty text. After the game, return the keys for the next one.
    """
    if situation.decision is None:
        from risk_tui.table.rematch import can_join_rematch

        actions = [*next_games(situation.view, table), "story"][:2]
        keys = " · ".join(
            headed(f"{{{action}}}", _(binding_of(action).label)) for action in actions
        )
        if can_join_rematch(table):
            return _("A rematch has started. {keys}", keys=keys)
        return _("The game is over. {keys}", keys=keys)
    if situation.may_act:
        return " · ".join([*_news(situation, table, start), situation.prompt])
    return " · ".join(filter(None, (role_label(situation, table), waiting(situation, table))))


def next_games(view: View, table: Table) -> list[str]:
    """Return the actions with which this terminal starts another game, after a game."""
    if view.decision is not None:
        return []
    from risk_tui.table.rematch import may_start_rematch

    may_start = {"rematch": may_start_rematch(table), "new": not table.seating.is_guest}
    return [action for action in may_start if may_start[action]]


def waiting(situation: Situation, table: Table) -> str:
    """Describe the wait for a person or for dice at another terminal; empty without a wait."""
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
    """Return the role of this terminal in a few words: a watcher's, or that of its only seat.

    It is empty if the terminal has several seats, or if no other terminal is at the table.
    """
    local_seats = situation.local_seats
    if table.seating.is_guest and not local_seats:
        return _("you are watching")
    if len(local_seats) == 1 and (table.seating.is_guest or table.seating.remote_seats):
        seat = table.seats[min(local_seats)]
        if seat.first == PERSON and not seat.is_person:
            return _("a bot plays for you, {seat} (:bot off)", seat=seat.name)
        return _("you are {seat}", seat=seat.name)
    return ""


def _news(situation: Situation, table: Table, start: int) -> list[str]:
    """Return news for the seat that decides: armies it lost, and the others' turns."""
    seat = situation.seat
    assert seat is not None, "a decision is pending"
    armies_lost, begins = 0, False
    for record in table.history(None, min(start, table.steps), seen_by=seat):
        for event in record.events:
            if isinstance(event, ArmiesLost) and event.seat == seat:
                armies_lost += event.armies
            elif isinstance(event, TurnBegan) and event.seat == seat:
                begins = True
    news: list[str] = []
    if armies_lost:
        news.append(_("{armies} lost: no room for more", armies=pluralize(armies_lost, "army")))
    if begins and situation.is_alone:
        since = recap(table.history(None, seen_by=seat), situation.view, seat)
        if since is not None and (summary := recap_summary(since)):
            words = {"recap_title": recap_title(since), "summary": summary}
            news.append(_("{recap_title}: {summary} ({{recap}} shows it)", **words))
    return news


FIRST_GAMES = 3
"""The number of games that count as a player's first ones."""


def is_first_game(path: Path) -> bool:
    """Return True if a game is in the folder of saved games, with few others (``FIRST_GAMES``)."""
    if path.parent != saves_folder():
        return False
    return sum(1 for _ in path.parent.glob(f"*{SAVE_SUFFIX}")) <= FIRST_GAMES


def hints_for(view: View) -> list[str]:
    """Return hints about the keys for the pending decision, the longest first.

    They name actions in braces. They depend only on the kinds of answers, so decisions of variants
    have hints, too.
    """
    decision = view.decision
    if decision is None:
        return []
    if not is_on_map(decision):
        return [_("press {cards} to see your cards")] if decision.kind == "trade" else []
    if not has_targets(decision):
        other, forms = "all", [_("press {act} on a highlighted territory")]
    elif reaches_only_neighbours(view):
        long = _("press {act} on your territory, then on a highlighted neighbour")
        other, forms = "end", [long, _("{act} on your territory, then on a neighbour")]
    else:
        long = _("press {act} on your territory, then on a highlighted territory")
        other, forms = "end", [long, _("{act} on your territory, then on a territory")]
    label = key_labels(decision).get(other)
    return [*([f"{forms[0]}; {{{other}}}: {label}"] if label else []), *forms]
