"""A bot that is a separate program, and a check that plays a game with such a bot."""

from __future__ import annotations

import hashlib
import re
import shlex
import time
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

from risk_tui import __version__
from risk_tui.bots import make_bot
from risk_tui.bots.base import BotFault, BotStopped, Choice, ReasoningBot
from risk_tui.bots.external_process import BotProcess
from risk_tui.bots.external_protocol import (
    decide_message,
    game_message,
    hello_message,
    read_choice,
    read_hello,
)
from risk_tui.bots.guarded import HURRIED_LIMIT, TIME_LIMIT, checked
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_board, load_ruleset

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View


HELLO_LIMIT = 10.0
"""Seconds for a program's hello message; it may load a lot first."""

_LABEL_WIDTH = 24


class ExternalBot(ReasoningBot):
    """A program that plays by the protocol. It runs until it is closed."""

    def __init__(self, command: str, limit: float = TIME_LIMIT) -> None:
        """Start a program and wait for its hello message.

        Raises:
            RiskError: If no hello message arrives.
        """
        self.command = command
        self.limit = limit
        self._seed = ""
        self._board: Board | None = None
        self._seat: int | None = None
        self._number = 0
        self._process = BotProcess(command)
        try:
            answer = self._process.ask(
                hello_message(__version__), HELLO_LIMIT, hurried_limit=HELLO_LIMIT
            )
            name = read_hello(answer)
        except BotFault as fault:
            self.close()
            raise RiskError(
                _(
                    "the bot {command} {full}",
                    command=printable(command, 80),
                    full=fault.with_details,
                )
            ) from None
        self.label = label_of(name, command)
        """Its name for players."""

    @property
    def player(self) -> str:
        """Its name in game files: the label, and never the command."""
        return f"external:{self.label}"

    def use_seed(self, seed: str) -> None:
        """Set the program's seed, as a hash that reveals nothing about the game's dice."""
        self._seed = hashlib.sha256(f"bot {seed}".encode()).hexdigest()[:16]
        self._board = None

    def consider(self, view: View, decision: Decision) -> Choice:
        """Return the choice of the program.

        Raises:
            BotFault: If it has no valid choice.
        """
        if view.board is not self._board or view.seat != self._seat:
            self._board, self._seat = view.board, view.seat
            self._process.send(game_message(view, self._seed))
        self._number += 1
        message = decide_message(self._number, view, decision, self.limit)
        answer = self._process.ask(message, self.limit, hurried_limit=HURRIED_LIMIT)
        return checked(read_choice(answer, view), view)

    def hurry(self) -> None:
        """Ask the program to answer soon."""
        self._process.hurry()

    def again(self) -> ExternalBot:
        """Start the same program for another game.

        Raises:
            RiskError: If it can't be started.
        """
        return ExternalBot(self.command, self.limit)

    def close(self) -> None:
        """End the program."""
        self._process.close()


def label_of(name: str, command: str) -> str:
    """Return a program's name for players: from its hello message, else from its file name."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    for text in (name, PurePath(words[0]).stem if words else ""):
        label = re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")[:_LABEL_WIDTH].strip("-")
        if label:
            return label
    return "bot"


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
        """True if every answer was legal and in time."""
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
