"""Trench warfare: no attacks from territories taken in the same turn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Enter
from risk_tui.engine.decisions import ToAttack, ToFortify
from risk_tui.errors import IllegalAction

from ..case import ANN, BEN, CID, Case, Position, at
from ..words import END, armies, asks, attack, conquer, fortify, goes_on, occupy, refuses

SOURCE = "Conquer Club: trench warfare"
PLAYED = {"variants.trench.played": True}

# Ann's Brazil is beside Ben's Peru, and both are beside his Argentina.
SOUTH = Position(
    lands={ANN: {"Brazil": 9, "Congo": 5}, BEN: {"Peru": 1, "Argentina": 1, "North Africa": 9}},
    rest=CID,
)
case = partial(Case, source=f"{SOURCE}: a choice", given=PLAYED, position=SOUTH)
STRIKE = (conquer("Brazil", "Peru"), occupy(5))

CASES = (
    case(
        says="A territory taken in a turn makes no attack in it",
        source=SOURCE,
        about=PLAYED,
    ).plays(*STRIKE, refuses(attack("Peru", "Argentina", 3), IllegalAction)),
    case(
        says="A territory that was empty and is entered makes none either",
        given={**PLAYED, "variants.meltdown.played": True},
        position=replace(SOUTH, lands={**SOUTH.lands, NO_SEAT: {"Peru": 0}}),
    ).plays(
        Enter(at("Brazil"), at("Peru"), 5),
        refuses(attack("Peru", "Argentina", 3), IllegalAction),
    ),
    case(
        says="Territories held before attack as often as the player likes",
        source=SOURCE,
    ).plays(*STRIKE, conquer("Brazil", "Argentina"), goes_on),
    case(
        says="Armies move in as ever, and may move on when the attacks are over",
        luck=(0,),
    ).plays(*STRIKE, END, fortify("Peru", "Brazil", 2), armies({"Peru": 3, "Brazil": 6})),
    case(
        says="A player with nothing left that may attack is past their attacks",
        position=Position(lands={ANN: {"Brazil": 4}, BEN: {"Peru": 1, "Argentina": 1}}, rest=CID),
        luck=(0,),
    ).plays(conquer("Brazil", "Peru"), asks(ToFortify, ANN)),
    case(
        says="Others attack it as they please",
    ).plays(*STRIKE, asks(ToAttack, ANN)),
)
