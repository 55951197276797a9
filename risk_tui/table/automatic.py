"""Decisions that nobody at the table is asked for: bots', ordered ones, and standing answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.actions import Begin
from risk_tui.engine.decisions import ToBegin
from risk_tui.table.orders import standing_defence

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.bots.base import Bot
    from risk_tui.engine.actions import Action
    from risk_tui.table.course import Course
    from risk_tui.table.orders import Order


@dataclass(frozen=True, slots=True)
class Automatic:
    """A decision that nobody at the table is asked for, and how its answer is found.

    ``think`` may take a while and touches nothing of the table, so it can run in a thread.
    """

    seat: int
    by: str
    """``table``, ``order``, ``standing answer`` or the name of a bot."""
    think: Callable[[], Action]
    at: int
    """Counts what happened at the table before: another number, another situation."""

    def same(self, other: Automatic | None) -> bool:
        """Whether that is the same decision in the same situation."""
        mine = (self.seat, self.by, self.at)
        return other is not None and (other.seat, other.by, other.at) == mine


class Automatics:
    """Who answers for whom: the bots, and the orders that were given at this terminal."""

    def __init__(self, course: Course, name: str) -> None:
        self._course = course
        self._name = name
        self._bots: dict[int, tuple[str, Bot]] = {}
        self.orders: dict[int, Order] = {}
        """By seat."""

    def due(self, at: int) -> Automatic | None:
        """Who answers the decision that is due if no person is asked, else ``None``."""
        game, seats = self._course.game, self._course.seats
        decision = game.decision
        if decision is None:
            return None
        seat = decision.seat
        if isinstance(decision, ToBegin):
            return _known("table", seat, Begin(), at)
        if not seats[seat].is_person:
            bot, view = self._bot(seat), game.view(seat)
            return Automatic(seat, bot.name, lambda: bot.choose(view, decision), at)
        action = standing_defence(seats[seat].defence, decision)
        if action is not None:
            return _known("standing answer", seat, action, at)
        order = self.orders.get(seat)
        if order is not None:
            action = order.answer(game.view(seat), decision)
            if action is not None:
                return _known("order", seat, action, at)
            del self.orders[seat]
        return None

    def _bot(self, seat: int) -> Bot:
        player = self._course.seats[seat].player
        name, bot = self._bots.get(seat, ("", None))
        if bot is None or name != player:
            from risk_tui.bots import make_bot

            seed = self._name if self._course.seed is None else self._course.seed
            bot = make_bot(player, f"{seed}/{seat}")
            self._bots[seat] = (player, bot)
        return bot


def _known(by: str, seat: int, action: Action, at: int) -> Automatic:
    return Automatic(seat, by, lambda: action, at)
