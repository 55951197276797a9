"""Marches: a stack that takes many territories, and may split where the way forks.

At a fork all free armies fight for the first branch; into it moves a detachment, just enough to
finish there, and the others turn to the next branch from where they stand. The last branch gets
everybody. The chance of a march that is told is exact; that no better one exists is not promised.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.odds.campaign import Campaign, moved_in, setting_out
from risk_tui.odds.shares import shares_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.engine.sections import Combat as CombatSection

_CONFIDENCE = (0.9, 0.97, 0.99, 0.999, 0.9999)
"""Chances with which a detachment may be meant to finish its branch."""

_MOST = 256
"""Free armies beyond which a detachment asks for no more."""


@dataclass(frozen=True, slots=True)
class Land:
    """What a campaign has to know: lists by territory, and who is attacked.

    ``neighbours[p]`` are the territories that can be attacked from ``p``, ``armies[p]`` the armies
    there, and ``enemies`` the territories that may be attacked.
    """

    neighbours: Sequence[Sequence[int]]
    armies: Sequence[int]
    enemies: frozenset[int]
    combat: CombatSection


@dataclass(frozen=True, slots=True)
class Fork:
    """A territory to be taken, how many armies move in, and what is taken from there.

    ``moved`` is ``None`` where all move in that are left.
    """

    place: int
    moved: int | None = None
    then: tuple[Fork, ...] = ()


@dataclass(frozen=True, slots=True)
class March:
    """A stack's way from ``source``, and what is to be expected of it.

    ``campaign.reached`` counts the territories in the order of ``places``.
    """

    source: int
    forks: tuple[Fork, ...]
    campaign: Campaign[float]

    @property
    def steps(self) -> list[tuple[int, int]]:
        """From where, and what is taken, one after the other."""
        return list(_steps(self.source, self.forks))

    @property
    def places(self) -> tuple[int, ...]:
        """The territories that are taken, one after the other."""
        return places_of(self.forks)


def places_of(forks: Sequence[Fork]) -> tuple[int, ...]:
    """The territories of forks, in the order in which they are taken."""
    return tuple(place for fork in forks for place in (fork.place, *places_of(fork.then)))


def _steps(source: int, forks: Sequence[Fork]) -> Iterator[tuple[int, int]]:
    for fork in forks:
        yield source, fork.place
        yield from _steps(fork.place, fork.then)


def line(places: Sequence[int]) -> tuple[Fork, ...]:
    """A march through territories one after the other, without turning off."""
    forks: tuple[Fork, ...] = ()
    for place in reversed(places):
        forks = (Fork(place, None, forks),)
    return forks


def along(land: Land, source: int, places: Sequence[int]) -> March:
    """A march through these territories. Raises ``ValueError`` for a gap, and for no enemy."""
    here = source
    for place in places:
        if place not in land.neighbours[here] or place not in land.enemies:
            raise ValueError(f"there is no way from territory {here} to {place}")
        here = place
    return march(land, source, line(places))


def march(land: Land, source: int, forks: tuple[Fork, ...]) -> March:
    """What is to be expected of a march with the armies that stand at its source."""
    stack = setting_out(max(land.armies[source] - 1, 0), shares_of(land.combat))
    masses, left = _follow(land, stack, forks)
    return March(source, forks, Campaign((1.0, *masses), tuple(left)))


def _follow(
    land: Land, stack: list[float], forks: Sequence[Fork]
) -> tuple[list[float], list[float]]:
    """The chance that all goes well up to each territory, and of armies left in the last one.

    ``stack`` holds the chance of each number of free armies; it may add up to less than 1.
    """
    shares = shares_of(land.combat)
    masses: list[float] = []
    left: list[float] = stack
    for fork in forks:
        won = moved_in(stack, land.armies[fork.place], shares)
        masses.append(sum(won))
        if fork.moved is None:
            left = won
            if fork.then:
                more, left = _follow(land, won[1:], fork.then)
                masses += more
            return masses, left
        more, stack = _detached(land, won, fork, fork.moved)
        masses += more
    return masses, left


def _detached(
    land: Land, won: list[float], fork: Fork, moved: int
) -> tuple[list[float], list[float]]:
    """How a detachment fares in its branch, and who stays behind if it does well."""
    zero = 0.0
    size = len(won)
    masses = [zero] * len(places_of(fork.then))
    stack = [zero] * max(size - 1, 1)
    fates: dict[int, list[float]] = {}
    for armies in range(1, size):
        if not won[armies]:
            continue
        inside = min(armies, moved)
        if inside not in fates:
            alone = setting_out(inside - 1, shares_of(land.combat))
            fates[inside] = _follow(land, alone, fork.then)[0] if fork.then else []
        fate = fates[inside]
        masses = [mass + won[armies] * each for mass, each in zip(masses, fate, strict=True)]
        stack[armies - inside] += won[armies] * (fate[-1] if fate else 1.0)
    return masses, stack


def divided(land: Land, source: int, forks: tuple[Fork, ...]) -> March:
    """A march whose stack is divided at its forks so that it takes everything most likely."""
    found = [march(land, source, _parted(land, forks, each)) for each in _CONFIDENCE]
    return max(found, key=lambda each: each.campaign.chance)


def _parted(land: Land, forks: Sequence[Fork], confidence: float) -> tuple[Fork, ...]:
    """Forks of which the one that needs most gets everybody, as the last one.

    Into each of the others move no more armies than it needs.
    """
    inside = [replace(fork, then=_parted(land, fork.then, confidence)) for fork in forks]
    needs = [(_need(land, fork, confidence) if len(forks) > 1 else 0, fork) for fork in inside]
    needs.sort(key=lambda each: each[0])
    moved = [need for need, _ in needs[:-1]] + [None] * bool(needs)
    return tuple(replace(fork, moved=m) for (_, fork), m in zip(needs, moved, strict=True))


def _need(land: Land, fork: Fork, confidence: float) -> int:
    """The armies that have to move into a branch: as many as dice, or as it takes to finish it."""
    combat = land.combat
    least = combat.attack_dice if combat.occupy_at_least == "dice" else 1
    if not fork.then:
        return least
    low, high = 0, 1
    while high < _MOST and _finishes(land, high, fork.then) < confidence:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if _finishes(land, middle, fork.then) < confidence:
            low = middle
        else:
            high = middle
    return max(least, high + 1)


def _finishes(land: Land, free: int, forks: Sequence[Fork]) -> float:
    """The chance that so many free armies take all that the forks lead to."""
    return _follow(land, setting_out(free, shares_of(land.combat)), forks)[0][-1]


def clusters(places: Iterable[int], neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """The given territories in groups that hang together, from the last one given on.

    >>> clusters([1, 2, 4], [[1], [0, 2], [1], [4], [3]])
    [[4], [2, 1]]
    """
    left = dict.fromkeys(places)
    groups = []
    while left:
        group = [left.popitem()[0]]
        for place in group:
            for other in neighbours[place]:
                if other in left:
                    del left[other]
                    group.append(other)
        groups.append(group)
    return groups
