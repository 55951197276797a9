"""Pipes, sockets, devices and folders where a file is expected: refused at once, never waited for.

Files about a game with secrets can be read by their owner only.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import signal
import socket
import stat
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest
from pytest import CaptureFixture

from risk_tui.cli import main
from risk_tui.data import crash_log
from risk_tui.data.files import open_file, overwrite, read_file, write_new
from risk_tui.data.settings import (
    Settings,
    keymap_path,
    load_settings,
    save_settings,
    settings_path,
)
from risk_tui.engine.game import GameSetup
from risk_tui.errors import DataError
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.errors import saves_folder
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from risk_tui.tui.keymap import load_keymap
from tests.saves.games import bot_game, change
from tests.waiting import PATIENCE

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")


@pytest.fixture(autouse=True)
def impatient() -> Iterator[None]:
    """Let a test fail that waits for a pipe."""

    def give_up(number: int, frame: object) -> None:
        raise AssertionError("it waits for ever")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(int(PATIENCE))
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def pipe(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    return path


def sock(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(path.parent)  # the path of a socket must be short
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(path.name)
    return path


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refusal(capsys: CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(list(arguments)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_special_files_are_refused_by_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match="it is a pipe, not a file"):
        open_file(pipe(tmp_path / "pipe"))
    with pytest.raises(OSError, match="it is a socket, not a file"):
        open_file(sock(tmp_path / "socket", monkeypatch))
    with pytest.raises(OSError, match="it is a device, not a file"):
        open_file(Path("/dev/zero"))
    with pytest.raises(IsADirectoryError):
        open_file(tmp_path)


def test_a_pipe_that_replaces_a_file_does_not_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("a file")
    seen = Path.stat

    def swapped(self: Path, **options: bool) -> os.stat_result:
        found = seen(self, **options)
        path.unlink()
        os.mkfifo(path)
        return found

    monkeypatch.setattr(Path, "stat", swapped)
    with pytest.raises(OSError, match="it is a pipe, not a file"):
        read_file(path, 10)


def test_settings_in_a_pipe_are_ignored() -> None:
    pipe(settings_path())
    assert load_settings() == Settings()
    assert save_settings(Settings(pace="fast")).endswith("it is a pipe, not a file")


def test_settings_that_link_to_themselves_are_ignored() -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().symlink_to(settings_path())
    assert load_settings() == Settings()
    assert save_settings(Settings()).endswith(os.strerror(errno.ELOOP))


def test_settings_with_a_mistake_are_not_overwritten() -> None:
    text = '{"notify": "tell",}'
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text(text)
    assert load_settings() == Settings()
    assert "settings.json can't be read" in save_settings(Settings())
    assert settings_path().read_text() == text


def test_unknown_settings_and_values_are_kept() -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text('{"moon": [1], "theme": "sepia", "signs": "runes"}')
    settings = load_settings()
    settings.pace, settings.signs = "fast", "ascii"
    assert save_settings(settings) == ""
    kept = json.loads(settings_path().read_text())
    wanted = {"moon": [1], "theme": "sepia", "signs": "ascii", "pace": "fast"}
    assert kept == asdict(settings) | wanted
    assert load_settings() == settings


def test_settings_too_deep_to_be_written_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_values: object, **_options: object) -> str:
        raise RecursionError("too deep")

    # Since Python 3.12, deeper values can be read than written.
    monkeypatch.setattr(json, "dumps", fail)
    assert save_settings(Settings()) == "too deep"


def test_a_keymap_in_a_pipe_is_refused(capsys: CaptureFixture[str]) -> None:
    pipe(keymap_path())
    with pytest.raises(DataError, match="cannot be read: it is a pipe, not a file"):
        load_keymap()
    assert "it is a pipe, not a file" in refusal(capsys, "keys")


@pytest.mark.parametrize(("kind", "load"), [("maps", load_board), ("rulesets", load_ruleset)])
def test_maps_and_rulesets_in_pipes_are_refused(tmp_path: Path, kind: str, load: object) -> None:
    assert callable(load)
    own = pipe(tmp_path / "data" / "risk-tui" / kind / "mine.yaml")
    for name in (str(own), "mine"):
        with pytest.raises(
            DataError, match=r"mine\.yaml: cannot be read: it is a pipe, not a file"
        ):
            load(name)


def test_extending_a_pipe_does_not_block(tmp_path: Path) -> None:
    child = tmp_path / "child.yaml"
    child.write_text("ruleset: child\nextends: parent\n")
    pipe(tmp_path / "parent.yaml")
    with pytest.raises(DataError, match=r"parent\.yaml: cannot be read: it is a pipe"):
        load_ruleset(str(child))


def test_a_text_in_a_pipe_or_device_is_not_imported(
    tmp_path: Path, capsys: CaptureFixture[str]
) -> None:
    path = pipe(tmp_path / "war.txt")
    assert f"{path} cannot be read: it is a pipe, not a file" in refusal(
        capsys, "import", str(path)
    )
    assert "it is a device, not a file" in refusal(capsys, "import", "/dev/zero")


def test_a_game_in_a_pipe_cannot_be_rescued(capsys: CaptureFixture[str]) -> None:
    pipe(saves_folder() / "stuck.risk")
    assert "it is not a regular file" in refusal(capsys, "rescue", "stuck")


def test_a_log_without_an_end_is_not_read(tmp_path: Path, capsys: CaptureFixture[str]) -> None:
    path = tmp_path / "game.risk"
    bot_game(path, 5).close()
    path.with_name("game.risk-wal").symlink_to("/dev/zero")
    path.with_name("game.risk-shm").write_bytes(b"")
    told = refusal(capsys, "export", str(path), str(tmp_path / "war.txt"))
    assert told == "risk-tui: game.risk can't be read: it is a device, not a file"


def test_a_key_in_a_pipe_is_not_waited_for(tmp_path: Path, capsys: CaptureFixture[str]) -> None:
    setup = GameSetup(load_board("classic"), load_ruleset("uk-new"), 2)
    Table.create(setup, seat_players(["Ann", "Ben"], []), path=tmp_path / "game.risk").close()
    key = pipe(tmp_path / "ann.pub")
    told = refusal(
        capsys,
        "ssh-setup",
        str(tmp_path / "game.risk"),
        "--key",
        f"Ann={key}",
        "--program",
        "/bin/sh",
    )
    assert "it is a pipe, not a file" in told


def test_a_pipe_instead_of_the_crash_log_is_ignored() -> None:
    pipe(crash_log.log_path())
    assert crash_log.log_fault(ValueError()) is None


def test_exported_games_are_private_files(tmp_path: Path, capsys: CaptureFixture[str]) -> None:
    game = tmp_path / "game.risk"
    bot_game(game, 30).close()
    text, copy, old = tmp_path / "war.txt", tmp_path / "copy.risk", tmp_path / "old.txt"
    old.write_text("a letter")
    old.chmod(0o644)
    before = os.umask(0)
    try:
        assert main(["export", str(game), str(text)]) == 0
        assert main(["export", "--force", str(game), str(old)]) == 0
        assert main(["copy", str(game), str(copy)]) == 0
        assert main(["import", str(text), "again"]) == 0
        spoilt = Path(shutil.copy(game, tmp_path / "spoilt.risk"))
        change(spoilt, "DELETE FROM entries WHERE number = 20")
        assert main(["rescue", str(spoilt)]) == 0
    finally:
        os.umask(before)
    assert old.read_text() == text.read_text()
    rescued = tmp_path / "spoilt-rescued.risk"
    for path in (text, old, copy, rescued, saves_folder() / "again.risk"):
        assert mode(path) == 0o600, path
    assert not list(tmp_path.glob(".*.unfinished"))


def test_a_failed_overwrite_keeps_the_old_file(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "text"
    overwrite(path, b"as it was")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            overwrite(path, b"x" * 10_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs another process")
def test_a_killed_write_leaves_no_partial_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = os.fork()
    if child == 0:
        try:
            monkeypatch.setattr(os, "fsync", lambda file: os._exit(9))
            write_new(tmp_path / "text", b"whole")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert not (tmp_path / "text").exists()
    write_new(tmp_path / "text", b"whole")
    assert (tmp_path / "text").read_bytes() == b"whole"
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "text", b"other")
