"""A game file is created completely or not at all, and never replaces another file."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.data import files
from risk_tui.saves import journals, schema
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file_operations import copy_game
from risk_tui.saves.folder import saved_games
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table
from tests.saves.games import bot_game, new_bot_table

STEPS = [
    (files, "flush"),
    (files, "rename_new"),
    (os, "link"),
    (os, "fsync"),
    (schema, "checksum"),
]


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs another process")


def create_and_die(path: Path, patch: pytest.MonkeyPatch, place: object, name: str) -> None:
    """Create a game in a process that dies, without tidying up, when it calls a function."""
    child = os.fork()
    if child == 0:
        try:
            patch.setattr(place, name, lambda *_, **__: os._exit(9))
            new_bot_table(path, "uk-new")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


@needs_fork
@pytest.mark.usefixtures("own_folder")
@pytest.mark.parametrize(("place", "name"), STEPS, ids=[name for _, name in STEPS])
def test_kill_during_creation_leaves_no_broken_game(
    place: object, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_and_die(tmp_path / "game.risk", monkeypatch, place, name)
    assert all(game.summary for game in saved_games())
    with closing(bot_game(tmp_path / "next.risk", 3)) as table:
        assert table.steps == 3


@needs_fork
@pytest.mark.usefixtures("own_folder")
def test_game_with_two_names_after_a_kill_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.risk"
    create_and_die(path, monkeypatch, Path, "unlink")
    assert path.stat().st_nlink == 2
    assert Table.open(path).steps == 0
    assert [game.name for game in saved_games()] == ["game"]
    assert path.stat().st_nlink == 1


def test_only_old_unfinished_files_are_removed(tmp_path: Path) -> None:
    old, new = tmp_path / ".1.unfinished", tmp_path / ".2.unfinished"
    other = tmp_path / "unfinished symphony"
    for path in (old, new, other):
        path.write_text("half a game")
        os.utime(path, (0, 0) if path != new else (time.time(), time.time()))
    new_bot_table(tmp_path / "game.risk", "uk-new").close()
    assert not old.exists()
    assert new.exists()
    assert other.exists()


def no_links(*_: object, **__: object) -> None:
    raise OSError(errno.EPERM, "no links here")


@pytest.mark.parametrize("link", [os.link, no_links], ids=["links", "no links"])
def test_existing_file_is_never_replaced(
    link: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", link)
    path = tmp_path / "game.risk"
    # The other file appears after the name was found to be free.
    flush = files.flush

    def flush_late(new_file: Path) -> None:
        flush(new_file)
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
    assert not list(tmp_path.glob(".*.unfinished"))


def test_log_of_a_deleted_game_is_not_applied_to_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "game.risk"
    path.with_name("game.risk-wal").write_bytes(b"old entries" * 500)
    path.with_name("game.risk-shm").write_bytes(b"old index" * 500)
    table = bot_game(path, 3)
    table.close()
    assert Table.open(path).steps == 3


def test_journal_suits_the_disk_that_a_linked_folder_is_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write-ahead log works only on a disk of this machine."""
    remote, link = tmp_path / "remote", tmp_path / "link"
    remote.mkdir()
    link.symlink_to(remote)
    monkeypatch.setattr(
        journals, "file_system", lambda file: "nfs4" if remote in file.parents else "ext4"
    )
    with closing(bot_game(link / "game.risk", 3)):
        pass
    copy_game(link / "game.risk", link / "copy.risk")
    assert (remote / "copy.risk").read_bytes()[18:20] == b"\x01\x01", "a rollback journal"
