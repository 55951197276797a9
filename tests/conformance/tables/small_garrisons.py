"""Small garrisons: only a few armies move into what was conquered."""

from __future__ import annotations

from risk_tui.engine.decisions import ToOccupy

from ..case import ANN, BEN, CID, Case, Position
from ..words import armies, asks, conquer, occupy, refuses

SOURCE = "manual of the program TEG, a shop's page about War: one to three armies move in"
PLAYED = {"variants.small_garrisons.played": True}
ONE = {"combat.occupy_at_least": "one"}
SOUTH = Position(lands={ANN: {"Brazil": 9}, BEN: {"Peru": 1}}, rest=CID)
STRIKE = conquer("Brazil", "Peru")

CASES = (
    Case(
        says="Three may move in, and no more",
        source=SOURCE,
        about={**PLAYED, "variants.small_garrisons.most": 3},
        given=ONE,
        position=SOUTH,
    ).plays(
        STRIKE,
        asks(ToOccupy, ANN, least=1, most=3),
        refuses(occupy(4)),
        occupy(3),
        armies({"Brazil": 6, "Peru": 3}),
    ),
    Case(
        says="Fewer than the dice that were rolled, where the number is smaller",
        source=f"{SOURCE}: a choice",
        about={"variants.small_garrisons.most": 2},
        position=SOUTH,
    ).plays(STRIKE, armies({"Brazil": 7, "Peru": 2})),
)
