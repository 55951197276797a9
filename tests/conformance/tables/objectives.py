"""Objectives: what they ask for, who takes them, how many win."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from risk_tui.engine.decisions import ToFortify
from risk_tui.rules.winning import TerritoryHolding
from risk_tui.variants.objectives import OBJECTIVES, ObjectiveTaken

from ..case import ANN, BEN, CID, Case, Course, Position, at, land
from ..words import END, asks, check, goes_on, silent, tells, wins

STARS = {
    "continents": (("Europe",), ("North America",), ("Asia",), ("South America", "Africa")),
    "territories": (TerritoryHolding(territories=18, armies=1),),
    "conquests": (8,),
    "cities": (7,),
    "capitals": (1, 2),
}
OF_2008 = {
    "continents": (("Asia",), ("North America",), ("Europe",), ("any", "any")),
    "territories": (TerritoryHolding(territories=20, armies=1),),
    "conquests": (10,),
    "cities": (8, 11),
}
NONE = dict.fromkeys(STARS, ())
CITIES = [at(name) for name in (*land("Africa"), "Siam")]
EIGHT = [*CITIES, at("Peru")]
CAPITALS = {ANN: "Siam", BEN: "Peru", CID: "Congo"}
FAN = "a fan summary of 2008; which objectives there are is a choice"


def _rules(values: dict[str, Any]) -> dict[str, Any]:
    return {f"objectives.{key}": value for key, value in values.items()}


PLAYED = {
    **_rules(NONE),
    "objectives.played": True,
    "capitals.played": True,
    "capitals.to_win": None,
    "setup.cities": 14,
    "players.least": 3,
    "two_players.third_army": "none",
}


@check
def _takes(course: Course, number: int, **fields: int) -> None:
    """Ann takes the objective of that number."""
    (public_goals,) = course.game.view().public_goals()
    goal, _ = public_goals.goals[number]
    tells(ObjectiveTaken, seat=ANN, goal=goal, **fields)(course)


def _taken(
    says: str,
    kind: str,
    position: Position,
    number: int = 0,
    among: Mapping[str, Any] = MappingProxyType(STARS),
) -> tuple[Case, Case]:
    """With that kind of objective one is taken; without any of the kind, none."""
    about, none = _rules({kind: among[kind]}), _rules({kind: ()})
    needs = {**PLAYED, **_rules({"to_win": 1, "own_capital": True})}
    # One more objective, out of reach, so that there is always one.
    needs |= _rules({"cities": (14,)} if kind == "conquests" else {"conquests": (40,)})
    takes = _takes(number, total=1, needed=1)
    return (
        Case(
            says=says,
            source=FAN,
            about=about,
            given=needs,
            position=position,
        ).plays(END, takes),
        Case(
            says=f"There may be no objective about {kind}",
            source="a choice: any of them may be left out",
            about=none,
            given=needs,
            position=position,
            luck=(0,) if kind == "conquests" else (),
        ).plays(END, silent(ObjectiveTaken)),
    )


def _held(*places: str, **more: Any) -> Position:
    return Position(lands={ANN: {**land(*places), "Siam": 3}}, capitals=CAPITALS, more=more)


def _in_2008(says: str, kind: str, position: Position, number: int = 0) -> tuple[Case, ...]:
    """With that kind of objective of 2008 one is taken."""
    return _taken(says, kind, position, number, OF_2008)[:1]


KINDS = (
    *_taken("Control South America and Africa", "continents", _held("South America", "Africa"), 3),
    *_taken("Control 18 territories", "territories", _held("Asia", "Africa")),
    *_taken(
        "Take over 8 territories in one turn", "conquests", _held("Asia", conquests_this_turn=8)
    ),
    *_taken("Control 7 cities", "cities", _held("Africa", "Siam", cities=CITIES), 1),
    *_in_2008("Control any two continents", "continents", _held("Africa", "South America"), 3),
    *_in_2008("Control 20 territories", "territories", _held("Asia", "Africa", "Peru", "Brazil")),
    *_in_2008(
        "Take over 10 territories in one turn", "conquests", _held("Asia", conquests_this_turn=10)
    ),
    *_in_2008("Control 8 cities", "cities", _held("Africa", "Siam", "Peru", cities=EIGHT), 1),
    *_taken("Control one enemy capital", "capitals", _held("Peru", "Siam"), 1),
)

FOUR = {**PLAYED, "objectives.conquests": (3, 4, 5, 6)}


def _conquered(**more: Any) -> Position:
    return Position(
        lands={ANN: {"Siam": 3, "India": 1}},
        capitals=more.pop("capitals", CAPITALS),
        taken=more.pop("taken", {}),
        deck=("Peru",),
        more={"conquests_this_turn": 5},
    )


TAKING = (
    Case(
        says="A player who takes the last objective needed wins, if they hold their own capital",
        source=FAN,
        about={"objectives.played": True, "objectives.to_win": 3},
        given={**FOUR, "objectives.own_capital": True},
        position=_conquered(taken={ANN: (0, 1)}),
    ).plays(END, _takes(2, total=3), wins(ANN, OBJECTIVES)),
    Case(
        says="Other numbers of objectives win",
        source="a choice: another number",
        about={"objectives.to_win": 2},
        given={**FOUR, "objectives.own_capital": True},
        position=_conquered(taken={ANN: (0,)}),
    ).plays(END, wins(ANN, OBJECTIVES)),
    Case(
        says="Without their own capital they do not win",
        source=FAN,
        about={"objectives.own_capital": True},
        given={**FOUR, "objectives.to_win": 3},
        position=_conquered(
            taken={ANN: (0, 1)}, capitals={ANN: "Japan", BEN: "Peru", CID: "Congo"}
        ),
        luck=(0,),
    ).plays(END, _takes(2), goes_on),
    Case(
        says="The capital may not matter",
        source="a choice: without capitals",
        about={"objectives.own_capital": False},
        given={**FOUR, "objectives.to_win": 3},
        position=_conquered(taken={ANN: (0, 1)}, capitals={ANN: "Japan"}),
    ).plays(END, wins(ANN, OBJECTIVES)),
    Case(
        says="At most one objective is taken a turn, and none that another player took",
        source=FAN,
        about={"objectives.played": True},
        given={**FOUR, "objectives.to_win": 3, "cards.award": "none with an objective"},
        position=_conquered(taken={BEN: (0,)}),
    ).plays(END, _takes(1, total=1), goes_on),
    Case(
        says="There are no objectives",
        source="FAQ Q2.1: no edition that it knows has them",
        about={"objectives.played": False},
        given={**FOUR, "objectives.to_win": 3},
        position=_conquered(),
        luck=(0,),
    ).plays(END, silent(ObjectiveTaken), asks(ToFortify, ANN)),
)

CASES = (*KINDS, *TAKING)
