"""The dice of a battle: how many, who chooses, and what they cost (FAQ Q2.6 and Q2.6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.ruleset import Combat as CombatSection


class Combat:
    """The limits on dice and on the armies that follow a conquest."""

    def __init__(self, section: CombatSection) -> None:
        self._attack_dice = section.attack_dice
        self._defence_dice = section.defence_dice
        self._armies_for_two = section.armies_for_two_dice
        self._occupy_dice = section.occupy_at_least == "dice"
        self.defender_chooses = section.defence_choice == "chosen"

    def attack_most(self, armies: int) -> int:
        """Dice that an attacker with ``armies`` may roll; one army stays behind."""
        return min(self._attack_dice, armies - 1)

    def defence_most(self, armies: int) -> int:
        """Dice that a defender with ``armies`` may roll."""
        return 1 if armies < self._armies_for_two else min(self._defence_dice, armies)

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

    def occupy_least(self, dice: int, armies: int) -> int:
        """The least number of armies that move in after rolling ``dice``, with ``armies`` left."""
        return min(dice, armies - 1) if self._occupy_dice else 1
