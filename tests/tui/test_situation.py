"""The screen shows and decides by one situation, made once per change of the table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from risk_tui.engine.actions import Place
from risk_tui.engine.game import Game
from risk_tui.table.orders import Blitz
from risk_tui.table.situation import ScreenPrivacy, Situation
from risk_tui.table.table import Table
from tests.extent import few
from tests.new_games import create_table
from tests.tui.tables import at_table, attacking, code, due, play_behind_curtain, press, reinforcing


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
    async with play_behind_curtain(table).run_test(size=(120, 36)) as pilot:
        await at_table(pilot)
        await press(pilot, *keys[:-1])
        steps = table.steps
        calls.clear()
        await press(pilot, keys[-1])
        assert table.steps > steps or keys[-1] != "enter"
        return calls["decision"], calls["view"]


async def test_an_attack_makes_few_requests_to_the_engine(
    tmp_path: Path, calls: Counter[str]
) -> None:
    table = attacking(tmp_path / "a.risk", ural=3)
    decisions, views = await counted(table, calls, *"UK", "enter", *"UR", "enter")
    assert due(table) == ("defend", "Ben")
    assert decisions <= 4 and views <= 2


async def test_placing_armies_makes_few_requests_to_the_engine(
    tmp_path: Path, calls: Counter[str]
) -> None:
    table = reinforcing(tmp_path / "a.risk", "Ann", "Ben:bot", "Cid:bot")
    decisions, views = await counted(table, calls, *"UK3", "enter")
    assert table.view(0).armies_to_place == 2
    assert decisions <= 4 and views <= 2


@pytest.mark.parametrize("keys", few([("left",), ("tab",), ("U", "K"), ("3",)], 2))
async def test_a_key_that_is_no_action_makes_no_requests(
    tmp_path: Path, calls: Counter[str], keys: tuple[str, ...]
) -> None:
    assert await counted(attacking(tmp_path / "a.risk"), calls, *keys) == (0, 0)


async def test_behind_a_curtain_there_is_no_players_view(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play_behind_curtain(table, curtain="guarded").run_test(size=(120, 36)) as pilot:
        screen = await at_table(pilot, raise_curtain=False)
        assert pilot.app.screen is not screen
        situation = screen.moment.situation
        assert (situation.view.seat, situation.view.hand, situation.reader) == (None, (), None)
        assert not situation.may_act and not situation.prompt
        assert situation.seat == 0


def test_a_cancelled_order_leaves_the_situation(tmp_path: Path) -> None:
    table = attacking(tmp_path / "a.risk")
    situations: list[Situation] = []
    table.ledger.subscribe(lambda: situations.append(Situation.of(table, ScreenPrivacy(table))))
    table.automation.give_order(Blitz(0, code("UK"), code("UR")))
    assert table.automation.cancel_order(0)
    assert not table.automation.cancel_order(0)
    ordered, cancelled = situations
    assert ordered.automatic is not None and not ordered.is_here
    assert cancelled.automatic is None and cancelled.is_here


@pytest.mark.parametrize(
    ("rules", "curtains"),
    [
        ("uk-old", 0),
        ("uk-old-mission", 3),  # Each player gets to read their mission.
        ("fog", 63),  # What is behind the borders differs from player to player.
    ],
)
def test_starting_armies_are_placed_without_needless_curtains(
    rules: str, curtains: int, tmp_path: Path
) -> None:
    table = create_table("Ann,Ben,Cid", rules, seed="7", path=tmp_path / "a.risk")
    privacy, handovers = ScreenPrivacy(table), 0
    while (decision := table.decision) is None or decision.kind in ("begin", "place"):
        if table.automation.pending() is not None:
            table.automation.step()
            continue
        assert decision is not None
        due = privacy.find_handover_seat(decision)
        if due is not None:
            handovers += 1
            privacy.reveal_to(due)
        view = table.view(decision.seat)
        weakest = min(view.territories_of(decision.seat), key=view.armies.__getitem__)
        table.submit(decision.seat, Place(weakest))
    assert handovers == curtains
