"""The check of ``bot-check``: one game by a ruleset with an external bot."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from risk_tui.bots import make_bot
from risk_tui.bots.base import BotFault, BotStopped
from risk_tui.bots.external_bot import ExternalBot
from risk_tui.data.language import _
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.rules.library import load_board, load_ruleset

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View

OPPONENT = "recruit"
"""The fast bot that plays against a bot under test, and answers in its place after a fault."""
_SEATS = 3
_MAX_STEPS = 5_000


@dataclass
class CheckResult:
    """The result of a check: the numbers of a bot's legal, late and wrong answers in a game."""

    ruleset: str
    legal: int = 0
    late: int = 0
    wrong: int = 0
    seconds: list[float] = field(default_factory=list)
    """The time for each legal answer."""
    rounds: int = 0
    """The number of rounds played."""
    problem: str = ""
    """The first problem."""

    @property
    def is_sound(self) -> bool:
        """True if every answer was legal and in time, and the rounds came to an end."""
        return not self.problem

    def note(self, fault: BotFault, seconds: float, limit: float) -> None:
        """Count a decision without a legal answer."""
        if seconds >= limit:
            self.late += 1
        else:
            self.wrong += 1
        self.problem = self.problem or fault.with_details


def check_bot(
    command: str, ruleset: str, *, rounds: int, limit: float, seed: str = "check"
) -> CheckResult:
    """Play some rounds of a game by a ruleset, with the bot in the first seat.

    Raises:
        RiskError: If the program does not send its hello message.
    """
    result = CheckResult(ruleset)
    rules = load_ruleset(ruleset)
    players = rules.players
    seats = min(max(_SEATS, players.least), players.most)
    game = Game(
        GameSetup(load_board(rules.board.home), rules, seats), seeded_chance(f"{seed} {ruleset}")
    )
    opponent = make_bot(OPPONENT, seed)
    bot = ExternalBot(command, limit)
    try:
        for _step in range(_MAX_STEPS):
            decision, round_number = game.decision, game.view(None).round
            if decision is None or round_number > rounds:
                break
            result.rounds, view, action = round_number, game.view(decision.seat), None
            if decision.seat == 0:
                action = _answer(bot, view, decision, result)
            game.apply(action or opponent.choose(view, decision))
        else:
            result.problem = result.problem or _(
                "no end after {most_steps} steps", most_steps=_MAX_STEPS
            )
    except BotStopped:
        pass  # The fault is recorded, and the game ends here.
    finally:
        bot.close()
    return result


def _answer(bot: ExternalBot, view: View, decision: Decision, result: CheckResult) -> Action | None:
    """Return the answer of a bot if it is legal, else ``None``.

    Raises:
        BotStopped: If the bot can't answer any more.
    """
    start = time.perf_counter()
    try:
        action = bot.choose(view, decision)
    except BotFault as fault:
        result.note(fault, time.perf_counter() - start, bot.limit)
        if isinstance(fault, BotStopped):
            raise
        return None
    result.seconds.append(time.perf_counter() - start)
    result.legal += 1
    return action
