"""One roll of both sides' dice, counted exactly (FAQ Q3.2), and the best defence.

A number of defence dice is rated as in FAQ Q3.1 and Q3.3: by the mean loss of an attacker who has
unlimited armies and rolls the same number of dice until the territory falls. A defender who decides
before the roll does best with all dice. A defender who sees the roll has a best answer to every
roll, which is computed by policy iteration, in fractions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, frexp, inf, ldexp, nextafter, prod
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from risk_tui.rules.combat import NO_EXTRA_DICE, SIX, CombatRules, CombatSection, ExtraDieRolls

FACES = SIX
"""The number of faces of a die."""

Dice: TypeAlias = "tuple[int, ...]"
"""The faces of a roll, from high to low."""


class RollResult(NamedTuple):
    """An outcome of a roll; ``ways`` counts the equally likely rolls with this outcome."""

    attacker_losses: int
    defender_losses: int
    ways: int


@dataclass(frozen=True, slots=True)
class RollOdds:
    """All outcomes of one roll; their ``ways`` add up to ``total``."""

    outcomes: tuple[RollResult, ...]
    total: int

    def chance(self, attacker_losses: int) -> Fraction:
        """Return the chance that the attacker loses exactly this number of armies.

        >>> roll_odds(3, 2).chance(attacker_losses=0)
        Fraction(1445, 3888)
        """
        ways = [
            outcome.ways for outcome in self.outcomes if outcome.attacker_losses == attacker_losses
        ]
        return Fraction(sum(ways), self.total)

    @property
    def mean_attacker_losses(self) -> Fraction:
        """The attacker's mean loss in armies."""
        return Fraction(
            sum(outcome.attacker_losses * outcome.ways for outcome in self.outcomes), self.total
        )


@cache
def rolls(dice: int) -> Mapping[Dice, int]:
    """Return every roll of a number of dice, with the number of ways to roll it.

    >>> rolls(2)[6, 5], sum(rolls(2).values())
    (2, 36)
    """
    return {
        roll: factorial(dice) // prod(map(factorial, Counter(roll).values()))
        for roll in combinations_with_replacement(range(FACES, 0, -1), dice)
    }


@cache
def roll_odds(attack_dice: int, defence_dice: int) -> RollOdds:
    """Return the outcomes of one roll, in ascending order of the attacker's losses.

    The highest dice are compared pair by pair, and the defender wins ties. Each side may roll any
    number of dice from 1 on.

    Raises:
        ValueError: If a side has no dice.

    >>> [outcome.ways for outcome in roll_odds(3, 1).outcomes]
    [855, 441]
    """
    if attack_dice < 1:
        raise ValueError("a roll takes at least one die on each side")
    return merge_outcomes(
        [(losses_against(roll, defence_dice), ways) for roll, ways in rolls(attack_dice).items()]
    )


@cache
def losses_against(attack: Dice, defence_dice: int) -> RollOdds:
    """Return the outcomes of a defence roll against known attack dice.

    Raises:
        ValueError: If there are no defence dice.
    """
    if defence_dice < 1:
        raise ValueError("a roll takes at least one die on each side")
    counts: Counter[tuple[int, int]] = Counter()
    for defence, ways in rolls(defence_dice).items():
        counts[CombatRules.losses(attack, defence)] += ways
    return _to_odds(counts, FACES**defence_dice)


def at_most(odds: RollOdds, armies: int) -> RollOdds:
    """Return the odds of a roll with the defender's losses capped at ``armies``."""
    if all(outcome.defender_losses <= armies for outcome in odds.outcomes):
        return odds
    counts: Counter[tuple[int, int]] = Counter()
    for lost, killed, ways in odds.outcomes:
        counts[lost, min(killed, armies)] += ways
    return _to_odds(counts, odds.total)


def merge_outcomes(parts: Sequence[tuple[RollOdds, int]]) -> RollOdds:
    """Combine the odds of several rolls, each weighted by its number of ways."""
    total = max(odds.total for odds, _ in parts)
    counts: Counter[tuple[int, int]] = Counter()
    for odds, ways in parts:
        for lost, killed, own_ways in odds.outcomes:
            counts[lost, killed] += own_ways * ways * (total // odds.total)
    return _to_odds(counts, total * sum(ways for _, ways in parts))


def _to_odds(counts: Mapping[tuple[int, int], int], total: int) -> RollOdds:
    return RollOdds(tuple(RollResult(*losses, counts[losses]) for losses in sorted(counts)), total)


FAR = 8
"""From this many defenders on, the best number of dice is constant under any valid rules."""


@dataclass(frozen=True, slots=True)
class DefenceChoice:
    """A choice of defence dice for a number of armies, with the odds of a roll and their cost.

    ``dice`` is the number of defence dice for each attack roll; ``expected_loss`` is the attacker's
    mean loss in armies until the last defender is gone.
    """

    odds: RollOdds
    dice: Mapping[Dice, int]
    expected_loss: Fraction


def best_defence(
    combat: CombatSection, attack_dice: int, armies: int, first: ExtraDieRolls = NO_EXTRA_DICE
) -> DefenceChoice:
    """Return the best defence of ``armies`` against ``attack_dice`` dice.

    The choice is constant from ``FAR`` armies on. The expected loss is correct up to ``FAR``
    armies; use ``defence_costs`` for more.

    Args:
        armies: The defenders, at least 1.
        first: The next rolls, if they differ from later ones.
    """
    return _first_defences(combat, attack_dice, first)[min(armies, FAR) - 1]


def best_defence_dice(combat: CombatSection, attack: Dice, armies: int, maximum: int) -> int:
    """Return the best number of dice, up to ``maximum``, for ``armies`` against visible dice.

    Args:
        combat: The combat rules, by which the defender sees the dice.
    """
    costs = defence_costs(combat, len(attack), min(armies, FAR))
    # One army is a rough cost for each further defender, but replays depend on it.
    costs += [costs[-1] + further for further in range(1, armies - FAR + 1)]
    *fewer, same = costs
    return _best_answer(attack, maximum, armies, fewer, same)


def cost_of_first_rolls(combat: CombatSection, first: ExtraDieRolls, armies: int) -> float:
    """Return the attacker's mean extra loss in armies because the ``first`` rolls differ."""
    if not first.rolls or armies < 1:
        return 0.0
    dice = combat.attack_dice
    usual = best_defence(combat, dice, armies).expected_loss
    return float(best_defence(combat, dice, armies, first).expected_loss - usual)


@cache
def _first_defences(
    combat: CombatSection, attack_dice: int, first: ExtraDieRolls
) -> tuple[DefenceChoice, ...]:
    """Return the best defences of 1 to ``FAR`` armies in the next of the ``first`` rolls.

    The best answers to later rolls are known by then, so no policy iteration is needed.
    """
    if not first.rolls or first.lasts:
        return _best_defences(combat, attack_dice, first)
    rules = CombatRules(combat)
    later = _first_defences(combat, attack_dice, first.after_next_roll())
    expected = [Fraction(0), *(choice.expected_loss for choice in later)]
    choices: list[DefenceChoice] = []
    for armies in range(1, FAR + 1):
        fewer, same = expected[:armies], expected[armies]
        maximum = first.defence_dice(rules.max_defence_dice(armies, attack_dice), armies)
        answers = dict.fromkeys(rolls(attack_dice), maximum)
        if rules.defender_sees:
            answers = {roll: _best_answer(roll, maximum, armies, fewer, same) for roll in answers}
        odds = _odds_of_answers(answers, armies)
        choices.append(DefenceChoice(odds, answers, _loss_after(odds, fewer, same)))
    return tuple(choices)


def defence_costs(combat: CombatSection, attack_dice: int, maximum: int) -> list[Fraction]:
    """Return an attacker's expected losses against 0 to ``maximum`` armies.

    FAQ Q3.3 calls them E(N) for three attack dice.
    """
    defences = _best_defences(combat, attack_dice)
    costs = [Fraction(0), *(choice.expected_loss for choice in defences)]
    while len(costs) <= maximum:
        costs.append(_expected_loss(defences[-1].odds, costs))
    return costs[: maximum + 1]


@cache
def _best_defences(
    combat: CombatSection, attack_dice: int, extra: ExtraDieRolls = NO_EXTRA_DICE
) -> tuple[DefenceChoice, ...]:
    """Return the best defences of 1 to ``FAR`` armies if every roll has the same extra dice."""
    rules = CombatRules(combat)
    choices: list[DefenceChoice] = []
    for armies in range(1, FAR + 1):
        fewer = [Fraction(0), *(choice.expected_loss for choice in choices)]
        maximum = extra.defence_dice(rules.max_defence_dice(armies, attack_dice), armies)
        odds = roll_odds(attack_dice, maximum)
        all_dice = dict.fromkeys(rolls(attack_dice), maximum)
        choice = DefenceChoice(odds, all_dice, _expected_loss(odds, fewer))
        choices.append(_best_by_roll(choice, maximum, fewer) if rules.defender_sees else choice)
    return tuple(choices)


def _best_by_roll(choice: DefenceChoice, maximum: int, fewer: list[Fraction]) -> DefenceChoice:
    """Return the defence with the best answer to every roll, found by policy iteration.

    A roll without defence losses leads back to the same number of armies, so the value of each
    answer depends on all others.

    Args:
        choice: The defence to start from.
    """
    while True:
        same = choice.expected_loss
        answers = {
            roll: _best_answer(roll, maximum, len(fewer), fewer, same) for roll in choice.dice
        }
        if answers == choice.dice:
            return choice
        odds = _odds_of_answers(answers, len(fewer))
        choice = DefenceChoice(odds, answers, _expected_loss(odds, fewer))


def _best_answer(
    attack: Dice, maximum: int, armies: int, fewer: list[Fraction], same: Fraction
) -> int:
    """Return the number of dice of ``armies`` that costs the attacker most; see ``_loss_after``."""
    return max(
        range(maximum, 0, -1),
        key=lambda dice: _loss_after(at_most(losses_against(attack, dice), armies), fewer, same),
    )


def _odds_of_answers(answers: Mapping[Dice, int], armies: int) -> RollOdds:
    """Return the odds of a roll if ``armies`` answer each attack roll with a number of dice."""
    parts = [
        (at_most(losses_against(roll, dice), armies), rolls(len(roll))[roll])
        for roll, dice in answers.items()
    ]
    return merge_outcomes(parts)


def _expected_loss(odds: RollOdds, fewer: list[Fraction]) -> Fraction:
    """Return the expected loss against one army more than ``fewer`` covers, if all rolls are alike.

    Args:
        fewer: The expected losses against 0, 1, 2, … armies.
    """
    # Solve for the expected loss: a roll without defence losses costs armies and is repeated.
    again = sum(outcome.ways for outcome in odds.outcomes if not outcome.defender_losses)
    return _loss_after(odds, fewer, Fraction(0)) / (1 - Fraction(again, odds.total))


def _loss_after(odds: RollOdds, fewer: list[Fraction], same: Fraction) -> Fraction:
    """Return the attacker's expected loss in a roll and all later ones.

    Args:
        fewer: The expected losses against 0, 1, 2, … armies, up to one less than there are.
        same: The expected loss after a roll without defence losses.
    """
    losses = [*fewer, same]
    return sum(
        outcome.ways * (outcome.attacker_losses + losses[-1 - outcome.defender_losses])
        for outcome in odds.outcomes
    ) / Fraction(odds.total)


Ends: TypeAlias = "list[list[float]]"

_MANTISSA_BITS = 53


class FightBalance(NamedTuple):
    """The changes to the chances of a fight; the defaults are those of SMG Studio."""

    win_cutoff: float = 0.05
    """A side with at most this chance of winning never wins."""
    win_power: float = 1.3
    """Larger values make the likelier side surer to win."""
    end_cutoff: float = 0.1
    """The total chance that is cut off at either end; less than 0.5."""
    end_power: float = 1.8
    """Larger values make likely ends likelier."""

    def of_winning(self, chance: float) -> float:
        """Return the balanced chance of winning for a side that wins by dice with ``chance``."""
        won = self._win_chance_before_cutoff(chance)
        return min(max((won - self.end_cutoff) / (1 - 2 * self.end_cutoff), 0.0), 1.0)

    def _win_chance_before_cutoff(self, chance: float) -> float:
        """Return the balanced chance of winning before the best and worst ends are cut off."""
        if chance <= self.win_cutoff:
            return 0.0
        if 1 - chance <= self.win_cutoff:
            return 1.0
        won, lost = (_power(side, self.win_power) for side in (chance, 1 - chance))
        return won / (won + lost)

    def balanced_distribution(self, ends: Sequence[Sequence[float]]) -> Ends:
        """Return the balanced chances of a fight's ends, which add up to 1.

        Args:
            ends: The chances by dice.
        """
        order = _best_first(ends)
        chances = [ends[attackers][defenders] for attackers, defenders in order]
        wins = sum(defenders == 0 for _, defenders in order)
        won = self._win_chance_before_cutoff(sum(chances[:wins]))
        chances = _scaled(chances[:wins], won) + _scaled(chances[wins:], 1 - won)
        chances = _without_tails(chances, self.end_cutoff)
        raised = [_power(chance, self.end_power) if chance else 0.0 for chance in chances]
        won = min(sum(chances[:wins]), 1.0)
        chances = _scaled(raised[:wins], won) + _scaled(raised[wins:], 1 - won)
        balanced = [[0.0] * len(row) for row in ends]
        for (attackers, defenders), chance in zip(order, chances, strict=True):
            balanced[attackers][defenders] = chance
        return balanced


def _best_first(ends: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the possible ends as (free attackers, defenders), the attacker's best end first."""
    possible = (
        (attackers, defenders)
        for attackers, row in enumerate(ends)
        for defenders, chance in enumerate(row)
        if chance
    )
    return sorted(possible, key=lambda end: (end[1], -end[0]))


def _power(number: float, exponent: float) -> float:
    """Return a power as the nearest float, the same on every machine.

    The last bit of ``**`` depends on the machine's C library, so it is checked with whole numbers.
    For an exponent of p/q, a float is too small if the midpoint between it and the next float,
    raised to q, is less than the number raised to p.
    """
    top, bottom = _ratio(exponent)
    mantissa, shift = _as_integer(number)
    exact, exact_shift = mantissa**top, shift * top
    result: float = number**exponent

    def is_above(one: float, other: float) -> bool:
        """Return True if the midpoint between two neighbouring floats is above the power."""
        (low, low_shift), (high, high_shift) = sorted(
            (_as_integer(one), _as_integer(other)), key=itemgetter(1)
        )
        middle: int = (low + (high << high_shift - low_shift)) ** bottom
        distance = (low_shift - 1) * bottom - exact_shift
        if distance >= 0:
            return bool(middle << distance > exact)
        return bool(middle > exact << -distance)

    while not is_above(result, nextafter(result, inf)):
        result = nextafter(result, inf)
    while is_above(result, nextafter(result, 0.0)):
        result = nextafter(result, 0.0)
    return result


@cache
def _ratio(exponent: float) -> tuple[int, int]:
    """Return the decimal value of an exponent as numerator and denominator."""
    return Fraction(str(exponent)).as_integer_ratio()


def _as_integer(number: float) -> tuple[int, int]:
    """Return a positive number as a whole mantissa and the exponent of a power of two."""
    mantissa, exponent = frexp(number)
    return int(ldexp(mantissa, _MANTISSA_BITS)), exponent - _MANTISSA_BITS


def _scaled(chances: Sequence[float], total: float) -> list[float]:
    """Return the chances scaled to the sum ``total``; zeros stay zeros."""
    now = sum(chances)
    return [chance * total / now if now else 0.0 for chance in chances]


def _without_tails(chances: Sequence[float], share: float) -> list[float]:
    """Cut ``share`` off at either end of the chances, and scale the rest to a sum of 1."""
    left, before = [], 0.0
    for chance in chances:
        after = before + chance
        left.append(max(min(after, 1 - share) - max(before, share), 0.0))
        before = after
    return _scaled(left, 1.0)


class FightCourse(NamedTuple):
    """A fight by dice from its first roll on, with the numbers on which its chances depend.

    ``attack_dice[n - 1]`` is the number of dice of ``n`` free attackers, and
    ``defence_dice[m - 1][k - 1]`` that of ``k`` defenders against ``m`` dice. ``least[k - 1]`` is
    the number of armies that the source needs for a roll against ``k`` defenders, including the one
    that stays. The last entry of each also applies to more armies.
    """

    attackers: int
    defenders: int
    attack_dice: tuple[int, ...]
    defence_dice: tuple[tuple[int, ...], ...]
    least: tuple[int, ...]

    def ends(self) -> Ends:
        """Return the chances of all ends of the fight by dice."""
        ends = [[0.0] * (self.defenders + 1) for _ in range(self.attackers + 1)]
        ends[-1][-1] = 1.0
        for attackers in range(self.attackers, 0, -1):
            dice = _entry_for(self.attack_dice, attackers)
            for defenders in range(self.defenders, 0, -1):
                chance = ends[attackers][defenders]
                if not chance or attackers + 1 < _entry_for(self.least, defenders):
                    continue
                ends[attackers][defenders] = 0.0
                defence = _entry_for(self.defence_dice[dice - 1], defenders)
                odds = roll_odds(dice, defence)
                for lost, killed, ways in odds.outcomes:
                    share = ways / odds.total
                    ends[attackers - lost][max(defenders - killed, 0)] += chance * share
        return ends


def _entry_for(values: Sequence[int], number: int) -> int:
    """Return the entry for ``number`` armies, counted from 1; the last one for more armies."""
    return values[min(number, len(values)) - 1]


@lru_cache(maxsize=256)
def balanced_ends(course: FightCourse, balance: FightBalance) -> tuple[tuple[int, int, float], ...]:
    """Return the ends of a balanced fight, the attacker's best end first.

    Returns:
        The free attackers left, the defenders left, and the chance for each end.
    """
    chances = balance.balanced_distribution(course.ends())
    return tuple(
        [
            (attackers, defenders, chances[attackers][defenders])
            for attackers, defenders in _best_first(chances)
        ]
    )
