"""Two players: alone, with a neutral army (US 1993), with the Allied Army (US 1975)."""

from __future__ import annotations

from functools import partial
from typing import Any

from risk_tui.engine.decisions import (
    ToAttack,
    ToClaim,
    ToDefend,
    ToFortify,
    ToOccupy,
    ToPlace,
    ToReinforce,
)
from risk_tui.engine.events import CardDrawn, IncomeReceived, SetTraded, TurnBegan, VictoryKind
from risk_tui.errors import NotAnEnemy, NotYourTerritory, WrongNumber, WrongPhase
from risk_tui.variants.allied_army import AlliedArmyPlaced, AlliedArmyReinforced

from ..case import ALLIES, ANN, BEN, BOARD, NEUTRAL, Case, Position, Step, land
from ..words import (
    BEGIN,
    END,
    armies,
    asks,
    attack,
    claim,
    conquer,
    defend,
    first,
    fortify,
    hand,
    may,
    occupy,
    owners,
    place,
    refuses,
    reinforce,
    shows,
    silent,
    tells,
    trade,
    wins,
)

NAMES = [place.name for place in BOARD.territories]
NONE = {"two_players.third_army": "none"}
PASSIVE = {"two_players.third_army": "neutral"}
ALLIED = {"two_players.third_army": "allied"}
LEVIN = "Risk wiki, two-player Risk of 1975"
case = partial(Case, source=LEVIN, players=2)

ALONE = (
    case(
        says="Two players alone claim all 42 territories",
        source="SGE rules, the set up",
        about=NONE,
        luck=((6, 1),),
    ).plays(BEGIN, asks(ToClaim, ANN, free=42), shows(unplaced=(40, 40), neutral=None)),
)

WITH_NEUTRALS = (
    case(
        says="Three piles of 14 are dealt, the third is neutral",
        source="US 1993 booklet, Risk for two players",
        about=PASSIVE,
        luck=((6, 1), first("Peru", "Siam", "Congo")),
    ).plays(
        BEGIN,
        owners({"Peru": ANN, "Siam": BEN, "Congo": NEUTRAL}),
        shows(unplaced=(26, 26, 26), neutral=NEUTRAL),
    ),
    case(
        says="Each player places two own armies and a neutral one at a time",
        source="US 1993 booklet, Risk for two players",
        about={"two_players.own_each_go": 2, "two_players.neutral_each_go": 1},
        luck=((6, 1), first("Peru", "Siam", "Congo")),
    ).plays(
        BEGIN,
        asks(ToPlace, ANN, most=2, neutral=1),
        refuses(place("Siam"), NotYourTerritory),
        refuses(place("Congo", 2), WrongNumber),
        place("Peru", 2),
        refuses(place("Peru"), WrongNumber),
        place("Congo"),
        armies({"Peru": 3, "Congo": 2}),
        asks(ToPlace, BEN, most=2, neutral=1),
    ),
    case(
        says="Other numbers are placed at a time",
        source="FAQ Q2.3.1: these figures can be altered",
        about={"two_players.own_each_go": 3, "two_players.neutral_each_go": 2},
        luck=((6, 1), first("Peru", "Siam", "Congo")),
    ).plays(
        BEGIN,
        place("Congo", 2),
        asks(ToPlace, ANN, most=3, neutral=0),
        place("Peru", 3),
        asks(ToPlace, BEN, most=3, neutral=2),
    ),
    case(
        says="Your opponent rolls for the neutral army, which never attacks",
        source="US 1993 booklet, Risk for two players",
        about=PASSIVE,
        position=Position(lands={ANN: {"Ukraine": 4}, NEUTRAL: {"Ural": 2}}),
        luck=((1, 1), (6, 6)),
    ).plays(
        attack("Ukraine", "Ural", 2),
        asks(ToDefend, BEN, force=NEUTRAL, most=2),
        defend(2),
        armies({"Ukraine": 2, "Ural": 2}),
        END,
        tells(TurnBegan, seat=BEN),
        refuses(attack("Ural", "Ukraine", 1), WrongPhase),
    ),
    case(
        says="There could be neutral armies left at the end",
        source="FAQ Q2.1",
        given=PASSIVE,
        position=Position(lands={ANN: {"Ukraine": 3}, BEN: {"Ural": 1}}, rest=NEUTRAL),
        luck=((6, 6), (1,)),
    ).plays(attack("Ukraine", "Ural", 2), wins(ANN, VictoryKind.CONQUEST)),
)

# In the cases below Ann is in turn, so that Ben commands the Allied Army.
BORDER = {
    ANN: {"Ukraine": 4, "Brazil": 3, "Peru": 1},
    ALLIES: {"Ural": 2, **land("Australia")},
}


def _allied(says: str, *steps: Step, luck: tuple[Any, ...] = (), **position: Any) -> Case:
    """A case in which the Allied Army is about to get its half of nine armies."""
    position = {"lands": BORDER, "more": {"armies_received": 9}, **position}
    return Case(
        says=says,
        source=LEVIN,
        about=ALLIED,
        ruleset="us-1975",
        players=2,
        position=Position(**position),
        luck=luck,
    ).plays(*steps)


WITH_ALLIES = (
    case(
        says="Both claim 14 territories; two Allied armies stand on each of the others",
        about={**ALLIED, "two_players.allied_armies": 2},
        luck=((6, 1),),
    ).plays(
        BEGIN,
        asks(ToClaim, ANN, free=28),
        *map(claim, NAMES[:28]),
        tells(AlliedArmyPlaced, seat=ALLIES, territories=tuple(NAMES[28:]), armies=2),
        armies({NAMES[27]: 1, NAMES[28]: 2, NAMES[41]: 2}),
        asks(ToPlace, ANN, most=1, unplaced=26, neutral=0),
    ),
    case(
        says="The Allied Army may start stronger",
        source="FAQ Q2.3.1: these figures can be altered",
        about={"two_players.allied_armies": 3},
        ruleset="us-1975",
        luck=((6, 1),),
    ).plays(BEGIN, *map(claim, NAMES[:28]), armies({NAMES[28]: 3})),
    _allied(
        "Of nine armies the Allies get four, and the opponent places them on Allied territories",
        END,
        tells(AlliedArmyReinforced, leader=BEN, armies=4),
        asks(ToReinforce, BEN, armies=4, force=ALLIES),
        refuses(reinforce("Congo", 1), NotYourTerritory),
        refuses(reinforce("Ukraine", 1), NotYourTerritory),
        reinforce("Ural", 3),
        reinforce("Siam", 1),
        armies({"Ural": 5, "Siam": 2}),
        lands={**BORDER, ALLIES: {**BORDER[ALLIES], "Siam": 1}},
    ),
    _allied(
        "Armies for cards are among those that the player receives",
        tells(IncomeReceived, territories=3, continents=()),
        trade("Alaska", "Alberta", "Ontario"),
        tells(SetTraded, armies=4),
        reinforce("Ukraine", 7),
        END,
        tells(AlliedArmyReinforced, armies=3),
        now="starting",
        hands={ANN: ("Alaska", "Alberta", "Ontario")},
        more={},
    ),
    _allied(
        "The opponent may then attack the player in turn, who rolls for himself",
        END,
        reinforce("Ural", 4),
        asks(ToAttack, BEN, force=ALLIES),
        attack("Ural", "Ukraine", 3),
        asks(ToDefend, ANN, force=ANN, most=2),
        defend(2),
        armies({"Ural": 5, "Ukraine": 3}),
        luck=((6, 5, 1), (6, 1)),
    ),
    _allied(
        "When commanding Allied forces a player may not attack their own territories",
        END,
        reinforce("Ural", 4),
        refuses(attack("Ural", "Siberia", 1), NotAnEnemy),
        may(attack("Ural", "Ukraine", 1)),
    ),
    _allied(
        "Allied forces do not pick up cards, and the player may take a free move after them",
        END,
        reinforce("Ural", 4),
        conquer("Ural", "Ukraine"),
        asks(ToOccupy, BEN, least=3, most=5, force=ALLIES),
        occupy(3),
        silent(CardDrawn),
        owners({"Ukraine": ALLIES}),
        hand(ANN),
        hand(BEN),
        asks(ToFortify, ANN),
        refuses(fortify("Ural", "Ukraine", 1), NotYourTerritory),
        fortify("Brazil", "Peru", 2),
        tells(TurnBegan, seat=BEN),
        lands={**BORDER, ANN: {**BORDER[ANN], "Ukraine": 1}},
    ),
    _allied(
        "They accumulate armies only so: a whole continent brings the Allies nothing",
        END,
        tells(AlliedArmyReinforced, armies=1),
        more={"armies_received": 3},
    ),
    _allied(
        "They need not be used: the armies accumulate and no player is attacked",
        END,
        reinforce("Ural", 4),
        END,
        armies({"Ural": 6, "Ukraine": 4}),
        asks(ToFortify, ANN),
    ),
    _allied(
        "A player may attack the Allies too; the other player rolls their dice",
        attack("Ukraine", "Ural", 3),
        asks(ToDefend, BEN, force=ALLIES, most=2),
        defend(2),
        armies({"Ukraine": 3, "Ural": 1}),
        luck=((6, 2, 1), (5, 5)),
    ),
    _allied(
        "Who takes an Allied territory draws a card, once the Allies have stopped attacking",
        attack("Ukraine", "Ural", 3),
        END,
        silent(CardDrawn),
        reinforce("Indonesia", 4),
        tells(CardDrawn, seat=ANN),
        asks(ToFortify, ANN),
        lands={**BORDER, ALLIES: {"Ural": 1, **land("Australia")}},
        luck=((6, 6, 6), (1,), 0),
    ),
    _allied(
        "The game ends when one player loses all their territories",
        END,
        reinforce("Ural", 4),
        conquer("Ural", "Ukraine"),
        wins(BEN, VictoryKind.CONQUEST),
        lands={ANN: {"Ukraine": 1}, ALLIES: {"Ural": 2}},
    ),
    case(
        says="Armies received at the end of a turn are placed before those of the Allies",
        ruleset="us-1975",
        given={"reinforce.when": "end of turn"},
        position=Position(lands=BORDER),
    ).plays(
        END,
        tells(IncomeReceived, seat=ANN, territories=3),
        asks(ToReinforce, ANN, armies=3, force=ANN),
        reinforce("Ukraine", 3),
        tells(AlliedArmyReinforced, leader=BEN, armies=1),
        asks(ToReinforce, BEN, armies=1, force=ALLIES),
        reinforce("Ural", 1),
        asks(ToAttack, BEN, force=ALLIES),
    ),
    case(
        says="Allies without territories get no more armies, and play goes on as usual",
        ruleset="us-1975",
        position=Position(lands={ANN: {"Ukraine": 4, "Ural": 1}}, more={"armies_received": 9}),
    ).plays(END, silent(AlliedArmyReinforced), asks(ToFortify, ANN)),
    case(
        says="With more than two players there is no Allied Army",
        ruleset="us-1975",
        players=3,
        luck=((6, 1, 1),),
    ).plays(BEGIN, asks(ToClaim, ANN, free=42), shows(neutral=None)),
)

CASES = (*ALONE, *WITH_NEUTRALS, *WITH_ALLIES)
