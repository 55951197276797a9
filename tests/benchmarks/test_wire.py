"""The cost of a key: bytes that are sent, time to the last of them, and processor time.

Run: ``python -m pytest tests/benchmarks/test_wire.py -n 0 -s``. The program runs in a
pseudo-terminal of 120x36 with all colours, beside an app that refreshes two labels (the floor).
The aims are printed beside the figures and never asserted, because an answer is complete after a
silence, which a busy machine makes too.
"""

from __future__ import annotations

import os
import select
import statistics
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Self

import pyte
import pytest

from risk_tui.data.settings import Settings, save_settings
from risk_tui.engine.actions import Attack, Place, Reinforce
from risk_tui.engine.game import GameSetup
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.table.seats import PERSON, seat_players
from risk_tui.table.table import Table
from risk_tui.tui.game.selection import Cursor
from risk_tui.tui.map.navigation import DIRECTIONS, MapNavigation
from tests.e2e.child import Child
from tests.e2e.terminal import KEYS, PROGRAM
from tests.engine.positions import BOARD
from tests.processes import PROCESSES, processor_seconds
from tests.tui.tables import claimed, new_table
from tests.waiting import PATIENCE

COLUMNS, ROWS = 120, 36
KB = 1_000
QUIET = 0.12
"""Seconds without a byte after which an answer is complete."""

REDRAW = "\x0c"
DIALOGS = {"help": "?", "the log": "v", "cards": "c"}

FLOOR = """
from textual.app import App
from textual.widgets import Label

class Floor(App):
    CSS = "Label { width: 20; }"
    presses = 0

    def compose(self):
        yield Label("ready", id="one")
        yield Label("", id="two")

    def on_key(self):
        self.presses += 1
        for name in ("one", "two"):
            self.query_one(f"#{name}").update(f"{name} {self.presses}", layout=False)

Floor().run()
"""


class Line:
    """A program in a terminal, whose output is measured."""

    def __init__(self, program: str, *arguments: str) -> None:
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self.screen)
        env = dict(os.environ) | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            env.pop(name, None)
        self.child = Child([program, *arguments], COLUMNS, ROWS, environment=env)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.kill()
        self.child.hang_up()

    def send(self, *keys: str) -> None:
        """Type keys by name, or text as it is."""
        self.child.write("".join(KEYS.get(key, key) for key in keys).encode())

    def answer(self, *keys: str, quiet: float = QUIET) -> tuple[int, float]:
        """Return the number of bytes that answer some keys, and the seconds to the last of them."""
        start = last = time.perf_counter()
        self.send(*keys)
        data = b""
        while select.select([self.child.line], [], [], quiet)[0]:
            data += os.read(self.child.line, 65_536)
            last = time.perf_counter()
        # The time of the emulator does not count.
        self._stream.feed(data)
        return len(data), last - start

    def cost(self, *keys: str) -> int:
        """Return the number of bytes that answer some keys; a lone Esc has a late answer."""
        return self.answer(*keys, quiet=2 * QUIET)[0]

    def until(self, text: str) -> None:
        """Wait for a text and the end of the output."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.answer()
            if text in "\n".join(self.screen.display):
                return
        raise AssertionError("\n".join(self.screen.display))

    def processor(self) -> float:
        """Return the seconds of processor time; skip the test on systems that don't tell."""
        if not PROCESSES.exists():
            pytest.skip("this system tells no processor times")
        return processor_seconds(self.child.pid)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game of three players before its first attack, each with a large army in Europe."""
    table = claimed(new_table(tmp_path / "wire.risk"))
    europe = next(each for each in BOARD.continents if each.name == "Europe").territories
    while (decision := table.decision) is not None and decision.kind != "attack":
        offers = table.view(decision.seat).offers
        offer = next(each for each in offers if getattr(each.action, "territory", None) in europe)
        assert isinstance(offer.action, Place | Reinforce)
        table.submit(decision.seat, replace(offer.action, armies=offer.maximum or 1))
    for seat in range(3):
        table.seating.set_defence(seat, "most")
    return table


def battle(table: Table) -> tuple[str, str]:
    """Return the codes of the strongest territories that can fight each other."""
    assert table.decision is not None
    view = table.view(table.decision.seat)
    attacks = [each.action for each in view.offers if isinstance(each.action, Attack)]
    best = max(attacks, key=lambda each: min(view.armies[each.source], view.armies[each.target]))
    assert min(view.armies[best.source], view.armies[best.target]) > 10
    return BOARD.territories[best.source].code, BOARD.territories[best.target].code


@pytest.fixture
def game(table: Table, own_folders: Path) -> Iterator[Line]:
    """The game on a screen, without motion as over SSH."""
    save_settings(Settings(pace="instant", motion="off", curtain="quick"))
    table.close()
    with Line(PROGRAM, "resume", str(table.path)) as line:
        line.until("Pass the keyboard")
        line.send("enter")
        line.until("ATTACK")
        yield line


@pytest.fixture
def floor() -> Iterator[Line]:
    """The smallest app that answers a key."""
    with Line(sys.executable, "-c", FLOOR) as line:
        line.until("ready")
        yield line


def walk() -> list[str]:
    """Return arrow keys that lead from the first territory to all others."""
    picture = BOARD.pictures.largest_within(84, 100)
    compass, cursor, seen, keys = MapNavigation(picture), Cursor(), {0}, []
    while len(seen) < len(BOARD.territories):
        keys.append(_way_on(compass, cursor.place, seen))
        cursor.move(compass, keys[-1])
        seen.add(cursor.place)
    return keys


def _way_on(compass: MapNavigation, start: int, seen: set[int]) -> str:
    """Return the first key of a shortest way to an unvisited territory."""
    ways = deque([(compass.step(start, key), key) for key in DIRECTIONS])
    while True:
        here, first = ways.popleft()
        if here not in seen:
            return first
        ways += [(compass.step(here, key), first) for key in DIRECTIONS]


def one_by_one(screen: pyte.Screen) -> int:
    """Return the bytes of a screen whose cells are written one by one, with styles and resets."""
    cell = len("\x1b[38;2;100;100;100;48;2;100;100;100m\x1b[0m")
    signs = sum(len((char or " ").encode()) for line in screen.display for char in line)
    return screen.lines * screen.columns * cell + signs


def figures(name: str, values: Sequence[float], aim: int | None, places: int = 0) -> None:
    """Print a row of the table."""
    high = sorted(values)[int(0.95 * len(values))]
    shown = (statistics.median(values), high, max(values))
    print(f"{name:36}", *(f"{each:9.{places}f}" for each in shown), f"{aim or '':>9}")


def heading(unit: str) -> None:
    print(f"\n{unit:36} {'median':>9} {'p95':>9} {'max':>9} {'aim':>9}")


def test_bytes(game: Line, table: Table) -> None:
    game.cost(*BOARD.territories[0].code)
    moves = [game.cost(key) for key in walk()]
    redraws = [game.cost(REDRAW) for _ in range(2)]
    dialogs = {name: (game.cost(key), game.cost("escape")) for name, key in DIALOGS.items()}
    prompt = (game.cost(":"), game.cost("escape"))
    source, target = battle(table)
    chosen = game.cost(*source, "enter")
    game.cost(*target)
    attacks = [game.cost("enter") for _ in range(5)]
    heading("bytes")
    figures("cursor move", moves, KB)
    figures("attack, log line and panels", attacks, 2 * KB)
    figures("choosing a source", [chosen], 2 * KB)
    figures("opening, leaving the command line", prompt, KB)
    figures("full repaint", redraws, 26 * KB)
    figures("the same, each cell by itself", [one_by_one(game.screen)], None)
    for name, costs in dialogs.items():
        figures(f"opening, closing {name}", costs, 26 * KB)


def test_bytes_with_six_players(tmp_path: Path, own_folders: Path) -> None:
    """A map with six players has the most colours."""
    names = [f"{name}:toni" for name in ("Ann", "Ben", "Cid", "Dora", "Emil", "Fay")]
    seats = seat_players(names, ("toni",))
    setup = GameSetup(BOARD, load_ruleset("us-1993"), 6)
    table = Table.create(setup, seats, seed="5", path=tmp_path / "six.risk")
    while table.view(None).round < 2 or table.decision.kind != "attack":
        assert table.automation.step() is not None
    for seat in range(6):
        table.set_player(seat, PERSON)
    table.close()
    save_settings(Settings(pace="instant", motion="off", curtain="quick"))
    with Line(PROGRAM, "resume", str(table.path)) as line:
        line.until("Pass the keyboard")
        line.send("enter")
        line.until("ATTACK")
        line.cost(REDRAW)
        repaint = line.cost(REDRAW)
        moves = [line.cost(key) for key in walk()]
    heading("bytes, six players")
    figures("cursor move", moves, KB)
    figures("full repaint", [repaint], 20 * KB)


def strong_border(table: Table) -> tuple[int, int] | None:
    """Return linked territories of the player who reinforces and of another, for a long fight."""
    if table.decision.kind != "reinforce":
        return None
    view = table.view(table.decision.seat)
    for here in view.territories_of(view.turn):
        for there in view.board.neighbours[here]:
            if view.owner[there] != view.turn and min(view.armies[here], view.armies[there]) > 6:
                return here, there
    return None


def test_bytes_on_four_earths(tmp_path: Path, own_folders: Path) -> None:
    """A key costs the same on a map of 168 territories."""
    names = [f"{name}:toni" for name in ("Ann", "Ben", "Cid", "Dora")]
    rules = with_house_rules(
        load_ruleset("n-ple-earth"), {"variants.earths.earths": 4, "setup.allocation": "deal"}
    )
    setup = GameSetup(BOARD, rules, 4)
    table = Table.create(setup, seat_players(names, ("toni",)), seed="5", path=tmp_path / "4.risk")
    best = strong_border(table)
    while best is None:
        assert table.automation.step() is not None
        best = strong_border(table)
    view = table.view(table.decision.seat)
    for seat in range(4):
        table.set_player(seat, PERSON)
        table.seating.set_defence(seat, "most")
    source, target = (setup.board.territories[end].code for end in best)
    table.close()
    save_settings(Settings(pace="instant", motion="off", curtain="quick"))
    with Line(PROGRAM, "resume", str(table.path)) as line:
        line.until("Pass the keyboard")
        line.send("enter")
        line.until("REINFORCE")
        # With it the arrows of others' moves go off the map.
        placed = line.cost(*f":place {source} {view.armies_to_place}", "enter")
        line.until("ATTACK")
        line.cost(*":go al1", "enter")
        moves = [line.cost(key) for key in walk()]
        rounds = [line.cost("z") for _ in range(4)]
        line.cost(*f":go {source}", "enter")
        chosen = line.cost("enter")
        line.cost(*f":go {target}", "enter")
        battles = [line.cost("enter") for _ in range(3)]
    heading("bytes, four Earths")
    figures("cursor move, one to another Earth", moves, KB)
    figures("another Earth", rounds, 26 * KB)
    figures("placing the armies of a turn", [placed], None)
    figures("choosing a source", [chosen], 2 * KB)
    figures("attack, log line and panels", battles, 2 * KB)


def test_key_is_answered_like_two_labels(game: Line, floor: Line) -> None:
    keys = cycle(walk())
    here, there = [], []
    for _ in range(120):
        there.append(floor.answer("right")[1] * 1000)
        here.append(game.answer(next(keys))[1] * 1000)
    heading("milliseconds from a key to the last byte")
    figures("two labels", there, None, 1)
    figures("cursor move", here, None, 1)
    low, high = (sorted(each)[int(0.95 * len(each))] for each in (there, here))
    print(f"ratio at p95: {high / low:.2f} (aim: at most 4)")


def test_held_key_and_idle_screen_take_little_processor_time(game: Line, floor: Line) -> None:
    print()
    for name, line in (("two labels", floor), ("cursor move", game)):
        print(f"arrow key held at 30/s, {name}: {held(line, seconds=5):.1%} of a core")
    game.answer()  # The last answer may be late.
    before = game.processor()
    idle_bytes = game.answer(quiet=5)[0]
    idle = (game.processor() - before) / 5
    print(f"(aim: under 10%); idle: {idle_bytes} bytes, {idle:.1%} of a core (aim: 0, nothing)")


def held(line: Line, seconds: int) -> float:
    """Return the share of a core that thirty arrow keys per second take."""
    keys = cycle(walk())
    before, start = line.processor(), time.perf_counter()
    for number in range(30 * seconds):
        line.send(next(keys))
        while (left := start + (number + 1) / 30 - time.perf_counter()) > 0:
            if select.select([line.child.line], [], [], left)[0]:
                os.read(line.child.line, 65_536)
    return (line.processor() - before) / (time.perf_counter() - start)
