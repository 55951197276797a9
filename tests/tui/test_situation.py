"""The screen shows and decides by one situation, made once per change of the table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from risk_tui.engine.game import Game
from risk_tui.table.orders import Blitz
from risk_tui.table.situation import ScreenPrivacy, Situation
from tests.extent import few
from tests.tui.tables import at_table, attacking, code, due, play, press, reinforcing

if TYPE_CHECKING:
    from pathlib import Path

    from risk_tui.table.table import Table


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the requests to the engine for the decision and for a view."""
    counts: Counter[str] = Counter()
    decision, view = Game.__dict__["decision"].fget, Game.view

    def counted_decision(game: Game) -> Any:
        counts["decision"] += 1
        return decision(game)

    def counted_view(game: Game, *seat: int | None, clear: bool = False) -> Any:
        counts["view"] += 1
        return view(game, *seat, clear=clear)

    monkeypatch.setattr(Game, "decision", property(counted_decision))
    monkeypatch.setattr(Game, "view", counted_view)
    return counts


async def counted(table: Table, calls: Counter[str], *keys: str) -> tuple[int, int]:
    """Return the requests for the decision and for a view by the last of some keys."""
    async with play(table).run_test(size=(120, 36)) as pilot:
        await at_table(pilot)
        await press(pilot, *keys[:-1])
        steps = table.steps
        calls.clear()
        await press(pilot, keys[-1])
        assert table.steps > steps or keys[-1] != "enter"
        return calls["decision"], calls["view"]


async def test_an_attack_asks_the_engine_once_for_its_save_and_once_for_the_screen(
    tmp_path: Path, calls: Counter[str]
) -> None:
    table = attacking(tmp_path / "a.risk", ural=3)
    decisions, views = await counted(table, calls, *"UK", "enter", *"UR", "enter")
    assert due(table) == ("defend", "Ben")
    assert decisions <= 4 and views <= 2


async def test_placing_armies_asks_as_little(tmp_path: Path, calls: Counter[str]) -> None:
    table = reinforcing(tmp_path / "a.risk", "Ann", "Ben:bot", "Cid:bot")
    decisions, views = await counted(table, calls, *"UK3", "enter")
    assert table.view(0).armies_to_place == 2
    assert decisions <= 4 and views <= 2


@pytest.mark.parametrize("keys", few([("left",), ("tab",), ("U", "K"), ("3",)], 2))
async def test_a_key_that_changes_nothing_asks_nothing(
    tmp_path: Path, calls: Counter[str], keys: tuple[str, ...]
) -> None:
    assert await counted(attacking(tmp_path / "a.risk"), calls, *keys) == (0, 0)


async def test_behind_a_curtain_there_is_nobodys_view(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table, curtain="guarded").run_test(size=(120, 36)) as pilot:
        screen = await at_table(pilot, raise_curtain=False)
        assert pilot.app.screen is not screen
        situation = screen.moment.situation
        assert (situation.view.seat, situation.view.hand, situation.reader) == (None, (), None)
        assert not situation.may_act and not situation.prompt
        assert situation.seat == 0


def test_a_cancelled_order_is_gone_from_the_situation(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    situations: list[Situation] = []
    table.ledger.subscribe(lambda: situations.append(Situation.of(table, ScreenPrivacy(table))))
    table.automation.give_order(Blitz(0, code("UK"), code("UR")))
    assert table.automation.cancel_order(0)
    assert not table.automation.cancel_order(0)
    ordered, cancelled = situations
    assert ordered.automatic is not None and not ordered.is_here
    assert cancelled.automatic is None and cancelled.is_here
