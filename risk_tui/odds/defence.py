"""The defender's dice: what they cost an attacker in the end, and the best choice (FAQ Q3.1, Q3.3).

The measure is that of FAQ Q3.1: the armies that an attacker loses until the territory falls, if
he has no end of armies and always rolls the same number of dice. A defender who decides before
the attacker rolls does best with all his dice. One who sees the roll chooses for every roll; the
best choice is found by policy iteration, in fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from risk_tui.engine.rules.combat import Combat
from risk_tui.odds.cast import Cast, Roll, against, cast, merged, rolls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.engine.sections import Combat as CombatSection

FAR = 8
"""Armies from which on the best dice change no more, under any rules that can be written."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A defence by some number of armies: its cast, its dice by roll, and its toll.

    ``dice`` tells how many dice answer each roll of the attacker; ``toll`` is the number of
    armies that the attacker loses on average until the last defender is gone.
    """

    cast: Cast
    dice: Mapping[Roll, int]
    toll: Fraction


def stand(combat: CombatSection, attack_dice: int, armies: int) -> Stand:
    """How so many armies defend best against ``attack_dice`` dice; from 8 armies on all alike.

    ``armies`` is at least 1. Only the toll of more than 8 armies is not told: see ``tolls``.
    """
    return _stands(combat, attack_dice)[min(armies, FAR) - 1]


def tolls(combat: CombatSection, attack_dice: int, most: int) -> list[Fraction]:
    """The tolls of 0 to ``most`` armies (FAQ Q3.3: E(N), where the attacker rolls three dice)."""
    found = [Fraction(0), *(each.toll for each in _stands(combat, attack_dice))]
    while len(found) <= most:
        found.append(_toll(_stands(combat, attack_dice)[-1].cast, found))
    return found[: most + 1]


@cache
def _stands(combat: CombatSection, attack_dice: int) -> tuple[Stand, ...]:
    """The best defence by 1 to ``FAR`` armies."""
    rule = Combat(combat)
    found: list[Stand] = []
    for armies in range(1, FAR + 1):
        fewer = [Fraction(0), *(each.toll for each in found)]
        most = rule.defence_most(armies, attack_dice)
        found.append((_seeing if rule.defender_sees else _blind)(attack_dice, most, fewer))
    return tuple(found)


def _blind(attack_dice: int, most: int, fewer: list[Fraction]) -> Stand:
    """A defence with all dice."""
    thrown = cast(attack_dice, most)
    return Stand(thrown, dict.fromkeys(rolls(attack_dice), most), _toll(thrown, fewer))


def _seeing(attack_dice: int, most: int, fewer: list[Fraction]) -> Stand:
    """The best answer to every roll, by policy iteration from all dice on.

    A cast that kills nobody leads back to the same number of armies, so what an answer is worth
    depends on all the other answers.
    """
    stand = _blind(attack_dice, most, fewer)
    while True:
        answers = {
            roll: max(
                range(most, 0, -1), key=lambda dice: _after(against(roll, dice), fewer, stand.toll)
            )
            for roll in rolls(attack_dice)
        }
        if answers == stand.dice:
            return stand
        thrown = merged(
            [(against(roll, dice), rolls(attack_dice)[roll]) for roll, dice in answers.items()]
        )
        stand = Stand(thrown, answers, _toll(thrown, fewer))


def _toll(thrown: Cast, fewer: list[Fraction]) -> Fraction:
    """The toll of one army more than ``fewer`` tells, if every cast is this one."""
    # A cast that kills nobody costs its losses and is cast again: that is solved for the toll.
    again = sum(each.ways for each in thrown.outcomes if not each.defender_losses)
    return _after(thrown, fewer, Fraction(0)) / (1 - Fraction(again, thrown.total))


def _after(thrown: Cast, fewer: list[Fraction], same: Fraction) -> Fraction:
    """The losses of a cast and all that follow; ``same`` where it leaves as many defenders."""
    tolls = [*fewer, same]
    return sum(
        (each.ways * (each.attacker_losses + tolls[-1 - each.defender_losses]))
        for each in thrown.outcomes
    ) / Fraction(thrown.total)
