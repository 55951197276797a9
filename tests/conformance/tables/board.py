"""The board: which territories are neighbours, what cards show, and what continents bring."""

from __future__ import annotations

from risk_tui.engine.events import IncomeReceived, SetTraded
from risk_tui.errors import NotAdjacent, NotASet

from ..case import ANN, BEN, BOARD, Case, Position, land
from ..words import attack, may, refuses, tells, trade

AFRICA = next(number for number, each in enumerate(BOARD.continents) if each.name == "Africa")
NORTH = Position(lands={ANN: {"Northwest Territory": 4}, BEN: {"Quebec": 1}})
SOUTH = Position(lands={ANN: {"Madagascar": 4}, BEN: {"Western Australia": 1}})
AFRICAN = Position(now="starting", lands={ANN: land("Africa")})
INFANTRY = Position(now="trading", hands={ANN: ("Argentina", "Brazil", "Eastern United States")})

CASES = (
    Case(
        says="An edition that names no maps is played on the classic one",
        source="a choice",
        about={"board.maps": ()},
        position=Position(lands={ANN: {"East Africa": 4}}),
    ).plays(may(attack("East Africa", "Egypt", 3))),
    Case(
        says="An edition that names the classic map is played on it, and on no other",
        source="public code of the rules of Italian clubs: objectives of territories of that board",
        about={"board.maps": ("classic",)},
        map="mini",
        players=3,
        refused="is played on classic, not on mini",
    ),
    Case(
        says="An edition that names another map is not played on this one",
        source="Castle Risk, 1986: it has a board of its own",
        about={"board.maps": ("castle-europe",)},
        refused="is played on castle-europe, not on classic",
    ),
    Case(
        says="TEG is played on its own board, too",
        source="public code of the program TEG: 50 countries",
        about={"board.maps": ("teg",)},
        refused="is played on teg, not on classic",
    ),
    Case(
        says="So is War",
        source="public code of two programs of War: 42 territories, 79 links",
        about={"board.maps": ("war",)},
        refused="is played on war, not on classic",
    ),
    Case(
        says="East Africa and the Middle East are neighbours",
        source="Risk wiki: subsequent editions restored the missing route",
        about={"board.omitted": ()},
        position=Position(lands={ANN: {"East Africa": 4}}),
    ).plays(may(attack("East Africa", "Middle East", 3))),
    Case(
        says="The route between East Africa and the Middle East is removed",
        source="Risk wiki: 40th Anniversary Collector's Edition and Risk II",
        about={"board.omitted": (("East Africa", "Middle East"),)},
        position=Position(lands={ANN: {"East Africa": 4}}),
    ).plays(
        refuses(attack("East Africa", "Middle East", 3), NotAdjacent),
        may(attack("East Africa", "Egypt", 3)),
    ),
    Case(
        says="Northwest Territory and Quebec are not neighbours",
        source="the classic board",
        about={"board.added": ()},
        position=NORTH,
    ).plays(refuses(attack("Northwest Territory", "Quebec", 3), NotAdjacent)),
    Case(
        says="Northwest Territory lists Quebec, and Quebec Northwest Territory",
        source="SGE rules, table of territories",
        about={"board.added": (("Northwest Territory", "Quebec"),)},
        position=NORTH,
    ).plays(may(attack("Northwest Territory", "Quebec", 3))),
    Case(
        says="Madagascar has no lane to the east",
        source="the classic board",
        about={"board.sea_lanes": ()},
        position=SOUTH,
    ).plays(refuses(attack("Madagascar", "Western Australia", 3), NotAdjacent)),
    Case(
        says="A sea lane is added between Madagascar and Western Australia",
        source="FAQ Q4.3",
        about={"board.sea_lanes": (("Madagascar", "Western Australia"),)},
        position=SOUTH,
    ).plays(may(attack("Madagascar", "Western Australia", 3))),
    Case(
        says="The card of Eastern United States shows artillery",
        source="the classic board",
        about={"board.symbols": {}},
        position=INFANTRY,
    ).plays(refuses(trade("Argentina", "Brazil", "Eastern United States"), NotASet)),
    Case(
        says="The card of Eastern United States shows infantry",
        source="SGE rules, table of territories",
        about={"board.symbols": {"Eastern United States": "infantry"}},
        given={"cards.sets": "by type"},
        position=INFANTRY,
    ).plays(
        trade("Argentina", "Brazil", "Eastern United States"),
        tells(SetTraded, seat=ANN, armies=6),
    ),
    Case(
        says="Africa brings three armies",
        source="FAQ Q2.4.1",
        about={"board.bonuses": {}},
        position=AFRICAN,
    ).plays(tells(IncomeReceived, territories=3, continents=((AFRICA, 3),))),
    Case(
        says="Africa brings four armies, South America and Australia three",
        source="FAQ Q4.3",
        about={"board.bonuses": {"Africa": 4, "South America": 3, "Australia": 3}},
        position=AFRICAN,
    ).plays(tells(IncomeReceived, territories=3, continents=((AFRICA, 4),))),
)
