"""Trench warfare: nobody attacks from what they took in the same turn."""

from __future__ import annotations

from risk_tui.engine.decisions import ToAttack, ToFortify
from risk_tui.errors import IllegalAction

from ..case import ANN, BEN, CID, Case, Position
from ..words import END, armies, asks, attack, fortify, is_past_cards, may, occupy, refuses

SOURCE = "Conquer Club: trench warfare"
PLAYED = {"variants.trench.played": True}

# Ann's Brazil is beside Ben's Peru, and both are beside his Argentina.
SOUTH = Position(
    lands={ANN: {"Brazil": 9, "Congo": 5}, BEN: {"Peru": 1, "Argentina": 1, "North Africa": 9}},
    rest=CID,
)
FALLS = ((6, 6, 6), (1,))
STRIKE = (attack("Brazil", "Peru", 3), occupy(5))

CASES = (
    Case(
        says="Without it armies go on from what they took",
        source="FAQ Q2.6",
        about={"variants.trench.played": False},
        position=SOUTH,
        luck=FALLS,
        steps=(*STRIKE, may(attack("Peru", "Argentina", 3))),
    ),
    Case(
        says="What was taken in a turn attacks nobody in it",
        source=SOURCE,
        about=PLAYED,
        position=SOUTH,
        luck=FALLS,
        steps=(*STRIKE, refuses(attack("Peru", "Argentina", 3), IllegalAction)),
    ),
    Case(
        says="What was one's own attacks as ever, as often as one likes",
        source=SOURCE,
        about={},
        given=PLAYED,
        position=SOUTH,
        luck=(*FALLS, *FALLS),
        steps=(*STRIKE, attack("Brazil", "Argentina", 3), is_past_cards),
    ),
    Case(
        says="Armies move in as ever, and may move on when the attacks are over",
        source=f"{SOURCE}: a choice",
        about={},
        given=PLAYED,
        position=SOUTH,
        luck=(*FALLS, 0),
        steps=(*STRIKE, END, fortify("Peru", "Brazil", 2), armies({"Peru": 3, "Brazil": 6})),
    ),
    Case(
        says="Who has nothing left that may attack is past their attacks",
        source=f"{SOURCE}: a choice",
        about={},
        given=PLAYED,
        position=Position(lands={ANN: {"Brazil": 4}, BEN: {"Peru": 1, "Argentina": 1}}, rest=CID),
        luck=(*FALLS, 0),
        steps=(attack("Brazil", "Peru", 3), asks(ToFortify, ANN)),
    ),
    Case(
        says="Others attack it as they please",
        source=f"{SOURCE}: a choice",
        about={},
        given=PLAYED,
        position=SOUTH,
        luck=FALLS,
        steps=(*STRIKE, asks(ToAttack, ANN)),
    ),
)
