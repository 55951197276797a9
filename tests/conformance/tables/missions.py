"""Secret missions: which there are, who has one, what fulfils it."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.events import (
    GoalReached,
    MissionsDealt,
    MissionsLeft,
    MissionsShown,
    SeatEliminated,
    VictoryKind,
)
from risk_tui.rules.winning import TerritoryHolding

from ..case import ANN, BEN, CID, Case, Position, Step, land
from ..words import BEGIN, END, conquer, first, goes_on, occupy, shows, silent, tells, wins

PLAYED = {"missions.played": True, "players.least": 3, "two_players.third_army": "none"}
case = partial(Case, given=PLAYED)
PAIRS = (
    ("Asia", "South America"),
    ("Asia", "Africa"),
    ("North America", "Africa"),
    ("North America", "Australia"),
)
ALL_SIX = (*PAIRS, ("Europe", "South America", "any"), ("Europe", "Australia", "any"))
CONTINENTS = ("Asia", "North America", "South America", "Europe", "Africa", "Australia")
SINGLES_AND_PAIRS = (*((name,) for name in CONTINENTS), *combinations(CONTINENTS, 2))
MANY_NUMBERS = tuple(
    TerritoryHolding(territories=territories, armies=armies)
    for territories, armies in ((14, 1), (16, 1), (18, 1), (20, 1), (8, 3), (10, 2), (12, 2))
)
OF_WAR = (
    *PAIRS[:3],
    ("North America", "Oceania"),
    ("Europe", "South America", "any"),
    ("Europe", "Oceania", "any"),
)
EASY = (("Europe",), ("Asia",), ("Africa",), *ALL_SIX)
NUMBERS = TerritoryHolding(territories=18, armies=2), TerritoryHolding(territories=24, armies=1)

# The deck for three players: a mission for each colour, six for continents, two for numbers.
KILL_ANN, KILL_BEN = 0, 1
EIGHTEEN, TWENTY_FOUR = 9, 10

STRIKE = conquer("Siberia", "Ural")


def _about_to_take_ural(mission: int, *places: str, armies: int = 1, rest: int = BEN) -> Position:
    """Ann holds those continents and territories, and conquers the Ural next."""
    held = dict.fromkeys(land(*places), armies) | {"Siberia": 5}
    return Position(
        lands={ANN: held, BEN: {"Ural": 1}}, rest=rest, missions={ANN: (mission,), BEN: (), CID: ()}
    )


def _mission(
    says: str, about: dict[str, Any], position: Position, *steps: Step, source: str = "FAQ Q2.2.1"
) -> Case:
    """The Ural is conquered from Siberia, by the player in turn."""
    return Case(
        says=says,
        source=source,
        about=about,
        given=PLAYED,
        position=position,
    ).plays(STRIKE, *steps)


WIN = wins(ANN, VictoryKind.MISSION)
HELD = {
    "Conquer Asia and South America": ("Asia", "South America"),
    "Conquer Asia and Africa": ("Asia", "Africa"),
    "Conquer Europe and South America and a third continent": ("Europe", "South America", "Asia"),
    "Conquer Europe and Australasia and a third continent": ("Europe", "Australia", "Asia"),
}

DEALT = (
    case(
        says="Each player is dealt a mission and keeps it a secret from the others",
        source="FAQ Q2.2.1",
        about={"missions.played": True, "missions.each": 1},
        given={**PLAYED, "setup.allocation": "deal"},
        luck=((6, 1, 1), (4, 9, 0, 1, 2, 3, 5, 6, 7, 8, 10), first()),
    ).plays(
        BEGIN,
        tells(MissionsDealt, to=ANN, seat=ANN, count=1, missions=(4,)),
        tells(MissionsDealt, to=BEN, seat=ANN, count=1, missions=()),
        shows(ANN, missions=(4,)),
        shows(BEN, missions=(9,)),
        shows(missions=()),
    ),
    case(
        says="Missions are dealt before territories are allocated",
        source="FAQ Q2.2.1, new US rules",
        about={"missions.dealt": "before territories"},
        given={**PLAYED, "setup.allocation": "deal"},
        luck=((6, 1, 1), tuple(range(11)), first()),
    ).plays(BEGIN, shows(BEN, missions=(1,))),
    case(
        says="Missions are dealt after the territories, as others leave this ambiguous",
        source="FAQ Q2.2.1",
        about={"missions.dealt": "after territories"},
        given={**PLAYED, "setup.allocation": "deal"},
        luck=((6, 1, 1), first(), tuple(range(11))),
    ).plays(BEGIN, shows(BEN, missions=(1,))),
    case(
        says="There are no missions",
        source="US 1993 booklet: the world game is played without them",
        about={"missions.played": False},
        given={**PLAYED, "setup.allocation": "deal"},
        luck=((6, 1, 1), first()),
    ).plays(BEGIN, silent(MissionsDealt), shows(ANN, missions=())),
    case(
        says="There are 14 missions: six colours, six of continents, two of territories",
        source="FAQ Q2.2.1",
        about={
            "missions.destroy": True,
            "missions.continents": ALL_SIX,
            "missions.territories": NUMBERS,
        },
        players=6,
        luck=((6, 1, 1, 1, 1, 1), tuple(range(14))),
    ).plays(BEGIN, shows(BEN, missions=(1,))),
    case(
        says="Two missions of Europe and a third continent are omitted: twelve are left",
        source="FAQ Q2.2.1, US 1998; US 1993 booklet",
        about={"missions.continents": PAIRS},
        players=6,
        luck=((6, 1, 1, 1, 1, 1), tuple(range(12))),
    ).plays(BEGIN, shows(BEN, missions=(1,))),
    case(
        says="The missions of unused colours are removed before missions are given out",
        source="FAQ Q2.2.1",
        about={"missions.destroy": True},
        players=4,
        luck=((6, 1, 1, 1), tuple(range(12))),
    ).plays(BEGIN, shows(BEN, missions=(1,))),
    case(
        says="A deck may do without the colours",
        source="a choice: no source plays so",
        about={"missions.destroy": False},
        luck=((6, 1, 1), tuple(range(8))),
    ).plays(BEGIN, shows(BEN, missions=(1,))),
    case(
        says="A deck may be of colours alone",
        source="FAQ part 4, Paranoia: kill missions only",
        about={"missions.continents": (), "missions.territories": ()},
        luck=((6, 1, 1), (1, 2, 0)),
    ).plays(BEGIN, shows(BEN, missions=(2,))),
    *(
        case(
            says=f"Unused missions are {unused}",
            source=source,
            about={"missions.unused": unused},
            luck=((6, 1, 1), tuple(range(11))),
        ).plays(BEGIN, check)
        for unused, source, check in (
            ("hidden", "FAQ Q2.2.1: later editions clearly state this", silent(MissionsLeft)),
            (
                "shown",
                "FAQ Q2.2.1: the old UK rules are unclear",
                tells(MissionsLeft, missions=tuple(range(3, 11))),
            ),
        )
    ),
    case(
        says="Each player receives four easier missions",
        source="Risk wiki, Secret Mission of 2003",
        about={"missions.each": 4, "missions.continents": EASY},
        luck=((6, 1, 1), tuple(range(14))),
    ).plays(BEGIN, shows(ANN, missions=(0, 1, 2, 3)), shows(BEN, missions=(4, 5, 6, 7))),
)

REACHED = (
    *(
        _mission(
            says,
            {"missions.continents": ALL_SIX},
            _about_to_take_ural(3 + ALL_SIX.index(mission), *held),
            WIN,
            tells(MissionsShown, seat=ANN),
        )
        for (says, held), mission in zip(
            HELD.items(), (ALL_SIX[0], ALL_SIX[1], ALL_SIX[4], ALL_SIX[5]), strict=True
        )
    ),
    *(
        case(
            says=f"Conquer {' and '.join(mission)}",
            source="FAQ Q2.2.1",
            about={"missions.continents": ALL_SIX},
            position=Position(
                lands={ANN: {**land(*mission), "Alberta": 5}, BEN: {"Alaska": 1}},
                missions={ANN: (3 + ALL_SIX.index(mission),), BEN: (), CID: ()},
            ),
        ).plays(conquer("Alberta", "Alaska"), WIN)
        for mission in PAIRS[2:]
    ),
    _mission(
        "Two continents are not three",
        {},
        _about_to_take_ural(7, "Europe", "South America"),
        goes_on,
    ),
    _mission(
        "Occupy 18 territories with at least two armies in each",
        {"missions.territories": NUMBERS},
        _about_to_take_ural(EIGHTEEN, "Asia", "Africa", armies=2),
        occupy(3),
        WIN,
    ),
    _mission(
        "Eighteen territories with single armies are not enough",
        {},
        _about_to_take_ural(EIGHTEEN, "Asia", "Africa"),
        goes_on,
    ),
    _mission(
        "Occupy 24 territories, with no restriction to two armies",
        {"missions.territories": NUMBERS},
        _about_to_take_ural(TWENTY_FOUR, "Asia", "Africa", "Australia", "Peru", "Brazil"),
        occupy(3),
        WIN,
    ),
    _mission(
        "A player who draws their own colour occupies 24 territories",
        {"missions.instead": NUMBERS[1]},
        _about_to_take_ural(KILL_ANN, "Asia", "Africa", "Australia", "Peru", "Brazil"),
        occupy(3),
        WIN,
    ),
    _mission(
        "Another number may stand instead",
        {"missions.instead": TerritoryHolding(territories=18, armies=1)},
        _about_to_take_ural(KILL_ANN, "Asia", "Africa"),
        occupy(3),
        WIN,
        source="a choice: another number",
    ),
)

BENS_LAST = _about_to_take_ural(KILL_BEN, rest=CID)
FEW_FOR_ANN = Position(
    turn=CID,
    lands={ANN: {"Peru": 1}, CID: {"Siberia": 5}, BEN: {"Ural": 1}},
    rest=CID,
    missions={ANN: (KILL_BEN,), BEN: (), CID: (EIGHTEEN,)},
)

KILLS = (
    _mission(
        "Kill a certain colour: to kill its last unit in person fulfils the mission",
        {"missions.destroy": True},
        BENS_LAST,
        WIN,
    ),
    _mission(
        "If someone else kills the last one, the mission is not fulfilled",
        {"missions.kill_credit": "last blow"},
        FEW_FOR_ANN,
        tells(SeatEliminated, seat=BEN, by=CID),
        goes_on,
        source="FAQ Q2.2.1, old and new UK rules",
    ),
    case(
        says="If someone else kills the last one, the mission changes to 24 territories",
        source="FAQ Q2.2.1, old and new UK rules",
        about={"missions.kill_credit": "last blow", "missions.instead": NUMBERS[1]},
        position=Position(
            lands={
                ANN: {**land("Asia", "Africa", "Australia", "Peru"), "Siberia": 5},
                CID: {"Ural": 1, "Ukraine": 1},
            },
            rest=CID,
            missions={ANN: (KILL_BEN,), BEN: (), CID: (EIGHTEEN,)},
            out=(BEN,),
            more={"beaten_by": [NO_SEAT, CID, NO_SEAT]},
        ),
    ).plays(STRIKE, goes_on, occupy(4), conquer("Ural", "Ukraine"), WIN),
    _mission(
        "Anyone may complete your mission of destroying a colour",
        {"missions.kill_credit": "anyone"},
        FEW_FOR_ANN,
        WIN,
        source="FAQ Q2.2.1, new US rules: the example of the yellow troops",
    ),
    _mission(
        "With two missions fulfilled at once, whose turn it is wins",
        {},
        Position(
            turn=CID,
            lands={ANN: {"Peru": 1}, CID: {"Siberia": 5}, BEN: {"Ural": 1}},
            rest=CID,
            missions={ANN: (KILL_BEN,), BEN: (), CID: (KILL_BEN,)},
        ),
        wins(CID, VictoryKind.MISSION),
        source="German booklet",
    ),
    *(
        _mission(
            f"An eliminated player's mission is {fate}",
            {"missions.eliminated": fate},
            Position(
                lands={ANN: {"Siberia": 5}, BEN: {"Ural": 1}},
                rest=CID,
                missions={ANN: (TWENTY_FOUR,), BEN: (5,), CID: (KILL_ANN,)},
            ),
            check,
            source=f"FAQ Q2.2.1: not clear in the old UK rules; {note}",
        )
        for fate, check, note in (
            ("hidden", silent(MissionsShown), "keeping it hidden is a choice"),
            ("shown", tells(MissionsShown, seat=BEN, missions=(5,)), "showing it the other one"),
        )
    ),
)

FOUR = {**PLAYED, "missions.continents": EASY}
SHOWS_ONE = tells(GoalReached, seat=ANN, total=3, needed=4)
FOUR_EACH = (
    case(
        says="Four missions each come from a deck of 28 that is enough for six",
        source="Risk wiki: each player received four secret missions; which there are is a choice",
        about={
            "missions.each": 4,
            "missions.continents": SINGLES_AND_PAIRS,
            "missions.territories": MANY_NUMBERS,
        },
        given={**PLAYED, "missions.destroy": False},
        players=6,
        luck=((6, 1, 1, 1, 1, 1), tuple(range(28))),
    ).plays(BEGIN, shows(BEN, missions=(4, 5, 6, 7))),
    case(
        says="At most one mission is shown a turn",
        source="a collector's note on the edition of 2003",
        about={"missions.each": 4},
        given=FOUR,
        position=Position(
            lands={ANN: {**land("Asia", "Africa"), "Siam": 3}},
            missions={ANN: (3, 4, 5, 6), BEN: (), CID: ()},
            taken={ANN: (3, 6)},
        ),
    ).plays(END, SHOWS_ONE, tells(MissionsShown, seat=ANN, missions=(4,)), goes_on),
    case(
        says="All four missions win",
        source="Risk wiki, Secret Mission of 2003; a collector's note",
        about={"missions.each": 4},
        given=FOUR,
        position=Position(
            lands={ANN: {**land("Asia"), "Siam": 3}},
            missions={ANN: (3, 4, 5, 6), BEN: (), CID: ()},
            taken={ANN: (3, 6, 5)},
        ),
    ).plays(END, tells(GoalReached, total=4, needed=4), WIN),
)

ON_OTHER_BOARDS = (
    case(
        says="War has six missions about continents, in which Oceania stands for Australia",
        source="public code of the program War: objetivos.py",
        about={"missions.continents": OF_WAR},
        given={**PLAYED, "missions.kill_credit": "last blow"},
        map="war",
        luck=((6, 1, 1), (8, 0, 1, *range(2, 8), 9, 10)),
    ).plays(BEGIN, shows(ANN, missions=(8,))),
)

CASES = (*DEALT, *REACHED, *KILLS, *FOUR_EACH, *ON_OTHER_BOARDS)
