"""Processes that play are killed at random, and lose nothing that was shown.

``kill`` kills a process that plays alone; ``table`` one of several at a table, which must fork no
game and block no seat.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from risk_tui.saves.errors import SaveError
from risk_tui.saves.save_file import read_summary
from risk_tui.table.table import Table

from .players import NAMES, Player, is_over, new_game, play_all, play_seat, recorded


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of these proofs."""
    parser.add_argument("--kills", type=int, default=1000, help="of a process that plays (1000)")
    parser.add_argument(
        "--deaths", type=int, default=500, help="at tables of two and of six, each (500)"
    )


MOST_RECORDS = 80
"""The most records that a process adds before it is killed."""

LONGEST = 0.02
"""The most seconds between the last of these records and the kill."""

BOTS = 4


def run_kill(options: argparse.Namespace) -> int:
    """Kill the requested number of times; return 1 if anything was lost, doubled or unreadable."""
    with tempfile.TemporaryDirectory() as folder:
        found = kill_again_and_again(Path(folder), options.kills, options.seed)
    print(found)
    return int(bool(found.lost or found.doubled or found.unreadable or found.half_made))


class Kills:
    """The counts of kills and faults."""

    def __init__(self) -> None:
        self.kills = self.shown = self.lost = self.doubled = self.unreadable = self.half_made = 0
        self.seconds = 0.0

    def __str__(self) -> str:
        return (
            f"kill: {self.kills} kills, {self.shown} records shown, {self.lost} lost, "
            f"{self.doubled} doubled, {self.unreadable} files unreadable, "
            f"{self.half_made} half made; {self.seconds:.0f} s"
        )


def kill_again_and_again(folder: Path, kills: int, seed: int) -> Kills:
    """Play games of bots, and kill the process that plays at random instants."""
    rng, found, began = random.Random(seed), Kills(), time.monotonic()
    path = folder / "game-0.risk"
    new_game(path, 0, BOTS)
    before = recorded(path)
    while found.kills < kills:
        if rng.random() < 0.1:
            _kill_at_birth(folder / f"new-{found.kills}.risk", rng, found)
            continue
        player = Player(play_all, path)
        _let_play(player, len(before) + rng.randint(1, MOST_RECORDS), rng.uniform(0, LONGEST))
        player.kill()
        found.kills += 1
        found.shown += len(player.shown)
        try:
            before = _check(path, before, player.shown, found)
        except SaveError:
            found.unreadable += 1
            before = []
        if not before or is_over(path):
            path = folder / f"game-{found.kills}.risk"
            new_game(path, 0, BOTS)
            before = recorded(path)
    found.seconds = time.monotonic() - began
    return found


def _let_play(player: Player, records: int, seconds: float) -> None:
    """Wait for a number of records, and then for some seconds."""
    while len(player.shown) < records and player.alive:
        player.listen(LONGEST)
    time.sleep(seconds)


def _check(path: Path, before: list[int], shown: dict[int, int], found: Kills) -> list[int]:
    """Compare the file with the reported records, and with its earlier records."""
    now = recorded(path)
    Table.join(path).close()  # It replays all records.
    found.lost += sum(now[number : number + 1] != [mark] for number, mark in shown.items())
    found.lost += now[: len(before)] != before
    # The killed process may have written one record without reporting it.
    found.doubled += len(now) > max([len(before), *(number + 1 for number in shown)]) + 1
    return now


def _make(path: Path, shown: object) -> None:
    new_game(path, 0, BOTS)


def _kill_at_birth(path: Path, rng: random.Random, found: Kills) -> None:
    """Kill a process that creates a game: there is a complete game or none."""
    player = Player(_make, path)
    time.sleep(rng.uniform(0, 0.08))
    player.kill()
    found.kills += 1
    if path.exists():
        try:
            read_summary(path)
            found.half_made += recorded(path) != []
        except SaveError:
            found.half_made += 1
        path.unlink()


STUCK = 5.0
"""The most seconds without a new record."""

GIVEN_UP = 60.0
"""Seconds without a new record after which a game is given up, even on a slow machine."""

APART = 40
"""The most records between two kills."""


def run_table(options: argparse.Namespace) -> int:
    """Kill players at tables of two and of six; return 1 if anything went wrong."""
    bad = False
    for people, bots in ((2, 1), (6, 0)):
        with tempfile.TemporaryDirectory() as folder:
            found = kill_players(Path(folder), people, bots, options.deaths, options.seed)
        print(found)
        bad = bad or found.wrong
    return int(bad)


class Deaths:
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


def kill_players(folder: Path, people: int, bots: int, deaths: int, seed: int) -> Deaths:
    """Let several processes play games, and kill one after another."""
    rng, found, began = random.Random(seed), Deaths(people), time.monotonic()
    while found.deaths < deaths:
        found.games += 1
        path = folder / f"game-{found.games}.risk"
        new_game(path, people, bots)
        _play(path, people, deaths, rng, found)
    found.seconds = time.monotonic() - began
    return found


def _play(path: Path, people: int, deaths: int, rng: random.Random, found: Deaths) -> None:
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


def _compare(path: Path, players: list[Player], found: Deaths) -> None:
    """Check that all players saw the beginning of the same game, the one in the file."""
    kept = recorded(path)
    Table.join(path).close()
    found.records += len(kept)
    for player in players:
        for number, mark in player.shown.items():
            found.lost += number >= len(kept)
            found.forks += kept[number : number + 1] not in ([mark], [])
        found.faults += player.failed


PROOFS = {"kill": run_kill, "table": run_table}
