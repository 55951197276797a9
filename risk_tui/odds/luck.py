"""Luck: what dice cost, against what fair dice cost on average.

All of it is told by the facts of a game. Luck is counted in armies,

    (expected own losses - own losses) + (armies beaten - expected armies beaten),

over the dice that were thrown, whatever number of them was chosen: to choose badly is no bad luck.
Every pair of dice costs one side an army, so what is luck for one is bad luck for the other.

A cast counts as its dice first fell: what a card or a commander changed afterwards is no luck,
though a die rolled again is one of the faces. Where the defender sees the attacker's dice before
he chooses his own, the expectation is taken given those dice: only the defender's roll is luck.
Otherwise a good choice would look like good luck.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.engine.facts import BattleFought, DiceRolled, DieRerolled, FirstRolled
from risk_tui.engine.rules.combat import Combat
from risk_tui.odds.cast import FACES, against, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.engine.facts import Fact
    from risk_tui.odds.cast import Cast


class Throw(NamedTuple):
    """What was thrown: so many dice on each side.

    ``seen`` are the attacker's dice from high to low where the defender saw them and chose.
    """

    attack: int
    defence: int
    seen: tuple[int, ...] = ()

    @property
    def compared(self) -> int:
        """The pairs of dice, each of which costs an army."""
        return min(self.attack, self.defence)

    @property
    def odds(self) -> Cast:
        """All that it may come to."""
        if self.seen:
            return against(self.seen, self.defence)
        return cast(self.attack, self.defence)


@cache
def _moments(throw: Throw) -> tuple[Fraction, Fraction]:
    """Mean and variance of the armies that the attacker loses; exact."""
    odds = throw.odds
    mean = odds.mean_attacker_losses
    square = sum(each.attacker_losses**2 * each.ways for each in odds.outcomes)
    return mean, Fraction(square, odds.total) - mean**2


@dataclass(slots=True)
class Battles:
    """The casts of one side, as attacker or (``defends``) as defender, and what they cost."""

    defends: bool
    throws: Counter[Throw] = field(default_factory=Counter)
    lost: int = 0
    beaten: int = 0
    """Armies of the enemy that fell."""

    def add(self, throw: Throw, lost: int, beaten: int) -> None:
        """Count a cast."""
        self.throws[throw] += 1
        self.lost += lost
        self.beaten += beaten

    def take(self, other: Battles) -> None:
        """Count all casts of ``other`` too."""
        self.throws.update(other.throws)
        self.lost += other.lost
        self.beaten += other.beaten

    @property
    def casts(self) -> int:
        """How many casts there were."""
        return self.throws.total()

    @property
    def expected_lost(self) -> Fraction:
        """The armies that these casts cost on average."""
        return self._compared - self.expected_beaten if self.defends else self._attackers_losses

    @property
    def expected_beaten(self) -> Fraction:
        """The enemy's armies that fall to these casts on average."""
        return self._attackers_losses if self.defends else self._compared - self.expected_lost

    @property
    def luck(self) -> Fraction:
        """Armies, below zero for bad luck."""
        return (self.expected_lost - self.lost) + (self.beaten - self.expected_beaten)

    @property
    def variance(self) -> Fraction:
        """The variance of ``luck``, in which every army lost counts twice."""
        return sum(
            (4 * count * _moments(throw)[1] for throw, count in self.throws.items()), Fraction()
        )

    @property
    def _attackers_losses(self) -> Fraction:
        each = self.throws.items()
        return sum((count * _moments(throw)[0] for throw, count in each), Fraction())

    @property
    def _compared(self) -> int:
        return sum(count * throw.compared for throw, count in self.throws.items())


@dataclass(slots=True)
class Luck:
    """The dice of one seat, or of one player in many games."""

    faces: list[int] = field(default_factory=lambda: [0] * FACES)
    """``faces[0]`` counts the ones: every die that was rolled, in the opening and again too."""
    attack: Battles = field(default_factory=lambda: Battles(defends=False))
    defence: Battles = field(default_factory=lambda: Battles(defends=True))

    def roll(self, dice: Iterable[int]) -> None:
        """Count the faces of dice."""
        for face in dice:
            self.faces[face - 1] += 1

    def take(self, other: Luck) -> None:
        """Count all dice of ``other`` too."""
        self.faces = [one + more for one, more in zip(self.faces, other.faces, strict=True)]
        self.attack.take(other.attack)
        self.defence.take(other.defence)

    @property
    def dice(self) -> int:
        """How many dice were rolled."""
        return sum(self.faces)

    @property
    def casts(self) -> int:
        """How many casts there were, on either side."""
        return self.attack.casts + self.defence.casts

    @property
    def sees(self) -> bool:
        """Whether any of the casts was one in which the defender saw the attacker's dice."""
        return any(throw.seen for side in (self.attack, self.defence) for throw in side.throws)

    @property
    def luck(self) -> Fraction:
        """Armies in attack and defence together, below zero for bad luck."""
        return self.attack.luck + self.defence.luck

    @property
    def chance(self) -> float:
        """The chance of luck as good as this or better; of bad luck: as bad or worse.

        By the normal distribution with the exact variance of all casts, at half an army from one
        possible value to the next (an army more or less lost is two of luck): about right from a
        few casts on. 1 where nothing was left to luck.
        """
        variance = float(self.attack.variance + self.defence.variance)
        if not variance:
            return 1.0
        return erfc((abs(float(self.luck)) - 1) / sqrt(2 * variance)) / 2


def tally(facts: Iterable[Fact], seats: int, owner: Sequence[int], skip: int = 0) -> list[Luck]:
    """The dice of each seat, the neutral army's too, from all facts of a game.

    ``owner[territory]`` is the seat that holds it now: whose dice lie there if the facts end in
    the midst of a battle. The dice of the first ``skip`` facts are left out: they were counted
    before.
    """
    kept, left_out = ([Luck() for _ in range(seats)] for _ in range(2))
    fallen: DiceRolled | None = None
    thrown = kept
    seen: tuple[int, ...] = ()
    for number, fact in enumerate(facts):
        counted = left_out if number < skip else kept
        match fact:
            case FirstRolled(rolls):
                for seat, face in (each for turn in rolls for each in turn):
                    counted[seat].roll((face,))
            case DiceRolled(seat, _, _, attack, defence):
                if not seen:
                    counted[seat].roll(attack)
                if defence:
                    fallen, thrown = fact, counted
                else:
                    seen = attack
            case DieRerolled(seat, _, _, after):
                counted[seat].roll((after,))
            case BattleFought(seat, defender, _, _, attack, defence):
                if fallen is not None:
                    # What lies there may have been changed, and was counted as it fell.
                    attack, defence, counted = fallen.attack, fallen.defence, thrown
                elif not seen:
                    counted[seat].roll(attack)
                _count(counted[seat], counted[defender], attack, defence, seen)
                fallen, seen = None, ()
    if fallen is not None:
        defender = owner[fallen.target]
        _count(thrown[fallen.seat], thrown[defender], fallen.attack, fallen.defence, seen)
    return kept


def together(counted: Iterable[Luck]) -> Luck:
    """The dice of several seats as one: what they cost evens out, their faces do not."""
    everybody = Luck()
    for each in counted:
        everybody.take(each)
    return everybody


def _count(
    attacker: Luck,
    defender: Luck,
    attack: Sequence[int],
    defence: Sequence[int],
    seen: tuple[int, ...],
) -> None:
    """Count a cast, whose attacking dice are among the faces already."""
    lost, killed = Combat.losses(attack, defence)
    throw = Throw(len(attack), len(defence), seen)
    defender.roll(defence)
    attacker.attack.add(throw, lost, killed)
    defender.defence.add(throw, killed, lost)
