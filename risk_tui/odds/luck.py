"""Luck: the losses of battles, compared with the expected losses with fair dice.

Luck is counted from the events of a game, in armies,

    (expected own losses - own losses) + (armies beaten - expected armies beaten),

for the number of dice actually rolled: a bad choice is not bad luck. Every pair of dice costs one
side an army, so one side's luck is the other's bad luck.

Dice count as first rolled; later changes are not luck, though a rerolled die counts among the
faces. If the defender sees the attacker's dice before choosing, the expectation is conditional on
those dice and only the defender's roll is luck. Otherwise a good choice would look like good luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import erfc, sqrt
from typing import NamedTuple

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.events import BattleResolved, DiceRolled, Event
from risk_tui.rules.combat import CombatRules
from risk_tui.rules.roll_odds import FACES, RollOdds, losses_against, roll_odds


class BattleDice(NamedTuple):
    """The numbers of dice rolled in a battle.

    ``seen`` are the attacker's dice from high to low if the defender saw them before choosing.
    """

    attack: int
    defence: int
    seen: tuple[int, ...] = ()

    @property
    def odds(self) -> RollOdds:
        """The odds of this roll."""
        if self.seen:
            return losses_against(self.seen, self.defence)
        return roll_odds(self.attack, self.defence)


@cache
def _mean_and_variance(dice: BattleDice) -> tuple[Fraction, Fraction]:
    """Return the exact mean and variance of the attacker's losses in armies."""
    odds = dice.odds
    mean = odds.mean_attacker_losses
    square = sum(outcome.attacker_losses**2 * outcome.ways for outcome in odds.outcomes)
    return mean, Fraction(square, odds.total) - mean**2


@dataclass(slots=True)
class BattleStats:
    """The rolls of one side as attacker, or as defender if it ``defends``, and their results."""

    defends: bool
    rolls: Counter[BattleDice] = field(default_factory=Counter)
    lost: int = 0
    beaten: int = 0
    """Enemy armies lost."""

    def add(self, dice: BattleDice, lost: int, beaten: int) -> None:
        """Count a roll."""
        self.rolls[dice] += 1
        self.lost += lost
        self.beaten += beaten

    def merge(self, other: BattleStats) -> None:
        """Count all rolls of ``other`` too."""
        self.rolls.update(other.rolls)
        self.lost += other.lost
        self.beaten += other.beaten

    @property
    def battles(self) -> int:
        """The number of rolls."""
        return self.rolls.total()

    @property
    def expected_lost(self) -> Fraction:
        """The seat's mean losses of these rolls, in armies."""
        return self._pairs - self.expected_beaten if self.defends else self._mean_attacker_losses

    @property
    def expected_beaten(self) -> Fraction:
        """The enemies' mean losses of these rolls, in armies."""
        return self._mean_attacker_losses if self.defends else self._pairs - self.expected_lost

    @property
    def luck(self) -> Fraction:
        """The luck of these rolls in armies; negative for bad luck."""
        return (self.expected_lost - self.lost) + (self.beaten - self.expected_beaten)

    @property
    def variance(self) -> Fraction:
        """The variance of ``luck``.

        Luck changes by 2 with every army lost, so this is 4 times the variance of the losses.
        """
        return sum(
            (4 * count * _mean_and_variance(dice)[1] for dice, count in self.rolls.items()),
            Fraction(),
        )

    @property
    def _mean_attacker_losses(self) -> Fraction:
        counts = self.rolls.items()
        return sum((count * _mean_and_variance(dice)[0] for dice, count in counts), Fraction())

    @property
    def _pairs(self) -> int:
        """The number of compared pairs of dice; each costs one army."""
        return sum(count * min(dice.attack, dice.defence) for dice, count in self.rolls.items())


@dataclass(slots=True)
class DiceLuck:
    """The dice of one seat, or of one player in many games."""

    faces: list[int] = field(default_factory=lambda: [0] * FACES)
    """Counts of all dice rolled, by face from 1; opening rolls and rerolls are included."""
    attack: BattleStats = field(default_factory=lambda: BattleStats(defends=False))
    defence: BattleStats = field(default_factory=lambda: BattleStats(defends=True))

    def count_faces(self, dice: Iterable[int]) -> None:
        """Count the faces of dice."""
        for face in dice:
            self.faces[face - 1] += 1

    def merge(self, other: DiceLuck) -> None:
        """Count all dice of ``other`` too."""
        self.faces = [one + more for one, more in zip(self.faces, other.faces, strict=True)]
        self.attack.merge(other.attack)
        self.defence.merge(other.defence)

    @property
    def dice(self) -> int:
        """The number of dice rolled."""
        return sum(self.faces)

    @property
    def battles(self) -> int:
        """The number of rolls, as attacker and as defender."""
        return self.attack.battles + self.defence.battles

    @property
    def has_informed_defence(self) -> bool:
        """True if the defender saw the attacker's dice in any of the rolls."""
        return any(dice.seen for side in (self.attack, self.defence) for dice in side.rolls)

    @property
    def luck(self) -> Fraction:
        """The luck in attack and defence together in armies; negative for bad luck."""
        return self.attack.luck + self.defence.luck

    @property
    def chance(self) -> float:
        """The chance of luck at least as good as this; of bad luck, at least as bad.

        Uses the normal distribution with the exact variance of all rolls and a continuity
        correction (one more army lost changes luck by 2): a fair approximation from a few rolls on.
        The chance is 1 if no roll was uncertain.
        """
        variance = float(self.attack.variance + self.defence.variance)
        if not variance:
            return 1.0
        return erfc((abs(float(self.luck)) - 1) / sqrt(2 * variance)) / 2


def dice_of_seats(
    events: Iterable[Event], seats: int, owner: Sequence[int], skip: int = 0
) -> list[DiceLuck]:
    """Return the dice of each seat, from all events of a game.

    Args:
        seats: The number of seats, including those of armies without a player.
        owner: The current owner of each territory, ``NO_SEAT`` if unknown; needed if the events end
            in the middle of a battle.
        skip: The number of events whose dice are left out, because they were counted before.
    """
    luck, skipped_luck = ([DiceLuck() for _ in range(seats)] for _ in range(2))
    # The current roll of both sides, and the list in which it counts.
    rolled: tuple[DiceRolled, list[DiceLuck]] | None = None
    seen: tuple[int, ...] = ()
    for number, event in enumerate(events):
        counted = skipped_luck if number < skip else luck
        match event:
            case DiceRolled(seat, _, _, attack, defence):
                if not seen:
                    counted[seat].count_faces(attack)
                if defence:
                    rolled = event, counted
                else:
                    seen = attack
            case BattleResolved(attack_dice=()):
                pass  # The fight was settled without dice.
            case BattleResolved(seat, defender, _, _, attack, defence):
                if rolled is not None:
                    # The dice may have been changed after the roll; count them as rolled.
                    roll, counted = rolled
                    attack, defence = roll.attack, roll.defence
                elif not seen:
                    counted[seat].count_faces(attack)
                _count(counted[seat], counted[defender], attack, defence, seen)
                rolled, seen = None, ()
            case _:
                for seat, face in event.single_rolls():
                    counted[seat].count_faces((face,))
    if rolled is not None and (defender := owner[rolled[0].target]) != NO_SEAT:
        roll, counted = rolled
        _count(counted[roll.seat], counted[defender], roll.attack, roll.defence, seen)
    return luck


def merge_seats(seats: Iterable[DiceLuck]) -> DiceLuck:
    """Add up the dice of several seats: gains and losses cancel out, faces don't."""
    together = DiceLuck()
    for seat in seats:
        together.merge(seat)
    return together


def _count(
    attacker: DiceLuck,
    defender: DiceLuck,
    attack: Sequence[int],
    defence: Sequence[int],
    seen: tuple[int, ...],
) -> None:
    """Count a roll; the faces of its attack dice are counted already."""
    lost, beaten = CombatRules.losses(attack, defence)
    dice = BattleDice(len(attack), len(defence), seen)
    defender.count_faces(defence)
    attacker.attack.add(dice, lost, beaten)
    defender.defence.add(dice, beaten, lost)
