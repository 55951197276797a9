"""Line mode: what a hand is worth for everybody, its odds where advice is on."""

from __future__ import annotations

import pytest

from risk_tui.engine.state import Phase
from risk_tui.saves.header import TableOptions
from risk_tui.table.seats import Seat
from risk_tui.table.table import Table
from tests.engine.positions import position
from tests.inside import put_game
from tests.line_mode.keyboard import typed

SEATS = [Seat("Ann", "red"), Seat("Ben", "blue"), Seat("Cid", "green")]

CHANCES = ["One more card: a set 38%", "Chance to hold a set: Ben 43%"]


@pytest.mark.parametrize("advice", [True, False])
def test_cards_tell_their_odds_where_advice_is_on(advice: bool) -> None:
    hands = {"Ann": "Alaska, Peru", "Ben": "Ontario, Congo, Siam", "Cid": "Egypt"}
    game = position(phase=Phase.REINFORCE, armies_to_place=3, hands=hands, sets_traded=6)
    table = Table.create(game.setup, SEATS, seed="7", options=TableOptions(advice=advice))
    put_game(table, game)
    lines = typed(table, "cards").lines
    assert "A set is worth 20 armies, 25 after one more trade" in lines
    told = [line for line in lines if line.startswith(("One more card", "Chance to hold a set"))]
    assert told == (CHANCES if advice else [])
