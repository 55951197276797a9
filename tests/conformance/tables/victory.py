"""Winning: the last one left, when else the game can be won, and how long it lasts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.events import (
    GameWon,
    MissionsShown,
    TurnBegan,
    VictoryAnnounced,
    VictoryDenied,
    VictoryKind,
)

from ..case import ANN, BEN, CID, Case, Position, Step, land
from ..words import END, asks, conquer, goes_on, occupy, shows, silent, tells, wins

MISSIONS = {
    "missions.played": True,
    "players.least": 3,
    "two_players.third_army": "none",
    "missions.kill_credit": "anyone",
}
KILL_BEN, ASIA_AND_AFRICA = 1, 4
STRIKE = conquer("Siberia", "Ural")
WORDING = "FAQ Q2.2.1, to create a clear rule for mission completion"

FULFILS = Position(
    lands={ANN: {**land("Asia", "Africa"), "Siberia": 5}, BEN: {"Ural": 1}},
    missions={ANN: (ASIA_AND_AFRICA,), BEN: (ASIA_AND_AFRICA,), CID: (ASIA_AND_AFRICA,)},
)
FULFILLED = Position(
    now="starting",
    lands={ANN: land("Asia", "Africa")},
    missions={ANN: (ASIA_AND_AFRICA,), BEN: (ASIA_AND_AFRICA,), CID: (ASIA_AND_AFRICA,)},
)
ANNOUNCED = replace(FULFILLED, more={"victory_announced": [True, False, False]})
NOT_HELD = replace(ANNOUNCED, lands={ANN: land("Asia")})
CID_KILLS_BEN = Position(
    turn=CID,
    lands={ANN: {"Peru": 2}, CID: {"Siberia": 6}, BEN: {"Ural": 1}},
    rest=CID,
    missions={ANN: (KILL_BEN,), BEN: (ASIA_AND_AFRICA,), CID: (0,)},
)
WIN = wins(ANN, VictoryKind.MISSION)


def _case(
    says: str,
    source: str,
    about: dict[str, Any],
    position: Position,
    *steps: Step,
    given: dict[str, Any] | None = None,
) -> Case:
    # A player who goes on after the conquest draws a card when the attacks are over.
    drawn = (0,) if occupy(3) in steps else ()
    return Case(
        says=says,
        source=source,
        about={f"victory.{key}": value for key, value in about.items()},
        given={
            **MISSIONS,
            "missions.instead": {"territories": 42, "armies": 1},
            **(given or {}),
        },
        position=position,
        luck=drawn,
    ).plays(*steps)


LAST = (
    Case(
        says="One way to win is to be the last surviving player",
        source="FAQ Q2.1",
        players=2,
        given={"two_players.third_army": "none"},
        position=Position(lands={BEN: {"Ural": 1}, ANN: {"Siberia": 5}}, rest=ANN),
    ).plays(STRIKE, wins(ANN, VictoryKind.CONQUEST)),
)

WHEN = (
    _case(
        "The game can be won during another player's go",
        "a choice: FAQ Q2.2.1 calls the old rules unclear",
        {"when": "any turn"},
        CID_KILLS_BEN,
        STRIKE,
        WIN,
        tells(MissionsShown, seat=ANN, missions=(KILL_BEN,)),
    ),
    _case(
        "You can only win during your own go",
        "FAQ Q2.2.1, new UK rules",
        {"when": "own turn"},
        CID_KILLS_BEN,
        STRIKE,
        goes_on,
        occupy(3),
        END,
        tells(TurnBegan, seat=ANN),
        WIN,
    ),
    _case(
        "To win the game you have to complete your mission: then it is over",
        "FAQ Q2.2.1",
        {"when": "own turn"},
        FULFILS,
        STRIKE,
        WIN,
    ),
    _case(
        "You can only win at the beginning of your go: not when you complete your mission",
        WORDING,
        {"when": "start of turn"},
        FULFILS,
        STRIKE,
        goes_on,
        occupy(3),
        END,
        goes_on,
    ),
    _case(
        "You can only win at the beginning of your go: if it still holds",
        WORDING,
        {"when": "start of turn"},
        FULFILLED,
        WIN,
    ),
    _case(
        "You can only win at the end of your go",
        WORDING,
        {"when": "end of turn"},
        FULFILS,
        STRIKE,
        goes_on,
        occupy(3),
        END,
        goes_on,
        END,
        WIN,
    ),
)

HELD = (
    _case(
        "You have to hold your victory condition for a full turn",
        "FAQ Q2.2.1, a house rule",
        {"hold_a_round": True},
        FULFILS,
        STRIKE,
        goes_on,
        occupy(3),
        END,
        END,
        tells(MissionsShown, seat=ANN, missions=(ASIA_AND_AFRICA,)),
        tells(VictoryAnnounced, seat=ANN, how=VictoryKind.MISSION),
        goes_on,
    ),
    _case(
        "A player who has held it wins a full turn after revealing the mission",
        WORDING,
        {},
        ANNOUNCED,
        WIN,
    ),
    _case(
        "Who announced it and has not held it goes on playing",
        WORDING,
        {},
        NOT_HELD,
        tells(VictoryDenied, seat=ANN),
        goes_on,
        asks(ToReinforce, ANN),
    ),
    _case(
        "Who holds it may reveal their card before the full turn, after completing the mission",
        "FAQ Q2.2.1, a house rule",
        {"held_openly": True},
        FULFILS,
        STRIKE,
        occupy(3),
        END,
        END,
        tells(VictoryAnnounced, seat=ANN, how=VictoryKind.MISSION),
        shows(BEN, victory_announced=(True, False, False)),
        given={"victory.hold_a_round": True},
    ),
    _case(
        "Or they reveal it just at the end of the full turn",
        "FAQ Q2.2.1, a house rule",
        {"held_openly": False},
        FULFILS,
        STRIKE,
        occupy(3),
        END,
        END,
        silent(MissionsShown),
        silent(VictoryAnnounced),
        shows(BEN, victory_announced=(False, False, False)),
        given={"victory.hold_a_round": True},
    ),
    _case(
        "At the end of the full turn it wins, and is shown",
        "FAQ Q2.2.1, a house rule",
        {},
        ANNOUNCED,
        tells(MissionsShown, seat=ANN, missions=(ASIA_AND_AFRICA,)),
        WIN,
        given={"victory.hold_a_round": True, "victory.held_openly": False},
    ),
    _case(
        "No player learns of a victory that was not held",
        "FAQ Q2.2.1, a house rule",
        {},
        NOT_HELD,
        silent(VictoryDenied),
        goes_on,
        given={"victory.hold_a_round": True, "victory.held_openly": False},
    ),
    _case(
        "Nothing has to be held: once the mission is complete the game is over",
        "FAQ Q2.2.1: not in any official version",
        {"hold_a_round": False},
        FULFILS,
        STRIKE,
        WIN,
    ),
)

LAST_OF_ROUND_TEN = Position(
    now="fortifying", turn=CID, lands={ANN: land("Asia")}, more={"round": 10}
)
LIMIT = (
    Case(
        says="After ten rounds the player with the most territories wins",
        source="a choice: no source has a draw or a limit",
        about={"victory.turn_limit": 10},
        position=LAST_OF_ROUND_TEN,
    ).plays(END, wins(BEN, VictoryKind.TURN_LIMIT)),
    Case(
        says="There is no limit to the number of turns",
        source="FAQ Q2.1",
        about={"victory.turn_limit": None},
        position=LAST_OF_ROUND_TEN,
    ).plays(END, silent(GameWon), tells(TurnBegan, seat=ANN, round=11), goes_on),
)

CASES = (*LAST, *WHEN, *HELD, *LIMIT)
