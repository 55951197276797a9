"""A host for all tests of a worker process."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.host.server import Friend, HostServer, why_not
from tests.new_games import new_game
from tests.ssh.server import Line, connecting


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests that need OpenSSH's client if it is not installed."""
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
    """The game that friends join."""
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
def ann(host: HostServer, war: Path) -> Friend:
    """A friend whose key opens a seat."""
    return host.let_in(war, "Ann")


@pytest.fixture
def own_host(tmp_path: Path) -> Iterator[HostServer]:
    """A host that a test may end."""
    server = HostServer(tmp_path, [new_game(tmp_path / "war.risk", "Ann,Ben")])
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visit() -> Iterator[Callable[..., Line]]:
    """A function that connects a friend with a terminal; all leave when the test ends."""
    hosts: list[HostServer] = []

    def visit(friend: Friend, *command: str, **options: object) -> Line:
        hosts.append(friend.host)
        return connect(friend, friend.login, *command, **options)

    with connecting() as connect:
        yield visit
    for server in hosts:
        if server.process.poll() is None:
            server.wait_empty()
