"""Missions for absent colours: what becomes of those to destroy an absent colour."""

from __future__ import annotations

from risk_tui.engine.events import VictoryKind
from risk_tui.variants.absent_colours import AbsentColoursDealt

from ..case import ANN, BEN, CID, Case, Position, land
from ..words import BEGIN, conquer, goes_on, occupy, shows, tells, wins
from .missions import PLAYED as MISSIONS

SOURCE = "public code of two programs for RisiKo!"
PLAYED = {"variants.absent_colours.played": True}
GIVEN = {**MISSIONS, "missions.destroy": True}
FIRST_ABSENT = 11
"""After three colours, six missions of continents and two of numbers."""
MOST = land("Asia", "Africa", "Australia", "Peru", "Brazil")
TAKEN = {name: armies for name, armies in MOST.items() if name != "Ural"} | {"Siberia": 5}


def _takes_ural(held: dict[str, int]) -> Position:
    return Position(lands={ANN: held, BEN: {"Ural": 1}}, rest=CID, missions={ANN: (FIRST_ABSENT,)})


FEWER = {name: armies for name, armies in TAKEN.items() if name not in ("Peru", "Brazil")}

CASES = (
    Case(
        says="With three players the missions to destroy three more colours are dealt",
        source=SOURCE,
        about=PLAYED,
        given={**GIVEN, "setup.allocation": "claim"},
        luck=((6, 1, 1), (13, *range(13))),
    ).plays(
        BEGIN,
        tells(AbsentColoursDealt, missions=3, territories=24),
        shows(ANN, missions=(13,)),
    ),
    Case(
        says="A mission to destroy an absent colour is to hold 24 territories",
        source=SOURCE,
        about=PLAYED,
        given=GIVEN,
        position=_takes_ural(TAKEN),
    ).plays(conquer("Siberia", "Ural"), occupy(3), wins(ANN, VictoryKind.MISSION)),
    Case(
        says="Fewer than 24 territories do not win",
        source=SOURCE,
        about=PLAYED,
        given=GIVEN,
        position=_takes_ural(FEWER),
    ).plays(conquer("Siberia", "Ural"), occupy(3), goes_on),
)
