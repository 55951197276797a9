"""The hand of cards: what it is worth for everybody, its odds where advice is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from risk_tui.engine.state import Phase
from risk_tui.saves.header import TableOptions
from tests.engine.positions import position
from tests.tui.tables import SMALL, at_table, on_screen, play, press, set_out

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("advice", [True, False])
async def test_a_hand_shows_its_worth_and_with_advice_its_odds(
    advice: bool, tmp_path: Path
) -> None:
    names = ("Ann", "Ben", "Cid", "Wilhelmine12", "Eve", "Fay")
    hands = {"Ann": "Alaska, Peru", "Ben": "Ontario, Congo, Siam", "Cid": "Egypt, China"}
    hands["Dot"] = "Ural, Japan, joker, Brazil"
    game = position(phase=Phase.REINFORCE, armies_to_place=3, hands=hands, sets_traded=6, players=6)
    table = set_out(tmp_path / "a.risk", game, *names, options=TableOptions(advice=advice))
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await press(pilot, "c")
        shown = on_screen(pilot.app)
        assert "A set is worth 20 armies, 25 after one more set" in shown
        assert ("One more card: a set 38%" in shown) == advice
        assert ("Chance to hold a set: Ben 43%, Wilhelmine12 82%" in shown) == advice
