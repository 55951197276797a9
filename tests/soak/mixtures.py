"""Games with every pair of variants on every edition, and with sets of three to five variants.

Random actions and bots play alternate games. Late positions, in which players have few territories,
are played too.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations, islice, takewhile
from math import inf

from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import LocalWorkers, run_tasks
from tests.bots.matches import MOST_RECORDS, planners
from tests.engine.watched import RULES
from tests.variants.mixtures import KEYS, Mixture, prove, prove_late, seats_of


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""
    group = parser.add_argument_group("mixtures")
    group.add_argument("--sets", type=int, default=1000, help="of three to five variants (1000)")
    group.add_argument("--mixtures", type=int, help="only a number of all these mixtures")
    group.add_argument("--rounds", type=int, default=12, help="after which a game ends (12)")
    group.add_argument(
        "--with", metavar="KEY", dest="wanted", action="append", help="a variant in all of them"
    )
    group.add_argument("--minutes", type=float, help="begin no more games after these")


def run(options: argparse.Namespace) -> int:
    """Play the games; return 1 if any breaks a rule or does not end."""
    began, faults, played, refused = time.monotonic(), 0, 0, 0
    until = inf if options.minutes is None else began + 60 * options.minutes
    games = takewhile(lambda game: time.monotonic() < until, _games(options))
    with closing(LocalWorkers(options.jobs)) as workers:
        for (mixture, _, _, bots_play), game in run_tasks(workers, _play, games):
            if error := game.exception():
                faults += 1
                label = f"{mixture}{' (planners)' if bots_play else ''}"
                print(f"    {label}: {type(error).__name__}: {error}", flush=True)
            else:
                played += game.result() == "played"
                refused += game.result() == "refused"
    minutes = (time.monotonic() - began) / 60
    print(
        f"mixtures: {played:,} games, {refused} mixtures refused, {faults} faults; "
        f"seed {options.seed}, {minutes:.1f} minutes"
    )
    return int(bool(faults))


def _games(options: argparse.Namespace) -> Iterator[tuple[Mixture, str, int, bool]]:
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


def _play(game: tuple[Mixture, str, int, bool]) -> str:
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
