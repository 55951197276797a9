"""One host for all tests of a worker, with friends who have keys."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from risk_tui.saves.guest_list import GuestList, Place
from tests.host.games import new_game
from tests.host.server import Friend, HostServer, why_not
from tests.ssh.server import Line, make_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs OpenSSH's client where it is not installed."""
    if reason := why_not():
        for item in items:
            if Path(__file__).parent in item.path.parents and item.get_closest_marker("pty"):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """A short folder for all hosts of this worker."""
    path = Path(tempfile.mkdtemp(prefix="risk-host-"))
    yield path
    shutil.rmtree(path)


@pytest.fixture(scope="session")
def war(folder: Path) -> Path:
    """The game at which friends sit."""
    return new_game(folder / "war.risk", "Ann,Ben,Zoë")


@pytest.fixture(scope="session")
def two_games(folder: Path) -> list[Path]:
    """Games of the same players, for one test."""
    return [new_game(folder / f"{name}.risk", "Cid,Dan") for name in ("calm", "peace")]


@pytest.fixture(scope="session")
def short_game(folder: Path) -> Path:
    """A game that a test may end."""
    return new_game(folder / "short.risk", "Fay,Gus")


@pytest.fixture(scope="session")
def host(folder: Path, war: Path, two_games: list[Path], short_game: Path) -> Iterator[HostServer]:
    """A host of several tables."""
    server = HostServer(folder, [war, *two_games, short_game])
    server.start()
    yield server
    assert server.stop() == 0


@pytest.fixture
def own_host(tmp_path: Path) -> Iterator[HostServer]:
    """A host that a test may end."""
    server = HostServer(tmp_path, [new_game(tmp_path / "war.risk", "Ann,Ben")])
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visit() -> Iterator[Callable[..., Line]]:
    """Has a friend connect with a terminal; all have gone when the test ends."""
    lines: list[Line] = []
    hosts: list[HostServer] = []

    def connect(friend: Friend, *command: str, **options: object) -> Line:
        hosts.append(friend.host)
        lines.append(Line(friend, friend.login, *command, **options))  # type: ignore[arg-type]
        return lines[-1]

    yield connect
    for line in lines:
        with line:
            line.drop()
    for server in hosts:
        if server.process.poll() is None:
            server.wait_empty()


def guest_list(host: HostServer) -> GuestList:
    """Return the list that a host uses."""
    return GuestList(host.base / "data" / "risk-tui" / "host" / "guests.sqlite")


def new_code(host: HostServer, game: Path, player: str) -> str:
    """Return a new code of a player."""
    return guest_list(host).new_code(Place(game.resolve(), player))


@pytest.fixture
def let_in(
    visit: Callable[..., Line],
) -> Callable[..., Friend]:
    """Bind a friend's key by a code, as the first visit does."""

    def bind(host: HostServer, game: Path, login: str, player: str) -> Friend:
        guests = guest_list(host)
        friend = Friend(host, login)
        place = Place(game.resolve(), player)
        fingerprint = _fingerprint(host, login)
        if not guests.has_key(place, fingerprint):
            guests.use_code(guests.new_code(place), [place], [fingerprint])
        return friend

    return bind


def _fingerprint(host: HostServer, key: str) -> str:
    words = ["ssh-keygen", "-lf", str(make_key(host.base, key))]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()[1]
