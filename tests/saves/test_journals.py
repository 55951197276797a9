"""Entries are durable: by one flush on a local disk, by a rollback journal on other disks."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from risk_tui.saves import journals
from risk_tui.saves.errors import SaveError
from risk_tui.saves.journals import file_system, journal_mode
from risk_tui.saves.save_file import SaveFile, read_summary
from risk_tui.table.dice_archive import dice_in_file
from risk_tui.table.table import Table

from .games import at_rest, bot_game, kill_after, read
from .sample_entries import SUMMARY, entry
from .test_sharing import count
from .without_locks import library

FOLDER = str(Path(__file__).parent)
ROOT = Path(__file__).parents[2]

APPEND = """
import ctypes, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from risk_tui.saves import journals
if sys.argv[3] == "elsewhere":
    journals.file_system = lambda file: "nfs4"
from sample_entries import SUMMARY, entry
from risk_tui.saves.save_file import SaveFile
save = SaveFile.open(Path(sys.argv[1]))
number = len(save.entries())
save.append(number, entry(number), SUMMARY)
"""
COUNT = """
counter = ctypes.c_int.in_dll(ctypes.CDLL(None), "flushes")
before = counter.value
for number in range(number + 1, number + 21):
    save.append(number, entry(number), SUMMARY)
print(counter.value - before)
"""
FLUSHES = """
#include <sys/syscall.h>
#include <unistd.h>
int flushes;
int fsync(int file) { flushes++; return syscall(SYS_fsync, file); }
int fdatasync(int file) { flushes++; return syscall(SYS_fdatasync, file); }
"""


def python(
    code: str, path: Path, where: str = "here", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, str(path), FOLDER, where],
        env={**os.environ, **environment},
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """All folders are on the disk of another machine."""
    monkeypatch.setattr(journals, "file_system", lambda file: "nfs4")


def append_one(path: Path) -> tuple[SaveFile, int]:
    """Append an entry; return the open file and the entry's number."""
    save = SaveFile.open(path)
    number = len(save.entries())
    save.append(number, entry(number), SUMMARY)
    return save, number


def append_one_and_half_of_more(path: Path) -> None:
    """Append an entry, and write a part of the next ones to the file without a commit."""
    save, number = append_one(path)
    connection = save.write()
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("PRAGMA cache_spill = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE entries SET checksum = 0")
    for further in range(number + 1, number + 6):
        connection.execute("INSERT INTO entries VALUES (?, ?, 0)", (further, "x" * 60_000))


def keeps_rollback(path: Path) -> bool:
    return path.read_bytes()[18:20] == b"\x01\x01"


def test_entry_costs_one_flush_on_a_local_disk(saved: Path, tmp_path: Path) -> None:
    done = python(APPEND + COUNT, saved, LD_PRELOAD=str(library(tmp_path, FLUSHES)))
    assert int(done.stdout) == 20, done.stderr


def test_file_system_of_this_machine_is_known() -> None:
    assert journal_mode(Path("/proc/version")) == "delete", "not a disk"
    if Path("/proc/self/mountinfo").exists():
        assert file_system(Path("/proc/version")) == "proc"


def test_longest_mount_point_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
        "30 22 0:40 / /home/zoe/our\\040games rw shared:9 master:2 - nfs4 host:/games rw\n"
        "31 22 8:2 / /home/zoe ro - xfs /dev/sda2 rw\n"
        "32 22 8:2 / /mnt rw - fuse.sshfs host: rw\n"
        "33 22 8:2 / /mnt rw - btrfs /dev/sdb rw\n"
    )
    monkeypatch.setattr(journals, "_MOUNTS", mounts)
    assert file_system(Path("/home/zoe/our games/war.risk")) == "nfs4"
    assert file_system(Path("/home/zoe/war.risk")) == "xfs"
    assert file_system(Path("/home/zoey/war.risk")) == "ext4"
    assert file_system(Path("/mnt/war.risk")) == "btrfs"
    mounts.unlink()
    assert file_system(Path("/home/zoe/war.risk")) == ""


ONE_ENTRY = APPEND + "save.close()"


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_leaving_player_releases_no_locks_of_others(
    saved: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if where == "elsewhere":
        monkeypatch.setattr(journals, "file_system", lambda file: "nfs4")
    end = count(saved)
    with closing(SaveFile.open(saved)) as ann:
        ann.append(end, entry(end), SUMMARY)
        assert python(ONE_ENTRY, saved, where).returncode == 0
        assert ann.has_changes()
        ann.append(end + 2, entry(end + 2), SUMMARY)
        with closing(SaveFile.open(saved, "ro")) as watcher:
            assert len(watcher.entries()) == end + 3
        found = python(ONE_ENTRY + "; print(number)", saved, where)
        assert int(found.stdout) == end + 3


def test_reading_a_game_of_this_process_releases_no_locks(tmp_path: Path) -> None:
    """Otherwise another terminal would remove the log when it leaves."""
    path = tmp_path / "game.risk"
    with closing(bot_game(path, steps=20)) as table:
        dice_in_file(path)
        read_summary(path)
        with closing(SaveFile.open(path, "ro")):
            pass
        before = count(path)
        assert python(ONE_ENTRY, path).returncode == 0
        assert table.ledger.sync()
        table.automation.step()
        assert count(path) > before + 1


def test_truncated_log_loses_only_its_last_entries(saved: Path) -> None:
    end = count(saved)
    with closing(SaveFile.open(saved)) as save:
        for number in range(end, end + 6):
            save.append(number, entry(number), SUMMARY)
        folder = saved.parent / "dead"
        folder.mkdir()
        dead = Path(shutil.copy(saved, folder))
        log = saved.with_name("game.risk-wal").read_bytes()
    seen = set()
    for size in range(0, len(log) + 1, 1_009):
        dead.with_name("game.risk-wal").write_bytes(log[:size])
        with closing(SaveFile.open(dead, "ro")) as save:
            entries = save.entries()
        assert entries[end:] == [entry(end + done) for done in range(len(entries) - end)]
        seen.add(len(entries))
    assert seen == set(range(end, end + 6)), "the last entry needs the last byte"


def test_file_without_its_log_continues_after_the_last_checkpoint(saved: Path) -> None:
    end = count(saved)
    kill_after(append_one, saved)
    saved.with_name("game.risk-wal").unlink()
    with closing(SaveFile.open(saved)) as save:
        assert len(save.entries()) == end
        save.append(end, entry(end + 2), SUMMARY)
    with closing(SaveFile.open(saved)) as save:
        assert save.entries()[end:] == [entry(end + 2)]


def replace(path: Path) -> None:
    """Put a file with the same content in the place of another."""
    path.rename(path.with_name("moved"))
    shutil.copy(path.with_name("moved"), path)


def overwrite(path: Path) -> None:
    """Write zeros over a file, which keeps its size."""
    with path.open("r+b") as file:
        file.write(bytes(path.stat().st_size))


def empty_and_lengthen(path: Path) -> None:
    """Truncate a file, then extend it to its old size."""
    size = path.stat().st_size
    os.truncate(path, 0)
    os.truncate(path, size)


SPOILT: dict[str, Callable[[Path, Path], object]] = {
    "a removed log": lambda log, index: log.unlink(),
    "a removed index": lambda log, index: index.unlink(),
    "neither left": lambda log, index: (log.unlink(), index.unlink()),
    "an emptied log": lambda log, index: os.truncate(log, 0),
    "half a log": lambda log, index: os.truncate(log, log.stat().st_size // 2),
    "another log": lambda log, index: replace(log),
    "another index": lambda log, index: replace(index),
    "a log of zeros": lambda log, index: overwrite(log),
    "a log with its old size": lambda log, index: empty_and_lengthen(log),
}
BETWEEN_STEPS = SPOILT | {"an emptied index": lambda log, index: os.truncate(index, 0)}
"""During a step the system kills a program whose shared memory is cut short."""
SPOILT_FILES = {
    "an emptied file": lambda path: os.truncate(path, 0),
    "a file of one page": lambda path: os.truncate(path, 4096),
    "a file of zeros": overwrite,
    "another file": replace,
}


@pytest.mark.parametrize("spoil", BETWEEN_STEPS.values(), ids=BETWEEN_STEPS)
def test_damaged_log_is_noticed_at_every_terminal(
    tmp_path: Path, spoil: Callable[[Path, Path], object]
) -> None:
    path = tmp_path / "game.risk"
    with closing(bot_game(path, steps=20)) as table, closing(Table.join(path)) as watcher:
        spoil(tmp_path / "game.risk-wal", tmp_path / "game.risk-shm")
        for look in (
            table.automation.step,
            table.ledger.has_changes,
            watcher.ledger.has_changes,
            watcher.ledger.sync,
        ):
            with pytest.raises(SaveError, match="removed, replaced or cut short"):
                look()
        assert table.steps == 20


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_damage_of_the_log_during_a_step_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path, Path], object]
) -> None:
    writing = SaveFile._writing

    def spoil_and_write(save: SaveFile) -> AbstractContextManager[sqlite3.Connection]:
        spoil(tmp_path / "game.risk-wal", tmp_path / "game.risk-shm")
        return writing(save)

    with closing(bot_game(tmp_path / "game.risk", steps=20)) as table:
        monkeypatch.setattr(SaveFile, "_writing", spoil_and_write)
        with pytest.raises(SaveError, match="removed, replaced or cut short"):
            table.automation.step()
    for copy in tmp_path.glob("*-rescued.risk"):
        assert read_summary(copy).steps == 20, "the step that was not saved is not in the copy"


@pytest.mark.parametrize("spoil", SPOILT_FILES.values(), ids=SPOILT_FILES)
def test_damaged_file_continues_in_a_copy(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    path = tmp_path / "game.risk"
    table = bot_game(path, steps=20)
    spoil(path)
    spoilt = path.read_bytes()
    with pytest.raises(SaveError, match=r"game\.risk was .*risk-tui resume .*game-rescued"):
        table.automation.step()
    table.close()
    assert path.read_bytes() == spoilt
    with closing(Table.open(tmp_path / "game-rescued.risk")) as copy:
        assert copy.steps == 20


@pytest.mark.parametrize("spoil", ["an emptied log", "a log of zeros", "a log with its old size"])
def test_leaving_writes_no_damaged_log_into_the_file(tmp_path: Path, spoil: str) -> None:
    path = tmp_path / "game.risk"
    table, guest = bot_game(path, steps=20), Table.open(path)
    before = path.read_bytes()
    SPOILT[spoil](tmp_path / "game.risk-wal", tmp_path / "game.risk-shm")
    table.close()
    guest.close()
    assert path.read_bytes() == before
    assert [copy.name for copy in tmp_path.glob("*-rescued*.risk")] == ["game-rescued.risk"]
    with closing(Table.open(tmp_path / "game-rescued.risk")) as copy:
        assert copy.steps == 20
    with closing(Table.open(path)) as again:  # The remaining log is no new damage.
        again.automation.step()
        assert not again.ledger.has_changes()


def test_deleted_game_of_a_closed_table_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "game.risk"
    table = bot_game(path, steps=5)
    table.close()
    path.unlink()
    table.close()
    assert not list(tmp_path.glob("*.risk"))


def test_fold_finds_damage_in_the_middle_of_a_log(tmp_path: Path) -> None:
    path, log = tmp_path / "game.risk", tmp_path / "game.risk-wal"
    table = bot_game(path, steps=20)
    before = path.read_bytes()
    with log.open("r+b") as file:
        file.seek(log.stat().st_size // 2)
        file.write(bytes(5_000))
    with pytest.raises(SaveError, match="game-rescued"):
        table.ledger.checkpoint()
    table.close()
    assert path.read_bytes() == before
    with closing(Table.open(tmp_path / "game-rescued.risk")) as copy:
        assert copy.steps == 20


def test_removed_log_is_written_into_the_file_when_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game.risk"
    table = bot_game(path, steps=20)
    (tmp_path / "game.risk-wal").unlink()
    with pytest.raises(SaveError):
        table.ledger.has_changes()
    dead = Path(shutil.copy(path, tmp_path / "dead.risk"))
    with closing(Table.open(dead)) as saved:
        assert saved.steps == table.steps == 20
    table.close()


def test_leaving_writes_nothing_into_a_game_that_another_terminal_reopened(tmp_path: Path) -> None:
    """Terminals with different logs do not see each other."""
    path = tmp_path / "game.risk"
    table = bot_game(path, steps=20)
    table.ledger.checkpoint()
    for _ in range(60):
        table.automation.step()
    (tmp_path / "game.risk-wal").unlink()
    (tmp_path / "game.risk-shm").unlink()
    code = APPEND + "print(number, flush=True); sys.stdin.read(); save.close()"
    words = [sys.executable, "-c", code, str(path), FOLDER, "here"]
    with subprocess.Popen(
        words, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin is not None and other.stdout is not None
        end = int(other.stdout.readline())
        table.close()
        other.stdin.close()
    with closing(SaveFile.open(path)) as save:
        assert len(save.entries()) == end + 1
        assert save.entries()[-1] == entry(end)
    assert read(path, "PRAGMA integrity_check") == "ok"


@pytest.mark.usefixtures("elsewhere")
def test_game_on_another_machine_has_a_rollback_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.risk"
    table = bot_game(path, steps=5)
    watcher = Table.join(path)
    assert keeps_rollback(path)
    table.automation.step()
    assert watcher.ledger.sync()
    assert watcher.steps == 6
    assert sorted(each.name for each in tmp_path.glob("game.risk*")) == ["game.risk"]
    watcher.close()
    table.close()


@pytest.mark.usefixtures("elsewhere")
def test_incomplete_transaction_on_another_machine_is_rolled_back(saved: Path) -> None:
    end = count(saved)
    kill_after(append_one_and_half_of_more, saved)
    assert b"x" * 4_000 in saved.read_bytes(), "a part of it is in the file"
    before = at_rest(saved.parent)
    with closing(SaveFile.open(saved, "ro")) as save:
        assert len(save.entries()) == end + 1
    assert at_rest(saved.parent) == before, "a reader writes nothing"
    with closing(SaveFile.open(saved)) as save:
        save.append(end + 1, entry(end + 1), SUMMARY)
        assert len(save.entries()) == end + 2
    assert not saved.with_name("game.risk-journal").exists()
    assert read(saved, "PRAGMA integrity_check") == "ok"


@pytest.mark.usefixtures("elsewhere")
def test_forged_journal_is_ignored(saved: Path) -> None:
    """SQLite would apply it before the result could be checked."""
    with closing(SaveFile.open(saved)) as save:
        save.has_changes()
    kill_after(append_one_and_half_of_more, saved)
    assert b"x" * 4_000 in saved.read_bytes(), "a part of it is in the file"
    journal = saved.with_name("game.risk-journal")
    data = bytearray(journal.read_bytes())
    for found in re.finditer(rb'{"seat":', data):
        data[found.end()] ^= 1
    # The checksums of pages cover only every 200th byte, so they still fit.
    journal.write_bytes(data)
    before = at_rest(saved.parent)
    with pytest.raises(SaveError):
        Table.open(saved)
    assert at_rest(saved.parent) == before


def test_game_with_a_log_is_refused_on_another_machine(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.open(saved)
    table.automation.step()
    monkeypatch.setattr(journals, "file_system", lambda file: "nfs4")
    monkeypatch.setattr("risk_tui.saves.database.BUSY_SECONDS", 0)
    with (
        closing(SaveFile.open(saved)) as save,
        pytest.raises(SaveError, match="machine that stores"),
    ):
        save.has_changes()
    table.close()
    with closing(SaveFile.open(saved)) as save:
        save.has_changes()
    assert keeps_rollback(saved)
    monkeypatch.undo()
    with closing(SaveFile.open(saved)) as save:
        save.append(len(save.entries()), entry(0), SUMMARY)
    assert keeps_rollback(saved), "another machine may have it open"
