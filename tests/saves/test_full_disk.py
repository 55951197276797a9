"""A full disk: nothing is half-written, and the same step can be repeated when there is room."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from risk_tui.cli import main
from risk_tui.data.files import NO_ROOM, reason
from risk_tui.data.settings import Settings, save_settings
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file_operations import copy_game, delete_game
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table

from .games import bot_game, new_bot_table
from .sample_entries import SUMMARY, entry
from .test_sharing import count


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of half a megabyte."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(place)]
    try:
        made = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        made = False
    if not made:
        pytest.skip("no disk can be made here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=False)


def fill(place: Path) -> Path:
    """Create a file that takes all the remaining room."""
    blob = place / "blob"
    with blob.open("wb", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass
    assert os.statvfs(place).f_bavail == 0
    return blob


def step_error(path: Path) -> str:
    """Return the error of a step in a game."""
    with closing(Table.open(path)) as table, pytest.raises(SaveError) as refused:
        table.automation.step()
    return str(refused.value)


def test_entry_can_be_appended_again_when_there_is_room(small: Path) -> None:
    path = small / "game.risk"
    bot_game(path, 5).close()
    end = count(path)
    with closing(SaveFile.open(path)) as save:
        save.append(end, entry(0), SUMMARY)
        blob = fill(small)
        number = end + 1
        while number < end + 500:
            try:
                save.append(number, entry(number), SUMMARY)
            except SaveError as error:
                assert "the disk is full" in str(error)
                break
            number += 1
        assert number < end + 500
        with pytest.raises(SaveError, match="the disk is full"):
            save.append(number, entry(number), SUMMARY)
        assert len(list(save.entries())) == number
        blob.unlink()
        save.append(number, entry(number), SUMMARY)
        assert len(list(save.entries())) == number + 1
    table = Table.open(path)
    assert table.steps == 5
    table.close()


def test_game_can_be_created_again_when_there_is_room(small: Path) -> None:
    blob = fill(small)
    with pytest.raises(SaveError, match="the disk is full"):
        new_bot_table(small / "game.risk", "uk-new")
    assert [path.name for path in small.iterdir()] == ["blob"]
    blob.unlink()
    new_bot_table(small / "game.risk", "uk-new").close()


@pytest.mark.parametrize("room", [0, 16_384])
def test_step_without_room_is_refused(small: Path, room: int) -> None:
    path = small / "game.risk"
    bot_game(path, 5).close()
    blob = fill(small)
    os.truncate(blob, blob.stat().st_size - room)
    for _ in range(2):  # The first attempt leaves nothing behind.
        message = "game.risk can't be continued: the disk is full; free some space and try again"
        assert step_error(path) == message
    assert not list(small.glob(".*.unfinished"))
    blob.unlink()
    table = Table.open(path)
    assert table.automation.step()
    table.close()


def test_game_on_a_full_disk_can_be_watched_exported_copied_and_deleted(
    small: Path, tmp_path: Path
) -> None:
    path = small / "game.risk"
    bot_game(path, 5).close()
    fill(small)
    assert step_error(path)
    Table.join(path).close()
    assert main(["export", str(path), str(tmp_path / "war.txt")]) == 0
    copy_game(path, tmp_path / "copy.risk")
    table = Table.open(tmp_path / "copy.risk")
    assert table.steps == 5
    table.close()
    delete_game(path)
    assert [each.name for each in small.iterdir()] == ["blob"]


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT])
def test_full_disk_and_full_quota_have_the_same_message(error: int) -> None:
    assert reason(OSError(error, os.strerror(error))) == NO_ROOM


def test_settings_and_commands_report_a_full_disk(
    small: Path, saved: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(small)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(small))
    monkeypatch.setenv("XDG_DATA_HOME", str(small))
    assert save_settings(Settings()) == NO_ROOM
    commands = (
        ["export", str(saved), str(small / "war.txt")],
        ["copy", str(saved), str(small / "copy.risk")],
        ["play", "--plain", "--players", "Ann,bot"],
    )
    for command in commands:
        assert main(command) == 2
        assert NO_ROOM in capsys.readouterr().err, command
    assert [path.name for path in small.rglob("*") if path.is_file()] == ["blob"]


def test_missing_room_for_temporary_files_is_reported(
    small: Path, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SaveFile.open(saved)) as save:
        save.append(count(saved), entry(0), SUMMARY)
        for each in ("game.risk", "game.risk-wal"):
            shutil.copy(saved.with_name(each), saved.with_name(f"left-{each}"))
    fill(small)
    monkeypatch.setattr(tempfile, "tempdir", str(small))
    left = saved.with_name("left-game.risk")
    with pytest.raises(SaveError, match=r"temporary files for .*: the disk is full"):
        SaveFile.open(left)


def test_error_after_the_commit_does_not_concern_the_entry(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite may fail to copy its log into the file then."""
    end = count(saved)
    with closing(SaveFile.open(saved)) as save:
        writing = save._writing

        @contextmanager
        def fail_late() -> Iterator[sqlite3.Connection]:
            with writing() as connection:
                yield connection
            raise sqlite3.OperationalError("disk I/O error")

        monkeypatch.setattr(save, "_writing", fail_late)
        save.append(end, entry(0), SUMMARY)
        assert save.entries(end) == [entry(0)]
