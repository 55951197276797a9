"""Airlift: attacks on territories that are no neighbours."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.events import BattleResolved
from risk_tui.errors import NotAdjacent, WrongNumber
from risk_tui.variants.airlift import AirliftBegan

from ..case import ANN, BEN, CID, Case, Position
from ..words import armies, attack, defend, may, refuses, reinforce, silent, tells, trade

SOURCE = "FAQ 4.7"
PLAYED = {"variants.airlift.played": True}
case = partial(Case, source=SOURCE, about=PLAYED)

# Ann may attack Ben's neighbours of Brazil; Japan and Iceland are far away.
FAR = Position(
    lands={ANN: {"Brazil": 9, "Peru": 3}, CID: {"Japan": 2, "Iceland": 1}}, hands={ANN: ("Japan",)}
)

CASES = (
    case(
        says="Any territory attacks any other; half of its armies, rounded up, are lost at once",
        about={**PLAYED, "variants.airlift.needs_card": False},
        position=FAR,
        luck=((6, 6, 6), (1, 1)),
    ).plays(
        attack("Brazil", "Japan", 3),
        tells(AirliftBegan, seat=ANN, source="Brazil", target="Japan", armies=5, card=None),
        armies({"Brazil": 4}),
        defend(2),
    ),
    case(
        says="An airlift needs four armies, so that two are left to attack with",
        position=Position(lands={ANN: {"Brazil": 4, "Peru": 3}, CID: {"Japan": 1}}),
        luck=((1,), (6,)),
    ).plays(
        refuses(attack("Peru", "Japan", 1), WrongNumber),
        refuses(attack("Brazil", "Japan", 2), WrongNumber),
        attack("Brazil", "Japan", 1),
        tells(AirliftBegan, armies=2),
    ),
    case(
        says="The battles of an airlift go on as usual, without another loss",
        position=FAR,
        luck=((6, 6, 6), (1, 6), (6, 6), (5,)),
    ).plays(
        attack("Brazil", "Japan", 3),
        defend(2),
        armies({"Brazil": 3, "Japan": 1}),
        attack("Brazil", "Japan", 2),
        silent(AirliftBegan),
        tells(BattleResolved, attacker_losses=0, defender_losses=1),
    ),
    case(
        says="Any other attack ends the airlift; to resume it costs half of the rest",
        about={**PLAYED, "variants.airlift.a_turn": None},
        position=Position(lands={ANN: {"Brazil": 20, "Peru": 5}, CID: {"Japan": 3}}),
        luck=((1,), (6,), (6,), (6,), (1,), (6,)),
    ).plays(
        attack("Brazil", "Japan", 1),
        defend(1),
        armies({"Brazil": 9}),
        attack("Peru", "Argentina", 1),
        attack("Brazil", "Japan", 1),
        tells(AirliftBegan, armies=5),
        defend(1),
    ),
    case(
        says="An attack on the same target from elsewhere ends an airlift too",
        source="FAQ 4.7: including attacking the same target from another location",
        position=Position(
            lands={ANN: {"Brazil": 20, "Mongolia": 5}, CID: {"Japan": 3}},
        ),
        luck=((1,), (6,), (1,), (6,), (1,), (6,)),
    ).plays(
        attack("Brazil", "Japan", 1),
        defend(1),
        attack("Mongolia", "Japan", 1),
        silent(AirliftBegan),
        defend(1),
        attack("Brazil", "Japan", 1),
        tells(AirliftBegan, armies=5),
        defend(1),
    ),
    case(
        says="Armies that are placed between two battles do not end an airlift",
        source="FAQ 4.7: a choice",
        given={"cards.trade_when": "whole turn"},
        position=Position(
            lands={ANN: {"Brazil": 20}, CID: {"Japan": 3}},
            hands={ANN: ("Alaska", "Alberta", "Ontario")},
        ),
        luck=((1,), (6,), (1,), (6,)),
    ).plays(
        attack("Brazil", "Japan", 1),
        defend(1),
        trade("Alaska", "Alberta", "Ontario"),
        reinforce("Brazil", 4),
        attack("Brazil", "Japan", 1),
        silent(AirliftBegan),
        defend(1),
        armies({"Brazil": 12}),
    ),
    case(
        says="An option: one airlift a turn",
        about={**PLAYED, "variants.airlift.a_turn": 1},
        position=Position(lands={ANN: {"Brazil": 20, "Peru": 5}, CID: {"Japan": 3}}),
        luck=((1,), (6,), (6,), (6,)),
    ).plays(
        attack("Brazil", "Japan", 1),
        defend(1),
        may(attack("Brazil", "Japan", 1)),
        refuses(attack("Brazil", "Iceland", 1), NotAdjacent),
        attack("Peru", "Argentina", 1),
        refuses(attack("Brazil", "Japan", 1), NotAdjacent),
    ),
    case(
        says="An option: an airlift needs the card of the target, which is shown",
        about={**PLAYED, "variants.airlift.needs_card": True},
        position=FAR,
        luck=((6, 6, 6), (1, 1)),
    ).plays(
        refuses(attack("Brazil", "Iceland", 1), NotAdjacent),
        attack("Brazil", "Japan", 3),
        defend(2),
    ),
    Case(
        says="Own territories are no targets, and neighbours are attacked as always",
        source=SOURCE,
        given=PLAYED,
        position=Position(lands={ANN: {"Brazil": 3, "Japan": 2}}),
        luck=((6, 6), (1,)),
    ).plays(
        refuses(attack("Brazil", "Japan", 1)),
        attack("Brazil", "Peru", 2),
        silent(AirliftBegan),
        tells(BattleResolved, attacker=ANN, defender=BEN),
    ),
)
