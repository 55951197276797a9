"""The time to the title screen and to the board of a new game, relative to a minimal app.

Run: ``python -m pytest tests/benchmarks -n 0 -s``. The aims are ratios of at most 1.5 and 2.5.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from tests.e2e.child import Child
from tests.waiting import PATIENCE

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("Quit")
Bare().run()
"""
ROUNDS = 9
NEW_GAME = ["-m", "risk_tui", "new", "--players", "Ann,Ben,Cid"]


def first_frame(arguments: list[str], word: str) -> float:
    """Return the seconds from the start of Python to the first screen with a word."""
    start = time.perf_counter()
    child, seen = Child([sys.executable, *arguments]), b""
    while word.encode() not in seen:
        data = child.read(PATIENCE)
        assert data, f"no {word}"
        seen += data
    duration = time.perf_counter() - start
    child.kill()
    child.hang_up()
    return duration


def test_first_frame(own_folders: Path) -> None:
    bare, title = [], []
    for _ in range(ROUNDS):
        bare.append(first_frame(["-c", BARE], "Quit"))
        title.append(first_frame(["-m", "risk_tui"], "Quit"))
    board = [first_frame(NEW_GAME, "territory") for _ in range(ROUNDS)]
    seconds = [statistics.median(times[1:]) for times in (bare, title, board)]
    print(
        "\nfirst frame: bare {:.0f} ms, title {:.0f} ms, board {:.0f} ms".format(
            *(1000 * median for median in seconds)
        ),
        end="",
    )
    ratios = [median / seconds[0] for median in seconds[1:]]
    print("; ratios {:.2f} and {:.2f} (aims: at most 1.5 and 2.5)".format(*ratios))
    assert seconds[0] > 0
