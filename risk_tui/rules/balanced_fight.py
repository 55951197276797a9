"""Fights settled at once, with fewer surprises than dice (SMG Studio, Balanced Blitz).

The chances of all ends of a fight by dice are computed, then changed in four steps: a side that
hardly ever wins never does, the likelier side wins more often, the best and the worst ends are cut
off, and the likely ones become likelier. One random number then picks the end.

``ends[a][d]`` is the chance that ``a`` free attackers and ``d`` defenders are left at the end of
the fight. Powers are rounded to the nearest float, so that results are the same on every machine.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from math import frexp, inf, ldexp, nextafter
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from risk_tui.rules.roll_odds import roll_odds

if TYPE_CHECKING:
    from collections.abc import Sequence

Ends: TypeAlias = "list[list[float]]"

_MANTISSA_BITS = 53


class FightBalance(NamedTuple):
    """The changes to the chances of a fight; the defaults are those of SMG Studio."""

    win_cutoff: float = 0.05
    """A side with at most this chance of winning never wins."""
    win_power: float = 1.3
    """Larger values make the likelier side surer to win."""
    end_cutoff: float = 0.1
    """The total chance that is cut off at either end; less than 0.5."""
    end_power: float = 1.8
    """Larger values make likely ends likelier."""

    def of_winning(self, chance: float) -> float:
        """Return the balanced chance of winning for a side that wins by dice with ``chance``."""
        won = self._win_chance_before_cutoff(chance)
        return min(max((won - self.end_cutoff) / (1 - 2 * self.end_cutoff), 0.0), 1.0)

    def _win_chance_before_cutoff(self, chance: float) -> float:
        """Return the balanced chance of winning before the best and worst ends are cut off."""
        if chance <= self.win_cutoff:
            return 0.0
        if 1 - chance <= self.win_cutoff:
            return 1.0
        won, lost = (_power(side, self.win_power) for side in (chance, 1 - chance))
        return won / (won + lost)

    def balanced_distribution(self, ends: Sequence[Sequence[float]]) -> Ends:
        """Return the balanced chances of a fight's ends, which add up to 1.

        Args:
            ends: The chances by dice.
        """
        order = _best_first(ends)
        chances = [ends[attackers][defenders] for attackers, defenders in order]
        wins = sum(defenders == 0 for _, defenders in order)
        won = self._win_chance_before_cutoff(sum(chances[:wins]))
        chances = _scaled(chances[:wins], won) + _scaled(chances[wins:], 1 - won)
        chances = _without_tails(chances, self.end_cutoff)
        raised = [_power(chance, self.end_power) if chance else 0.0 for chance in chances]
        won = min(sum(chances[:wins]), 1.0)
        chances = _scaled(raised[:wins], won) + _scaled(raised[wins:], 1 - won)
        balanced = [[0.0] * len(row) for row in ends]
        for (attackers, defenders), chance in zip(order, chances, strict=True):
            balanced[attackers][defenders] = chance
        return balanced


def _best_first(ends: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the possible ends as (free attackers, defenders), the attacker's best end first."""
    possible = (
        (attackers, defenders)
        for attackers, row in enumerate(ends)
        for defenders, chance in enumerate(row)
        if chance
    )
    return sorted(possible, key=lambda end: (end[1], -end[0]))


def _power(number: float, exponent: float) -> float:
    """Return a power as the nearest float, the same on every machine.

    The last bit of ``**`` depends on the machine's C library, so it is checked with whole numbers.
    For an exponent of p/q, a float is too small if the midpoint between it and the next float,
    raised to q, is less than the number raised to p.
    """
    top, bottom = _ratio(exponent)
    mantissa, shift = _as_integer(number)
    exact, exact_shift = mantissa**top, shift * top
    result: float = number**exponent

    def is_above(one: float, other: float) -> bool:
        """Return True if the midpoint between two neighbouring floats is above the power."""
        (low, low_shift), (high, high_shift) = sorted(
            (_as_integer(one), _as_integer(other)), key=itemgetter(1)
        )
        middle: int = (low + (high << high_shift - low_shift)) ** bottom
        distance = (low_shift - 1) * bottom - exact_shift
        if distance >= 0:
            return bool(middle << distance > exact)
        return bool(middle > exact << -distance)

    while not is_above(result, nextafter(result, inf)):
        result = nextafter(result, inf)
    while is_above(result, nextafter(result, 0.0)):
        result = nextafter(result, 0.0)
    return result


@cache
def _ratio(exponent: float) -> tuple[int, int]:
    """Return the decimal value of an exponent as numerator and denominator."""
    return Fraction(str(exponent)).as_integer_ratio()


def _as_integer(number: float) -> tuple[int, int]:
    """Return a positive number as a whole mantissa and the exponent of a power of two."""
    mantissa, exponent = frexp(number)
    return int(ldexp(mantissa, _MANTISSA_BITS)), exponent - _MANTISSA_BITS


def _scaled(chances: Sequence[float], total: float) -> list[float]:
    """Return the chances scaled to the sum ``total``; zeros stay zeros."""
    now = sum(chances)
    return [chance * total / now if now else 0.0 for chance in chances]


def _without_tails(chances: Sequence[float], share: float) -> list[float]:
    """Cut ``share`` off at either end of the chances, and scale the rest to a sum of 1."""
    left, before = [], 0.0
    for chance in chances:
        after = before + chance
        left.append(max(min(after, 1 - share) - max(before, share), 0.0))
        before = after
    return _scaled(left, 1.0)


class FightCourse(NamedTuple):
    """A fight by dice from its first roll on, with the numbers on which its chances depend.

    ``attack_dice[n - 1]`` is the number of dice of ``n`` free attackers, and
    ``defence_dice[m - 1][k - 1]`` that of ``k`` defenders against ``m`` dice. ``least[k - 1]`` is
    the number of armies that the source needs for a roll against ``k`` defenders, including the one
    that stays. The last entry of each also applies to more armies.
    """

    attackers: int
    defenders: int
    attack_dice: tuple[int, ...]
    defence_dice: tuple[tuple[int, ...], ...]
    least: tuple[int, ...]

    def ends(self) -> Ends:
        """Return the chances of all ends of the fight by dice."""
        ends = [[0.0] * (self.defenders + 1) for _ in range(self.attackers + 1)]
        ends[-1][-1] = 1.0
        for attackers in range(self.attackers, 0, -1):
            dice = _entry_for(self.attack_dice, attackers)
            for defenders in range(self.defenders, 0, -1):
                chance = ends[attackers][defenders]
                if not chance or attackers + 1 < _entry_for(self.least, defenders):
                    continue
                ends[attackers][defenders] = 0.0
                defence = _entry_for(self.defence_dice[dice - 1], defenders)
                odds = roll_odds(dice, defence)
                for lost, killed, ways in odds.outcomes:
                    share = ways / odds.total
                    ends[attackers - lost][max(defenders - killed, 0)] += chance * share
        return ends


def _entry_for(values: Sequence[int], number: int) -> int:
    """Return the entry for ``number`` armies, counted from 1; the last one for more armies."""
    return values[min(number, len(values)) - 1]


@lru_cache(maxsize=256)
def balanced_ends(course: FightCourse, balance: FightBalance) -> tuple[tuple[int, int, float], ...]:
    """Return the ends of a balanced fight, the attacker's best end first.

    Returns:
        The free attackers left, the defenders left, and the chance for each end.
    """
    chances = balance.balanced_distribution(course.ends())
    return tuple(
        [
            (attackers, defenders, chances[attackers][defenders])
            for attackers, defenders in _best_first(chances)
        ]
    )
