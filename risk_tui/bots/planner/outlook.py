"""The value of a position: the seat's share of the strengths of all seats.

It takes the expected answers of the other seats into account:

- the *threat* to a territory is the strongest enemy stack beside it, with ``reach`` of the armies
  that its owner gets next;
- its *risk* is the chance that this threat conquers it, times ``boldness``; for the bonus of a
  continent, the risk of its territories counts three times;
- a seat keeps ``1 - risk`` of each territory, of its armies, and of a continent's bonus;
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

from risk_tui.bots.planner.position import Change
from risk_tui.bots.planner.valuation import MAX_TABLE_ARMIES, Valuation

TOTAL, COUNT, ARMIES, LEFT, STACKS, BONUS, SHARE, GOALS = range(8)
"""The indices of a seat's sums.

They are, in order: all armies and territories; the armies and territories that it is expected to
keep; the squares of stacks that could attack, because one large stack is worth more than many small
ones; the expected bonuses; the shares in continents; the values of its goals.
"""
_SUMS = 8

CONTINENT_BREAK_FACTOR = 3.0
"""The factor by which others prefer breaking a continent to other conquests."""
MAX_RISK = 0.9
"""The highest chance that a continent is broken at one place."""
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


class Outlook:
    """A position at the end of a turn, with what each seat is expected to keep."""

    def __init__(
        self, v: Valuation, owner: list[int], armies: list[int], cards: Sequence[int]
    ) -> None:
        self.v = v
        self.owner = owner
        self.armies = armies
        self.cards = cards
        self._gains: dict[tuple[Change, ...], Mapping[int, list[float]]] = {}
        """A cache: a sixth of all changes are asked for again."""
        self._strengths: dict[int, float] = {}
        """The strengths of seats in the unchanged position."""
        self._sums = [[0.0] * _SUMS for _ in range(v.no_seat + 1)]
        for holder, count in zip(owner, armies, strict=True):
            self._sums[holder][TOTAL] += count
            self._sums[holder][COUNT] += 1
        self._holders = [self._holder(members) for members in v.members]
        self._new_armies = self._find_new_armies()
        self._power = [
            count + self._new_armies[holder] for holder, count in zip(owner, armies, strict=True)
        ]
        """By territory, its armies and the new ones that could attack from it."""
        places = range(len(owner))
        self._threat = [self._threat_to(place) for place in places]
        self._risk = [0.0] * len(owner)
        self._stack = [0] * len(owner)
        for place in places:
            self._risk[place], self._stack[place] = self._risk_of(place, self._threat[place])
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

    def after(self, changes: Iterable[Change], cards: Sequence[int] | None = None) -> float:
        """Return the value after changes to territories and, if given, with other card counts."""
        key = tuple(changes)
        gains = self._gains.get(key)
        if gains is None:
            gains = self._gains[key] = self._find_gains(key)
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

    def _find_gains(self, changes: Sequence[Change]) -> Mapping[int, list[float]]:
        """Return the change to each seat's sums by changed territories and their surroundings.

        The lists of owners and armies are changed for that, and restored.
        """
        owner, armies, power, v = self.owner, self.armies, self._power, self.v
        places = [territory for territory, _, _ in changes]
        near = dict.fromkeys(chain(places, *[v.neighbours[place] for place in places]))
        gains: defaultdict[int, list[float]] = defaultdict(lambda: [0.0] * _SUMS)
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
        risks = {}
        for territory in near:
            threat = self._threat_to(territory)
            gain = gains[owner[territory]]
            if territory not in before:
                if threat == self._threat[territory] and not v.pockets:
                    continue
                self._add(gain, territory, -1, self._risk[territory], self._stack[territory])
            risk, stack = self._risk_of(territory, threat)
            risks[territory] = risk
            self._add(gain, territory, 1, risk, stack)
        if v.capture_value:
            for territory, (old_owner, _, _) in before.items():
                if old_owner != v.seat == owner[territory] and territory in v.capture_value:
                    value = v.capture_value[territory] * (1.0 - risks[territory])
                    gains[v.seat][GOALS] += value
        changed = {v.continent[place] for place in places}
        for number in {v.continent[territory] for territory in risks}:
            self._add_continent(gains, number, risks, is_changed=number in changed)
        for territory, state in before.items():
            owner[territory], armies[territory], power[territory] = state
        return gains

    def _add(self, sums: list[float], place: int, sign: int, risk: float, stack: int) -> None:
        """Add what a territory's owner is expected to keep of it; with ``sign`` -1 subtract it."""
        safe = sign * (1.0 - risk)
        sums[ARMIES] += self.armies[place] * safe
        sums[LEFT] += safe
        sums[STACKS] += sign * stack
        if place in self.v.hold_value and self.owner[place] == self.v.seat:
            sums[GOALS] += self.v.hold_value[place] * safe

    def _add_continent(
        self,
        gains: Mapping[int, list[float]],
        number: int,
        risks: Mapping[int, float],
        *,
        is_changed: bool,
    ) -> None:
        """Add the changes to a continent's bonus and to the shares in it."""
        v = self.v
        old = holder = self._holders[number]
        if is_changed:
            holder = self._holder(v.members[number])
            for seat, share in v.continent_shares(number, self.owner, self.armies).items():
                gains[seat][SHARE] += share
            for seat, share in self._shares[number].items():
                gains[seat][SHARE] -= share
        if not old == holder == v.no_seat:
            gains[old][BONUS] -= self._bonus[number]
            gains[holder][BONUS] += self._expected_bonus(number, holder, risks)

    def _find_new_armies(self) -> list[int]:
        """Return the new armies of each seat that could join an attack, minus one that stays."""
        v = self.v
        income = [max(v.least, sums[COUNT] / v.per_army) for sums in self._sums]
        for holder, bonus in zip(self._holders, v.bonus, strict=True):
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
        bonus = float(v.bonus[number])
        for territory in v.members[number]:
            loss = CONTINENT_BREAK_FACTOR * (
                risks[territory] if territory in risks else risk[territory]
            )
            bonus *= 1.0 - (MAX_RISK if loss > MAX_RISK else loss)
        return bonus

    def _threat_to(self, territory: int) -> int:
        """Return the most armies that could attack a territory; ``_NO_ENEMY`` in the interior."""
        owner, power = self.owner, self._power
        holder, most = owner[territory], _NO_ENEMY
        for other in self.v.approaches[territory]:
            if owner[other] != holder and power[other] > most:
                most = power[other]
        return most

    def _risk_of(self, territory: int, threat: int) -> tuple[float, int]:
        """Return the chance that a territory is lost, and the square of its free armies.

        Free armies are those that could attack; the square is 0 if they border only pockets.
        """
        v, holder, guards = self.v, self.owner[territory], self.armies[territory]
        if threat == _NO_ENEMY or not v.is_playing[holder]:
            return 0.0, 0
        is_enclosing = v.pockets and v.encloses(self.owner, territory)
        free = guards - 1 if guards > 1 and not is_enclosing else 0
        if threat < 1 or guards < 1:
            return 0.0, free * free
        if threat > MAX_TABLE_ARMIES or guards > MAX_TABLE_ARMIES:
            scale = MAX_TABLE_ARMIES / max(threat, guards)
            threat, guards = max(1, int(scale * threat)), max(1, int(scale * guards))
        return v.boldness * v.chances[threat][guards], free * free
