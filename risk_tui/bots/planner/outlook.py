"""The value of a position: the seat's share of the strengths of all seats.

It takes the expected answers of the other seats into account:

- the *threat* to a territory is the strongest enemy stack beside it, with ``reach`` of the armies
  that its owner gets next, or what such a stack has left after it conquers a territory of the same
  owner beside it: enemies come through thin borders;
- its *risk* is the chance that this threat conquers it, times ``boldness``;
- a seat keeps ``1 - risk`` of each territory and of its armies; of a continent's bonus it keeps
  ``1 - CONTINENT_BREAK_FACTOR * risk`` of its territory with the highest risk;
- ``strength = exp(sum of weight * feature)`` for the features in ``FEATURES``, and
  ``value = strength of the seat / sum of all strengths``.

``after`` returns the value after a few changes. It computes only the surroundings of the changed
territories, so that hundreds of outcomes can be compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import exp, floor, log, sqrt

from risk_tui.bots.planner.position import Change, conquest_price
from risk_tui.bots.planner.valuation import MAX_TABLE_ARMIES, Valuation

TOTAL, COUNT, ARMIES, LEFT, STACKS, BONUS, SHARE, GOALS = range(8)
"""The indices of a seat's sums.

They are, in order: all armies and territories; the armies and territories that it is expected to
keep; the squares of stacks that could attack, because one large stack is worth more than many small
ones; the expected bonuses; the shares in continents; the values of its goals.
"""
_SUMS = 8

CONTINENT_BREAK_FACTOR = 2.3
"""The factor by which others prefer breaking a continent to other conquests.

Of 12,000 continents in games of bots, about 0.5 to 0.7 times the threat's chance were lost.
"""
MAX_RISK = 0.9
"""The highest chance that a continent is broken."""
SET_SHARE = 0.7
"""The weight of expected armies for a set, relative to armies on the board."""
_COARSE = 4096.0
"""Adding and subtracting it rounds a value to twelve digits.

Equal positions then compare equal, regardless of the order of their sums.
"""

_MIN_INCOME, _MIN_SHARE = 0.05, -0.9
"""The lower limits of income and share in logarithms, because bonuses can be negative."""

_NEVER_ATTACKS = -100_000_000
"""The new armies of a seat that never attacks: its armies with them are no threat."""
_NO_ENEMY = -10_000_000_000
"""The threat to a territory without neighbours of other owners."""
_PRICES = [round(conquest_price(armies)) for armies in range(MAX_TABLE_ARMIES + 1)]
"""The armies that the conquest of a territory costs, by its armies; they are never below 1."""


class Outlook:
    """A position at the end of a turn, with what each seat is expected to keep."""

    def __init__(
        self, v: Valuation, owner: list[int], armies: list[int], cards: Sequence[int]
    ) -> None:
        self.v = v
        self.owner = owner
        self.armies = armies
        self.cards = cards
        self._gains: dict[tuple[tuple[Change, ...], float], Mapping[int, list[float]]] = {}
        """A cache: a sixth of all changes are asked for again."""
        self._strengths: dict[int, float] = {}
        """The strengths of seats in the unchanged position."""
        self._sums = [[0.0] * _SUMS for _ in range(v.no_seat + 1)]
        for holder, count in zip(owner, armies, strict=True):
            self._sums[holder][TOTAL] += count
            self._sums[holder][COUNT] += 1
        self._holders = [self._holder(members) for members in v.members]
        self._new_armies = self._find_new_armies(self._holders, {})
        self._power = [
            count + self._new_armies[holder] for holder, count in zip(owner, armies, strict=True)
        ]
        """By territory, its armies and the new ones that could attack from it."""
        places = range(len(owner))
        self._adjacent = [self._threats_beside(place) for place in places]
        self._threat = self._spread_threats(self._adjacent)
        self._risk = [0.0] * len(owner)
        self._stack = [0] * len(owner)
        for place in places:
            self._risk[place] = self._risk_of(place, self._threat[place])
            self._stack[place] = self._stack_of(place, self._adjacent[place][0])
            self._add(self._sums[owner[place]], place, 1, self._risk[place], self._stack[place])
        numbers = range(len(v.members))
        self._bonus = [self._expected_bonus(it, self._holders[it], {}) for it in numbers]
        self._shares = [v.continent_shares(it, owner, armies) for it in numbers]
        for holder, bonus, shares in zip(self._holders, self._bonus, self._shares, strict=True):
            self._sums[holder][BONUS] += bonus
            for seat, share in shares.items():
                self._sums[seat][SHARE] += share

    def counts(self, seat: int) -> int:
        """Return the number of territories of a seat."""
        return int(self._sums[seat][COUNT])

    def holder(self, continent: int) -> int:
        """Return the holder of a whole continent, or ``no_seat``."""
        return self._holders[continent]

    def value(self) -> float:
        """Return the estimated chance that the seat wins."""
        return self.after(())

    def army_value(self) -> float:
        """Return the value of one more army at the best front, to convert values to armies."""
        now, seat, more = self.value(), self.v.seat, 5
        fronts = self.v.position.fronts
        after = [self.after([(it, seat, self.armies[it] + more)]) for it in fronts]
        return max(1e-9, (max(after, default=now) - now) / more)

    def features(self) -> dict[int, tuple[float, ...]]:
        """Return the features behind the value, by seat, in the order of ``FEATURES``."""
        return {
            seat: self._features(seat, [0.0] * _SUMS, self.cards[seat])
            for seat in self.v.playing
            if self.counts(seat)
        }

    def after(
        self, changes: Iterable[Change], cards: Sequence[int] | None = None, spare: float = 0.0
    ) -> float:
        """Return the value after changes to territories.

        Args:
            cards: The seats' numbers of cards, if they change too.
            spare: The part of an army that the seat is expected to have besides; it may be
                negative.
        """
        key = tuple(changes), spare
        gains = self._gains.get(key)
        if gains is None:
            gains = self._gains[key] = self._find_gains(*key)
        v, strengths, old_cards = self.v, self._strengths, self.cards
        cards = old_cards if cards is None else cards
        total = mine = 0.0
        for seat in v.playing:
            if seat in gains or cards[seat] != old_cards[seat]:
                strength = self._strength(seat, gains.get(seat), cards[seat])
            elif seat in strengths:
                strength = strengths[seat]
            else:
                strength = strengths[seat] = self._strength(seat, None, cards[seat])
            total += strength
            if seat == v.seat:
                mine = strength
        return (mine / total + _COARSE) - _COARSE if mine else 0.0

    def _strength(self, seat: int, gains: Sequence[float] | None, cards: int) -> float:
        """Return the strength of a seat after gains; 0 if it has no territory."""
        gains = gains or [0.0] * _SUMS
        if not self._sums[seat][COUNT] + gains[COUNT]:
            return 0.0
        score = 0.0
        for weight, number in zip(self.v.weights, self._features(seat, gains, cards)):  # noqa: B905 - faster without
            score += weight * number
        return exp(score)

    def _features(self, seat: int, gains: Sequence[float], cards: int) -> tuple[float, ...]:
        """Return the features of a seat."""
        v = self.v
        total, _, armies, left, stacks, bonus, share, goals = map(
            float.__add__, self._sums[seat], gains
        )
        income = left / v.per_army
        worth = armies + SET_SHARE * v.set_values[cards if cards < 10 else 10]
        if seat == v.seat:
            worth += goals
        return (
            log(worth + 1.0) if worth > 0.0 else 0.0,
            log(max((income if income > v.least else v.least) + bonus, _MIN_INCOME)),
            left / len(v.continent),
            sqrt(stacks) / total if stacks > 0 else 0.0,
            log(1.0 + max(share, _MIN_SHARE)),
            v.tempo[seat],
            log(1.0 + v.card_value * cards / v.usual_armies) if cards else 0.0,
        )

    def _find_gains(self, changes: Sequence[Change], spare: float) -> Mapping[int, list[float]]:
        """Return the change to each seat's sums by changed territories and their surroundings.

        The planning seat's armies grow by ``spare`` as well.
        The lists of owners and armies are changed for that, and restored.
        """
        owner, armies, power, v = self.owner, self.armies, self._power, self.v
        places = [territory for territory, _, _ in changes]
        near = {*chain(places, *[v.neighbours[place] for place in places])}
        gains: defaultdict[int, list[float]] = defaultdict(lambda: [0.0] * _SUMS)
        if spare:
            gains[v.seat][ARMIES] += spare
        before: dict[int, tuple[int, int, int]] = {}
        for territory, holder, count in changes:
            old_owner, old_armies = owner[territory], armies[territory]
            gain = gains[old_owner]
            if territory not in before:
                before[territory] = old_owner, old_armies, power[territory]
                self._add(gain, territory, -1, self._risk[territory], self._stack[territory])
            gain[TOTAL] -= old_armies
            gain[COUNT] -= 1
            gain = gains[holder]
            gain[TOTAL] += count
            gain[COUNT] += 1
            owner[territory], armies[territory] = holder, count
            power[territory] = count + self._new_armies[holder]
        changed = {v.continent[place] for place in places}
        holders = self._holders[:]
        for number in changed:
            holders[number] = self._holder(v.members[number])
        new_armies = self._find_new_armies(holders, gains)
        if new_armies != self._new_armies:
            near |= self._change_powers(new_armies)
        adjacent = self._adjacent[:]
        for territory in near:
            adjacent[territory] = self._threats_beside(territory)
        risks = {}
        affected = near if v.pockets else before
        for territory, threat in enumerate(self._spread_threats(adjacent)):
            if (
                threat == self._threat[territory]
                and adjacent[territory][0] == self._adjacent[territory][0]
                and territory not in affected
            ):
                continue
            gain = gains[owner[territory]]
            if territory not in before:
                self._add(gain, territory, -1, self._risk[territory], self._stack[territory])
            risk = risks[territory] = self._risk_of(territory, threat)
            self._add(gain, territory, 1, risk, self._stack_of(territory, adjacent[territory][0]))
        if v.capture_value:
            for territory, (old_owner, _, _) in before.items():
                if old_owner != v.seat == owner[territory] and territory in v.capture_value:
                    value = v.capture_value[territory] * (1.0 - risks[territory])
                    gains[v.seat][GOALS] += value
        for number in {v.continent[territory] for territory in risks}:
            if number in changed:
                self._add_shares(gains, number)
            self._add_bonus(gains, number, holders[number], risks)
        self._power = power
        for territory, state in before.items():
            owner[territory], armies[territory], power[territory] = state
        return gains

    def _change_powers(self, new_armies: Sequence[int]) -> set[int]:
        """Change ``_power`` to other new armies, and return the territories beside changes."""
        changed = {it for it, old in enumerate(self._new_armies) if new_armies[it] != old}
        places = [place for place, holder in enumerate(self.owner) if holder in changed]
        self._power = self._power[:]
        for place in places:
            self._power[place] = self.armies[place] + new_armies[self.owner[place]]
        return {*chain(*[self.v.neighbours[place] for place in places])}

    def _add(self, sums: list[float], place: int, sign: int, risk: float, stack: int) -> None:
        """Add what a territory's owner is expected to keep of it; with ``sign`` -1 subtract it."""
        safe = sign * (1.0 - risk)
        sums[ARMIES] += self.armies[place] * safe
        sums[LEFT] += safe
        sums[STACKS] += sign * stack
        if place in self.v.hold_value and self.owner[place] == self.v.seat:
            sums[GOALS] += self.v.hold_value[place] * safe

    def _add_shares(self, gains: Mapping[int, list[float]], number: int) -> None:
        """Add the changes to the shares in a continent."""
        for seat, share in self.v.continent_shares(number, self.owner, self.armies).items():
            gains[seat][SHARE] += share
        for seat, share in self._shares[number].items():
            gains[seat][SHARE] -= share

    def _add_bonus(
        self, gains: Mapping[int, list[float]], number: int, holder: int, risks: Mapping[int, float]
    ) -> None:
        """Add the change to a continent's bonus, which goes to ``holder``."""
        old = self._holders[number]
        if not old == holder == self.v.no_seat:
            gains[old][BONUS] -= self._bonus[number]
            gains[holder][BONUS] += self._expected_bonus(number, holder, risks)

    def _find_new_armies(
        self, holders: Sequence[int], gains: Mapping[int, Sequence[float]]
    ) -> list[int]:
        """Return the new armies of each seat that could join an attack, minus one that stays.

        Args:
            holders: The holder of each continent, or ``no_seat``.
            gains: The changes to the sums of seats.
        """
        v = self.v
        counts = [sums[COUNT] for sums in self._sums]
        for seat, gain in gains.items():
            counts[seat] += gain[COUNT]
        income = [max(v.least, count / v.per_army) for count in counts]
        for holder, bonus in zip(holders, v.bonus, strict=True):
            income[holder] += bonus
        free = [
            floor(v.reach * (income[seat] + 0.5 * v.set_values[min(10, self.cards[seat])]) - 1)
            if v.attacks[seat]
            else _NEVER_ATTACKS
            for seat in range(v.no_seat)
        ]
        return [*free, _NEVER_ATTACKS]

    def _holder(self, members: Sequence[int]) -> int:
        """Return the holder of all these territories, or ``no_seat``."""
        owner = self.owner
        holder = owner[members[0]] if members else self.v.no_seat
        for territory in members:
            if owner[territory] != holder:
                return self.v.no_seat
        return holder

    def _expected_bonus(self, number: int, holder: int, risks: Mapping[int, float]) -> float:
        """Return the expected bonus of a continent for its holder."""
        v, risk = self.v, self._risk
        if not v.is_playing[holder]:
            return 0.0
        highest = max([risks[it] if it in risks else risk[it] for it in v.members[number]])
        return v.bonus[number] * (1.0 - min(MAX_RISK, CONTINENT_BREAK_FACTOR * highest))

    def _threats_beside(self, territory: int) -> tuple[int, int]:
        """Return the most armies beside a territory that could attack it, or ``_NO_ENEMY``.

        Returns:
            Those of any seat, and those of any but the seat that plans.
        """
        owner, power, seat = self.owner, self._power, self.v.seat
        holder, most, most_of_others = owner[territory], _NO_ENEMY, _NO_ENEMY
        for other in self.v.approaches[territory]:
            enemy = owner[other]
            if enemy != holder:
                if power[other] > most:
                    most = power[other]
                if enemy != seat and power[other] > most_of_others:
                    most_of_others = power[other]
        return most, most_of_others

    def _spread_threats(self, adjacent: Sequence[tuple[int, int]]) -> list[int]:
        """Return the threats to all territories, from those by their neighbours alone.

        Threats by the seat that plans don't spread: a stack that stays in one place for the turn
        cannot be counted as attacking everywhere.
        """
        owner, armies, neighbours = self.owner, self.armies, self.v.neighbours
        most = MAX_TABLE_ARMIES
        threats = [others for _, others in adjacent]
        reached = [place for place, threat in enumerate(threats) if threat > 1]
        for place in reached:  # The list grows while threats spread.
            guards = armies[place]
            left = threats[place] - _PRICES[guards if guards < most else most]
            if left < 1:
                continue
            for other in neighbours[place]:
                if threats[other] < left and owner[other] == owner[place]:
                    threats[other] = left
                    reached.append(other)
        return [
            threat if threat > beside else beside
            for threat, (beside, _) in zip(threats, adjacent, strict=True)
        ]

    def _risk_of(self, territory: int, threat: int) -> float:
        """Return the chance that a territory is lost."""
        v, guards = self.v, self.armies[territory]
        if threat < 1 or guards < 1 or not v.is_playing[self.owner[territory]]:
            return 0.0
        if threat > MAX_TABLE_ARMIES or guards > MAX_TABLE_ARMIES:
            scale = MAX_TABLE_ARMIES / max(threat, guards)
            threat, guards = max(1, int(scale * threat)), max(1, int(scale * guards))
        return v.boldness * v.chances[threat][guards]

    def _stack_of(self, territory: int, adjacent: int) -> int:
        """Return the square of the armies that could attack; 0 if they border only pockets."""
        v, free = self.v, self.armies[territory] - 1
        if free < 1 or adjacent == _NO_ENEMY or not v.is_playing[self.owner[territory]]:
            return 0
        return 0 if v.pockets and v.encloses(self.owner, territory) else free * free
