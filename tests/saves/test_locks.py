"""Locks beside a game, also in a folder that other accounts may write."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from risk_tui.saves.errors import SaveError
from risk_tui.saves.file_operations import remove_lock_files
from risk_tui.saves.locks import TABLE_LOCK, FileLock
from risk_tui.table.seating import evict
from tests.processes import is_running

from .games import as_nobody, in_use


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "war.risk"
    path.write_text("a game")
    path.chmod(0o660)
    return path


@pytest.fixture
def folder(game: Path) -> Path:
    folder = game.with_name(".war.seats")
    folder.mkdir()
    return folder


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    """A file that is not part of any game."""
    path = tmp_path / "elsewhere" / "diary"
    path.parent.mkdir()
    path.write_text("dear diary")
    path.chmod(0o600)
    return path


def state(path: Path) -> tuple[str, int, int]:
    """Return the text, mode and time of a file, which must not change."""
    return path.read_text(), path.stat().st_mode, path.stat().st_mtime_ns


def use(game: Path) -> None:
    """Do everything with a lock that is possible."""
    lock = FileLock(game, "0")
    lock.request_release()
    lock.is_taken()
    if (holder := lock.holder()) is not None:
        os.close(holder)
    try:
        lock.take()
        lock.is_release_requested()
    finally:
        lock.release()


FOREIGN: dict[str, Callable[[Path, Path], object]] = {
    "symlink": lambda place, diary: place.symlink_to(diary),
    "hard link": lambda place, diary: os.link(diary, place),
    "dangling link": lambda place, diary: place.symlink_to(diary.with_name("new")),
    "pipe": lambda place, diary: os.mkfifo(place),
    "folder": lambda place, diary: place.mkdir(),
}
"""Functions that put something else in the place of a lock."""


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("name", ["0", "0.wanted"])
def test_foreign_file_is_not_opened_changed_or_waited_for(
    kind: str, name: str, game: Path, folder: Path, diary: Path
) -> None:
    FOREIGN[kind](folder / name, diary)
    before = state(diary)
    if name == "0":
        with pytest.raises(SaveError, match=r"\.war\.seats/0 was not made by risk-tui") as refused:
            use(game)
        assert str(refused.value).isprintable()
        assert os.path.lexists(folder / name)
    else:
        use(game)
    assert state(diary) == before
    assert os.listdir(diary.parent) == ["diary"]  # noqa: PTH208


@pytest.mark.parametrize("kind", list(FOREIGN)[:4])
def test_foreign_folder_of_locks_is_refused(kind: str, game: Path, diary: Path) -> None:
    place = game.with_name(".war.seats")
    FOREIGN[kind](place, diary.parent if kind == "symlink" else diary)
    diary.parent.chmod(0o700)
    before = state(diary), diary.parent.stat()
    with pytest.raises(SaveError, match=r"\.war\.seats was not made by risk-tui"):
        use(game)
    with pytest.raises(SaveError, match="was not made"):
        in_use(game)
    remove_lock_files(game)
    assert (state(diary), diary.parent.stat()) == before
    assert os.path.lexists(place)


def test_only_lock_files_are_removed_beside_a_game(game: Path, folder: Path) -> None:
    for name in ("table", "lead", "0", "0.wanted", "mine", "0.txt"):
        (folder / name).touch()
    remove_lock_files(game)
    assert sorted(path.name for path in folder.iterdir()) == ["0.txt", "mine"]


def test_locks_have_the_mode_of_the_game_and_vanish(game: Path) -> None:
    game.parent.chmod(0o2770)
    folder = game.with_name(".war.seats")
    seat, table, other = FileLock(game, "0"), FileLock(game, TABLE_LOCK), FileLock(game, TABLE_LOCK)
    assert seat.take()
    assert table.take(shared=True)
    assert other.take(shared=True)
    assert folder.stat().st_mode & 0o7777 == 0o2770
    assert (folder / "0").stat().st_mode & 0o777 == 0o660
    table.release()
    assert not FileLock(game, TABLE_LOCK).is_taken(), "it can be shared"
    assert in_use(game)
    seat.release()
    other.release()
    assert not folder.exists()


def test_abandoned_lock_is_replaced_with_the_present_mode(game: Path, folder: Path) -> None:
    (folder / "0").write_text("1 another-machine")
    (folder / "0").chmod(0o600)
    lock = FileLock(game, "0")
    assert lock.take()
    assert (folder / "0").stat().st_mode & 0o777 == 0o660
    assert not FileLock(game, "0").take()
    lock.release()


def test_table_on_another_machine_is_refused(game: Path, folder: Path) -> None:
    (folder / TABLE_LOCK).write_text("0123-boot elsewhere")
    with (folder / TABLE_LOCK).open() as there:
        fcntl.flock(there, fcntl.LOCK_SH)
        with pytest.raises(SaveError, match="is being played on another machine, elsewhere"):
            FileLock(game, TABLE_LOCK).take(shared=True)
    assert FileLock(game, TABLE_LOCK).take(shared=True), "the other machine has left"


def start(first: Callable[[], object]) -> int:
    """Start a process that calls a function and then waits; return its number."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            first()
            os.write(into, b"x")
            while True:
                signal.pause()
        finally:
            os._exit(0)
    os.close(into)
    assert os.read(out, 1)
    os.close(out)
    return child


def end(process: int) -> None:
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


needs_proc = pytest.mark.skipif(
    not hasattr(os, "pidfd_open") or not os.path.exists("/proc/self/fdinfo"),  # noqa: PTH110
    reason="needs a system that says who has a lock",
)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("risk_tui.table.seating.RELEASE_SECONDS", 0.1)


@needs_proc
@pytest.mark.usefixtures("impatient")
def test_evict_ends_the_holder_and_no_process_named_in_the_file(game: Path) -> None:
    def hold() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        FileLock(game, "0").take()

    bystander, holder = start(lambda: None), start(hold)
    try:
        place = game.with_name(".war.seats") / "0"
        place.write_text(f"{bystander} {os.uname().nodename}")
        found = FileLock(game, "0").holder()
        assert found is not None
        assert f"Pid:\t{holder}\n" in Path(f"/proc/self/fdinfo/{found}").read_text("ascii")
        os.close(found)
        evict(FileLock(game, "0"))
        status = os.waitid(os.P_PID, holder, os.WEXITED | os.WNOWAIT)
        assert status is not None
        assert status.si_status == signal.SIGKILL
        assert not FileLock(game, "0").is_taken()
        assert is_running(bystander)
    finally:
        end(bystander)
        end(holder)


def test_evict_waits_for_the_end_of_a_killed_terminal(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter([True] * 400)  # The machine is busy for some seconds.
    sent: list[int] = []
    monkeypatch.setattr(FileLock, "is_taken", lambda _: next(looks, False))
    monkeypatch.setattr(FileLock, "holder", lambda _: os.open(os.devnull, os.O_RDONLY))
    monkeypatch.setattr(signal, "pidfd_send_signal", lambda _, number: sent.append(number))
    monkeypatch.setattr("time.sleep", lambda _: None)
    evict(FileLock(game, "0"))
    assert sent == [signal.SIGHUP, signal.SIGKILL]
    assert next(looks, None) is None, "it gave up too early"


@needs_proc
@pytest.mark.usefixtures("impatient")
def test_lock_inherited_by_a_child_ends_no_process(game: Path) -> None:
    # The process that took the lock is gone, and another one may have its number.
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        FileLock(game, "0").take()
        if os.fork() == 0:
            os.write(into, str(os.getpid()).encode())
            while True:
                signal.pause()
        os._exit(0)
    os.waitpid(child, 0)
    heir = int(os.read(out, 20))
    os.close(out), os.close(into)
    try:
        assert FileLock(game, "0").is_taken()
        with pytest.raises(SaveError, match="can't be released from here"):
            evict(FileLock(game, "0"))
        assert is_running(heir)
    finally:
        os.kill(heir, signal.SIGKILL)


@needs_proc
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to have two accounts")
@pytest.mark.usefixtures("impatient")
def test_terminal_of_another_account_is_asked_but_not_ended(game: Path) -> None:
    game.parent.chmod(0o777)
    game.chmod(0o666)
    holder = start(lambda: FileLock(game, "0").take())
    try:
        message = as_nobody(lambda path: evict(FileLock(path, "0")), game)
        assert "held by another terminal" in message
        assert is_running(holder)
        assert (game.with_name(".war.seats") / "0.wanted").is_file(), "it was asked"
    finally:
        end(holder)


def test_error_of_a_lock_is_not_taken_for_a_system_without_locks(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(fcntl, "flock", broken)
    with pytest.raises(SaveError, match="Input/output error"):
        FileLock(game, "0").take()
