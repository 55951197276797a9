"""Nuclear: taking nukes, firing and stopping them, wastelands, and nukes that are conquered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Enter
from risk_tui.engine.decisions import ToAttack, ToOccupy, ToReinforce
from risk_tui.engine.events import CardsTaken, IncomeReceived, SeatEliminated, VictoryKind
from risk_tui.errors import NotAdjacent, WrongNumber, WrongPhase
from risk_tui.variants.nuclear.declarations import (
    ArmyNuked,
    Fire,
    GoNuclear,
    LaidWaste,
    NuclearMemory,
    NukesConquered,
    NukeStopped,
    Retaliate,
    SpendNuke,
    TakeNukes,
    ToFire,
    ToRetaliate,
    ToStopNuke,
    ToTakeNukes,
    WasteEnded,
    Wasteland,
)

from ..case import ANN, BEN, CID, Case, Course, Position, at, land
from ..words import (
    END,
    armies,
    asks,
    attack,
    by_name,
    check,
    conquer,
    goes_on,
    income,
    may,
    occupy,
    offers_none_of,
    owners,
    refuses,
    reinforce,
    silent,
    tells,
    wins,
)

FAQ, CHOICE = "FAQ 4.3", "FAQ 4.3: a choice"
PLAYED = {"variants.nuclear.played": True}
case = partial(Case, source=FAQ, given=PLAYED)
NUCLEAR = GoNuclear()


def memory(
    nukes: Mapping[str, int], wastelands: tuple[Wasteland, ...] = (), round: int = 4
) -> dict[str, Any]:
    """The parts of a state that say where nukes and wastelands are, in that round."""
    counts = [0] * 42
    for name, count in nukes.items():
        counts[at(name)] = count
    return {"memories": (NuclearMemory(tuple(counts), wastelands, round=round),), "round": round}


@check
def nukes(course: Course, there: Mapping[str, int]) -> None:
    """These nukes stand on those territories, and none elsewhere."""
    (arsenal,) = course.game.view().memories
    found = {place: count for place, count in enumerate(arsenal.nukes) if count}
    assert found == {at(name): count for name, count in there.items()}


@check
def wastelands(course: Course, there: Mapping[str, int]) -> None:
    """These territories are wastelands for a number of turns, and no others."""
    (arsenal,) = course.game.view().memories
    found = {each.territory: each.turns for each in arsenal.wastelands}
    assert found == {at(name): turns for name, turns in there.items()}


take = by_name(TakeNukes)
fire = by_name(Fire)
spend = by_name(SpendNuke)
retaliate = by_name(Retaliate)


def _starting(round: int) -> Position:
    """Ann's turn of that round begins: five armies for North America, three for territories."""
    held = land("North America")
    return Position(now="starting", lands={ANN: held}, more=memory({}, round=round - 1))


def _armed(
    there: Mapping[str, int],
    lands: Mapping[int, Mapping[str, int]],
    wastes: tuple[Wasteland, ...] = (),
    rest: int = CID,
    **more: Any,
) -> Position:
    """Ann attacks in round 4."""
    return Position(lands=lands, rest=rest, more=memory(there, wastes), **more)


BRAZIL = {ANN: {"Brazil": 9}, BEN: {"Japan": 3, "Ural": 1}}
ONE_EACH = {"Brazil": 1, "Japan": 1}

TAKING = (
    case(
        says="From the third turn half of the armies for territories may be nukes, and no others",
        about={**PLAYED, "variants.nuclear.taken_from": 3},
        position=_starting(3),
    ).plays(
        asks(ToTakeNukes, ANN, most=1),
        refuses(take("Alaska", 2), WrongNumber),
        refuses(take("Peru", 1)),
        take("Alaska", 1),
        tells(IncomeReceived, territories=2),
        nukes({"Alaska": 1}),
        asks(ToReinforce, ANN, armies=7),
    ),
    case(
        says="Not before, or from another turn on",
        source="FAQ 4.3; the turn is a choice",
        about={"variants.nuclear.taken_from": 5},
        position=_starting(4),
    ).plays(asks(ToReinforce, ANN, armies=8)),
    case(
        says="A player who takes none has all armies",
        position=_starting(3),
    ).plays(END, asks(ToReinforce, ANN, armies=8)),
    case(
        says="At most five players",
        players=6,
        refused="'Nuclear' is for 2 to 5 players, not 6",
    ),
)

BOARD = (
    case(
        says="The board has two more sea lanes; South America and Australia bring 3, Africa 4",
        about={"variants.nuclear.changes_board": True},
        position=Position(
            lands={
                ANN: {**land("Africa", "South America"), "Madagascar": 5, "Peru": 5},
                BEN: {**land("Australia"), "Siam": 1},
            },
            rest=CID,
        ),
    ).plays(
        income(ANN, 3 + 4 + 3),
        income(BEN, 3 + 3),
        may(attack("Madagascar", "Western Australia", 3)),
        may(attack("Peru", "Eastern Australia", 3)),
    ),
    case(
        says="Or the board is as ever",
        source="FAQ 4.3: not to change it is a choice",
        about={"variants.nuclear.changes_board": False},
        position=Position(lands={ANN: {"Peru": 5}, BEN: land("Australia")}, rest=CID),
    ).plays(income(BEN, 3 + 2), refuses(attack("Peru", "Eastern Australia", 1), NotAdjacent)),
)

FIRING = (
    case(
        says="From the fourth turn nukes are fired at any territory; each kills an army",
        about={**PLAYED, "variants.nuclear.fired_from": 4},
        position=_armed({"Brazil": 2}, BRAZIL),
    ).plays(
        asks(ToAttack, ANN),
        NUCLEAR,
        asks(ToFire, ANN, left=2),
        refuses(fire("Peru", "Japan")),
        refuses(fire("Brazil", "Brazil")),
        fire("Brazil", "Japan"),
        tells(ArmyNuked, seat=BEN, territory="Japan", armies=1),
        armies({"Japan": 2, "Brazil": 9}),
        nukes({"Brazil": 1}),
        asks(ToFire, ANN, left=1),
        END,
        asks(ToAttack, ANN),
        may(NUCLEAR),
    ),
    case(
        says="Not at the territory where the nuke stands",
        source="FAQ 4.3; a choice, as it says any territory",
        about={"variants.nuclear.at_own_base": False},
        position=_armed({"Brazil": 2}, BRAZIL),
    ).plays(NUCLEAR, refuses(fire("Brazil", "Brazil"))),
    case(
        says="Another way: at any territory, that where the nuke stands included",
        about={"variants.nuclear.at_own_base": True},
        position=_armed({"Brazil": 2}, BRAZIL),
    ).plays(
        NUCLEAR,
        fire("Brazil", "Brazil"),
        tells(ArmyNuked, seat=ANN, territory="Brazil", armies=1),
        armies({"Brazil": 8}),
        nukes({"Brazil": 1}),
    ),
    case(
        says="Not before",
        source="FAQ 4.3; the turn is a choice",
        about={"variants.nuclear.fired_from": 5},
        position=_armed({"Brazil": 1}, BRAZIL),
    ).plays(refuses(NUCLEAR, WrongPhase), offers_none_of(GoNuclear)),
    case(
        says="Nor without nukes",
        position=_armed({"Japan": 1}, BRAZIL),
    ).plays(refuses(NUCLEAR)),
    case(
        says="Its owner may spend a nuke that stands there, or beside it by land",
        position=_armed(
            {"Brazil": 2, "Ukraine": 1, "Japan": 1, "Siberia": 1},
            {ANN: {"Brazil": 9}, BEN: {"Ural": 3, "Ukraine": 1, "Japan": 1}, CID: {"Siberia": 1}},
            rest=ANN,
        ),
    ).plays(
        NUCLEAR,
        fire("Brazil", "Ural"),
        asks(ToStopNuke, BEN, target="Ural", by=ANN, owner=BEN),
        refuses(spend("Japan")),
        refuses(spend("Siberia")),
        spend("Ukraine"),
        tells(NukeStopped, seat=BEN, territory="Ukraine", target="Ural"),
        armies({"Ural": 3}),
        nukes({"Brazil": 1, "Japan": 1, "Siberia": 1}),
    ),
    case(
        says="Not from across the sea",
        source="FAQ 4.3: adjacent by land",
        position=_armed(ONE_EACH, {ANN: {"Brazil": 9}, BEN: {"Japan": 3, "Kamchatka": 3}}),
    ).plays(
        NUCLEAR,
        fire("Brazil", "Kamchatka"),
        silent(NukeStopped),
        armies({"Kamchatka": 2}),
    ),
    case(
        says="Where nukes stand with a last army, one of them must be spent",
        position=_armed({"Brazil": 1, "Ural": 2}, BRAZIL),
    ).plays(
        NUCLEAR,
        fire("Brazil", "Ural"),
        tells(NukeStopped, seat=BEN, territory="Ural"),
        armies({"Ural": 1}),
        nukes({"Ural": 1}),
        asks(ToAttack, ANN),
    ),
    case(
        says="Others are asked one by one, the owner first, then leftwards; the first yes holds",
        source="FAQ 4.3; the order is a choice",
        about={"variants.nuclear.others_may_defend": True},
        players=4,
        position=_armed(
            {"Brazil": 1, "Ural": 1, "Siberia": 1, "China": 1},
            {ANN: {"Brazil": 9, "China": 2}, CID: {"Ural": 3}, 3: {"Siberia": 1, "Ukraine": 1}},
            rest=BEN,
        ),
    ).plays(
        NUCLEAR,
        fire("Brazil", "Ural"),
        asks(ToStopNuke, CID),
        END,
        asks(ToStopNuke, 3, owner=CID),
        spend("Siberia"),
        tells(NukeStopped, seat=3),
        armies({"Ural": 3}),
        nukes({"Ural": 1, "China": 1}),
    ),
    case(
        says="Or only the owner may stop a nuke",
        source="FAQ 4.3: a choice",
        about={"variants.nuclear.others_may_defend": False},
        position=_armed(
            {"Brazil": 1, "Siberia": 1}, {ANN: {"Brazil": 9}, BEN: {"Ural": 3}}, rest=CID
        ),
    ).plays(NUCLEAR, fire("Brazil", "Ural"), armies({"Ural": 2})),
    case(
        says="One may nuke oneself, and others may defend one against it",
        position=_armed(
            {"Brazil": 1, "Peru": 1, "Venezuela": 1},
            {ANN: {"Brazil": 9, "Argentina": 1, "Venezuela": 1}},
        ),
    ).plays(
        NUCLEAR,
        fire("Brazil", "Argentina"),
        asks(ToStopNuke, CID, owner=ANN, by=ANN),
        END,
        wastelands({"Argentina": 2}),
        owners({"Argentina": NO_SEAT}),
    ),
    case(
        says="A kill brings the cards of the eliminated player, but no card for the turn",
        source=CHOICE,
        position=_armed(
            {"Brazil": 1}, {ANN: {"Brazil": 9}, BEN: {"Ural": 1}}, hands={BEN: ("Japan",)}
        ),
    ).plays(
        NUCLEAR,
        fire("Brazil", "Ural"),
        tells(SeatEliminated, seat=BEN, by=ANN),
        tells(CardsTaken, seat=ANN, victim=BEN, count=1),
        goes_on,
    ),
    case(
        says="The last player wins, though by a nuke",
        given={**PLAYED, "two_players.third_army": "none"},
        players=2,
        position=_armed({"Brazil": 1}, {BEN: {"Ural": 1}}, rest=ANN),
    ).plays(NUCLEAR, fire("Brazil", "Ural"), wins(ANN, VictoryKind.LAST_STANDING)),
)

WASTE = (
    case(
        says="A territory emptied by a nuke is a wasteland, closed to all for two turns",
        about={"variants.nuclear.wasted_for": 2},
        position=_armed({"Brazil": 1}, {ANN: {"Brazil": 9}, BEN: {"Peru": 1, "Ural": 1}}, rest=CID),
    ).plays(
        NUCLEAR,
        fire("Brazil", "Peru"),
        tells(LaidWaste, territory="Peru", seat=ANN, turns=2, owner=BEN),
        refuses(Enter(at("Brazil"), at("Peru"), 1), NotAdjacent),
    ),
    case(
        says="A marker goes at the start of each turn of its player; then the land is empty",
        position=Position(
            now="starting",
            lands={ANN: {"Brazil": 9}, NO_SEAT: {"Peru": 0, "Japan": 0, "Ural": 0}},
            rest=BEN,
            more=memory(
                {},
                (
                    Wasteland(at("Peru"), ANN, 1),
                    Wasteland(at("Japan"), ANN, 2),
                    Wasteland(at("Ural"), BEN, 1),
                ),
            ),
        ),
    ).plays(
        tells(WasteEnded, territories=("Peru",)),
        wastelands({"Japan": 1, "Ural": 1}),
        END,
        reinforce("Brazil", 3),
        Enter(at("Brazil"), at("Peru"), 2),
        owners({"Peru": ANN}),
        armies({"Peru": 2}),
    ),
    case(
        says="Markers of a player who is out fall at the start of each round",
        source=CHOICE,
        position=Position(
            now="starting",
            lands={ANN: {"Brazil": 9}, NO_SEAT: {"Peru": 0}},
            rest=BEN,
            out=(CID,),
            more=memory({}, (Wasteland(at("Peru"), CID, 2),)),
        ),
    ).plays(wastelands({"Peru": 1})),
    case(
        says="A wasteland may be nuked again: the count starts again, for the new firer",
        about={"variants.nuclear.wasted_for": 3},
        position=_armed(
            {"Brazil": 1},
            {ANN: {"Brazil": 9}, NO_SEAT: {"Ural": 0}},
            (Wasteland(at("Ural"), BEN, 1),),
        ),
    ).plays(
        NUCLEAR,
        fire("Brazil", "Ural"),
        tells(LaidWaste, territory="Ural", seat=ANN, turns=3, owner=None),
        wastelands({"Ural": 3}),
    ),
    case(
        says="Nukes in a territory that becomes waste are gone; a continent needs armies on all",
        source="FAQ 4.3; that they are gone is a choice",
        given={**PLAYED, "variants.nuclear.changes_board": False},
        position=Position(
            lands={ANN: land("South America"), NO_SEAT: {"Peru": 0}},
            rest=BEN,
            more=memory({}, (Wasteland(at("Peru"), BEN, 2),)),
        ),
    ).plays(income(ANN, 3)),
)

CONQUEST = (
    case(
        says="Of nukes that are conquered half, rounded up, vanish; the loser fires the others",
        source="FAQ 4.3; that the garrison moves in first is the text's order",
        position=_armed({"Peru": 3}, {ANN: {"Brazil": 9}, BEN: {"Peru": 1, "Ural": 3}}, rest=CID),
    ).plays(
        conquer("Brazil", "Peru"),
        tells(NukesConquered, victim=BEN, territory="Peru", lost=2, fired=1),
        asks(ToOccupy, ANN),
        occupy(3),
        asks(ToRetaliate, BEN, left=1),
        retaliate("Peru"),
        tells(ArmyNuked, seat=ANN, territory="Peru"),
        armies({"Peru": 2}),
        nukes({}),
        asks(ToAttack, ANN),
    ),
    case(
        says="A wasteland that they make waits for turns of the conqueror",
        position=_armed(
            {"Peru": 2}, {ANN: {"Brazil": 9, "Japan": 1}, BEN: {"Peru": 1, "Ural": 3}}, rest=CID
        ),
    ).plays(
        conquer("Brazil", "Peru"),
        occupy(3),
        retaliate("Japan"),
        tells(LaidWaste, territory="Japan", seat=ANN, owner=ANN),
    ),
    case(
        says="A player who is out fires nothing",
        source=CHOICE,
        position=_armed({"Peru": 4}, {ANN: {"Brazil": 9}, BEN: {"Peru": 1}}, rest=CID),
    ).plays(
        conquer("Brazil", "Peru"),
        tells(NukesConquered, lost=4, fired=0),
        occupy(3),
        asks(ToAttack, ANN),
    ),
    case(
        says="Nukes count for no limit of armies",
        source=CHOICE,
        given={**PLAYED, "limits.territory": 12},
        position=_starting(4),
    ).plays(take("Alaska", 1), reinforce("Alaska", 7), armies({"Alaska": 8})),
)

CASES = (*TAKING, *BOARD, *FIRING, *WASTE, *CONQUEST)
