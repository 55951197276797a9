"""Nuclear spoils: the territories on traded cards become neutral."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from risk_tui.engine.events import (
    BattleResolved,
    Placed,
    SeatEliminated,
    SetTraded,
    TurnBegan,
    VictoryKind,
)
from risk_tui.variants.spoils import TurnedNeutral

from ..case import ANN, BEN, CID, Case, Position
from ..words import END, armies, attack, goes_on, owners, silent, tells, trade, wins

SOURCE = "Conquer Club, nuclear spoils"
nuclear = partial(Case, ruleset="nuclear-spoils")
ZOMBIES = "Conquer Club, zombie spoils: a choice, as no text was found"
PLAYED = {"variants.spoils.played": True}
ONE = {"variants.spoils.left": "one army"}
ALL = {"variants.spoils.left": "all armies"}
NO_ARMIES = {
    "cards.by_type": {"artillery": 0, "infantry": 0, "cavalry": 0, "mixed": 0, "pair and joker": 0}
}
NEUTRAL = 3
"""The seat of the neutral army beside three players."""

# A set of Ann's: her own Brazil, Ben's Peru and Cid's Congo; only the symbols differ.
HAND = {ANN: ("Brazil", "Peru", "Congo")}
LANDS = {
    ANN: {"Brazil": 4, "Venezuela": 2},
    BEN: {"Peru": 7, "Siam": 1},
    CID: {"Congo": 1, "Egypt": 1},
}
SPREAD = Position(now="trading", lands=LANDS, rest=ANN, hands=HAND)
SET = trade("Brazil", "Peru", "Congo")


def _only_lands(*seats: int) -> Position:
    """These players have nothing but what the cards of the set show; the others are out."""
    lands = {seat: {name: 2} for seat, name in zip(seats, HAND[ANN], strict=False)}
    out = tuple(seat for seat in (ANN, BEN, CID) if seat not in seats)
    return Position(now="trading", lands=lands, rest=NEUTRAL, hands=HAND, out=out)


CASES = (
    Case(
        says="A set brings no armies, for territories on its cards neither",
        source=SOURCE,
        about=NO_ARMIES,
        given={"cards.sets": "by type", "cards.territory_bonus": "none"},
        position=SPREAD,
    ).plays(SET, tells(SetTraded, seat=ANN, armies=0), silent(Placed)),
    nuclear(
        says="Every territory on the cards becomes one neutral, the trader's own too",
        source=SOURCE,
        about={**PLAYED, **ONE},
        position=SPREAD,
    ).plays(
        SET,
        owners({"Brazil": NEUTRAL, "Peru": NEUTRAL, "Congo": NEUTRAL, "Venezuela": ANN}),
        armies({"Brazil": 1, "Peru": 1, "Congo": 1, "Venezuela": 2}),
        tells(TurnedNeutral, territory="Peru", victim=BEN, lost=6),
    ),
    nuclear(
        says="Another way: the armies stay, as neutral ones",
        source=f"{SOURCE}: a choice",
        about=ALL,
        position=SPREAD,
    ).plays(SET, owners({"Peru": NEUTRAL}), armies({"Brazil": 4, "Peru": 7, "Congo": 1})),
    nuclear(
        says="A player who loses their last territory by it is out, beaten by the trader",
        source=f"{SOURCE}: a choice",
        given=PLAYED,
        position=replace(SPREAD, lands={**LANDS, BEN: {"Peru": 7}}, rest=CID),
    ).plays(SET, tells(SeatEliminated, seat=BEN, by=ANN), goes_on),
    nuclear(
        says="A trade that takes the last land of all wins the game for the trader",
        source="a choice: players leave in the order of play, the trader last",
        given=PLAYED,
        position=_only_lands(ANN, BEN),
    ).plays(SET, tells(SeatEliminated, seat=BEN, by=ANN), wins(ANN, VictoryKind.LAST_STANDING)),
    Case(
        says="By zombie spoils too",
        source="a choice: players leave in the order of play, the trader last",
        given={**PLAYED, **ALL},
        ruleset="zombie-spoils",
        position=_only_lands(ANN, BEN, CID),
    ).plays(
        SET,
        tells(SeatEliminated, seat=BEN, by=ANN),
        tells(SeatEliminated, seat=CID, by=ANN),
        wins(ANN, VictoryKind.LAST_STANDING),
    ),
    nuclear(
        says="A trader who loses all while another player has land is out",
        source="a choice: players leave in the order of play, the trader last",
        given=PLAYED,
        position=replace(
            SPREAD, lands={ANN: {"Brazil": 4}, BEN: {"Peru": 7}, CID: {"Siam": 1}}, rest=NEUTRAL
        ),
    ).plays(
        SET,
        tells(SeatEliminated, seat=ANN, by=ANN),
        wins(CID, VictoryKind.LAST_STANDING),
    ),
    Case(
        says="By zombie spoils all armies stay, on the trader's own land too",
        source=ZOMBIES,
        about=ALL,
        ruleset="zombie-spoils",
        position=SPREAD,
    ).plays(
        SET,
        owners({"Brazil": NEUTRAL, "Peru": NEUTRAL, "Congo": NEUTRAL}),
        armies({"Brazil": 4, "Peru": 7, "Congo": 1}),
        tells(TurnedNeutral, territory="Peru", victim=BEN, lost=0),
    ),
    Case(
        says="Zombies defend themselves with as many dice as may be, without a question",
        source=ZOMBIES,
        given={**PLAYED, **ALL},
        ruleset="zombie-spoils",
        position=Position(lands={ANN: {"Brazil": 9}, NEUTRAL: {"Peru": 3}}),
        luck=((6, 6, 6), (1, 1)),
    ).plays(
        attack("Brazil", "Peru", 3),
        tells(BattleResolved, defender=NEUTRAL, attacker_losses=0, defender_losses=2),
        armies({"Peru": 1}),
    ),
    Case(
        says="They do nothing themselves: they have no turn",
        source=ZOMBIES,
        given={**PLAYED, **ALL},
        ruleset="zombie-spoils",
        position=Position(
            now="fortifying", turn=CID, lands={NEUTRAL: {"Peru": 9}, CID: LANDS[CID]}
        ),
    ).plays(END, tells(TurnBegan, seat=ANN)),
    nuclear(
        says="A territory that is neutral already stays as it is",
        source=f"{SOURCE}: a choice",
        given={**PLAYED, **ONE},
        position=replace(SPREAD, lands={**LANDS, NEUTRAL: {"Peru": 5}}),
    ).plays(SET, armies({"Peru": 5})),
    nuclear(
        says="A joker names no territory, and takes none",
        source=f"{SOURCE}: a choice",
        given={**PLAYED, **ONE},
        position=replace(SPREAD, hands={ANN: ("Brazil", "Peru", "joker")}),
    ).plays(
        trade("Brazil", "Peru", "joker"),
        owners({"Brazil": NEUTRAL, "Peru": NEUTRAL, "Congo": CID}),
    ),
)
