"""Whole games by every ruleset and number of players, between planners and with random actions."""

from __future__ import annotations

import argparse
import time
from contextlib import closing
from itertools import cycle

from risk_tui.engine.game import GameSetup
from risk_tui.laboratory.runner import LocalWorkers, run_tasks
from tests.bots.matches import prove_game as prove_generals
from tests.engine.watched import RULES, prove_game, tables


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""
    group = parser.add_argument_group("games")
    group.add_argument("--games", type=int, default=3000, help="of each kind (3000)")


def run(options: argparse.Namespace) -> int:
    """Play the games; return 1 if any breaks a rule or does not end."""
    began, faults = time.monotonic(), 0
    setups = [setup for name in RULES for setup in tables(name)]
    seeds = range(options.seed, options.seed + options.games)
    games = zip(cycle(setups), seeds, strict=False)
    with closing(LocalWorkers(options.jobs)) as workers:
        for (setup, seed), game in run_tasks(workers, _play, games):
            if error := game.exception():
                faults += 1
                table = f"{setup.ruleset.ruleset}, {setup.seats} players, seed {seed}"
                print(f"    {table}: {type(error).__name__}: {error}", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(
        f"games: {options.games:,} of each kind, {faults} faults; "
        f"seed {options.seed}, {minutes:.1f} minutes"
    )
    return int(bool(faults))


def _play(table: tuple[GameSetup, int]) -> None:
    setup, seed = table
    prove_game(setup, f"{setup.ruleset.ruleset}/{setup.seats}/{seed}")
    prove_generals(setup.ruleset, setup.seats, seed)
