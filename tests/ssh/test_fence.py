"""A friend with a key can only play their own seat, even on a permissive server."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.processes import state
from tests.ssh.server import Account, Line, Server, Table, at_table, free_port
from tests.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.pty

PLAYING = "Ann: attack"
NO_TERMINAL = "this needs a terminal"


@pytest.mark.parametrize("command", ["sh", "cat {game}; touch {mark}", "'; touch {mark}'"])
def test_no_command_is_run(command: str, server: Server, game: Table, friends: Account) -> None:
    mark = friends.home / "mark"
    done = server.run("ann", command.format(game=game.path, mark=mark))
    assert done.returncode == 2
    assert done.stdout == ""
    assert NO_TERMINAL in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not mark.exists()


def test_shell_without_a_terminal_is_refused(server: Server, game: Table) -> None:
    assert NO_TERMINAL in server.run("ann", options=["-T"]).stderr


def test_no_files_are_copied(server: Server, game: Table, friends: Account, tmp_path: Path) -> None:
    there, here = friends.home / "left", tmp_path / "fetched"
    mine = tmp_path / "mine"
    mine.write_text("mine", encoding="ascii")
    usual = server.client("ann")
    for tool, *words in (
        ["scp", mine, f"{server.address}:{there}"],
        ["scp", "-O", mine, f"{server.address}:{there}"],
        ["scp", f"{server.address}:{game.path}", here],
        ["scp", "-O", f"{server.address}:{game.path}", here],
        ["sftp", "-b", _batch(tmp_path, f"get {game.path} {here}"), server.address],
        ["sftp", "-b", _batch(tmp_path, f"put {mine} {there}"), server.address],
    ):
        done = subprocess.run([tool, *usual, *words], capture_output=True, check=False)
        assert done.returncode != 0, (tool, words)
        assert not here.exists()
        assert not there.exists()


def _batch(folder: Path, line: str) -> Path:
    path = folder / f"batch-{line.split()[0]}"
    path.write_text(f"{line}\n", encoding="ascii")
    return path


@pytest.mark.parametrize("way", ["-L", "-D", "-W"])
def test_no_connection_is_made_from_the_server(
    way: str, server: Server, game: Table, tmp_path: Path
) -> None:
    own = f"127.0.0.1:{server.port}"
    if way == "-W":
        assert "SSH-" not in server.run("ann", options=["-W", own]).stdout
        return
    socket_path = tmp_path / "local"
    where = f"{socket_path}:{own}" if way == "-L" else str(free_port())
    words = ["ssh", *server.client("ann"), "-N", way, where, server.address]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as client:
        try:
            with _connected(str(socket_path) if way == "-L" else int(where), client) as line:
                line.settimeout(PATIENCE)
                if way == "-D":
                    line.sendall(b"\x05\x01\x00")
                    assert line.recv(2) == b"\x05\x00"
                    port = server.port.to_bytes(2, "big")
                    line.sendall(b"\x05\x01\x00\x01\x7f\x00\x00\x01" + port)
                assert b"SSH-" not in _all(line)
        finally:
            client.kill()


def _connected(where: str | int, client: subprocess.Popen[bytes]) -> socket.socket:
    lines: list[socket.socket] = []

    def connected() -> bool:
        assert client.poll() is None
        kind = socket.AF_UNIX if isinstance(where, str) else socket.AF_INET
        line = socket.socket(kind)
        try:
            line.connect(where if isinstance(where, str) else ("127.0.0.1", where))
        except OSError:
            line.close()
            return False
        lines.append(line)
        return True

    wait_for(connected, "the client's forwarding")
    return lines[0]


def _all(line: socket.socket) -> bytes:
    data = b""
    while part := line.recv(1000):
        data += part
        if b"SSH-" in data:
            break
    return data


@pytest.mark.parametrize("port", [True, False], ids=["port", "socket"])
def test_no_connection_is_made_to_the_server(
    port: bool, server: Server, game: Table, friends: Account
) -> None:
    there = str(free_port()) if port else str(friends.home / "remote")
    options = ["-o", "ExitOnForwardFailure=yes", "-N", "-R", f"{there}:127.0.0.1:{server.port}"]
    done = server.run("ann", options=options)
    assert done.returncode == 255
    assert "forward" in done.stderr
    assert port or not Path(there).exists()


def test_agent_display_and_variables_are_not_forwarded(
    server: Server, sit: Callable[..., Line], game: Table, friends: Account, tmp_path: Path
) -> None:
    log = friends.home / "textual.log"
    sent = {
        "RISK_TUI_HOSTED": "ben",
        "TEXTUAL_DRIVER": "evil:Driver",
        "TEXTUAL_LOG": str(log),
        "TEXTUAL_PRESS": "q",
        "PYTHONPATH": str(tmp_path),
        "PYTHONINSPECT": "1",
        "XDG_DATA_HOME": str(tmp_path),
        "LD_PRELOAD": "/evil.so",
        "ENV": "/evil.sh",
        "BASH_ENV": "/evil.sh",
        "PATH": "/evil",
    }
    agent = subprocess.run(["ssh-agent", "-s"], capture_output=True, text=True, check=True).stdout
    found = dict(re.findall(r"(SSH_\w+)=([^;]+);", agent))
    try:
        options = ["-A", "-X", "-o", f"SetEnv={' '.join(f'{k}={v}' for k, v in sent.items())}"]
        display = {"DISPLAY": ":99", "SSH_AUTH_SOCK": found["SSH_AUTH_SOCK"]}
        line = sit("ann", options=options, **display)
        line.wait(PLAYING)
        (process,) = at_table(game.path)
        given = dict(
            each.split("=", 1)
            for each in Path(f"/proc/{process}/environ").read_text().split("\0")
            if each
        )
    finally:
        os.kill(int(found["SSH_AGENT_PID"]), signal.SIGTERM)
    assert given["COLORTERM"] == "truecolor"
    assert given["LC_ALL"] == "C.UTF-8"
    assert not ({"DISPLAY", "SSH_AUTH_SOCK", *sent} - {"PATH"}) & set(given)
    assert given["PATH"] != "/evil"
    assert not log.exists()


def test_unknown_key_is_refused(server: Server, game: Table) -> None:
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", server.account.base / "unknown"],
        check=True,
    )
    done = server.run("unknown")
    assert done.returncode == 255
    assert "Permission denied (publickey" in done.stderr


def test_keys_for_signals_lead_to_no_shell(sit: Callable[..., Line], game: Table) -> None:
    line = sit("ann")
    line.press("\x1a", "\x1c\x1c", "\x1a")  # before the program reads the keyboard
    if _ended_or_plays(line):
        line = sit("ann")
        line.wait(PLAYING)
    line.press("\x1a", "\x1c", "\x1a", "?")
    line.until(lambda: PLAYING not in line.text or "help" in line.text.lower(), "the help")
    (process,) = at_table(game.path)
    assert state(process) in ("S", "R", "D")


def _ended_or_plays(line: Line) -> bool:
    """Wait for the game or the end of the connection; return True if it ended."""
    line.until(lambda: PLAYING in line.text or not line.child.is_alive, "the game, or an end")
    return not line.child.is_alive


def test_friend_can_only_play_their_seat_and_leave(
    sit: Callable[..., Line], friends: Account
) -> None:
    """They get no other command or seat, change no settings, and are disconnected at the end."""
    file = friends.home / ".config" / "risk-tui" / "settings.json"
    before = file.read_bytes()
    line = sit("ann", "--", "--seat", "Ben;", "sh", "-i")
    line.wait(PLAYING)
    line.press("o")
    line.wait("Bot speed")
    shown = line.text
    line.press("right", "enter")
    line.until(lambda: line.text != shown, "another pace")
    line.press("escape")
    line.until(lambda: "Bot speed" not in line.text, "the board")
    line.press("\x03")
    assert line.ended() == 0
    assert line.left_alternate_screen
    assert "Continue" not in line.written.decode(errors="replace")
    assert file.read_bytes() == before
