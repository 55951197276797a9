"""An sshd on the loopback interface, an account for the table, and the terminals of friends."""

from __future__ import annotations

import contextlib
import fcntl
import getpass
import grp
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import textual

import risk_tui
from tests.e2e.player import QUICK_EYES
from tests.e2e.terminal import QUIET, Terminal
from tests.processes import children, processes_with
from tests.waiting import PATIENCE, wait_for

SSHD = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/sbin") or ""
_LAUNCHER = """\
#!{python}
import os, sys
sys.path[:0] = {paths!r}
os.environ.update({variables!r})
from risk_tui.cli import main
from risk_tui.data.environment import prepare_imports
prepare_imports()
if sys.stdout.isatty():
    {quick_eyes}
    {long_blitz}
raise SystemExit(main())
"""

_LONG_BLITZ = "from risk_tui.tui.game import bot_pace; bot_pace.ORDER_PAUSE = 0.4"
"""Code that makes a blitz last long enough for events during it."""

_ACCOUNTS = Path(tempfile.gettempdir()) / "risk-tui-accounts.lock"
"""Only one process of the tests changes the accounts of the machine at a time."""


def why_not() -> str:
    """Return the reason why no sshd can run here; "" if it can."""
    if not SSHD:
        return "OpenSSH's server (sshd) is not installed"
    if os.getuid() == 0:
        return ""
    for side in (ends := os.openpty()):
        group = os.fstat(side).st_gid
    for side in ends:
        os.close(side)
    if group != grp.getgrnam("tty").gr_gid:
        return "on this system sshd cannot hand out terminals without being root"
    return ""


@contextlib.contextmanager
def another_account(*options: str) -> Iterator[str]:
    """Open a context with a new account, made with options of useradd; yield its name."""
    name = f"risk-{secrets.token_hex(4)}"
    _change_accounts("useradd", "-s", "/bin/sh", *options, name)
    try:
        yield name
    finally:
        _change_accounts("userdel", "-r", "-f", name)


def _change_accounts(*command: str) -> None:
    with _ACCOUNTS.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        # userdel fails if files do not exist.
        subprocess.run(command, check=command[0] == "useradd", capture_output=True)


@dataclass
class Account:
    """The account of the friends: a new one, or else the one that runs the tests.

    A new account needs root, and a Python that other accounts may run.
    """

    base: Path
    name: str
    home: Path
    program: Path
    own: bool

    @property
    def table(self) -> Path:
        """The folder of the game."""
        return self.base / "table"

    @property
    def games(self) -> Path:
        """The folder of saved games."""
        data = self.home / (".local/share" if self.own else ".data")
        return data / "risk-tui" / "games"

    def give(self, *paths: Path) -> None:
        """Give files or folders to the account."""
        if self.own:
            for path in paths:
                shutil.chown(path, self.name, self.name)


@contextlib.contextmanager
def account(base: Path) -> Iterator[Account]:
    """Open a context with an account, and the program in the folder ``bin`` of ``base``."""
    program = base / "bin" / "risk-tui"
    program.parent.mkdir()
    if os.getuid() == 0 and shutil.which("useradd"):
        home = base / "home"
        with another_account("-m", "-K", "UMASK=077", "-p", "*", "-d", str(home)) as name:
            if _launch(program, {}, name):
                yield Account(base, name, home, program, own=True)
                return
    home = base / "folders"
    home.mkdir()
    folders = {f"XDG_{kind}_HOME": str(home / f".{kind.lower()}") for kind in ("DATA", "CONFIG")}
    assert _launch(program, folders, getpass.getuser())
    yield Account(base, getpass.getuser(), home, program, own=False)


def _launch(program: Path, variables: dict[str, str], user: str) -> bool:
    """Write the program for a user; return True if the user has a Python to run it."""
    paths = [str(Path(each.__file__).parents[1]) for each in (risk_tui, textual)]
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        program.write_text(
            _LAUNCHER.format(
                python=python,
                paths=paths,
                variables=variables,
                quick_eyes=QUICK_EYES,
                long_blitz=_LONG_BLITZ,
            ),
            encoding="utf-8",
        )
        program.chmod(0o755)
        with contextlib.suppress(OSError):
            trial = subprocess.run(
                [program, "rules", "list"],
                user=user if os.getuid() == 0 else None,
                cwd="/",
                env={"PATH": os.defpath, "HOME": str(program.parent)},
                capture_output=True,
                check=False,
            )
            if trial.returncode == 0:
                return True
    return False


@dataclass
class Server:
    """sshd for one account; the keys of the friends are in the account's ``base``."""

    account: Account
    config: str
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    known_hosts: Path = field(init=False)

    def __post_init__(self) -> None:
        self.known_hosts = self.account.base / f"known_hosts-{id(self)}"

    def start(self) -> None:
        """Start sshd on a free port of the loopback interface."""
        if os.getuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)
        host_key = make_key(self.account.base, "host")
        for _ in range(5):
            self.port = free_port()
            lines = (
                f"Port {self.port}",
                "ListenAddress 127.0.0.1",
                f"HostKey {host_key}",
                "PidFile none",
                "UsePAM no",
                f"StrictModes {'yes' if self.account.own else 'no'}",
                self.config,
            )
            file = self.account.base / f"sshd_config-{self.port}"
            file.write_text("\n".join(lines), encoding="utf-8")
            log = file.with_suffix(".log")
            self.process = subprocess.Popen([SSHD, "-D", "-E", log, "-f", file])
            wait_for(lambda: self._up() or self._over(), "sshd")
            if not self._over():
                break
        else:
            raise AssertionError(f"sshd does not start: {log.read_text(errors='replace')}")
        public = host_key.with_suffix(".pub").read_text("ascii")
        self.known_hosts.write_text(f"[127.0.0.1]:{self.port} {public}", encoding="ascii")

    def stop(self) -> None:
        """End the server and its open sessions."""
        if self.process is not None:
            for session in children(self.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(session, signal.SIGTERM)
            self.process.terminate()
            self.process.wait()

    def client(self, key: str, *options: str) -> list[str]:
        """Return the options of the ssh client with a friend's key."""
        given = {
            "Port": self.port,
            "IdentityFile": self.account.base / key,
            "IdentitiesOnly": "yes",
            "UserKnownHostsFile": self.known_hosts,
            "StrictHostKeyChecking": "yes",
            "BatchMode": "yes",
            "LogLevel": "ERROR",
            "SendEnv": "LANG LC_* COLORTERM NO_COLOR",
        }
        usual = [word for name, value in given.items() for word in ("-o", f"{name}={value}")]
        return ["-F", "none", *usual, *options]

    @property
    def address(self) -> str:
        """The login name at this server."""
        return f"{self.account.name}@127.0.0.1"

    def run(
        self, key: str, *command: str, options: Sequence[str] = (), **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command on the server, without a terminal."""
        return subprocess.run(
            ["ssh", *self.client(key, *options), self.address, *command],
            env=dict(os.environ) | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    def _up(self) -> bool:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 1) as line,
        ):
            return line.recv(4) == b"SSH-"
        return False

    def _over(self) -> bool:
        return self.process is not None and self.process.poll() is not None


class Line(Terminal):
    """A friend's terminal with a connection to the server."""

    def __init__(
        self,
        server: Server,
        key: str,
        *command: str,
        options: Sequence[str] = (),
        columns: int = 120,
        rows: int = 36,
        answers: bool = True,
        **environment: str,
    ) -> None:
        here = {"COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", **environment}
        words = ["ssh", *server.client(key, *options), "-t", server.address, *command]
        plant = f"import os; os.execvp('ssh', {words!r})"
        super().__init__(
            plant=plant,
            columns=columns,
            rows=rows,
            environment=here,
            always_read=True,
            answers=answers,
        )
        self.quiet = QUIET  # The program at the other end is installed.

    def drop(self) -> None:
        """Kill the client; the output so far is still shown on the screen."""
        self.child.kill()
        while self.read():
            pass


@contextlib.contextmanager
def connecting() -> Iterator[Callable[..., Line]]:
    """Yield a function that connects friends, as ``Line`` does; all leave at the end."""
    lines: list[Line] = []

    def connect(server: Any, key: str, *command: str, **options: Any) -> Line:
        lines.append(Line(server, key, *command, **options))
        return lines[-1]

    yield connect
    for line in lines:
        with line:
            line.drop()


def make_key(base: Path, name: str) -> Path:
    """Return the file of a private key, which is created if necessary."""
    path = base / name
    if not path.exists():
        making = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"{name}@home", "-f", path]
        subprocess.run(making, check=True)
    return path


def at_table(game: Path) -> list[int]:
    """Return the processes of the program that play a game."""
    return processes_with(str(game), "join")


def leave_alone(account: Account) -> None:
    """Wait until no program of an account runs any more."""
    wait_for(lambda: not processes_with(str(account.program)), "the end of all programs")


def free_port() -> int:
    """Return a free port of the loopback interface."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Table:
    """The file of the game that friends play by the forced command."""

    def __init__(self, account: Account, content: bytes) -> None:
        self.account, self.content = account, content
        self.path = account.table / "war.risk"

    def restore(self) -> None:
        """Restore the first state of the game, which no terminal may have open."""
        for file in self.path.parent.glob(f"{self.path.name}?*"):
            file.unlink()
        self.path.write_bytes(self.content)
        self.path.chmod(0o600)
        self.account.give(self.path)

    def __enter__(self) -> Self:
        self.restore()
        return self

    def __exit__(self, *_: object) -> None:
        wait_for(lambda: not at_table(self.path), "the end of all programs at the table")
