"""Games on file systems without locks are refused, and can be copied and watched."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import pytest

from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table
from tests.forked_python import forking_python
from tests.saves.without_locks import library

from .tables import make_game

Run: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sequence[str]]:
    """A command for Python with a library that refuses locks."""
    folder = tmp_path_factory.mktemp("library")
    environment = {**os.environ, "LD_PRELOAD": str(library(folder))}
    with forking_python(folder / "python", ROOT, environment) as python:
        yield python


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "network"
    folder.mkdir()
    return make_game(folder / "war.risk", "Ann,Ben")


FLOCK_ONLY = {"UNLOCKED_FLOCK_WORKS": "1", "UNLOCKED_ERROR": str(errno.EOPNOTSUPP)}
"""A folder that has some locks, but not all that SQLite needs."""


@pytest.fixture
def run(python: Sequence[str], game: Path, tmp_path: Path) -> Run:
    """Run ``risk-tui`` where the game's folder has no locks."""
    environment = {
        **os.environ,
        "UNLOCKED_FOLDER": str(game.parent),
        "UNLOCKED_ERROR": str(errno.ENOLCK),
        "XDG_DATA_HOME": str(tmp_path / "home"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }

    def run(*words: object, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*python, "-m", "risk_tui", *map(str, words)],
            env=environment | more,
            input="quit\n",
            capture_output=True,
            check=False,
            text=True,
        )

    return run


def files_of(folder: Path) -> list[str]:
    """All files below a folder, hidden ones too."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_game_is_refused_in_one_line_that_says_where_to_put_it(run: Run, game: Path) -> None:
    before = game.read_bytes()
    for locks, command in (({}, ["resume", game]), (FLOCK_ONLY, ["join", game, "--seat", "Ann"])):
        done = run(*command, "--plain", **locks)
        assert done.returncode == 2
        assert done.stderr == (
            f"risk-tui: files can't be locked in {game.parent}; play a copy on a disk of this "
            f"machine: risk-tui copy {game} war\n"
        )
    assert game.read_bytes() == before
    assert files_of(game.parent) == ["war.risk"]


def test_copy_of_a_refused_game_plays(run: Run, game: Path) -> None:
    assert run("copy", game, "war").returncode == 0
    done = run("resume", "war", "--plain")
    assert done.returncode == 0, done.stderr


def test_refused_game_can_be_watched_and_read(run: Run, game: Path) -> None:
    for command in (["join", game, "--plain"], ["story", game, "--plain"]):
        done = run(*command)
        assert done.returncode == 0, done.stderr


def test_new_game_is_refused_without_leaving_a_file(run: Run, game: Path) -> None:
    done = run("play", "--plain", "--players", "Ann,Ben", XDG_DATA_HOME=str(game.parent))
    assert done.returncode == 2
    folder = game.parent / "risk-tui" / "games"
    assert done.stderr == (
        f"risk-tui: files can't be locked in {folder}; move that folder to a disk of this "
        "machine, and link to it with ln -s\n"
    )
    assert files_of(game.parent) == ["war.risk"]


def test_saved_games_play_behind_a_link_to_a_folder_with_locks(
    run: Run, game: Path, tmp_path: Path
) -> None:
    (tmp_path / "disk").mkdir()
    (game.parent / "risk-tui").mkdir()
    (game.parent / "risk-tui" / "games").symlink_to(tmp_path / "disk")
    done = run("play", "--plain", "--players", "Ann,Ben", XDG_DATA_HOME=str(game.parent))
    assert done.returncode == 0, done.stderr
    assert len(files_of(tmp_path / "disk")) == 1


def test_log_is_read_where_temporary_files_have_no_locks(run: Run, game: Path) -> None:
    table = Table.open(game)
    table.seating.set_defence(0, "most")
    dead = game.with_name("dead.risk")
    shutil.copy(game, dead)
    shutil.copy(game.with_name("war.risk-wal"), game.with_name("dead.risk-wal"))
    entries = table.entries
    table.close()
    copy = game.parents[1] / "copy.risk"
    assert run("copy", dead, copy, TMPDIR=str(game.parent)).returncode == 0
    with closing(SaveFile.open(copy, "ro")) as save:
        assert len(save.entries()) == entries


def test_game_left_by_a_killed_terminal_is_read_without_locks(run: Run, game: Path) -> None:
    """A file with a rollback journal, as network disks have, that was torn during a step."""
    with closing(SaveFile.open(game, "ro")) as save:
        before = save.entries()
    code = """
import os, sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("PRAGMA journal_mode = DELETE")
file.execute("PRAGMA cache_size = 1")
file.execute("BEGIN IMMEDIATE")
file.execute("UPDATE entries SET entry = 'torn'")
file.execute("INSERT INTO entries SELECT number + 10, hex(zeroblob(90000)), 0 FROM entries")
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", code, str(game)], check=False)
    assert game.with_name("war.risk-journal").stat().st_size
    copy = game.parents[1] / "copy.risk"
    done = run("copy", game, copy)
    assert done.returncode == 0, done.stderr
    with closing(SaveFile.open(copy, "ro")) as save:
        assert save.entries() == before
