"""Decisions that are made without asking a person: by bots, orders or standing answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from risk_tui.bots.base import Bot, Choice, choose_with_reason, hurry
from risk_tui.data.language import _
from risk_tui.engine.actions import (
    Action,
    Attack,
    Begin,
    Defend,
    EndPhase,
    Enter,
    Fortify,
    Reinforce,
    Resign,
    Trade,
)
from risk_tui.engine.decisions import Decision, ToBegin, ToDefend
from risk_tui.engine.game import Game
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import IllegalAction, RiskError
from risk_tui.saves.clock import Clock
from risk_tui.saves.errors import ConcurrentWrite
from risk_tui.table.clock import CLOCK, TableClock
from risk_tui.table.dice_steps import ORDER
from risk_tui.table.game_log import GameLog
from risk_tui.table.ledger import Ledger
from risk_tui.table.orders import Order
from risk_tui.table.real_dice import RealDice
from risk_tui.table.seating import Seating
from risk_tui.table.seats import describe_player, is_external

if TYPE_CHECKING:
    from risk_tui.bots.external_bot import ExternalBot


TABLE, STANDING_ANSWER = "table", "standing answer"
"""The deciders of answers that no player gives."""

_ACTIONS_WITH_REASONS = (Attack, Enter, Fortify, Reinforce, Trade)
"""The actions whose reasons are shown in the log; hints give reasons for other actions too."""


@dataclass(frozen=True, slots=True)
class PendingAutoAction:
    """A pending decision that is answered without asking a person.

    Two of these are equal if they concern the same decision in the same version of the table.
    ``think`` returns the answer. It may take a while but does not touch the table, so it can run in
    a thread.
    """

    seat: int
    decider: str
    """The source of the answer: ``TABLE``, ``ORDER``, ``STANDING_ANSWER``, ``CLOCK``, or the player
    of a bot's seat."""
    think: Callable[[], Choice] = field(compare=False)
    at: int
    """The version of the table (``Ledger.version``) in which the decision is pending."""


class Automation:
    """The bots and orders of this terminal, which answer decisions instead of people."""

    def __init__(self, ledger: Ledger, seating: Seating, dice: RealDice, clock: TableClock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._log = ledger.log
        self._seating = seating
        self._dice = dice
        self._notices: list[str] = []
        self.bots = BotSeats(ledger.log, ledger.save.name, self._notices.append)
        self.orders: dict[int, Order] = {}
        """The active orders, by seat."""
        self._order_answer: tuple[Order, int, Action | None] | None = None
        """A cached answer, which may take a while to find: its order, the version of the table, and
        the action.
        """

    # Automatic decisions

    def pending(self) -> PendingAutoAction | None:
        """Return the automatic answer to the pending decision.

        Returns:
            ``None`` if a person decides, if a step waits for its dice, or if the game is over.
            Orders that are fulfilled, or can't be carried out here any more, end.
        """
        if self._dice.step is not None:
            return None
        game, seats, at = self._log.game, self._log.seats, self._ledger.version
        decision = game.decision
        if decision is None:
            self.orders.clear()
            return None
        seat = decision.seat
        self._end_orders(game, decision)
        if isinstance(decision, ToBegin):
            return _fixed_answer(TABLE, seat, Begin(), at)
        if not seats[seat].is_person:
            think = partial(choose_with_reason, self.bots.bot(seat), game.view(seat), decision)
            return PendingAutoAction(seat, seats[seat].player, think, at)
        action = _defence_without_question(seats[seat].defence, game, decision)
        action = action or self.forced_pass(game, decision)
        if action is not None:
            return _fixed_answer(STANDING_ANSWER, seat, action, at)
        order = self.orders.get(seat)
        if order is not None:
            if self._order_answer is None or self._order_answer[:2] != (order, at):
                self._order_answer = order, at, order.answer(game.view(seat), decision)
            action = self._order_answer[2]
            if action is not None:
                return _fixed_answer(ORDER, seat, action, at)
            del self.orders[seat]
        if self._clock.is_overdue():
            bot = self.bots.replacement(seat, self._clock.state)
            think = partial(choose_with_reason, bot, game.view(seat), decision)
            return PendingAutoAction(seat, CLOCK, think, at)
        return None

    def carries_out(self, automatic: PendingAutoAction | None) -> bool:
        """Return True if this terminal carries out an automatic decision; False for ``None``."""
        if automatic is None:
            return False
        if is_external(automatic.decider) and self._seating.is_taken(automatic.seat):
            return False  # The program runs at another terminal.
        runs_here = automatic.seat in self.bots.programs
        return automatic.decider == ORDER or runs_here or self._seating.try_to_lead()

    def check_pace(self) -> None:
        """Raise ``RiskError`` unless this terminal sets the pace of the bots."""
        due = self.pending()
        if not (self._seating.may_pace_bots() if due is None else self.carries_out(due)):
            raise RiskError(_("another terminal runs the bots; pause them there"))

    def perform(self, automatic: PendingAutoAction, choice: Choice) -> Record | None:
        """Carry out an automatic decision if it is still pending and this terminal's task.

        Returns:
            ``None`` if nothing was done, or if dice have to be rolled first.
        """
        ledger = self._ledger
        ledger.sync_if_changed()
        if automatic != self.pending() or not self.carries_out(automatic):
            return None
        try:
            if self._log.options.real_dice:
                record = self._dice.act(automatic.seat, choice.action, automatic.decider)
            else:
                late = ledger.clock.bot if automatic.decider == CLOCK and ledger.clock else ""
                record = ledger.submit(automatic.seat, choice.action, late)
        except ConcurrentWrite:
            ledger.sync()
            return None
        if (
            record is not None
            and choice.reason is not None
            and isinstance(choice.action, _ACTIONS_WITH_REASONS)
        ):
            self._log.attach_reason(record, choice.reason)
        ledger.notify()
        return record

    def step(self) -> Record | None:
        """Do one automatic step if one is pending and this terminal's task.

        Returns:
            ``None`` if nothing was done, or if dice have to be rolled first.
        """
        automatic = self.pending()
        if automatic is None or not self.carries_out(automatic):
            return None
        return self.perform(automatic, automatic.think())

    def hurry(self) -> None:
        """Tell the bots to answer as soon as possible."""
        for bot in self.bots.all():
            hurry(bot)

    def take_notices(self) -> str:
        """Return and clear the latest notices about orders and bots; empty if there are none."""
        notices, self._notices[:] = tuple(self._notices), ()
        return " · ".join(notices)

    # Orders

    def give_order(self, order: Order) -> None:
        """Let an order answer its seat's decisions until it is fulfilled or cancelled.

        Raises:
            IllegalAction: If its seat is not played here, if a step waits for its dice, or if the
                rules do not allow the order to start.
        """
        self._seating.require_local(order.seat)
        self._dice.require_none()
        game = self._log.game
        action = order.precondition(game.view(order.seat))
        refusal = action and game.why_not(action, seat=order.seat)
        if refusal:
            raise IllegalAction(refusal)
        self.orders[order.seat] = order
        self._ledger.notify()

    def cancel_order(self, seat: int) -> bool:
        """Cancel the order of a seat; return True if there was one."""
        cancelled = self.drop_order(seat)
        if cancelled:
            self._ledger.notify()
        return cancelled

    def drop_order(self, seat: int) -> bool:
        """Cancel the order of a seat without notifying observers; return True if there was one."""
        return self.orders.pop(seat, None) is not None

    # Decisions without a choice

    def forced_pass(self, game: Game, decision: Decision | None) -> Action | None:
        """Return the answer to a game's pending decision if the player can only pass.

        Some decisions are put to players whatever cards they hold, so that the question reveals
        nothing. If another person is in the game, such a decision is left to the player,
        because an instant answer would reveal that there was no choice.

        Returns:
            ``None`` if there is another answer, or if passing would reveal something to another
            person.
        """
        if decision is None:
            return None
        others = (seat for number, seat in enumerate(self._log.players) if number != decision.seat)
        if decision.private and any(seat.may_have_person for seat in others):
            return None
        offers = [offer.action for offer in game.legal_actions()]
        answers = [action for action in offers if not isinstance(action, Resign)]
        return answers[0] if len(answers) == 1 and isinstance(answers[0], EndPhase) else None

    def _end_orders(self, game: Game, decision: Decision) -> None:
        for seat, order in tuple(self.orders.items()):
            if seat not in self._seating.local_seats:
                del self.orders[seat]  # Its player decides at another terminal now.
            elif reason := order.reason_to_end(game.view(seat), decision):
                del self.orders[seat]
                self._notices.append(reason)


class BotSeats:
    """The bots of a table; each one is created when its seat has its first decision.

    An external program plays only at the terminal that was given its command, and a bot of another
    package only if that package is installed here. Otherwise the default bot plays.
    """

    def __init__(self, log: GameLog, name: str, tell: Callable[[str], None]) -> None:
        """Make it without bots.

        Args:
            log: The log of the game.
            name: The game's name, which seeds the bots if the game has no seed.
            tell: Called with a line for players, such as that a default bot plays.
        """
        self._log = log
        self._name = name
        self._tell = tell
        self._bots: dict[int, tuple[str, Bot]] = {}
        self.programs: dict[int, ExternalBot] = {}
        """The external programs that this terminal runs, by seat."""

    def bot(self, seat: int) -> Bot:
        """Return the bot of a seat."""
        return self._bot(seat, seat, self._log.seats[seat].player)

    def replacement(self, seat: int, clock: Clock | None) -> Bot:
        """Return the bot that decides for a person whose time is up."""
        from risk_tui.bots import DEFAULT_BOT, is_built_in

        player = clock.bot if clock is not None and is_built_in(clock.bot) else DEFAULT_BOT
        return self._bot(len(self._log.seats) + seat, seat, player)

    def advise(self, view: View) -> Choice:
        """Return what the strongest bot would do in place of the person who has to decide.

        It remembers the plan that its earlier advice in the turn was for. This can take seconds.
        """
        from risk_tui.bots import strongest_bot

        decision = view.decision
        assert decision is not None, "a decision is pending"
        seat = decision.seat
        adviser = self._bot(2 * len(self._log.seats) + seat, seat, strongest_bot())
        return choose_with_reason(adviser, view, decision)

    def _bot(self, key: int, seat: int, player: str) -> Bot:
        """Return the bot that is stored under a key, or make it if another player is there."""
        name, bot = self._bots.get(key, ("", None))
        if bot is None or name != player:
            bot = self._make(seat, player)
            self._bots[key] = (player, bot)
        return bot

    def all(self) -> list[Bot]:
        """Return the bots that were created so far."""
        return [bot for _, bot in tuple(self._bots.values())]

    def run(self, seat: int, program: ExternalBot) -> None:
        """Let an external program of this terminal play a seat."""
        program.use_seed(self._seed(seat))
        self.programs[seat] = program
        self._bots.pop(seat, None)

    def check(self, seat: int, player: str) -> None:
        """Raise ``RiskError`` if a bot can't play a seat at this terminal."""
        if not is_external(player):
            from risk_tui.bots import make_bot

            make_bot(player, "")
        elif not self._runs_program(seat, player):
            raise RiskError(
                _(
                    "{player} is not available; start it with --bot {seat}=cmd:…",
                    player=describe_player(player),
                    seat=self._log.seats[seat].name,
                )
            )

    def close(self) -> None:
        """End the external programs, and hurry bots that are still thinking."""
        for bot in self.all():
            hurry(bot)
        for program in self.programs.values():
            program.close()

    def _runs_program(self, seat: int, player: str) -> bool:
        program = self.programs.get(seat)
        return program is not None and player == program.player

    def _make(self, seat: int, player: str) -> Bot:
        from risk_tui.bots import DEFAULT_BOT, is_built_in, make_bot

        seed = self._seed(seat)
        if is_built_in(player):
            return make_bot(player, seed)
        from risk_tui.bots.guarded import GuardedBot, TimedBot

        name, replacement_bot = self._log.seats[seat].name, make_bot(DEFAULT_BOT, seed)
        described = describe_player(player)
        if is_external(player):
            if not self._runs_program(seat, player):
                self._tell(
                    _(
                        "{name}'s player, {player}, is not here: {default_bot} plays until "
                        "--bot {name}=cmd:… runs it",
                        name=name,
                        player=described,
                        default_bot=DEFAULT_BOT,
                    )
                )
                return replacement_bot
            return GuardedBot(self.programs[seat], replacement_bot, name, described, self._tell)
        try:
            bot = TimedBot(make_bot(player, seed))
        except RiskError as error:
            self._tell(
                _(
                    "{name}'s player, {player}, is not here: {default_bot} plays; {error}",
                    name=name,
                    player=described,
                    default_bot=DEFAULT_BOT,
                    error=error,
                )
            )
            return replacement_bot
        return GuardedBot(bot, replacement_bot, name, described, self._tell)

    def _seed(self, seat: int) -> str:
        seed = self._name if self._log.seed is None else self._log.seed
        return f"{seed}/{seat}"


def _defence_without_question(answer: str, game: Game, decision: Decision) -> Action | None:
    """Return the defence by a standing answer, or with a single die if there is no choice.

    Args:
        answer: The standing answer: ``most``, ``one`` or ``ask``.

    Returns:
        ``None`` if the player has to choose, and if the decision is not about defence dice.
    """
    if not isinstance(decision, ToDefend):
        return None
    if answer != "ask":
        return Defend(decision.most if answer == "most" else 1)
    if decision.most > 1 or [offer.action for offer in game.legal_actions()] != [Defend(1)]:
        return None
    return Defend(1)


def _fixed_answer(decider: str, seat: int, action: Action, at: int) -> PendingAutoAction:
    return PendingAutoAction(seat, decider, lambda: Choice(action), at)
