"""Entries are durable: by one flush on a local disk, by a rollback journal on other disks."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.saves import journals
from risk_tui.saves.errors import SaveError
from risk_tui.saves.journals import file_system, journal_mode
from risk_tui.saves.save_file import SaveFile, read_summary
from risk_tui.table.dice_archive import dice_in_file
from risk_tui.table.table import Table

from .games import at_rest, bot_game, kill_after, new_bot_table, read
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


def uses_rollback_journal(path: Path) -> bool:
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


def halve(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def write_at(path: Path, offset: int, data: bytes) -> None:
    """Write over a part of a file."""
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def write_zeros(path: Path) -> None:
    write_at(path, 0, bytes(path.stat().st_size))


def write_new_game(path: Path, rules: str) -> None:
    """Write a new game over the start of a file, as ``rsync --inplace`` does."""
    new = path.with_name("new")
    new_bot_table(new, rules).close()
    write_at(path, 0, new.read_bytes()[: path.stat().st_size])
    new.unlink()


NOTICED: dict[str, tuple[str, Callable[[Path], object]]] = {
    "a removed file": ("", Path.unlink),
    "an emptied file": ("", lambda file: os.truncate(file, 0)),
    "half a file": ("", halve),
    "another file": ("", replace),
    "a removed log": ("-wal", Path.unlink),
    "an emptied log": ("-wal", lambda log: os.truncate(log, 0)),
    "half a log": ("-wal", halve),
    "another log": ("-wal", replace),
    "a removed index": ("-shm", Path.unlink),
    "another index": ("-shm", replace),
}
"""Damage to one of a game's files, named by its suffix, that is noticed before the next step."""
OVERWRITTEN: dict[str, tuple[str, Callable[[Path], object]]] = {
    "zeros": ("", write_zeros),
    "another size of pages": ("", lambda file: write_at(file, 16, b"\xff" * 4)),
    "noise": ("", lambda file: write_at(file, file.stat().st_size // 2, b"noise" * 1_000)),
    "another game": ("", lambda file: write_new_game(file, "us-1993")),
    "zeros in the log": ("-wal", write_zeros),
}
"""Damage that is noticed when a player leaves, because no file is replaced or shorter."""
DAMAGE = NOTICED | OVERWRITTEN
DAMAGE_ELSEWHERE = {name: case for name, case in DAMAGE.items() if not case[0]} | {
    "an older copy": ("", lambda file: write_new_game(file, "uk-new"))
}


@pytest.mark.parametrize(("suffix", "damage"), NOTICED.values(), ids=NOTICED)
def test_damage_is_noticed_at_every_terminal(
    tmp_path: Path, suffix: str, damage: Callable[[Path], object]
) -> None:
    path = tmp_path / "game.risk"
    with closing(bot_game(path, steps=20)) as table, closing(Table.join(path)) as watcher:
        damage(tmp_path / f"game.risk{suffix}")
        for look in (
            table.automation.step,
            table.ledger.has_changes,
            watcher.ledger.has_changes,
            watcher.ledger.sync,
        ):
            with pytest.raises(SaveError, match="removed, replaced or cut short"):
                look()
        assert table.steps == 20


@pytest.mark.parametrize(("suffix", "damage"), DAMAGE.values(), ids=DAMAGE)
def test_damaged_game_continues_in_a_copy(
    tmp_path: Path, suffix: str, damage: Callable[[Path], object]
) -> None:
    path = tmp_path / "game.risk"
    table, guest = bot_game(path, steps=20), Table.open(path)
    damage(tmp_path / f"game.risk{suffix}")
    damaged = path.exists() and path.read_bytes()
    with pytest.raises(SaveError, match=r"game\.risk.*; .*risk-tui resume .*game-rescued"):
        table.ledger.checkpoint()
    table.close()
    guest.close()
    assert (path.exists() and path.read_bytes()) == damaged
    assert [copy.name for copy in tmp_path.glob("*-rescued*.risk")] == ["game-rescued.risk"]
    with closing(Table.open(tmp_path / "game-rescued.risk")) as copy:
        assert copy.steps == 20


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(("suffix", "damage"), DAMAGE_ELSEWHERE.values(), ids=DAMAGE_ELSEWHERE)
def test_damaged_game_on_another_machine_continues_in_a_copy(
    tmp_path: Path, suffix: str, damage: Callable[[Path], object]
) -> None:
    test_damaged_game_continues_in_a_copy(tmp_path, suffix, damage)


def test_damage_in_the_middle_of_a_log_loses_no_step(tmp_path: Path) -> None:
    path, log = tmp_path / "game.risk", tmp_path / "game.risk-wal"
    with closing(bot_game(path, steps=20)):
        write_at(log, log.stat().st_size // 2, bytes(5_000))
    with closing(Table.open(path)) as table:
        assert table.steps == 20


def test_disk_that_goes_away_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with closing(bot_game(tmp_path / "game.risk", steps=5)) as table:
        monkeypatch.setattr(journals, "file_stat", fail)
        with pytest.raises(SaveError, match="error"):
            table.automation.step()
        monkeypatch.undo()
        table.automation.step()
        assert table.steps == 6


def test_deleted_game_of_a_closed_table_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "game.risk"
    table = bot_game(path, steps=5)
    table.close()
    path.unlink()
    table.close()
    assert not list(tmp_path.glob("*.risk"))


def test_leaving_writes_nothing_into_a_game_that_another_terminal_reopened(tmp_path: Path) -> None:
    """Terminals with different logs do not see each other."""
    path = tmp_path / "game.risk"
    with closing(bot_game(path, steps=20)) as table:
        table.ledger.checkpoint()
        table.automation.step()
        (tmp_path / "game.risk-wal").unlink()
        (tmp_path / "game.risk-shm").unlink()
        assert python(ONE_ENTRY, path).returncode == 0
        theirs = at_rest(tmp_path)
    assert at_rest(tmp_path).items() > theirs.items()
    with closing(Table.open(tmp_path / "game-rescued.risk")) as copy:
        assert copy.steps == 21


@pytest.mark.usefixtures("elsewhere")
def test_game_on_another_machine_has_a_rollback_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.risk"
    table = bot_game(path, steps=5)
    watcher = Table.join(path)
    assert uses_rollback_journal(path)
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
    assert uses_rollback_journal(saved)
    monkeypatch.undo()
    with closing(SaveFile.open(saved)) as save:
        save.append(len(save.entries()), entry(0), SUMMARY)
    assert uses_rollback_journal(saved), "another machine may have it open"
