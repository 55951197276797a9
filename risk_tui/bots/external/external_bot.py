"""A bot that is a program of its own, as the table has it."""

from __future__ import annotations

import hashlib
import re
import shlex
from pathlib import PurePath
from typing import TYPE_CHECKING

from risk_tui import __version__
from risk_tui.bots.base import BotFault, Choice
from risk_tui.bots.external.process import BotProcess
from risk_tui.bots.external.protocol_messages import (
    decide_message,
    game_message,
    hello_message,
    read_choice,
    read_hello,
)
from risk_tui.bots.guarded import HURRIED_LIMIT, TIME_LIMIT
from risk_tui.data.sanitize import printable
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View

HELLO_LIMIT = 10.0
"""Seconds that a program has to say hello: it may have much to load."""

_LABEL_WIDTH = 24


class ExternalBot:
    """A program that plays by the protocol. It runs from the beginning on, until it is closed."""

    def __init__(self, command: str, limit: float = TIME_LIMIT) -> None:
        """Start a program and wait for its hello. Raises ``RiskError`` if that does not come."""
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
            raise RiskError(f"the bot {printable(command, 80)} {fault.full}") from None
        self.label = label_of(name, command)
        """What it is called."""

    @property
    def player(self) -> str:
        """What game files call it: the label, and never the command."""
        return f"external:{self.label}"

    def use_seed(self, seed: str) -> None:
        """Give it a seed, from which nobody can learn that of a game's dice."""
        self._seed = hashlib.sha256(f"bot {seed}".encode()).hexdigest()[:16]
        self._board = None

    def choose(self, view: View, decision: Decision) -> Action:
        """The action of the program. Raises ``BotFault`` where it gives none."""
        return self.consider(view, decision).action

    def consider(self, view: View, decision: Decision) -> Choice:
        """The choice of the program. Raises ``BotFault`` where it makes none."""
        if view.board is not self._board or view.seat != self._seat:
            self._board, self._seat = view.board, view.seat
            self._process.send(game_message(view, self._seed))
        self._number += 1
        message = decide_message(self._number, view, decision, self.limit)
        answer = self._process.ask(message, self.limit, hurried_limit=HURRIED_LIMIT)
        return read_choice(answer, view)

    def hurry(self) -> None:
        """Ask the program to answer soon."""
        self._process.hurry()

    def again(self) -> ExternalBot:
        """The same program, started for another game. Raises ``RiskError`` as at first."""
        return ExternalBot(self.command, self.limit)

    def close(self) -> None:
        """End the program."""
        self._process.close()


def label_of(name: str, command: str) -> str:
    """What a program is called: by its own name, else by that of its file."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    for text in (name, PurePath(words[0]).stem if words else ""):
        label = re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")[:_LABEL_WIDTH].strip("-")
        if label:
            return label
    return "bot"
