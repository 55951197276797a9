"""``risk-tui ssh-setup``: the lines of authorized_keys that it prints, and the keys it refuses."""

from __future__ import annotations

import base64
import re
import shlex
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.cli.ssh_setup import MAX_KEY_BYTES, read_key
from risk_tui.errors import RiskError
from risk_tui.table.seats import COLOURS, Seat
from risk_tui.table.table import Table
from tests.cli.running import Run
from tests.new_games import new_game


def body(kind: str, *fields: bytes) -> str:
    """Return the body of a public key, as it is in its file."""
    parts = (kind.encode(), *fields)
    return base64.b64encode(b"".join(len(p).to_bytes(4, "big") + p for p in parts)).decode()


ED25519 = f"ssh-ed25519 {body('ssh-ed25519', b'k' * 32)}"
OTHER = f"ssh-ed25519 {body('ssh-ed25519', b'o' * 32)}"
CURVE = "ecdsa-sha2-nistp256"
GOOD = [
    ED25519,
    f"ssh-rsa {body('ssh-rsa', b'e', b'n' * 257)}",
    f"{CURVE} {body(CURVE, b'nistp256', b'q' * 65)}",
    "sk-ssh-ed25519@openssh.com " + body("sk-ssh-ed25519@openssh.com", b"k" * 32, b"ssh:"),
]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """An executable file."""
    path = tmp_path / "bin" / "risk-tui"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n", encoding="ascii")
    path.chmod(0o755)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a game."""
    folder = tmp_path / "table"
    folder.mkdir()
    return folder / "war.risk"


@pytest.fixture
def game(path: Path) -> Path:
    """A game of Ann, Ben, a bot and Zoë."""
    return new_game(path, "Ann,Ben,bot,Zoë=purple")


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The file of a public key."""
    path = tmp_path / "ann.pub"
    path.write_text(f"{ED25519} ann@home\n", encoding="ascii")
    return path


@pytest.fixture
def setup(printed: Run, program: Path) -> Run:
    """Return a function that returns the printed lines for a game."""
    return lambda game, *options: printed("ssh-setup", game, "--program", program, *options)


@pytest.fixture
def setup_refusal(refusal: Run, program: Path) -> Run:
    """Return a function that returns the reason why the options for a game are refused."""
    return lambda game, *options: refusal("ssh-setup", game, "--program", program, *options)


def key_lines(text: str) -> list[str]:
    """Return the lines that sshd would take for keys."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def seat_arguments(text: str) -> dict[str, str]:
    """Return the values of ``join --seat`` in the printed lines, by player."""
    lines = re.findall(r'# (.+)\n#restrict,pty,command="(.*)" PUT', text)
    return {name: shlex.split(command)[-2] for name, command in lines}


def seat_of(game: Path, seat: str) -> str:
    """Return the name of the player whose seat ``join --seat`` takes."""
    with closing(Table.join(game, seat, take=True)) as table:
        assert table.seating.only_local_seat is not None
        return table.seats[table.seating.only_local_seat].name


def test_nothing_is_changed(game: Path, setup: Run, tmp_path: Path) -> None:
    def state() -> dict[Path, tuple[int, float]]:
        files = (path for path in tmp_path.rglob("*") if path.is_file())
        return {path: (path.stat().st_size, path.stat().st_mtime) for path in files}

    before = state()
    assert setup(game).startswith("# Nothing has been changed")
    assert state() == before


def test_every_person_has_a_line(game: Path, program: Path, key: Path, setup: Run) -> None:
    page = setup(game, "--key", f"Ann={key}")
    allowed = f'restrict,pty,command="exec {program} join {game} --seat'
    assert key_lines(page) == [f'{allowed} name:Ann --take" {ED25519} ann@home']
    for name, seat in (("Ben", "name:Ben"), ("Zoë", "name:Zo%C3%AB")):
        assert f'#{allowed} {seat} --take" PUT' in page
        assert f"# {name}\n" in page
    assert "Ada" not in page


def test_key_of_a_watcher_has_no_seat(
    game: Path, key: Path, tmp_path: Path, setup: Run, setup_refusal: Run
) -> None:
    other = tmp_path / "eve.pub"
    other.write_text(OTHER, encoding="ascii")
    options = ("--key", f"Ann={key}", "--watch", other)
    assert key_lines(setup(game, *options))[-1].endswith(f'--seat - --take" {OTHER}')
    assert "another player's key too" in setup_refusal(game, *options, "--watch", key)


def test_player_may_have_several_keys_and_be_named_by_colour(
    game: Path, key: Path, tmp_path: Path, setup: Run, setup_refusal: Run
) -> None:
    other = tmp_path / "laptop=2.pub"
    other.write_text(OTHER, encoding="ascii")
    keys = [word for who in ("ann", "red", "purple") for word in ("--key", f"{who}={key}")]
    assert "another player's key too" in setup_refusal(game, *keys)
    lines = key_lines(setup(game, "--key", f"ann={key}", "--key", f"red={other}"))
    assert [line.split()[8] for line in lines] == [ED25519.split()[1], OTHER.split()[1]]
    assert all("--seat name:Ann" in line for line in lines)


@pytest.mark.parametrize("players", ["Ben,Red=blue,Blue=green", "Ben,Red:bot=blue,Blue=green"])
def test_ambiguous_colour_is_refused(
    players: str, path: Path, key: Path, setup: Run, setup_refusal: Run
) -> None:
    game = new_game(path, players)
    problem = "'Red' could be Red (blue) or Ben (red); write name:Red"
    assert problem in setup_refusal(game, "--key", f"Red={key}")
    (line,) = key_lines(setup(game, "--key", f"name:Blue={key}"))
    assert "--seat name:Blue" in line


NAMES = ("Red", "-", "name:Ann", 'A"B', "a\\", "100%41", "Zoë Li", "$(id)")
"""Names with a meaning for ``join --seat``, a shell, sshd or the encoding."""


@pytest.mark.parametrize("name", NAMES)
def test_key_opens_the_same_players_seat_in_another_game(name: str, path: Path, setup: Run) -> None:
    for players in ((name, "Ann", "Ben"), ("Ann", "Ben", name)):
        new_game(path, [Seat(each, COLOURS[i + 1]) for i, each in enumerate(players)])
        arguments = seat_arguments(setup(path))
        assert arguments[name].isascii()
    new_game(path, [Seat(each, COLOURS[i]) for i, each in enumerate(("Ben", name, "Ann"))])
    for player in ("Ann", "Ben", name):
        assert seat_of(path, arguments[player]) == player
    new_game(path, [Seat("Ann", "red"), Seat("Ben", "blue"), Seat("Cid", "green")])
    with pytest.raises(RiskError, match="unknown seat"):
        Table.join(path, arguments[name], take=True)


def test_key_opens_no_bots_seat(path: Path, setup: Run) -> None:
    seat = seat_arguments(setup(new_game(path, "Ann,Carl,Ben")))["Carl"]
    new_game(path, "Ann,Ben,Carl:bot")
    with pytest.raises(RiskError, match="Carl is a bot in this game"):
        Table.join(path, seat, take=True)


def test_seat_handed_to_a_bot_can_be_taken_by_its_person(game: Path) -> None:
    with closing(Table.open(game)) as table:
        table.set_player(0, "toni")
    assert seat_of(game, "Ann") == "Ann"


def test_command_is_quoted_for_the_shell(tmp_path: Path, program: Path, setup: Run) -> None:
    folder = tmp_path / "a $(id) `id` %u; #1 größe & co"
    folder.mkdir()
    game = new_game(folder / "war & peace.risk", "Ann,Ben,Cid")
    command = re.findall(r'command="([^"]*)"', setup(game))[0]
    words = ["join", str(game), "--seat", "name:Ann", "--take"]
    assert shlex.split(command) == ["exec", str(program), *words]
    done = subprocess.run(
        ["/bin/sh", "-c", command.replace(str(program), "printf '%s|'", 1)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "".join(f"{word}|" for word in words)


@pytest.mark.parametrize("name", ["it's", 'a"b', "a\\b", "a\nb", "a\x1bb", "a\u202eb"])
def test_path_that_sshd_might_misread_is_refused(
    name: str, tmp_path: Path, setup_refusal: Run
) -> None:
    game = new_game(tmp_path / f"{name}.risk", "Ann,Ben,Cid")
    assert "plainer name" in setup_refusal(game)


def test_program_that_cannot_run_is_refused(game: Path, tmp_path: Path, refusal: Run) -> None:
    plain = tmp_path / "plain"
    plain.write_text("", encoding="ascii")
    for path in (tmp_path / "none", tmp_path, plain):
        assert "--program PATH" in refusal("ssh-setup", game, "--program", path)


@pytest.mark.parametrize("line", GOOD)
def test_public_keys_of_every_kind_are_read(line: str, tmp_path: Path) -> None:
    path = tmp_path / "key.pub"
    for ending in ("", "\n", "\r\n", " \n\n"):
        path.write_bytes(f"{line}{ending}".encode())
        assert read_key(path) == line


def test_comment_keeps_only_plain_characters(tmp_path: Path) -> None:
    path = tmp_path / "key.pub"
    comment = f'ann@home" ,command="id" \x1b[31m \u202e{"x" * 500}'
    path.write_text(f"{ED25519} {comment}", encoding="utf-8")
    kind, text, plain = read_key(path).split(" ")
    assert f"{kind} {text}" == ED25519
    assert plain.startswith("ann@home-command-id-31m-x")
    assert len(plain) <= 60


HOSTILE = {
    "options": f'command="/bin/sh" {ED25519}',
    "more options": f'environment="RISK_TUI_SEAT=blue",pty {ED25519}',
    "two keys": f"{ED25519}\n{OTHER}\n",
    "comment before": f"# mine\n{ED25519}\n",
    "two keys by a carriage return": f"{ED25519}\r{OTHER}",
    "nothing": "",
    "empty lines": "\n\n",
    "unknown type": f"ssh-dss {body('ssh-dss', b'p', b'q', b'g', b'y')}",
    "certificate": f"ssh-ed25519-cert-v01@openssh.com {body('ssh-ed25519-cert-v01@openssh.com')}",
    "no body": "ssh-ed25519",
    "no base64": "ssh-ed25519 AAAA*AAA",
    "base64 of nothing": "ssh-ed25519 AAAA",
    "another type inside": f"ssh-ed25519 {body('ssh-rsa', b'e', b'n' * 257)}",
    "cut off": ED25519[:-8],
    "longer": f"{ED25519[:-1]}AAAA",
    "empty field": f"ssh-ed25519 {body('ssh-ed25519', b'')}",
    "tab": ED25519.replace(" ", "\t"),
    "private key": "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n",
    "binary": "\x00\x01\x02",
    "too much": f"{ED25519} {'x' * MAX_KEY_BYTES}",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_key_is_refused(kind: str, game: Path, tmp_path: Path, setup_refusal: Run) -> None:
    path = tmp_path / "key.pub"
    path.write_text(HOSTILE[kind], encoding="utf-8", newline="")
    line = setup_refusal(game, "--key", f"Ann={path}")
    assert str(path) in line
    assert "/bin/sh" not in line
    assert ("give its .pub file" in line) == (kind == "private key")


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("ann.pub", "WHO=FILE"),
        ("=ann.pub", "WHO=FILE"),
        ("Ann=", "WHO=FILE"),
        ("Eve=ann.pub", "unknown seat 'Eve'"),
        ("Ada=ann.pub", "Ada is a bot, and bots need no key"),
        ("Ann=no-such-file", "cannot be read"),
        ("Ann=.", "cannot be read"),
        ("Ann=~nobody-at-all/k", "cannot be read"),
        ("Ann=a\0b", "cannot be read"),
    ],
)
def test_unreadable_key_is_refused(
    option: str, problem: str, game: Path, setup_refusal: Run
) -> None:
    assert problem in setup_refusal(game, "--key", option)


def test_game_without_people_is_refused(path: Path, setup_refusal: Run) -> None:
    assert "only bots" in setup_refusal(new_game(path, "Ann:bot,Ben:bot,Cid:bot"))
