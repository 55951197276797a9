"""A game that is killed at random moments loses nothing that was shown."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from risk_tui.saves.errors import SaveError
from risk_tui.saves.save_file import read_summary
from risk_tui.table.table import Table

from .players import Player, is_over, new_game, play_all, recorded

MOST_RECORDS = 80
"""The most records that a process adds before it is killed."""

LONGEST = 0.02
"""The most seconds between the last of these records and the kill."""

BOTS = 4


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""
    parser.add_argument("--kills", type=int, default=1000, help="of a process that plays (1000)")


def run(options: argparse.Namespace) -> int:
    """Kill the requested number of times; return 1 if anything was lost, doubled or unreadable."""
    with tempfile.TemporaryDirectory() as folder:
        found = kill_again_and_again(Path(folder), options.kills, options.seed)
    print(found)
    return int(bool(found.lost or found.doubled or found.unreadable or found.half_made))


class Found:
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


def kill_again_and_again(folder: Path, kills: int, seed: int) -> Found:
    """Play games of bots, and kill the process that plays at random instants."""
    rng, found, began = random.Random(seed), Found(), time.monotonic()
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


def _check(path: Path, before: list[int], shown: dict[int, int], found: Found) -> list[int]:
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


def _kill_at_birth(path: Path, rng: random.Random, found: Found) -> None:
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
