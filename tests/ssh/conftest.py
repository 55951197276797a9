"""A server for all tests of a worker process, and a game that every test finds unchanged."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path

import pytest

from risk_tui.data.settings import Settings
from tests.ssh.games import Eve, eve_of_a_blitz
from tests.ssh.server import (
    Account,
    Line,
    Server,
    Table,
    account,
    connecting,
    leave_alone,
    make_key,
    why_not,
)

FRIENDS = ("ann", "ben")
WATCHER = "watcher"
"""The name of a key that only watches."""

USUAL = Settings(pace="instant", curtain="quick", defence="most")
"""The settings of the account, without pauses."""

PERMISSIVE = """\
AcceptEnv LANG LC_* COLORTERM NO_COLOR
AllowTcpForwarding yes
AllowAgentForwarding yes
AllowStreamLocalForwarding yes
X11Forwarding yes
PermitTunnel yes
GatewayPorts yes
PermitRootLogin yes
Subsystem sftp internal-sftp
"""
"""A server that allows everything; the printed lines must still restrict the friends."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests without an sshd that can provide terminals."""
    reason = why_not()
    for item in items:
        if reason and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def base() -> Iterator[Path]:
    """A folder that every account may read."""
    path = Path(tempfile.mkdtemp(prefix="risk-ssh-", dir="/tmp"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="session")
def friends(base: Path) -> Iterator[Account]:
    """The account that the friends share, with its folder for the game."""
    with account(base) as shared:
        shared.table.mkdir(mode=0o700)
        shared.give(shared.table)
        _write(shared, USUAL)
        yield shared


@pytest.fixture(scope="session")
def eve(base: Path) -> Eve:
    """A game before a long blitz."""
    return eve_of_a_blitz(base / "eve.risk")


@pytest.fixture(scope="session")
def shared_game(friends: Account, eve: Eve) -> Table:
    """The game in its folder."""
    table = Table(friends, eve.content)
    table.restore()
    return table


@pytest.fixture
def game(shared_game: Table) -> Iterator[Table]:
    """The game in its first state, without any terminal before and after the test."""
    with shared_game:
        yield shared_game


@pytest.fixture(scope="session")
def server(friends: Account, shared_game: Table) -> Iterator[Server]:
    """A permissive server with the lines of ``risk-tui ssh-setup`` as the account's keys."""
    words = [friends.program, "ssh-setup", shared_game.path, "--program", friends.program]
    for name in FRIENDS:
        words.append(f"--key={name.title()}={make_key(friends.base, name).with_suffix('.pub')}")
    words.append(f"--watch={make_key(friends.base, WATCHER).with_suffix('.pub')}")
    keys = friends.home / "table_keys"
    keys.write_bytes(subprocess.run(words, check=True, capture_output=True).stdout)
    friends.give(keys)
    server = Server(friends, f"{PERMISSIVE}\nAuthorizedKeysFile {keys}")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def host(friends: Account) -> Iterator[Server]:
    """A server with an ordinary account ("One terminal for all" in docs/ssh.md)."""
    keys = friends.base / "host_keys"
    keys.write_text(make_key(friends.base, "ann").with_suffix(".pub").read_text("ascii"))
    if friends.own:
        place = friends.home / "keys"
        shutil.move(keys, place)
        keys = place
    sockets = friends.base / "tmux"
    sockets.mkdir(mode=0o700)
    friends.give(sockets)
    path = f"{friends.program.parent}:/usr/local/bin:/usr/bin:/bin"
    lines = (
        f"AuthorizedKeysFile {keys}",
        f"SetEnv PATH={path} TMUX_TMPDIR={sockets}",
        "AcceptEnv LANG LC_* COLORTERM",
    )
    server = Server(friends, "\n".join(lines))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def saved(friends: Account, eve: Eve) -> Iterator[Path]:
    """The game among the account's saved games."""
    path = friends.games / "war.risk"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(eve.content)
    parts = len(path.parent.relative_to(friends.home).parts)
    friends.give(path, *list(path.parents)[:parts])
    yield path
    leave_alone(friends)
    shutil.rmtree(path.parent)


@pytest.fixture
def sit(server: Server, game: Table) -> Iterator[Callable[..., Line]]:
    """A function that seats a friend at the game; all leave when the test ends."""
    with connecting() as connect:
        yield partial(connect, server)


@pytest.fixture
def settings(friends: Account) -> Iterator[Callable[[Settings], None]]:
    """Change the settings of the account for a test."""
    yield lambda wanted: _write(friends, wanted)
    _write(friends, USUAL)


def _write(friends: Account, settings: Settings) -> None:
    folder = friends.home / ".config" / "risk-tui"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(json.dumps(asdict(settings)), encoding="utf-8")
    friends.give(folder.parent, folder, folder / "settings.json")
