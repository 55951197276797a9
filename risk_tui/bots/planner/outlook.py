"""A position, what the others are likely to leave of it, and what that is worth."""

from __future__ import annotations

from collections import defaultdict
from math import floor
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.bots.planner.seat_sums import Difference, Gains, SeatSums
from risk_tui.bots.planner.shares import Shares
from risk_tui.bots.planner.valuation import KEENNESS, MOST_RISK, TOP

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from risk_tui.bots.general.board_analysis import EarthPart
    from risk_tui.bots.planner.valuation import Valuation

Change: TypeAlias = tuple[int, int, int]
"""A territory, its new owner and its new armies."""

_OUT_OF_REACH = -100_000_000
_NOWHERE = 100 * _OUT_OF_REACH
"""Stands for the armies that could attack what only own territories are next to."""


class Outlook:
    """A position at the end of a turn: who is likely to have what when the others have answered.

    Whoever stands next to a territory takes it as likely as the odds say, times their boldness.
    ``after`` gives the value once some territories have changed; it reckons anew only what is
    near them, so that hundreds of outcomes can be compared. What it worked out ``before``, for a
    position that is mostly the same, is used again: nothing would differ.
    """

    __slots__ = (
        "_by_earth",
        "_changed",
        "_changed_seats",
        "_differences",
        "_free",
        "_front",
        "_held",
        "_holders",
        "_most",
        "_older",
        "_power",
        "_prospects",
        "_risk",
        "_shares",
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
        self._holders: list[int] = []
        """Who holds each continent."""
        for earth, is_same in zip(v.earths, same, strict=True):
            if is_same and before and before.v.members == v.members:
                self._holders += before._holders[earth.continents]
            else:
                self._holders += [self._holder(members) for members in v.members[earth.continents]]
        self._free = self._free_armies()
        self._power = [
            count + self._free[holder] for holder, count in zip(owner, armies, strict=True)
        ]
        """By territory, the armies on it and those to come that could attack from it."""
        self._shares = Shares(v, sums, cards)
        self._differences: dict[tuple[Change, ...], Difference] = {}
        self._older: Mapping[tuple[Change, ...], Difference] = {}
        """The differences of the outlook before this one: see ``_holds``."""
        self._changed, self._changed_seats = 0, set[int]()
        self._most: list[int]
        """By territory, the most armies that could attack it."""
        self._risk: list[float]
        self._front: list[int]
        self._held: list[float]
        """What each continent is expected to bring its holder."""
        self._prospects: list[Mapping[int, float]]
        """By continent, how near each seat is to its bonus."""
        near: Iterable[int] = range(len(owner))
        if before is not None and v.judges_territories_like(before.v):
            near = self._take_over(before, same)
            self._most = before._most[:]
            self._risk, self._front = before._risk[:], before._front[:]
            self._held, self._prospects = before._held[:], before._prospects[:]
        else:
            self._most = [_NOWHERE] * len(owner)
            self._risk, self._front = [0.0] * len(owner), [0] * len(owner)
            self._held, self._prospects = [0.0] * len(v.members), [{}] * len(v.members)
        for territory in near:
            most = self._most[territory] = self._most_beside(territory)
            self._risk[territory], self._front[territory] = self._risk_of(territory, most)
        for number in {v.continent[territory] for territory in near}:
            holder = self._holders[number]
            self._held[number] = self._held_by(number, holder, {})
            self._prospects[number] = v.prospect(number, owner, armies)
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
        """Note what has changed, for older differences; the territories near all of that.

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
        self._older = before.differences()
        self._changed, self._changed_seats = changed, seats
        return near

    def _holds(self, changes: Sequence[Change], difference: Difference) -> bool:
        """Whether a difference of the outlook before is the same now."""
        seats = self._changed_seats
        return not difference.depends_on & self._changed and not (
            seats and any(holder in seats for _, holder, _ in changes)
        )

    def differences(self) -> Mapping[tuple[Change, ...], Difference]:
        """All differences that are known."""
        for changes, difference in self._older.items():
            if changes not in self._differences and self._holds(changes, difference):
                self._differences[changes] = difference
        self._older = {}
        return self._differences

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
        return self._shares.features()

    def after(self, changes: Iterable[Change], cards: Sequence[int] | None = None) -> float:
        """The value once territories have changed, and perhaps who holds how many ``cards``."""
        key = tuple(changes)
        difference = self._differences.get(key)
        if difference is None:
            difference = self._older.get(key)
            if difference is None or not self._holds(key, difference):
                difference = self._difference(key)
            self._differences[key] = difference
        return self._shares.value(difference.gains, self.cards if cards is None else cards)

    def _difference(self, changes: Sequence[Change]) -> Difference:
        """What changed territories, and those near them, add to the sums."""
        owner, armies, power, v = self.owner, self.armies, self._power, self.v
        territories = tuple([territory for territory, _, _ in changes])
        near, depends_on, continents = v.surroundings(territories)
        gains: defaultdict[int, Gains] = defaultdict(Gains)
        before = {}
        for territory, holder, count in changes:
            old, stood = owner[territory], armies[territory]
            gain = gains[old]
            if territory not in before:
                before[territory] = old, stood, power[territory]
                self._take_out(gain, territory)
            gain.totals -= stood
            gain.counts -= 1
            gain = gains[holder]
            gain.totals += count
            gain.counts += 1
            owner[territory], armies[territory] = holder, count
            power[territory] = count + self._free[holder]
        risks = self._put_in(gains, near, before)
        if v.capture_value:
            self._count_captures(gains[v.seat], before, risks)
        for number in {v.continent[territory] for territory in risks}:
            depends_on |= self._compare(gains, number, risks, is_changed=number in continents)
        for territory, stood_before in before.items():
            owner[territory], armies[territory], power[territory] = stood_before
        return Difference(gains, depends_on)

    def _take_out(self, gain: Gains, territory: int) -> None:
        """Subtract what a territory was expected to be for its holder."""
        v, safe = self.v, 1.0 - self._risk[territory]
        gain.armies -= self.armies[territory] * safe
        gain.left -= safe
        gain.fronts -= self._front[territory]
        if territory in v.hold_value and self.owner[territory] == v.seat:
            gain.kept -= v.hold_value[territory] * safe

    def _put_in(
        self, gains: Mapping[int, Gains], near: Sequence[int], changed: Collection[int]
    ) -> dict[int, float]:
        """Add what is expected now of what has ``changed`` or is at another risk, and say at which.

        What was expected of territories that have changed was taken out before.
        """
        owner, armies, power, v = self.owner, self.armies, self._power, self.v
        neighbours, is_playing, hold_value = v.neighbours, v.is_playing, v.hold_value
        boldness, table, old_most, old_risk = v.boldness, v.table, self._most, self._risk
        risks = {}
        for territory in near:
            # A loop: a call for each territory would take longer than to look.
            holder, most = owner[territory], _NOWHERE
            for other in neighbours[territory]:
                if owner[other] != holder and power[other] > most:
                    most = power[other]
            if territory in changed:
                before, stood = 1.0, 0
            elif most == old_most[territory] and not v.pockets:
                continue
            else:
                before, stood = old_risk[territory], self._front[territory]
            count = armies[territory]
            if 0 < most <= TOP and 0 < count <= TOP and is_playing[holder] and not v.pockets:
                risk, front = boldness * table[most][count], (count - 1) * (count - 1)
            else:
                risk, front = self._risk_of(territory, most)
            risks[territory] = risk
            less = before - risk
            gain = gains[holder]
            gain.armies += count * less
            gain.left += less
            gain.fronts += front - stood
            if territory in hold_value and holder == v.seat:
                gain.kept += hold_value[territory] * less
        return risks

    def _compare(
        self,
        gains: Mapping[int, Gains],
        number: int,
        risks: Mapping[int, float],
        *,
        is_changed: bool,
    ) -> int:
        """Add how a continent's bonus changes; the territories that this depends on, as bits."""
        v = self.v
        old = holder = self._holders[number]
        if is_changed:
            holder = self._holder(v.members[number])
            near = v.prospect(number, self.owner, self.armies)
            for seat, share in near.items():
                gains[seat].prospect += share
            for seat, share in self._prospects[number].items():
                gains[seat].prospect -= share
        if old == holder == v.nobody:
            return v.inside[number]
        gains[old].bonus -= self._held[number]
        gains[holder].bonus += self._held_by(number, holder, risks)
        return v.inside_and_beside[number]

    def _count_captures(
        self, gain: Gains, before: Mapping[int, tuple[int, int, int]], risks: Mapping[int, float]
    ) -> None:
        """Add what it is worth to have taken territories that aims lack."""
        v, owner = self.v, self.owner
        for territory, (holder, _, _) in before.items():
            if holder != v.seat == owner[territory] and territory in v.capture_value:
                gain.kept += v.capture_value[territory] * (1.0 - risks[territory])

    def _free_armies(self) -> list[int]:
        """New armies of each seat that could join one attack, less the one that stays behind."""
        v, sums = self.v, self._sums
        income = [max(v.least, count / v.per_army) for count in sums.counts]
        for holder, bonus in zip(self._holders, v.bonus, strict=True):
            income[holder] += bonus
        free = [
            floor(v.reach * (income[seat] + 0.5 * v.set_values[min(10, self.cards[seat])]) - 1)
            if v.attacks[seat]
            else _OUT_OF_REACH
            for seat in range(v.nobody)
        ]
        return [*free, _OUT_OF_REACH]

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
            loss = KEENNESS * (risks[territory] if territory in risks else risk[territory])
            worth *= 1.0 - (MOST_RISK if loss > MOST_RISK else loss)
        return worth

    def _most_beside(self, territory: int) -> int:
        """The most armies that could attack a territory; ``_NOWHERE`` away from the fronts."""
        owner, power = self.owner, self._power
        holder, most = owner[territory], _NOWHERE
        for other in self.v.neighbours[territory]:
            if owner[other] != holder and power[other] > most:
                most = power[other]
        return most

    def _risk_of(self, territory: int, most: int) -> tuple[float, int]:
        """How likely a territory is lost to ``most`` armies, and how strong a front it is: the
        square of the armies that could attack, 0 for those that only pockets are beside.
        """
        v, holder, guards = self.v, self.owner[territory], self.armies[territory]
        if most == _NOWHERE or not v.is_playing[holder]:
            return 0.0, 0
        is_locked_in = v.pockets and v.locks_in(self.owner, territory)
        free = guards - 1 if guards > 1 and not is_locked_in else 0
        if most < 1 or guards < 1:
            return 0.0, free * free
        if most > TOP or guards > TOP:
            scale = TOP / max(most, guards)
            chance = v.table[max(1, int(scale * most))][max(1, int(scale * guards))]
        else:
            chance = v.table[most][guards]
        return v.boldness * chance, free * free
