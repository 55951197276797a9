"""Retreat: armies that leave before the first battle."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.decisions import ToAttack, ToDefend, ToOccupy
from risk_tui.engine.events import BattleResolved, CardDrawn, Conquered
from risk_tui.errors import NotAdjacent, WrongNumber
from risk_tui.variants.retreat import Retreat, Retreated, ToRetreat

from ..case import ANN, BEN, CID, NEUTRAL, Case, Position, at
from ..words import END, armies, asks, attack, defend, may, occupy, owners, refuses, silent, tells

SOURCE = "FAQ 4.2"
PLAYED = {"variants.retreat.played": True}
case = partial(Case, source=SOURCE, about=PLAYED)

# Ann in Brazil; Ben's Peru may retreat to Argentina, or to Venezuela; Cid's North Africa is alone.
BESIEGED = Position(
    lands={
        ANN: {"Brazil": 6, "Egypt": 2},
        BEN: {"Peru": 4, "Argentina": 1, "Venezuela": 1},
        CID: {"North Africa": 2, "Western Europe": 1, "Congo": 1},
    },
    rest=ANN,
)

CASES = (
    case(
        says="Before any choice of dice the owner is asked, and the whole army goes to a neighbour",
        position=BESIEGED,
    ).plays(
        attack("Brazil", "Peru", 3),
        asks(ToRetreat, BEN, source="Brazil", target="Peru", attacker=ANN),
        refuses(Retreat(at("Congo")), NotAdjacent),
        may(Retreat(at("Venezuela")), END),
        Retreat(at("Argentina")),
        tells(Retreated, seat=BEN, source="Peru", target="Argentina", armies=4, by=ANN),
        armies({"Argentina": 5, "Brazil": 5, "Peru": 0}),
        owners({"Peru": ANN}),
    ),
    case(
        says="The attacker loses one army and moves in at least one of the rest",
        position=BESIEGED,
    ).plays(
        attack("Brazil", "Peru", 3),
        Retreat(at("Argentina")),
        tells(Conquered, seat=ANN, territory="Peru", victim=BEN),
        asks(ToOccupy, ANN, least=1, most=4),
        occupy(4),
        armies({"Brazil": 1, "Peru": 4}),
    ),
    case(
        says="Three armies are needed against an army with a way out, two against a trapped one",
        position=Position(
            lands={
                ANN: {"Brazil": 2},
                BEN: {"Peru": 1, "Argentina": 1},
                CID: {"Venezuela": 1},
            },
            rest=ANN,
        ),
        luck=((6,), (1,), 0),
    ).plays(
        refuses(attack("Brazil", "Peru", 1), WrongNumber),
        attack("Brazil", "Venezuela", 1),
        tells(BattleResolved, defender_losses=1),
    ),
    case(
        says="An owner who stands fights on, and is not asked again in this turn",
        source="FAQ 4.2; once for each territory and turn is a choice",
        position=BESIEGED,
        luck=((6, 6, 6), (1, 1), (1,), (6,)),
    ).plays(
        attack("Brazil", "Peru", 3),
        END,
        asks(ToDefend, BEN),
        defend(2),
        silent(Retreated),
        attack("Brazil", "Peru", 1),
        asks(ToDefend, BEN),
        defend(1),
        asks(ToAttack, ANN),
    ),
    case(
        says="It counts as a conquest, with its card",
        source="FAQ 4.2: a choice",
        position=Position(lands={ANN: {"Brazil": 3}, BEN: {"Peru": 1, "Argentina": 1}}, rest=CID),
        luck=(0,),
    ).plays(
        attack("Brazil", "Peru", 1),
        Retreat(at("Argentina")),
        tells(CardDrawn, seat=ANN),
    ),
    case(
        says="A full territory is no way out",
        source="FAQ 4.2, Q2.8: a choice",
        given={"limits.territory": 12},
        position=Position(
            lands={ANN: {"Brazil": 6}, BEN: {"Peru": 4, "Argentina": 9, "Venezuela": 8}}, rest=ANN
        ),
    ).plays(
        attack("Brazil", "Peru", 3),
        refuses(Retreat(at("Argentina"))),
        may(Retreat(at("Venezuela"))),
    ),
    Case(
        says="Neutral armies never retreat",
        source="FAQ 4.2: a choice",
        given=PLAYED,
        players=2,
        position=Position(
            lands={ANN: {"Brazil": 6}, NEUTRAL: {"Peru": 4, "Argentina": 1}}, rest=BEN
        ),
    ).plays(attack("Brazil", "Peru", 3), asks(ToDefend, BEN)),
)
