"""People with accounts of their own on one machine meet at a file that their group may write."""

from __future__ import annotations

import grp
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.ssh.server import another_account
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.ssh.games import Eve
    from tests.ssh.server import Account

pytestmark = pytest.mark.pty


@pytest.fixture
def neighbour(friends: Account) -> Iterator[str]:
    """Another account, in the group of the friends'."""
    if not friends.own:
        pytest.skip("needs root, to have two accounts")
    with another_account("-M", "-d", "/nowhere", "-G", friends.name) as name:
        yield name


@pytest.fixture
def shared(friends: Account, eve: Eve, base: Path, neighbour: str) -> Path:
    """The game, in a folder that was opened as docs/ssh.md says."""
    game = base / "shared" / "war.risk"
    game.parent.mkdir()
    game.write_bytes(eve.content)
    for path, mode in ((game.parent, 0o2770), (game, 0o660)):
        os.chown(path, 0, grp.getgrnam(friends.name).gr_gid)
        path.chmod(mode)
    return game


@pytest.fixture
def processes(neighbour: str) -> Iterator[list[subprocess.Popen[str]]]:
    """Whatever is put here ends with the test."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.communicate()


def greeted(process: subprocess.Popen[str]) -> None:
    """Wait until the program speaks; fails with what is wrong when it does not."""
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.readline() or not process.stderr.read()


def test_each_sits_down_from_an_account_of_his_own(
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
    greeted(ann)
    ben = join(neighbour, "Ben")
    greeted(ben)
    thief = join(neighbour, "Ann")
    assert "another terminal has Ann's seat" in thief.communicate(timeout=PATIENCE)[1]
