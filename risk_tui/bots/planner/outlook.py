"""A position, what the others are likely to leave of it, and what that is worth."""

from __future__ import annotations

from math import exp, floor, log, sqrt
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.bots.planner.seat_sums import Difference, SeatSums
from risk_tui.bots.planner.valuation import TOP

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from risk_tui.bots.general.board_analysis import EarthPart
    from risk_tui.bots.planner.valuation import Valuation

Change: TypeAlias = tuple[int, int, int]
"""A territory, its new owner and its new armies."""

SET_SHARE = 0.7
"""How much armies count that will come for a set."""
_OUT_OF_REACH = -100_000_000


class Outlook:
    """A position at the end of a turn: who is likely to have what when the others have answered.

    Whoever stands next to a territory takes it as likely as the odds say, times their boldness.
    ``after`` gives the value once some territories have changed; it reckons anew only what is
    near them, so that hundreds of outcomes can be compared. What it worked out ``before``, for a
    position that is mostly the same, is used again: nothing would differ.
    """

    __slots__ = (
        "_by_earth",
        "_differences",
        "_free",
        "_front",
        "_held",
        "_holders",
        "_prospects",
        "_risk",
        "_sums",
        "armies",
        "cards",
        "owner",
        "v",
    )

    def __init__(
        self,
        v: Valuation,
        owner: list[int],
        armies: list[int],
        cards: Sequence[int],
        before: Outlook | None = None,
    ) -> None:
        self.v = v
        self.owner = owner
        self.armies = armies
        self.cards = cards
        same = [before is not None and self._is_same(before, earth) for earth in v.earths]
        """By Earth, whether everything on it is as it was before."""
        self._by_earth: list[SeatSums] = [
            before._by_earth[number] if same[number] and before else self._counted(earth)
            for number, earth in enumerate(v.earths)
        ]
        """What is added up of each Earth by itself."""
        sums = self._sums = SeatSums(v.nobody + 1)
        for part in self._by_earth:
            sums.count_holdings(part)
        self._holders = [self._holder(members) for members in v.members]
        """Who holds each continent."""
        self._free = self._free_armies()
        self._differences: dict[tuple[Change, ...], Difference] = {}
        self._risk: list[float]
        self._front: list[int]
        self._held: list[float]
        """What each continent is expected to bring its holder."""
        self._prospects: list[Mapping[int, float]]
        """By continent, how near each seat is to its bonus."""
        near: Iterable[int] = range(len(owner))
        if before is not None and v.judges_territories_like(before.v):
            near = self._take_over(before, same)
            self._risk, self._front = before._risk[:], before._front[:]
            self._held, self._prospects = before._held[:], before._prospects[:]
        else:
            self._risk, self._front = [0.0] * len(owner), [0] * len(owner)
            self._held, self._prospects = [0.0] * len(v.members), [{}] * len(v.members)
        for territory in near:
            self._risk[territory], self._front[territory] = self._risk_of(territory)
        for number in {v.continent[territory] for territory in near}:
            holder = self._holders[number]
            self._held[number] = self._held_by(number, holder, {})
            self._prospects[number] = self._prospect(number, holder)
        for number in {v.earth[territory] for territory in near}:
            self._by_earth[number] = self._expected(self._by_earth[number], v.earths[number])
        for part in self._by_earth:
            sums.count_expected(part)
        sums.kept = sum(
            worth * (1.0 - self._risk[territory])
            for territory, worth in v.hold_value.items()
            if owner[territory] == v.seat
        )

    def _is_same(self, before: Outlook, earth: EarthPart) -> bool:
        """Whether on an Earth everything belongs to whom it did, with as many armies."""
        lands = earth.territories
        return (
            self.armies[lands] == before.armies[lands] and self.owner[lands] == before.owner[lands]
        )

    def _counted(self, earth: EarthPart) -> SeatSums:
        """The armies and territories of everybody on an Earth."""
        sums, lands = SeatSums(self.v.nobody + 1), earth.territories
        sums.count(self.owner[lands], self.armies[lands])
        return sums

    def _expected(self, counted: SeatSums, earth: EarthPart) -> SeatSums:
        """What everybody is expected to have on an Earth, with what was ``counted`` there."""
        sums = SeatSums(self.v.nobody + 1)
        sums.totals, sums.counts = counted.totals, counted.counts
        lands, parts = earth
        sums.expect(self.owner[lands], self.armies[lands], self._risk[lands], self._front[lands])
        sums.expect_bonus(self._holders[parts], self._held[parts], self._prospects[parts])
        return sums

    def _take_over(self, before: Outlook, same: Sequence[bool]) -> set[int]:
        """Take over the differences that still hold; the territories near all that has changed.

        On Earths that are the ``same`` nothing is looked for, unless it is not the armies there
        that have changed.
        """
        v = self.v
        # Whoever has more armies to come, or fewer, counts as changed wherever they stand.
        seats = {
            seat
            for seat, (free, old) in enumerate(zip(self._free, before._free, strict=True))
            if free != old
        }
        changed, near = 0, set()
        for number, (lands, _) in enumerate(v.earths):
            if same[number] and not seats:
                continue
            for territory, holder, old, armies, count in zip(
                range(lands.start, lands.stop),
                self.owner[lands],
                before.owner[lands],
                self.armies[lands],
                before.armies[lands],
                strict=True,
            ):
                if armies != count or holder != old or (seats and holder in seats):
                    changed |= 1 << territory
                    near.add(territory)
                    near.update(v.neighbours[territory])
        self._differences = {
            changes: difference
            for changes, difference in before._differences.items()
            if not difference.depends_on & changed
            and not (seats and any(holder in seats for _, holder, _ in changes))
        }
        return near

    def counts(self, seat: int) -> int:
        """How many territories a seat holds."""
        return self._sums.counts[seat]

    def holder(self, continent: int) -> int:
        """Who holds a whole continent, or ``nobody``."""
        return self._holders[continent]

    def value(self) -> float:
        """The chance that the seat wins, as far as that can be seen."""
        return self.after(())

    def features(self) -> dict[int, tuple[float, ...]]:
        """What the value is reckoned from, by seat, in the order of ``FEATURES``."""
        return self._features(self._difference(()).sums, self.cards)

    def after(self, changes: Iterable[Change], cards: Sequence[int] | None = None) -> float:
        """The value once territories have changed, and perhaps who holds how many ``cards``."""
        key = tuple(changes)
        difference = self._differences.get(key)
        if difference is None:
            difference = self._differences[key] = self._difference(key)
        return self._value(difference.sums, self.cards if cards is None else cards)

    def _difference(self, changes: Sequence[Change]) -> Difference:
        """What changed territories, and those near them, add to the sums."""
        owner, armies, v = self.owner, self.armies, self.v
        before = [(territory, owner[territory], armies[territory]) for territory, _, _ in changes]
        sums = SeatSums(v.nobody + 1)
        near: set[int] = set()
        depends_on = 0
        for territory, _, _ in changes:
            near.add(territory)
            near.update(v.neighbours[territory])
            depends_on |= v.around[territory]
        self._take_out(sums, near)
        for territory, holder, count in changes:
            old = owner[territory]
            sums.totals[old] -= armies[territory]
            sums.totals[holder] += count
            sums.counts[old] -= 1
            sums.counts[holder] += 1
            owner[territory], armies[territory] = holder, count
        risks = self._put_in(sums, near)
        if v.capture_value:
            self._count_captures(sums, before, risks)
        continents = {v.continent[territory] for territory, _, _ in changes}
        for number in {v.continent[territory] for territory in near}:
            depends_on |= self._compare(sums, number, risks, is_changed=number in continents)
        for territory, holder, count in before:
            owner[territory], armies[territory] = holder, count
        return Difference(sums, depends_on)

    def _take_out(self, sums: SeatSums, near: set[int]) -> None:
        """Subtract what stands near a change from the sums."""
        owner, armies, v = self.owner, self.armies, self.v
        for territory in near:
            holder, safe = owner[territory], 1.0 - self._risk[territory]
            sums.armies[holder] -= armies[territory] * safe
            sums.left[holder] -= safe
            sums.fronts[holder] -= self._front[territory]
            if holder == v.seat and territory in v.hold_value:
                sums.kept -= v.hold_value[territory] * safe

    def _put_in(self, sums: SeatSums, near: set[int]) -> dict[int, float]:
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

    def _compare(
        self, sums: SeatSums, number: int, risks: Mapping[int, float], *, is_changed: bool
    ) -> int:
        """Add how a continent's bonus changes; the territories that this depends on, as bits."""
        v = self.v
        old = holder = self._holders[number]
        if is_changed:
            holder = self._holder(v.members[number])
            sums.count_prospect(self._prospect(number, holder))
            for seat, share in self._prospects[number].items():
                sums.prospect[seat] -= share
        if old == holder == v.nobody:
            return v.inside[number]
        sums.bonus[old] -= self._held[number]
        sums.bonus[holder] += self._held_by(number, holder, risks)
        return v.inside_and_beside[number]

    def _count_captures(
        self, sums: SeatSums, before: Sequence[Change], risks: Mapping[int, float]
    ) -> None:
        """Add what it is worth to have taken territories that aims lack."""
        v, owner = self.v, self.owner
        for territory, holder, _ in before:
            if holder != v.seat == owner[territory] and territory in v.capture_value:
                sums.kept += v.capture_value[territory] * (1.0 - risks[territory])

    def _free_armies(self) -> list[int]:
        """New armies of each seat that could join one attack, less the one that stays behind."""
        v, sums = self.v, self._sums
        income = [max(v.least, count / v.per_army) for count in sums.counts]
        for holder, bonus in zip(self._holders, v.bonus, strict=True):
            income[holder] += bonus
        free = [
            floor(v.reach * (income[seat] + 0.5 * v.set_values[min(10, self.cards[seat])]) - 1)
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

    def _held_by(self, number: int, holder: int, risks: Mapping[int, float]) -> float:
        """What a continent is expected to bring its holder."""
        v, risk = self.v, self._risk
        if not v.is_playing[holder]:
            return 0.0
        worth = float(v.bonus[number])
        for territory in v.members[number]:
            worth *= 1.0 - (risks[territory] if territory in risks else risk[territory])
        return worth

    def _prospect(self, number: int, holder: int) -> Mapping[int, float]:
        """How near each seat is to the bonus of a continent that nobody holds."""
        v, owner, armies = self.v, self.owner, self.armies
        members = v.members[number]
        if holder != v.nobody or not members:
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
            chance = v.table[most][guards]
        return v.boldness * chance, (guards - 1) ** 2

    def _features(self, more: SeatSums, cards: Sequence[int]) -> dict[int, tuple[float, ...]]:
        v, sums = self.v, self._sums
        territories = len(self.owner)
        features: dict[int, tuple[float, ...]] = {}
        for seat in v.playing:
            if sums.counts[seat] + more.counts[seat]:
                count = cards[seat]
                left = sums.left[seat] + more.left[seat]
                armies = sums.armies[seat] + more.armies[seat]
                bonus = sums.bonus[seat] + more.bonus[seat]
                fronts = sums.fronts[seat] + more.fronts[seat]
                totals = sums.totals[seat] + more.totals[seat]
                prospect = sums.prospect[seat] + more.prospect[seat]
                worth = armies + SET_SHARE * v.set_values[min(10, count)]
                if seat == v.seat:
                    worth += sums.kept + more.kept
                features[seat] = (
                    log(max(worth, 0.0) + 1.0),
                    log(max(v.least, left / v.per_army) + bonus),
                    left / territories,
                    sqrt(max(0, fronts)) / max(1, totals),
                    log(1.0 + prospect),
                    v.tempo[seat],
                    log(1.0 + v.card_value * count / (armies + 1.0)),
                )
        return features

    def _value(self, more: SeatSums, cards: Sequence[int]) -> float:
        v = self.v
        features = self._features(more, cards)
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
