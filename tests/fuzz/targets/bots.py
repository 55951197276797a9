"""Answers of bot programs: names, choices and reasons."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any
from unittest.mock import patch

import risk_tui.bots.external_bot as bot_module
from risk_tui.bots import bot_ids, make_bot
from risk_tui.bots.base import BotFault, Choice
from risk_tui.bots.external_bot import ExternalBot, action_data
from risk_tui.bots.external_messages import Message
from risk_tui.bots.external_process import read_message
from risk_tui.bots.guarded import GuardedBot
from risk_tui.bots.reasons import REASONS
from risk_tui.cli.play import name_programs
from risk_tui.commands.reports import hint_line
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.declarations import slots_of
from risk_tui.engine.game import Game
from risk_tui.engine.game_setup import GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.seats import seat_players
from risk_tui.text.record_lines import describe_record

from ..mutate import NUMBERS, VALUES
from ..target import Target, prove, prove_line
from .saves import mutate_json

RULES = ("us-1993-mission", "us-1980-experts", "stars", "castle")
HELLO = '{"type":"hello","protocol":1,"name":"My bot"}'


class _Answers:
    """A fake process that says hello, and then the given line."""

    def __init__(self, command: str) -> None:
        self.lines = [HELLO.encode()]

    def send(self, message: Message) -> None:
        json.dumps(message.to_data())

    def ask(self, message: Message, *_: float, **__: float) -> dict[str, Any]:
        self.send(message)
        answer = read_message(self.lines.pop(), message.to_data().get("id"))
        if answer is None:
            raise BotFault("gave no answer")
        return answer

    def close(self) -> None:
        pass


class BotAnswers(Target):
    """A line that a bot program writes: its hello, or the answer to a decision."""

    name = "bot answers"
    share = 60_000

    def prepare(self) -> None:
        assert self.games, "they are played now"

    @cached_property
    def games(self) -> list[Game]:
        """Games of some rulesets, one at each kind of decision."""
        found: dict[tuple[str, str], Game] = {}
        for name in RULES:
            ruleset = load_ruleset(name)
            players = max(3, ruleset.players.least)
            setup = GameSetup(load_board(ruleset.board.home), ruleset, players)
            game, bot = Game(setup, seeded_chance(1)), make_bot("toni", 1)
            for _ in range(400):
                decision = game.decision
                if decision is None:
                    break
                found.setdefault((name, decision.kind), game.copy())
                game.apply(bot.choose(game.view(decision.seat), decision))
        return list(found.values())

    def make(self, rng: Random) -> tuple[int, bytes]:
        if rng.random() < 0.1:
            return -1, mutate_json(rng, HELLO, [HELLO]).encode("utf-8", "surrogatepass")
        number = rng.randrange(len(self.games))
        view = self._view(self.games[number])
        offer = rng.choice(view.offers)
        action = offer.with_number(rng.choice((offer.minimum, offer.maximum)) or 0)
        answer: dict[str, Any] = {"type": "action", "id": 1, "action": action_data(action)}
        if rng.random() < 0.2:
            answer["action"]["least"] = [rng.randrange(9), rng.randrange(9)]
        if rng.random() < 0.8:
            kind = rng.choice(list(REASONS.values()))
            slots = {slot: rng.randrange(8) for slot in slots_of(kind)}
            answer["reason"] = {"kind": kind.kind, **slots}
        if rng.random() < 0.2:
            answer[rng.choice(("worth", "chance"))] = rng.choice((rng.random(), *VALUES))
        text = json.dumps(answer, ensure_ascii=rng.random() < 0.5)
        match rng.randrange(4):
            case 0:
                text = mutate_json(rng, text, [text, HELLO])
            case 1:
                text = re.sub(r"\d+", lambda _: rng.choice(NUMBERS), text, count=rng.randint(1, 4))
        return number, text.encode("utf-8", "surrogatepass")

    def run(self, value: tuple[int, bytes]) -> None:
        number, line = value
        if number < 0:
            self._say_hello(line)
            return
        notices: list[str] = []
        game = self.games[number].copy()
        view, decision = self._view(game), game.decision
        assert decision is not None
        program = self._bot("")
        program._process.lines = [line]  # type: ignore[attr-defined]
        bot = GuardedBot(program, make_bot("recruit", 1), "Ann", "bad", notices.append)
        choice = bot.consider(view, decision)
        seats = seat_players([f"P{seat}" for seat in range(len(view.status))], ())
        self._show(game, choice, seats)
        for text in notices:
            prove_line(text, "a notice")
        if notices:
            raise RiskError(notices[0])

    def _show(self, game: Game, choice: Choice, seats: list[Any]) -> None:
        """Apply a choice, and describe it."""
        decision = game.decision
        assert decision is not None
        view = game.view(decision.seat)
        prove_line(hint_line(choice, view, seats), "a hint")
        record = replace(game.apply(choice.action), reason=choice.reason)
        for reader in (None, *range(len(view.status))):
            for line in describe_record(record, seats, view.board, view, reader):
                prove_line(line, "a line of the log")

    def _say_hello(self, line: bytes) -> None:
        program = self._bot("", line)
        seat = seat_players(name_programs([":", "Ben"], {0: program}), bot_ids())[0]
        prove(seat.player == program.player, "the seat is the program's")
        prove_line(seat.name, "a name")

    @staticmethod
    def _view(game: Game) -> Any:
        assert game.decision is not None
        return game.view(game.decision.seat)

    @staticmethod
    def _bot(command: str, hello: bytes = HELLO.encode()) -> Any:
        def start(command: str) -> _Answers:
            process = _Answers(command)
            process.lines = [hello]
            return process

        with patch.object(bot_module, "BotProcess", start):
            return ExternalBot(command)
