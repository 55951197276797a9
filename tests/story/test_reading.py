"""Reading the story of a file: whole, damaged, or no game at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from risk_tui.saves.entries import ActionEntry
from risk_tui.saves.errors import SaveError
from risk_tui.saves.header import Header, SeatSetup
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.reading import read_story
from risk_tui.table.game_log import GameLog
from tests.story.conftest import SEATS, SETUP

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.engine.records import Record


@pytest.fixture
def path(tmp_path: Path, records: list[Record]) -> Path:
    """A saved game of 120 steps."""
    seats = tuple(SeatSetup(seat.name, seat.colour, seat.player) for seat in SEATS)
    header = Header(SETUP, seats, None, "2026-11-22T18:00:00+00:00")
    entries = [ActionEntry(r.seat, r.action, r.chance) for r in records[:120]]
    log = GameLog(header)
    log.apply_entries(entries)
    path = tmp_path / "evening.risk"
    SaveFile.create(path, header, log.summary(), entries).close()
    return path


def test_a_saved_game_is_only_read(path: Path) -> None:
    before = path.read_bytes()
    story = read_story(path)
    assert (story.name, story.end, story.missing) == ("evening", 120, "")
    assert path.read_bytes() == before


def test_of_a_damaged_game_the_good_part_is_told(path: Path) -> None:
    with closing(sqlite3.connect(path)) as link:
        link.execute("UPDATE entries SET entry = '{}' WHERE number = 80")
        link.commit()
    story = read_story(path)
    assert story.end == 80
    assert story.missing == "The rest of the game is missing: entry 80 is damaged"


@pytest.mark.parametrize("content", [b"", b"no game", b"SQLite format 3\0" + bytes(200)])
def test_what_is_no_game_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "photo.risk"
    path.write_bytes(content)
    with pytest.raises(SaveError) as refused:
        read_story(path)
    assert "\n" not in str(refused.value)
    assert "photo.risk" in str(refused.value)
