"""Remix: whole continents, and a third player whose colours sleep."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.decisions import ToDefend, ToPlace
from risk_tui.engine.events import IncomeReceived, SeatEliminated, TurnBegan
from risk_tui.errors import NotAdjacent, WrongNumber, WrongPhase
from risk_tui.variants.remix import ColoursWoke, ContinentsDrawn, RemixMemory

from ..case import ANN, BEN, BOARD, CID, Case, Course, Position, at, land
from ..words import (
    BEGIN,
    asks,
    attack,
    check,
    defend,
    fortify,
    hand,
    income,
    may,
    owners,
    place,
    refuses,
    reinforce,
    shows,
    silent,
    tells,
)

SOURCE = "FAQ 4.14"
PLAYED = {"variants.remix.played": True}
case = partial(Case, about=PLAYED)
DRAWN = ((6, 2, 1), 2, (0, 1, 2, 3, 4, 5))
"""Ann is first, Cid is the third player; the continents are drawn as they stand on the board."""
EUROPE, AFRICA = 2, 3


def colours(*awake: int) -> RemixMemory:
    """Cid is the third player, in Europe and Africa; some of them are awake."""
    painted = [-1] * len(BOARD.territories)
    for colour, continent in enumerate((EUROPE, AFRICA)):
        for territory in BOARD.continents[continent].territories:
            painted[territory] = colour
    is_awake = tuple(continent in awake for continent in (EUROPE, AFRICA))
    return RemixMemory(CID, (EUROPE, AFRICA), is_awake, tuple(painted))


def position(*awake: int, now: str = "attacking", turn: int = CID, **more: object) -> Position:
    """Cid holds Europe and Africa, with two armies in Egypt and Southern Europe; Ann the rest."""
    held = {**land("Europe", "Africa"), "Egypt": 4, "Southern Europe": 4}
    return Position(
        now=now,
        turn=turn,
        lands={CID: held, ANN: {"Middle East": 4}, BEN: {"Brazil": 4}},
        rest=ANN,
        more={"memories": (colours(*awake),), **more},
    )


@check
def _is_coloured(course: Course, name: str, number: int) -> None:
    """A territory has that colour of its owner's, counted from 1."""
    assert course.game.view().colour(at(name)) == number - 1


CASES = (
    case(
        says="Two draw a continent each and hold it with 20 armies; the third player has all "
        "others, with 20 armies and a colour for each",
        source="FAQ 4.14; that the third player is drawn is a choice",
        about={**PLAYED, "variants.remix.armies": 20},
        luck=DRAWN,
    ).plays(
        BEGIN,
        tells(ContinentsDrawn, seat=ANN, continents=(0,), armies=20, is_third=False),
        tells(ContinentsDrawn, seat=CID, continents=(2, 3, 4, 5), is_third=True),
        owners({"Alaska": ANN, "Peru": BEN, "Iceland": CID, "Japan": CID}),
        shows(unplaced=(11, 16, 51)),
        asks(ToPlace, ANN, most=1),
    ),
    case(
        says="Armies are placed one at a time in cycles, and no colour gets more than its own",
        source="FAQ 4.14; in cycles is a choice",
        about={**PLAYED, "variants.remix.armies": 10},
        luck=DRAWN,
    ).plays(
        BEGIN,
        shows(unplaced=(1, 6, 13)),
        place("Alaska"),
        place("Brazil"),
        refuses(place("Japan"), WrongNumber),
        place("Congo"),
        asks(ToPlace, BEN, most=1),
    ),
    case(
        says="A colour may not attack before it was attacked",
        source=SOURCE,
        position=position(EUROPE),
    ).plays(
        refuses(attack("Egypt", "Middle East", 1), WrongPhase),
        may(attack("Southern Europe", "Middle East", 1)),
    ),
    case(
        says="A colour that sleeps defends with the most dice, and wakes up by that attack",
        source="FAQ 4.14; how it defends is a choice",
        position=position(turn=ANN),
        luck=((6, 6, 6), (1, 1)),
    ).plays(
        attack("Middle East", "Egypt", 3),
        tells(ColoursWoke, seat=CID, continents=(AFRICA,)),
        attack("Middle East", "Egypt", 3),
        asks(ToDefend, CID, target="Egypt"),
    ),
    case(
        says="Awake colours share one income; those asleep bring nothing",
        source="FAQ 4.14; a choice",
        position=position(AFRICA, now="starting"),
    ).plays(
        tells(IncomeReceived, seat=CID, territories=3, continents=((AFRICA, 3),)),
        income(CID, 6),
    ),
    case(
        says="While all of them sleep the third player's turn passes",
        source="FAQ 4.14; a choice",
        position=position(now="starting"),
    ).plays(income(CID, 0), tells(TurnBegan, seat=CID), tells(TurnBegan, seat=ANN)),
    case(
        says="Sleeping colours get no armies",
        source="FAQ 4.14; a choice",
        position=position(AFRICA, now="reinforcing", armies_to_place=3),
    ).plays(refuses(reinforce("Iceland", 1)), may(reinforce("Congo", 3))),
    case(
        says="All are awake after ten rounds, by when the others may be as strong",
        source="a choice",
        about={**PLAYED, "variants.remix.wake_after": 10},
        position=position(now="starting", turn=ANN, round=10),
    ).plays(tells(ColoursWoke, seat=CID, continents=(EUROPE, AFRICA))),
    case(
        says="They may sleep for fewer rounds, or more",
        source="a choice",
        about={**PLAYED, "variants.remix.wake_after": 2},
        position=position(now="starting", turn=ANN, round=2),
    ).plays(tells(ColoursWoke, seat=CID, continents=(EUROPE, AFRICA))),
    case(
        says="They may sleep until they are attacked, however long that takes",
        source=SOURCE,
        about={"variants.remix.wake_after": None},
        position=position(now="starting", turn=ANN, round=20),
    ).plays(silent(ColoursWoke)),
    case(
        says="Armies are moved only to those of their colour",
        source="FAQ 4.14; a choice",
        position=position(EUROPE, AFRICA, now="fortifying"),
    ).plays(
        refuses(fortify("Egypt", "Southern Europe", 1), NotAdjacent),
        fortify("Egypt", "North Africa", 3),
    ),
    case(
        says="What a colour takes is of that colour; two of them never fight each other",
        source="FAQ 4.14; a choice",
        position=position(EUROPE, AFRICA),
        luck=((6, 6, 6), (1, 1), (6, 6, 6), (1, 1)),
    ).plays(
        refuses(attack("Egypt", "Southern Europe", 1)),
        attack("Egypt", "Middle East", 3),
        defend(2),
        attack("Egypt", "Middle East", 3),
        defend(2),
        _is_coloured("Middle East", 2),
    ),
    Case(
        says="With a colour that is gone no cards are: they are all colours' own",
        source="FAQ 4.14: a choice",
        given=PLAYED,
        position=Position(
            lands={ANN: {"Middle East": 4}, CID: {"Egypt": 2, "Iceland": 1}, BEN: {"Brazil": 4}},
            hands={CID: ("Alaska", "Peru")},
            rest=ANN,
            more={"memories": (colours(AFRICA),)},
        ),
        luck=((6, 6, 6), (1, 1), 0),
    ).plays(
        attack("Middle East", "Egypt", 3),
        defend(2),
        silent(SeatEliminated),
        hand(CID, "Alaska", "Peru"),
    ),
    case(
        says="The third player is out when all colours are gone",
        source="FAQ 4.14; a choice",
        position=Position(
            lands={ANN: {"Middle East": 4}, CID: {"Egypt": 2}, BEN: {"Brazil": 4}},
            rest=ANN,
            more={"memories": (colours(),)},
        ),
        luck=((6, 6, 6), (1, 1), 0),
    ).plays(
        attack("Middle East", "Egypt", 3),
        tells(SeatEliminated, seat=CID, by=ANN),
    ),
    case(
        says="Three players play it",
        source=SOURCE,
        players=4,
        refused="for 3 players",
    ),
)
