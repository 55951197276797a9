"""The defender's dice: what they cost an attacker in the end, and the best choice (FAQ Q3.1, Q3.3).

The measure is that of FAQ Q3.1: the armies that an attacker loses until the territory falls, if
they have unlimited armies and always roll the same number of dice. A defender who decides before
the attacker rolls does best with all their dice. One who sees the roll chooses for every roll;
the best choice is computed by policy iteration, in fractions.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
from risk_tui.odds.roll import (
    Dice,
    RollOdds,
    at_most,
    losses_against,
    merge_outcomes,
    roll_odds,
    rolls,
)
from risk_tui.rules.combat import ALL_ALIKE, CombatRules, FirstRolls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from risk_tui.rules.combat import CombatSection

FAR = 8
"""Armies from which on the best dice change no more, under any rules that can be written."""


@dataclass(frozen=True, slots=True)
class DefenceChoice:
    """A defence by some number of armies: the odds of one roll, its dice, and the expected loss.

    ``dice`` is the number of dice that answer each roll of the attacker; ``expected_loss`` the
    number of armies that the attacker loses on average until the last defender is gone.
    """

    odds: RollOdds
    dice: Mapping[Dice, int]
    expected_loss: Fraction


def best_defence(
    combat: CombatSection, attack_dice: int, armies: int, first: FirstRolls = ALL_ALIKE
) -> DefenceChoice:
    """The best defence of ``armies`` against ``attack_dice`` dice; from 8 armies on all alike.

    ``armies`` is at least 1; ``first`` are the next rolls, if they differ from those after them.
    The expected loss is right for up to 8 armies: see ``defence_costs`` for more.
    """
    return _first_defences(combat, attack_dice, first)[min(armies, FAR) - 1]


def cost_of_first_rolls(combat: CombatSection, first: FirstRolls, armies: int) -> float:
    """The armies that an attacker loses on average more because the ``first`` rolls differ."""
    if not first.rolls or armies < 1:
        return 0.0
    dice = combat.attack_dice
    usual = best_defence(combat, dice, armies).expected_loss
    return float(best_defence(combat, dice, armies, first).expected_loss - usual)


@cache
def _first_defences(
    combat: CombatSection, attack_dice: int, first: FirstRolls
) -> tuple[DefenceChoice, ...]:
    """The best defence by 1 to ``FAR`` armies in the first of these rolls.

    What comes after it is known, so it needs no policy iteration.
    """
    if not first.rolls or first.lasts:
        return _best_defences(combat, attack_dice, first)
    rules = CombatRules(combat)
    later = _first_defences(combat, attack_dice, first.after_one())
    expected = [Fraction(0), *(choice.expected_loss for choice in later)]
    choices: list[DefenceChoice] = []
    for armies in range(1, FAR + 1):
        fewer, same = expected[:armies], expected[armies]
        maximum = first.defence_dice(rules.max_defence_dice(armies, attack_dice), armies)
        answers = dict.fromkeys(rolls(attack_dice), maximum)
        if rules.defender_sees:
            answers = {
                roll: max(
                    range(maximum, 0, -1),
                    key=lambda dice: _loss_after(
                        at_most(losses_against(roll, dice), armies), fewer, same
                    ),
                )
                for roll in answers
            }
        odds = merge_outcomes(
            [
                (at_most(losses_against(roll, dice), armies), rolls(attack_dice)[roll])
                for roll, dice in answers.items()
            ]
        )
        choices.append(DefenceChoice(odds, answers, _loss_after(odds, fewer, same)))
    return tuple(choices)


def defence_costs(combat: CombatSection, attack_dice: int, maximum: int) -> list[Fraction]:
    """The expected losses of an attacker against 0 to ``maximum`` armies.

    FAQ Q3.3 calls them E(N), where the attacker rolls three dice.
    """
    defences = _best_defences(combat, attack_dice)
    costs = [Fraction(0), *(choice.expected_loss for choice in defences)]
    while len(costs) <= maximum:
        costs.append(_expected_loss(defences[-1].odds, costs))
    return costs[: maximum + 1]


@cache
def _best_defences(
    combat: CombatSection, attack_dice: int, always: FirstRolls = ALL_ALIKE
) -> tuple[DefenceChoice, ...]:
    """The best defence by 1 to ``FAR`` armies where ``always`` is so of every roll."""
    rules = CombatRules(combat)
    choices: list[DefenceChoice] = []
    for armies in range(1, FAR + 1):
        fewer = [Fraction(0), *(choice.expected_loss for choice in choices)]
        maximum = always.defence_dice(rules.max_defence_dice(armies, attack_dice), armies)
        choices.append(
            (_defend_by_roll if rules.defender_sees else _defend_with_all)(
                attack_dice, maximum, fewer
            )
        )
    return tuple(choices)


def _defend_with_all(attack_dice: int, maximum: int, fewer: list[Fraction]) -> DefenceChoice:
    """The defence that always rolls all dice."""
    odds = roll_odds(attack_dice, maximum)
    return DefenceChoice(
        odds, dict.fromkeys(rolls(attack_dice), maximum), _expected_loss(odds, fewer)
    )


def _defend_by_roll(attack_dice: int, maximum: int, fewer: list[Fraction]) -> DefenceChoice:
    """The defence with the best answer to every roll, by policy iteration from all dice on.

    A roll that kills nobody leads back to the same number of armies, so the worth of an answer
    depends on all the other answers.
    """
    choice = _defend_with_all(attack_dice, maximum, fewer)
    while True:
        answers = {
            roll: max(
                range(maximum, 0, -1),
                key=lambda dice: _loss_after(
                    losses_against(roll, dice), fewer, choice.expected_loss
                ),
            )
            for roll in rolls(attack_dice)
        }
        if answers == choice.dice:
            return choice
        odds = merge_outcomes(
            [
                (losses_against(roll, dice), rolls(attack_dice)[roll])
                for roll, dice in answers.items()
            ]
        )
        choice = DefenceChoice(odds, answers, _expected_loss(odds, fewer))


def _expected_loss(odds: RollOdds, fewer: list[Fraction]) -> Fraction:
    """The expected loss against one army more than the last of ``fewer``, if all rolls are alike.

    ``fewer`` lists the expected losses against 0 armies and more.
    """
    # A roll that kills nobody costs its losses and is repeated: solved for the expected loss.
    again = sum(outcome.ways for outcome in odds.outcomes if not outcome.defender_losses)
    return _loss_after(odds, fewer, Fraction(0)) / (1 - Fraction(again, odds.total))


def _loss_after(odds: RollOdds, fewer: list[Fraction], same: Fraction) -> Fraction:
    """The losses of a roll and all that follow; ``same`` where it leaves as many defenders."""
    losses = [*fewer, same]
    return sum(
        (outcome.ways * (outcome.attacker_losses + losses[-1 - outcome.defender_losses]))
        for outcome in odds.outcomes
    ) / Fraction(odds.total)
