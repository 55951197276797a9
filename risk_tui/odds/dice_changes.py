"""Dice changes of an attacker: a reroll by a card, and the commander.

The attacker uses them after both sides have rolled (US 1980, FAQ part 2). The use with the greatest
chance of conquest is computed exactly, position by position from the end of the fight backwards.
For large armies the commander, and rerolls with three compared pairs, are slow to compute and
matter little, so they are left out. Both are left out if the defender sees the roll, because the
best answer to dice that may still change is unknown.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple, TypeAlias

from risk_tui.odds.roll import TABLE_GROWTH, Distribution, RollOutcome, sum_rows
from risk_tui.rules.combat import (
    NO_DICE_CHANGES,
    SIX,
    CombatRules,
    CombatSection,
    DiceChanges,
    changed_die,
)
from risk_tui.rules.roll_odds import FACES, Dice, rolls

_MAX_POSITIONS_WITH_BOTH, _MAX_POSITIONS_WITH_ONE = 400, 4_000
"""The largest products of both sides' armies for which both powers, or only one, are counted.

Rerolls with at most two compared pairs are always counted.
"""


def applicable_changes(powers: DiceChanges, combat: CombatSection, positions: int) -> DiceChanges:
    """Return the powers that the ruleset has and that are counted in a fight.

    The commander acts only once, so it matters less in longer fights.

    Args:
        positions: The product of both sides' armies.
    """
    if combat.defence_choice == "seen":
        return NO_DICE_CHANGES
    reroll = powers.reroll and combat.reroll
    compared = min(combat.attack_dice, combat.defence_dice)
    reroll = reroll and (compared < 3 or positions <= _MAX_POSITIONS_WITH_ONE)
    maximum = _MAX_POSITIONS_WITH_BOTH if reroll else _MAX_POSITIONS_WITH_ONE
    return DiceChanges(reroll, powers.commander and combat.commander and positions <= maximum)


_FACES = range(1, FACES + 1)

LossOptions: TypeAlias = "tuple[int, int]"
"""The attacker's losses if the dice stay, and if the commander turns the best die to a six.

They are equal without a commander. The defender loses the rest of the compared pairs.
"""

AttackerOption: TypeAlias = "tuple[tuple[LossOptions, int], ...]"
"""A choice of the attacker: its possible losses, and how many faces of a die lead to each."""


class RollGroup(NamedTuple):
    """Rolls that leave the attacker the same options, and the number of ways to roll them."""

    options: tuple[AttackerOption, ...]
    ways: int


@cache
def roll_groups(
    attack_dice: int, defence_dice: int, powers: DiceChanges, any_die: bool
) -> tuple[RollGroup, ...]:
    """Return all rolls of both sides, grouped by the attacker's options.

    Args:
        any_die: True if the attacker may also reroll the defender's dice.
    """
    counts: Counter[tuple[AttackerOption, ...]] = Counter()
    for attack, ways in rolls(attack_dice).items():
        for defence, other_ways in rolls(defence_dice).items():
            counts[_options(attack, defence, powers, any_die)] += ways * other_ways
    return tuple(RollGroup(options, ways) for options, ways in counts.items())


def _options(
    attack: Dice, defence: Dice, powers: DiceChanges, any_die: bool
) -> tuple[AttackerOption, ...]:
    """Return the attacker's options: no reroll first, then a reroll of each different face.

    The commander may follow either.
    """
    losses = _losses(attack, defence, powers.commander)
    options: dict[AttackerOption, None] = {((losses, FACES),): None}
    if powers.reroll and losses[0]:
        rerolls = [
            [(changed_die(attack, face, new), defence) for new in _FACES] for face in set(attack)
        ]
        if any_die:
            rerolls += [
                [(attack, changed_die(defence, face, new)) for new in _FACES]
                for face in set(defence)
            ]
        for reroll in rerolls:
            counts = Counter(_losses(*dice, powers.commander) for dice in reroll)
            options[tuple(sorted(counts.items()))] = None
    return tuple(options)


def _losses(attack: Dice, defence: Dice, commander: bool) -> LossOptions:
    """Return the attacker's losses with these dice, and if the commander turns the best one.

    Both are the same without a commander.
    """
    lost, _ = CombatRules.losses(attack, defence)
    if not commander or not lost:
        return lost, lost
    turned = (
        CombatRules.losses(changed_die(attack, face, SIX), defence)[0] for face in set(attack)
    )
    return lost, min(turned)


def optimal_distribution(
    attackers: int,
    defenders: int,
    combat: CombatSection,
    stop_at: int,
    powers: DiceChanges,
) -> Distribution:
    """Return the ends of a fight with the best use of the attacker's ``powers``."""
    first = _stage(combat, stop_at, powers)
    with TABLE_GROWTH:
        first.extend_to(attackers, defenders)
    stages = list(dict.fromkeys(first.stages))
    reached = {stage: [[0.0] * (defenders + 1) for _ in range(attackers + 1)] for stage in stages}
    reached[first][attackers][defenders] = 1.0
    for current in stages:
        for a in range(attackers, stop_at, -1):
            for d in range(defenders, 0, -1):
                weight, transitions = reached[current][a][d], current.transitions[a][d]
                if not weight or not transitions:
                    continue
                reached[current][a][d] = 0.0
                for (lost, killed, chance), stage in transitions:
                    reached[stage][a - lost][d - killed] += weight * chance
    return [sum_rows([ends[a] for ends in reached.values()]) for a in range(attackers + 1)]


@lru_cache(64)
def _stage(combat: CombatSection, stop_at: int, powers: DiceChanges) -> _FightStage:
    next_stage = None
    if powers.commander:
        next_stage = _stage(combat, stop_at, powers._replace(commander=False))
    return _FightStage(combat, stop_at, powers, next_stage)


Transition: TypeAlias = "tuple[RollOutcome, _FightStage]"
"""An outcome of a roll, and the next stage of the fight."""


class _FightStage:
    """The part of a fight in which the powers stay the same; ``next_stage`` follows it.

    It stores the best use of the powers in every position up to the largest armies requested.
    """

    def __init__(
        self,
        combat: CombatSection,
        stop_at: int,
        powers: DiceChanges,
        next_stage: _FightStage | None,
    ) -> None:
        self._rules = CombatRules(combat)
        self._any_die = combat.rerolled == "any"
        self._stop_at = stop_at
        self._powers = powers
        self.stages: tuple[_FightStage, _FightStage] = (self, next_stage or self)
        """The stage after a roll in which the commander does not act, and if it acts."""
        self._chances: list[list[float]] = []
        """The chances of conquest, by free attackers and defenders."""
        self.transitions: list[list[list[Transition]]] = []
        """The results of the next roll, by free attackers and defenders."""
        self._regions = cache(self._transitions_by_region)

    def extend_to(self, attackers: int, defenders: int) -> None:
        """Extend the tables to all positions up to these armies."""
        if self.stages[1] is not self:
            self.stages[1].extend_to(attackers, defenders)
        for a in range(attackers + 1):
            if a == len(self._chances):
                self._chances.append([1.0])
                self.transitions.append([[]])
            for d in range(len(self.transitions[a]), defenders + 1):
                transitions = self._best_transitions(a, d) if a > self._stop_at else []
                values = [
                    chance * stage._chances[a - lost][d - killed]
                    for (lost, killed, chance), stage in transitions
                ]
                self.transitions[a].append(transitions)
                self._chances[a].append(sum(values, 0.0))

    def _best_transitions(self, a: int, d: int) -> list[Transition]:
        """Return the results of the next roll under the attacker's best choice.

        Returns:
            Empty if the attacker has too few armies to roll.
        """
        if a + 1 < self._rules.armies_needed(d):
            return []
        dice = self._rules.max_attack_dice(a + 1)
        defence = self._rules.max_defence_dice(d, dice)
        compared = min(dice, defence)
        if compared < 3 and self._powers == DiceChanges(reroll=True):
            return self._best_reroll(a, d, dice, defence)
        after = [
            [stage._chances[a - lost][d - compared + lost] for lost in range(compared + 1)]
            for stage in self.stages
        ]
        # Keep the commander if using it gains nothing.
        best_ends = {
            (lost, turned): max((0, lost), (1, turned), key=lambda end: after[end[0]][end[1]])
            for lost in range(compared + 1)
            for turned in range(lost + 1)
        }
        values = {losses: after[stage][lost] for losses, (stage, lost) in best_ends.items()}
        ways: Counter[tuple[int, int]] = Counter()
        for options, count in roll_groups(dice, defence, self._powers, self._any_die):
            best = options[0]
            if len(options) > 1:
                best = max(
                    options, key=lambda option: sum(n * values[losses] for losses, n in option)
                )
            for losses, faces in best:
                ways[best_ends[losses]] += count * faces
        whole = FACES ** (dice + defence + 1)
        return [
            ((lost, compared - lost, number / whole), self.stages[stage])
            for (stage, lost), number in ways.items()
        ]

    def _best_reroll(self, a: int, d: int, dice: int, defence: int) -> list[Transition]:
        """Return ``_best_transitions`` without a commander, for one or two compared pairs."""
        compared: int = min(dice, defence)
        none, one = self._chances[a][d - compared], self._chances[a - 1][d - compared + 1]
        both = self._chances[a - compared][d]
        # The part of the value of losing no army that remains after losing one.
        one_loss_value = (one - both) / (none - both) if compared == 2 and none != both else 0
        starts, transitions = self._regions(dice, defence)
        return transitions[bisect(starts, one_loss_value) - 1]

    def _transitions_by_region(
        self, dice: int, defence: int
    ) -> tuple[list[float], list[list[Transition]]]:
        """Return where the regions of ``reroll_thresholds`` start, and a roll's results in each."""
        whole, compared = FACES ** (dice + defence + 1), min(dice, defence)
        starts, all_ways = zip(*reroll_thresholds(dice, defence, self._any_die), strict=True)
        transitions: list[list[Transition]] = [
            [((lost, compared - lost, n / whole), self) for lost, n in enumerate(ways) if n]
            for ways in all_ways
        ]
        return [float(start) for start in starts], transitions


@cache
def reroll_thresholds(
    attack_dice: int, defence_dice: int, any_die: bool
) -> list[tuple[Fraction, tuple[int, ...]]]:
    """Return the regions of positions in which the attacker makes the same rerolls.

    A position is described by one number, 0 to 1: the part of the value of losing no army that
    remains after losing one. The value of an option is linear in it, so the best options change at
    few points.

    Returns:
        The start of each region, and in how many ways the attacker loses 0, 1 and 2 armies in it.
    """
    options_by_group = [
        ([_by_loss(option) for option in group.options], group.ways)
        for group in roll_groups(attack_dice, defence_dice, DiceChanges(reroll=True), any_die)
    ]
    starts = {Fraction(0)}
    for options, _ in options_by_group:
        for one, other in combinations(options, 2):
            if one[1] != other[1]:
                starts.add(Fraction(one[0] - other[0], other[1] - one[1]))
    inner_starts = sorted(start for start in starts if 0 <= start < 1)
    regions: list[tuple[Fraction, tuple[int, ...]]] = []
    for start, end in pairwise([*inner_starts, Fraction(1)]):
        ways = [0, 0, 0]
        for options, count in options_by_group:
            best = max(options, key=lambda faces: faces[0] + faces[1] * (start + end) / 2)
            ways = [before + count * faces for before, faces in zip(ways, best, strict=True)]
        regions.append((start, tuple(ways)))
    return regions


def _by_loss(option: AttackerOption) -> tuple[int, int, int]:
    """Count the faces of a die by the attacker's losses: none, one, two armies."""
    faces = [0, 0, 0]
    for (lost, _), count in option:
        faces[lost] += count
    return faces[0], faces[1], faces[2]
