"""Locks in a folder that others may write: nothing of anybody else's is touched through them."""

from __future__ import annotations

import fcntl
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from risk_tui.saves.errors import SaveError
from risk_tui.saves.file_operations import exclusive_access, remove_lock_files
from risk_tui.saves.locks import TABLE_LOCK, FileLock
from risk_tui.table.seating import evict

from .games import in_use

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OTHERS = 65_534
"""Number of an account that may do nothing."""


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
    """A file that has nothing to do with games."""
    path = tmp_path / "elsewhere" / "diary"
    path.parent.mkdir()
    path.write_text("dear diary")
    path.chmod(0o600)
    return path


def state(path: Path) -> tuple[str, int, int]:
    """What must not change of a file."""
    return path.read_text(), path.stat().st_mode, path.stat().st_mtime_ns


def use(game: Path) -> None:
    """All that can be done with a lock."""
    lock = FileLock(game, "0")
    lock.request_release()
    lock.is_taken()
    if (holder := lock.holder()) is not None:
        os.close(holder)
    try:
        lock.take()
        _ = lock.release_requested
    finally:
        lock.release()


def symlink(place: Path, diary: Path) -> None:
    place.symlink_to(diary)


def hard_link(place: Path, diary: Path) -> None:
    os.link(diary, place)


def dangling(place: Path, diary: Path) -> None:
    place.symlink_to(diary.with_name("new"))


def pipe(place: Path, diary: Path) -> None:
    os.mkfifo(place)


def directory(place: Path, diary: Path) -> None:
    place.mkdir()


STRANGE = [symlink, hard_link, dangling, pipe, directory]


@pytest.mark.parametrize("put", STRANGE)
@pytest.mark.parametrize("name", ["0", "0.wanted"])
def test_nothing_that_is_no_lock_is_opened_changed_or_waited_for(
    put: Callable[[Path, Path], None], name: str, game: Path, folder: Path, diary: Path
) -> None:
    put(folder / name, diary)
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


@pytest.mark.parametrize("put", STRANGE[:4])
def test_a_folder_of_locks_that_is_none_is_refused(
    put: Callable[[Path, Path], None], game: Path, diary: Path
) -> None:
    place = game.with_name(".war.seats")
    place.symlink_to(diary.parent) if put is symlink else put(place, diary)
    diary.parent.chmod(0o700)
    before = state(diary), diary.parent.stat()
    with pytest.raises(SaveError, match=r"\.war\.seats was not made by risk-tui"):
        use(game)
    with pytest.raises(SaveError, match="was not made"):
        in_use(game)
    remove_lock_files(game)
    assert (state(diary), diary.parent.stat()) == before
    assert os.path.lexists(place)


def test_what_is_left_beside_a_game_is_removed_and_nothing_else(game: Path, folder: Path) -> None:
    for name in ("table", "lead", "0", "0.wanted", "mine", "0.txt"):
        (folder / name).touch()
    remove_lock_files(game)
    assert sorted(path.name for path in folder.iterdir()) == ["0.txt", "mine"]


def test_locks_have_the_rights_of_the_game_and_go_with_their_holders(game: Path) -> None:
    game.parent.chmod(0o2770)
    folder = game.with_name(".war.seats")
    seat, table, other = FileLock(game, "0"), FileLock(game, TABLE_LOCK), FileLock(game, TABLE_LOCK)
    assert seat.take()
    assert table.take(shared=True)
    assert other.take(shared=True)
    assert folder.stat().st_mode & 0o7777 == 0o2770
    assert (folder / "0").stat().st_mode & 0o777 == 0o660
    table.release()
    assert FileLock(game, TABLE_LOCK).is_taken() is False, "it can be shared"
    with exclusive_access(game) as exclusive:
        assert not exclusive
    seat.release()
    other.release()
    assert not folder.exists()


def test_a_lock_that_was_left_is_made_anew_with_the_rights_of_now(game: Path, folder: Path) -> None:
    (folder / "0").write_text("1 another-machine")
    (folder / "0").chmod(0o600)
    lock = FileLock(game, "0")
    assert lock.take()
    assert (folder / "0").stat().st_mode & 0o777 == 0o660
    assert not FileLock(game, "0").take()
    lock.release()


def test_two_machines_do_not_share_a_table(game: Path, folder: Path) -> None:
    (folder / TABLE_LOCK).write_text("0123-boot elsewhere")
    with (folder / TABLE_LOCK).open() as there:
        fcntl.flock(there, fcntl.LOCK_SH)
        with pytest.raises(SaveError, match="is being played on another machine, elsewhere"):
            FileLock(game, TABLE_LOCK).take(shared=True)
    assert FileLock(game, TABLE_LOCK).take(shared=True), "nobody is there any more"


@pytest.fixture
def held(game: Path) -> Iterator[Callable[[Callable[[], object]], int]]:
    """Start a process that does something first and then has seat 0; its number."""
    started: list[int] = []

    def start(first: Callable[[], object]) -> int:
        out, into = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                first()
                FileLock(game, "0").take()
                os.write(into, b"x")
                while True:
                    signal.pause()
            finally:
                os._exit(0)
        os.close(into)
        assert os.read(out, 1)
        os.close(out)
        started.append(child)
        return child

    yield start
    for child in started:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def ended(process: int) -> bool:
    """Whether a process is a corpse."""
    with open(f"/proc/{process}/stat") as file:  # noqa: PTH123
        return file.read().rpartition(")")[2].split()[0] == "Z"


needs_proc = pytest.mark.skipif(
    not hasattr(os, "pidfd_open") or not os.path.exists("/proc/self/fdinfo"),  # noqa: PTH110
    reason="needs a system that says who has a lock",
)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("risk_tui.table.seating.RELEASE_SECONDS", 0.1)


@needs_proc
@pytest.mark.usefixtures("impatient")
def test_whoever_has_a_seat_is_ended_and_not_whoever_is_named_in_its_file(
    game: Path, held: Callable[[Callable[[], object]], int]
) -> None:
    bystander = os.fork()
    if bystander == 0:
        while True:
            signal.pause()
    try:
        holder = held(lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        place = game.with_name(".war.seats") / "0"
        place.write_text(f"{bystander} {os.uname().nodename}")
        found = FileLock(game, "0").holder()
        assert found is not None
        assert f"Pid:\t{holder}\n" in Path(f"/proc/self/fdinfo/{found}").read_text("ascii")
        os.close(found)
        evict(FileLock(game, "0"))
        end = os.waitid(os.P_PID, holder, os.WEXITED | os.WNOWAIT)
        assert end is not None
        assert end.si_status == signal.SIGKILL
        assert not FileLock(game, "0").is_taken()
        assert not ended(bystander)
    finally:
        os.kill(bystander, signal.SIGKILL)
        os.waitpid(bystander, 0)


def test_a_killed_terminal_may_take_its_time_to_be_gone(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter([True] * 400)  # some seconds: the machine is busy
    sent: list[int] = []
    monkeypatch.setattr(FileLock, "is_taken", lambda _: next(looks, False))
    monkeypatch.setattr(FileLock, "holder", lambda _: os.open(os.devnull, os.O_RDONLY))
    monkeypatch.setattr(signal, "pidfd_send_signal", lambda _, number: sent.append(number))
    monkeypatch.setattr("time.sleep", lambda _: None)
    evict(FileLock(game, "0"))
    assert sent == [signal.SIGHUP, signal.SIGKILL]
    assert next(looks, None) is None, "it was not given up"


@needs_proc
@pytest.mark.usefixtures("impatient")
def test_a_lock_that_was_left_to_a_child_ends_nobody(game: Path) -> None:
    # The process that took it is gone: another one may have its number by now.
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
        assert not ended(heir)
    finally:
        os.kill(heir, signal.SIGKILL)


@needs_proc
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to have two accounts")
@pytest.mark.usefixtures("impatient")
def test_another_accounts_terminal_is_asked_and_not_ended(
    game: Path, held: Callable[[Callable[[], object]], int]
) -> None:
    for folder in (game.parent, *game.parent.parents):
        if folder.stat().st_uid == 0 and not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)
    game.parent.chmod(0o777)
    game.chmod(0o666)
    holder = held(lambda: None)
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        os.setgroups([])
        os.setgid(OTHERS)
        os.setuid(OTHERS)
        try:
            evict(FileLock(game, "0"))
        except SaveError as error:
            os.write(into, str(error).encode())
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out) as told:
        assert "held by another terminal" in told.read()
    os.waitpid(child, 0)
    assert not ended(holder)
    assert (game.with_name(".war.seats") / "0.wanted").is_file(), "it was asked"


def test_only_a_missing_kind_of_lock_counts_as_none(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(fcntl, "flock", broken)
    with pytest.raises(SaveError, match="Input/output error"):
        FileLock(game, "0").take()
