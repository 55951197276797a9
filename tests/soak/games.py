"""Whole games, between planners and with random actions.

``games`` are by every ruleset and number of players. ``mixtures`` have every pair of variants on
every edition, and sets of three to five variants; late positions, in which players have few
territories, are played too.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import combinations, cycle, islice, takewhile
from math import inf
from typing import Any

from risk_tui.engine.game import GameSetup
from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import LocalWorkers, run_tasks
from tests.bots.matches import MOST_RECORDS, planners
from tests.bots.matches import prove_game as prove_generals
from tests.engine.watched import RULES, prove_game, tables
from tests.variants.mixtures import KEYS, Mixture, prove, prove_late, seats_of


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of these proofs."""
    group = parser.add_argument_group("games")
    group.add_argument("--games", type=int, default=3000, help="of each kind (3000)")
    group = parser.add_argument_group("mixtures")
    group.add_argument("--sets", type=int, default=1000, help="of three to five variants (1000)")
    group.add_argument("--mixtures", type=int, help="only a number of all these mixtures")
    group.add_argument("--rounds", type=int, default=12, help="after which a game ends (12)")
    group.add_argument(
        "--with", metavar="KEY", dest="wanted", action="append", help="a variant in all of them"
    )
    group.add_argument("--minutes", type=float, help="begin no more games after these")


def play_all(
    options: argparse.Namespace,
    games: Iterable[Any],
    play: Callable[[Any], str],
    label: Callable[[Any], str],
) -> tuple[Counter[str], str]:
    """Play games, and print those that break a rule or do not end.

    Returns:
        The counts of what ``play`` returned, and of ``faults``; the seed and the time in words.
    """
    began, counts = time.monotonic(), Counter[str]()
    with closing(LocalWorkers(options.jobs)) as workers:
        for game, future in run_tasks(workers, play, games):
            error = future.exception()
            if error is not None:
                print(f"    {label(game)}: {type(error).__name__}: {error}", flush=True)
            counts["faults" if error is not None else future.result()] += 1
    minutes = (time.monotonic() - began) / 60
    return counts, f"{counts['faults']} faults; seed {options.seed}, {minutes:.1f} minutes"


def run_games(options: argparse.Namespace) -> int:
    """Play the games; return 1 if any breaks a rule or does not end."""
    setups = [setup for name in RULES for setup in tables(name)]
    seeds = range(options.seed, options.seed + options.games)
    counts, end = play_all(
        options,
        zip(cycle(setups), seeds, strict=False),
        _play_game,
        lambda game: f"{game[0].ruleset.ruleset}, {game[0].seats} players, seed {game[1]}",
    )
    print(f"games: {options.games:,} of each kind, {end}")
    return int(counts["faults"] > 0)


def _play_game(table: tuple[GameSetup, int]) -> str:
    setup, seed = table
    prove_game(setup, f"{setup.ruleset.ruleset}/{setup.seats}/{seed}")
    prove_generals(setup.ruleset, setup.seats, seed)
    return "played"


def run_mixtures(options: argparse.Namespace) -> int:
    """Play the games; return 1 if any breaks a rule or does not end."""
    until = inf if options.minutes is None else time.monotonic() + 60 * options.minutes
    counts, end = play_all(
        options,
        takewhile(lambda _: time.monotonic() < until, _mixed_games(options)),
        _play_mixture,
        lambda game: f"{game[0]}{' (planners)' if game[3] else ''}",
    )
    print(f"mixtures: {counts['played']:,} games played, {counts['refused']} refused, {end}")
    return int(counts["faults"] > 0)


def _mixed_games(options: argparse.Namespace) -> Iterator[tuple[Mixture, str, int, bool]]:
    """Yield each mixture with a seed, the limit of rounds, and True if bots play it."""
    for number, mixture in enumerate(islice(_mixtures(options), options.mixtures)):
        yield mixture, f"{mixture}/{options.seed}", options.rounds, number % 2 > 0


def _mixtures(options: argparse.Namespace) -> Iterator[Mixture]:
    """Yield every pair of variants on every edition, and sets, with any number of seats."""
    rng = random.Random(options.seed)
    pairs = list(combinations(KEYS, 2))
    rows = [(pair, edition) for pair in pairs for edition in RULES]
    for _ in range(options.sets):
        count = min(rng.randint(3, 5), len(KEYS))
        rows.append((tuple(sorted(rng.sample(KEYS, count))), rng.choice(list(RULES))))
    rng.shuffle(rows)
    for variants, edition in rows:
        seats = seats_of(variants, edition)
        if seats and set(options.wanted or ()) <= set(variants):
            yield Mixture(variants, edition, rng.choice(seats))


def _play_mixture(game: tuple[Mixture, str, int, bool]) -> str:
    """Play a game of a mixture to its end; return ``played`` or ``refused``."""
    mixture, seed, rounds, bots_play = game
    try:
        setup = mixture.setup(**{"victory.turn_limit": rounds})
    except RiskError:
        return "refused"
    bots = planners(mixture.seats, seed) if bots_play else None
    played = prove(setup, seed, MOST_RECORDS, bots, looks=0.005)
    assert played.winners, f"no end after {MOST_RECORDS} steps"
    if not bots_play:
        prove_late(setup, seed, 10)
    return "played"


PROOFS = {"games": run_games, "mixtures": run_mixtures}
