"""What an attacker may do to their dice before they count, and the words for it beside odds.

Also the rolls in which a defender has more dice than else.
"""

from __future__ import annotations

import sys
from typing import NamedTuple


class DiceChanges(NamedTuple):
    """What an attacker can do: ``reroll`` one die of every roll, ``commander`` once in the fight.

    For a re-roll they have to hold the card of either territory; the commander acts once a turn.
    """

    reroll: bool = False
    commander: bool = False


NONE = DiceChanges()


ALL_ROLLS = sys.maxsize
"""A number of rolls that no fight comes to an end of."""


class FirstRolls(NamedTuple):
    """The next ``rolls`` of a fight: a defender may roll one die more in them, at most ``most``.

    Where it ``takes_armies``, a defender rolls no more dice than they have armies there. With
    ``ALL_ROLLS`` it is so in every roll of the fight.
    """

    rolls: int = 0
    most: int = 0
    takes_armies: bool = False

    def defence_dice(self, maximum: int, armies: int) -> int:
        """The dice of a defender with ``armies`` who may else roll ``maximum``."""
        if not self.rolls:
            return maximum
        more = min(maximum + 1, self.most, armies if self.takes_armies else self.most)
        return max(maximum, more)

    @property
    def lasts(self) -> bool:
        """Whether all rolls of the fight are such ones."""
        return self.rolls == ALL_ROLLS

    def after_one(self) -> FirstRolls:
        """What is left of them after the next roll."""
        if self.lasts:
            return self
        return self._replace(rolls=self.rolls - 1) if self.rolls > 1 else ALL_ALIKE

    def one_by_one(self) -> list[FirstRolls]:
        """What is left of them before each of them."""
        return [self._replace(rolls=rolls) for rolls in range(self.rolls, 0, -1)]


ALL_ALIKE = FirstRolls()
"""No roll differs from the others."""


class PowerWords(NamedTuple):
    """What a change of dice is called, and its option of ``risk-tui odds``."""

    name: str
    full_name: str
    option: str
    help: str
    refusal: str
    """What is not so by rules without it, and what else would be."""


POWERS = {
    "reroll": PowerWords(
        "re-rolls",
        "the re-roll with a card",
        "card",
        "the attacker holds the card of either territory, to roll a die again",
        "no card lets a die be rolled again; it does",
    ),
    "commander": PowerWords(
        "the commander",
        "the commander",
        "commander",
        "the attacker's commander has not acted yet",
        "no commander turns a die; one does",
    ),
}
"""The words for each of ``DiceChanges``, whose names the rules of combat know too."""
