"""Interdiction: armies come to what is joined to the capital only."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY
from risk_tui.engine.actions import Enter, Fortify
from risk_tui.engine.decisions import ToAttack, ToOccupy, ToReinforce
from risk_tui.engine.events import ArmiesLost, Placed
from risk_tui.errors import NotAdjacent, NotYourTerritory, WrongNumber, WrongPhase
from risk_tui.variants.interdiction import (
    CapitalFounded,
    CapitalMoved,
    FoundCapital,
    MoveCapital,
    MovingCapitals,
    ToFoundCapital,
    ToMoveCapital,
)

from ..case import ANN, BEN, CID, Case, Position, at
from ..words import (
    BEGIN,
    END,
    armies,
    asks,
    attack,
    by_name,
    conquer,
    first,
    fortify,
    goes_on,
    may,
    occupy,
    offers_none_of,
    refuses,
    reinforce,
    silent,
    tells,
    trade,
)

SOURCE = "FAQ 4.13"
case = partial(Case, source="FAQ 4.13: a choice")
PLAYED = {"variants.interdiction.played": True}
STAYS = {"variants.interdiction.may_step": False}
RICH = {"armies_to_place": 5}


found = by_name(FoundCapital)
move = by_name(MoveCapital)


def capitals(ann: str, ben: str, cid: str, **more: Any) -> dict[str, Any]:
    """The part of a state that says which capitals there are."""
    chosen = tuple(at(name) if name else NO_TERRITORY for name in (ann, ben, cid))
    return {"memories": (MovingCapitals(chosen),), **more}


# Ann's capital is Brazil; Peru is joined to it, Japan is not. Ben's is Egypt.
LINES = Position(
    now="reinforcing",
    lands={
        ANN: {"Brazil": 3, "Peru": 2, "Japan": 4},
        BEN: {"Egypt": 1, "East Africa": 2, "Madagascar": 1},
    },
    rest=CID,
    more=capitals("Brazil", "Egypt", "Ural", **RICH),
)
ATTACKING = replace(LINES, now="attacking", more=capitals("Brazil", "Egypt", "Ural"))
STARTING = replace(ATTACKING, now="starting")


TIGHT = Position(
    now="reinforcing",
    lands={ANN: {"Brazil": 3, "Peru": 2, "Japan": 1}},
    rest=CID,
    more=capitals("Brazil", "", "Ural", **RICH),
)


def _fall(*, lands: dict[int, dict[str, int]], capital: str) -> Position:
    """Cid's capital is about to fall to Ann."""
    return Position(lands=lands, rest=ANN, more=capitals("Brazil", "Egypt", capital))


CASES = (
    Case(
        says="Before the first turn all players choose a capital openly, in order of seats",
        source="FAQ 4.13; the order is a choice",
        about=PLAYED,
        given={"setup.allocation": "deal", "setup.placing": "none"},
        luck=((1, 6, 1), first("Peru", "Siam", "Congo")),
    ).plays(
        BEGIN,
        asks(ToFoundCapital, BEN),
        refuses(found("Siam"), NotYourTerritory),
        refuses(END, WrongPhase),
        found("Peru"),
        tells(CapitalFounded, to=ANN, seat=BEN, territory="Peru"),
        asks(ToFoundCapital, CID),
        found("Siam"),
        asks(ToFoundCapital, ANN),
        found("Congo"),
        goes_on,
    ),
    Case(
        says="Only territories that a line of own ones joins to the capital are reinforced",
        source=SOURCE,
        about=PLAYED,
        position=LINES,
    ).plays(
        may(reinforce("Brazil", 5), reinforce("Peru", 5)),
        refuses(reinforce("Japan", 1), WrongNumber),
    ),
    Case(
        says="The capital may step into a neighbouring territory once a turn, before placing",
        source="FAQ 4.13; the time is a choice",
        about={"variants.interdiction.may_step": True},
        position=STARTING,
    ).plays(
        asks(ToMoveCapital, ANN, capital="Brazil"),
        refuses(move("Japan"), NotAdjacent),
        refuses(move("Venezuela"), NotYourTerritory),
        may(move("Peru"), END),
        move("Peru"),
        tells(CapitalMoved, seat=ANN, source="Brazil", target="Peru", fallen=False),
        asks(ToReinforce, ANN),
        offers_none_of(MoveCapital),
    ),
    Case(
        says="Another way: the capital moves only when it falls",
        source="FAQ 4.13: “if they wish”, a choice",
        about=STAYS,
        position=STARTING,
    ).plays(asks(ToReinforce, ANN)),
    Case(
        says="A capital that falls moves to the nearest territory of its owner",
        source=SOURCE,
        about=PLAYED,
        position=_fall(
            lands={
                ANN: {"Siberia": 5},
                BEN: {"Afghanistan": 1},
                CID: {"Ural": 1, "Siam": 3, "Argentina": 9},
            },
            capital="Ural",
        ),
    ).plays(
        conquer("Siberia", "Ural"),
        asks(ToOccupy, ANN),
        occupy(3),
        tells(CapitalMoved, seat=CID, source="Ural", target="Siam", fallen=True),
        asks(ToAttack, ANN),
    ),
    case(
        says="If several territories are nearest, the owner of the fallen capital chooses",
        about=PLAYED,
        position=_fall(
            lands={ANN: {"Siberia": 4}, CID: {"Ural": 1, "China": 2, "Ukraine": 2, "Siam": 2}},
            capital="Ural",
        ),
    ).plays(
        conquer("Siberia", "Ural"),
        silent(CapitalMoved),
        asks(ToFoundCapital, CID, fallen="Ural"),
        refuses(found("Siam"), NotAdjacent),
        may(found("China"), found("Ukraine")),
        found("Ukraine"),
        tells(CapitalMoved, seat=CID, target="Ukraine", fallen=True),
        asks(ToAttack, ANN),
    ),
    Case(
        says="Armies that are cut off may attack, to join their land to the capital again",
        source="FAQ 4.13: voted on, a choice",
        about={"variants.interdiction.cut_off_attack": True},
        position=ATTACKING,
    ).plays(may(attack("Japan", "Kamchatka", 3))),
    Case(
        says="Another way: armies that are cut off may not attack",
        source="FAQ 4.13: voted on",
        about={"variants.interdiction.cut_off_attack": False},
        position=ATTACKING,
    ).plays(
        refuses(attack("Japan", "Kamchatka", 3), WrongPhase),
        may(attack("Brazil", "Venezuela", 2)),
    ),
    Case(
        says="Nor may armies that are cut off enter empty territories",
        source="FAQ 4.13: voted on",
        about={"variants.interdiction.cut_off_attack": False},
        position=replace(
            ATTACKING, lands={**LINES.lands, NO_SEAT: {"Kamchatka": 0, "Venezuela": 0}}
        ),
    ).plays(
        refuses(Enter(at("Japan"), at("Kamchatka"), 1), WrongPhase),
        may(Enter(at("Brazil"), at("Venezuela"), 1)),
    ),
    case(
        says="Armies that find no room on joined land are lost",
        about={"variants.interdiction.no_room": "lost"},
        given={"limits.territory": 4},
        position=TIGHT,
    ).plays(
        reinforce("Brazil", 1),
        reinforce("Peru", 2),
        tells(ArmiesLost, seat=ANN, armies=2),
        asks(ToAttack, ANN),
    ),
    case(
        says="Another way: armies that find no room may be placed anywhere",
        about={"variants.interdiction.no_room": "anywhere"},
        given={"limits.territory": 4},
        position=TIGHT,
    ).plays(
        reinforce("Brazil", 1),
        refuses(reinforce("Japan", 1), WrongNumber),
        reinforce("Peru", 2),
        may(reinforce("Japan", 2)),
    ),
    Case(
        says="The room for armies depends on the pieces of the colour",
        source="FAQ 4.13 and Q2.4.2: a choice",
        about={"limits.pieces_by_colour": {"red": 40}},
        given={"variants.interdiction.no_room": "anywhere", "limits.pieces": 20},
        colours=("red", "blue", "green"),
        position=replace(TIGHT, lands={ANN: {"Brazil": 25, "Japan": 1}}),
    ).plays(refuses(reinforce("Japan", 1), WrongNumber), may(reinforce("Brazil", 5))),
    case(
        says="The extra armies for a card's territory that is cut off are lost",
        about={"variants.interdiction.cards_reach": "joined"},
        position=replace(LINES, hands={ANN: ("Japan", "Ural", "joker")}),
    ).plays(
        trade("Japan", "Ural", "joker"),
        tells(ArmiesLost, seat=ANN, armies=2),
        silent(Placed),
        armies({"Japan": 4}),
    ),
    case(
        says="Another way: extra armies come to a card's territory that is cut off",
        about={"variants.interdiction.cards_reach": "all"},
        position=replace(LINES, hands={ANN: ("Japan", "Ural", "joker")}),
    ).plays(
        trade("Japan", "Ural", "joker"),
        silent(ArmiesLost),
        armies({"Japan": 6}),
    ),
    case(
        says="Armies that are on the board may fortify anywhere",
        given=PLAYED,
        position=Position(
            now="fortifying",
            lands={ANN: {"Brazil": 3, "Japan": 4, "Kamchatka": 1}},
            rest=CID,
            more=capitals("Brazil", "", "Ural"),
        ),
    ).plays(may(Fortify(at("Japan"), at("Kamchatka"), 3)), fortify("Japan", "Kamchatka", 3)),
)
