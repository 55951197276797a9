"""A bot that is a separate program."""

from __future__ import annotations

import hashlib
import re
import shlex
from pathlib import PurePath

from risk_tui import __version__
from risk_tui.boards.board import Board
from risk_tui.bots.base import BotFault, Choice, ReasoningBot
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
from risk_tui.engine.decisions import Decision
from risk_tui.engine.view import View
from risk_tui.errors import RiskError

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
