"""Secret assassin: players must eliminate their victims in person."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.actions import Resign
from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.events import GameWon, MissionsDealt, VictoryKind
from risk_tui.variants.assassin import HuntPassed, VictimsDealt, VictimsDealtAgain

from ..case import ANN, BEN, CID, DOT, Case, Position
from ..words import BEGIN, asks, conquer, first, goes_on, refuses, shows, silent, tells, wins

SOURCE = "RISK: Global Domination, Secret Assassin"
CHOICE = f"{SOURCE}: a choice"
PLAYED = {"variants.assassin.played": True}
case = partial(Case, source=SOURCE, given=PLAYED, ruleset="assassin")
DEAL = {"setup.allocation": "deal"}

# Ann is after Ben, Ben after Cid, Cid after Dot, Dot after Ben as well.
AFTER = {ANN: (BEN,), BEN: (CID,), CID: (DOT,), DOT: (BEN,)}


def _last_of(victim: int, conqueror: int, missions: dict[int, tuple[int, ...]] = AFTER) -> Position:
    """The last army of the victim beside nine of the conqueror, who is in turn."""
    lands = {conqueror: {"Siberia": 9}, victim: {"Ural": 1}}
    others = [seat for seat in (CID, DOT, BEN) if seat not in lands]
    lands[others[0]] = {"Brazil": 3}
    return Position(turn=conqueror, lands=lands, rest=others[-1], missions=missions)


STRIKE = conquer("Siberia", "Ural")

CASES = (
    case(
        says="Every player is dealt one of the others",
        given={**PLAYED, **DEAL},
        luck=((6, 1, 1), (1, 2, 0), first()),
    ).plays(
        BEGIN,
        tells(VictimsDealt),
        tells(MissionsDealt, to=ANN, seat=ANN),
        silent(VictimsDealtAgain),
    ),
    case(
        says="A player is dealt their own colour: all are dealt again, and it stays secret whose",
        source=CHOICE,
        given={**PLAYED, **DEAL},
        luck=((6, 1, 1), (0, 2, 1), (1, 2, 0), first()),
    ).plays(BEGIN, tells(VictimsDealtAgain)),
    case(
        says="A player who destroys their victim has won",
        players=4,
        position=_last_of(BEN, ANN),
    ).plays(STRIKE, wins(ANN, VictoryKind.MISSION)),
    case(
        says="A player who eliminates another's victim becomes the next victim",
        about=PLAYED,
        players=4,
        position=_last_of(BEN, CID),
    ).plays(
        STRIKE,
        tells(HuntPassed, victim=BEN, seat=CID),
        goes_on,
        shows(ANN, missions=(CID,)),
        shows(DOT, missions=(CID,)),
        shows(CID, missions=(DOT,)),
    ),
    case(
        says="All players hear that the hunt passes on, but not whose it was",
        source=CHOICE,
        players=4,
        position=_last_of(BEN, CID),
    ).plays(STRIKE, tells(HuntPassed, to=DOT, victim=BEN, seat=CID), silent(GameWon)),
    case(
        says="The next victim wins as any other would: destroyed in person",
        players=4,
        position=_last_of(CID, ANN, {**AFTER, ANN: (CID,)}),
    ).plays(STRIKE, wins(ANN, VictoryKind.MISSION)),
    case(
        says="No player leaves before they are beaten",
        source=CHOICE,
        about=PLAYED,
        players=4,
        position=Position(now="reinforcing", missions=AFTER),
    ).plays(asks(ToReinforce, ANN), refuses(Resign())),
)
