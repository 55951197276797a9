"""A game file comes to be whole or not at all, and takes no other file's place."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from risk_tui.data import files
from risk_tui.saves import schema
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import saved_games
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table
from tests.saves.games import bot_game, new_bot_table

if TYPE_CHECKING:
    from collections.abc import Callable

STEPS = [
    (files, "flush"),
    (files, "rename_new"),
    (os, "link"),
    (os, "fsync"),
    (schema, "checksum"),
]


def die(*_: object) -> None:
    """As a process does that is killed: nothing is tidied up."""
    os._exit(9)


@pytest.mark.usefixtures("own_folder")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs another process")
@pytest.mark.parametrize(("place", "name"), STEPS, ids=[name for _, name in STEPS])
def test_killed_while_a_game_is_made_leaves_no_broken_game(
    place: object, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = os.fork()
    if child == 0:
        try:
            monkeypatch.setattr(place, name, die)
            new_bot_table(tmp_path / "game.risk", "uk-new")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert all(game.summary for game in saved_games())
    table = bot_game(tmp_path / "next.risk", 3)
    assert table.steps == 3
    table.close()


@pytest.mark.usefixtures("own_folder")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs another process")
def test_killed_between_its_two_names_a_game_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.risk"
    child = os.fork()
    if child == 0:
        try:
            monkeypatch.setattr(Path, "unlink", die)
            new_bot_table(path, "uk-new")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert path.stat().st_nlink == 2
    assert Table.open(path).steps == 0
    assert [game.name for game in saved_games()] == ["game"]
    assert path.stat().st_nlink == 1


def test_what_was_left_unfinished_is_swept_away_once_it_is_old(tmp_path: Path) -> None:
    old, new = tmp_path / ".1.unfinished", tmp_path / ".2.unfinished"
    other = tmp_path / "unfinished symphony"
    for each in (old, new, other):
        each.write_text("half a game")
        os.utime(each, (0, 0) if each != new else (time.time(), time.time()))
    new_bot_table(tmp_path / "game.risk", "uk-new").close()
    assert not old.exists()
    assert new.exists()
    assert other.exists()


def no_links(*_: object, **__: object) -> None:
    raise OSError(errno.EPERM, "no links here")


@pytest.mark.parametrize("link", [os.link, no_links], ids=["links", "no links"])
def test_no_file_is_ever_overwritten(
    link: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", link)
    path = tmp_path / "game.risk"
    # It comes up in the last moment, when its name was found to be free already.
    flush = files.flush

    def flush_late(each: Path) -> None:
        flush(each)
        path.write_text("another game")

    with monkeypatch.context() as patch:
        patch.setattr(files, "flush", flush_late)
        with pytest.raises(SaveError, match="already exists"):
            new_bot_table(path, "uk-new")
    assert path.read_text() == "another game"
    with pytest.raises(SaveError, match="already exists"):
        new_bot_table(path, "uk-new")
    path.unlink()
    table = bot_game(path, 3)
    table.close()
    assert SaveFile.open(path).name == "game"
    assert not [each for each in tmp_path.iterdir() if each.name.endswith(".unfinished")]


def test_the_log_of_a_game_that_is_gone_is_not_taken_for_a_new_games(tmp_path: Path) -> None:
    path = tmp_path / "game.risk"
    path.with_name("game.risk-wal").write_bytes(b"old entries" * 500)
    path.with_name("game.risk-shm").write_bytes(b"old index" * 500)
    table = bot_game(path, 3)
    table.close()
    assert Table.open(path).steps == 3
