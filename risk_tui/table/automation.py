"""Decisions that no person is asked for: those of bots, of orders and of standing answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from risk_tui.bots.base import Choice, considered, hurry
from risk_tui.engine.actions import Begin, Defend, EndPhase, Resign
from risk_tui.engine.decisions import ToBegin, ToDefend
from risk_tui.table.bot_seats import BotSeats
from risk_tui.table.orders import standing_defence
from risk_tui.table.seats import PERSON

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.game import Game
    from risk_tui.table.game_log import GameLog
    from risk_tui.table.orders import Order


@dataclass(frozen=True, slots=True)
class PendingAutoAction:
    """A decision that nobody at the table is asked for, and how its answer is found.

    Two of them are equal if they are the same decision in the same situation. ``think`` may take a
    while and touches nothing of the table, so it can run in a thread.
    """

    seat: int
    decider: str
    """``table``, ``order``, ``standing answer``, or the player of a seat that is no person."""
    think: Callable[[], Choice] = field(compare=False)
    at: int
    """The number of changes at the table before: another number means another situation."""


class Automation:
    """The bots and the orders of this terminal, which answer decisions in place of persons."""

    def __init__(self, log: GameLog, name: str) -> None:
        self._log = log
        self._notices: list[str] = []
        self.bots = BotSeats(log, name, self._notices.append)
        self.orders: dict[int, Order] = {}
        """By seat."""
        self._ordered: tuple[Order, int, Action | None] | None = None
        """An order, when it was asked last, and its answer, which may have taken some reckoning."""
        self._passed: tuple[int, Action | None] | None = None
        """When it was looked last whether a decision can only be passed, and by what action."""

    def take_notice(self) -> str:
        """Why an order ended, or what went wrong with a bot, for whoever asks first."""
        notices, self._notices[:] = tuple(self._notices), ()
        return " · ".join(notices)

    def hurry(self) -> None:
        """Tell the bots to answer soon."""
        for bot in self.bots.all():
            hurry(bot)

    def pending(self, at: int) -> PendingAutoAction | None:
        """The automatic answer to the decision that is due; ``None`` if a person is asked."""
        game, seats = self._log.game, self._log.seats
        decision = game.decision
        if decision is None:
            self.orders.clear()
            return None
        seat = decision.seat
        self._end_orders(game, decision)
        if isinstance(decision, ToBegin):
            return _fixed_answer("table", seat, Begin(), at)
        if not seats[seat].is_person:
            bot, view = self.bots.bot(seat), game.view(seat).settle()
            player = seats[seat].player
            return PendingAutoAction(seat, player, lambda: considered(bot, view, decision), at)
        action = standing_defence(seats[seat].defence, decision) or _only_defence(game, decision)
        if action is None:
            if self._passed is None or self._passed[0] != at:
                self._passed = at, self._only_pass(game, decision)
            action = self._passed[1]
        if action is not None:
            return _fixed_answer("standing answer", seat, action, at)
        order = self.orders.get(seat)
        if order is not None:
            if self._ordered is None or self._ordered[:2] != (order, at):
                self._ordered = order, at, order.answer(game.view(seat), decision)
            action = self._ordered[2]
            if action is not None:
                return _fixed_answer("order", seat, action, at)
            del self.orders[seat]
        return None

    def only_pass(self, game: Game) -> Action | None:
        """Return the answer to a decision that can only be passed.

        Many are asked of every hand, so that the question gives nothing away: such a decision is
        left to the player if another person plays, who could tell by the time it takes.

        Returns:
            ``None`` if there is another answer, or if it would tell another person something.
        """
        decision = game.decision
        return None if decision is None else self._only_pass(game, decision)

    def _only_pass(self, game: Game, decision: Decision) -> Action | None:
        if decision.private and self._is_watched(decision.seat):
            return None
        offers = [offer.action for offer in game.legal_actions()]
        answers = [action for action in offers if not isinstance(action, Resign)]
        return answers[0] if len(answers) == 1 and isinstance(answers[0], EndPhase) else None

    def _is_watched(self, seat: int) -> bool:
        """Check whether a person plays another seat, or left it to a bot and may come back."""
        pairs = zip(self._log.players, self._log.header.seats, strict=True)
        return any(
            PERSON in (now.player, at_first.player)
            for number, (now, at_first) in enumerate(pairs)
            if number != seat
        )

    def _end_orders(self, game: Game, decision: Decision) -> None:
        for seat, order in tuple(self.orders.items()):
            if reason := order.why_end(game.view(seat), decision):
                del self.orders[seat]
                self._notices.append(reason)


def _only_defence(game: Game, decision: Decision) -> Action | None:
    """The defence of who can do nothing but roll a single die."""
    if not isinstance(decision, ToDefend) or decision.most > 1:
        return None
    answers = [offer.action for offer in game.view(decision.seat).offers]
    return answers[0] if answers == [Defend(1)] else None


def _fixed_answer(decider: str, seat: int, action: Action, at: int) -> PendingAutoAction:
    return PendingAutoAction(seat, decider, lambda: Choice(action), at)
