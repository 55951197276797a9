"""A position after the likely answers of others, and its value for each seat.

Sums are kept by seat, so that a change of a few territories costs a few additions.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from math import exp, floor, log, sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from risk_tui.bots.planner.position import PLAYING
from risk_tui.bots.planner.valuation import CONTINENT_BREAK_FACTOR, MAX_TABLE_ARMIES, MOST_RISK

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from risk_tui.bots.planner.aims import Evaluation
    from risk_tui.bots.planner.position import EarthPart
    from risk_tui.bots.planner.valuation import Valuation
    from risk_tui.engine.view import View


class SeatTotals:
    """The sums of a position, or a part of it, by seat."""

    __slots__ = ("armies", "bonus", "counts", "fronts", "kept", "left", "prospect", "totals")

    def __init__(self, seats: int) -> None:
        self.totals = [0] * seats
        """All armies."""
        self.counts = [0] * seats
        """All territories."""
        self.armies = [0.0] * seats
        """The expected remaining armies."""
        self.left = [0.0] * seats
        """The expected remaining territories."""
        self.fronts = [0] * seats
        """The sums of squares of armies that could attack: large stacks count more than many."""
        self.bonus = [0.0] * seats
        """The expected bonuses of continents for their holders."""
        self.prospect = [0.0] * seats
        """The progress of each seat towards the bonuses of continents without a holder."""
        self.kept = 0.0
        """The expected remaining value of the seat's stakes, in armies."""

    def count(self, owner: Sequence[int], armies: Sequence[int]) -> None:
        """Add armies and their territories."""
        for holder, count in zip(owner, armies, strict=True):
            self.totals[holder] += count
            self.counts[holder] += 1

    def add_expected(
        self,
        owner: Sequence[int],
        armies: Sequence[int],
        risk: Sequence[float],
        front: Sequence[int],
    ) -> None:
        """Add the expected remains of territories at risk, and the strength of fronts."""
        for holder, count, loss, force in zip(owner, armies, risk, front, strict=True):
            safe = 1.0 - loss
            self.armies[holder] += count * safe
            self.left[holder] += safe
            self.fronts[holder] += force

    def expect_bonus(
        self,
        holders: Sequence[int],
        held: Sequence[float],
        prospects: Sequence[Mapping[int, float]],
    ) -> None:
        """Add the expected bonuses of continents, and the progress towards others."""
        for holder, worth, near in zip(holders, held, prospects, strict=True):
            self.bonus[holder] += worth
            for seat, share in near.items():
                self.prospect[seat] += share

    def count_holdings(self, part: SeatTotals) -> None:
        """Add all armies and territories of a part of the position."""
        for seat, (armies, count) in enumerate(zip(part.totals, part.counts, strict=True)):
            self.totals[seat] += armies
            self.counts[seat] += count

    def count_expected(self, part: SeatTotals) -> None:
        """Add all expected values of a part of the position."""
        for seat, armies in enumerate(part.armies):
            self.armies[seat] += armies
            self.left[seat] += part.left[seat]
            self.fronts[seat] += part.fronts[seat]
            self.bonus[seat] += part.bonus[seat]
            self.prospect[seat] += part.prospect[seat]


class SeatGains:
    """The additions of changes to the sums of one seat."""

    __slots__ = ("armies", "bonus", "counts", "fronts", "kept", "left", "prospect", "totals")

    def __init__(self) -> None:
        self.totals = self.counts = self.fronts = 0
        self.armies = self.left = self.bonus = self.prospect = self.kept = 0.0


UNCHANGED = SeatGains()
"""No change for a seat."""


class PositionDelta(NamedTuple):
    """The additions of changes to the sums, by seat, and the territories that they depend on, as
    bits.
    """

    gains: Mapping[int, SeatGains]
    depends_on: int


SET_SHARE = 0.7
"""The weight of armies that will come for a set."""
_COARSE = 4096.0
"""Adding and subtracting this rounds a value to twelve digits, so that equal positions compare
equal regardless of the order of their sums.
"""


class SeatShares:
    """The features of the seats in a position and their shares of the whole.

    ``sums`` are those of the position, and may be extended until a share is requested.
    """

    __slots__ = ("_cards", "_known", "_sums", "_v")

    def __init__(self, v: Valuation, sums: SeatTotals, cards: Sequence[int]) -> None:
        self._v = v
        self._sums = sums
        self._cards = cards
        self._known: dict[int, float] = {}
        """The weights of seats without changes, as far as they were requested."""

    def features(self) -> dict[int, tuple[float, ...]]:
        """Return the features of each seat, in the order of ``FEATURES``."""
        return {
            seat: self._features(seat, UNCHANGED, self._cards[seat])
            for seat in self._v.playing
            if self._sums.counts[seat]
        }

    def value(self, gains: Mapping[int, SeatGains], cards: Sequence[int]) -> float:
        """Return the share of the evaluating seat after changes, with these numbers of
        ``cards``.
        """
        v, known, held = self._v, self._known, self._cards
        total = mine = 0.0
        for seat in v.playing:
            if seat in gains or cards[seat] != held[seat]:
                share = self._weight(seat, gains.get(seat, UNCHANGED), cards[seat])
            elif seat in known:
                share = known[seat]
            else:
                share = known[seat] = self._weight(seat, UNCHANGED, cards[seat])
            total += share
            if seat == v.seat:
                mine = share
        return (mine / total + _COARSE) - _COARSE if mine else 0.0

    def _weight(self, seat: int, more: SeatGains, cards: int) -> float:
        """Return the weight of a seat's features; 0 without any territory."""
        if not self._sums.counts[seat] + more.counts:
            return 0.0
        score = 0.0
        features = self._features(seat, more, cards)
        for weight, number in zip(self._v.weights, features):  # noqa: B905 - faster without
            score += weight * number
        return exp(score)

    def _features(self, seat: int, more: SeatGains, cards: int) -> tuple[float, ...]:
        """Return the features of a seat."""
        v, sums = self._v, self._sums
        armies = sums.armies[seat] + more.armies
        left = sums.left[seat] + more.left
        income, fronts = left / v.per_army, sums.fronts[seat] + more.fronts
        worth = armies + SET_SHARE * v.set_values[cards if cards < 10 else 10]
        if seat == v.seat:
            worth += sums.kept + more.kept
        return (
            log(worth + 1.0) if worth > 0.0 else 0.0,
            log((income if income > v.least else v.least) + (sums.bonus[seat] + more.bonus)),
            left / len(v.continent),
            sqrt(fronts) / (sums.totals[seat] + more.totals) if fronts > 0 else 0.0,
            log(1.0 + (sums.prospect[seat] + more.prospect)),
            v.tempo[seat],
            log(1.0 + v.card_value * cards / v.usual_armies) if cards else 0.0,
        )


Change: TypeAlias = tuple[int, int, int]
"""A territory, its new owner and its new armies."""

_OUT_OF_REACH = -100_000_000
_NOWHERE = 100 * _OUT_OF_REACH
"""Means that no enemy is adjacent."""


class Outlook:
    """A position at the end of a turn: the expected holdings after the others' answers.

    Each neighbour takes a territory with the chance that the odds give, times its boldness.
    ``after`` returns the value after changes to some territories; it recomputes only their
    surroundings, so that hundreds of outcomes can be compared. Results from ``before``, for a
    similar position, are reused without changing the outcome.
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
        """For each Earth, True if nothing on it has changed."""
        self._by_earth: list[SeatTotals] = [
            before._by_earth[number] if same[number] and before else self._counted(earth)
            for number, earth in enumerate(v.earths)
        ]
        """The sums of each Earth."""
        sums = self._sums = SeatTotals(v.no_seat + 1)
        for part in self._by_earth:
            sums.count_holdings(part)
        self._holders: list[int] = []
        """The holder of each continent."""
        for earth, is_same in zip(v.earths, same, strict=True):
            if is_same and before and before.v.members == v.members:
                self._holders += before._holders[earth.continents]
            else:
                self._holders += [self._holder(members) for members in v.members[earth.continents]]
        self._free = self._free_armies()
        self._power = [
            count + self._free[holder] for holder, count in zip(owner, armies, strict=True)
        ]
        """By territory, its armies and new ones that could attack from it."""
        self._shares = SeatShares(v, sums, cards)
        self._differences: dict[tuple[Change, ...], PositionDelta] = {}
        self._older: Mapping[tuple[Change, ...], PositionDelta] = {}
        """The differences of the previous outlook; see ``_holds``."""
        self._changed, self._changed_seats = 0, set[int]()
        self._most: list[int]
        """By territory, the most armies that could attack it."""
        self._risk: list[float]
        self._front: list[int]
        self._held: list[float]
        """The expected bonus of each continent for its holder."""
        self._prospects: list[Mapping[int, float]]
        """By continent, the progress of each seat towards its bonus."""
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
        """Return True if owners and armies on an Earth are unchanged."""
        lands = earth.territories
        return (
            self.armies[lands] == before.armies[lands] and self.owner[lands] == before.owner[lands]
        )

    def _counted(self, earth: EarthPart) -> SeatTotals:
        """Return the armies and territories of all seats on an Earth."""
        sums, lands = SeatTotals(self.v.no_seat + 1), earth.territories
        sums.count(self.owner[lands], self.armies[lands])
        return sums

    def _expected(self, counted: SeatTotals, earth: EarthPart) -> SeatTotals:
        """Return the expected holdings of all seats on an Earth, including what was ``counted``."""
        sums = SeatTotals(self.v.no_seat + 1)
        sums.totals, sums.counts = counted.totals, counted.counts
        lands, parts = earth
        sums.add_expected(
            self.owner[lands], self.armies[lands], self._risk[lands], self._front[lands]
        )
        sums.expect_bonus(self._holders[parts], self._held[parts], self._prospects[parts])
        return sums

    def _take_over(self, before: Outlook, same: Sequence[bool]) -> set[int]:
        """Record the changes for older differences; return the territories near them.

        Earths that are the ``same`` are skipped, unless new armies have changed.
        """
        v = self.v
        # A seat with more or fewer new armies counts as changed everywhere.
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
        self._older = before.position_deltas()
        self._changed, self._changed_seats = changed, seats
        return near

    def _holds(self, changes: Sequence[Change], difference: PositionDelta) -> bool:
        """Return True if a difference of the previous outlook is still valid."""
        seats = self._changed_seats
        return not difference.depends_on & self._changed and not (
            seats and any(holder in seats for _, holder, _ in changes)
        )

    def position_deltas(self) -> Mapping[tuple[Change, ...], PositionDelta]:
        """Return all known differences."""
        for changes, difference in self._older.items():
            if changes not in self._differences and self._holds(changes, difference):
                self._differences[changes] = difference
        self._older = {}
        return self._differences

    def counts(self, seat: int) -> int:
        """Return the number of territories of a seat."""
        return self._sums.counts[seat]

    def holder(self, continent: int) -> int:
        """Return the holder of a whole continent, or ``no_seat``."""
        return self._holders[continent]

    def value(self) -> float:
        """Return the estimated chance that the seat wins."""
        return self.after(())

    def features(self) -> dict[int, tuple[float, ...]]:
        """Return the features behind the value, by seat, in the order of ``FEATURES``."""
        return self._shares.features()

    def after(self, changes: Iterable[Change], cards: Sequence[int] | None = None) -> float:
        """Return the value after changes to territories, and possibly to the numbers of
        ``cards``.
        """
        key = tuple(changes)
        difference = self._differences.get(key)
        if difference is None:
            difference = self._older.get(key)
            if difference is None or not self._holds(key, difference):
                difference = self._difference(key)
            self._differences[key] = difference
        return self._shares.value(difference.gains, self.cards if cards is None else cards)

    def _difference(self, changes: Sequence[Change]) -> PositionDelta:
        """Return the additions of changed territories and their surroundings to the sums."""
        owner, armies, power, v = self.owner, self.armies, self._power, self.v
        territories = tuple([territory for territory, _, _ in changes])
        near, depends_on, continents = v.neighbourhood(territories)
        gains: defaultdict[int, SeatGains] = defaultdict(SeatGains)
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
        return PositionDelta(gains, depends_on)

    def _take_out(self, gain: SeatGains, territory: int) -> None:
        """Subtract the expected value of a territory for its holder."""
        v, safe = self.v, 1.0 - self._risk[territory]
        gain.armies -= self.armies[territory] * safe
        gain.left -= safe
        gain.fronts -= self._front[territory]
        if territory in v.hold_value and self.owner[territory] == v.seat:
            gain.kept -= v.hold_value[territory] * safe

    def _put_in(
        self, gains: Mapping[int, SeatGains], near: Sequence[int], changed: Collection[int]
    ) -> dict[int, float]:
        """Add the expected value of territories that have ``changed`` or are at another risk.

        The previous value of changed territories was subtracted before.

        Returns:
            The risk of each of these territories.
        """
        owner, armies, power, v = self.owner, self.armies, self._power, self.v
        neighbours, is_playing, hold_value = v.neighbours, v.is_playing, v.hold_value
        boldness, table, old_most, old_risk = v.boldness, v.table, self._most, self._risk
        risks = {}
        for territory in near:
            # A plain loop is faster than a call for each territory.
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
            if (
                0 < most <= MAX_TABLE_ARMIES
                and 0 < count <= MAX_TABLE_ARMIES
                and is_playing[holder]
                and not v.pockets
            ):
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
        gains: Mapping[int, SeatGains],
        number: int,
        risks: Mapping[int, float],
        *,
        is_changed: bool,
    ) -> int:
        """Add the change of a continent's bonus; return the territories that it depends on, as
        bits.
        """
        v = self.v
        old = holder = self._holders[number]
        if is_changed:
            holder = self._holder(v.members[number])
            near = v.prospect(number, self.owner, self.armies)
            for seat, share in near.items():
                gains[seat].prospect += share
            for seat, share in self._prospects[number].items():
                gains[seat].prospect -= share
        if old == holder == v.no_seat:
            return v.inside[number]
        gains[old].bonus -= self._held[number]
        gains[holder].bonus += self._held_by(number, holder, risks)
        return v.inside_and_beside[number]

    def _count_captures(
        self,
        gain: SeatGains,
        before: Mapping[int, tuple[int, int, int]],
        risks: Mapping[int, float],
    ) -> None:
        """Add the value of conquered territories for the seat's goals."""
        v, owner = self.v, self.owner
        for territory, (holder, _, _) in before.items():
            if holder != v.seat == owner[territory] and territory in v.capture_value:
                gain.kept += v.capture_value[territory] * (1.0 - risks[territory])

    def _free_armies(self) -> list[int]:
        """Return the new armies of each seat that could join one attack, less the one that
        stays.
        """
        v, sums = self.v, self._sums
        income = [max(v.least, count / v.per_army) for count in sums.counts]
        for holder, bonus in zip(self._holders, v.bonus, strict=True):
            income[holder] += bonus
        free = [
            floor(v.reach * (income[seat] + 0.5 * v.set_values[min(10, self.cards[seat])]) - 1)
            if v.attacks[seat]
            else _OUT_OF_REACH
            for seat in range(v.no_seat)
        ]
        return [*free, _OUT_OF_REACH]

    def _holder(self, members: Sequence[int]) -> int:
        """Return the holder of all these territories, or ``no_seat``."""
        owner = self.owner
        holder = owner[members[0]] if members else self.v.no_seat
        for territory in members:
            if owner[territory] != holder:
                return self.v.no_seat
        return holder

    def _held_by(self, number: int, holder: int, risks: Mapping[int, float]) -> float:
        """Return the expected bonus of a continent for its holder."""
        v, risk = self.v, self._risk
        if not v.is_playing[holder]:
            return 0.0
        worth = float(v.bonus[number])
        for territory in v.members[number]:
            loss = CONTINENT_BREAK_FACTOR * (
                risks[territory] if territory in risks else risk[territory]
            )
            worth *= 1.0 - (MOST_RISK if loss > MOST_RISK else loss)
        return worth

    def _most_beside(self, territory: int) -> int:
        """Return the most armies that could attack a territory; ``_NOWHERE`` away from the
        fronts.
        """
        owner, power = self.owner, self._power
        holder, most = owner[territory], _NOWHERE
        for other in self.v.neighbours[territory]:
            if owner[other] != holder and power[other] > most:
                most = power[other]
        return most

    def _risk_of(self, territory: int, most: int) -> tuple[float, int]:
        """Return the chance that a territory falls to ``most`` armies, and its strength as a front.

        The strength is the square of the armies that could attack, 0 next to pockets only.
        """
        v, holder, guards = self.v, self.owner[territory], self.armies[territory]
        if most == _NOWHERE or not v.is_playing[holder]:
            return 0.0, 0
        is_locked_in = v.pockets and v.encloses(self.owner, territory)
        free = guards - 1 if guards > 1 and not is_locked_in else 0
        if most < 1 or guards < 1:
            return 0.0, free * free
        if most > MAX_TABLE_ARMIES or guards > MAX_TABLE_ARMIES:
            scale = MAX_TABLE_ARMIES / max(most, guards)
            chance = v.table[max(1, int(scale * most))][max(1, int(scale * guards))]
        else:
            chance = v.table[most][guards]
        return v.boldness * chance, free * free


ELIMINATED = "eliminated"
CARDS_OF_A_SET = 3
SURELY_A_SET = 5
"""The number of cards that always includes a set."""


def changed_view(view: View, changes: Sequence[Change], cards: Sequence[int]) -> View:
    """Return the view after changes of owners, armies, and numbers of cards."""
    owner, armies, status = list(view.owner), list(view.armies), list(view.status)
    for territory, seat, count in changes:
        owner[territory], armies[territory] = seat, count
    for seat, state in enumerate(status):
        if state == PLAYING and seat not in owner:
            status[seat] = type(state)(ELIMINATED)
    return replace(
        view,
        owner=tuple(owner),
        armies=tuple(armies),
        status=tuple(status),
        card_counts=tuple(cards),
    )


def armies_for_hand(evaluation: Evaluation, hand: int) -> tuple[int, int]:
    """Return the sets that must be traded at once with so many cards, and their armies."""
    view, sets, armies = evaluation.view, 0, 0
    limit = view.rules.elimination.hand_limit(hand)
    if limit is None:
        return 0, 0
    sample = evaluation.analysis.best_set(view.rules.card_sets)
    traded = view.sets_traded_for(evaluation.seat)
    while hand > limit and hand >= SURELY_A_SET:
        armies += view.rules.card_sets.value(sample, traded + sets)
        hand -= CARDS_OF_A_SET
        sets += 1
    return sets, armies
