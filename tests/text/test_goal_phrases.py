"""Missions and objectives in plain words (FAQ Q2.2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.engine.declarations import TerritoryCount
from risk_tui.engine.goals import (
    GOALS,
    ConquerInATurn,
    Destroy,
    Goal,
    GoalContext,
    GoalTerritories,
    HoldCities,
    HoldContinents,
    HoldTerritories,
    goals_of,
)
from risk_tui.rules.library import load_ruleset
from risk_tui.text.record_lines import describe_event
from risk_tui.text.words import describe_goal, describe_mission
from risk_tui.variants.capitals import HoldCapitals
from risk_tui.variants.objectives import ObjectiveTaken
from tests.engine.positions import ANN, BEN, BOARD, CID, position
from tests.new_games import SEATS

CONTINENTS = {each.name: number for number, each in enumerate(BOARD.continents)}
ASIA, AFRICA, EUROPE, SOUTH = (CONTINENTS[n] for n in ("Asia", "Africa", "Europe", "South America"))
DESTROY_ANN, DESTROY_BEN = 0, 1
"""The first missions of the deck, against each colour in play."""
LAST_BLOW = load_ruleset("uk-new-mission")
ANYBODY = load_ruleset("us-1993-mission")


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (Destroy(BEN, anyone=False), "destroy all armies of Ben (blue)"),
        (HoldContinents((ASIA, AFRICA), 0), "hold Asia and Africa"),
        (HoldContinents((EUROPE, SOUTH), 1), "hold Europe, South America and one more continent"),
        (HoldContinents((), 2), "hold 2 continents"),
        (HoldTerritories(24, 1), "hold 24 territories"),
        (HoldTerritories(18, 2), "hold 18 territories with 2 armies or more on each"),
        (ConquerInATurn(8), "conquer 8 territories in one turn"),
        (HoldCities(7), "hold 7 cities"),
        (HoldCapitals(1), "hold 1 capital of another player"),
        (HoldCapitals(2), "hold 2 capitals of other players"),
    ],
)
def test_goals_in_words(goal: Goal, words: str) -> None:
    assert describe_goal(goal, SEATS, BOARD) == words


def test_mission_against_its_owner_is_replaced() -> None:
    view = position(rules=ANYBODY).view(ANN)
    assert describe_mission(view, DESTROY_ANN, SEATS, ANN) == (
        "hold 24 territories, because the mission was to destroy red, your own colour"
    )


def test_mission_against_an_eliminated_seat_is_replaced() -> None:
    by_cid, by_ann = (
        position(
            {"Cid": {"Ural": 3}},
            rules=LAST_BLOW,
            rest="Ann",
            out=["Ben"],
            beaten_by=[NO_SEAT, seat, NO_SEAT],
        ).view(ANN)
        for seat in (CID, ANN)
    )
    assert describe_mission(by_cid, DESTROY_BEN, SEATS, ANN) == (
        "hold 24 territories, because Ben is out"
    )
    assert describe_mission(by_ann, DESTROY_BEN, SEATS, ANN) == "destroy all armies of Ben (blue)"


def test_all_goals_of_editions_have_different_words() -> None:
    for name in ("uk-new-mission", "us-1993-mission", "eu-mission", "house", "stars"):
        view = position(rules=load_ruleset(name)).view(None)
        public_goals = [goal for each in view.public_goals() for goal, _ in each.goals]
        goals = [*view.rules.missions.deck, *public_goals]
        told = [describe_goal(goal, SEATS, BOARD) for goal in goals]
        assert goals
        assert len(set(told)) == len(told)


@dataclass(frozen=True, slots=True)
class HoldCorners(Goal):
    """Hold a number of territories with two neighbours."""

    kind = "corners"
    words = "hold {territories} in corners"
    territories: TerritoryCount

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        quiet = [(number,) for number, near in enumerate(board.neighbours) if len(near) == 2]
        return GoalTerritories(sets=tuple(quiet), choose=self.territories)


@dataclass(frozen=True, slots=True)
class Unspeakable(Goal):
    """A goal whose words have an unknown slot."""

    kind = "unspeakable"
    words = "hold {armies}"


def test_new_kind_of_goal_is_one_class() -> None:
    GOALS.register(HoldCorners)
    try:
        section = SimpleNamespace(corners=(3, 5), cities=(7,))
        goals = goals_of(section, BOARD, 3)
        assert goals == (HoldCities(7), HoldCorners(3), HoldCorners(5))
        held = {"Ann": {"Japan": 1, "Argentina": 1, "Madagascar": 1, "China": 1}}
        state = position(held).state()
        assert [goal.is_reached(state, ANN, BOARD) for goal in goals] == [False, True, False]
        assert describe_goal(goals[1], SEATS, BOARD) == "hold 3 territories in corners"
        taken = ObjectiveTaken(ANN, 1, 3, goals[2])
        assert describe_event(taken, SEATS, BOARD).endswith(": hold 5 territories in corners")
    finally:
        del GOALS["corners"]


def test_goal_with_an_unknown_slot_is_refused() -> None:
    with pytest.raises(TypeError, match="Unspeakable has no slot 'armies'"):
        GOALS.register(Unspeakable)
