"""n-ple Earth: several boards in a ring, all armies and packs of them."""

from __future__ import annotations

from functools import partial

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.decisions import ToClaim, ToPlace
from risk_tui.engine.events import VictoryKind
from risk_tui.engine.variant import Memory
from risk_tui.errors import NotAdjacent, NotASet
from risk_tui.variants.blizzards import BlizzardsMemory
from risk_tui.variants.earths import EarthConquered
from risk_tui.variants.nuclear import NuclearMemory

from ..case import ANN, BEN, BOARD, CID, NEUTRAL, Case, Position, at, land
from ..words import (
    BEGIN,
    armies,
    asks,
    attack,
    conquer,
    first,
    goes_on,
    hand,
    income,
    may,
    occupy,
    owners,
    refuses,
    shows,
    tells,
    trade,
    wins,
)

FAQ = "FAQ 4.12"
PLAYED = {"variants.earths.played": True}
case = partial(Case, source=FAQ, about=PLAYED)
TWO = {**PLAYED, "variants.earths.earths": 2}
DEALT = {"setup.allocation": "deal"}
ARTILLERY = ("Alaska 1", "Alberta 1", "Ontario 2")
JOINS = "variants.earths.joins"


def _on_the_bridges() -> Position:
    """Ann holds every Kamchatka, and the Japan of Earth 1."""
    bridges = {f"Kamchatka {earth}": 4 for earth in (1, 2)}
    return Position(lands={ANN: {**bridges, "Japan 1": 4}})


def _all_but_brazil(*earths: int, snow: str = "") -> Position:
    """Ann holds everything on these Earths but Brazil on the last of them; Cid is out.

    Args:
        snow: A territory that a blizzard closes.
    """
    continents = [continent.name for continent in BOARD.continents]
    held = {name: 1 for earth in earths for name in land(*continents, earth=earth)}
    lands = {
        ANN: {**held, f"Peru {earths[-1]}": 5, "Kamchatka 1": 3},
        BEN: {f"Brazil {earths[-1]}": 1},
    }
    if not snow:
        return Position(lands=lands, out=(CID,))
    memories = (BlizzardsMemory((at(snow),)), Memory())
    return Position(lands={**lands, NO_SEAT: {snow: 0}}, out=(CID,), more={"memories": memories})


def _mission(number: int, *held: str) -> Position:
    """Ann, who has that mission, is about to take Peru on Earth 2 and holds those lands besides."""
    return Position(
        lands={
            ANN: {**dict.fromkeys(held, 1), "Brazil 2": 5, "Venezuela 2": 1, "Argentina 2": 1},
            BEN: {"Peru 2": 1},
        },
        missions={ANN: (number,), BEN: (), CID: ()},
    )


TAKE_PERU = (conquer("Brazil 2", "Peru 2"), occupy(3))
MISSIONS = {
    "missions.played": True,
    "players.least": 3,
    "two_players.third_army": "none",
    "missions.destroy": False,
}

CASES = (
    case(
        says="Kamchatka on each Earth leads to Alaska on the next, and back to the first at last",
        about={**TWO, JOINS: ("Kamchatka", "Alaska")},
        position=_on_the_bridges(),
    ).plays(
        may(attack("Kamchatka 1", "Alaska 2", 3), attack("Kamchatka 2", "Alaska 1", 3)),
        may(attack("Kamchatka 2", "Irkutsk 2", 3)),
        refuses(attack("Kamchatka 1", "Irkutsk 2", 3), NotAdjacent),
    ),
    case(
        says="Three Earths are in a ring: from the last one leads to the first alone",
        about={**PLAYED, "variants.earths.earths": 3},
        position=_on_the_bridges(),
    ).plays(
        may(attack("Kamchatka 2", "Alaska 3", 3)),
        refuses(attack("Kamchatka 2", "Alaska 1", 3), NotAdjacent),
    ),
    case(
        says="The link of the two within an Earth is replaced",
        source="FAQ 4.12; that it is replaced is a choice",
        about={**PLAYED, "variants.earths.own_link": False},
        position=_on_the_bridges(),
    ).plays(refuses(attack("Kamchatka 1", "Alaska 1", 3), NotAdjacent)),
    case(
        says="Or it stays",
        source="FAQ 4.12: a choice",
        about={**PLAYED, "variants.earths.own_link": True},
        position=_on_the_bridges(),
    ).plays(may(attack("Kamchatka 1", "Alaska 1", 3), attack("Kamchatka 1", "Alaska 2", 3))),
    case(
        says="Other territories may join the Earths",
        source="FAQ 4.12: a choice",
        about={**PLAYED, JOINS: ("Japan", "Peru")},
        position=_on_the_bridges(),
    ).plays(
        may(attack("Japan 1", "Peru 2", 3), attack("Kamchatka 1", "Alaska 1", 3)),
        refuses(attack("Kamchatka 1", "Alaska 2", 3), NotAdjacent),
    ),
    case(
        says="Territories that the board lacks cannot join the Earths",
        source="FAQ 4.12: a choice",
        about={JOINS: ("Kamchatka", "Atlantis")},
        refused="has no territory 'Atlantis'",
    ),
    case(
        says="There are n times the armies, and n times as many are placed at a time",
        source="FAQ 4.12; how many at a time is a choice",
        about={**TWO, "variants.earths.armies_each_go": True},
        given=DEALT,
        luck=((6, 2, 1), first(), first()),
    ).plays(BEGIN, asks(ToPlace, ANN, most=2, unplaced=42)),
    case(
        says="Or they are placed one at a time",
        source="FAQ 4.12: a choice",
        about={"variants.earths.armies_each_go": False, "variants.earths.earths": 4},
        given={**DEALT, **PLAYED},
        luck=((6, 2, 1), *[first()] * 4),
    ).plays(BEGIN, asks(ToPlace, ANN, most=1, unplaced=84)),
    case(
        says="Two players place n times as many for the neutral army, too",
        source="FAQ 4.12; how many at a time is a choice",
        about={"variants.earths.armies_each_go": True},
        given=TWO,
        players=2,
        luck=((6, 2), first(), first()),
    ).plays(BEGIN, asks(ToPlace, ANN, most=4, unplaced=52, neutral=2)),
    case(
        says="The pack of each Earth is dealt for it alone",
        about=TWO,
        given=DEALT,
        luck=((6, 2, 1), first("Brazil", "Peru", "Congo"), first("Japan", "Peru", "Brazil")),
    ).plays(
        BEGIN,
        owners({"Brazil 1": ANN, "Peru 1": BEN, "Congo 1": CID}),
        owners({"Brazil 2": CID, "Peru 2": BEN, "Japan 2": ANN}),
    ),
    case(
        says="Where territories are claimed, they are on all Earths",
        source="FAQ 4.12; claims go over all boards",
        luck=((6, 2, 1),),
    ).plays(BEGIN, asks(ToClaim, ANN, free=84)),
    case(
        says="All packs are one, with two jokers for each Earth",
        about={"variants.earths.earths": 4},
        position=Position(),
    ).plays(shows(deck_count=4 * 44)),
    case(
        says="The extra armies go to a card's territory on whichever Earth its holder likes",
        position=Position(
            now="trading",
            lands={ANN: {"Alaska 1": 1, "Alaska 2": 1}},
            hands={ANN: ARTILLERY},
        ),
    ).plays(
        refuses(trade(*ARTILLERY), NotASet),
        refuses(trade(*ARTILLERY, bonus="Alberta 1"), NotASet),
        may(trade(*ARTILLERY, bonus="Alaska 1")),
        trade(*ARTILLERY, bonus="Alaska 2"),
        armies({"Alaska 1": 1, "Alaska 2": 3}),
        hand(ANN),
    ),
    case(
        says="Where every card brings them, its holder chooses for each",
        given={"cards.territory_bonus": "each"},
        position=Position(
            now="trading",
            lands={
                ANN: {**land("Alaska", "Ontario", earth=1), **land("Alaska", "Ontario", earth=2)}
            },
            hands={ANN: ARTILLERY},
        ),
    ).plays(
        refuses(trade(*ARTILLERY, bonus="Alaska 1"), NotASet),
        trade(*ARTILLERY, bonus="Alaska 1", also="Ontario 2"),
        armies({"Alaska 1": 3, "Alaska 2": 1, "Ontario 1": 1, "Ontario 2": 3}),
    ),
    case(
        says="Each Earth's continents bring their armies: two South Americas and an Australia six",
        position=Position(
            lands={
                ANN: {
                    **land("South America", earth=1),
                    **land("South America", "Australia", earth=2),
                }
            }
        ),
    ).plays(income(ANN, 4 + 6)),
    case(
        says="A player who holds one Earth has not won: all have to be conquered",
        position=_all_but_brazil(1),
    ).plays(
        conquer("Peru 1", "Brazil 1"),
        tells(EarthConquered, seat=ANN, earth=1),
        occupy(3),
        goes_on,
    ),
    case(
        says="An Earth is held without the territories that blizzards close",
        source="a choice",
        given={"variants.blizzards.played": True},
        position=_all_but_brazil(1, snow="Congo 1"),
    ).plays(conquer("Peru 1", "Brazil 1"), tells(EarthConquered, seat=ANN, earth=1)),
    case(
        says="A player who holds all Earths has won",
        about=TWO,
        position=_all_but_brazil(1, 2),
    ).plays(
        conquer("Peru 2", "Brazil 2"),
        tells(EarthConquered, seat=ANN, earth=2),
        wins(ANN, VictoryKind.CONQUEST),
    ),
    case(
        says="A mission's continents have to be held on one Earth",
        source="FAQ 4.12; that they are on one is a choice",
        given={**MISSIONS, "missions.continents": (("South America", "Africa"),) * 6},
        position=_mission(0, *land("Africa", earth=1)),
    ).plays(*TAKE_PERU, goes_on),
    case(
        says="On any Earth, also for a continent of the player's choice",
        source="FAQ 4.12; that they are on one is a choice",
        given={**MISSIONS, "missions.continents": (("South America", "any"),) * 6},
        position=_mission(0, *land("Africa", earth=2)),
    ).plays(TAKE_PERU[0], wins(ANN, VictoryKind.MISSION)),
    case(
        says="Missions ask for n times as many territories",
        source="FAQ 4.12; that they do is a choice",
        given=MISSIONS,
        position=_mission(6, *land("Asia", "Africa", earth=1)),
    ).plays(*TAKE_PERU, goes_on),
    case(
        says="There are n times the pieces",
        source="FAQ 4.12: the pieces of all sets are used",
        given={"limits.pieces": 30},
        position=Position(
            now="trading",
            lands={ANN: {"Alaska 1": 30, "Alaska 2": 26}},
            hands={ANN: ("Alberta 1", "Quebec 1", "Ontario 2")},
        ),
    ).plays(trade("Alberta 1", "Quebec 1", "Ontario 2"), shows(armies_to_place=4)),
    case(
        says="What another variant lays over the board is on every Earth",
        source="FAQ 4.12 with 4.3",
        given={"variants.nuclear.played": True},
        position=Position(
            lands={ANN: {"Peru 2": 4}}, more={"memories": (NuclearMemory((0,) * 84), None)}
        ),
    ).plays(
        may(attack("Peru 2", "Eastern Australia 2", 3)),
        refuses(attack("Peru 2", "Eastern Australia 1", 3), NotAdjacent),
    ),
    case(
        says="With open goals every player is dealt five territories of each Earth, for n times 20",
        source="FAQ 4.12 with 4.9",
        about=TWO,
        given={"variants.five_goals.played": True},
        players=2,
        luck=((6, 1), first("Brazil"), first("Japan", "Peru")),
    ).plays(
        BEGIN,
        owners({"Brazil 1": ANN, "Japan 2": ANN, "Peru 2": BEN, "Siam 2": NEUTRAL}),
        shows(unplaced=(30, 30, 0)),
        asks(ToPlace, ANN, most=2),
    ),
)
