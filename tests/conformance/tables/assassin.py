"""Secret assassin: everybody has to destroy their victim themselves."""

from __future__ import annotations

from typing import Any

from risk_tui.engine.actions import Resign
from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.events import GameWon, MissionsDealt, SeatEliminated, VictoryKind
from risk_tui.variants.assassin import HuntPassed, VictimsDealt, VictimsDealtAgain

from ..case import ANN, BEN, CID, DOT, Case, Position
from ..words import BEGIN, asks, attack, first, is_past_cards, refuses, shows, silent, tells, wins

SOURCE = "RISK: Global Domination, Secret Assassin"
CHOICE = f"{SOURCE}: a choice"
PLAYED = {"variants.assassin.played": True}
DEAL: dict[str, Any] = {"setup.allocation": "deal"}

# Ann is after Ben, Ben after Cid, Cid after Dot, Dot after Ben as well.
AFTER: dict[int, tuple[int, ...]] = {ANN: (BEN,), BEN: (CID,), CID: (DOT,), DOT: (BEN,)}


def _last_of(victim: int, conqueror: int, missions: dict[int, tuple[int, ...]] = AFTER) -> Position:
    """A last army of somebody beside nine of somebody else, who is in turn."""
    lands = {conqueror: {"Siberia": 9}, victim: {"Ural": 1}}
    others = [seat for seat in (CID, DOT, BEN) if seat not in lands]
    lands[others[0]] = {"Brazil": 3}
    return Position(turn=conqueror, lands=lands, rest=others[-1], missions=missions)


STRIKE = attack("Siberia", "Ural", 3)
FALLS = ((6, 6, 6), (1,))

CASES = (
    Case(
        says="Without it a dead colour ends nothing",
        source="FAQ Q2.2",
        about={"variants.assassin.played": False},
        ruleset="us-1993",
        players=4,
        position=_last_of(BEN, ANN, {}),
        luck=FALLS,
        steps=(STRIKE, tells(SeatEliminated, seat=BEN), is_past_cards),
    ),
    Case(
        says="Everybody is dealt one of the others",
        source=SOURCE,
        about={},
        given={**PLAYED, **DEAL},
        ruleset="assassin",
        luck=((6, 1, 1), (1, 2, 0), first()),
        steps=(
            BEGIN,
            tells(VictimsDealt),
            tells(MissionsDealt, to=ANN, seat=ANN),
            silent(VictimsDealtAgain),
        ),
    ),
    Case(
        says="Where somebody is dealt themselves all are dealt again, and nobody hears who it was",
        source=CHOICE,
        about={},
        given={**PLAYED, **DEAL},
        ruleset="assassin",
        luck=((6, 1, 1), (0, 2, 1), (1, 2, 0), first()),
        steps=(BEGIN, tells(VictimsDealtAgain)),
    ),
    Case(
        says="Whoever destroys their victim has won",
        source=SOURCE,
        about={},
        given=PLAYED,
        ruleset="assassin",
        players=4,
        position=_last_of(BEN, ANN),
        luck=FALLS,
        steps=(STRIKE, wins(ANN, VictoryKind.MISSION)),
    ),
    Case(
        says="Whoever is quicker is the next victim of those who were after theirs",
        source=SOURCE,
        about=PLAYED,
        ruleset="assassin",
        players=4,
        position=_last_of(BEN, CID),
        luck=FALLS,
        steps=(
            STRIKE,
            tells(HuntPassed, victim=BEN, seat=CID),
            is_past_cards,
            shows(ANN, missions=(CID,)),
            shows(DOT, missions=(CID,)),
            shows(CID, missions=(DOT,)),
        ),
    ),
    Case(
        says="Everybody hears that the hunt passes on, and nobody whose it was",
        source=CHOICE,
        about={},
        given=PLAYED,
        ruleset="assassin",
        players=4,
        position=_last_of(BEN, CID),
        luck=FALLS,
        steps=(STRIKE, tells(HuntPassed, to=DOT, victim=BEN, seat=CID), silent(GameWon)),
    ),
    Case(
        says="The next victim wins as any other would: destroyed by one's own hand",
        source=SOURCE,
        about={},
        given=PLAYED,
        ruleset="assassin",
        players=4,
        position=_last_of(CID, ANN, {**AFTER, ANN: (CID,)}),
        luck=FALLS,
        steps=(STRIKE, wins(ANN, VictoryKind.MISSION)),
    ),
    Case(
        says="Nobody leaves before they are beaten",
        source=CHOICE,
        about=PLAYED,
        ruleset="assassin",
        players=4,
        position=Position(now="reinforcing", missions=AFTER),
        steps=(asks(ToReinforce, ANN), refuses(Resign())),
    ),
)
