"""Whole games by every ruleset with every number of players: between generals, and watched."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import cycle
from typing import TYPE_CHECKING

from tests.bots.matches import prove_game as prove_generals
from tests.engine.watched import RULES, prove_game, tables

if TYPE_CHECKING:
    import argparse

    from risk_tui.engine.game import GameSetup


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this proof."""
    group = parser.add_argument_group("games")
    group.add_argument("--games", type=int, default=3000, help="of each kind (3000)")


def run(options: argparse.Namespace) -> int:
    """Play the games; 1 if any of them breaks a rule or does not end."""
    began, faults = time.monotonic(), 0
    setups = [setup for name in RULES for setup in tables(name)]
    with ProcessPoolExecutor(options.jobs) as pool:
        games = {}
        for number, setup in zip(range(options.games), cycle(setups), strict=False):
            label = f"{setup.ruleset.ruleset}, {setup.seats} players, game {number}"
            games[pool.submit(_play, setup, options.seed + number)] = label
        for game in as_completed(games):
            if error := game.exception():
                faults += 1
                print(f"    {games[game]}: {type(error).__name__}: {error}", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(
        f"games: {options.games:,} of each kind, {faults} faults; "
        f"seed {options.seed}, {minutes:.1f} minutes"
    )
    return int(bool(faults))


def _play(setup: GameSetup, seed: int) -> None:
    prove_game(setup, f"{setup.ruleset.ruleset}/{setup.seats}/{seed}")
    prove_generals(setup.ruleset, setup.seats, seed)
