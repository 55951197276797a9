"""Reinforcing: how many armies, for what, when and where."""

from __future__ import annotations

from typing import Any

from risk_tui.engine.actions import Attack
from risk_tui.engine.decisions import ToAttack, ToFortify, ToReinforce
from risk_tui.engine.events import IncomeReceived, SetTraded
from risk_tui.errors import WrongNumber, WrongPhase
from risk_tui.variants.declared_turns import ToChooseTurnType

from ..case import ANN, BEN, CID, Case, Position, at, land
from ..words import (
    END,
    asks,
    attack,
    declare,
    income,
    may,
    offers_none_of,
    refuses,
    reinforce,
    tells,
    trade,
)

ELEVEN = {**land("Africa"), **land("Iceland", "Ukraine", "Peru", "Siam", "Japan")}
AUSTRALIAN = {"Ukraine": 4, **land("Australia")}


def _counts(territories: int, armies: int, source: str, **rules: Any) -> Case:
    """The armies for a number of territories without a whole continent."""
    scattered = "Alaska", "Greenland", "Alberta", "Ontario", "Peru", "Brazil", "Iceland", "Ukraine"
    more = "Congo", "Egypt", "Madagascar", "Siam", "India", "Ural", "Japan", "Siberia"
    names = (scattered + more)[:territories]
    return Case(
        says=f"{territories} territories bring {armies} armies",
        source=source,
        about={f"reinforce.{key}": value for key, value in rules.items()},
        position=Position(now="starting", lands={ANN: land(*names)}),
    ).plays(tells(IncomeReceived, territories=armies, continents=()))


EXCLUSIVE = (
    Case(
        says="On each turn you may either reinforce or attack: who reinforces does not attack",
        source="FAQ Q2.4, old UK rules",
        about={"reinforce.exclusive": True},
        position=Position(now="starting", lands={ANN: {"Ukraine": 4, "Ural": 1}}),
    ).plays(
        asks(ToChooseTurnType, ANN, armies=3),
        declare(attack=False),
        tells(IncomeReceived, territories=3, continents=()),
        reinforce("Ukraine", 3),
        asks(ToFortify, ANN),
        offers_none_of(Attack),
    ),
    Case(
        says="An attack forfeits the armies for territories, not those for continents or cards",
        source="FAQ Q2.4.1, old UK rules",
        about={"reinforce.exclusive": True},
        position=Position(
            now="starting",
            lands={ANN: {**AUSTRALIAN, "Scandinavia": 1}},
            hands={ANN: ("Alaska", "Alberta", "Ontario")},
        ),
    ).plays(
        declare(attack=True),
        tells(IncomeReceived, territories=0, total=2),
        trade("Alaska", "Alberta", "Ontario"),
        tells(SetTraded, armies=4),
        asks(ToReinforce, ANN, armies=6),
        reinforce("Ukraine", 6),
        asks(ToAttack, ANN),
        END,
        asks(ToFortify, ANN),
    ),
    Case(
        says="Without armies for territories in the first round none are offered for reinforcing",
        source="a choice: first turns as in TEG",
        about={"reinforce.exclusive": True, "variants.first_round.armies": False},
        given={"variants.first_round.played": True},
        position=Position(now="starting", lands={ANN: {"Ukraine": 4}}, more={"round": 0}),
    ).plays(
        asks(ToChooseTurnType, ANN, armies=0),
        declare(attack=False),
        tells(IncomeReceived, territories=0, total=0),
    ),
    Case(
        says="You always get your armies, regardless of whether you then attack",
        source="FAQ Q2.4, new UK rules and all US rules",
        about={"reinforce.exclusive": False},
        position=Position(now="starting", lands={ANN: {"Ukraine": 4}}),
    ).plays(asks(ToReinforce, ANN, armies=3), reinforce("Ukraine", 3), asks(ToAttack, ANN)),
)

NUMBERS = (
    _counts(11, 3, "FAQ Q2.4.1: 1 army per 3 territories, rounded down", territories_for_an_army=3),
    _counts(12, 4, "FAQ Q2.4.1: 1 army per 3 territories", territories_for_an_army=3),
    _counts(14, 4, "FAQ Q2.4.1: rounded down", territories_for_an_army=3),
    _counts(9, 4, "War (Brazil): half of the territories", territories_for_an_army=2),
    _counts(5, 3, "FAQ Q2.4.1: minimum of 3", least=3),
    _counts(14, 5, "a choice: a higher minimum", least=5),
    Case(
        says="A whole continent brings its bonus",
        source="FAQ Q2.4.1: plus extra for complete continents",
        position=Position(now="starting", lands={ANN: land("Asia", "Australia")}),
    ).plays(tells(IncomeReceived, territories=5, total=5 + 7 + 2)),
)

CITIES = (
    Case(
        says="Territories plus their cities, divided by three",
        source="Risk wiki, drafting troops: territories and cities formula",
        about={"reinforce.counted": "territories and cities"},
        given={"setup.cities": 4},
        position=Position(
            now="starting",
            lands={ANN: ELEVEN},
            more={"cities": [at(name) for name in land("Africa")][:4]},
        ),
    ).plays(tells(IncomeReceived, territories=5)),
    Case(
        says="Only territories are counted",
        source="FAQ Q2.4.1",
        about={"reinforce.counted": "territories"},
        given={"setup.cities": 4},
        position=Position(
            now="starting",
            lands={ANN: ELEVEN},
            more={"cities": [at(name) for name in land("Africa")][:4]},
        ),
    ).plays(tells(IncomeReceived, territories=3)),
    *(
        Case(
            says=f"Every capital in the player's territories brings {each} additional army",
            source="Risk wiki, drafting troops" if each else "US 1993 booklet, Capital Risk",
            about={"reinforce.armies_for_a_capital": each},
            given={"capitals.played": True, "two_players.third_army": "none"},
            position=Position(
                lands={ANN: land("Ukraine", "Siam", "Congo")},
                capitals={ANN: "Ukraine", BEN: "Congo", CID: "Peru"},
            ),
        ).plays(income(ANN, 3 + 2 * each))
        for each in (0, 1)
    ),
)

PLACING = (
    Case(
        says="Reinforcements are placed before attacking",
        source="FAQ Q2.4",
        about={"reinforce.when": "before attacks"},
        position=Position(now="starting", lands={ANN: {"Ukraine": 4}}),
    ).plays(
        asks(ToReinforce, ANN, armies=3),
        refuses(attack("Ukraine", "Ural", 3), WrongPhase),
    ),
    Case(
        says="Reinforcements are placed only after all attacks are finished",
        source="FAQ Q2.4, a house rule",
        about={"reinforce.when": "after attacks"},
        position=Position(now="starting", lands={ANN: {"Ukraine": 4, "Scandinavia": 1}}),
    ).plays(
        asks(ToAttack, ANN, armies=0),
        refuses(reinforce("Ukraine", 1), WrongPhase),
        END,
        asks(ToReinforce, ANN, armies=3),
        reinforce("Ukraine", 3),
        asks(ToFortify, ANN),
    ),
    Case(
        says="Armies for a continent may be placed anywhere",
        source="FAQ Q2.4.1: in no official rules must they stay in it",
        about={"reinforce.continent_armies": "anywhere"},
        position=Position(now="starting", lands={ANN: AUSTRALIAN}),
    ).plays(may(reinforce("Ukraine", 5))),
    Case(
        says="Armies for a continent must be placed in that continent",
        source="FAQ Q2.4.1, a house rule",
        about={"reinforce.continent_armies": "in the continent"},
        position=Position(now="starting", lands={ANN: AUSTRALIAN}),
    ).plays(
        asks(ToReinforce, ANN, armies=5),
        refuses(reinforce("Ukraine", 4), WrongNumber),
        may(reinforce("Indonesia", 5)),
        reinforce("Ukraine", 3),
        refuses(reinforce("Ukraine", 1), WrongNumber),
        may(reinforce("Indonesia", 1), reinforce("Indonesia", 2)),
    ),
    Case(
        says="Armies may be placed in any split and order",
        source="FAQ Q2.4.1: they can be placed anywhere",
        about={"reinforce.one_go_each": False},
        position=Position(now="starting", lands={ANN: {"Ukraine": 4, "Ural": 1}}),
    ).plays(reinforce("Ukraine", 1), reinforce("Ukraine", 1), may(reinforce("Ural", 1))),
    Case(
        says="What is placed on a territory cannot be changed; the last one takes the rest",
        source="SGE rules, placing of armies",
        about={"reinforce.one_go_each": True},
        position=Position(now="starting", lands={ANN: {"Ukraine": 4, "Ural": 1}}),
    ).plays(
        reinforce("Ukraine", 1),
        refuses(reinforce("Ukraine", 1), WrongNumber),
        refuses(reinforce("Ural", 1), WrongNumber),
        may(reinforce("Ural", 2)),
    ),
    Case(
        says="Armies for a set may go to territories that were reinforced already",
        source="SGE rules, the cards: allowed to place the additional armies in those territories",
        given={"reinforce.one_go_each": True},
        position=Position(
            now="starting",
            lands={ANN: {"Siam": 4, "Ural": 1}},
            hands={ANN: ("Alaska", "Alberta", "Ontario")},
        ),
    ).plays(
        reinforce("Siam", 1),
        trade("Alaska", "Alberta", "Ontario"),
        may(reinforce("Siam", 4), reinforce("Ural", 6)),
    ),
    Case(
        says="Armies for a set traded while attacking go where armies were placed before",
        source="SGE rules, the cards: allowed to place the additional armies in those territories",
        given={"reinforce.one_go_each": True, "combat.occupy_at_least": "one"},
        position=Position(
            lands={ANN: {"Ukraine": 2}, CID: {"Ural": 1}},
            hands={CID: ("Alaska", "Alberta", "Ontario", "Peru", "Siam", "Japan")},
            more={"reinforced": [at("Ukraine")]},
        ),
        luck=((6,), (1,)),
    ).plays(
        attack("Ukraine", "Ural", 1),
        trade("Alaska", "Alberta", "Ontario"),
        asks(ToReinforce, ANN, armies=4),
        may(reinforce("Ukraine", 4), reinforce("Ural", 4)),
    ),
)

CASES = (*EXCLUSIVE, *NUMBERS, *CITIES, *PLACING)
