"""``risk-tui host`` on the loopback interface, and the OpenSSH clients of friends."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from risk_tui.saves.guest_list import GuestList, Place
from tests.processes import children, command_of
from tests.ssh.server import make_key
from tests.waiting import PATIENCE, wait_for

PROGRAM = [sys.executable, "-m", "risk_tui"]


def why_not() -> str:
    """Return the reason why no friend can connect here; empty if they can."""
    return "" if shutil.which("ssh") else "OpenSSH's client is not installed"


@dataclass
class HostServer:
    """A running host in folders of its own."""

    base: Path
    games: Sequence[Path]
    options: Sequence[str] = ()
    port: int = field(default=0, init=False)
    """The port that the system gave to it when it started last.

    A fixed one could be taken by another program while the host is restarted.
    """
    lines: list[str] = field(default_factory=list, init=False)
    """The lines that it printed before friends could connect."""

    @property
    def environment(self) -> dict[str, str]:
        """The variables of the host's programs."""
        kinds = ("DATA", "CONFIG", "CACHE", "STATE")
        folders = {f"XDG_{kind}_HOME": str(self.base / kind.lower()) for kind in kinds}
        root = str(Path(__file__).parents[2])
        return {**os.environ, **folders, "PYTHONPATH": root}

    def start(self) -> None:
        """Start it, and wait until friends can connect."""
        self.process = subprocess.Popen(
            [*PROGRAM, "host", *self.games, "--port", "0", *self.options],
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if line.startswith("Friends can come"):
                break
        found = re.search(r"ssh -p (\d+) ", "\n".join(self.lines))
        assert found is not None, self.lines
        self.port = int(found[1])

    def read_log(self, text: str) -> str:
        """Return the next line of the log with a text, which must come."""
        assert self.process.stdout is not None
        return next(line for line in self.process.stdout if text in line)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it by a signal; return its exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    @property
    def guests(self) -> GuestList:
        """The guest list."""
        return GuestList(self.base / "data" / "risk-tui" / "host" / "guests.sqlite")

    def new_code(self, game: Path, player: str) -> str:
        """Return a new code for a player."""
        return self.guests.new_code(Place(game.resolve(), player))

    def let_in(self, game: Path, player: str) -> Friend:
        """Bind a friend's key to a player's place, as the first visit with a code does."""
        place, login = Place(game.resolve(), player), player.lower()
        words = ["ssh-keygen", "-lf", str(make_key(self.base, login))]
        printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        key = printed.split()[1]
        if not self.guests.has_key(place, key):
            self.guests.use_code(self.guests.new_code(place), [place], [key])
        return Friend(self, login)

    @property
    def fork_server(self) -> int:
        """The process that friends' programs are forked from."""
        return self._child("fork_visits")

    @property
    def keeper(self) -> int:
        """The process that makes decisions for absent players."""
        return self._child("keep_tables")

    def _child(self, name: str) -> int:
        (process,) = [
            child for child in children(self.process.pid) if name in " ".join(command_of(child))
        ]
        return process

    def programs(self) -> list[int]:
        """The friends' programs."""
        return children(self.fork_server)

    def wait_empty(self) -> None:
        """Wait until every friend's program has ended."""
        wait_for(lambda: not self.programs(), "the end of all programs")


@dataclass
class Friend:
    """A friend's client, with or without a key."""

    host: HostServer
    login: str
    has_key: bool = True

    @property
    def address(self) -> str:
        """The login name at this host."""
        return f"{self.login}@127.0.0.1"

    def client(self, key: str, *options: str) -> list[str]:
        """Return the options of the client, with a key by its name."""
        given = {
            "Port": self.host.port,
            "UserKnownHostsFile": self.host.base / "known_hosts",
            "StrictHostKeyChecking": "accept-new",
            "IdentitiesOnly": "yes",
            "LogLevel": "ERROR",
            "SendEnv": "LANG LC_* COLORTERM NO_COLOR",
        }
        if self.has_key:
            given["IdentityFile"] = make_key(self.host.base, key)
        else:
            given["PubkeyAuthentication"] = "no"
        usual = [word for name, value in given.items() for word in ("-o", f"{name}={value}")]
        return ["-F", "none", *options, *usual]

    def run(
        self, *command: str, options: Sequence[str] = (), tool: str = "ssh"
    ) -> subprocess.CompletedProcess[str]:
        """Run a client without a terminal, which can log in by key only."""
        return subprocess.run(
            [tool, *self.client(self.login, "-o", "BatchMode=yes", *options), *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
