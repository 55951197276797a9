"""``python -m risk_tui.laboratory.fit_bots``: fit the weights of position values to games.

Games are played, and the features of every seat are recorded at the end of each turn. The weights
maximize the likelihood of the winners: a conditional logit (D. McFadden, 1974), solved by Newton's
method. Weights are regularized towards the current ones, because few games are little evidence.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots import make_bot
from risk_tui.bots.planner.aims import Evaluation
from risk_tui.bots.planner.outlook import Outlook
from risk_tui.bots.planner.position import BoardAnalysis
from risk_tui.bots.planner.valuation import (
    ALL_ROUNDER,
    FEATURES,
    Valuation,
    load_weights,
    shipped_file,
)
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game import Game
from risk_tui.engine.game_setup import GameSetup
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import make_match, play_steps
from risk_tui.rules.library import load_board, load_ruleset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.bots.planner.valuation import WeightsFile
    from risk_tui.engine.view import View
    from risk_tui.laboratory.one_game import Match

PRIOR_WEIGHT = 0.02
"""The strength of the regularization towards the current weights."""
STEPS = 30
MAX_ROUNDS = 60
"""The most rounds of a game; longer games are ignored."""
DEFAULT_RULES = "us-1993,uk-new"
DEFAULT_TABLES = "toni,mira;ivo,mira;toni,general,greta,mira;general,ivo,mira,mira"


def features(view: View) -> dict[int, dict[str, float]]:
    """Return the features of each seat in the game, after the turn of the view's seat.

    - ``armies``: the logarithm of the armies that are expected to be left when the others have
      had their turns, with those for cards;
    - ``income``: that of the armies to come in a turn, without cards;
    - ``territories``: the share of all that are expected to be left;
    - ``fronts``: near 1 if all armies are on one front, near 0 if they are on many;
    - ``prospect``: the progress towards continents, including those it holds;
    - ``tempo``: 1 for the seat with the next turn, 0 for the one whose turn has ended;
    - ``cards``: the logarithm of its cards' addition to the average armies of a seat.
    """
    if view.seat is None:
        raise ValueError("a spectator's view has no seat whose turn has ended")
    evaluation = Evaluation(view, view.seat, BoardAnalysis(view.board, 0))
    v = Valuation(evaluation, load_weights())
    outlook = Outlook(v, v.owners(), list(view.armies), view.card_counts)
    return {
        seat: dict(zip(FEATURES, numbers, strict=True))
        for seat, numbers in outlook.features().items()
    }


class TurnSample(NamedTuple):
    """The features of each seat at the end of a turn, the winner, and the sample's weight.

    The samples of one game are similar, so together they weigh the square root of their number.
    """

    seats: Sequence[Sequence[float]]
    winner: int
    counts: float


def samples_of(match: Match, number: int) -> list[TurnSample]:
    """Return the samples of one game; none if it is too long, or has no single winner."""
    header = match.game(number)
    seed = header.seed or ""
    game = Game(header.setup, seeded_chance(seed))
    bots = [make_bot(taken.player, f"{seed}/{seat}") for seat, taken in enumerate(header.seats)]
    turns: list[dict[int, dict[str, float]]] = []
    before = -1
    for record in play_steps(game, bots):
        for event in record.events:
            if isinstance(event, TurnBegan):
                view = game.view(clear=True)
                if view.round > MAX_ROUNDS:
                    return []
                if before >= 0 and view.status[before] == "playing":
                    turns.append(features(game.view(before, clear=True)))
                before = event.seat
    winners = game.view(clear=True).winners
    if len(winners) != 1:
        return []
    won = [turn for turn in turns if winners[0] in turn and len(turn) > 1]
    counts = len(won) ** -0.5 if won else 0.0
    return [
        TurnSample(
            [[numbers[name] for name in FEATURES] for numbers in turn.values()],
            list(turn).index(winners[0]),
            counts,
        )
        for turn in won
    ]


def fit(samples: Sequence[TurnSample], prior: Sequence[float]) -> list[float]:
    """Return the weights that make the winners likeliest, regularized towards ``prior``."""
    weights, size = list(prior), len(prior)
    total = sum(sample.counts for sample in samples) or 1.0
    for _ in range(STEPS):
        slope = [PRIOR_WEIGHT * (w - p) for w, p in zip(weights, prior, strict=True)]
        bend = [[PRIOR_WEIGHT * (i == j) for j in range(size)] for i in range(size)]
        for sample in samples:
            chances = _chances(sample.seats, weights)
            counts = sample.counts / total
            middle = [
                sum(chance * seat[i] for chance, seat in zip(chances, sample.seats, strict=True))
                for i in range(size)
            ]
            apart = [[x - m for x, m in zip(seat, middle, strict=True)] for seat in sample.seats]
            for i in range(size):
                slope[i] -= counts * apart[sample.winner][i]
                for j in range(size):
                    bend[i][j] += counts * sum(
                        chance * seat[i] * seat[j]
                        for chance, seat in zip(chances, apart, strict=True)
                    )
        step = _solve(bend, slope)
        weights = [weight - change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return weights


def log_loss(samples: Iterable[TurnSample], weights: Sequence[float]) -> float:
    """Return the mean logarithmic loss of the winners; 0 is perfect."""
    total = counts = 0.0
    for sample in samples:
        total -= sample.counts * log(_chances(sample.seats, weights)[sample.winner])
        counts += sample.counts
    return total / counts if counts else 0.0


def _chances(seats: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    scores = [sum(w * x for w, x in zip(weights, seat, strict=True)) for seat in seats]
    most = max(scores)
    shares = [exp(score - most) for score in scores]
    total = sum(shares)
    return [share / total for share in shares]


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a system of linear equations by Gaussian elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for row in range(size):
            if row != i:
                factor = rows[row][i] / rows[i][i]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def matches(rules: Iterable[str], tables: Iterable[str], seed: str) -> Iterator[Match]:
    """Yield a match of each table by each ruleset.

    Raises:
        RiskError: If a ruleset, map or bot is unknown.
    """
    for name in rules:
        ruleset = load_ruleset(name)
        board = load_board(ruleset.board.home)
        for table in tables:
            bots = table.split(",")
            yield make_match(GameSetup(board, ruleset, len(bots)), bots, seed)


def fitted(samples: Iterable[TurnSample]) -> WeightsFile:
    """Return the weights file with the all-rounder's weights fitted."""
    known, file = list(samples), shipped_file()
    for table, weights in load_weights().items():
        here = [sample for sample in known if (len(sample.seats) == 2) == (table == "duel")]
        new = fit(here, weights.features) if here else list(weights.features)
        print(
            f"{table}: {len(here)} turns, surprise {log_loss(here, weights.features):.3f} "
            f"by the weights of today, {log_loss(here, new):.3f} by these",
            file=sys.stderr,
        )
        file[ALL_ROUNDER][table] = {
            "reach": weights.reach,
            "boldness": weights.boldness,
            "features": dict(zip(FEATURES, [round(weight, 2) for weight in new], strict=True)),
        }
    return file


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games, and print the weights."""
    parser = argparse.ArgumentParser("fit_bots", description=(__doc__ or "").partition("\n\n")[2])
    parser.add_argument("--rules", default=DEFAULT_RULES, help=f"by commas ({DEFAULT_RULES})")
    parser.add_argument(
        "--tables", default=DEFAULT_TABLES, help=f"computer players by seat ({DEFAULT_TABLES})"
    )
    parser.add_argument("--games", type=int, default=20, help="at each table (20)")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    try:
        played = [
            sample
            for match in matches(options.rules.split(","), options.tables.split(";"), options.seed)
            for number in range(1, options.games + 1)
            for sample in samples_of(match, number)
        ]
    except RiskError as error:
        print(f"fit_bots: {error}", file=sys.stderr)
        return 2
    print(json.dumps(fitted(played), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
