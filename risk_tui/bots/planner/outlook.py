"""A position, what the others are likely to leave of it, and what that is worth."""

from __future__ import annotations

from math import exp, log, sqrt
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.bots.planner.valuation import TOP

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.bots.planner.valuation import Valuation

Change: TypeAlias = tuple[int, int, int]
"""A territory, its new owner and its new armies."""

SET_SHARE = 0.7
"""How much armies count that will come for a set."""
_OUT_OF_REACH = -1e8


class _Sums:
    """What is added up by seat, and what is known by continent."""

    __slots__ = (
        "armies",
        "counts",
        "fronts",
        "held",
        "holders",
        "kept",
        "left",
        "prospects",
        "totals",
    )

    def __init__(self, seats: int) -> None:
        self.totals = [0] * seats
        """All armies."""
        self.counts = [0] * seats
        """All territories."""
        self.armies = [0.0] * seats
        """The armies that are expected to be left."""
        self.left = [0.0] * seats
        """The territories that are expected to be left."""
        self.fronts = [0] * seats
        """The squares of the armies that could attack: great stacks are worth more than many."""
        self.holders: list[int] = []
        """Who holds each continent."""
        self.held: list[float] = []
        """What each continent is expected to bring its holder."""
        self.prospects: list[Mapping[int, float]] = []
        """By continent, how near each seat is to its bonus."""
        self.kept = 0.0
        """What is expected to be left of what hangs on territories of the seat, in armies."""

    def copy(self) -> _Sums:
        new = _Sums.__new__(_Sums)
        new.totals, new.counts = self.totals[:], self.counts[:]
        new.armies, new.left, new.fronts = self.armies[:], self.left[:], self.fronts[:]
        new.holders, new.held, new.prospects = self.holders[:], self.held[:], self.prospects[:]
        new.kept = self.kept
        return new


class Outlook:
    """A position at the end of a turn: who is likely to have what when the others have answered.

    Whoever stands next to a territory takes it as likely as the odds say, times their boldness.
    ``after`` gives the value once some territories have changed; it reckons anew only what is
    near them, so that hundreds of outcomes can be compared.
    """

    __slots__ = ("_free", "_front", "_risk", "_sums", "armies", "cards", "owner", "v")

    def __init__(
        self, v: Valuation, owner: list[int], armies: list[int], cards: Sequence[int]
    ) -> None:
        self.v = v
        self.owner = owner
        self.armies = armies
        self.cards = cards
        sums = self._sums = _Sums(v.nobody + 1)
        for holder, count in zip(owner, armies, strict=True):
            sums.totals[holder] += count
            sums.counts[holder] += 1
        sums.holders = [self._holder(members) for members in v.members]
        self._free = self._free_armies()
        risks = [self._risk_of(territory) for territory in range(len(owner))]
        self._risk = [risk for risk, _ in risks]
        self._front = [front for _, front in risks]
        for territory, (risk, front) in enumerate(risks):
            holder = owner[territory]
            sums.armies[holder] += armies[territory] * (1.0 - risk)
            sums.left[holder] += 1.0 - risk
            sums.fronts[holder] += front
        sums.held = [self._held(number, {}) for number in range(len(v.members))]
        sums.prospects = [self._prospect(number) for number in range(len(v.members))]
        sums.kept = sum(
            worth * (1.0 - self._risk[territory])
            for territory, worth in v.hold_value.items()
            if owner[territory] == v.seat
        )

    def counts(self, seat: int) -> int:
        """How many territories a seat holds."""
        return self._sums.counts[seat]

    def holder(self, continent: int) -> int:
        """Who holds a whole continent, or ``nobody``."""
        return self._sums.holders[continent]

    def value(self) -> float:
        """The chance that the seat wins, as far as that can be seen."""
        return self._value(self._sums, self.cards)

    def features(self) -> dict[int, tuple[float, ...]]:
        """What the value is reckoned from, by seat, in the order of ``FEATURES``."""
        return self._features(self._sums, self.cards)

    def after(self, changes: Sequence[Change], cards: Sequence[int] | None = None) -> float:
        """The value once territories have changed, and perhaps who holds how many ``cards``."""
        owner, armies, v = self.owner, self.armies, self.v
        before = [(territory, owner[territory], armies[territory]) for territory, _, _ in changes]
        sums = self._sums.copy()
        near, continents = set(), set()
        for territory, _, _ in changes:
            near.add(territory)
            near.update(v.neighbours[territory])
            continents.add(v.continent[territory])
        self._take_out(sums, near)
        for territory, holder, count in changes:
            old = owner[territory]
            sums.totals[old] -= armies[territory]
            sums.totals[holder] += count
            if old != holder:
                sums.counts[old] -= 1
                sums.counts[holder] += 1
                owner[territory] = holder
            armies[territory] = count
        risks = self._put_in(sums, near)
        if v.capture_value:
            self._count_captures(sums, before, risks)
        for number in {v.continent[territory] for territory in near}:
            if number in continents:
                sums.holders[number] = self._holder(v.members[number])
                sums.prospects[number] = self._prospect(number, sums.holders[number])
            if sums.holders[number] != v.nobody or self._sums.held[number]:
                sums.held[number] = self._held(number, risks, sums.holders[number])
        value = self._value(sums, self.cards if cards is None else cards)
        for territory, holder, count in before:
            owner[territory], armies[territory] = holder, count
        return value

    def _take_out(self, sums: _Sums, near: set[int]) -> None:
        """Take what stands near a change out of the sums."""
        owner, armies, v = self.owner, self.armies, self.v
        for territory in near:
            holder, safe = owner[territory], 1.0 - self._risk[territory]
            sums.armies[holder] -= armies[territory] * safe
            sums.left[holder] -= safe
            sums.fronts[holder] -= self._front[territory]
            if holder == v.seat and territory in v.hold_value:
                sums.kept -= v.hold_value[territory] * safe

    def _put_in(self, sums: _Sums, near: set[int]) -> dict[int, float]:
        """Add what stands near a change to the sums, and say at what risk it is now."""
        owner, armies, v = self.owner, self.armies, self.v
        risks = {}
        for territory in near:
            risk, front = self._risk_of(territory)
            risks[territory] = risk
            holder, safe = owner[territory], 1.0 - risk
            sums.armies[holder] += armies[territory] * safe
            sums.left[holder] += safe
            sums.fronts[holder] += front
            if holder == v.seat and territory in v.hold_value:
                sums.kept += v.hold_value[territory] * safe
        return risks

    def _count_captures(
        self, sums: _Sums, before: Sequence[Change], risks: Mapping[int, float]
    ) -> None:
        """Add what it is worth to have taken territories that aims lack."""
        v, owner = self.v, self.owner
        for territory, holder, _ in before:
            if holder != v.seat == owner[territory] and territory in v.capture_value:
                sums.kept += v.capture_value[territory] * (1.0 - risks[territory])

    def _free_armies(self) -> list[float]:
        """New armies of each seat that could join one attack, less the one that stays behind."""
        v, sums = self.v, self._sums
        income = [max(v.least, count / v.per_army) for count in sums.counts]
        for holder, bonus in zip(sums.holders, v.bonus, strict=True):
            income[holder] += bonus
        free = [
            v.reach * (income[seat] + 0.5 * v.set_values[min(10, self.cards[seat])]) - 1
            if v.attacks[seat]
            else 10 * _OUT_OF_REACH
            for seat in range(v.nobody)
        ]
        return [*free, 10 * _OUT_OF_REACH]

    def _holder(self, members: Sequence[int]) -> int:
        """Who holds all of these territories, or ``nobody``."""
        owner = self.owner
        holder = owner[members[0]] if members else self.v.nobody
        for territory in members:
            if owner[territory] != holder:
                return self.v.nobody
        return holder

    def _held(self, number: int, risks: Mapping[int, float], holder: int | None = None) -> float:
        """What a continent is expected to bring its holder."""
        v, risk = self.v, self._risk
        if not v.is_playing[self._sums.holders[number] if holder is None else holder]:
            return 0.0
        worth = float(v.bonus[number])
        for territory in v.members[number]:
            worth *= 1.0 - (risks[territory] if territory in risks else risk[territory])
        return worth

    def _prospect(self, number: int, holder: int | None = None) -> Mapping[int, float]:
        """How near each seat is to the bonus of a continent that nobody holds."""
        v, owner, armies = self.v, self.owner, self.armies
        members = v.members[number]
        if (self._sums.holders[number] if holder is None else holder) != v.nobody or not members:
            return {}
        counts: dict[int, int] = {}
        forces: dict[int, int] = {}
        total = 0
        for territory in members:
            seat, count = owner[territory], armies[territory]
            total += count
            if seat in counts:
                counts[seat] += 1
                forces[seat] += count
            else:
                counts[seat] = 1
                forces[seat] = count
        scale = v.bonus[number] / (len(members) * max(1, total))
        return {seat: scale * count * forces[seat] for seat, count in counts.items()}

    def _risk_of(self, territory: int) -> tuple[float, int]:
        """How likely a territory is lost, and the square of the armies on it that could attack."""
        v, owner, armies, free = self.v, self.owner, self.armies, self._free
        holder = owner[territory]
        if not v.is_playing[holder]:
            return 0.0, 0
        most, at_front = _OUT_OF_REACH, False
        for other in v.neighbours[territory]:
            seat = owner[other]
            if seat != holder:
                at_front = True
                attackers = armies[other] + free[seat]
                if attackers > most:
                    most = attackers
        if not at_front:
            return 0.0, 0
        guards = armies[territory]
        if most < 1 or guards < 1:
            return 0.0, max(0, guards - 1) ** 2
        if most > TOP or guards > TOP:
            scale = TOP / max(most, guards)
            chance = v.table[max(1, int(scale * most))][max(1, int(scale * guards))]
        else:
            chance = v.table[int(most)][guards]
        return v.boldness * chance, (guards - 1) ** 2

    def _features(self, sums: _Sums, cards: Sequence[int]) -> dict[int, tuple[float, ...]]:
        v = self.v
        bonus = [0.0] * (v.nobody + 1)
        prospect = [0.0] * (v.nobody + 1)
        for holder, held, near in zip(sums.holders, sums.held, sums.prospects, strict=True):
            bonus[holder] += held
            for seat, share in near.items():
                prospect[seat] += share
        territories = len(self.owner)
        features: dict[int, tuple[float, ...]] = {}
        for seat in v.playing:
            if sums.counts[seat]:
                count, left, armies = cards[seat], sums.left[seat], sums.armies[seat]
                worth = armies + SET_SHARE * v.set_values[min(10, count)]
                if seat == v.seat:
                    worth += sums.kept
                features[seat] = (
                    log(max(worth, 0.0) + 1.0),
                    log(max(v.least, left / v.per_army) + bonus[seat]),
                    left / territories,
                    sqrt(max(0, sums.fronts[seat])) / max(1, sums.totals[seat]),
                    log(1.0 + prospect[seat]),
                    v.tempo[seat],
                    log(1.0 + v.card_value * count / (armies + 1.0)),
                )
        return features

    def _value(self, sums: _Sums, cards: Sequence[int]) -> float:
        v = self.v
        features = self._features(sums, cards)
        if v.seat not in features:
            return 0.0
        weights = v.weights
        total = mine = 0.0
        for seat, values in features.items():
            score = 0.0
            for weight, number in zip(weights, values):  # noqa: B905 - faster without the check
                score += weight * number
            share = exp(score)
            total += share
            if seat == v.seat:
                mine = share
        return mine / total
