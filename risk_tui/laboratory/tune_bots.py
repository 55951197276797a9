"""``python -m risk_tui.laboratory.tune_bots``: improve weights by games at one table.

In each round all weights are changed a little, up or down at random, and the opposite way; both
versions play at a table with others, and the weights move towards the winner (simultaneous
perturbation, J. C. Spall, 1992). Every game contributes a little to every weight.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from itertools import islice
from math import exp
from random import Random
from typing import NamedTuple

from risk_tui.bots import DEFAULT_BOT, make_bot
from risk_tui.bots.base import Bot
from risk_tui.bots.planner.planner_bot import Planner
from risk_tui.bots.planner.weights import FEATURES, WEIGHTS
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game
from risk_tui.engine.game_setup import GameSetup
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import play_steps
from risk_tui.laboratory.runner import LocalWorkers, usable_cores
from risk_tui.rules.library import load_board, load_ruleset

NAMES = ("reach", "boldness", *(name for name in FEATURES if name != "tempo"))
"""The tuned weights: all but tempo, which is the same for all campaigns of a turn."""
CHANGE = 0.22
"""The change of the weights' logarithms in the first round (Spall's c)."""
STEP_SCALE = 0.7
"""The scale of the steps of the logarithms, which get smaller from round to round (Spall's a)."""
MAX_STEPS = 6000
"""The most steps of a game; a longer one has no winner."""

Factors = tuple[float, ...]
"""The logarithm of each shipped weight's factor, in the order of ``NAMES``."""


class TableTask(NamedTuple):
    """A game between two sets of factors and ``others``.

    ``seats`` has the player of each seat: 0 or 1 for the factors, 2 and up for ``others``.
    """

    rules: str
    seed: str
    both: tuple[Factors, Factors]
    others: tuple[str, ...]
    seats: tuple[int, ...]


class PerturbedBot(Planner):
    """A planner with changed weights, either for two players left (``duel``) or for more."""

    def __init__(self, seed: str, factors: Factors, *, duel: bool) -> None:
        super().__init__(seed)
        changed = dict(zip(NAMES, map(exp, factors), strict=True))
        self.weights = {
            table: weights.changed(**changed) if (table == "duel") == duel else weights
            for table, weights in WEIGHTS[DEFAULT_BOT].items()
        }


def play_table(task: TableTask) -> float:
    """Return 1 if the first set of factors won and -1 if the second did.

    Returns:
        0 if neither won; a number in between if several seats share the victory.
    """
    ruleset, seed = load_ruleset(task.rules), task.seed
    game = Game(
        GameSetup(load_board(ruleset.board.home), ruleset, len(task.seats)), seeded_chance(seed)
    )
    bots: list[Bot] = [
        PerturbedBot(f"{seed}/{seat}", task.both[who], duel=not task.others)
        if who < 2
        else make_bot(task.others[who - 2], f"{seed}/{seat}")
        for seat, who in enumerate(task.seats)
    ]
    for _ in islice(play_steps(game, bots), MAX_STEPS):
        pass
    winners = [task.seats[seat] for seat in game.view(clear=True).winners]
    return (winners.count(0) - winners.count(1)) / max(len(winners), 1)


def tune(
    executor: Executor,
    rules: Sequence[str],
    others: tuple[str, ...],
    rounds: int,
    games: int,
    seed: str,
) -> Iterator[Factors]:
    """Yield the factors after each round. Games are played in pairs with swapped seats."""
    random = Random(seed)
    factors: Factors = (0.0,) * len(NAMES)
    for number in range(rounds):
        change, stride = CHANGE / (1 + number) ** 0.101, STEP_SCALE / (10 + number) ** 0.602
        ways = [random.choice((-1, 1)) for _ in NAMES]
        ups, downs = (
            tuple(old + sign * change * way for old, way in zip(factors, ways, strict=True))
            for sign in (1, -1)
        )
        tasks = []
        for pair in range(games // 2):
            seats = tuple(random.sample(range(2 + len(others)), 2 + len(others)))
            for both in ((ups, downs), (downs, ups)):
                name = rules[pair % len(rules)]
                tasks.append(TableTask(name, f"{seed}/{number}/{pair}", both, others, seats))
        scores = list(executor.map(play_table, tasks))
        step = stride * (sum(scores[::2]) - sum(scores[1::2])) / len(scores) / (2 * change)
        factors = tuple(old + step * way for old, way in zip(factors, ways, strict=True))
        yield factors


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the games, and print the factors after each round."""
    parser = argparse.ArgumentParser("tune_bots", description=(__doc__ or "").partition("\n\n")[2])
    rules = "us-1993,us-1993,us-1993,uk-new"
    parser.add_argument("--rules", default=rules, help=f"in turn, comma-separated ({rules})")
    parser.add_argument("--others", default="greta,ivo", help="bots at the table; empty for a duel")
    parser.add_argument("--rounds", type=int, default=18, help="of games (18)")
    parser.add_argument("--games", type=int, default=64, help="in a round, in pairs (64)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=usable_cores(), help="processes at once")
    options = parser.parse_args(arguments)
    if options.games < 2:
        parser.error("--games takes at least 2, because games are played in pairs")
    rulesets, others = options.rules.split(","), tuple(filter(None, options.others.split(",")))
    try:
        with closing(LocalWorkers(options.jobs)) as workers:
            for factors in tune(
                workers.executor, rulesets, others, options.rounds, options.games, options.seed
            ):
                changed = zip(NAMES, factors, strict=True)
                print(json.dumps({name: round(exp(by), 2) for name, by in changed}), flush=True)
    except RiskError as error:
        print(f"tune_bots: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
