"""Capitals with a third die: their defender rolls a die more."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from risk_tui.engine.decisions import ToDefend
from risk_tui.engine.events import BattleResolved
from risk_tui.errors import WrongNumber
from risk_tui.odds import position_odds

from ..case import ANN, BEN, CID, Case, Course, Position, at
from ..words import armies, asks, attack, check, defend, may, refuses, tells

SOURCE = "RISK: Global Domination, Capitals"
PLAYED = {"variants.capital_die.played": True}
CAPITALS = {"players.least": 3, "two_players.third_army": "none", "capitals.played": True}
HOMES = {ANN: "Brazil", BEN: "Peru", CID: "Congo"}

# Ann's Brazil is beside Ben's capital, Peru, and beside his Argentina.
SOUTH = Position(
    lands={ANN: {"Brazil": 20}, BEN: {"Peru": 9, "Argentina": 9}}, rest=CID, capitals=HOMES
)
case = partial(Case, source=SOURCE, given={**PLAYED, **CAPITALS}, position=SOUTH)


def _peru_with(armies: int, holder: int = BEN) -> Position:
    return Position(lands={ANN: {"Brazil": 20}, holder: {"Peru": armies}}, rest=CID, capitals=HOMES)


@check
def _knows_odds(course: Course, source: str, target: str, known: bool) -> None:
    """Check whether Ann's odds of an attack are known."""
    odds = position_odds.fight(course.game.view(ANN), at(source), at(target))
    assert (odds is not None) is known


CASES = (
    case(
        says="A player who defends a capital may roll three dice",
        about=PLAYED,
        given=CAPITALS,
        luck=((6, 5, 4), (6, 5, 3)),
    ).plays(
        attack("Brazil", "Peru", 3),
        asks(ToDefend, BEN, most=3),
        may(defend(1), defend(2), defend(3)),
        defend(3),
        tells(BattleResolved, attacker_losses=2, defender_losses=1),
        armies({"Brazil": 18, "Peru": 8}),
    ),
    case(
        says="Outside capitals nothing changes",
    ).plays(attack("Brazil", "Argentina", 3), asks(ToDefend, BEN, most=2)),
    Case(
        says="The odds are unknown only where a sea lane gives a die, too",
        source="a choice",
        given={**PLAYED, **CAPITALS, "variants.sea_lanes.played": True},
        position=replace(SOUTH, capitals={**HOMES, CID: "North Africa"}),
    ).plays(_knows_odds("Brazil", "Peru", True), _knows_odds("Brazil", "North Africa", False)),
    case(
        says="No player rolls more dice than armies: a single one rolls one",
        source=f"{SOURCE}: the check value of 30 armies against 15 holds only so",
        position=_peru_with(1),
        luck=((6, 6, 1), (5,)),
    ).plays(
        attack("Brazil", "Peru", 3),
        tells(BattleResolved, attacker_losses=0, defender_losses=1),
    ),
    case(
        says="Two armies in a capital roll two dice",
        source=f"{SOURCE}: the check value of 30 armies against 15 holds only so",
        position=_peru_with(2),
    ).plays(attack("Brazil", "Peru", 3), asks(ToDefend, BEN, most=2)),
    Case(
        says="A capital helps the player who holds it",
        source=f"{SOURCE}: a choice",
        about=PLAYED,
        given=CAPITALS,
        position=_peru_with(5, CID),
    ).plays(attack("Brazil", "Peru", 3), asks(ToDefend, CID, most=3)),
    case(
        says="The attacker rolls no more dice than ever",
    ).plays(refuses(attack("Brazil", "Peru", 4), WrongNumber)),
    case(
        says="Where a third die is rolled by the rules anyway, there is no fourth",
        source=f"{SOURCE}: a choice",
        given={**PLAYED, **CAPITALS, "combat.defence_dice": 3, "combat.armies_for_three_dice": 3},
    ).plays(attack("Brazil", "Peru", 3), asks(ToDefend, BEN, most=3)),
)
