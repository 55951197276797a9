"""``risk-tui host``: the commands for the guest list, and input that is refused."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.data.settings import check_settings, settings_path
from risk_tui.errors import RiskError
from risk_tui.host.server import host_key, listen
from risk_tui.saves.guest_list import GuestList, Place, host_folder
from tests.cli.running import Run
from tests.new_games import new_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return new_game(tmp_path / "war.risk", "Ann,Zoë,bot")


def test_codes_are_made_for_all_players_without_a_key(game: Path, printed: Run) -> None:
    guests = GuestList()
    guests.set_server("table.example", 2200)
    ann = Place(game.resolve(), "Ann")
    guests.use_code(guests.new_code(ann), [ann], ["SHA256:a"])
    guests.prove_key(ann, "SHA256:a")
    (line,) = printed("host", "codes", game).splitlines()
    found = re.fullmatch(r"Zoë: ssh -p 2200 zoe@table\.example   code (\S+)", line)
    assert found is not None
    zoe = Place(game.resolve(), "Zoë")
    assert guests.use_code(found[1], [zoe], []) == [zoe]


def test_codes_are_made_for_named_players(game: Path, printed: Run) -> None:
    lines = printed("host", "codes", game, "zoe", "red").splitlines()
    assert [line.split(":")[0] for line in lines] == ["Zoë", "Ann"]
    assert "ssh -p 2222 zoe@" in lines[0]


@pytest.mark.usefixtures("english_again")
def test_invitation_is_in_the_language_of_the_host(
    game: Path, printed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    assert "   código " in printed("host", "codes", game, "zoe")


def test_who_lists_the_ways_to_log_in(game: Path, printed: Run) -> None:
    guests, ann = GuestList(), Place(game.resolve(), "Ann")
    heading, *lines = printed("host", "who", game).splitlines()
    assert heading.startswith("war: setting up")
    assert lines == [
        "  Ann (ann): not invited",
        "  Zoë (zoe): not invited",
        "  watchers (watch): not invited",
    ]
    guests.use_code(guests.new_code(ann), [ann], ["SHA256:a"])
    guests.new_code(ann)
    line = printed("host", "who", game).splitlines()[1]
    assert line == "  Ann (ann): key SHA256:a, not used yet; an unused code"


def test_revoked_player_can_not_join(game: Path, printed: Run, refusal: Run) -> None:
    guests, ann = GuestList(), Place(game.resolve(), "Ann")
    code = guests.new_code(ann)
    assert printed("host", "revoke", game, "Ann") == "Ann can no longer join\n"
    assert guests.use_code(code, [ann], []) == []
    assert "there is no code or key" in refusal("host", "revoke", game, "Ann")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("missing", "there is no saved game"),
        ("GAME --port 65536", "a port is a number up to 65535"),
        ("GAME --port -1", "a port is a number up to 65535"),
        ("codes", "which game?"),
        ("codes GAME Eve", "Eve"),
        ("codes GAME green", "is a bot"),
        ("revoke GAME", "which player?"),
        ("revoke GAME Ann Zoë", "which player?"),
        ("", "there is no unfinished game"),
    ],
)
def test_bad_input_is_refused(words: str, problem: str, game: Path, refusal: Run) -> None:
    assert problem in refusal("host", *(game if it == "GAME" else it for it in words.split()))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"notify": "tell",}', "settings.json can't be read"),
        ("[]", "settings.json can't be read"),
        ('{"notify": ["tell"]}', "the value of notify"),
        ('{"notify": "tell", "notify_minutes": 0}', "the value of notify_minutes"),
        ('{"notify": "tell", "notify_minutes": 10081}', "the value of notify_minutes"),
    ],
)
def test_unreadable_notify_settings_are_refused(
    text: str, problem: str, game: Path, refusal: Run
) -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text(text, encoding="utf-8")
    assert problem in refusal("host", game)


@pytest.mark.parametrize("text", ["{}", '{"notify_minutes": 10080, "pace": 7}'])
def test_other_settings_do_not_matter_to_a_host(text: str) -> None:
    check_settings("notify", "notify_minutes")
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text(text, encoding="utf-8")
    check_settings("notify", "notify_minutes")


def test_only_the_server_needs_asyncssh(
    game: Path, printed: Run, refusal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    assert refusal("host", game).endswith("[host]'")
    printed("host", "who", game)


def test_taken_port_is_refused(game: Path, refusal: Run) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        line = refusal("host", game, "--port", port)
    assert f"can't listen on 127.0.0.1 port {port}" in line


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="no IPv6 here")
def test_all_networks_include_those_without_ipv6() -> None:
    with listen("::", 0) as listener:
        socket.create_connection(("127.0.0.1", listener.getsockname()[1]), 10).close()


@pytest.mark.parametrize(
    ("address", "shown"),
    [("192.0.2.77", "192.0.2.77"), ("x\x1b[2J\x00", "x\\x1b[2J"), ("é" * 70, "é")],
)
def test_bad_address_is_refused(address: str, shown: str) -> None:
    with pytest.raises(RiskError) as refused:
        listen(address, 0)
    assert str(refused.value).startswith(f"can't listen on {shown}")
    assert str(refused.value).isprintable()


def test_bad_host_key_is_refused() -> None:
    GuestList()
    key = host_folder() / "host_key"
    key.write_text("no key", encoding="ascii")
    key.chmod(0o644)
    with pytest.raises(RiskError, match="others can read"):
        host_key()
    key.chmod(0o600)
    with pytest.raises(RiskError, match="has no key"):
        host_key()
