"""Several processes at one table, killed at random, lose no record and block no seat."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from risk_tui.table.table import Table

from .players import NAMES, Player, new_game, play_seat, recorded

STUCK = 5.0
"""The most seconds without a new record."""

GIVEN_UP = 60.0
"""Seconds without a new record after which a game is given up, even on a slow machine."""

APART = 40
"""The most records between two kills."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""
    parser.add_argument(
        "--deaths", type=int, default=500, help="at tables of two and of six, each (500)"
    )


def run(options: argparse.Namespace) -> int:
    """Kill players at tables of two and of six; return 1 if anything went wrong."""
    bad = False
    for people, bots in ((2, 1), (6, 0)):
        with tempfile.TemporaryDirectory() as folder:
            found = kill_players(Path(folder), people, bots, options.deaths, options.seed)
        print(found)
        bad = bad or found.wrong
    return int(bad)


class Found:
    """The counts of the kills and faults at a table."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.deaths = self.records = self.lost = self.forks = self.faults = self.games = 0
        self.longest = self.seconds = 0.0

    @property
    def wrong(self) -> bool:
        """True if anything was lost or forked, failed or was blocked."""
        return bool(self.lost or self.forks or self.faults or self.longest > STUCK)

    def __str__(self) -> str:
        return (
            f"table of {self.people}: {self.deaths} deaths in {self.games} games, "
            f"{self.records} records, {self.lost} lost, {self.forks} forks, {self.faults} faults, "
            f"longest standstill {self.longest:.2f} s; {self.seconds:.0f} s"
        )


def kill_players(folder: Path, people: int, bots: int, deaths: int, seed: int) -> Found:
    """Let several processes play games, and kill one after another."""
    rng, found, began = random.Random(seed), Found(people), time.monotonic()
    while found.deaths < deaths:
        found.games += 1
        path = folder / f"game-{found.games}.risk"
        new_game(path, people, bots)
        _play(path, people, deaths, rng, found)
    found.seconds = time.monotonic() - began
    return found


def _play(path: Path, people: int, deaths: int, rng: random.Random, found: Found) -> None:
    """Play a game to its end or to the last kill."""
    players = {name: Player(play_seat, path, name) for name in NAMES[:people]}
    gone: list[Player] = []
    moved, steps, deadly = time.monotonic(), 0, rng.randint(0, APART)
    while found.deaths < deaths and any(player.alive for player in players.values()):
        for player in players.values():
            player.listen(0.005)
        newest = max((max(player.shown, default=0) for player in players.values()), default=0)
        now = time.monotonic()
        if newest > steps:
            found.longest = max(found.longest, now - moved)
            moved, steps = now, newest
        elif now - moved > GIVEN_UP:
            found.longest = now - moved
            break
        if newest >= deadly:
            name = rng.choice(NAMES[:people])
            players[name].kill()
            found.deaths += 1
            gone.append(players[name])
            players[name] = Player(play_seat, path, name)
            deadly = newest + rng.randint(1, APART)
    for player in players.values():
        over = not player.alive
        player.kill()
        found.faults += over and player.failed
    _compare(path, [*gone, *players.values()], found)


def _compare(path: Path, players: list[Player], found: Found) -> None:
    """Check that all players saw the beginning of the same game, the one in the file."""
    kept = recorded(path)
    Table.join(path).close()
    found.records += len(kept)
    for player in players:
        for number, mark in player.shown.items():
            found.lost += number >= len(kept)
            found.forks += kept[number : number + 1] not in ([mark], [])
        found.faults += player.failed
