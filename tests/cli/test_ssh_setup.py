"""``risk-tui ssh-setup``: what it prints, and what it does not let through."""

from __future__ import annotations

import base64
import re
import shlex
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.cli import main
from risk_tui.cli.ssh_setup import MAX_KEY, read_key
from risk_tui.engine.game import GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.seats import COLOURS, Seat, seat_players
from risk_tui.table.table import Table


def body(kind: str, *fields: bytes) -> str:
    """The body of a public key, as it stands in its file."""
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
    """A program that can be run."""
    path = tmp_path / "bin" / "risk-tui"
    path.parent.mkdir()
    path.write_text("#!/bin/sh\n", encoding="ascii")
    path.chmod(0o755)
    return path


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of Ann, Ben, a computer player and Zoë."""
    return make_game(tmp_path / "table" / "war.risk", "Ann,Ben,bot,Zoë=purple")


def make_game(path: Path, players: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    return create_game(path, seat_players(players.split(","), ("toni",)))


def create_game(path: Path, seats: list[Seat]) -> Path:
    setup = GameSetup(load_board("classic"), load_ruleset("us-1993"), len(seats))
    Table.create(setup, seats, path=path).close()
    return path


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The file of a public key."""
    path = tmp_path / "ann.pub"
    path.write_text(f"{ED25519} ann@home\n", encoding="ascii")
    return path


def setup(game: Path, program: Path, *options: str) -> int:
    return main(["ssh-setup", str(game), "--program", str(program), *options])


def keys_of(text: str) -> list[str]:
    """The lines that sshd would take for keys."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_it_changes_nothing(
    game: Path, program: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def state() -> dict[Path, tuple[int, float]]:
        files = (path for path in tmp_path.rglob("*") if path.is_file())
        return {path: (path.stat().st_size, path.stat().st_mtime) for path in files}

    before = state()
    assert setup(game, program) == 0
    assert state() == before
    assert capsys.readouterr().out.startswith("# Nothing has been changed")


def test_every_person_has_a_line_and_a_key_stands_behind_its_seat(
    game: Path, program: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert setup(game, program, "--key", f"Ann={key}") == 0
    told = capsys.readouterr().out
    allowed = f'restrict,pty,command="exec {program} join {game} --seat'
    assert keys_of(told) == [f'{allowed} name:Ann --take" {ED25519} ann@home']
    for name, seat in (("Ben", "name:Ben"), ("Zoë", "name:Zo%C3%AB")):
        assert f'#{allowed} {seat} --take" PUT' in told
        assert f"# {name}\n" in told
    assert "Ada" not in told


def test_whoever_looks_on_has_a_key_of_no_seat(
    game: Path, program: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "eve.pub"
    other.write_text(OTHER, encoding="ascii")
    options = ("--key", f"Ann={key}", "--watch", str(other))
    assert setup(game, program, *options) == 0
    assert keys_of(capsys.readouterr().out)[-1].endswith(f'--seat - --take" {OTHER}')
    assert setup(game, program, *options, "--watch", str(key)) == 2
    assert "another player's key too" in capsys.readouterr().err


def test_a_player_may_have_several_keys_and_be_named_by_colour(
    game: Path, program: Path, key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "laptop=2.pub"
    other.write_text(OTHER, encoding="ascii")
    options = ("--key", f"ann={key}", "--key", f"red={key}", "--key", f"purple={key}")
    assert setup(game, program, *options) == 2
    assert "another player's key too" in capsys.readouterr().err
    options = (*options[:2], "--key", f"ann={other}")
    assert setup(game, program, *options) == 0
    lines = keys_of(capsys.readouterr().out)
    assert [line.split()[8] for line in lines] == [ED25519.split()[1], OTHER.split()[1]]
    assert all("--seat name:Ann" in line for line in lines)


@pytest.mark.parametrize("players", ["Ben,Red=blue,Blue=green", "Ben,Red:bot=blue,Blue=green"])
def test_key_of_a_name_that_is_a_colour_is_refused(
    players: str, tmp_path: Path, program: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = make_game(tmp_path / "table" / "war.risk", players)
    assert setup(game, program, "--key", f"Red={key}") == 2
    assert "'Red' could be Red (blue) or Ben (red); write name:Red" in capsys.readouterr().err
    assert setup(game, program, "--key", f"name:Blue={key}") == 0
    (line,) = keys_of(capsys.readouterr().out)
    assert "--seat name:Blue" in line


def seats_of_keys(game: Path, program: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What the printed lines give to ``join --seat``, by the player named above each line."""
    assert setup(game, program) == 0
    told = capsys.readouterr().out
    lines = re.findall(r'# (.+)\n#restrict,pty,command="(.*)" PUT', told)
    return {name: shlex.split(command)[-2] for name, command in lines}


def seat_of(game: Path, seat: str) -> str:
    """The name of the player whom ``join --seat`` sits down at a game."""
    with closing(Table.join(game, seat, take=True)) as table:
        assert table.seating.only_local_seat is not None
        return table.seats[table.seating.only_local_seat].name


def test_a_key_opens_its_owners_seat_in_the_next_game(
    game: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = seats_of_keys(game, program, capsys)
    game.unlink()
    make_game(game, "Ben,Zoë,Ann")
    assert {name: seat_of(game, keys[name]) for name in ("Ann", "Ben", "Zoë")} == {
        name: name for name in ("Ann", "Ben", "Zoë")
    }


NAMES = ("Red", "-", "name:Ann", 'A"B', "a\\", "100%41", "Zoë Li", "$(id)")
"""Names that a colour, a shell, sshd or the encoding could take for something else."""


@pytest.mark.parametrize("name", NAMES)
def test_a_key_of_any_name_opens_that_seat_alone(
    name: str, tmp_path: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a player without a seat in the next game it opens none, whatever the others are called."""
    path = tmp_path / "table" / "war.risk"
    path.parent.mkdir()
    for players in ((name, "Ann", "Ben"), ("Ann", "Ben", name)):
        path.unlink(missing_ok=True)
        create_game(path, [Seat(each, COLOURS[i + 1]) for i, each in enumerate(players)])
        key = seats_of_keys(path, program, capsys)[name]
        assert key.isascii()
        assert seat_of(path, key) == name
    path.unlink()
    create_game(path, [Seat("Ann", "red"), Seat("Ben", "blue"), Seat("Cid", "green")])
    with pytest.raises(RiskError, match="unknown seat"):
        Table.join(path, key, take=True)


def test_a_key_opens_no_bots_seat(
    tmp_path: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = make_game(tmp_path / "table" / "war.risk", "Ann,Carl,Ben")
    key = seats_of_keys(game, program, capsys)["Carl"]
    game.unlink()
    make_game(game, "Ann,Ben,Carl:bot")
    with pytest.raises(RiskError, match="Carl is a bot in this game"):
        Table.join(game, key, take=True)


def test_a_seat_handed_to_a_bot_is_still_its_persons(game: Path) -> None:
    with closing(Table.open(game)) as table:
        table.set_player(0, "toni")
    assert seat_of(game, "Ann") == "Ann"


def test_the_command_is_quoted_for_the_shell(
    tmp_path: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "a $(id) `id` %u; #1 größe & co"
    game = make_game(folder / "war & peace.risk", "Ann,Ben,Cid")
    assert setup(game, program) == 0
    command = re.findall(r'command="([^"]*)"', capsys.readouterr().out)[0]
    assert shlex.split(command) == [
        *("exec", str(program), "join", str(game)),
        *("--seat", "name:Ann", "--take"),
    ]
    # The shell makes the same of it.
    ran = subprocess.run(
        ["/bin/sh", "-c", command.replace(str(program), "printf '%s|'", 1)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == f"join|{game}|--seat|name:Ann|--take|"


@pytest.mark.parametrize("name", ["it's", 'a"b', "a\\b", "a\nb", "a\x1bb", "a\u202eb"])
def test_a_path_that_sshd_might_misread_is_refused(
    name: str, tmp_path: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = make_game(tmp_path / f"{name}.risk", "Ann,Ben,Cid")
    assert setup(game, program) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "plainer name" in told.err
    assert told.err.count("\n") == 1
    assert told.err.isprintable() or told.err.strip().isprintable()


def test_a_program_that_cannot_be_run_is_refused(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = tmp_path / "plain"
    plain.write_text("", encoding="ascii")
    for path in (tmp_path / "none", tmp_path, plain):
        assert setup(game, path) == 2
        assert "--program PATH" in capsys.readouterr().err


@pytest.mark.parametrize("line", GOOD)
def test_a_public_key_of_every_kind_is_taken(line: str, tmp_path: Path) -> None:
    path = tmp_path / "key.pub"
    for ending in ("", "\n", "\r\n", " \n\n"):
        path.write_bytes(f"{line}{ending}".encode())
        assert read_key(path) == line


def test_of_a_comment_only_plain_characters_are_left(tmp_path: Path) -> None:
    path = tmp_path / "key.pub"
    path.write_text(
        f'{ED25519} ann@home" ,command="id" \x1b[31m \u202e{"x" * 500}', encoding="utf-8"
    )
    kind, text, comment = read_key(path).split(" ")
    assert f"{kind} {text}" == ED25519
    assert comment.startswith("ann@home-command-id-31m-x")
    assert len(comment) <= 60


HOSTILE = {
    "options": f'command="/bin/sh" {ED25519}',
    "more options": f'environment="RISK_TUI_SEAT=blue",pty {ED25519}',
    "two keys": f"{ED25519}\n{OTHER}\n",
    "a comment before": f"# mine\n{ED25519}\n",
    "two keys by a carriage return": f"{ED25519}\r{OTHER}",
    "nothing": "",
    "empty lines": "\n\n",
    "an unknown type": f"ssh-dss {body('ssh-dss', b'p', b'q', b'g', b'y')}",
    "a certificate": f"ssh-ed25519-cert-v01@openssh.com {body('ssh-ed25519-cert-v01@openssh.com')}",
    "no body": "ssh-ed25519",
    "no base64": "ssh-ed25519 AAAA*AAA",
    "base64 of nothing": "ssh-ed25519 AAAA",
    "another type inside": f"ssh-ed25519 {body('ssh-rsa', b'e', b'n' * 257)}",
    "cut off": ED25519[:-8],
    "something behind": f"{ED25519[:-1]}AAAA",
    "an empty field": f"ssh-ed25519 {body('ssh-ed25519', b'')}",
    "a tab": ED25519.replace(" ", "\t"),
    "a private key": "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n",
    "binary": "\x00\x01\x02",
    "too much": f"{ED25519} {'x' * MAX_KEY}",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_whatever_is_no_plain_public_key_is_refused(
    text: str, game: Path, program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "key.pub"
    path.write_text(text, encoding="utf-8", newline="")
    assert setup(game, program, "--key", f"Ann={path}") == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert str(path) in told.err
    assert told.err.count("\n") == 1
    assert "/bin/sh" not in told.err


def test_a_private_key_is_told_from_a_public_one(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text(HOSTILE["a private key"], encoding="ascii")
    with pytest.raises(RiskError, match=r"give its \.pub file"):
        read_key(path)


@pytest.mark.parametrize(
    ("given", "problem"),
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
def test_a_key_that_cannot_be_read_is_one_line(
    given: str, problem: str, game: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert setup(game, program, "--key", given) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert problem in told.err


def test_a_game_of_bots_has_nobody_to_let_in(
    tmp_path: Path, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = make_game(tmp_path / "bots.risk", "Ann:bot,Ben:bot,Cid:bot")
    assert setup(game, program) == 2
    assert "only bots" in capsys.readouterr().err
