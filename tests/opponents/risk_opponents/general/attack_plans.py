"""Plans of attack: the way to take a target, its chance, and the reason for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from risk_opponents.general.aims import WIN_VALUE, Evaluation, Target, targets
from risk_opponents.general.position import FAR_LACKING, Position
from risk_tui.odds.position_odds import extra_die_rolls
from risk_tui.rules.roll_odds import cost_of_first_rolls

MIN_GAIN = 0.1
"""The minimum value of an attack beyond its cost, in armies."""

BONUS_TURNS = 2.5
"""The expected turns of bonus from a well guarded continent."""

SAFE_CHANCE = 0.93
"""The chance of success above which more armies are better used elsewhere."""

FEW_TERRITORIES = 4
"""A player with fewer territories, or a smaller share of the average seat's armies, is nearly
out.
"""
WEAK_SHARE = 0.35

UNBOUNDED = 1e9
"""Means that a score has no known upper bound."""

MOST_BOUNDED = 12
"""The most defenders for which an upper bound of a fight's value is computed."""

PROVOKED_VALUE = 0.35
"""The cost of each enemy army that is provoked."""
WIN_CHANCE_DISCOUNT = 0.35
"""The accepted reduction of the chance of a plan that wins the game."""


class AttackLeg(NamedTuple):
    """One stack's part of a plan: from ``source`` it conquers a cluster.

    ``chance`` is that of taking the whole cluster. ``free_armies`` counts the free armies that take
    part, ``losses`` the mean cost in armies, ``defenders`` the armies in the cluster.
    """

    chance: float
    losses: float
    source: int
    free_armies: int
    cluster: list[int]
    defenders: int


class AttackPlan(NamedTuple):
    """A plan to take a target.

    ``score`` is its expected value in armies, good above 0; ``chance`` that of complete success;
    ``first`` is the least certain leg, which is tried first because it shows most.
    """

    score: float
    chance: float
    first: AttackLeg
    target: Target


class AttackPlans:
    """The targets in a position and the legs for each, computed on demand.

    Targets that can't beat a known plan are skipped.
    """

    __slots__ = ("_gains", "_legs", "_min_chance", "_options", "evaluation")

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        # Plans with a smaller chance are not started; long games turn into wars of attrition.
        self._min_chance = (
            0.62 - 0.12 * evaluation.impatience - (0.07 if len(evaluation.rivals) == 1 else 0.0)
        )
        self._min_chance -= 0.5 * (1.0 - evaluation.loss_weight)
        self._gains: dict[int, float] = {}
        self._legs: dict[int, list[AttackLeg]] = {}
        options = enumerate(targets(evaluation))
        self._options = [(self._bound(target), number, target) for number, target in options]
        self._options.sort(key=_by_bound)

    def best(self, extra: int = 0) -> AttackPlan | None:
        """Return the plan with the best score that is likely enough with ``extra`` armies.

        Returns:
            ``None`` if none is worth its cost.
        """
        best = None
        for bound, number, target in self._options:
            if bound < (MIN_GAIN if best is None else best.score):
                break
            legs = [] if self._is_hopeless(target, extra) else self._legs_of(number, target)
            if not legs:
                continue
            plan = _plan(self.evaluation, target, legs, extra)
            min_chance = self._min_chance - (
                WIN_CHANCE_DISCOUNT if target.worth >= WIN_VALUE else 0.0
            )
            if plan.chance >= min_chance and (best is None or plan.score > best.score):
                best = plan
        return best if best is not None and best.score > MIN_GAIN else None

    def _is_hopeless(self, target: Target, extra: int) -> bool:
        """Return True if all armies that could take a target are too few.

        For a continent these are the armies in and around it, unless all are far away.
        """
        evaluation = self.evaluation
        if target.worth >= WIN_VALUE or target.is_near:
            return False
        if len(target.territories) == 1:
            free, _ = evaluation.routes()
            return free[target.territories[0]] + extra < FAR_LACKING
        around = evaluation.front_armies[target.continent] if target.continent >= 0 else 0
        around = around or evaluation.force
        defenders = sum([evaluation.armies[territory] for territory in target.territories])
        chance = evaluation.odds.conquest_chance(around + extra, defenders)
        return chance < self._min_chance

    def _legs_of(self, number: int, target: Target) -> list[AttackLeg]:
        """Return the legs for a target; none if it is out of reach or better left."""
        if number not in self._legs:
            legs = _attack_legs(self.evaluation, target)
            if self.evaluation.view.rules.hooks.seats_to_spare and not _spares(
                self.evaluation, legs
            ):
                legs = []
            self._legs[number] = legs
        return self._legs[number]

    def _bound(self, target: Target) -> float:
        """Return an upper bound for the score of a target's plan that is quick to compute."""
        if len(target.territories) > 1 or target.worth >= WIN_VALUE or not target.is_near:
            return UNBOUNDED
        defenders = self.evaluation.armies[target.territories[0]]
        if defenders > MOST_BOUNDED or self.evaluation.held_back or target.continent >= 0:
            return UNBOUNDED
        gain = self._gains.get(defenders)
        if gain is None:
            gain = self._gains[defenders] = self._most_gained(defenders)
        return max(0.0, target.worth) + gain

    def _most_gained(self, defenders: int) -> float:
        """Return the most that a fight is worth beyond its target, for any number of attackers."""
        odds, killed = self.evaluation.odds, self.evaluation.kill_value * defenders
        most = -UNBOUNDED
        for armies in range(1, 2 * defenders + 12):
            chance = odds.conquest_chance(armies, defenders)
            if chance >= self._min_chance:
                lost = self.evaluation.loss_weight * odds.losses(armies, defenders)
                most = max(most, killed * (0.35 + 0.65 * chance) - lost)
        return most + killed * 0.65 * (1.0 - chance)

    def reinforcement_needed(self, target: Target) -> tuple[int, int]:
        """Return the source with the largest shortage for a target, and the shortage; 0 for
        none.
        """
        number = next(number for _, number, option in self._options if option is target)
        legs = self._legs_of(number, target)
        first = min(legs, key=_chance)
        return first.source, _armies_lacking(self.evaluation, first)


def _spares(evaluation: Evaluation, legs: list[AttackLeg]) -> bool:
    """Return True if a plan eliminates no seat that should stay in the game."""
    taken = [territory for leg in legs for territory in leg.cluster]
    owner, armies, seat = evaluation.owner, evaluation.armies, evaluation.seat
    hooks = evaluation.view.rules.hooks.seats_to_spare
    needed = {other for hook in hooks for other in hook(evaluation.view, seat)}
    for other in needed.intersection([owner[territory] for territory in taken]):
        lost = [territory for territory in taken if owner[territory] == other]
        left = evaluation.totals[other] - sum([armies[territory] for territory in lost])
        is_weak = left < WEAK_SHARE * sum(evaluation.totals) / len(evaluation.totals)
        if is_weak or evaluation.counts[other] - len(lost) < FEW_TERRITORIES:
            return False
    return True


def _by_bound(option: tuple[float, int, Target]) -> tuple[float, int]:
    """Return the sort key of an option: highest bound first."""
    return -option[0], option[1]


def _chance(leg: AttackLeg) -> float:
    """Return the sort key of a leg: its chance."""
    return leg.chance


def _plan(evaluation: Evaluation, target: Target, legs: list[AttackLeg], extra: int) -> AttackPlan:
    """Evaluate a plan for a target with ``extra`` armies yet to be placed."""
    if extra:
        legs = _share_out(evaluation, legs, extra)
    chance, losses, defenders, armies_left = 1.0, 0.0, 0, 0.0
    for leg in legs:
        chance *= leg.chance
        losses += leg.losses
        defenders += leg.defenders
        armies_left += max(0.0, leg.free_armies - leg.losses - len(leg.cluster) + 1)
    worth = target.worth
    if target.continent >= 0:
        worth += _bonus_value(evaluation, target.continent, armies_left)
    score = chance * worth + evaluation.kill_value * defenders * (0.35 + 0.65 * chance)
    score -= evaluation.loss_weight * losses
    if evaluation.view.rules.hooks.provoked_armies:
        score -= PROVOKED_VALUE * _provoked(evaluation, legs)
    first = legs[0] if len(legs) == 1 else min(legs, key=_chance)
    return AttackPlan(score, chance, first, target)


def _provoked(evaluation: Evaluation, legs: list[AttackLeg]) -> float:
    """Return the number of enemy armies that a plan provokes."""
    taken = {territory for leg in legs for territory in leg.cluster}
    view = evaluation.view
    return float(sum([provoked(view, taken) for provoked in view.rules.hooks.provoked_armies]))


def _bonus_value(evaluation: Evaluation, continent: int, armies_left: float) -> float:
    """Return the value of a continent's bonus with ``armies_left`` armies to guard it."""
    bonus = evaluation.analysis.board.continents[continent].bonus
    guard = armies_left + 3.0
    return bonus * (0.4 + BONUS_TURNS * guard / (guard + evaluation.outside_threat(continent)))


def _attack_legs(evaluation: Evaluation, target: Target) -> list[AttackLeg]:
    """Return one leg per cluster of the target; empty if a cluster can't be reached."""
    spent: dict[int, int] = {}
    legs = []
    alone = len(target.territories) == 1
    for cluster in [list(target.territories)] if alone else evaluation.clusters(target.territories):
        source, free = best_source(evaluation, evaluation.owner, evaluation.armies, cluster, spent)
        if source < 0:
            source = _extend_to_front(evaluation, cluster)
            if source < 0:
                return []
            free = evaluation.armies[source] - 1 - spent.get(source, 0)
        if evaluation.wastes and not evaluation.first_steps(source, cluster):
            return []
        leg = _make_leg(evaluation, source, free, cluster)
        spent[source] = spent.get(source, 0) + round(leg.losses) + len(cluster)
        legs.append(leg)
    return legs


def best_source(
    position: Position,
    owner: Sequence[int],
    armies: Sequence[int],
    cluster: Sequence[int],
    spent: Mapping[int, int],
) -> tuple[int, int]:
    """Return the strongest own territory next to a cluster and its armies; -1 for none.

    Half of the free armies of other adjacent territories count.

    Args:
        spent: Armies that are needed elsewhere, by territory.
    """
    seat, held_back, seen = position.seat, position.held_back, set()
    best, most_free, total_free = -1, -1, 0
    for territory in cluster:
        for other in position.neighbours[territory]:
            if owner[other] == seat and other not in seen and other not in held_back:
                seen.add(other)
                free = armies[other] - 1 - spent.get(other, 0)
                total_free += max(0, free)
                if free > most_free:
                    best, most_free = other, free
    return best, most_free + max(0, total_free - max(0, most_free)) // 2


def _extend_to_front(evaluation: Evaluation, cluster: list[int]) -> int:
    """Add the best path to a distant cluster; return the front it starts from, or -1."""
    free, previous = evaluation.routes()
    territory = max(cluster, key=lambda target: (free[target], -target))
    while True:
        territory = previous[territory]
        if territory < 0 or evaluation.owner[territory] == evaluation.seat:
            return territory
        cluster.append(territory)


def _make_leg(evaluation: Evaluation, source: int, free: int, cluster: list[int]) -> AttackLeg:
    defenders = sum([evaluation.armies[territory] for territory in cluster])
    # An army stays in each territory on the way, so fewer take part in the last fights.
    fighting = free - len(cluster) + 1
    odds, more = evaluation.odds, 0.0
    if evaluation.view.rules.hooks.extra_die_rolls:
        more = cost_of_entering(evaluation, source, cluster)
        fighting -= round(more)
    chance, losses = odds.conquest_chance(fighting, defenders), odds.losses(fighting, defenders)
    losses += more
    return AttackLeg(chance, losses, source, free, cluster, defenders)


def cost_of_entering(position: Position, source: int, cluster: Sequence[int]) -> float:
    """Return the extra cost in armies of entering a cluster, due to different first rolls."""
    view, armies = position.view, position.armies
    costs = [
        cost_of_first_rolls(
            view.ruleset.combat, extra_die_rolls(view, source, target), armies[target]
        )
        for target in position.neighbours[source]
        if target in cluster
    ]
    return min(costs, default=0.0)


def _share_out(evaluation: Evaluation, legs: list[AttackLeg], extra: int) -> list[AttackLeg]:
    """Distribute ``extra`` armies: each leg gets what it lacks, the weakest leg last."""
    stronger: list[AttackLeg] = []
    for leg in sorted(legs, key=lambda leg: -leg.chance):
        share = (
            extra
            if len(stronger) == len(legs) - 1
            else min(extra, _armies_lacking(evaluation, leg))
        )
        extra -= share
        stronger.append(_make_leg(evaluation, leg.source, leg.free_armies + share, leg.cluster))
    return stronger


def _armies_lacking(evaluation: Evaluation, leg: AttackLeg) -> int:
    """Return the armies that a leg lacks to be safe; 0 if none."""
    start = leg.free_armies - len(leg.cluster) + 1
    if evaluation.view.rules.hooks.extra_die_rolls:
        start -= round(cost_of_entering(evaluation, leg.source, leg.cluster))
    return evaluation.odds.missing_armies(start, leg.defenders, SAFE_CHANCE)


def first_target(evaluation: Evaluation, leg: AttackLeg) -> int:
    """Return the first target of a leg: the one with the fewest exits, as in a maze.

    Dead ends and corners come first, so that the stack is not drawn away from them.
    """
    cluster = leg.cluster
    targets = evaluation.first_steps(leg.source, cluster)
    if len(targets) == 1:
        return targets[0]

    def rank(target: int) -> tuple[int, float]:
        beyond = sum(other in cluster for other in evaluation.neighbours[target])
        return beyond, evaluation.armies[target] + evaluation.analysis.tiebreak_noise[target]

    return min(targets, key=rank)
