"""Martians: a colour of their own, and dice that the player before them rolls."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from risk_tui.engine.actions import Defend, EndPhase
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.game import Game, GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.table.seats import extra_seats, seat_players
from risk_tui.table.table import Table
from risk_tui.text.prompts import dice_prompt
from tests.engine.positions import position
from tests.inside import log_of, roll_with
from tests.line_mode.keyboard import typed
from tests.table.fights import new_table
from tests.tui.tables import set_out

MARTIAN = load_ruleset("martian")
SETUP = GameSetup(load_board("classic"), MARTIAN, 3)
ANN, BEN, CID, MARS = range(4)


def before_a_landing(armies: int) -> Game:
    """The last turn of a round ends, and Brazil, with a number of Ben's armies, is what lands."""
    return position(
        {"Ann": {"Japan": 1}, "Cid": {"Peru": 1}, "Ben": {"Brazil": armies}},
        rules=MARTIAN,
        turn="Cid",
        phase="fortify",
        deck="Brazil",
        round=1,
    )


def test_income_at_the_end_of_a_turn_is_refused() -> None:
    with pytest.raises(RiskError, match="the Martians land with new armies"):
        with_house_rules(MARTIAN, {"reinforce.when": "end of turn"})


def test_their_colour_is_green_unless_a_player_has_it() -> None:
    for colours, theirs in ((("red", "blue", "cyan"), "green"), (("red", "green", "cyan"), "blue")):
        names = [f"{name}={colour}" for name, colour in zip("abc", colours, strict=True)]
        (mars,) = extra_seats(SETUP, seat_players(names, ()))
        assert (mars.name, mars.colour) == ("Mars", theirs)


def test_no_player_can_be_called_mars(tmp_path: Path) -> None:
    seats = seat_players(["Ann", "mars", "Cid"], ())
    with pytest.raises(RiskError, match="a player can't be called Mars"):
        Table.create(SETUP, seats, path=tmp_path / "a.risk")


def test_who_goes_before_them_rolls_their_dice(tmp_path: Path) -> None:
    table, dice = new_table(tmp_path / "a.risk", "Ann,Ben,Cid", "martian"), Random(1)
    for seat in range(3):
        table.set_player(seat, "toni")
    while (request := table.dice.request) is None or request.seats != (MARS,):
        if request is None:
            table.automation.step()
        else:
            table.dice.roll([dice.randint(1, 6) for _ in range(request.count)])
    assert dice_prompt(request, table.board, table.seats).startswith("Mars attacks ")
    game = log_of(table).game
    before = (game.view().first - 1) % 3
    assert (game.roller(MARS), game.roller(ANN)) == (before, ANN)
    table.close()


def test_people_defend_themselves_in_their_turn(tmp_path: Path) -> None:
    table = set_out(tmp_path / "a.risk", before_a_landing(3))
    roll_with(table, seeded_chance("1"))
    table.submit(CID, EndPhase())
    asked = table.decision
    assert isinstance(asked, ToDefend)
    assert (asked.seat, asked.source, table.view(None).turn) == (BEN, None, MARS)
    said = typed(table, "defend 2")
    assert "Mars attacks Brazil" in said.out
    assert Defend(2) in [record.action for record in table.history(None)]
