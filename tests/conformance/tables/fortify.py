"""Fortifying: how far and how many armies move at the end of a turn."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.decisions import ToFortify
from risk_tui.engine.events import Moved, TurnBegan
from risk_tui.errors import NotAdjacent, WrongNumber

from ..case import ANN, BEN, Case, Position
from ..words import END, armies, asks, fortify, may, refuses, tells

# A chain of Ann's: Ukraine, Ural, Siberia; and Brazil, which none of them reaches.
CHAIN = Position(
    now="fortifying", lands={ANN: {"Ukraine": 12, "Ural": 3, "Siberia": 1, "Brazil": 4}}
)
chain = partial(Case, position=CHAIN)

CASES = (
    chain(
        says="Any number of armies moves from one of a pair of neighbours to the other, once",
        source="FAQ Q2.7",
        about={"fortify.reach": "adjacent", "fortify.limit": None},
    ).plays(
        refuses(fortify("Ukraine", "Siberia", 1), NotAdjacent),
        refuses(fortify("Ukraine", "Ural", 12), WrongNumber),
        fortify("Ukraine", "Ural", 11),
        tells(Moved, seat=ANN, source="Ukraine", target="Ural", armies=11, fortified=True),
        tells(TurnBegan, seat=BEN),
    ),
    chain(
        says="Armies travel through as many territories as desired, all of them the player's",
        source="Risk wiki, fortifying: an alternate rule; FAQ Q2.7, a house rule",
        about={"fortify.reach": "connected"},
    ).plays(
        refuses(fortify("Ukraine", "Brazil", 1), NotAdjacent),
        fortify("Ukraine", "Siberia", 11),
        armies({"Ukraine": 1, "Ural": 3, "Siberia": 12}),
        tells(TurnBegan, seat=BEN),
    ),
    chain(
        says="All units move entirely freely within a connected set, leaving one in each",
        source="FAQ Q2.7, a variant of US 1980",
        about={"fortify.reach": "free"},
    ).plays(
        fortify("Ukraine", "Siberia", 11),
        fortify("Siberia", "Ural", 11),
        refuses(fortify("Ural", "Brazil", 1), NotAdjacent),
        fortify("Ural", "Ukraine", 13),
        armies({"Ukraine": 14, "Ural": 1, "Siberia": 1}),
        asks(ToFortify, ANN),
        END,
        tells(TurnBegan, seat=BEN),
    ),
    chain(
        says="Each single army may move to an adjacent territory, and no farther",
        source="FAQ Q2.7, yet another house rule",
        about={"fortify.reach": "one step"},
    ).plays(
        refuses(fortify("Ukraine", "Siberia", 1), NotAdjacent),
        fortify("Ukraine", "Ural", 11),
        refuses(fortify("Ural", "Siberia", 4), WrongNumber),
        may(fortify("Ural", "Siberia", 3)),
        fortify("Ural", "Siberia", 3),
        armies({"Ukraine": 1, "Ural": 11, "Siberia": 4}),
    ),
    Case(
        says="Armies move from a single territory one controls to another territory one controls",
        source="a wiki's instructions, read to the letter",
        about={"fortify.reach": "anywhere"},
        position=Position(now="fortifying", lands={ANN: {"Ukraine": 12, "Peru": 1}}),
    ).plays(
        refuses(fortify("Ukraine", "Brazil", 1)),
        fortify("Ukraine", "Peru", 11),
        armies({"Ukraine": 1, "Peru": 12}),
        tells(TurnBegan, seat=BEN),
    ),
    chain(
        says="At most seven armies are moved",
        source="FAQ Q2.7, old UK rules",
        about={"fortify.limit": 7},
    ).plays(
        refuses(fortify("Ukraine", "Ural", 8), WrongNumber),
        fortify("Ukraine", "Ural", 7),
        tells(TurnBegan, seat=BEN),
    ),
)
