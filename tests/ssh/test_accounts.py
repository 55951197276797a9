"""People with different accounts of one machine share a game that their group may write."""

from __future__ import annotations

import grp
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ssh.games import Eve
from tests.ssh.server import Account, another_account
from tests.waiting import PATIENCE

pytestmark = pytest.mark.pty


@pytest.fixture
def neighbour(friends: Account) -> Iterator[str]:
    """Another account in the group of the friends."""
    if not friends.own:
        pytest.skip("needs root, to have two accounts")
    with another_account("-M", "-d", "/nowhere", "-G", friends.name) as name:
        yield name


@pytest.fixture
def shared(friends: Account, eve: Eve, base: Path, neighbour: str) -> Path:
    """The game in a folder with the permissions that docs/ssh.md recommends."""
    game = base / "shared" / "war.risk"
    game.parent.mkdir()
    game.write_bytes(eve.content)
    for path, mode in ((game.parent, 0o2770), (game, 0o660)):
        os.chown(path, 0, grp.getgrnam(friends.name).gr_gid)
        path.chmod(mode)
    return game


@pytest.fixture
def processes(neighbour: str) -> Iterator[list[subprocess.Popen[str]]]:
    """A list of processes that are killed at the end of the test."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.communicate()


def wait_for_greeting(process: subprocess.Popen[str]) -> None:
    """Wait for the first line of a program; fail with its error if there is none."""
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.readline() or not process.stderr.read()


def test_players_join_from_different_accounts(
    friends: Account, neighbour: str, shared: Path, processes: list[subprocess.Popen[str]]
) -> None:
    group = grp.getgrnam(friends.name).gr_gid

    def join(user: str, seat: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [friends.program, "join", shared, "--seat", seat, "--plain"],
            user=user,
            group=group,
            extra_groups=[],
            umask=0o022,
            cwd="/",
            env={"PATH": os.defpath, "HOME": "/"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    ann = join(friends.name, "Ann")
    wait_for_greeting(ann)
    ben = join(neighbour, "Ben")
    wait_for_greeting(ben)
    thief = join(neighbour, "Ann")
    assert "another terminal has Ann's seat" in thief.communicate(timeout=PATIENCE)[1]
