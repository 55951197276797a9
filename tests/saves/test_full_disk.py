"""A full disk: nothing half-written, and the same entry can be kept once there is room."""

from __future__ import annotations

import os
import subprocess
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from risk_tui.saves.errors import SaveError
from risk_tui.saves.file import SaveFile
from risk_tui.table.table import Table

from .games import bot_game, new_bot_table
from .test_sharing import SUMMARY, count, entry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
    """A file that takes all room that is left."""
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


def test_an_entry_that_found_no_room_can_be_appended_again(small: Path) -> None:
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


def test_a_game_that_found_no_room_can_be_begun_again(small: Path) -> None:
    blob = fill(small)
    with pytest.raises(SaveError, match="the disk is full"):
        new_bot_table(small / "game.risk", "uk-new")
    assert [path.name for path in small.iterdir()] == ["blob"]
    blob.unlink()
    new_bot_table(small / "game.risk", "uk-new").close()


def test_an_entry_that_is_safe_was_appended_whatever_came_after(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Folding the log back can fail after the entry was committed.
    import sqlite3

    end = count(saved)
    with closing(SaveFile.open(saved)) as save:
        commit = save._commit

        def late(number: int, text: str, summary: str) -> None:
            commit(number, text, summary)
            raise sqlite3.OperationalError("disk I/O error")

        monkeypatch.setattr(save, "_commit", late)
        save.append(end, entry(0), SUMMARY)
        assert list(save.entries(end)) == [entry(0)]
