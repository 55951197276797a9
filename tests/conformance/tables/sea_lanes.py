"""Sea-lane: one die more for defenders across the sea, in the first rolls of a turn."""

from __future__ import annotations

from functools import partial

from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import BattleResolved, Conquered
from risk_tui.variants.sea_lanes import LaneCrossed

from ..case import ANN, BEN, CID, Case, Position
from ..words import END, armies, asks, attack, defend, may, reinforce, silent, tells

SOURCE = "FAQ 4.10"
PLAYED = {"variants.sea_lanes.played": True}
MOST = {"combat.defence_choice": "most"}

# A sea lane leads from Ann's Brazil to Ben's North Africa, and from her Alaska to Kamchatka.
SEA = Position(
    lands={
        ANN: {"Brazil": 20, "Alaska": 9, "Venezuela": 2},
        BEN: {"North Africa": 9, "Peru": 9, "Kamchatka": 2, "Argentina": 1},
    },
    rest=CID,
)
case = partial(Case, source="FAQ 4.10: a choice", position=SEA)
ISLAND = Position(lands={ANN: {"Brazil": 9}, BEN: {"North Africa": 1}}, rest=CID)
BY_TURNS = ((6, 1, 1), (5, 5, 1))
"""Each loses an army by two dice; the third pair is the defender's."""
CAST = (attack("Brazil", "North Africa", 3), defend(3))

CASES = (
    case(
        says="Across a sea lane the defender may roll one die more, even a third",
        source=SOURCE,
        about=PLAYED,
        luck=((6, 5, 4), (5, 4, 3)),
    ).plays(
        attack("Brazil", "North Africa", 3),
        tells(LaneCrossed, target="North Africa", rolls=4),
        asks(ToDefend, BEN, most=3),
        may(defend(1), defend(2), defend(3)),
        defend(3),
        tells(BattleResolved, attacker_losses=0, defender_losses=3),
        armies({"Brazil": 20, "North Africa": 6}),
    ),
    case(
        says="On land nothing changes",
        source=SOURCE,
        given=PLAYED,
    ).plays(attack("Brazil", "Peru", 3), silent(LaneCrossed), asks(ToDefend, BEN, most=2)),
    case(
        says="A player who loses on all three dice with two armies loses those two",
        source=SOURCE,
        about=PLAYED,
        luck=((6, 5, 4), (5, 4, 3)),
    ).plays(
        attack("Alaska", "Kamchatka", 3),
        defend(3),
        tells(BattleResolved, attacker_losses=0, defender_losses=2),
        tells(Conquered, seat=ANN, territory="Kamchatka"),
    ),
    case(
        says="A single army rolls two dice and loses one army at most",
        about=PLAYED,
        position=ISLAND,
        luck=((6, 6, 1), (5, 5)),
    ).plays(
        attack("Brazil", "North Africa", 3),
        asks(ToDefend, BEN, most=2),
        defend(2),
        tells(BattleResolved, attacker_losses=0, defender_losses=1),
    ),
    case(
        says="Both of its dice are compared",
        about=PLAYED,
        position=ISLAND,
        luck=((6, 4, 1), (5, 5)),
    ).plays(
        attack("Brazil", "North Africa", 3),
        defend(2),
        tells(BattleResolved, attacker_losses=1, defender_losses=1),
    ),
    case(
        says="Against fewer attacking dice as many pairs are compared as the fewer have",
        about=PLAYED,
        luck=((5, 5), (6, 5, 1)),
    ).plays(
        attack("Brazil", "North Africa", 2),
        defend(3),
        tells(BattleResolved, attacker_losses=2, defender_losses=0),
    ),
    case(
        says="After four rolls the dice are as on land",
        source=SOURCE,
        about={**PLAYED, "variants.sea_lanes.rolls": 4},
        luck=BY_TURNS * 4,
    ).plays(
        *CAST * 3,
        silent(LaneCrossed),
        *CAST,
        tells(LaneCrossed, target="North Africa", rolls=0),
        attack("Brazil", "North Africa", 3),
        asks(ToDefend, BEN, most=2),
    ),
    case(
        says="The number of rolls is a matter of choice",
        source="FAQ 4.10: another number",
        about={"variants.sea_lanes.rolls": 1},
        luck=BY_TURNS,
    ).plays(
        *CAST,
        attack("Brazil", "North Africa", 3),
        asks(ToDefend, BEN, most=2),
    ),
    case(
        says="Each lane has a count of its own, which goes on when one comes back to it",
        about={"variants.sea_lanes.counted": "a turn"},
        given={"variants.sea_lanes.rolls": 1},
        luck=(*BY_TURNS, (6, 1, 1), (5, 1, 1)),
    ).plays(
        *CAST,
        attack("Alaska", "Kamchatka", 3),
        asks(ToDefend, BEN, most=3),
        defend(3),
        attack("Brazil", "North Africa", 3),
        asks(ToDefend, BEN, most=2),
    ),
    case(
        says="Another way: the rolls are counted again when another attack has come between",
        about={"variants.sea_lanes.counted": "a fight"},
        given={"variants.sea_lanes.rolls": 1},
        luck=(*BY_TURNS, (6, 1, 1), (5, 1, 1)),
    ).plays(
        *CAST,
        attack("Alaska", "Kamchatka", 3),
        defend(3),
        attack("Brazil", "North Africa", 3),
        asks(ToDefend, BEN, most=3),
    ),
    case(
        says="Every turn counts again",
        given={"variants.sea_lanes.rolls": 1},
        luck=BY_TURNS,
    ).plays(
        *CAST,
        END,
        END,
        reinforce("Peru", 3),
        attack("North Africa", "Brazil", 3),
        asks(ToDefend, ANN, most=3),
    ),
    case(
        says="If the defender does not choose dice, the extra die is always rolled",
        about=PLAYED,
        given=MOST,
        luck=((6, 5, 4), (5, 4, 3)),
    ).plays(
        attack("Brazil", "North Africa", 3),
        tells(BattleResolved, attacker_losses=0, defender_losses=3),
    ),
)
