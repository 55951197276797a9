"""The order that fights a plan: how it follows the odds, and when it stops."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from risk_tui.commands.names import ImpossibleCommand
from risk_tui.commands.odds_commands import FightPlan
from risk_tui.engine.actions import Action, Attack, Occupy
from risk_tui.engine.decisions import Decision, ToClaim, ToDefend, ToTrade
from risk_tui.engine.records import Outcome
from risk_tui.errors import RiskError
from risk_tui.odds.campaign import Branch, linear_branches
from risk_tui.odds.position_odds import CampaignPath, expected_campaigns
from risk_tui.table.table import Table
from tests.engine.positions import at, position
from tests.tui.tables import WINS, set_out

LOST: tuple[Outcome, ...] = ((1, 1, 1), (6,), (1, 1), (6,), (1,), (6,))
"""The dice of four armies that lose three battles against one."""
EAST: CampaignPath = (at("Ukraine"), linear_branches([at("Ural"), at("China")]))


def about_to_attack(path: Path, *luck: Outcome, armies: int = 9, **more: Any) -> Table:
    """Return a table where Ann attacks from Ukraine, Ben holds Ural, and bots have the rest."""
    lands = {"Ann": {"Ukraine": armies}, "Ben": {"Ural": 1}}
    game = position(lands, rest="Cid", luck=luck, **more)
    return set_out(path, game, "Ann", "Ben:toni", "Cid:toni")


def fight(table: Table, *campaigns: CampaignPath, stop_below: int = 0) -> list[Action]:
    """Fight a plan, and return the actions."""
    before = table.steps
    table.automation.give_order(FightPlan.of(table.view(0), campaigns or (EAST,), stop_below))
    while table.automation.pending() is not None and table.automation.orders.get(0) is not None:
        table.automation.step()
    return [record.action for record in table.history(None, before)]


def test_plan_is_fought_to_its_end(tmp_path: Path) -> None:
    table = about_to_attack(tmp_path / "a.risk", *WINS, *WINS)
    ukraine, ural, china = at("Ukraine"), at("Ural"), at("China")
    wins = [Attack(ukraine, ural, 3), Occupy(8), Attack(ural, china, 3), Occupy(7)]
    assert [action.as_offered for action in fight(table)] == wins
    assert table.automation.take_notices() == "Plan complete"
    assert (table.automation.take_notices(), table.automation.orders.get(0)) == ("", None)


def test_last_move_of_a_plan_can_be_undone(tmp_path: Path) -> None:
    table = about_to_attack(tmp_path / "a.risk", *WINS, *WINS)
    fight(table)
    assert table.undo() == 1
    assert table.decision is not None
    assert (table.decision.kind, table.automation.pending()) == ("occupy", None)
    with pytest.raises(RiskError, match="rolled dice"):
        table.undo()


def test_detachments_are_as_large_as_planned(tmp_path: Path) -> None:
    table = about_to_attack(tmp_path / "a.risk", *WINS * 4, armies=12)
    siberia = Branch(at("Siberia"), 4, (Branch(at("Yakutsk")),))
    fork = (at("Ukraine"), (Branch(at("Ural"), None, (siberia, Branch(at("China")))),))
    (shown,) = expected_campaigns(table.view(0), (fork,))
    done = fight(table, fork)
    moved = [each.armies for each in done if isinstance(each, Occupy)]
    assert moved == [11, 4, 6], "3 have to follow the dice"
    assert [each.aims for each in done if isinstance(each, Attack)] == shown.steps


def test_plan_stops_below_a_chance(tmp_path: Path) -> None:
    table = about_to_attack(tmp_path / "a.risk", *LOST, armies=4)
    assert len(fight(table, stop_below=50)) == 1
    assert table.automation.take_notices() == "Plan stopped: 24% to take the rest of it"
    with pytest.raises(ImpossibleCommand, match="chance is 24%, below your limit of 50%"):
        fight(table, stop_below=50)
    # At any odds it goes on as long as there is an army to attack with.
    assert len(fight(table, stop_below=0)) == 1
    assert table.view(None).armies[at("Ukraine")] == 1
    assert table.automation.take_notices() == "Plan stopped: no army is left to attack from Ukraine"


def test_fight_is_one_step_that_stops_below_a_chance(tmp_path: Path) -> None:
    table = about_to_attack(tmp_path / "a.risk", *LOST[:2] * 8, armies=9)
    (action,) = fight(table, stop_below=75)
    assert isinstance(action, Attack)
    assert action.least is not None
    order = FightPlan.of(about_to_attack(tmp_path / "b.risk").view(0), (EAST,), 75)
    for armies in range(2, 10):
        there = about_to_attack(tmp_path / f"{armies}.risk", armies=armies).view(0)
        fights_on = not order.reason_to_end(there, there.decision or ToClaim(0, 0))
        assert fights_on == (armies >= action.least[0])
    assert table.view(None).armies[at("Ukraine")] == action.least[0] - 1


def test_plan_stops_after_cards_change_hands(tmp_path: Path) -> None:
    hands = {"Ben": "Alaska, Peru"}
    table = about_to_attack(tmp_path / "a.risk", *WINS, *WINS, hands=hands)
    (action,) = fight(table)
    assert action.as_offered == Attack(at("Ukraine"), at("Ural"), 3)
    assert table.automation.take_notices() == "Plan stopped: cards changed hands"


@pytest.mark.parametrize(
    ("decision", "end"),
    [
        (ToDefend(1, at("Ukraine"), at("Ural"), 3, 2, (), 1), ""),
        (ToClaim(1, 3), "Plan stopped: another player decides first"),
        (ToTrade(0, True, False), "Plan stopped: there is something else to decide"),
    ],
)
def test_plan_stops_at_other_decisions_than_defence(
    tmp_path: Path, decision: Decision, end: str
) -> None:
    view = about_to_attack(tmp_path / "a.risk").view(0)
    assert FightPlan.of(view, (EAST,), 0).reason_to_end(view, decision) == end


@pytest.mark.parametrize(
    ("lands", "place"),
    [
        ({"Ann": {"Ukraine": 9}, "Ben": {"Ural": 1}, "Cid": {"China": 2}}, "China"),
        ({"Ann": {"Ukraine": 9, "China": 1}, "Ben": {"Ural": 1}}, "China"),
        ({"Ann": {"Ukraine": 10}, "Ben": {"Ural": 1}}, "Ukraine"),
        ({"Ann": {"Ukraine": 9}, "Ben": {"Ural": 1, "Brazil": 1}}, "Brazil"),
    ],
)
def test_plan_stops_after_other_changes(
    tmp_path: Path, lands: Mapping[str, Mapping[str, int]], place: str
) -> None:
    order = FightPlan.of(about_to_attack(tmp_path / "a.risk").view(0), (EAST,), 0)
    view = position(lands, rest="Cid").view(0)
    assert view.decision is not None
    end = f"Plan stopped: {place} has changed"
    assert order.reason_to_end(view, view.decision) == end


def test_only_the_attacker_fights_a_plan(tmp_path: Path) -> None:
    view = about_to_attack(tmp_path / "a.risk").view(1)
    with pytest.raises(ImpossibleCommand, match="in the attack phase"):
        FightPlan.of(view, (EAST,), 0)
