"""Trench warfare: no attacks from territories taken in the same turn."""

from __future__ import annotations

from dataclasses import replace

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
STRIKE = (conquer("Brazil", "Peru"), occupy(5))

CASES = (
    Case(
        says="A territory taken in a turn makes no attack in it",
        source=SOURCE,
        about=PLAYED,
        position=SOUTH,
        steps=(*STRIKE, refuses(attack("Peru", "Argentina", 3), IllegalAction)),
    ),
    Case(
        says="A territory that was empty and is entered makes none either",
        source=f"{SOURCE}: a choice",
        given={**PLAYED, "variants.meltdown.played": True},
        position=replace(SOUTH, lands={**SOUTH.lands, NO_SEAT: {"Peru": 0}}),
        steps=(
            Enter(at("Brazil"), at("Peru"), 5),
            refuses(attack("Peru", "Argentina", 3), IllegalAction),
        ),
    ),
    Case(
        says="Territories held before attack as often as the player likes",
        source=SOURCE,
        given=PLAYED,
        position=SOUTH,
        steps=(*STRIKE, conquer("Brazil", "Argentina"), goes_on),
    ),
    Case(
        says="Armies move in as ever, and may move on when the attacks are over",
        source=f"{SOURCE}: a choice",
        given=PLAYED,
        position=SOUTH,
        luck=(0,),
        steps=(*STRIKE, END, fortify("Peru", "Brazil", 2), armies({"Peru": 3, "Brazil": 6})),
    ),
    Case(
        says="Who has nothing left that may attack is past their attacks",
        source=f"{SOURCE}: a choice",
        given=PLAYED,
        position=Position(lands={ANN: {"Brazil": 4}, BEN: {"Peru": 1, "Argentina": 1}}, rest=CID),
        luck=(0,),
        steps=(conquer("Brazil", "Peru"), asks(ToFortify, ANN)),
    ),
    Case(
        says="Others attack it as they please",
        source=f"{SOURCE}: a choice",
        given=PLAYED,
        position=SOUTH,
        steps=(*STRIKE, asks(ToAttack, ANN)),
    ),
)
