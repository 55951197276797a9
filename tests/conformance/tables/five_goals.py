"""Domination: open goals, to be taken and held for a turn, among neutral armies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from risk_tui.engine.decisions import ToAttack, ToFortify, ToPlace
from risk_tui.engine.events import (
    BattleResolved,
    SeatEliminated,
    VictoryAnnounced,
    VictoryDenied,
    VictoryKind,
)
from risk_tui.errors import NotYourTerritory
from risk_tui.variants.five_goals import (
    FIVE_GOALS,
    GarrisonsPlaced,
    Goals,
    GoalsDealt,
    HoldTogether,
)

from ..case import ANN, BEN, CID, NEUTRAL, Case, Course, Position, at
from ..words import (
    BEGIN,
    END,
    armies,
    asks,
    attack,
    check,
    conquer,
    first,
    goes_on,
    income,
    occupy,
    owners,
    place,
    refuses,
    shows,
    tells,
    wins,
)

FAQ, CHOICE = "FAQ 4.9", "FAQ 4.9: a choice"
PLAYED = {"variants.five_goals.played": True}
case = partial(Case, source=CHOICE, given=PLAYED)
FEW = {**PLAYED, "variants.five_goals.armies": 6}

# In turn to Ann and Ben; all others are the neutral army's.
PILES = ("Alaska", "Peru", "Alberta", "Brazil", "Ontario", "Venezuela", "Quebec", "Argentina",
         "Greenland", "Congo")  # fmt: skip
BENS_GOALS = ("Alaska", "India", "Egypt", "Mongolia", "Northwest Territory")
GOALS = ("Egypt", "Siam", "Peru")
NOT_OWN = ("Japan", "Siam", "India", "China", "Egypt", "Ural", "Mongolia", "Iceland")


def goals(*by_seat: tuple[str, ...]) -> dict[str, object]:
    """The part of a state that says what the goals of each player are."""
    return {"memories": (Goals(tuple(tuple(map(at, names)) for names in by_seat)),)}


def in_order(*names: str) -> tuple[int, ...]:
    """Those territories in the order of the board."""
    return tuple(sorted(map(at, names)))


@check
def public_goals(course: Course, seat: int, *names: str) -> None:
    """These are the goals of a seat, as all players see."""
    (shown,) = course.game.view(None).public_goals()
    found = [goal for goal, holder in shown.goals if holder == seat]
    assert found == ([HoldTogether(tuple(map(at, names)))] if names else [])


def _starting(held: Mapping[str, int]) -> Position:
    """Ann announced that she holds all of her goals; her turn begins with those that she holds."""
    return Position(
        now="starting",
        lands={ANN: {"Brazil": 5, **held}, BEN: {"Congo": 4}},
        rest=NEUTRAL,
        more={**goals(GOALS, ("Japan",)), "victory_announced": [True, False, False]},
    )


def _about_to_take_peru() -> Position:
    """Ann holds two goals and takes the third, Peru, next; Ben's is Japan."""
    return Position(
        lands={ANN: {"Brazil": 5, "Egypt": 1, "Siam": 3}, BEN: {"Congo": 4, "India": 4}},
        rest=NEUTRAL,
        more=goals(GOALS, ("Japan",)),
    )


TAKE_PERU = (conquer("Brazil", "Peru"), occupy(4))

GARRISON = Position(lands={ANN: {"Brazil": 9}, 3: {"Peru": 3}}, more=goals(GOALS, (), ()))
"""Neutral armies stand in Peru."""

CASES = (
    case(
        says="20 armies each, five territories dealt, three neutral armies on every other",
        source=FAQ,
        about={
            **PLAYED,
            "variants.five_goals.territories": 5,
            "variants.five_goals.armies": 20,
            "variants.five_goals.garrisons": 3,
        },
        players=2,
        luck=((6, 1), first(*PILES)),
    ).plays(
        BEGIN,
        tells(GarrisonsPlaced, seat=NEUTRAL, armies=3),
        owners({"Alaska": ANN, "Peru": BEN, "Congo": BEN, "Japan": NEUTRAL}),
        armies({"Alaska": 1, "Congo": 1, "Japan": 3}),
        shows(unplaced=(15, 15, 0)),
        asks(ToPlace, ANN, most=1),
        refuses(place("Japan"), NotYourTerritory),
        place("Alaska"),
        asks(ToPlace, BEN, most=1),
    ),
    case(
        says="Three players may have 25 armies",
        source="FAQ 4.9: 25 sometimes",
        about={"variants.five_goals.armies_of_three": 25},
        luck=((6, 1, 1), first()),
    ).plays(BEGIN, shows(unplaced=(20, 20, 20, 0))),
    case(
        says="Three players may have 20 armies, and other numbers of territories and armies",
        source="FAQ 4.9: numbers are a choice",
        about={
            "variants.five_goals.armies_of_three": 20,
            "variants.five_goals.territories": 4,
            "variants.five_goals.garrisons": 2,
        },
        luck=((6, 1, 1), first()),
    ).plays(BEGIN, shows(unplaced=(16, 16, 16, 0)), tells(GarrisonsPlaced, armies=2)),
    case(
        says="Each player is dealt five goals from the whole pack, none of their own, none twice",
        source="FAQ 4.9; that no two share one is a choice",
        about={"variants.five_goals.goals": 5, "variants.five_goals.armies": 6},
        players=2,
        luck=((6, 1), first(*PILES), first("Alaska", *NOT_OWN, "Peru")),
    ).plays(
        BEGIN,
        place("Alaska"),
        place("Peru"),
        tells(GoalsDealt, seat=ANN, goals=in_order("Japan", "Siam", "China", "Ural", "Iceland")),
        tells(GoalsDealt, seat=BEN, goals=in_order(*BENS_GOALS)),
    ),
    case(
        says="Players may be dealt another number of goals",
        source="FAQ 4.9: numbers are a choice",
        about={"variants.five_goals.goals": 1},
        given=FEW,
        players=2,
        luck=((6, 1), first(*PILES), first("Alaska", *NOT_OWN)),
    ).plays(
        BEGIN,
        place("Alaska"),
        place("Peru"),
        tells(GoalsDealt, seat=ANN, goals=("Japan",)),
        public_goals(BEN, "Alaska"),
    ),
    case(
        says="Neutral armies defend with the most dice, unasked; they never attack",
        source=FAQ,
        players=2,
        position=Position(
            lands={ANN: {"Brazil": 5, "Egypt": 1}, BEN: {"Congo": 4}, NEUTRAL: {"Peru": 3}},
            rest=NEUTRAL,
            more=goals(("Siam",), ("Japan",)),
        ),
        luck=((6, 6, 6), (1, 1)),
    ).plays(
        attack("Brazil", "Peru", 3),
        tells(BattleResolved, defender=NEUTRAL, defender_losses=2),
        END,
        shows(turn=BEN),
    ),
    case(
        says="Income is as in the edition: five territories bring three armies",
        players=2,
        position=_about_to_take_peru(),
    ).plays(income(ANN, 3)),
    case(
        says="A player who takes the last goal has not won yet, but announces it",
        source="FAQ 4.9: take and hold for a turn",
        players=2,
        position=_about_to_take_peru(),
        luck=(0,),
    ).plays(
        *TAKE_PERU,
        goes_on,
        asks(ToAttack, ANN),
        END,
        tells(VictoryAnnounced, seat=ANN),
        asks(ToFortify, ANN),
        goes_on,
    ),
    case(
        says="All goals win that are held from the end of a turn to the start of the next",
        players=2,
        position=_starting({"Egypt": 1, "Siam": 3, "Peru": 2}),
    ).plays(wins(ANN, FIVE_GOALS)),
    case(
        says="If a goal is lost in between, the victory must be announced again",
        source=FAQ,
        players=2,
        position=_starting({"Egypt": 1, "Siam": 3}),
    ).plays(tells(VictoryDenied, seat=ANN), goes_on),
    case(
        says="A survivor alone wins, and the goals of eliminated players lapse",
        position=Position(
            lands={ANN: {"Brazil": 5}, BEN: {"Peru": 1}, CID: {"Ural": 1, "Siberia": 1}},
            rest=3,
            more=goals(("Siam",), ("Japan",), ("Alaska",)),
        ),
    ).plays(
        public_goals(BEN, "Japan"),
        conquer("Brazil", "Peru"),
        tells(SeatEliminated, seat=BEN),
        public_goals(BEN),
        public_goals(CID, "Alaska"),
    ),
    case(
        says="The last player wins although neutral armies are left",
        players=2,
        position=Position(
            lands={ANN: {"Brazil": 5}, BEN: {"Peru": 1}},
            rest=NEUTRAL,
            more=goals(("Siam",), ("Japan",)),
        ),
    ).plays(conquer("Brazil", "Peru"), wins(ANN, VictoryKind.CONQUEST)),
    case(
        says="Neutral armies that see the attacker's dice roll their best: one against sixes",
        source="FAQ 4.9: they defend optimally",
        about={"variants.five_goals.defence": "best dice"},
        given={**PLAYED, "combat.defence_choice": "seen"},
        position=GARRISON,
        luck=((6, 6, 6), (1,), (4, 3, 1), (4, 4)),
    ).plays(
        attack("Brazil", "Peru", 3),
        tells(BattleResolved, attacker_losses=0, defender_losses=1),
        attack("Brazil", "Peru", 3),
        tells(BattleResolved, attacker_losses=2, defender_losses=0),
    ),
    case(
        says="Another way: they roll the most dice whatever they see",
        about={"variants.five_goals.defence": "most dice"},
        given={**PLAYED, "combat.defence_choice": "seen"},
        position=GARRISON,
        luck=((6, 6, 6), (1, 1)),
    ).plays(
        attack("Brazil", "Peru", 3),
        tells(BattleResolved, attacker_losses=0, defender_losses=2),
    ),
)
