"""Several processes at one file: who is told what, and what a mere look leaves behind."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.saves import database
from risk_tui.saves.database import Connection, connect, in_memory
from risk_tui.saves.entries import DefenceEntry
from risk_tui.saves.errors import ConcurrentWrite, SaveError
from risk_tui.saves.folder import saved_games
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table

from .games import as_nobody, at_rest, change, kill_after, read
from .sample_entries import SUMMARY, entry


def count(path: Path) -> int:
    return int(read(path, "SELECT count(*) FROM entries"))


def test_news_are_what_others_appended(saved: Path) -> None:
    end = count(saved)
    with closing(SaveFile.open(saved)) as ann, closing(SaveFile.open(saved)) as ben:
        ann.has_changes(), ben.has_changes()
        assert not ann.has_changes()
        ben.append(end, entry(0), SUMMARY)
        assert not ben.has_changes(), "one's own entries are no news"
        assert ann.has_changes()
        assert list(ann.entries(end)) == [entry(0)]
        assert not ann.has_changes()
        with pytest.raises(ConcurrentWrite):
            ann.append(end, entry(1), SUMMARY)
        ann.append(end + 1, entry(1), SUMMARY)
        assert ben.has_changes()
        assert list(ben.entries(end)) == [entry(0), entry(1)]


def test_a_locked_database_is_not_copied_for_ever(saved: Path) -> None:
    with closing(sqlite3.connect(saved, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        locked = pytest.raises(sqlite3.OperationalError, match="locked")
        with closing(connect(saved, "mode=ro", 0)) as source, locked:
            in_memory(source)


def test_an_entry_between_the_opening_and_the_first_question_is_news(saved: Path) -> None:
    end = count(saved)
    with closing(SaveFile.open(saved)) as ann, closing(SaveFile.open(saved, "ro")) as eve:
        assert len(list(ann.entries())) == len(list(eve.entries())) == end
        with closing(SaveFile.open(saved)) as ben:
            ben.append(end, entry(0), SUMMARY)
        assert ann.has_changes()
        assert eve.has_changes()
        assert list(eve.entries(end)) == [entry(0)]


def test_an_entry_out_of_turn_is_refused(saved: Path) -> None:
    with closing(SaveFile.open(saved)) as save, pytest.raises(SaveError):
        save.append(count(saved) + 1, entry(0), SUMMARY)
    assert Table.open(saved).steps == 60


def test_a_watcher_sees_players_come_and_go(saved: Path) -> None:
    end = count(saved)
    with closing(SaveFile.open(saved, "ro")) as watcher:
        assert not watcher.has_changes()
        for number in range(3):
            with closing(SaveFile.open(saved)) as player:
                player.append(end + number, entry(number), SUMMARY)
                assert watcher.has_changes()
                assert list(watcher.entries(end)) == [entry(each) for each in range(number + 1)]
                assert not watcher.has_changes()
        assert len(list(watcher.entries())) == end + 3


def test_what_changes_while_it_is_read_is_read_again_even_when_that_took_long(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def look(_: sqlite3.Connection) -> int:
        nonlocal looks
        looks += 1
        if looks == 1:
            os.utime(saved, ns=(1, 1))
        return looks

    with closing(Connection(saved, "ro")) as connection:
        monkeypatch.setattr(time, "monotonic", itertools.count(0, 100).__next__)
        assert connection.read(look) == 2


@pytest.mark.usefixtures("own_folder")
def test_a_watcher_writes_nothing(saved: Path) -> None:
    before = sorted(path.name for path in saved.parent.iterdir())
    bits = at_rest(saved.parent)
    with closing(SaveFile.open(saved, "ro")) as watcher:
        assert list(watcher.entries())
        assert not watcher.has_changes()
        assert sorted(path.name for path in saved.parent.iterdir()) == before
        with pytest.raises(SaveError):
            watcher.append(count(saved), entry(0), SUMMARY)
    assert saved_games()[0].summary
    assert sorted(path.name for path in saved.parent.iterdir()) == before
    assert at_rest(saved.parent) == bits


def test_a_game_that_is_only_opened_is_not_written(saved: Path) -> None:
    bits = at_rest(saved.parent)
    with closing(SaveFile.open(saved)) as save:
        assert list(save.entries())
    assert at_rest(saved.parent) == bits


@pytest.mark.usefixtures("own_folder")
def test_a_folder_that_cannot_be_written_can_be_looked_at(saved: Path) -> None:
    saved.chmod(0o444)
    saved.parent.chmod(0o555)

    def look(path: Path) -> None:
        (game,) = saved_games()
        assert game.summary
        with closing(SaveFile.open(path, "ro")) as save:
            assert len(list(save.entries())) >= 60
            assert not save.has_changes()

    assert as_nobody(look, saved) == ""
    assert "is read-only" in as_nobody(SaveFile.open, saved)
    saved.parent.chmod(0o755)


@pytest.fixture
def killed(saved: Path) -> Path:
    """A game whose last entry is in SQLite's log alone, left by a process that was killed."""
    number = count(saved)

    def append(path: Path) -> None:
        SaveFile.open(path).append(number, DefenceEntry(0, "most"), SUMMARY)

    kill_after(append, saved)
    assert saved.with_name("game.risk-wal").stat().st_size
    return saved


def test_what_a_killed_process_left_is_folded_in(killed: Path) -> None:
    before = killed.read_bytes()
    with closing(SaveFile.open(killed, "ro")) as save:
        told = list(save.entries())
        end = len(told)
        assert told[-1] == DefenceEntry(0, "most")
        assert not save.has_changes()
    assert killed.read_bytes() == before
    with closing(SaveFile.open(killed)) as save:
        save.has_changes()
        assert list(save.entries()) == told
    assert not killed.with_name("game.risk-wal").exists()
    alone = Path(shutil.copy(killed, killed.with_name("alone.risk")))
    assert count(alone) == end


def test_what_a_killed_process_left_is_seen_where_nothing_can_be_written(killed: Path) -> None:
    end = count(Path(shutil.copytree(killed.parent, killed.parent / "same") / "game.risk"))
    shutil.rmtree(killed.parent / "same")

    def look(path: Path) -> None:
        with closing(SaveFile.open(path, "ro")) as save:
            assert len(list(save.entries())) == end

    for leave in ("game.risk-shm", "game.risk-wal"):
        for path in killed.parent.iterdir():
            path.chmod(0o444)
        killed.parent.chmod(0o555)
        assert as_nobody(look, killed) == ""
        killed.parent.chmod(0o755)
        killed.with_name(leave).unlink(missing_ok=True)
        end -= leave.endswith("-wal")


def test_a_refused_game_keeps_what_a_killed_process_left(killed: Path) -> None:
    data = bytearray(killed.read_bytes())
    # On a page of the head: that of the last entries is in the log, too.
    data[5 * 4096 + 100] ^= 1
    killed.write_bytes(data)
    bits = at_rest(killed.parent)
    with pytest.raises(SaveError, match=r"damaged|can't be read"):
        Table.open(killed)
    assert at_rest(killed.parent) == bits


def append_sixty(path: Path) -> None:
    """Append entries while others do, too."""
    database.BUSY_SECONDS = 60  # The machine may be busy, too.
    save = SaveFile.open(path)
    number = len(save.entries())
    done = 0
    while done < 60:
        try:
            save.append(number, entry(number), SUMMARY)
            done += 1
            number += 1
        except ConcurrentWrite:
            number += len(save.entries(number))


def test_processes_that_append_at_once_make_one_log(saved: Path) -> None:
    end = count(saved)
    fork = multiprocessing.get_context("fork")
    players = [fork.Process(target=append_sixty, args=(saved,)) for _ in range(3)]
    for player in players:
        player.start()
    with closing(SaveFile.open(saved, "ro")) as watcher:
        seen = len(list(watcher.entries()))
        while seen < end + 180 and any(player.is_alive() for player in players):
            if watcher.has_changes():
                seen += len(list(watcher.entries(seen)))
        for player in players:
            player.join()
        assert [player.exitcode for player in players] == [0, 0, 0]
        assert seen + len(list(watcher.entries(seen))) == end + 180
    with closing(SaveFile.open(saved)) as save:
        assert len(list(save.entries())) == end + 180


def test_a_damaged_game_is_not_overwritten_by_playing_on(saved: Path) -> None:
    end = count(saved)
    with closing(SaveFile.open(saved)) as save:
        assert len(list(save.entries())) == end
        change(saved, "DELETE FROM entries WHERE number = ?", end - 1)
        with pytest.raises(SaveError):
            save.append(end, entry(0), SUMMARY)
