"""One server for all tests of a worker, and a game on it that every test finds as it was."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from risk_tui.data.settings import Settings
from tests.ssh.games import Eve, eve_of_a_blitz
from tests.ssh.server import Account, Line, Server, Table, account, make_key, why_not

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FRIENDS = ("ann", "ben")
WATCHER = "watcher"
"""Has a key with which one looks on."""

USUAL = Settings(pace="instant", curtain="quick", defence="most")
"""The account's settings: nothing that is tried here waits for a picture."""

CARELESS = """\
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
"""What a server may allow: the printed lines must hold for all that."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where there is no sshd, or none that could hand out terminals, there is nothing to try."""
    reason = why_not()
    for item in items:
        if reason and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def base() -> Iterator[Path]:
    """A folder that every account may look into."""
    path = Path(tempfile.mkdtemp(prefix="risk-ssh-", dir="/tmp"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="session")
def friends(base: Path) -> Iterator[Account]:
    """The account that the friends share, with its folder for the game."""
    with account(base) as each:
        each.table.mkdir(mode=0o700)
        each.give(each.table)
        _write(each, USUAL)
        yield each


@pytest.fixture(scope="session")
def eve(base: Path) -> Eve:
    """A game on the eve of a long blitz."""
    return eve_of_a_blitz(base / "eve.risk")


@pytest.fixture(scope="session")
def laid(friends: Account, eve: Eve) -> Table:
    """Where the game lies."""
    table = Table(friends, eve.content)
    table.lay()
    return table


@pytest.fixture
def game(laid: Table) -> Iterator[Table]:
    """The game as it was in the beginning, with nobody at it before and after."""
    with laid:
        yield laid


@pytest.fixture(scope="session")
def server(friends: Account, laid: Table) -> Iterator[Server]:
    """A careless server with what ``risk-tui ssh-setup`` prints as the account's keys."""
    words = [friends.program, "ssh-setup", laid.path, "--program", friends.program]
    for name in FRIENDS:
        words.append(f"--key={name.title()}={make_key(friends.base, name).with_suffix('.pub')}")
    words.append(f"--watch={make_key(friends.base, WATCHER).with_suffix('.pub')}")
    keys = friends.home / "table_keys"
    keys.write_bytes(subprocess.run(words, check=True, capture_output=True).stdout)
    friends.give(keys)
    each = Server(friends, f"{CARELESS}\nAuthorizedKeysFile {keys}")
    each.start()
    yield each
    each.stop()


@pytest.fixture(scope="session")
def host(friends: Account) -> Iterator[Server]:
    """A server on which the account is like any other: way 1."""
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
    each = Server(friends, "\n".join(lines))
    each.start()
    yield each
    each.stop()


@pytest.fixture
def sit(server: Server, game: Table) -> Iterator[Callable[..., Line]]:
    """Has a friend sit down at the game; all have gone when the test ends."""
    lines: list[Line] = []

    def open_line(key: str, *command: str, **options: object) -> Line:
        lines.append(Line(server, key, *command, **options))  # type: ignore[arg-type]
        return lines[-1]

    yield open_line
    for line in lines:
        with line:
            line.drop()


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
