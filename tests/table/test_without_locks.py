"""Where files cannot be locked one terminal plays at a time, and no other by guess."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.saves.entries import DefenceEntry
from risk_tui.saves.owner import Owned
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table
from tests.saves.games import in_use
from tests.saves.without_locks import library

from .test_several_terminals import make_game

ROOT = Path(__file__).parents[2]
ENDLESS = 100_000


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library(tmp_path_factory.mktemp("library"))


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "network"
    folder.mkdir()
    return make_game(folder / "war.risk", "Ann,Ben")


class Apart:
    """Terminals where a folder has no locks."""

    def __init__(self, shim: Path, folder: Path, error: int = errno.ENOLCK, **more: str) -> None:
        self.environment = {
            **os.environ,
            "LD_PRELOAD": str(shim),
            "UNLOCKED_FOLDER": str(folder.resolve()),
            "UNLOCKED_ERROR": str(error),
            **more,
        }

    def start(self, *arguments: object) -> subprocess.Popen[str]:
        """Start ``appender``."""
        return subprocess.Popen(
            [sys.executable, "-m", "tests.table.appender", *map(str, arguments)],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def said(self, *arguments: object) -> list[str]:
        """All that ``appender`` says until it ends."""
        return self.start(*arguments).communicate()[0].splitlines()


@pytest.fixture
def apart(shim: Path, game: Path) -> Apart:
    return Apart(shim, game.parent)


def numbers(lines: list[str]) -> list[int]:
    return [int(line) for line in lines if line.isdecimal()]


def owners(game: Path) -> dict[int, int]:
    """Whose entry each number is; the file is looked at where files can be locked."""
    with closing(SaveFile.open(game, "ro")) as save:
        entries = list(save.entries())
    with closing(Table.join(game)) as watcher:
        assert watcher.entries == len(entries)
    return {
        number: entry.seat
        for number, entry in enumerate(entries)
        if isinstance(entry, DefenceEntry)
    }


def left(game: Path) -> list[str]:
    """What is in the game's folder, hidden files too."""
    return sorted(path.name for path in game.parent.iterdir())


def read(process: subprocess.Popen[str], count: int) -> list[str]:
    """A number of lines of a process."""
    assert process.stdout is not None
    return [process.stdout.readline().strip() for _ in range(count)]


@pytest.mark.parametrize("more", [{}, {"UNLOCKED_FLOCK_WORKS": "1"}], ids=["none", "flock"])
def test_one_terminal_plays_and_leaves_nothing_behind(
    more: dict[str, str], shim: Path, game: Path
) -> None:
    apart = Apart(shim, game.parent, errno.EOPNOTSUPP if more else errno.ENOLCK, **more)
    assert apart.said(game, 0, 5) == ["here", "1", "2", "3", "4", "5", "done"]
    assert left(game) == ["war.risk"]
    assert owners(game) == dict.fromkeys(range(1, 6), 0)


def test_games_are_made_copied_renamed_and_deleted(apart: Apart, game: Path) -> None:
    code = """
import sys
from pathlib import Path
from risk_tui.saves.file_operations import copy_game, delete_game, rename_game
from tests.saves.games import bot_game
game = Path(sys.argv[1])
bot_game(game.with_name("bots.risk"), 3).close()
copy_game(game, game.with_name("copy.risk"))
rename_game(game, game.with_name("peace.risk"))
delete_game(game.with_name("copy.risk"))
"""
    subprocess.run(
        [sys.executable, "-c", code, str(game)], cwd=ROOT, env=apart.environment, check=True
    )
    assert left(game) == ["bots.risk", "peace.risk"]
    with closing(Table.join(game.with_name("bots.risk"))) as bots:
        assert bots.steps == 3


def test_a_second_terminal_is_refused_until_a_person_says_that_the_first_is_gone(
    apart: Apart, game: Path
) -> None:
    ann = apart.start(game, 0, ENDLESS)
    lines = read(ann, 9)
    with pytest.raises(Owned, match=rf"\(process {ann.pid}, since 20.*--take-over"):
        Table.open(game)
    assert in_use(game)
    Table.join(game).close()  # a watcher is let in
    ann.kill()
    lines += ann.communicate()[0].splitlines()
    assert ann.returncode == -signal.SIGKILL
    for _ in range(2):
        with pytest.raises(Owned, match=f"process {ann.pid},"):
            Table.open(game)
    again = apart.said(game, 1, 3, "take_over")
    assert again[-1] == "done"
    expected = dict.fromkeys(numbers(lines), 0) | dict.fromkeys(numbers(again), 1)
    assert expected.items() <= owners(game).items()
    assert left(game) == ["war.risk"]


def test_a_terminal_that_was_not_gone_after_all_is_out_and_forks_nothing(
    apart: Apart, game: Path
) -> None:
    ann = apart.start(game, 0, ENDLESS)
    lines = read(ann, 4)
    ben = apart.said(game, 1, 20, "take_over")
    lines += ann.communicate()[0].splitlines()
    assert ben[-1] == "done"
    assert "was taken over by" in lines[-1]
    expected = dict.fromkeys(numbers(lines), 0) | dict.fromkeys(numbers(ben), 1)
    assert len(expected) == len(numbers(lines)) + len(numbers(ben))
    found = owners(game)
    assert expected.items() <= found.items()
    assert len(found) <= len(expected) + 1, "one entry may have been saved and not shown"
    assert left(game) == ["war.risk"]


def test_where_one_machine_can_lock_and_another_cannot_they_keep_one_another_out(
    apart: Apart, game: Path
) -> None:
    with closing(Table.open(game)):
        (told,) = apart.said(game, 1, 3)
        assert "is played by another terminal" in told
    ann = apart.start(game, 0, ENDLESS)
    read(ann, 3)
    with pytest.raises(Owned, match=f"process {ann.pid}"):
        Table.open(game)
    ann.kill()
    lines = ann.communicate()[0].splitlines()
    with closing(Table.open(game, take_over=True)) as table:
        table.set_defence(1, "most")
        last = table.entries - 1
    assert owners(game)[last] == 1
    assert set(numbers(lines)) <= set(owners(game))


def test_a_mark_is_shown_and_never_obeyed(game: Path) -> None:
    folder = game.with_name(".war.seats")
    folder.mkdir()
    for text in (json.dumps({"user": "\x1b[2J" * 9, "since": ["x" * 10_000]}), "[" * 999, "\0"):
        (folder / "owner").write_text(text)
        with pytest.raises(Owned) as refused:
            Table.open(game)
        assert str(refused.value).isprintable()
        assert refused.value.who.isprintable()
    assert len(refused.value.who) < 400


@pytest.mark.parametrize("temporary", ["elsewhere", "here"])
def test_a_journal_that_a_killed_terminal_left_is_taken_in(
    apart: Apart, game: Path, temporary: str
) -> None:
    """The folder for temporary files may have no locks either."""
    if temporary == "here":
        (game.parent / "tmp").mkdir()
        apart.environment["TMPDIR"] = str(game.parent / "tmp")
    # A terminal that is killed while it writes: the file is torn, the journal knows what was.
    with closing(SaveFile.open(game, "ro")) as save:
        before = list(save.entries())
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
    journal = game.with_name("war.risk-journal")
    assert journal.stat().st_size
    folder = game.with_name(".war.seats")
    folder.mkdir()
    (folder / "owner").write_text("{}")
    with closing(SaveFile.open(game, "ro")) as save:
        assert list(save.entries()) == before
    assert apart.said(game, 0, 2, "take_over") == ["here", "1", "2", "done"]
    assert left(game) == ["war.risk"] if temporary == "elsewhere" else ["tmp", "war.risk"]
    assert owners(game) == {1: 0, 2: 0}


def test_a_log_is_taken_in_where_temporary_files_have_no_locks(apart: Apart, game: Path) -> None:
    table = Table.open(game)
    table.set_defence(0, "most")
    shutil.copy(game, game.with_name("dead.risk"))
    shutil.copy(game.with_name("war.risk-wal"), game.with_name("dead.risk-wal"))
    table.close()
    apart.environment["TMPDIR"] = str(game.parent)
    dead = game.with_name("dead.risk")
    assert apart.said(dead, 0, 2) == ["here", "2", "3", "done"]
    assert left(game) == ["dead.risk", "war.risk"]
    assert owners(dead) == {1: 0, 2: 0, 3: 0}
