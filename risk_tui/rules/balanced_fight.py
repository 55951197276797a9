"""Fights that are settled at once, by fewer accidents than dice have (SMG Studio, Balanced Blitz).

The chances of all ends of a fight by dice are worked out, and changed in four steps: a side that
hardly ever wins never does, the likelier side wins more often, the best and the worst ends do not
come, and the likely ones come more often. One number then picks the end.

What it changes are chances as ``ends[a][d]``: that ``a`` free attackers and ``d`` defenders are
left when the fight is over. Powers are rounded to the nearest float, alike on every machine.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import frexp, inf, ldexp, nextafter
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from risk_tui.rules.combat import SIX, CombatRules

if TYPE_CHECKING:
    from collections.abc import Sequence

Ends: TypeAlias = "list[list[float]]"

_MANTISSA_BITS = 53


class Balance(NamedTuple):
    """How the chances of a fight are changed; the usual numbers are those of SMG Studio."""

    win_cutoff: float = 0.05
    """A side that wins no more often than this never does."""
    win_power: float = 1.3
    """The greater, the surer is the likelier side."""
    end_cutoff: float = 0.1
    """The share of all chances that is cut off at either end."""
    end_power: float = 1.8
    """The greater, the likelier are the likely ends."""

    def of_winning(self, chance: float) -> float:
        """The chance to win of a side that wins by dice with this chance."""
        won = self._of_winning_at_first(chance)
        return min(max((won - self.end_cutoff) / (1 - 2 * self.end_cutoff), 0.0), 1.0)

    def _of_winning_at_first(self, chance: float) -> float:
        """The same before the ends are cut off."""
        if chance <= self.win_cutoff:
            return 0.0
        if 1 - chance <= self.win_cutoff:
            return 1.0
        won, lost = (_power(side, self.win_power) for side in (chance, 1 - chance))
        return won / (won + lost)

    def of_ends(self, ends: Sequence[Sequence[float]]) -> Ends:
        """The chances of the ends of a fight whose ends by dice have these; they add up to 1."""
        order = _best_first(ends)
        chances = [ends[attackers][defenders] for attackers, defenders in order]
        wins = sum(defenders == 0 for _, defenders in order)
        won = self._of_winning_at_first(sum(chances[:wins]))
        chances = _scaled(chances[:wins], won) + _scaled(chances[wins:], 1 - won)
        chances = _without_ends(chances, self.end_cutoff)
        raised = [_power(chance, self.end_power) if chance else 0.0 for chance in chances]
        won = min(sum(chances[:wins]), 1.0)
        chances = _scaled(raised[:wins], won) + _scaled(raised[wins:], 1 - won)
        balanced = [[0.0] * len(row) for row in ends]
        for (attackers, defenders), chance in zip(order, chances, strict=True):
            balanced[attackers][defenders] = chance
        return balanced


def _best_first(ends: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The ends that may come, as free attackers and defenders left: the attacker's best first."""
    possible = (
        (attackers, defenders)
        for attackers, row in enumerate(ends)
        for defenders, chance in enumerate(row)
        if chance
    )
    return sorted(possible, key=lambda end: (end[1], -end[0]))


def _power(number: float, exponent: float) -> float:
    """A power as the float that is nearest to it: the same on every machine.

    The last bit of ``**`` depends on the machine's library, so it is checked with whole numbers:
    for the exponent p/q a float is too small if the middle between it and the next one is, to the
    power q, less than the number to the power p.
    """
    top, bottom = _ratio(exponent)
    mantissa, shift = _as_integer(number)
    wanted, wanted_shift = mantissa**top, shift * top
    result: float = number**exponent

    def is_above(one: float, other: float) -> bool:
        """Return True if the middle between two neighbouring floats is above the power."""
        (low, low_shift), (high, high_shift) = sorted(
            (_as_integer(one), _as_integer(other)), key=itemgetter(1)
        )
        middle: int = (low + (high << high_shift - low_shift)) ** bottom
        distance = (low_shift - 1) * bottom - wanted_shift
        if distance >= 0:
            return bool(middle << distance > wanted)
        return bool(middle > wanted << -distance)

    while not is_above(result, nextafter(result, inf)):
        result = nextafter(result, inf)
    while is_above(result, nextafter(result, 0.0)):
        result = nextafter(result, 0.0)
    return result


@cache
def _ratio(exponent: float) -> tuple[int, int]:
    """An exponent as it is written, as a fraction."""
    return Fraction(str(exponent)).as_integer_ratio()


def _as_integer(number: float) -> tuple[int, int]:
    """A positive number as a whole one, and the power of two that it is to be multiplied by."""
    mantissa, exponent = frexp(number)
    return int(ldexp(mantissa, _MANTISSA_BITS)), exponent - _MANTISSA_BITS


def _scaled(chances: Sequence[float], total: float) -> list[float]:
    """The chances with another sum; all of them 0 where they are now."""
    now = sum(chances)
    return [chance * total / now if now else 0.0 for chance in chances]


def _without_ends(chances: Sequence[float], share: float) -> list[float]:
    """The chances in a row without this share of their sum at either end, adding up to 1."""
    left, before = [], 0.0
    for chance in chances:
        after = before + chance
        left.append(max(min(after, 1 - share) - max(before, share), 0.0))
        before = after
    return _scaled(left, 1.0)


class FightCourse(NamedTuple):
    """A fight by dice from its first roll on, as far as its chances go.

    ``attack_dice[n - 1]`` are the dice of ``n`` free attackers, ``defence_dice[m - 1][k - 1]``
    those of ``k`` defenders against ``m`` dice; of more armies, the last ones. ``least[k - 1]`` are
    the armies that the source has to have for a roll against ``k`` defenders, the one that stays
    included.
    """

    attackers: int
    defenders: int
    attack_dice: tuple[int, ...]
    defence_dice: tuple[tuple[int, ...], ...]
    least: tuple[int, ...]

    def ends(self) -> Ends:
        """The chances of all its ends."""
        ends = [[0.0] * (self.defenders + 1) for _ in range(self.attackers + 1)]
        ends[-1][-1] = 1.0
        for attackers in range(self.attackers, 0, -1):
            dice = _last(self.attack_dice, attackers)
            for defenders in range(self.defenders, 0, -1):
                chance = ends[attackers][defenders]
                if not chance or attackers + 1 < _last(self.least, defenders):
                    continue
                ends[attackers][defenders] = 0.0
                defence = _last(self.defence_dice[dice - 1], defenders)
                for (lost, killed), share in _losses(dice, defence):
                    ends[attackers - lost][max(defenders - killed, 0)] += chance * share
        return ends


def _last(values: Sequence[int], number: int) -> int:
    return values[min(number, len(values)) - 1]


@cache
def _losses(attack: int, defence: int) -> list[tuple[tuple[int, int], float]]:
    """The losses of both sides in a roll with these numbers of dice, and their chances."""
    faces = range(1, SIX + 1)
    counts = Counter(
        CombatRules.losses(sorted(roll[:attack])[::-1], sorted(roll[attack:])[::-1])
        for roll in product(faces, repeat=attack + defence)
    )
    total = counts.total()
    return [(losses, float(Fraction(ways, total))) for losses, ways in sorted(counts.items())]


@lru_cache(maxsize=256)
def balanced_ends(course: FightCourse, balance: Balance) -> tuple[tuple[int, int, float], ...]:
    """The ends of a balanced fight as free attackers and defenders left, and their chances.

    The best ends for the attacker come first.
    """
    chances = balance.of_ends(course.ends())
    return tuple(
        [
            (attackers, defenders, chances[attackers][defenders])
            for attackers, defenders in _best_first(chances)
        ]
    )
