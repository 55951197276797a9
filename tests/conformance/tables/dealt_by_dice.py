"""Territories dealt by dice: players roll how many they get."""

from __future__ import annotations

from risk_tui.variants.dealt_by_dice import TerritoriesRolled

from ..case import ANN, BEN, CID, DOT, EVE, Case
from ..words import BEGIN, armies, first, owners, tells

SHEET = "rule sheet of La Conquête du Monde, 1957, by a club's translation"
DEAL = {"setup.allocation": "deal", "setup.placing": "none"}
ORDER = first("Alaska", "Brazil", "China", "Congo", "Egypt", "India", "Japan", "Peru")
"""The order in which the territories are drawn."""
PLAYED = {"variants.dealt_by_dice.played": True}
SIXES = ((6,),) * 6

CASES = (
    Case(
        says="Each player in turn rolls a die and draws that many territories, with one army each",
        source=SHEET,
        about=PLAYED,
        given=DEAL,
        # The first player, the order, Ann, Ben, Cid, and then sixes for all other rolls.
        luck=((6, 1, 1), ORDER, (3,), (1,), (4,), *SIXES),
    ).plays(
        BEGIN,
        tells(TerritoriesRolled, seat=ANN, face=3, territories=3),
        tells(TerritoriesRolled, seat=BEN, face=1, territories=1),
        tells(TerritoriesRolled, seat=CID, face=4, territories=4),
        owners({"Alaska": ANN, "China": ANN, "Congo": BEN, "Egypt": CID, "Peru": CID}),
        armies({"Alaska": 1, "Peru": 1}),
    ),
    Case(
        says="A territory is kept for each player who has not rolled yet",
        source="a choice: the sheet does not say",
        given={**DEAL, **PLAYED},
        map="mediterranean",
        players=5,
        luck=((6, 1, 1, 1, 1), tuple(range(13)), *SIXES[:5]),
    ).plays(
        BEGIN,
        tells(TerritoriesRolled, seat=ANN, face=6, territories=6),
        tells(TerritoriesRolled, seat=BEN, face=6, territories=4),
        tells(TerritoriesRolled, seat=CID, face=6, territories=1),
        tells(TerritoriesRolled, seat=DOT, face=6, territories=1),
        tells(TerritoriesRolled, seat=EVE, face=6, territories=1),
    ),
    Case(
        says="Territories under snow are not drawn",
        source="a choice",
        given={
            **DEAL,
            **PLAYED,
            "variants.blizzards.played": True,
            "variants.blizzards.territories": 1,
        },
        luck=((6, 1, 1), first("Brazil"), ORDER, (3,), *SIXES, (6,)),
    ).plays(
        BEGIN,
        tells(TerritoriesRolled, seat=ANN, face=3, territories=3),
        owners({"Alaska": ANN, "China": ANN, "Congo": ANN, "Egypt": BEN}),
        tells(TerritoriesRolled, seat=BEN, face=6, territories=2),
    ),
)
