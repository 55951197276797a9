"""Seats of external programs: their entries in games, and their start."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from risk_tui.bots import DEFAULT_BOT
from risk_tui.bots.external_bot import ExternalBot
from risk_tui.cli import main
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.saves.folder import saved_games
from risk_tui.table.rematch import rematch
from risk_tui.table.seats import PERSON, Seat
from risk_tui.table.table import Table
from tests.engine.positions import US
from tests.new_games import create_table

_BOT = """import json, pathlib, sys
pathlib.Path({log!r}).open("a").write("started\\n")
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": 1, "name": "Trial"}}), flush=True)
    elif m["type"] == "decide":
        data = m["actions"][-1 if m["actions"][-1]["do"] == "end" else 0]
        action = {{k: v for k, v in data.items() if k not in ("number", "most")}}
        print(json.dumps({{"type": "action", "id": m["id"], "action": action}}), flush=True)
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A file that gets a line whenever the bot is started."""
    return tmp_path / "started"


@pytest.fixture
def command(tmp_path: Path, log: Path) -> str:
    """The command of a bot."""
    file = tmp_path / "trial_bot.py"
    file.write_text(_BOT.format(log=str(log)), "utf-8")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


def starts(log: Path) -> int:
    """Return the number of times the bot was started."""
    return len(log.read_text().splitlines()) if log.exists() else 0


@pytest.fixture
def table(tmp_path: Path, command: str) -> Iterator[Table]:
    """A table of Ann and a program, Ben."""
    seats = [Seat("Ann", "red"), Seat("Ben", "blue", "external:trial")]
    rules = with_turn_limit(US, 3)
    table = create_table(seats, rules, seed="1", path=tmp_path / "game.risk")
    table.run_program(1, ExternalBot(command))
    yield table
    table.close()


def step_to(table: Table, seat: int) -> None:
    """Play until a seat has to decide."""
    while table.decision is not None and table.decision.seat != seat:
        if table.automation.step() is None:
            table.submit(table.decision.seat, table.view(table.decision.seat).offers[-1].action)


def test_a_game_stores_the_label_and_never_the_command(
    table: Table, command: str, tmp_path: Path
) -> None:
    for _ in range(5):
        if table.automation.step() is None:
            table.submit(0, table.view(0).offers[0].action)
    table.ledger.checkpoint()
    content = b"".join(path.read_bytes() for path in tmp_path.glob("game.risk*"))
    assert b"external:trial" in content
    assert b"trial_bot" not in content
    assert str(tmp_path).encode() not in content


def test_resuming_starts_nothing_until_the_command_is_given(
    table: Table, command: str, log: Path
) -> None:
    assert starts(log) == 1
    table.close()
    again = Table.open(table.path)
    assert again.seats[1].player == "external:trial"
    step_to(again, 1)
    assert again.automation.step() is not None, "a built-in bot sits there"
    notice = again.automation.take_notices()
    assert "Ben's player, the program trial, is not here: " in notice
    assert f": {DEFAULT_BOT} plays until --bot Ben=cmd:… runs it" in notice
    assert again.automation.take_notices() == ""
    assert starts(log) == 1
    again.run_program(1, ExternalBot(command))
    step_to(again, 1)
    assert again.automation.step() is not None
    assert (starts(log), again.automation.take_notices()) == (2, "")


def test_a_seat_is_handed_to_a_program_and_back(table: Table, command: str) -> None:
    table.set_player(1, PERSON)
    assert 1 in table.seating.local_seats
    table.set_player(1, "external:trial")
    assert 1 not in table.seating.local_seats
    with pytest.raises(RiskError, match="the program other is not available; start it with --bot"):
        table.set_player(0, "external:other")
    table.run_program(0, ExternalBot(command))
    assert table.seats[0].player == "external:trial"


def test_at_a_shared_table_the_program_decides_where_it_runs(tmp_path: Path, command: str) -> None:
    seats = [Seat("Ann", "red"), Seat("Ben", "blue", "external:trial"), Seat("Cid", "green")]
    table = create_table(seats, seed="1", path=tmp_path / "game.risk")
    table.run_program(1, ExternalBot(command))
    table.leave_seat(2)
    other = Table.join(table.path, "Cid")
    step_to(table, 1)
    other.ledger.sync()
    automatic = other.automation.pending()
    assert automatic is not None
    assert not other.automation.carries_out(automatic)
    assert other.automation.step() is None, "the other terminal waits for it"
    with pytest.raises(RiskError, match="Ben is a bot in this game"):
        Table.join(table.path, "Ben")
    table.close()
    assert other.automation.carries_out(other.automation.pending()), (
        "it is free once that terminal is gone"
    )


def test_a_rematch_starts_the_program_again(table: Table, log: Path) -> None:
    while table.decision is not None:
        if table.automation.step() is None:
            seat = table.decision.seat
            offers = table.view(seat).offers
            last = offers[-1].action
            table.submit(seat, offers[-2].action if last.kind == "resign" else last)
    following = rematch(table)
    assert starts(log) == 2
    assert following.seats[1].player == "external:trial"
    assert 1 in following.automation.bots.programs


# The command line


def test_a_game_is_begun_and_resumed_with_a_program(
    command: str,
    log: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    players = f"Ann,cmd:{command},Ben:cmd:{command}=green"
    assert main(["play", "--plain", "--players", players, "--seed", "1"]) == 0
    assert "Ann, trial, Ben" in capsys.readouterr().out
    assert starts(log) == 2
    (game,) = saved_games()
    assert main(["resume", "--plain"]) == 0
    assert starts(log) == 2
    assert main(["resume", "--plain", "--bot", f"Ben=cmd:{command}"]) == 0
    assert starts(log) == 3
    text = tmp_path / "game.txt"
    assert main(["export", game.path.stem, str(text)]) == 0
    assert "trial_bot" not in text.read_text("utf-8")
    assert main(["import", str(text)]) == 0
    assert starts(log) == 3


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["play", "--players", "Ann,cmd:/no/such/bot"], "the bot /no/such/bot cannot start"),
        (["play", "--players", "Ann,cmd:echo hi"], "wrote something that is not JSON: hi"),
        (["play", "--players", "Ann,Ben:cmd:"], "the command of the bot is empty"),
        (["play", "--players", "Ann,bot", "--bot", "Ann=./x"], "write --bot Ben=cmd:./mybot"),
        (["play", "--players", "Ann,bot", "--bot", "Zed=cmd:x"], "unknown seat 'Zed'"),
        (
            ["play", "--players", "Ann,bot", "--bot-time", "0", "--bot", "Ann=cmd:x"],
            "0.01 and 3600",
        ),
    ],
)
def test_failed_start_leaves_no_game(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--plain"]) == 2
    assert problem in capsys.readouterr().err
    assert saved_games() == []
