"""Games between computer players, and a player that does anything legal."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

from risk_tui.bots import make_bot
from risk_tui.bots.base import Bot
from risk_tui.bots.planner.position import BoardAnalysis, Position
from risk_tui.bots.planner.valuation import Valuation
from risk_tui.bots.planner.weights import WEIGHTS
from risk_tui.engine.actions import Action, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import Decision
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.laboratory.one_game import play_steps
from risk_tui.rules.ruleset import Ruleset
from tests.engine.positions import ANN, BOARD

MOST_RECORDS = 20_000
"""No game between sensible players comes near this."""


class Anything:
    """Does anything legal, with any legal number, but never resigns."""

    name = "anything"

    def __init__(self, seed: int | str) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View, decision: Decision) -> Action:
        offer = self._rng.choice([o for o in view.offers if not isinstance(o.action, Resign)])
        if offer.maximum is None or offer.minimum is None:
            return offer.action
        return offer.with_number(self._rng.randint(offer.minimum, offer.maximum))


def planners(players: int, seed: int | str = 0) -> list[Bot]:
    """Mira for every seat."""
    return [make_bot("mira", f"{seed}/{seat}") for seat in range(players)]


def position_of(view: View, seat: int = ANN) -> Position:
    """Return the facts of a view for a seat."""
    return Position(view, seat, BoardAnalysis(view.board, 1))


def valuation(view: View, character: str = "mira") -> Valuation:
    """Return Ann's valuation of a view."""
    return Valuation(position_of(view), WEIGHTS[character])


def play(
    rules: Ruleset, bots: Sequence[Bot], seed: int | str = 0, most: int = MOST_RECORDS
) -> tuple[Game, list[Record]]:
    """A game to its end, or to a number of records. The engine refuses whatever is illegal."""
    game = Game(GameSetup(BOARD, rules, len(bots)), seeded_chance(seed))
    return game, play_on(game, bots, most)


def play_on(game: Game, bots: Sequence[Bot], most: int = MOST_RECORDS) -> list[Record]:
    """The rest of a game, and its records."""
    return list(islice(play_steps(game, bots), most))


def prove_game(rules: Ruleset, players: int, seed: int) -> list[Record]:
    """Play a game between planners, which must end with one winner before round 200.

    Returns:
        Its records.
    """
    game, records = play(rules, planners(players, seed), f"{seed}/{players}")
    assert len(game.winners) == 1
    assert game.view().round < 200
    assert not any(isinstance(record.action, Resign) for record in records)
    return records


def answer(game: Game, bot: str = "mira") -> Action:
    """Return the action of a new bot for the decision that is due."""
    decision = game.decision
    assert decision is not None
    return make_bot(bot, 1).choose(game.view(decision.seat), decision)
