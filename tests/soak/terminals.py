"""Every command and key at one of two terminals, in all circumstances."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import chain
from pathlib import Path

from risk_tui.tui.terminal import terminal_app
from tests.terminals.commands import ANSWER, PRESSED, TYPED, Try, forms
from tests.terminals.scenes import Scene, scenes
from tests.terminals.trying import try_lines, try_screen


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""
    group = parser.add_argument_group("terminals")
    group.add_argument("--scenes", type=int, help="how many, chosen by the seed (all of them)")


def run(options: argparse.Namespace) -> int:
    """Try everything; return 1 after a wrong answer."""
    began = time.monotonic()
    chosen = list(scenes())
    random.Random(options.seed).shuffle(chosen)
    chosen = chosen[: options.scenes]
    tried, faults = 0, 0
    with ProcessPoolExecutor(options.jobs, max_tasks_per_child=200) as pool:
        for done in as_completed(pool.submit(_try, scene, options.seed) for scene in chosen):
            number, found = done.result()
            tried += number
            faults += len(found)
            for fault in found:
                print(f"    {fault}", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(
        f"terminals: {len(chosen):,} scenes, {tried:,} commands and keys, {faults} faults; "
        f"seed {options.seed}, {minutes:.1f} minutes"
    )
    return int(bool(faults))


def _try(scene: Scene, seed: int) -> tuple[int, list[str]]:
    """Try everything in a scene; return the number of attempts, and the faults."""
    terminal_app.GUARD = 0.0  # Keys are accepted before a person could read the question.
    lines = [*chain.from_iterable(map(forms, TYPED))]
    lines += [Try(ANSWER)] if scene.turn == "own" else []
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
            os.environ[f"XDG_{kind}_HOME"] = folder
        if scene.front == "line mode":
            tries = lines if scene.moment != "over" else []  # Line mode ends with the game.
            return len(tries), try_lines(scene, tries, Path(folder), seed)
        tries = [*lines, *PRESSED]
        return len(tries), asyncio.run(try_screen(scene, tries, Path(folder), seed))
