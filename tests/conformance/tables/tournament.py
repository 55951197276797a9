"""The tournament of RisiKo!: objectives, points, and an end by dice."""

from __future__ import annotations

from functools import partial
from typing import Any

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.events import CardDrawn, Dealt, MissionsShown, TurnBegan, VictoryKind
from risk_tui.errors import WrongNumber
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.tournament import (
    POINTS,
    CardsThrownAway,
    ClosingRolled,
    HandFull,
    PointsAtStake,
    PointsCounted,
    TournamentObjective,
)

from ..case import ANN, BEN, CID, Case, Position, Step, land
from ..words import (
    BEGIN,
    END,
    armies,
    attack,
    conquer,
    defend,
    first,
    fortify,
    hand,
    may,
    occupy,
    owners,
    refuses,
    silent,
    tells,
    wins,
)
from .missions import PLAYED as MISSIONS

CODE = "public code of the rules of Italian clubs"
case = partial(Case, source=CODE)
CLUBS = "a public thread of Italian clubs"
CHOICE = "a choice: no source tells"
PLAYED = {"variants.tournament.played": True}
NO_MORE = {"missions.destroy": False, "missions.continents": (), "missions.territories": ()}
OBJECTIVES: tuple[TournamentObjective, ...] = (
    load_ruleset(  # type: ignore[attr-defined]
        "risiko-tournament"
    )
    .variants.sections["tournament"]
    .objectives
)
ITALY = {"board.omitted": (("East Africa", "Middle East"),), "players.most": 5}
COLD_WAR = 12
"""North America and Asia, in the order of the objectives."""
SMALL = tuple(
    TournamentObjective(name=name, continents=(name,), territories=())
    for name in ("Australia", "South America", "Africa")
)
ANYBODY = {ANN: {"Brazil": 5}, CID: {"Congo": 1}}


def late(turn: int, number: int, **more: Any) -> Position:
    """The end of a turn in a late round, in which Ann was the first seat."""
    lands = {ANN: {"Peru": 1, "Brazil": 1}, CID: {"Siam": 1}}
    return Position(
        now="fortifying", turn=turn, lands=lands, more={"round": number, "first": ANN, **more}
    )


def closing(
    says: str, about: dict[str, Any], position: Position, *steps: Step, **more: Any
) -> Case:
    """The turn of that position ends."""
    return Case(
        says=says,
        source=more.pop("source", CODE),
        about=about,
        given={**PLAYED, **more.pop("given", {})},
        position=position,
        **more,
    ).plays(END, *steps)


ROUND = {"variants.tournament.closing_round": 35}
SUMS = {"variants.tournament.closing_sums": (4, 5, 6, 7)}
BUSY = {"variants.tournament.busy": 3}
CARDS = {"variants.tournament.most_cards": 7}
FULL = ("Alaska", "Alberta", "Ontario", "Quebec", "Greenland", "Iceland", "Ural")
GOES_TO = {seat: tells(TurnBegan, seat=seat) for seat in (ANN, BEN, CID)}

SET_UP = (
    case(
        says="The later seats have more, and no player more than half of a continent",
        about=PLAYED,
        players=4,
        luck=((6, 1, 1, 1), first("Brazil", "Alaska", "China", "India", "Peru")),
    ).plays(
        BEGIN,
        tells(PointsAtStake, points=166, later=(2, 3)),
        tells(Dealt),
        owners({"Brazil": ANN, "Peru": ANN, "Alaska": BEN}),
    ),
    case(
        says="There are sixteen objectives; a player who holds all of theirs wins",
        about={"variants.tournament.objectives": OBJECTIVES},
        given={**MISSIONS, **NO_MORE, **ITALY},
        position=Position(
            lands={ANN: land("Asia", "North America") | {"Siberia": 5}, BEN: {"Ural": 1}},
            rest=CID,
            missions={ANN: (COLD_WAR,)},
        ),
    ).plays(conquer("Siberia", "Ural"), wins(ANN, VictoryKind.MISSION)),
    case(
        says="Without objectives of its own there are the missions of the edition",
        source=CHOICE,
        about={"variants.tournament.objectives": ()},
        given={**PLAYED, **MISSIONS},
        luck=((6, 1, 1), tuple(range(11)), first()),
    ).plays(BEGIN),
)

TURNS = (
    case(
        says="Both sides must throw the greatest possible number of dice",
        about={"variants.tournament.all_dice": True},
        position=Position(lands=ANYBODY),
    ).plays(
        refuses(attack("Brazil", "Peru", 2), WrongNumber),
        may(attack("Brazil", "Peru", 3)),
    ),
    case(
        says="Attackers may choose their dice",
        source="FAQ Q2.6.1",
        about={"variants.tournament.all_dice": False},
        position=Position(lands=ANYBODY),
    ).plays(may(attack("Brazil", "Peru", 2))),
    case(
        says="Seven cards may be held after an attack, and no eighth is drawn",
        about=CARDS,
        position=Position(
            lands={ANN: {"Brazil": 5}, BEN: {"Peru": 1}},
            rest=CID,
            hands={ANN: FULL},
            more={"conquests_this_turn": 1},
        ),
    ).plays(END, tells(HandFull, seat=ANN, count=7), silent(CardDrawn), hand(ANN, *FULL)),
    case(
        says="With six cards one is drawn, where six are the most none",
        about={"variants.tournament.most_cards": 6},
        position=Position(
            lands={ANN: {"Brazil": 5}, BEN: {"Peru": 1}},
            rest=CID,
            hands={ANN: FULL[:6]},
            more={"conquests_this_turn": 1},
        ),
    ).plays(END, tells(HandFull, seat=ANN, count=6)),
    case(
        says="After an elimination the surplus is thrown away at random",
        source=f"{CODE}; when is a choice",
        about=CARDS,
        position=Position(
            lands={ANN: {"Brazil": 5}},
            hands={ANN: (*FULL, "India", "China")},
        ),
        luck=(8, 0),
    ).plays(
        END,
        tells(CardsThrownAway, seat=ANN, count=2),
        hand(ANN, *FULL[1:], "India"),
    ),
    case(
        says="Any number of cards may be held",
        source="FAQ Q2.5.3",
        about={"variants.tournament.most_cards": None},
        position=Position(
            lands={ANN: {"Brazil": 5}},
            hands={ANN: (*FULL, "India")},
            deck=("China",),
            more={"conquests_this_turn": 1},
        ),
        luck=(0,),
    ).plays(END, tells(CardDrawn, to=ANN, seat=ANN)),
    case(
        says="Two armies stay at the final move, unless the player holds all neighbours",
        about={"variants.tournament.garrison": 2},
        given={**PLAYED, "fortify.reach": "one step"},
        position=Position(
            now="fortifying",
            lands={ANN: {"Brazil": 4, "Peru": 4, "Argentina": 2, "Venezuela": 4}},
        ),
    ).plays(
        refuses(fortify("Brazil", "Peru", 3), WrongNumber),
        fortify("Brazil", "Argentina", 2),
        fortify("Peru", "Argentina", 3),
        armies({"Brazil": 2, "Peru": 1, "Argentina": 7}),
    ),
    case(
        says="An empty neighbour is no enemy: one army stays beside it",
        source=CHOICE,
        given={**PLAYED, "fortify.reach": "one step"},
        position=Position(
            now="fortifying",
            lands={
                ANN: {"Venezuela": 4, "Brazil": 4, "Peru": 1, "Argentina": 1},
                NO_SEAT: {"Central America": 0},
            },
        ),
    ).plays(
        refuses(fortify("Brazil", "Peru", 3), WrongNumber),
        may(fortify("Venezuela", "Peru", 3)),
    ),
    case(
        says="One army stays",
        source="FAQ Q2.7",
        about={"variants.tournament.garrison": 1},
        position=Position(now="fortifying", lands={ANN: {"Brazil": 4, "Peru": 1}}),
    ).plays(may(fortify("Brazil", "Peru", 3))),
    case(
        says="Two armies stay beside an enemy at every movement, not only at the end of a turn",
        source=CLUBS,
        about={"variants.tournament.garrison_always": True},
        position=Position(lands={ANN: {"Brazil": 6}}),
    ).plays(
        conquer("Brazil", "Peru"),
        refuses(occupy(5), WrongNumber),
        occupy(4),
        armies({"Brazil": 2, "Peru": 4}),
    ),
    case(
        says="As many armies move in as dice were rolled, even if fewer than two stay",
        source=f"{CLUBS}; a choice",
        given={**PLAYED, "variants.tournament.garrison_always": True},
        position=Position(lands={ANN: {"Brazil": 4, "Congo": 2}}),
    ).plays(conquer("Brazil", "Peru"), armies({"Brazil": 1, "Peru": 3})),
    case(
        says="One army stays when others move in",
        source="FAQ Q2.6",
        about={"variants.tournament.garrison_always": False},
        position=Position(lands={ANN: {"Brazil": 6}}),
    ).plays(conquer("Brazil", "Peru"), may(occupy(5))),
    case(
        says="An attack may not use fewer dice than the defender rolls",
        source=CLUBS,
        about={"variants.tournament.as_many_dice": True},
        given={**PLAYED, "variants.tournament.all_dice": False},
        position=Position(lands={ANN: {"Brazil": 4, "Congo": 2}, BEN: {"Peru": 2, "Egypt": 2}}),
    ).plays(
        refuses(attack("Brazil", "Peru", 1), WrongNumber),
        may(attack("Brazil", "Peru", 2), attack("Brazil", "Venezuela", 1)),
        refuses(attack("Congo", "Egypt", 1)),
    ),
    case(
        says="A fight ends when too few attackers are left for as many dice",
        source=CLUBS,
        given={**PLAYED, "variants.tournament.as_many_dice": True},
        position=Position(lands={ANN: {"Brazil": 3, "Congo": 9}, BEN: {"Peru": 3}}),
        luck=((1, 1), (6, 6)),
    ).plays(
        attack("Brazil", "Peru", 2),
        defend(2),
        armies({"Brazil": 1, "Peru": 3}),
    ),
    case(
        says="An attack may use fewer dice than the defender rolls",
        source="FAQ Q2.6.1",
        about={"variants.tournament.as_many_dice": False},
        position=Position(lands={ANN: {"Brazil": 2}, BEN: {"Peru": 2}}),
    ).plays(may(attack("Brazil", "Peru", 1))),
)

ENDS = (
    closing(
        "The last seat may end the game in round 35",
        {**ROUND, **SUMS},
        late(CID, 35),
        tells(ClosingRolled, seat=CID, dice=(3, 1), most=4, ends=True),
        tells(PointsCounted, seat=CID, within=0, beside=3),
        wins(BEN, POINTS),
        luck=((3, 1),),
    ),
    closing(
        "In that round no other seat may",
        ROUND,
        late(BEN, 35),
        silent(ClosingRolled),
        GOES_TO[CID],
    ),
    closing(
        "In round 36 all others may, by the same sum",
        {**ROUND, **SUMS},
        late(ANN, 36),
        tells(ClosingRolled, seat=ANN, dice=(4, 1), most=4, ends=False),
        GOES_TO[BEN],
        luck=((4, 1),),
        source=f"{CODE}; when the sum rises is a choice",
    ),
    closing(
        "It rises to five, to six and to seven, and no further",
        SUMS,
        late(ANN, 60),
        tells(ClosingRolled, seat=ANN, dice=(6, 1), most=7, ends=True),
        luck=((6, 1),),
        source=f"{CODE}; that it stays is a choice",
    ),
    closing(
        "Where it begins sooner, the last seat may end it then",
        {"variants.tournament.closing_round": 10},
        late(CID, 10),
        tells(ClosingRolled, seat=CID, most=4),
        luck=((6, 6),),
        source=CHOICE,
    ),
    closing(
        "Any other sums will do",
        {"variants.tournament.closing_sums": (12,)},
        late(CID, 35),
        tells(ClosingRolled, seat=CID, most=12, ends=True),
        luck=((6, 6),),
        source=CHOICE,
    ),
    closing(
        "Who took three or more does not throw",
        BUSY,
        late(CID, 40, conquests_this_turn=3, card_drawn=True),
        silent(ClosingRolled),
        GOES_TO[ANN],
    ),
    closing(
        "Who took two does",
        BUSY,
        late(CID, 40, conquests_this_turn=2, card_drawn=True),
        tells(ClosingRolled, seat=CID),
        luck=((6, 6),),
    ),
    closing(
        "Another number may be asked for",
        {"variants.tournament.busy": 1},
        late(CID, 40, conquests_this_turn=1, card_drawn=True),
        silent(ClosingRolled),
        source=CHOICE,
    ),
    case(
        says="The points of the player's own objective decide, and all objectives are shown",
        about={"variants.tournament.objectives": SMALL},
        given={**MISSIONS, **NO_MORE},
        position=Position(
            now="fortifying",
            turn=CID,
            lands={ANN: {"Brazil": 1}, CID: {"Congo": 1}},
            missions={ANN: (1,), BEN: (0,), CID: (2,)},
            more={"round": 35, "first": ANN},
        ),
        luck=((1, 1),),
    ).plays(
        END,
        tells(MissionsShown, seat=ANN, missions=(1,)),
        tells(PointsCounted, seat=ANN, within=4, beside=0),
        tells(PointsCounted, seat=BEN, within=11),
        tells(PointsCounted, seat=CID, within=3, beside=0),
        wins(BEN, POINTS),
    ),
    case(
        says="With equal points the later seat wins",
        about=PLAYED,
        position=Position(
            now="fortifying",
            turn=CID,
            lands={ANN: {"Argentina": 1}, CID: {"Madagascar": 1}},
            out=(BEN,),
            more={"round": 35, "first": ANN},
        ),
        luck=((2, 2),),
    ).plays(
        END,
        tells(PointsCounted, seat=ANN, within=0, beside=2),
        tells(PointsCounted, seat=CID, within=0, beside=2),
        wins(CID, POINTS),
    ),
)

CASES = (*SET_UP, *TURNS, *ENDS)
