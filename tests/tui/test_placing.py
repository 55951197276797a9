"""Limits on placing armies, and the reasons that players read."""

from __future__ import annotations

from pathlib import Path

from risk_tui.engine.state import Phase
from tests.engine.positions import US, position, varied
from tests.tui import editions
from tests.tui.tables import MIDDLE, SMALL, armies, at_table, due, footer, play, press, said, side


async def test_a_full_territory_says_why_it_takes_no_more(tmp_path: Path) -> None:
    """Experts' rules of 1980: at most twelve armies on a territory (FAQ Q2.8)."""
    lands = {"Ann": {"Ukraine": 12, "Brazil": 11}}
    where = editions.game("us-1980-experts", "reinforce", lands=lands, armies_to_place=5)
    table = editions.set_out(tmp_path / "a.risk", where)
    async with play(table).run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        await press(pilot, *"UK", "enter")
        assert said(pilot.app) == "Ukraine is full: it has 12 armies, the maximum for a territory"
        await press(pilot, *"BR", "r")
        assert armies(table, "BR") == (12,)


async def test_armies_for_cards_are_placed_between_attacks(tmp_path: Path) -> None:
    """A house rule: sets are traded, and armies placed, during the whole turn (FAQ Q2.5.1)."""
    rules = varied(US, cards={"trade_when": "whole turn"})
    where = position(editions.LANDS, rules=rules, armies_to_place=6)
    table = editions.set_out(tmp_path / "a.risk", where)
    async with play(table).run_test(size=SMALL) as pilot:
        await at_table(pilot)
        assert "ATTACK 6 to place" in side(pilot.app)
        keys = footer(pilot.app)
        assert "r place here" in keys
        await press(pilot, *"UK", "2", "r", *"PE", "enter", "3", "enter")
        assert armies(table, "UK", "PE") == (10, 4)
        await press(pilot, *"BR", "r")
        assert (armies(table, "BR"), due(table)) == ((5,), ("attack", "Ann"))


async def test_armies_for_a_continent_stay_in_it(tmp_path: Path) -> None:
    """A house rule: armies for a continent are placed in it (FAQ Q2.4.1)."""
    rules = varied(US, reinforce={"continent_armies": "in the continent"})
    lands = {"Ann": {"Ukraine": 3, "Brazil": 1, "Peru": 1, "Venezuela": 1, "Argentina": 1}}
    tied = [0, 2, 0, 0, 0, 0]
    where = position(
        lands, rules=rules, phase=Phase.REINFORCE, armies_to_place=2, continent_bound_armies=tied
    )
    table = editions.set_out(tmp_path / "a.risk", where)
    async with play(table).run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        await press(pilot, *"UK", "enter")
        told = "the remaining armies must go to South America"
        assert said(pilot.app) == told
        await press(pilot, *"BR", "r")
        assert armies(table, "UK", "BR") == (3, 3)


async def test_each_territory_is_reinforced_once_and_the_last_takes_the_rest(
    tmp_path: Path,
) -> None:
    """SGE rules: armies are placed on each territory only once, and all must be placed."""
    rules = varied(US, reinforce={"one_go_each": True})
    lands = {"Ann": {"Ukraine": 3, "Brazil": 1}}
    where = position(lands, rules=rules, phase=Phase.REINFORCE, armies_to_place=5)
    table = editions.set_out(tmp_path / "a.risk", where)
    async with play(table).run_test(size=MIDDLE) as pilot:
        await at_table(pilot)
        await press(pilot, *"UK", "2", "enter", "enter")
        assert said(pilot.app).startswith("Ukraine was already reinforced")
        await press(pilot, *"BR", "1", "enter")
        assert armies(table, "BR") == (1,)
        # Without a number there is nothing to ask.
        await press(pilot, "enter")
        assert armies(table, "UK", "BR") == (5, 4)
