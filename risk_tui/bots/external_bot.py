"""A bot that is a separate program: it makes and reads the messages of the protocol.

``external_messages`` has the models of the messages, ``external_process`` runs the program. Answers
are untrusted, so each mistake in one becomes a ``BotFault`` that says what is wrong.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import PurePath
from typing import Any

from risk_tui import __version__
from risk_tui.boards.board import NO_CONQUEROR, NO_SEAT, Board
from risk_tui.bots import external_messages as messages
from risk_tui.bots.base import BotFault, Choice, ReasoningBot
from risk_tui.bots.external_messages import PROTOCOL
from risk_tui.bots.external_process import BotProcess
from risk_tui.bots.guarded import TIME_LIMIT, read_choice
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.engine.actions import Action, Offer, action_fields
from risk_tui.engine.decisions import Decision
from risk_tui.engine.variant import played_variants
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
        hello = messages.Hello(type="hello", protocol=PROTOCOL, program=f"risk-tui {__version__}")
        try:
            name = read_hello(self._process.ask(hello, HELLO_LIMIT))
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
        return read_answer(self._process.ask(message, self.limit), view)

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


_COMPUTED_FIELDS = {"missions", "variants", "income"}
"""Fields of a view's message that are not copied from the view."""


def game_message(view: View, seed: str) -> messages.Game:
    """Return the message about a game: the board, the rules, the bot's seat and its seed."""
    assert view.seat is not None
    return messages.Game(
        type="game",
        board=_board_data(view.board),
        ruleset=view.ruleset.model_dump(mode="json"),
        seats=len(view.status),
        seat=view.seat,
        seed=seed,
    )


def decide_message(number: int, view: View, decision: Decision, limit: float) -> messages.Decide:
    """Return the message for a decision: the view, the legal actions, and the seconds to answer."""
    return messages.Decide(
        type="decide",
        id=number,
        time_limit=limit,
        decision=messages.Decision(kind=decision.kind, **_fields_data(decision)),
        view=_view_data(view),
        actions=[_offer_data(offer) for offer in view.offers],
    )


def _view_data(view: View) -> messages.View:
    """Return the message about a view, without the board and the rules."""
    data = {
        name: plain(getattr(view, name))
        for name in messages.View.model_fields
        if name not in _COMPUTED_FIELDS
    }
    data["missions"] = [
        messages.Mission(number=mission, kind=goal.kind, **_fields_data(goal))
        for mission in view.missions
        for goal in [view.goal(mission)]
    ]
    played = played_variants(view.ruleset)
    data["variants"] = dict(zip(played, map(plain, view.memories), strict=True))
    data["income"] = [view.income(seat) for seat in range(len(view.status))]
    return messages.View(**data)


def action_data(action: Action) -> dict[str, Any]:
    """Return an action as in game files: its kind as ``do``, and its fields."""
    return {"do": action.kind, **{name: plain(it) for name, it in action_fields(action).items()}}


def _offer_data(offer: Offer) -> messages.Offer:
    data = action_data(offer.action)
    if offer.action.number_field is not None:
        data["most"] = offer.maximum
        data["number"] = offer.action.number_field
    return messages.Offer(**data)


def _board_data(board: Board) -> messages.Board:
    return messages.Board(
        name=board.name,
        territories=[
            messages.Territory(
                name=territory.key,
                code=territory.code,
                continent=territory.continent,
                neighbours=list(board.neighbours[number]),
            )
            for number, territory in enumerate(board.territories)
        ],
        continents=[
            messages.Continent(name=each.key, bonus=each.bonus, territories=list(each.territories))
            for each in board.continents
        ],
        deck=[
            messages.Card(symbol=str(card.symbol), territory=card.territory) for card in board.deck
        ],
    )


def plain(value: Any) -> Any:
    """Return a value of the engine as JSON data.

    ``NO_SEAT`` and ``NO_TERRITORY`` become ``null``, ``NO_CONQUEROR`` becomes ``gone``.

    Raises:
        TypeError: If the value has no JSON form.
    """
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | bool | float):
        return value
    if isinstance(value, int):
        return value if value < NO_SEAT else "gone" if value == NO_CONQUEROR else None
    if is_dataclass(value):
        return _fields_data(value)
    if isinstance(value, dict):
        return {str(plain(key)): plain(item) for key, item in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(map(plain, value))
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def _fields_data(value: Any) -> dict[str, Any]:
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}


def read_hello(message: Mapping[str, Any]) -> str:
    """Return the name in a hello message, escaped for terminals; empty if it has none.

    Raises:
        BotFault: If it is not a hello message of this version.
    """
    if message.get("type") != "hello":
        raise BotFault(_('does not begin with a message of the type "hello"'))
    protocol = message.get("protocol")
    if type(protocol) is not int or protocol != PROTOCOL:
        version = printable(json.dumps(protocol), 40)
        raise BotFault(
            _(
                "speaks version {version} of the protocol; this program speaks {protocol}",
                version=version,
                protocol=PROTOCOL,
            )
        )
    name = message.get("name")
    return printable(name, 24) if isinstance(name, str) else ""


def read_answer(message: Mapping[str, Any], view: View) -> Choice:
    """Return the choice in an answer to a decision.

    Raises:
        BotFault: If it has no legal choice.
    """
    data = message.get("action")
    if message.get("type") != "action" or not isinstance(data, dict):
        raise BotFault(_('answered without an "action"'))
    values = {name: value for name, value in data.items() if name != "do"}
    return read_choice(str(data.get("do")), values, message.get("reason"), view)
