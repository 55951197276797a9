"""Friends at hosted tables, with kills and lost connections, lose nothing that was shown."""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import signal
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path

from risk_tui.table.table import Table
from risk_tui.text.record_lines import describe_record
from tests.host.server import Friend, HostServer
from tests.processes import children, is_running

from .players import is_over, new_game, recorded

NAMES = ("Ann", "Ben")

LINE = re.compile(
    rb"^(?:Ann|Ben|Cid|Dan) (?:claims|conquers|moves|attacks [\w ]+ from) .+$", re.MULTILINE
)
"""A line about a step, which is the same for all players."""

WIDTH = 60
"""Characters of a line that are compared, because longer lines are wrapped."""

KINDS = ("program", "fork server", "line", "server", "restart")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this proof."""
    group = parser.add_argument_group("host")
    group.add_argument("--cuts", type=int, default=500, help="kills and cut lines (500)")


def run(options: argparse.Namespace) -> int:
    """Cut the requested number of times; return 1 if anything was lost or left."""
    with tempfile.TemporaryDirectory(prefix="risk-soak-") as folder:
        found = Cuts(Path(folder), random.Random(options.seed))
        found.run(options.cuts)
    print(found)
    return int(bool(found.lost or found.orphans or found.late))


class Visitor:
    """A friend's OpenSSH client in line mode."""

    def __init__(self, friend: Friend, *options: str, **variables: str) -> None:
        usual = friend.client(friend.login, "-o", "BatchMode=yes")
        words = ["ssh", *usual, *options, "-tt", friend.address]
        self.process = subprocess.Popen(
            words,
            env=dict(os.environ) | {"TERM": "dumb", "LC_ALL": "C.UTF-8"} | variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._typed, self._lines = self.process.stdin, self.process.stdout
        os.set_blocking(self._lines.fileno(), False)
        self.text = b""

    def read(self) -> None:
        """Read the output so far."""
        while data := self._lines.read():
            self.text += data

    def wait_for(self, seconds: float) -> float | None:
        """Wait for the first text of a game; return the seconds, or ``None`` if none comes."""
        began = time.monotonic()
        while time.monotonic() < began + seconds and self.process.poll() is None:
            self.read()
            if b"Type help" in self.text:
                return time.monotonic() - began
            time.sleep(0.01)
        return None

    def type(self, line: str) -> None:
        """Type a line."""
        self.send(line.encode() + b"\n")

    def send(self, data: bytes) -> None:
        """Type any bytes."""
        with contextlib.suppress(OSError):
            self._typed.write(data)
            self._typed.flush()

    def seconds_to_answer(self) -> float:
        """Type a line, and return how long its answer takes."""
        self.read()
        shown, began = len(self.text), time.monotonic()
        self.type("who")
        while b"Ann: " not in self.text[shown:] and time.monotonic() < began + 60:
            self.read()
            time.sleep(0.005)
        return time.monotonic() - began

    def cut(self) -> None:
        """Kill the client, if it runs, and read the output so far."""
        if self._lines.closed:
            return
        self.process.kill()
        self.process.wait()
        self.read()
        for stream in (self._typed, self._lines):
            with contextlib.suppress(OSError):
                stream.close()

    def steps(self) -> list[str]:
        """Return the complete lines about steps that were shown."""
        whole = self.text.replace(b"\r", b"").rpartition(b"\n")[0]
        return [line.decode()[:WIDTH] for line in LINE.findall(whole)]


class Cuts:
    """Kills and cuts at random moments, and the counts of faults."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self._folder, self._rng = folder, rng
        self.cuts = self.lost = self.orphans = self.late = self.shown = self.games = 0
        self.back: dict[bool, list[float]] = {False: [], True: []}
        """The seconds from the start of ssh to the first text of the game, by whether the host is
        starting meanwhile.
        """
        self.by_kind = dict.fromkeys(KINDS, 0)

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.by_kind.items())
        running, starting = (_quantiles(self.back[is_new]) for is_new in (False, True))
        return (
            f"host: {self.cuts} cuts ({kinds}) in {self.games} games, {self.shown} steps shown, "
            f"{self.lost} lost, {self.orphans} processes left, {self.late} friends not back; "
            f"back by key {running}, while the host starts {starting}"
        )

    def run(self, cuts: int) -> None:
        """Play games until a number of cuts."""
        while self.cuts < cuts:
            self.games += 1
            path = self._folder / f"war-{self.games}.risk"
            new_game(path, 2, 2)
            server = HostServer(self._folder, [path])
            server.start()
            for name in NAMES:
                server.let_in(path, name)
            try:
                self._play(server, path, cuts)
            finally:
                server.stop()

    def _play(self, server: HostServer, path: Path, cuts: int) -> None:
        """Cut connections of a game until it is over, then compare its log with the shown lines."""
        shown: list[list[str]] = []
        before: list[int] = []
        is_new = True
        while self.cuts < cuts and not is_over(path):
            friends = [Visitor(Friend(server, name.lower())) for name in NAMES]
            for name, friend in zip(NAMES, friends, strict=True):
                seconds = friend.wait_for(20)
                if seconds is None:
                    self.late += 1
                    print(f"    {name} is not back: {friend.text[-300:]!r}", flush=True)
                else:
                    self.back[is_new].append(seconds)
                friend.type("bot mira yes")
            time.sleep(self._rng.uniform(0, 0.7))
            is_new = self._cut(server, friends) != "line"
            for friend in friends:
                friend.cut()
                shown.append(friend.steps())
            self.cuts += 1
            now = recorded(path)
            if now[: len(before)] != before:
                self.lost += 1
                print("    recorded steps are gone", flush=True)
            before = now
        log = _log(path)
        for lines in shown:
            self.shown += len(lines)
            missing = [line for line in lines if line not in log]
            self.lost += len(missing)
            if missing:
                print(f"    shown, but not recorded: {missing[:3]}", flush=True)

    def _cut(self, server: HostServer, friends: list[Visitor]) -> str:
        """Cut or kill something; return its kind."""
        kind = self._rng.choice(KINDS)
        self.by_kind[kind] += 1
        forks = server.fork_server
        programs = children(forks)
        ended: list[int] = []
        if kind == "program" and programs:
            ended = [self._rng.choice(programs)]
            _kill(ended[0])
        elif kind == "fork server":
            ended = [forks, *programs]
            _kill(forks)
        elif kind == "line":
            friends[0].cut()
            friends[1].cut()
            ended = programs
        elif kind in ("server", "restart"):
            ended = [forks, *programs]
            server.stop(signal.SIGKILL if kind == "server" else signal.SIGTERM)
            server.start()
        if kind == "fork server":  # Its programs end with their terminals.
            for friend in friends:
                friend.cut()
        self.orphans += len(_still_running(ended))
        return "line" if kind == "program" else kind


def _quantiles(seconds: list[float]) -> str:
    if not seconds:
        return "never"
    ordered = sorted(seconds)
    middle, late = (ordered[len(ordered) * share // 100] for share in (50, 95))
    return f"in {middle:.2f} s (95%: {late:.2f} s)"


def _kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def _still_running(processes: list[int]) -> list[int]:
    """Return the processes that still run after 15 seconds."""
    end = time.monotonic() + 15
    left = processes
    while left and time.monotonic() < end:
        left = [process for process in left if is_running(process)]
        time.sleep(0.02)
    return left


def _log(path: Path) -> set[str]:
    """Return the lines about all steps of a game."""
    with closing(Table.join(path)) as table:
        return {
            line[:WIDTH]
            for record in table.history(None)
            for line in describe_record(record, table.seats, table.board, table.view(None), None)
        }
