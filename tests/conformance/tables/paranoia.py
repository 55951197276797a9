"""Paranoia: every player is after one of the others."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.actions import Resign
from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.events import GameWon, MissionsDealt, MissionsShown, VictoryKind
from risk_tui.variants.paranoia import HuntBegan, OwnColourDealt

from ..case import ANN, BEN, CID, Case, Position
from ..words import BEGIN, END, asks, conquer, first, refuses, silent, tells, wins

SOURCE = "FAQ 4.11"
case = partial(Case, source=SOURCE, ruleset="paranoia")
PLAYED = {"variants.paranoia.played": True}
AGAIN = {"variants.paranoia.own_colour": "dealt again"}
OTHER = {"variants.paranoia.own_colour": "other mission"}
DEAL = {"setup.allocation": "deal"}
STAYS = {"variants.paranoia.resignation_counts": False}
COUNTS = {"variants.paranoia.resignation_counts": True}

# Ann is after Ben, Ben after Cid, Cid after Ann. Each has a last territory beside another.
AFTER = {ANN: (BEN,), BEN: (CID,), CID: (ANN,)}


def _last_of(victim: int, conqueror: int, rest: int) -> Position:
    """The last army of the victim, which the conqueror attacks in Ann's turn."""
    return Position(
        lands={conqueror: {"Siberia": 5}, victim: {"Ural": 1}}, rest=rest, missions=AFTER
    )


STRIKE = conquer("Siberia", "Ural")

CASES = (
    case(
        says="Every player has a mission to destroy one of the others, and there are no others",
        about=PLAYED,
        given=DEAL,
        luck=((6, 1, 1), (1, 2, 0), first()),
    ).plays(
        BEGIN,
        tells(HuntBegan),
        tells(MissionsDealt, to=ANN, seat=ANN, missions=(BEN,)),
        tells(MissionsDealt, to=BEN, seat=BEN, missions=(CID,)),
        tells(MissionsDealt, to=ANN, seat=BEN, missions=()),
        silent(OwnColourDealt),
    ),
    case(
        says="Players who draw their own colour show it, and all are dealt again until none does",
        about=AGAIN,
        given=DEAL,
        luck=((6, 1, 1), (0, 2, 1), (0, 1, 2), (2, 0, 1), first()),
    ).plays(
        BEGIN,
        tells(OwnColourDealt, seat=ANN),
        tells(OwnColourDealt, seat=CID),
        tells(MissionsDealt, to=ANN, seat=ANN, missions=(CID,)),
    ),
    case(
        says="Another way: a player who draws their own colour has another mission instead",
        source="FAQ Q2.2.1, and a choice",
        about=OTHER,
        given=DEAL,
        luck=((6, 1, 1), (0, 2, 1), first()),
    ).plays(
        BEGIN,
        silent(OwnColourDealt),
        silent(HuntBegan),  # Not everyone has a victim.
        tells(MissionsDealt, to=ANN, missions=(ANN,)),
    ),
    case(
        says="A player who destroys their victim has won",
        position=_last_of(BEN, ANN, CID),
    ).plays(STRIKE, tells(MissionsShown, seat=ANN), wins(ANN, VictoryKind.MISSION)),
    case(
        says="One need not finish off the victim oneself: the holder of the card has won",
        position=_last_of(CID, ANN, BEN),
    ).plays(STRIKE, tells(MissionsShown, seat=BEN), wins(BEN, VictoryKind.MISSION)),
    case(
        says="The hunter wins at once, in any player's turn",
        about={"victory.when": "any turn"},
        given=PLAYED,
        position=_last_of(CID, ANN, BEN),
    ).plays(STRIKE, wins(BEN, VictoryKind.MISSION)),
    case(
        says="No player wins by a resignation: resigning is refused, a computer player goes on",
        source="FAQ 4.11: a choice",
        about=STAYS,
        position=_last_of(CID, ANN, BEN),
    ).plays(refuses(Resign()), END, refuses(Resign())),
    case(
        says="Another way: a player who resigns is out",
        source="FAQ 4.11: a choice",
        about=COUNTS,
        position=Position(
            now="reinforcing",
            turn=CID,
            lands={CID: {"Ural": 2}},
            rest=BEN,
            missions=AFTER,
            more={"armies_to_place": 3},
        ),
    ).plays(asks(ToReinforce, CID), Resign(), wins(BEN, VictoryKind.MISSION)),
    case(
        says="It is no game for two",
        source="FAQ 4.11: a choice",
        players=2,
        refused="'Paranoia' is for 3 to 6 players, not 2",
    ),
    case(
        says="The last one left has won, whatever the missions",
        source="FAQ 4.11: three play at least",
        position=_last_of(BEN, ANN, CID),
    ).plays(STRIKE, tells(GameWon, winners=(ANN,))),
)
