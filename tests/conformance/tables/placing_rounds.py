"""Placing rounds: all players place the same armies, whatever they were dealt."""

from __future__ import annotations

from risk_tui.engine.decisions import ToPlace

from ..case import ANN, BEN, CID, Case
from ..words import BEGIN, asks, place

SOURCE = "manual of the program TEG: 5 armies, then 3"
PLAYED = {"variants.placing_rounds.played": True}
DEALT = {"setup.allocation": "deal", "setup.armies_each_go": 4}
LUCK = ((6, 1, 1), tuple(range(42)))  # Ann holds Alaska, Ben the Northwest Territory

CASES = (
    Case(
        says="Five armies in the first round and three in the second, whatever one was dealt",
        source=SOURCE,
        about={
            **PLAYED,
            "variants.placing_rounds.first": 5,
            "variants.placing_rounds.second": 3,
        },
        given=DEALT,
        luck=LUCK,
    ).plays(
        BEGIN,
        asks(ToPlace, ANN, most=5, unplaced=8),
        place("Alaska", 5),
        asks(ToPlace, BEN, most=5, unplaced=8),
        place("Northwest Territory", 5),
        place("Greenland", 5),
        asks(ToPlace, ANN, most=3, unplaced=3),
    ),
    Case(
        says="Other numbers, and four players who are dealt unequal shares",
        source=f"{SOURCE}: a choice",
        about={
            "variants.placing_rounds.first": 4,
            "variants.placing_rounds.second": 2,
        },
        given={**DEALT, **PLAYED},
        players=4,
        luck=((1, 1, 6, 1), tuple(range(42))),
    ).plays(
        BEGIN,
        asks(ToPlace, CID, most=4, unplaced=6),  # who was dealt eleven territories
        place("Alaska", 4),
        place("Northwest Territory", 4),
        asks(ToPlace, ANN, most=4, unplaced=6),  # who was dealt ten
    ),
)
