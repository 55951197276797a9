"""A campaign: one stack that takes one territory after the other.

After each conquest all survivors move in, one of them stays, and the others fight on. What an
attacker may do to his dice (``powers``) is left out: when he does it best depends on the whole way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, overload

from risk_tui.odds.ends import mean, spread, total
from risk_tui.odds.shares import CLASSIC, Number, exact_shares_of, shares_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from risk_tui.engine.sections import Combat as CombatSection
    from risk_tui.odds.shares import Shares


@dataclass(frozen=True, slots=True)
class Campaign(Generic[Number]):
    """How far a stack may come.

    ``reached[m]`` is the chance that at least ``m`` territories fall, from 0 (certain) to all of
    them; ``left[n]`` the chance that all of them fall and ``n`` armies stand in the last one.
    """

    reached: tuple[Number, ...]
    left: tuple[Number, ...]

    @property
    def chance(self) -> Number:
        """The chance of reaching the end."""
        return self.reached[-1]

    @property
    def mean(self) -> Number:
        """Territories that fall on average."""
        return total(self.reached[1:], self.chance)

    def sure(self, confidence: float = 0.9) -> int:
        """The most territories that fall with at least this chance (Risk wiki: 90 percentile)."""
        return sum(chance >= confidence for chance in self.reached[1:])

    @property
    def mean_left(self) -> Number:
        """Armies in the last territory on average, once it has fallen; 0 if it cannot fall."""
        return mean(self.left) / self.chance if self.chance else self.chance


@overload
def campaign(
    attackers: int, defenders: Sequence[int], combat: CombatSection = ..., *, exact: Literal[True]
) -> Campaign[Fraction]: ...


@overload
def campaign(
    attackers: int,
    defenders: Sequence[int],
    combat: CombatSection = ...,
    *,
    exact: Literal[False] = ...,
) -> Campaign[float]: ...


def campaign(
    attackers: int,
    defenders: Sequence[int],
    combat: CombatSection = CLASSIC,
    *,
    exact: bool = False,
) -> Campaign[float] | Campaign[Fraction]:
    """How far ``attackers`` free armies come along territories held by so many ``defenders`` each.

    Raises ``ValueError`` for a negative number of attackers and for no defenders.

    >>> campaign(3, [1, 1], exact=True).reached[1]
    Fraction(342035, 373248)
    """
    if attackers < 0 or not defenders or min(defenders) < 1:
        raise ValueError("a campaign leads through territories with at least one defender each")
    if exact:
        return _marched(attackers, defenders, exact_shares_of(combat))
    return _marched(attackers, defenders, shares_of(combat))


def _marched(attackers: int, defenders: Sequence[int], shares: Shares[Number]) -> Campaign[Number]:
    stack = setting_out(attackers, shares)
    reached = [shares.number(1)]
    left: list[Number] = []
    for armies in defenders:
        left = moved_in(stack, armies, shares)
        stack = left[1:]
        reached.append(total(left, reached[0]))
    return Campaign(tuple(reached), tuple(left))


def setting_out(attackers: int, shares: Shares[Number]) -> list[Number]:
    """A stack of which the number of free armies is known: the chance of each number."""
    return [shares.number(0)] * attackers + [shares.number(1)]


def moved_in(stack: Sequence[Number], defenders: int, shares: Shares[Number]) -> list[Number]:
    """The chance of each number of armies in a territory once such a stack has taken it.

    One of them stays there; the numbers without the first are the stack that fights on.
    """
    return [row[0] for row in spread(stack, defenders, shares)] or [shares.number(0)]
