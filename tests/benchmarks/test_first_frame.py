"""How soon the title screen stands, beside an app that shows one word.

Run: ``python -m pytest tests/benchmarks -n 0 -s``. The aim is a ratio of at most 1.5.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import TYPE_CHECKING

import pexpect

if TYPE_CHECKING:
    from pathlib import Path

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("Quit")
Bare().run()
"""
ROUNDS = 9


def first_frame(arguments: list[str]) -> float:
    """Seconds from the start of a Python process to the first screen with ``Quit`` on it."""
    start = time.perf_counter()
    child = pexpect.spawn(sys.executable, arguments, dimensions=(24, 80), timeout=20)
    child.expect_exact("Quit")
    taken = time.perf_counter() - start
    child.close(force=True)
    return taken


def test_first_frame(own_folders: Path) -> None:
    bare, title = [], []
    for _ in range(ROUNDS):
        bare.append(first_frame(["-c", BARE]))
        title.append(first_frame(["-m", "risk_tui"]))
    one, other = statistics.median(bare[1:]), statistics.median(title[1:])
    print(f"\nfirst frame: bare {one * 1000:.0f} ms, title {other * 1000:.0f} ms", end="")
    print(f", ratio {other / one:.2f} (aim: at most 1.5)")
    assert one > 0
