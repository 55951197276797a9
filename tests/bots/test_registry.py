"""Bots by their ids: those of the program, and those of other packages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from risk_tui import bots
from risk_tui.bots import (
    DEFAULT_BOT,
    BotInfo,
    _by_id,
    all_bots,
    bot_ids,
    is_bot_id,
    is_built_in,
    make_bot,
    strongest_bot,
)
from risk_tui.cli import main
from risk_tui.engine.game import Game, GameSetup
from risk_tui.errors import DeclarationError, RiskError
from tests.engine.positions import BOARD, US

_PACKAGE = '''
from risk_tui.bots.base import safest_offer

class Wall:
    """Never attacks.

    It has other lines, too.
    """
    name = "The \\x1b[31mWall"

    def __init__(self, seed): pass

    def choose(self, view, decision):
        return safest_offer(view.offers)

class Quits(BaseException):
    def __str__(self): raise SystemExit

def quits(seed):
    raise Quits

def broken(seed):
    raise ValueError("no licence\\nfor you")

broken.name = 10**5000  # too long to be a text
'''
_ENTRY_POINTS = """[risk_tui.bots]
wall = wall_bot:Wall
broken = wall_bot:broken
quits = wall_bot:quits
absent = no_such_module:Bot
toni = wall_bot:Wall
Not An Id = wall_bot:Wall
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with valid and broken bots."""
    (tmp_path / "wall_bot.py").write_text(_PACKAGE, "utf-8")
    info = tmp_path / "wall_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wall-bot\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(_ENTRY_POINTS, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    bots._entry_points.cache_clear()
    yield
    bots._entry_points.cache_clear()


def test_bots_are_made_by_id() -> None:
    assert bot_ids()[0] == DEFAULT_BOT
    assert strongest_bot() in bot_ids()
    for bot in bot_ids():
        assert callable(make_bot(bot, "seed").choose)
    with pytest.raises(RiskError, match="did you mean greta"):
        make_bot("grata", 1)


def test_ids_of_the_time_of_budgets_are_those_of_today() -> None:
    assert type(make_bot("oskar-25", 1)) is type(make_bot("oskar", 1))
    for wrong in ("general", "oskar-", "oskar-0", "oskar-99999", "oskar-x", "mira-25"):
        assert not is_built_in(wrong)
        with pytest.raises(RiskError, match="unknown bot"):
            make_bot(wrong, 1)


def test_every_bot_has_a_description_of_one_line() -> None:
    bots = all_bots()
    assert sorted(bot.id for bot in bots) == sorted(bot_ids())
    strengths = [bot.strength for bot in bots if is_built_in(bot.id)]
    assert strengths == sorted(strengths)
    for bot in bots:
        assert is_bot_id(bot.id)
        assert bot.name
        assert bot.about.endswith(".")
        assert len(bot.about) < 100


def test_the_list_is_printed_for_people_and_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    printed = capsys.readouterr().out
    assert main(["bots", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in rows] == [bot.id for bot in all_bots()]
    for row in rows:
        assert row["name"]
        assert row["about"] in printed


def test_packages_can_add_bots(package: None, capsys: pytest.CaptureFixture[str]) -> None:
    by_id = {bot.id: bot for bot in all_bots()}
    assert by_id["wall"].about == "Never attacks."
    assert by_id["wall"].name == r"The \x1b[31mWall"
    assert "cannot be loaded" in by_id["absent"].about
    assert "cannot be loaded: ValueError" in by_id["broken"].about
    assert by_id["toni"].name == "Toni", "no package replaces a bot of the program"
    assert not any("Not" in id for id in by_id)
    game = Game(GameSetup(BOARD, US, 3))
    assert game.decision is not None
    view = game.view(game.decision.seat)
    assert view.decision is not None
    assert make_bot("wall", 1).choose(view, view.decision) == view.offers[0].action
    for id, problem in (("broken", "no licence"), ("absent", "no_such"), ("quits", "Quits")):
        with pytest.raises(RiskError, match=problem):
            make_bot(id, 1)
    assert main(["bots"]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("ids", "problem"),
    [
        (("timid", "timid"), "two bots are called 'timid'"),
        (("Tim id",), "'Tim id' can't be the id of a bot"),
        (("bot",), "'bot' can't be the id of a bot"),
    ],
)
def test_wrong_ids_of_bots_are_refused(ids: tuple[str, ...], problem: str) -> None:
    with pytest.raises(DeclarationError, match=problem):
        _by_id(BotInfo(id, "Timid", "Attacks rarely.", 2, "timid:Timid") for id in ids)
