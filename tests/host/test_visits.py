"""Friends play over SSH with nothing but a code or a key."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest

from risk_tui.host.server import MAX_WAITING_IN_ALL
from risk_tui.saves.guest_list import Place
from risk_tui.saves.locks import FileLock
from tests.host.server import Friend, HostServer
from tests.processes import is_running, parent
from tests.ssh.server import Line
from tests.waiting import wait_for

pytestmark = pytest.mark.pty

Visits: TypeAlias = Callable[..., Line]

ONE_PROMPT = ("-o", "NumberOfPasswordPrompts=1", "-o", "LogLevel=INFO")


def enter(visit: Visits, ann: Friend, **options: object) -> Line:
    """Let Ann in, and return her terminal when it shows the game."""
    line = visit(ann, **options)
    line.wait("you are Ann")
    return line


def test_host_prints_a_line_for_each_friend(host: HostServer) -> None:
    text = "\n".join(host.lines)
    for player, login in (("Ann", "ann"), ("Ben", "ben"), ("Zoë", "zoe")):
        line = rf"{player}: ssh -p {host.port} {login}@127\.0\.0\.1   code (\w{{4}}-){{2}}\w{{4}}"
        assert re.search(line, text)
    assert "The host's key: SHA256:" in text
    key = host.base / "data" / "risk-tui" / "host" / "host_key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.parent.stat().st_mode & 0o777 == 0o700


def test_code_is_typed_once_and_then_the_key_opens_the_seat(
    host: HostServer, war: Path, visit: Visits
) -> None:
    zoe = Friend(host, "zoe")
    code = host.new_code(war, "Zoë")
    line = visit(zoe)
    line.wait("Join code for zoe: ")
    line.press(code, "enter")
    line.wait("you are Zoë")
    assert code not in line.written.decode(errors="replace")
    line.press("q")
    assert line.ended() == 0
    assert line.left_alternate_screen
    place = Place(war.resolve(), "Zoë")
    assert host.guests.invitation(place).offered_keys
    again = visit(zoe, options=["-o", "BatchMode=yes"])
    again.wait("you are Zoë")
    invitation = host.guests.invitation(place)
    assert len(invitation.proven_keys) == 1
    assert not invitation.offered_keys
    assert not invitation.has_code
    thief = visit(Friend(host, "zoe", has_key=False), options=ONE_PROMPT)
    thief.wait("code for zoe: ")
    thief.press(code, "enter")
    assert thief.ended() == 255


def test_without_a_key_the_code_opens_the_seat_at_each_visit(
    host: HostServer, war: Path, visit: Visits
) -> None:
    code = host.new_code(war, "Ben")
    for _ in range(2):
        line = visit(Friend(host, "BEN", has_key=False))
        line.wait("code for BEN: ")
        line.press(code, "enter")
        line.wait("Ben: ")
        line.press("q")
        assert line.ended() == 0


@pytest.mark.parametrize("login", ["ann", "eve", "év e"])
def test_wrong_code_opens_nothing(login: str, host: HostServer, visit: Visits) -> None:
    line = visit(Friend(host, login, has_key=False), options=ONE_PROMPT)
    line.wait("Join code for")
    line.press("0000-0000-0000", "enter")
    assert line.ended() == 255
    assert "Wrong name or code." in line.text
    assert "ask the host for a new one." in line.text


def test_terminal_is_resized_and_has_its_own_colours(ann: Friend, visit: Visits) -> None:
    line = enter(visit, ann, columns=80, rows=24, TERM="xterm", COLORTERM="", NO_COLOR="1")
    assert b"38;2;" not in line.written
    line.resize(120, 36)
    line.until(lambda: "you are Ann" in line.text.splitlines()[34], "the larger screen")


def test_each_friend_reads_the_language_of_their_own_terminal(
    host: HostServer, short_game: Path, visit: Visits
) -> None:
    """Fay reads in Italian about an action that Gus types in German."""
    fay, gus = (host.let_in(short_game, name) for name in ("Fay", "Gus"))
    italian = visit(fay, LC_ALL="it_IT.UTF-8")
    italian.wait("Territori divisi")
    german = visit(gus, LC_ALL="de_DE.UTF-8")
    german.wait("Gus: setze 2 Armeen")
    german.wait("Afrika +3")
    german.press(":", *"aufgeben yes", "enter")
    german.wait("Gus gibt auf")
    italian.wait("Gus si arrende")


def test_second_visit_takes_the_seat_from_the_first(ann: Friend, visit: Visits) -> None:
    first = enter(visit, ann)
    enter(visit, ann)
    first.ended()
    assert "another terminal" in first.text


def test_lost_connection_frees_the_seat(ann: Friend, war: Path, visit: Visits) -> None:
    line = enter(visit, ann)
    assert FileLock(war, "0").is_taken()
    line.drop()
    wait_for(lambda: not FileLock(war, "0").is_taken(), "a free seat")
    ann.host.wait_empty()


def test_terminal_is_restored_after_a_killed_program(ann: Friend, visit: Visits) -> None:
    line = enter(visit, ann)
    (program,) = ann.host.programs()
    os.kill(program, signal.SIGKILL)
    assert line.ended() == 128 + signal.SIGKILL
    assert line.was_given_back
    assert "Nothing is lost: connect again" in line.text
    enter(visit, ann)


def test_revoked_friend_has_to_leave(host: HostServer, war: Path, visit: Visits) -> None:
    ben = host.let_in(war, "Ben")
    line = visit(ben)
    line.wait("Ben: ")
    assert host.guests.revoke(Place(war.resolve(), "Ben"))
    assert line.ended() == 255
    assert line.was_given_back
    assert "The host closed your place; ask the host for a new code." in line.text
    assert ben.run(ben.address).returncode == 255


def test_silent_connections_keep_no_friend_out(ann: Friend, visit: Visits) -> None:
    with ExitStack() as silent:
        for _ in range(2 * MAX_WAITING_IN_ALL):
            silent.enter_context(socket.create_connection(("127.0.0.1", ann.host.port)))
        enter(visit, ann)


def test_friend_opens_a_second_table_in_the_lobby_and_chooses(
    host: HostServer, two_games: list[Path], visit: Visits
) -> None:
    calm, peace = two_games
    line = visit(host.let_in(calm, "Cid"))
    line.wait("w and a number to watch")
    assert "peace:" not in line.text
    line.press("0000-0000-0000", "enter")
    line.wait("That is not the code")
    assert "a wrong code for cid from 127.0.0.1" in host.read_log("wrong code for cid")
    line.press(host.new_code(peace, "Cid"), "enter")
    line.wait("2  peace: setting up")
    line.press("w2", "enter")
    line.wait("peace ✓")
    assert not FileLock(peace, "0").is_taken()
    line.press("q")
    assert line.ended() == 0


def test_dead_fork_server_is_replaced_and_friends_stay(
    host: HostServer, war: Path, ann: Friend, visit: Visits
) -> None:
    ben = host.let_in(war, "Ben")
    line = enter(visit, ann)
    (program,) = host.programs()
    os.kill(host.fork_server, signal.SIGKILL)
    visit(ben).wait("Ben: ")
    line.press("?")
    line.until(lambda: "Keys" in line.text or "keys" in line.text, "the help")
    line.drop()
    wait_for(lambda: not is_running(program), "the end of the program")


def test_server_leaves_no_process_and_keeps_keys_for_its_next_start(
    own_host: HostServer, visit: Visits
) -> None:
    ann = own_host.let_in(own_host.games[0], "Ann")
    for number in (signal.SIGINT, signal.SIGKILL):
        line = enter(visit, ann)
        fork_server, programs = own_host.fork_server, own_host.programs()
        assert [parent(program) for program in programs] == [fork_server]
        own_host.stop(number)
        line.ended()
        if number == signal.SIGINT:
            assert line.was_given_back
            assert "Nothing is lost: connect again when the host is back." in line.text
        left = (fork_server, *programs)
        wait_for(lambda left=left: not any(map(is_running, left)), "the end of all processes")
        if number == signal.SIGINT:
            own_host.start()
            assert "Ann: ssh" in own_host.lines[1]
            assert own_host.lines[1].endswith("with their key")
            assert own_host.lines[2].endswith("with the code sent before")
