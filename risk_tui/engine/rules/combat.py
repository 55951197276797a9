"""The dice of a battle: how many, who chooses, and what they cost (FAQ Q2.6 and Q2.6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.sections import Combat as CombatSection


SIX = 6
"""The highest face: what the commander turns a die to."""


def changed_die(dice: Sequence[int], before: int, after: int) -> tuple[int, ...]:
    """Dice from high to low, when one that shows ``before`` shows ``after`` instead.

    >>> changed_die((5, 3, 1), 1, 4)
    (5, 4, 3)
    """
    faces = list(dice)
    faces[faces.index(before)] = after
    return tuple(sorted(faces, reverse=True))


class Combat:
    """The limits on dice and on the armies that follow a conquest."""

    def __init__(self, section: CombatSection) -> None:
        self._attack_dice = section.attack_dice
        self._defence_dice = section.defence_dice
        self._armies_for_two = section.armies_for_two_dice
        self._armies_for_three = section.armies_for_three_dice
        self._one_against_one = section.one_against_one
        self._occupy_dice = section.occupy_at_least == "dice"
        self.defender_chooses = section.defence_choice != "most"
        self.defender_sees = section.defence_choice == "seen"
        """Whether the attacker rolls first, for the defender to see."""
        self.reroll = section.reroll
        """Whether a card of either territory lets the attacker roll a die again."""
        self.commander = section.commander
        """Whether the attacker may turn a die to a six once a turn."""
        self.alters = section.reroll or section.commander
        """Whether dice can be changed at all."""

    def attack_most(self, armies: int) -> int:
        """Dice that an attacker with ``armies`` may roll; one army stays behind."""
        return min(self._attack_dice, armies - 1)

    def defence_most(self, armies: int, attack_dice: int = 3) -> int:
        """Dice that a defender with ``armies`` may roll against ``attack_dice``."""
        if armies < self._armies_for_two or (self._one_against_one and attack_dice == 1):
            return 1
        most = 2 if self._armies_for_three is None or armies < self._armies_for_three else 3
        return min(self._defence_dice, most, armies)

    @staticmethod
    def losses(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
        """Armies lost by (attacker, defender); dice from high to low, ties defend.

        >>> Combat.losses((6, 4, 1), (5, 4))
        (1, 1)
        """
        won = 0
        compared = 0
        for attacking, defending in zip(attack, defence, strict=False):
            compared += 1
            if attacking > defending:
                won += 1
        return compared - won, won

    def occupy_least(self, dice: int) -> int:
        """The least number of armies that move in after rolling ``dice``."""
        return dice if self._occupy_dice else 1
