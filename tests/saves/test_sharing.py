"""Several processes use one file; those that only read leave no trace."""

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


def test_entries_of_others_are_changes(saved: Path) -> None:
    end = count(saved)
    with closing(SaveFile.open(saved)) as ann, closing(SaveFile.open(saved)) as ben:
        ann.has_changes(), ben.has_changes()
        assert not ann.has_changes()
        ben.append(end, entry(0), SUMMARY)
        assert not ben.has_changes(), "own entries are no changes"
        assert ann.has_changes()
        assert list(ann.entries(end)) == [entry(0)]
        assert not ann.has_changes()
        with pytest.raises(ConcurrentWrite):
            ann.append(end, entry(1), SUMMARY)
        ann.append(end + 1, entry(1), SUMMARY)
        assert ben.has_changes()
        assert list(ben.entries(end)) == [entry(0), entry(1)]


def test_copying_a_locked_database_fails_at_once(saved: Path) -> None:
    with closing(sqlite3.connect(saved, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        locked = pytest.raises(sqlite3.OperationalError, match="locked")
        with closing(connect(saved, "mode=ro", 0)) as source, locked:
            in_memory(source)


def test_entry_before_the_first_check_is_a_change(saved: Path) -> None:
    end = count(saved)
    with closing(SaveFile.open(saved)) as ann, closing(SaveFile.open(saved, "ro")) as eve:
        assert len(list(ann.entries())) == len(list(eve.entries())) == end
        with closing(SaveFile.open(saved)) as ben:
            ben.append(end, entry(0), SUMMARY)
        assert ann.has_changes()
        assert eve.has_changes()
        assert list(eve.entries(end)) == [entry(0)]


def test_entry_with_a_gap_before_it_is_refused(saved: Path) -> None:
    with closing(SaveFile.open(saved)) as save, pytest.raises(SaveError):
        save.append(count(saved) + 1, entry(0), SUMMARY)
    assert Table.open(saved).steps == 60


def test_reader_sees_entries_of_players_who_come_and_go(saved: Path) -> None:
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


def test_file_that_changes_during_a_slow_query_is_read_again(
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
def test_reading_writes_nothing(saved: Path) -> None:
    names, content = sorted(saved.parent.iterdir()), at_rest(saved.parent)
    with closing(SaveFile.open(saved, "ro")) as reader:
        assert list(reader.entries())
        assert not reader.has_changes()
        assert sorted(saved.parent.iterdir()) == names
        with pytest.raises(SaveError):
            reader.append(count(saved), entry(0), SUMMARY)
    with closing(SaveFile.open(saved)) as save:
        assert list(save.entries())
    assert saved_games()[0].summary
    assert sorted(saved.parent.iterdir()) == names
    assert at_rest(saved.parent) == content


@pytest.mark.usefixtures("own_folder")
def test_game_in_a_read_only_folder_can_be_watched(saved: Path) -> None:
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
    """A game with its last entry only in SQLite's log, after a process was killed."""
    number = count(saved)

    def append(path: Path) -> None:
        SaveFile.open(path).append(number, DefenceEntry(0, "most"), SUMMARY)

    kill_after(append, saved)
    assert saved.with_name("game.risk-wal").stat().st_size
    return saved


def test_log_of_a_killed_process_is_folded_into_the_file(killed: Path) -> None:
    before = killed.read_bytes()
    with closing(SaveFile.open(killed, "ro")) as save:
        entries = save.entries()
        end = len(entries)
        assert entries[-1] == DefenceEntry(0, "most")
        assert not save.has_changes()
    assert killed.read_bytes() == before
    with closing(SaveFile.open(killed)) as save:
        save.has_changes()
        assert save.entries() == entries
    assert not killed.with_name("game.risk-wal").exists()
    alone = Path(shutil.copy(killed, killed.with_name("alone.risk")))
    assert count(alone) == end


def test_log_of_a_killed_process_is_read_in_a_read_only_folder(killed: Path) -> None:
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


def test_refused_game_keeps_the_log_of_a_killed_process(killed: Path) -> None:
    data = bytearray(killed.read_bytes())
    # Damage a page of the header; that of the last entries is in the log too.
    data[5 * 4096 + 100] ^= 1
    killed.write_bytes(data)
    bits = at_rest(killed.parent)
    with pytest.raises(SaveError, match=r"damaged|can't be read"):
        Table.open(killed)
    assert at_rest(killed.parent) == bits


def append_sixty(path: Path) -> None:
    """Append entries while other processes do so."""
    database.BUSY_SECONDS = 60  # The machine may be busy.
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


def test_concurrent_writers_make_one_sequence(saved: Path) -> None:
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


def test_append_to_a_damaged_game_is_refused(saved: Path) -> None:
    end = count(saved)
    with closing(SaveFile.open(saved)) as save:
        assert len(list(save.entries())) == end
        change(saved, "DELETE FROM entries WHERE number = ?", end - 1)
        with pytest.raises(SaveError):
            save.append(end, entry(0), SUMMARY)
