"""Plays a bot that is a program through rulesets, and counts how it answers."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from risk_tui.bots import make_bot
from risk_tui.bots.base import BotFault, BotGone, considered
from risk_tui.bots.external.external_bot import ExternalBot
from risk_tui.bots.guarded import checked
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.rules.library import load_board, load_ruleset

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View

OPPONENT = "recruit"
"""The quick bot that plays against it, and that answers where it does not."""
_SEATS = 3
_MOST_STEPS = 5_000


@dataclass
class CheckResult:
    """How a bot answered in a game by one ruleset."""

    ruleset: str
    legal: int = 0
    late: int = 0
    wrong: int = 0
    seconds: list[float] = field(default_factory=list)
    """How long each of its answers took."""
    rounds: int = 0
    problem: str = ""
    """The first thing that was wrong."""

    @property
    def is_sound(self) -> bool:
        """Whether every answer was legal and in time."""
        return not self.problem

    def note(self, fault: BotFault, seconds: float, limit: float) -> None:
        """Count a decision to which the bot gave no legal answer."""
        if seconds >= limit:
            self.late += 1
        else:
            self.wrong += 1
        self.problem = self.problem or fault.full


def check_bot(
    command: str, ruleset: str, *, rounds: int, limit: float, seed: str = "check"
) -> CheckResult:
    """Play some rounds of a game by a ruleset, with the bot in the first seat.

    Raises ``RiskError`` if the program does not even say hello.
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
        for _ in range(_MOST_STEPS):
            decision, now = game.decision, game.view(None).round
            if decision is None or now > rounds:
                break
            result.rounds, view, action = now, game.view(decision.seat), None
            if decision.seat == 0:
                action = _answer(bot, view, decision, result)
            game.apply(action or opponent.choose(view, decision))
        else:
            result.problem = result.problem or f"no end after {_MOST_STEPS} steps"
    except BotGone:
        pass  # it is noted: the game ends here
    finally:
        bot.close()
    return result


def _answer(bot: ExternalBot, view: View, decision: Decision, result: CheckResult) -> Action | None:
    """The answer of a bot if it is legal. Raises ``BotGone`` when there will be no more."""
    start = time.perf_counter()
    try:
        choice = checked(considered(bot, view, decision), view)
    except BotFault as fault:
        result.note(fault, time.perf_counter() - start, bot.limit)
        if isinstance(fault, BotGone):
            raise
        return None
    result.seconds.append(time.perf_counter() - start)
    result.legal += 1
    return choice.action
