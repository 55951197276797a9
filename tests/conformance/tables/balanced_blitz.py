"""Balanced blitz: whole fights are settled by one number, with fewer accidents than dice have."""

from __future__ import annotations

from functools import partial

import pytest

from risk_tui.engine.actions import Attack
from risk_tui.engine.decisions import ToAttack, ToOccupy
from risk_tui.engine.events import BattleResolved, Conquered, FightSettled
from risk_tui.odds import position_odds
from risk_tui.variants.balanced_blitz import PARTS

from ..case import ANN, BEN, Case, Course, Position, at
from ..words import armies, asks, attack, check, silent, tells

SOURCE = "RISK: Global Domination, Balanced Blitz"
CHOICE = f"{SOURCE}: a choice"
PLAYED = {"variants.balanced_blitz.played": True}
MOST = {"combat.defence_choice": "most"}
case = partial(Case, source=SOURCE, given=MOST)
GIVEN = {**PLAYED, **MOST}
BEST, WORST = 0, PARTS - 1


def _stacks(attackers: int, defenders: int) -> Position:
    """So many free attackers in Brazil, beside so many defenders in Peru."""
    return Position(lands={ANN: {"Brazil": attackers + 1}, BEN: {"Peru": defenders}})


def _blitz(least: int = 2) -> Attack:
    return Attack(at("Brazil"), at("Peru"), 3, (least,))


@check
def _shows_chance(course: Course, percent: float) -> None:
    """The odds that are shown of the conquest of Peru from Brazil."""
    odds = position_odds.fight(course.game.view(), at("Brazil"), at("Peru"))
    assert odds is not None
    assert 100 * odds.conquest.chance == pytest.approx(percent, abs=0.005)


CASES = (
    case(
        says="One random number settles a blitz instead of dice",
        about=PLAYED,
        position=_stacks(10, 4),
        luck=(BEST,),
    ).plays(
        _blitz(),
        tells(FightSettled, attacker_losses=0, defender_losses=4, attack_dice=()),
        asks(ToOccupy, ANN, least=3, most=10),
    ),
    case(
        says="Where the attacker has lost, nothing is left but the army that stays",
        given=GIVEN,
        position=_stacks(3, 3),
        luck=(WORST,),
    ).plays(_blitz(), silent(Conquered), armies({"Brazil": 1, "Peru": 3})),
    case(
        says="A single roll is by dice as ever",
        given=GIVEN,
        position=_stacks(10, 4),
        luck=((6, 6, 6), (1, 1)),
    ).plays(
        attack("Brazil", "Peru", 3),
        silent(FightSettled),
        tells(BattleResolved, attacker_losses=0, defender_losses=2),
    ),
    case(
        says="Three against three: 45.17 % balanced",
        about=PLAYED,
        position=_stacks(3, 3),
    ).plays(_shows_chance(45.17)),
    case(
        says="Twenty against fifteen conquer by the worst number too",
        given=GIVEN,
        position=_stacks(20, 15),
        luck=(WORST,),
    ).plays(_blitz(), tells(Conquered, territory="Peru")),
    case(
        says="A blitz that stops leaves the armies that were held back",
        source=CHOICE,
        given=GIVEN,
        position=_stacks(9, 8),
        luck=(WORST,),
    ).plays(_blitz(6), silent(Conquered), asks(ToAttack, ANN), armies({"Brazil": 5})),
)
