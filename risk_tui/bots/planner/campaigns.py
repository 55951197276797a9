"""Campaigns: territories to take in one turn, the stacks that take them, and the result.

A campaign has legs, one for each stack. A stack may split at any territory on its way, so its route
is a tree. Losses are expected losses. The value of trying is

    value = chance * value(after success) + (1 - chance) * value(after failure)

where ``chance`` is the product of the legs' odds, and ``value`` comes from the outlook. Odds are
exact for one territory. Several count as one with ``equivalent_defenders``, which is wrong by 1 to
2 % in the mean.
Targets are single neighbours, whole continents, borders of continents that others hold, the last
territories of players, and goals. The best few campaigns are evaluated again with their remaining
armies together in one place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from heapq import heappop, heappush, nlargest
from itertools import count
from math import prod
from operator import attrgetter
from typing import NamedTuple, Self

from risk_tui.bots.base import seats_to_spare
from risk_tui.bots.planner.goals import WIN_VALUE
from risk_tui.bots.planner.outlook import Outlook
from risk_tui.bots.planner.position import (
    LOSS_PER_DEFENDER,
    Change,
    Position,
    changed_view,
    conquest_price,
    equivalent_defenders,
)
from risk_tui.bots.planner.valuation import MIN_GUARD, Valuation
from risk_tui.engine.view import View
from risk_tui.odds.fight import FastOdds
from risk_tui.odds.position_odds import extra_die_rolls
from risk_tui.rules.roll_odds import cost_of_first_rolls

DISTANT_VALUE = 3.0
"""The capture value that makes a distant territory a target."""
FEW = 4
"""The most armies of a stack that attacks only if the defenders are fewer."""
SAFE_CHANCE = 0.92
"""The chance of success at which a leg needs no more armies."""


class Leg(NamedTuple):
    """One stack's part of a campaign: from ``source`` it conquers a cluster of territories.

    ``free`` armies take part. ``defenders`` is the number that would cost as much on one territory;
    ``missing_armies`` would make the leg safe, and ``extra`` is what it gets of the armies in hand.
    """

    source: int
    free: int
    cluster: list[int]
    defenders: int
    missing_armies: int = 0
    extra: int = 0

    @property
    def fighting(self) -> int:
        """The armies for the last fight, before losses: one stays on each territory on the way."""
        return self.free + self.extra - len(self.cluster) + 1

    @property
    def needed(self) -> int:
        """The armies that the leg usually needs: its losses, and one on each territory."""
        return len(self.cluster) + int(LOSS_PER_DEFENDER * self.defenders)


def is_weak_attack(attackers: int, defenders: int) -> bool:
    """Return True if attackers are ``FEW`` at most, and no more than the defenders.

    The army that stays is not an attacker.
    """
    return attackers <= min(FEW, defenders)


def conquest_chance(odds: FastOdds, legs: Iterable[Leg]) -> float:
    """Return the chance that all legs succeed."""
    return prod([odds.conquest_chance(leg.fighting, leg.defenders) for leg in legs])


def distribute_armies(odds: FastOdds, legs: Sequence[Leg], pool: int) -> list[Leg]:
    """Distribute the armies in hand: each leg gets those it lacks, and the weakest the rest."""
    shared = [
        leg._replace(missing_armies=odds.missing_armies(leg.fighting, leg.defenders, SAFE_CHANCE))
        for leg in legs
    ]
    shared.sort(key=lambda leg: leg.missing_armies)
    for place, leg in enumerate(shared):
        extra = pool if place == len(shared) - 1 else min(pool, leg.missing_armies)
        shared[place] = leg._replace(extra=extra)
        pool -= extra
    return shared


def best_source(
    position: Position,
    owner: Sequence[int],
    armies: Sequence[int],
    cluster: Sequence[int],
    spent: Mapping[int, int],
) -> tuple[int, int]:
    """Return the strongest own territory next to a cluster, and the free armies; -1 if none.

    Half of the free armies of other adjacent territories are added.

    Args:
        spent: The armies of each territory that other legs need.
    """
    seat, held_back, seen = position.seat, position.held_back, set()
    best, most_free, total_free = -1, -1, 0
    for territory in cluster:
        for other in position.approaches[territory]:
            if owner[other] == seat and other not in seen and other not in held_back:
                seen.add(other)
                free = armies[other] - 1 - spent.get(other, 0)
                total_free += max(0, free)
                if free > most_free:
                    best, most_free = other, free
    return best, most_free + max(0, total_free - max(0, most_free)) // 2


def make_leg(
    position: Position, armies: Sequence[int], source: int, free: int, cluster: list[int]
) -> Leg:
    """Return a leg of ``free`` armies, less those that special first rolls cost."""
    if position.view.rules.hooks.extra_die_rolls:
        free -= round(cost_of_entering(position, source, cluster))
    return Leg(source, free, cluster, equivalent_defenders([armies[it] for it in cluster]))


def cost_of_entering(position: Position, source: int, cluster: Sequence[int]) -> float:
    """Return the extra armies that it costs to enter a cluster against special first rolls."""
    view, armies = position.view, position.armies
    costs = [
        cost_of_first_rolls(
            view.ruleset.combat, extra_die_rolls(view, source, target), armies[target]
        )
        for target in position.neighbours[source]
        if target in cluster
    ]
    return min(costs, default=0.0)


def first_target(position: Position, leg: Leg) -> int:
    """Return the first target of a leg: the one that leads to the fewest other targets.

    Dead ends and corners come first, because the stack would move away from them.
    """

    def rank(target: int) -> tuple[int, int, int]:
        beyond = sum(other in leg.cluster for other in position.neighbours[target])
        return beyond, position.armies[target], target

    return min(position.first_steps(leg.source, leg.cluster), key=rank)


MAX_WAY_TERRITORIES = 8
"""The most territories on the way to a cluster on another Earth."""


def plan_legs(
    position: Position, owner: Sequence[int], armies: Sequence[int], targets: Sequence[int]
) -> list[Leg]:
    """Plan one leg per cluster of the targets.

    If conquering armies must stop, each target is a cluster of its own, and must be adjacent.

    Returns:
        An empty list if a cluster can't be reached.
    """
    view = position.view
    hooks = view.rules.hooks
    # This runs for every campaign, and almost no variant has the hook.
    must_stop = bool(hooks.conquerors_cannot_attack) and any(
        hook(view) for hook in hooks.conquerors_cannot_attack
    )
    are_separate = must_stop or len(targets) == 1
    spent: dict[int, int] = {}
    legs: list[Leg] = []
    for cluster in [[each] for each in targets] if are_separate else position.clusters(targets):
        source, free = best_source(position, owner, armies, cluster, spent)
        if source < 0 and not must_stop:
            source = _extend(position, owner, cluster)
            free = armies[source] - 1 - spent.get(source, 0)
        may_be_barred = position.wastes or position.analysis.board.one_way
        if source < 0 or (may_be_barred and not position.first_steps(source, cluster)):
            return []
        for leg in legs:
            if leg.source == source and not set(leg.cluster).isdisjoint(cluster):
                # One stack takes both clusters, because the ways to them start together.
                cluster[:0] = [place for place in leg.cluster if place not in cluster]
                legs.remove(leg)
                free = leg.free
                spent[source] -= leg.needed
                break
        legs.append(make_leg(position, armies, source, free, cluster))
        spent[source] = spent.get(source, 0) + legs[-1].needed
    return legs


def _extend(position: Position, owner: Sequence[int], cluster: list[int]) -> int:
    """Add the best path to a distant cluster; return the front it starts from, or -1."""
    free, previous = position.routes
    territory = max(cluster, key=lambda target: (free[target], -target))
    earth, size = position.analysis.earth, len(cluster)
    while (territory := previous[territory]) >= 0:
        if owner[territory] == position.seat:
            break
        cluster.append(territory)
        if len(cluster) > size + MAX_WAY_TERRITORIES and earth[territory] != earth[cluster[0]]:
            return -1
    return territory


SPLIT_COST = 2
"""The armies that an elimination loses at the end of a branch.

As many armies move in as dice were rolled, although one would be enough.
"""
_STRONGEST = 3
"""The number of strongest stacks that are tried with the armies in hand."""


class StackRoute(NamedTuple):
    """One stack's part of an elimination: its territories in a possible order.

    ``ends`` is the number of branches that end before the last one. ``left`` is the expected number
    of armies at the end, besides one on each territory.
    """

    source: int
    territories: list[int]
    ends: int
    left: float

    def cost_from(self, place: int) -> float:
        """Return the cost of continuing at a place, in armies: 0 at the end of the route."""
        return SPLIT_COST if self.territories and self.territories[-1] != place else 0.0


def plan_elimination(
    position: Position,
    owner: Sequence[int],
    armies: Sequence[int],
    pool: int,
    targets: Collection[int],
) -> list[Leg]:
    """Return the legs that are most likely to take all targets, connected or not.

    The ``pool`` of armies in hand goes to one of the strongest stacks.

    Returns:
        An empty list if the armies are too few.
    """
    seat, held_back = position.seat, position.held_back
    stacks = {
        place: armies[place] - 1.0
        for place in position.fronts
        if place not in held_back and (armies[place] > 1 or pool)
    }
    if sum(stacks.values()) + pool < sum(conquest_price(armies[target]) for target in targets):
        return []
    closed = {place for place, holder in enumerate(owner) if holder == seat}
    strongest = sorted(stacks, key=lambda place: -stacks[place])[: _STRONGEST if pool else 1]
    best: list[Leg] = []
    most = -1.0
    for place in strongest:
        strengthened = {**stacks, place: stacks[place] + pool}
        routes = search_elimination(position.neighbours, armies, strengthened, closed, targets)
        legs = []
        for source, cluster, ends, _ in routes:
            free = armies[source] - 1 - SPLIT_COST * ends
            legs.append(make_leg(position, armies, source, free, cluster))
        if not legs or not all(position.first_steps(leg.source, leg.cluster) for leg in legs):
            continue
        strongest_legs = distribute_armies(position.odds, legs, pool) if pool else legs
        chance = conquest_chance(position.odds, strongest_legs)
        if chance > most:
            best, most = legs, chance
        if chance >= SAFE_CHANCE:
            break
    return best


def search_elimination(
    neighbours: Sequence[Sequence[int]],
    armies: Sequence[int],
    stacks: Mapping[int, float],
    closed: Collection[int],
    targets: Collection[int],
) -> list[StackRoute]:
    """Plan the routes on which stacks together take all targets.

    It repeatedly adds the cheapest way to a target, from any territory that a stack has reached.

    Args:
        stacks: The free armies of each stack, by its territory.
        closed: Territories that can't be crossed.

    Returns:
        An empty list if the armies are too few.
    """
    # The route that includes each territory reached, by the source of the route.
    sources = {source: source for source in stacks}
    routes = {source: StackRoute(source, [], 0, free) for source, free in stacks.items()}
    left = set(targets)
    while left:
        free = sum([route.left for route in routes.values() if route.left >= 1.0])
        if free < sum([conquest_price(armies[target]) for target in left]):
            return []
        starts = {place: routes[source] for place, source in sources.items()}
        cost, path = _cheapest_way(neighbours, armies, starts, closed, left)
        if not path:
            return []
        start, *conquests = path
        route = starts[start]
        routes[route.source] = StackRoute(
            route.source,
            [*route.territories, *conquests],
            route.ends + bool(route.cost_from(start)),
            route.left - cost,
        )
        sources.update(dict.fromkeys(conquests, route.source))
        left.difference_update(path)
    return [route for route in routes.values() if route.territories]


def _cheapest_way(
    neighbours: Sequence[Sequence[int]],
    armies: Sequence[int],
    starts: Mapping[int, StackRoute],
    closed: Collection[int],
    targets: Collection[int],
) -> tuple[float, tuple[int, ...]]:
    """Return the cost and the territories of the cheapest affordable way to a target.

    Args:
        starts: The places where a way may start, with the route that each continues.

    Returns:
        No territories if there is no such way.
    """
    numbers = count()
    # For each way, its cost, the negated armies left, its end, its number, and its territories.
    queue: list[tuple[float, float, int, int, tuple[int, ...]]] = []
    for place, route in starts.items():
        if route.left >= 1.0:
            cost = route.cost_from(place)
            queue.append((cost, cost - route.left, place, next(numbers), (place,)))
    queue.sort()
    best_left: dict[int, float] = {}
    while queue:
        cost, minus_left, place, _, path = heappop(queue)
        if place in targets:
            return cost, path
        # A later arrival costs more, so it is useful only with more armies left.
        if -minus_left <= best_left.get(place, -1.0):
            continue
        best_left[place] = -minus_left
        for other in neighbours[place]:
            if other in starts or other in closed:
                continue
            price = conquest_price(armies[other])
            left = -minus_left - price
            if left >= 0.0 and best_left.get(other, -1.0) < left:
                heappush(queue, (cost + price, -left, other, next(numbers), (*path, other)))
    return 0.0, ()


NEAR_CERTAIN = 0.995
"""The chance above which failure is ignored."""
CERTAIN = 1.0 - 1e-11
"""The value from which positions can't be compared; then the bot takes sure targets."""
MIN_CHANCE = 0.3
"""Campaigns with a lower chance are not evaluated."""
MAX_TERRITORIES = 12
"""The most territories of a campaign, except for a player's last ones."""
MAX_REFINED = 3
"""The number of best campaigns whose remaining armies are tried together in one place."""
PROVOCATION_COST = 0.02
"""The cost, in value, of each enemy army that a campaign provokes."""
CARDS_OF_A_SET = 3
SURELY_A_SET = 5
"""The number of cards that always includes a set."""


class Campaign(NamedTuple):
    """The territories to take in this turn. ``value`` is the expected value of trying.

    ``changes`` and ``cards`` describe the position after success.
    """

    value: float
    chance: float
    targets: tuple[int, ...]
    legs: list[Leg]
    changes: list[Change]
    cards: Sequence[int]
    value_after_success: float


_BY_VALUE = attrgetter("value")


class Campaigns:
    """The campaigns of one seat in one position, with ``pool`` armies yet to be placed."""

    def __init__(
        self, v: Valuation, pool: int | None = None, cards: Sequence[int] | None = None
    ) -> None:
        position = self.position = v.position
        view = position.view
        self.v = v
        self.seat = v.seat
        self.odds = position.odds
        self.owner = v.owners()
        self.armies = list(position.armies)
        self.cards = list(view.card_counts if cards is None else cards)
        self.pool = view.armies_to_place if pool is None else pool
        self.outlook = Outlook(v, self.owner, self.armies, self.cards)
        self._draws_card = position.draws_cards and view.next_conquest_earns_card
        self._may_attack_again = True
        """False if armies for an eliminated player's cards are only placed."""
        self._moved: list[Change] = []
        self._to_spare = seats_to_spare(view, self.seat)

    def after_move(self, source: int, target: int, armies: int) -> Self:
        """Return the campaigns after a move of armies, without attacks by captured cards."""
        moved = copy(self)
        moved.armies = self.armies[:]
        moved.armies[source] -= armies
        moved.armies[target] += armies
        moved._moved = [(place, self.seat, moved.armies[place]) for place in (source, target)]
        moved._may_attack_again = False
        return moved

    def value(
        self,
        changes: Iterable[Change] = (),
        cards: Sequence[int] | None = None,
        spare: float = 0.0,
    ) -> float:
        """Return the value after changes; see ``Outlook.after``."""
        return self.outlook.after([*self._moved, *changes], cards, spare)

    def best_value(self, targets: Iterable[Sequence[int]]) -> float:
        """Return the value of the best campaign for these targets, or of staying if it is more."""
        values = [campaign.value for campaign in self._evaluate_targets(targets)]
        return max([self.value(), *values])

    def with_pool(self, armies: int) -> Self:
        """Return the campaigns with this number of armies yet to be placed."""
        changed = copy(self)
        changed.pool = armies
        return changed

    def restricted_to(self, part: Position) -> Self:
        """Return campaigns with targets and routes in a part of the position only.

        Their values are still those of the whole position.
        """
        restricted = copy(self)
        restricted.position = part
        return restricted

    def best(self, targets: Iterable[Sequence[int]] | None = None) -> Campaign | None:
        """Return the campaign with the highest value, of those for ``targets`` if given."""
        found = self._evaluate_targets(self.targets() if targets is None else targets)
        refined = map(self.regroup, nlargest(MAX_REFINED, found, key=_BY_VALUE))
        return max(refined, key=_BY_VALUE, default=None)

    def largest_sure(self) -> Campaign | None:
        """Return the almost certain campaign with the most targets."""
        sure = [
            campaign
            for campaign in self._evaluate_targets(self.targets())
            if campaign.chance >= NEAR_CERTAIN
        ]
        return max(sure, key=lambda campaign: len(campaign.targets), default=None)

    def best_elimination(self) -> Campaign | None:
        """Return the best campaign that eliminates a player."""
        return self.best(list(self._last_territories()))

    def _evaluate_targets(self, targets: Iterable[Sequence[int]]) -> Iterator[Campaign]:
        for territories in targets:
            legs: list[Leg] = []
            if self._eliminates(territories):
                legs = plan_elimination(
                    self.position, self.owner, self.armies, self.pool, territories
                )
            # plan_elimination gives each stack its own territories; plan_legs lets several stacks
            # attack one cluster together.
            legs = legs or plan_legs(self.position, self.owner, self.armies, territories)
            campaign = self.evaluate_legs(territories, legs) if legs else None
            if campaign is not None:
                yield campaign

    def targets(self) -> Iterator[Sequence[int]]:
        """Yield the targets worth considering: adjacent territories, continents, players, goals."""
        owner, seat, v = self.owner, self.seat, self.v
        adjacent = dict.fromkeys(
            other
            for territory in self.position.fronts
            for other in v.neighbours[territory]
            if owner[other] != seat
        )
        earth, earths = self.position.analysis.earth, self.position.earths
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
                for territory, _ in self.position.analysis.borders[number]:
                    if territory not in adjacent and owner[territory] == holder:
                        yield (territory,)
        yield from self._last_territories()
        goals = self.v.goals
        for goal in goals.all:
            if len(goal.requirement.territories_to_take) > 1:
                yield goal.requirement.territories_to_take
        for territory, value in goals.capture_value.items():
            if value >= DISTANT_VALUE and territory not in adjacent and owner[territory] != seat:
                yield (territory,)

    def _last_territories(self) -> Iterator[Sequence[int]]:
        """Yield the remaining territories of each player who could be eliminated."""
        armies = self.armies
        mine = self.position.totals[self.seat] + self.pool
        for rival in self.position.rivals:
            if self.outlook.counts(rival):
                lacking = [place for place, seat in enumerate(self.owner) if seat == rival]
                if sum([armies[territory] for territory in lacking]) <= mine:
                    yield lacking

    def _eliminates(self, territories: Sequence[int]) -> bool:
        """Return True if these are all remaining territories of one owner."""
        rival = self.owner[territories[0]]
        return len(territories) == self.outlook.counts(rival) and all(
            self.owner[territory] == rival for territory in territories
        )

    def evaluate_legs(self, territories: Sequence[int], legs: list[Leg]) -> Campaign | None:
        """Return the campaign of these legs.

        Returns:
            ``None`` if its chance is too low, a leg is a weak attack without a great aim, or a seat
            that should stay would keep too little.
        """
        if self.pool:
            legs = distribute_armies(self.odds, legs, self.pool)
        chance = conquest_chance(self.odds, legs)
        if chance < MIN_CHANCE:
            return None
        if any(self._taken_from(it, legs) >= self.outlook.counts(it) - 2 for it in self._to_spare):
            return None  # Each seat that should stay keeps 3 or more territories.
        if (
            (any(map(self._is_weak, legs)) or self._opens_border(legs))
            and not self._wins(territories)
            and not self._eliminates(territories)
        ):
            return None
        cards = self._cards_after(legs)
        changes, spare = self._after_success(legs)
        value = value_after_success = self._value(territories, changes, cards, spare)
        if chance < NEAR_CERTAIN:
            # One army is left on each source.
            failed = self.value([(leg.source, self.seat, 1) for leg in legs])
            value = chance * value + (1.0 - chance) * failed
        if hooks := self.position.view.rules.hooks.provoked_armies:
            taken = {territory for leg in legs for territory in leg.cluster}
            value -= PROVOCATION_COST * sum([hook(self.position.view, taken) for hook in hooks])
        return Campaign(
            value, chance, tuple(territories), legs, changes, cards, value_after_success
        )

    def _is_weak(self, leg: Leg) -> bool:
        """Return True if a leg or its first fight is a weak attack, which only duels allow."""
        if self.position.is_duel:
            return False
        if is_weak_attack(leg.fighting, leg.defenders):
            return True
        own = self.armies[leg.source] + leg.extra - 1
        first = [self.armies[it] for it in self.v.neighbours[leg.source] if it in leg.cluster]
        return own <= FEW and is_weak_attack(own, min(first, default=0))

    def _opens_border(self, legs: Sequence[Leg]) -> bool:
        """Return True if a leg takes the least guard away from a border that will need it."""
        guarded = self.v.needed_guards
        opened = {
            leg.source
            for leg in legs
            if leg.source in guarded
            and self._left_at_source(leg) < MIN_GUARD <= self.armies[leg.source]
        }
        if not opened:
            return False
        taken = [territory for leg in legs for territory in leg.cluster]
        return not opened.isdisjoint(self.v.guards_after(taken))

    def _left_at_source(self, leg: Leg) -> float:
        """Return the most armies that can stay; at least as many as dice were rolled move in."""
        armies = self.armies[leg.source] + leg.extra
        moving = self.position.view.rules.combat.max_attack_dice(armies) + len(leg.cluster) - 1
        return armies - moving - round(self.odds.losses(leg.fighting, leg.defenders))

    def regroup(self, campaign: Campaign) -> Campaign:
        """Return the campaign with all remaining armies in one place, if that is better."""
        if len(campaign.legs) != 1 or campaign.value_after_success >= 1.0:
            return campaign
        (leg,), cards = campaign.legs, campaign.cards
        if self.after_card_capture(campaign.changes, cards) is not None:
            return campaign
        for together in (leg.source, leg.cluster[-1]):
            changes, spare = self._after_success(campaign.legs, together)
            more = self.value(changes, cards, spare) - campaign.value_after_success
            if more > 0.0:
                campaign = campaign._replace(
                    value=campaign.value + campaign.chance * more,
                    changes=changes,
                    value_after_success=campaign.value_after_success + more,
                )
        return campaign

    def _value(
        self,
        territories: Sequence[int],
        changes: Sequence[Change],
        cards: Sequence[int],
        spare: float,
    ) -> float:
        """Return the value of the position after success: 1 if that wins the game.

        If cards are captured that must be traded, the best use of their armies counts.
        """
        if self._wins(territories):
            return 1.0
        value = self.value(changes, cards, spare)
        after = self.after_card_capture(changes, cards)
        if after is None:
            return value
        best_option = Campaigns(self.v.of(after)).best_option_value(attacks=self._may_attack_again)
        return max(value, best_option)

    def _wins(self, territories: Sequence[int]) -> bool:
        """Return True if taking these territories fulfils a goal that wins at once."""
        return any(
            goal.worth >= WIN_VALUE
            and goal.requirement.armies < 2
            and goal.requirement.territories_to_take
            and set(goal.requirement.territories_to_take).issubset(territories)
            for goal in self.v.goals.all
        )

    def after_card_capture(self, changes: Sequence[Change], cards: Sequence[int]) -> View | None:
        """Return the position after trading an eliminated player's cards.

        Returns:
            ``None`` if no cards are taken, or no set must be traded.
        """
        view, hand = self.position.view, cards[self.seat] - self._draws_card
        limit = view.rules.elimination.hand_limit(hand)
        if limit is None or hand <= self.cards[self.seat]:
            return None
        card_sets, traded = view.rules.card_sets, view.sets_traded_for(self.seat)
        best_set = self.position.analysis.best_set(card_sets)
        sets = armies = 0
        while hand > limit and hand >= SURELY_A_SET:
            armies += card_sets.value(best_set, traded + sets)
            hand -= CARDS_OF_A_SET
            sets += 1
        if not armies:
            return None
        cards = list(cards)
        cards[self.seat] -= CARDS_OF_A_SET * sets
        return replace(
            changed_view(view, changes, cards),
            armies_to_place=armies,
            conquests_this_turn=view.conquests_this_turn + 1,
            sets_traded=view.sets_traded + sets,
        )

    def best_option_value(self, *, attacks: bool = True) -> float:
        """Return the value of the best option: a campaign, or placing the armies in hand."""
        values = [self.value()]
        values += [
            self.value([(place, self.seat, self.armies[place] + self.pool)])
            for place in self.position.fronts
        ]
        if attacks and (best := self.best()) is not None:
            values.append(best.value)
        return max(values)

    def _taken_from(self, seat: int, legs: Sequence[Leg]) -> int:
        return sum([self.owner[place] == seat for leg in legs for place in leg.cluster])

    def _cards_after(self, legs: Sequence[Leg]) -> Sequence[int]:
        """Return the cards of every seat after a campaign."""
        cards = self.cards
        if self._draws_card:
            cards = cards[:]
            cards[self.seat] += 1
        for rival in self.position.rivals:
            if 0 < self.outlook.counts(rival) == self._taken_from(rival, legs):
                cards = cards[:]
                if self.position.view.rules.elimination.cards_pass:
                    cards[self.seat] += cards[rival]
                cards[rival] = 0
        return cards

    def _after_success(
        self, legs: Sequence[Leg], together: int | None = None
    ) -> tuple[list[Change], float]:
        """Return the changes after success: one army everywhere, the rest at threatened places.

        Args:
            legs: The legs of the campaign.
            together: The territory for all remaining armies; ``None`` to spread them.

        Returns:
            The changes, and by how much the mean losses are lower than the whole armies taken off.
        """
        after: dict[int, int] = {}
        spare = 0.0
        for leg in legs:
            have = after.get(leg.source, self.armies[leg.source]) + leg.extra
            # Armies of other fronts that take part stay where they are in this estimate.
            fighting = min(leg.free + leg.extra, have - 1)
            losses = self.odds.losses(leg.fighting, leg.defenders)
            spare += round(losses) - losses
            surplus = fighting - round(losses) - len(leg.cluster)
            after[leg.source] = max(1, have - fighting)
            after.update(dict.fromkeys(leg.cluster, 1))
            if surplus > 0 and together is not None:
                after[together] += surplus
            elif surplus > 0:
                self._spread(after, [leg.source, *leg.cluster], surplus)
        return [(territory, self.seat, armies) for territory, armies in after.items()], spare

    def _spread(self, after: dict[int, int], places: Sequence[int], surplus: int) -> None:
        """Add surplus armies to ``after``, in proportion to the enemies beside each place."""
        owner, armies, v = self.owner, self.armies, self.v
        threats = []
        for territory in places:
            threat = 0
            for other in v.approaches[territory]:
                if owner[other] != self.seat and other not in after:
                    threat = max(threat, armies[other] + 1 if v.attacks[owner[other]] else 1)
            threats.append(threat)
        total, left = sum(threats), surplus
        if total:
            for territory, threat in zip(places, threats, strict=True):
                share = surplus * threat // total
                after[territory] += share
                left -= share
        after[places[threats.index(max(threats))] if total else places[-1]] += left
