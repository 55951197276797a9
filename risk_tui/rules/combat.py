"""The dice of a battle: numbers, choices and losses (FAQ Q2.6, Q2.6.1).

This module also has an attacker's powers to change dice, and rolls with additional defence dice.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from operator import gt
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from risk_tui.boards.board import Board
from risk_tui.data.language import N_, _
from risk_tui.rules.fields import Section, choice_field, number_field


class CombatSection(Section):
    """Attacking."""

    matches_dice: ClassVar[bool] = False
    """True if an attack needs at least as many dice as the defender: see ``with_matched_dice``."""

    attack_dice: int = number_field(
        "The attacker rolls up to {value} dice; one army stays behind.",
        1,
        3,
        **{"1": "The attacker rolls one die; one army stays behind."},
    )
    defence_dice: int = number_field(
        "The defender rolls up to {value} dice.",
        1,
        3,
        **{"1": "The defender rolls one die."},
    )
    armies_for_two_dice: int = number_field(
        "The defender needs {value} armies to roll two dice.", 2, 3, ("defence_dice", 2, 3)
    )
    armies_for_three_dice: Annotated[int, Field(ge=3, le=4)] | None = choice_field(
        "The defender needs {value} armies to roll three dice.",
        ("defence_dice", 3),
        none="No number of armies is set for three dice in defence.",
    )
    one_against_one: bool = choice_field(
        "Defending against one die.",
        quiet="false",
        true="Against one die the defender also rolls one die.",
        false="The defender may roll more dice than the attacker.",
    )
    defence_choice: Literal["chosen", "seen", "most"] = choice_field(
        "The defender's dice.",
        chosen="The defender chooses the number of dice before the attacker rolls.",
        seen="The attacker rolls first; the defender sees the dice and chooses how many to roll.",
        most="The defender always rolls as many dice as allowed.",
    )
    reroll: bool = choice_field(
        "Re-rolling.",
        quiet="false",
        true="Once per battle, an attacker may show the card of either territory to reroll a "
        "die. They keep the card.",
        false="No die is rolled again.",
    )
    rerolled: Literal["own", "any"] = choice_field(
        "Dice that can be rerolled.",
        ("reroll", True),
        own="It is one of the attacker's own dice.",
        any="It is any die of the battle, the defender's too.",
    )
    commander: bool = choice_field(
        "The commander.",
        quiet="false",
        true="Once a turn the attacker may turn one of their dice to a six.",
        false="No die is turned to a six.",
    )
    occupy_at_least: Literal["dice", "one"] = choice_field(
        "Moving into a conquered territory.",
        dice="The conqueror moves in with at least as many armies as they rolled dice.",
        one="The conqueror moves in with at least one army.",
    )

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        one_die = self.one_against_one and self.attack_dice == 1
        if one_die:
            yield from ("combat.defence_dice", "combat.armies_for_two_dice")
            yield "combat.armies_for_three_dice"
        more = (variant.extra_die_rolls for variant in ruleset.variants.played.values())
        if (one_die or self.defence_dice == 1) and all(rolls == NO_EXTRA_DICE for rolls in more):
            yield "combat.defence_choice"
        if self.defence_dice == 1:
            yield "combat.one_against_one"
        if self.attack_dice == 1:
            yield "combat.occupy_at_least"

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        return _(
            "Players attack from a territory of their own with two armies or more. The target "
            "is a neighbour: a foreign territory across a border or a sea lane. Both sides "
            "roll dice. The highest die of each is compared, then the next highest; each time "
            "the lower die loses an army, and the defender wins ties. The attacker may stop "
            "after any roll. When the last defender is lost, the attacker conquers the "
            "territory and moves in."
        )


class _MatchedDice(CombatSection):
    """The combat rules if an attack needs at least as many dice as the defender may roll."""

    matches_dice: ClassVar[bool] = True


@cache
def with_matched_dice(section: CombatSection) -> CombatSection:
    """Return the section for attacks that need at least as many dice as the defender may roll."""
    return _MatchedDice(**dict(section))


SIX = 6
"""The highest face of a die; the commander turns a die to it."""


def changed_die(dice: Sequence[int], before: int, after: int) -> tuple[int, ...]:
    """Return dice, from high to low, with one die changed from ``before`` to ``after``.

    >>> changed_die((5, 3, 1), 1, 4)
    (5, 4, 3)
    """
    faces = list(dice)
    faces[faces.index(before)] = after
    return tuple(sorted(faces, reverse=True))


class CombatRules:
    """The limits on dice and on the armies that move in after a conquest."""

    def __init__(self, section: CombatSection) -> None:
        self.section = section
        self._attack_dice = section.attack_dice
        self._defence_dice = section.defence_dice
        self._armies_for_two = section.armies_for_two_dice
        self._armies_for_three = section.armies_for_three_dice
        self._one_against_one = section.one_against_one
        self._occupy_dice = section.occupy_at_least == "dice"
        self.defender_chooses = section.defence_choice != "most"
        """True if the defender chooses the number of their dice."""
        self.defender_sees = section.defence_choice == "seen"
        """True if the defender sees the attacker's roll before choosing."""

    def max_attack_dice(self, armies: int) -> int:
        """Return the most dice of an attacker with ``armies``, of which one stays behind."""
        return min(self._attack_dice, armies - 1)

    def max_defence_dice(self, armies: int, attack_dice: int = 3) -> int:
        """Return the most dice of a defender with ``armies`` against ``attack_dice``."""
        if armies < self._armies_for_two or (self._one_against_one and attack_dice == 1):
            return min(1, armies)
        maximum = 2 if self._armies_for_three is None or armies < self._armies_for_three else 3
        return min(self._defence_dice, maximum, armies)

    def armies_needed(self, defenders: int) -> int:
        """Return the armies that an attack on ``defenders`` needs, including the one that stays."""
        if not self.section.matches_dice:
            return 2
        return 1 + min(max(1, self.max_defence_dice(defenders)), self._attack_dice)

    @staticmethod
    def losses(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
        """Return the losses of (attacker, defender); the defender wins ties.

        Both sides' dice must be in order from high to low.

        >>> CombatRules.losses((6, 4, 1), (5, 4))
        (1, 1)
        """
        won = sum(map(gt, attack, defence))  # Stops at the end of the shorter roll.
        return min(len(attack), len(defence)) - won, won

    def min_occupation(self, dice: int) -> int:
        """Return the smallest number of armies that move in after rolling ``dice``."""
        return dice if self._occupy_dice else 1


class DiceChanges(NamedTuple):
    """An attacker's powers to change dice.

    With ``reroll``, one die of every roll may be rolled again; it needs the card of either
    territory. With ``commander``, one die may be turned to a six, once a turn.
    """

    reroll: bool = False
    commander: bool = False


NO_DICE_CHANGES = DiceChanges()


MAX_DICE = 3
"""The most dice of a side under any valid rules."""

ALL_ROLLS = sys.maxsize
"""More rolls than any fight has."""


class ExtraDieRolls(NamedTuple):
    """The next rolls of a fight in which the defender may roll one more die.

    Args:
        rolls: The number of such rolls; ``ALL_ROLLS`` for the whole fight.
        needs_armies: True if the defender needs an army for each die.
    """

    rolls: int = 0
    needs_armies: bool = False

    def defence_dice(self, maximum: int, armies: int) -> int:
        """Return the most dice of a defender with ``armies``; ``maximum`` without this rule."""
        if not self.rolls:
            return maximum
        more = min(maximum + 1, MAX_DICE, armies if self.needs_armies else MAX_DICE)
        return max(maximum, more)

    @property
    def lasts(self) -> bool:
        """True if all rolls of the fight are covered."""
        return self.rolls == ALL_ROLLS

    def after_next_roll(self) -> ExtraDieRolls:
        """Return the rolls that remain after the next one."""
        if self.lasts:
            return self
        return self._replace(rolls=self.rolls - 1) if self.rolls > 1 else NO_EXTRA_DICE


NO_EXTRA_DICE = ExtraDieRolls()
"""No rolls with additional dice."""


class PowerWords(NamedTuple):
    """The names of a dice change."""

    name: str
    full_name: str


DICE_POWER_TEXTS = {
    "reroll": PowerWords(N_("re-rolls"), N_("the re-roll with a card")),
    "commander": PowerWords(N_("the commander"), N_("the commander")),
}
"""The words for each field of ``DiceChanges``, whose names are keys of the combat section too."""
