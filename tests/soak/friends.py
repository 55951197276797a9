"""The costs of friends at hosted tables: memory, processor time, first frame, answers to keys."""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from risk_tui.table.seats import Seat
from tests.e2e.child import Child
from tests.host.server import PROGRAM, Friend, HostServer
from tests.new_games import create_table
from tests.processes import kilobytes, processor_seconds

from .players import COLOURS

AT_A_TABLE = 5

IDLE_SECONDS = 20.0
"""Seconds in which the processor time of idle friends is measured."""

KEYS = 20
"""The number of keys whose median time counts."""

LIMITS = {"pss": 32.0, "idle": 5.0, "frame": 0.3, "key": 4.0}
"""The most MB per friend with 20 of them, percent of two cores with 50, and two ratios."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""
    group = parser.add_argument_group("friends")
    group.add_argument("--friends", type=int, default=50, help="idle ones (50)")


def run(options: argparse.Namespace) -> int:
    """Measure and print; return 1 if a limit is exceeded."""
    with tempfile.TemporaryDirectory(prefix="risk-friends-") as folder:
        table = Tables(Path(folder), options.friends)
        try:
            found = table.measure()
        finally:
            table.close()
    for name, value in found.items():
        print(f"friends: {name} {value:.2f} (at most {LIMITS[name]})")
    return int(any(value > LIMITS[name] for name, value in found.items()))


class Screen(Child):
    """A program in a terminal of 120 columns and 36 rows."""

    def __init__(self, words: Sequence[str], environment: dict[str, str]) -> None:
        self.began = time.monotonic()
        super().__init__(words, 120, 36, environment=environment)
        self.text = b""

    def read(self, seconds: float) -> bytes:
        """Return the next output within some seconds."""
        data = super().read(seconds) or b""
        self.text += data
        return data

    def wait_for(self, text: bytes, seconds: float = 120) -> float:
        """Return the seconds from the start until a text came."""
        while text not in self.text:
            assert time.monotonic() < self.began + seconds, self.text[-500:]
            self.read(1)
        return time.monotonic() - self.began

    def answer(self, key: bytes) -> float:
        """Return the seconds from a key to the first byte of its answer."""
        while self.read(0.1):
            pass
        began = time.monotonic()
        self.write(key)
        self.read(30)
        return time.monotonic() - began

    def press(self, key: bytes) -> None:
        """Press a key, after reading all output so far."""
        while self.read(0):
            pass
        self.write(key)

    def close(self) -> None:
        """Hang up, and end the program."""
        self.hang_up()
        self.kill()


class Tables:
    """A host with as many tables as the friends need."""

    def __init__(self, folder: Path, friends: int) -> None:
        self._folder = folder
        self._names = [f"P{number}" for number in range(friends)]
        self._games = []
        for first in range(0, friends, AT_A_TABLE):
            colours = enumerate(COLOURS[:AT_A_TABLE], first)
            seats = [Seat(f"P{number}", colour) for number, colour in colours]
            path = folder / f"table-{first}.risk"
            create_table(seats, path=path).close()
            self._games += [path] * len(seats)
        self._server = HostServer(folder, list(dict.fromkeys(self._games)))
        self._server.start()
        for name, game in zip(self._names, self._games, strict=False):
            self._server.let_in(game, name)
        self._screens: list[Screen] = []

    def close(self) -> None:
        """End all."""
        for screen in self._screens:
            screen.close()
        self._server.stop()

    def measure(self) -> dict[str, float]:
        """Return the costs by the names of ``LIMITS``."""
        found = {"frame": self._frames()}
        self._connect(1)
        alone = self._keys()
        self._connect(min(20, len(self._names)))
        found["key"] = self._keys() / alone
        sizes = [kilobytes(each, "Pss", "smaps_rollup") for each in self._server.programs()]
        found["pss"] = 1024 * statistics.fmean(sizes) / 1e6
        self._connect(len(self._names))
        time.sleep(5)
        processes = [self._server.process.pid, self._server.fork_server, *self._server.programs()]
        before, began = sum(map(processor_seconds, processes)), time.monotonic()
        while time.monotonic() < began + IDLE_SECONDS:
            for screen in self._screens:
                screen.read(0)
            time.sleep(0.2)
        used = sum(map(processor_seconds, processes)) - before
        found["idle"] = 100 * used / IDLE_SECONDS / 2
        return found

    def _words(self, number: int) -> list[str]:
        friend = Friend(self._server, self._names[number].lower())
        options = friend.client(friend.login, "-o", "BatchMode=yes")
        options = [word.replace("LogLevel=ERROR", "LogLevel=VERBOSE") for word in options]
        return ["ssh", *options, "-t", friend.address]

    def _environment(self) -> dict[str, str]:
        return self._server.environment | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}

    def _connect(self, count: int) -> None:
        for number in range(len(self._screens), count):
            screen = Screen(self._words(number), self._environment())
            screen.wait_for(b"CLAIM")
            self._screens.append(screen)

    def _frames(self) -> float:
        """Return the time to the first frame after a login, relative to a new program."""
        times: dict[bool, list[float]] = {True: [], False: []}
        fresh = [*PROGRAM, "join", str(self._games[0]), "--seat", self._names[0]]
        for turn in range(14):
            over_ssh = turn % 2 == 0
            screen = Screen(self._words(0) if over_ssh else fresh, self._environment())
            login = screen.wait_for(b"Authenticated to") if over_ssh else 0.0
            times[over_ssh].append(screen.wait_for(b"CLAIM") - login)
            screen.close()
            self._server.wait_empty()
        hosted, alone = (statistics.median(times[kind]) for kind in (True, False))
        print(f"friends: first frame {hosted:.2f} s after a login, {alone:.2f} s by a fresh join")
        return hosted / alone

    def _keys(self) -> float:
        """Return the median time from a key to the first byte, while others press keys too."""
        times = []
        rng = random.Random(1)
        for number in range(KEYS):
            for other in self._screens[1:]:
                if rng.random() < 0.2:
                    other.press(b"lh"[number % 2 : number % 2 + 1])
            times.append(self._screens[0].answer(b"lh"[number % 2 : number % 2 + 1]))
        median = statistics.median(times)
        print(f"friends: key to first byte {1000 * median:.0f} ms with {len(self._screens)}")
        return median
