"""Campaigns: territories to take in one turn, by which stacks, and what having them leads to."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple, Self

from risk_tui.bots.general.aims import WIN_VALUE
from risk_tui.bots.general.targets import DISTANT_VALUE
from risk_tui.bots.planner.outlook import Outlook
from risk_tui.odds.branching_campaign import clusters
from risk_tui.odds.defence_dice import cost_of_first_rolls
from risk_tui.odds.position_odds import first_rolls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.bots.general.evaluation import Evaluation
    from risk_tui.bots.planner.outlook import Change
    from risk_tui.bots.planner.valuation import Valuation

SAFE_CHANCE = 0.92
"""The chance of success from which more armies are better put elsewhere."""
MIN_CHANCE = 0.3
"""The chance below which a campaign is not weighed."""
MAX_TERRITORIES = 12
"""The most territories of one campaign, but for the last ones of a player."""
MAX_MARCH = 8
"""The most territories on the way to a distant cluster from another Earth."""
MAX_LAST_TERRITORIES = 14
PROVOKED = 0.02
"""How much less a position is worth for an army of others that is let loose."""


class Leg(NamedTuple):
    """One stack's part of a campaign: from ``source`` it fights its way through a cluster.

    ``free`` armies take part, against ``defenders`` in all; ``lacking`` more would make it safe,
    ``extra`` of those in hand are for it.
    """

    source: int
    free: int
    cluster: list[int]
    defenders: int
    lacking: int = 0
    extra: int = 0

    @property
    def fighting(self) -> int:
        """The armies left for the last fight but for losses: one stays on every territory."""
        return self.free + self.extra - len(self.cluster) + 1


class Campaign(NamedTuple):
    """Territories to take in this turn; ``value`` is to be expected of trying.

    ``changes`` and ``cards`` are what it leads to where it succeeds, ``failed`` is the value where
    it does not.
    """

    value: float
    chance: float
    targets: tuple[int, ...]
    legs: list[Leg]
    changes: list[Change]
    cards: Sequence[int]
    failed: float


def _value(campaign: Campaign) -> float:
    return campaign.value


class Campaigns:
    """The campaigns of one seat in one position, with ``pool`` armies yet to be placed.

    With an outlook from ``before``, only what has changed since is reckoned anew.
    """

    def __init__(
        self,
        v: Valuation,
        pool: int | None = None,
        armies: Sequence[int] | None = None,
        before: Outlook | None = None,
    ) -> None:
        evaluation = self.evaluation = v.evaluation
        view = evaluation.view
        self.v = v
        self.seat = v.seat
        self.odds = evaluation.odds
        self.owner = v.owners()
        self.armies = list(evaluation.armies if armies is None else armies)
        self.cards = list(view.card_counts)
        self.pool = view.armies_to_place if pool is None else pool
        self.outlook = Outlook(v, self.owner, self.armies, self.cards, before)
        self._draws = evaluation.draws_cards and not view.conquests_this_turn
        self._needed = {
            seat for hook in view.rules.hooks.better_alive for seat in hook(view, self.seat)
        }

    def looking_at(self, part: Evaluation) -> Self:
        """The same campaigns, looked for in a part of the position."""
        after = copy(self)
        after.evaluation = part
        return after

    def best(self, targets: Iterable[Sequence[int]] | None = None) -> Campaign | None:
        """The campaign of the greatest value, among ``targets`` if they are given."""
        campaigns = self._weighed(self.targets() if targets is None else targets)
        return max(campaigns, key=_value, default=None)

    def ranked(self) -> list[Campaign]:
        """All campaigns, the greatest value first."""
        return sorted(self._weighed(self.targets()), key=_value, reverse=True)

    def _weighed(self, targets: Iterable[Sequence[int]]) -> Iterator[Campaign]:
        for territories in targets:
            legs = self._legs(territories)
            campaign = self.weigh(territories, legs) if legs else None
            if campaign is not None:
                yield campaign

    def targets(self) -> Iterator[Sequence[int]]:
        """What may be worth taking: what is next to own land, continents, players, aims."""
        owner, seat, v = self.owner, self.seat, self.v
        adjacent = dict.fromkeys(
            other
            for territory in self.evaluation.fronts
            for other in v.neighbours[territory]
            if owner[other] != seat
        )
        earth, earths = self.evaluation.analysis.earth, self.evaluation.earths
        for territory in adjacent:
            if earth[territory] in earths:
                yield (territory,)
        for number, members in enumerate(v.members):
            if members and earth[members[0]] not in earths:
                continue
            lacking = [territory for territory in members if owner[territory] != seat]
            if 1 < len(lacking) <= MAX_TERRITORIES:
                yield lacking
            holder = self.outlook.holder(number)
            if holder != seat and v.attacks[holder]:
                for territory, _ in self.evaluation.analysis.borders[number]:
                    if territory not in adjacent and owner[territory] == holder:
                        yield (territory,)
        yield from self._last_territories()
        aims = self.evaluation.aims
        for aim in aims.all:
            if len(aim.requirement.to_capture) > 1:
                yield aim.requirement.to_capture
        for territory, value in aims.capture_value.items():
            if value >= DISTANT_VALUE and territory not in adjacent and owner[territory] != seat:
                yield (territory,)

    def _last_territories(self) -> Iterator[Sequence[int]]:
        """All territories of each player who could be beaten."""
        owner, armies, seat = self.owner, self.armies, self.seat
        mine = self.evaluation.totals[seat] + self.pool
        for rival in self.evaluation.rivals:
            if 1 < self.outlook.counts(rival) <= MAX_LAST_TERRITORIES:
                lacking = [territory for territory, seat in enumerate(owner) if seat == rival]
                if sum([armies[territory] for territory in lacking]) <= mine:
                    yield lacking

    def _legs(self, territories: Sequence[int]) -> list[Leg]:
        """One leg for each cluster of the territories; none if some cluster is out of reach."""
        spent: dict[int, int] = {}
        legs = []
        groups = (
            [list(territories)]
            if len(territories) == 1
            else clusters(territories, self.v.neighbours)
        )
        for cluster in groups:
            source, free = self._source(cluster, spent)
            if source < 0:
                source = self._extend(cluster)
                if source < 0:
                    return []
                free = self.armies[source] - 1 - spent.get(source, 0)
            if self.evaluation.wastes and not self.evaluation.first_steps(source, cluster):
                return []
            defenders = sum([self.armies[territory] for territory in cluster])
            if self.evaluation.view.rules.hooks.first_rolls:
                free -= self._cost_of_first_rolls(source, cluster)
            legs.append(Leg(source, free, cluster, defenders))
            spent[source] = spent.get(source, 0) + len(cluster) + int(0.85 * defenders)
        return legs

    def _source(self, cluster: Sequence[int], spent: dict[int, int]) -> tuple[int, int]:
        """The strongest own territory next to a cluster, -1 for none, and the armies for it."""
        owner, armies, held_back = self.owner, self.armies, self.evaluation.held_back
        best, most, total, seen = -1, -1, 0, set()
        for territory in cluster:
            for other in self.v.neighbours[territory]:
                if owner[other] == self.seat and other not in seen and other not in held_back:
                    seen.add(other)
                    free = armies[other] - 1 - spent.get(other, 0)
                    total += max(0, free)
                    if free > most:
                        best, most = other, free
        return best, most + max(0, total - max(0, most)) // 2

    def _extend(self, cluster: list[int]) -> int:
        """Add the best path to a distant cluster to it; return the front it starts from, or -1."""
        free, previous = self.evaluation.routes()
        territory = max(cluster, key=lambda target: (free[target], -target))
        earth, size = self.evaluation.analysis.earth, len(cluster)
        while (territory := previous[territory]) >= 0:
            if self.owner[territory] == self.seat:
                break
            cluster.append(territory)
            if len(cluster) > size + MAX_MARCH and earth[territory] != earth[cluster[0]]:
                return -1
        return territory

    def _cost_of_first_rolls(self, source: int, cluster: Sequence[int]) -> int:
        """The armies that the way into a cluster costs because its first rolls differ."""
        view = self.evaluation.view
        costs = [
            cost_of_first_rolls(
                view.ruleset.combat, first_rolls(view, source, target), self.armies[target]
            )
            for target in self.v.neighbours[source]
            if target in cluster
        ]
        return round(min(costs, default=0.0))

    def _lacking(self, leg: Leg) -> int:
        """The armies that a leg lacks to be safe."""
        chance, start = self.odds.conquest_chance, leg.fighting
        if start > 0 and chance(start, leg.defenders) >= SAFE_CHANCE:
            return 0
        low, high = max(start, 0), 2 * max(start, 2)
        while chance(high, leg.defenders) < SAFE_CHANCE:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            if chance(middle, leg.defenders) < SAFE_CHANCE:
                low = middle
            else:
                high = middle
        return high - start

    def _shared_out(self, legs: list[Leg]) -> list[Leg]:
        """The legs with the armies in hand: each gets what it lacks, the weakest what is left."""
        left = self.pool
        legs = [leg._replace(lacking=self._lacking(leg)) for leg in legs]
        legs.sort(key=lambda leg: leg.lacking)
        for place, leg in enumerate(legs):
            extra = left if place == len(legs) - 1 else min(left, leg.lacking)
            legs[place] = leg._replace(extra=extra)
            left -= extra
        return legs

    def weigh(self, territories: Sequence[int], legs: list[Leg]) -> Campaign | None:
        """The campaign by which these legs take all territories; ``None`` if that is unlikely."""
        if self.pool:
            legs = self._shared_out(legs)
        chance = 1.0
        for leg in legs:
            chance *= self.odds.conquest_chance(leg.fighting, leg.defenders)
        if chance < MIN_CHANCE or not self._spares(legs):
            return None
        cards = self._cards_after(legs)
        changes = self._changes(legs)
        value = self._value(territories, changes, cards)
        if len(legs) == 1:
            for together in (legs[0].source, legs[0].cluster[-1]):
                other = self._changes(legs, together)
                if other != changes and (most := self._value(territories, other, cards)) > value:
                    changes, value = other, most
        failed = 0.0
        if chance < 0.995:
            failed = self.outlook.after([(leg.source, self.seat, 1) for leg in legs])
            value = chance * value + (1.0 - chance) * failed
        if self.evaluation.view.rules.hooks.provoked:
            value -= self._provoked(legs)
        return Campaign(value, chance, tuple(territories), legs, changes, cards, failed)

    def _value(
        self, territories: Sequence[int], changes: Sequence[Change], cards: Sequence[int]
    ) -> float:
        """The value of having taken territories: 1 where that wins the game."""
        taken = set(territories)
        for aim in self.evaluation.aims.all:
            wins = aim.worth >= WIN_VALUE and aim.requirement.armies < 2
            if wins and aim.requirement.to_capture and taken.issuperset(aim.requirement.to_capture):
                return 1.0
        return self.outlook.after(changes, cards)

    def _spares(self, legs: Sequence[Leg]) -> bool:
        """Whether a campaign beats nobody who had better stay in the game."""
        return not any(
            self._taken_from(seat, legs) >= self.outlook.counts(seat) - 2 for seat in self._needed
        )

    def _taken_from(self, seat: int, legs: Sequence[Leg]) -> int:
        return sum([self.owner[place] == seat for leg in legs for place in leg.cluster])

    def _provoked(self, legs: Sequence[Leg]) -> float:
        """What it costs that a campaign lets armies of others loose."""
        view = self.evaluation.view
        taken = {territory for leg in legs for territory in leg.cluster}
        return PROVOKED * float(sum([hook(view, taken) for hook in view.rules.hooks.provoked]))

    def _cards_after(self, legs: Sequence[Leg]) -> Sequence[int]:
        """The cards of every seat after a campaign."""
        cards = self.cards
        if self._draws:
            cards = cards[:]
            cards[self.seat] += 1
        for rival in self.evaluation.rivals:
            if 0 < self.outlook.counts(rival) == self._taken_from(rival, legs):
                cards = cards[:]
                if self.evaluation.view.rules.elimination.cards_pass:
                    cards[self.seat] += cards[rival]
                cards[rival] = 0
        return cards

    def _changes(self, legs: Sequence[Leg], together: int | None = None) -> list[Change]:
        """What having succeeded leaves: one army everywhere, and the rest where it is needed.

        If it stays ``together``, it stands on that territory.
        """
        after: dict[int, int] = {}
        for leg in legs:
            have = after.get(leg.source, self.armies[leg.source]) + leg.extra
            # Armies of other fronts that take part are not moved in this reckoning.
            fighting = min(leg.free + leg.extra, have - 1)
            losses = self.odds.losses(leg.fighting, leg.defenders)
            surplus = round(fighting - losses) - len(leg.cluster)
            after[leg.source] = max(1, have - fighting)
            after.update(dict.fromkeys(leg.cluster, 1))
            if surplus > 0 and together is not None:
                after[together] += surplus
            elif surplus > 0:
                self._spread(after, [leg.source, *leg.cluster], surplus)
        return [(territory, self.seat, armies) for territory, armies in after.items()]

    def _spread(self, after: dict[int, int], places: Sequence[int], surplus: int) -> None:
        """Leave armies on the way where the strongest enemies stand next to it."""
        owner, armies, v = self.owner, self.armies, self.v
        threats = []
        for territory in places:
            most = 0
            for other in v.neighbours[territory]:
                if owner[other] != self.seat and other not in after:
                    most = max(most, armies[other] + 1 if v.attacks[owner[other]] else 1)
            threats.append(most)
        total, left = sum(threats), surplus
        if total:
            for territory, threat in zip(places, threats, strict=True):
                share = surplus * threat // total
                after[territory] += share
                left -= share
        after[places[threats.index(max(threats))] if total else places[-1]] += left
