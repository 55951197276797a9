"""Fights to the finish against every cast of the dice, and the quick tables against both.

What is printed of them in the sources is in ``test_figures``.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import pytest

from risk_tui.odds import fast_odds, fight_to_finish
from risk_tui.odds.dice_changes import _stage, optimal_distribution
from risk_tui.odds.fight import FastOdds
from risk_tui.rules.combat import CombatRules, DiceChanges
from risk_tui.rules.library import load_ruleset
from tests.odds.rules import (
    CLASSIC,
    FOUR_FOR_THREE,
    ITALIAN,
    ONE_AGAINST_ONE,
    THREE_FOR_TWO,
    VARIED,
    approx,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from risk_tui.rules.combat import CombatSection


def test_a_fight_worked_out_by_hand() -> None:
    """With the counts of FAQ Q3.2: one die against one, and one against two, which never win."""
    assert fight_to_finish(1, 1, CLASSIC).chance == approx(15 / 36)
    assert fight_to_finish(1, 2, CLASSIC).chance == approx(55 / 216 * 15 / 36)
    first, then = 125 / 216, 91 / 216 * 15 / 36
    assert fight_to_finish(2, 1, CLASSIC).survivors == approx((0, then, first))
    assert fight_to_finish(2, 1, CLASSIC).attacker_losses == approx(2 - (then + 2 * first))


@pytest.mark.parametrize("rules", VARIED)
@pytest.mark.parametrize("stop_at", [0, 2, 5])
def test_every_end_is_counted_once(rules: str, stop_at: int) -> None:
    fight = fight_to_finish(9, 7, VARIED[rules], stop_at=stop_at)
    assert sum(fight.attackers_left) == approx(1)
    assert sum(fight.defenders_left) == approx(1)
    assert fight.chance == approx(sum(fight.survivors))
    # Who did not conquer broke off with that many left, or with one less if he lost two at once.
    broke_off = [
        here - won for here, won in zip(fight.attackers_left, fight.survivors, strict=True)
    ]
    assert not any(broke_off[stop_at + 1 :])


def test_stopping_early_keeps_armies_and_costs_chances() -> None:
    to_the_end, careful = (
        fight_to_finish(8, 6, CLASSIC),
        fight_to_finish(8, 6, CLASSIC, stop_at=3),
    )
    assert careful.chance < to_the_end.chance
    assert careful.attacker_losses < to_the_end.attacker_losses
    # Stopping changes nothing about the fights that never come down to three attackers.
    assert careful.survivors[4:] == to_the_end.survivors[4:]


@pytest.mark.parametrize(("attackers", "stop_at"), [(0, 0), (3, 3), (3, 9)])
def test_who_may_not_attack_loses_nothing(attackers: int, stop_at: int) -> None:
    fight = fight_to_finish(attackers, 3, CLASSIC, stop_at=stop_at)
    assert (fight.chance, fight.attacker_losses, fight.defender_losses) == (0, 0, 0)
    assert fight.mean_survivors == 0


@cache
def by_every_cast(
    attackers: int, defenders: int, combat: CombatSection
) -> tuple[Fraction, Fraction]:
    """The chance of conquest, and the attackers lost on average, die by die."""
    if not attackers or not defenders:
        return Fraction(defenders == 0), Fraction(0)
    rule = CombatRules(combat)
    own = rule.max_attack_dice(attackers + 1)
    other = rule.max_defence_dice(defenders, own)
    won = lost = Fraction(0)
    for losses, ways in fallen(own, other).items():
        killed = min(own, other) - losses
        then = by_every_cast(attackers - losses, defenders - killed, combat)
        share = Fraction(ways, 6 ** (own + other))
        won += share * then[0]
        lost += share * (losses + then[1])
    return won, lost


@cache
def fallen(own: int, other: int) -> Counter[int]:
    """How many of all rolls cost the attacker how many armies."""
    ends: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=own + other):
        pairs = zip(
            sorted(faces[:own], reverse=True), sorted(faces[own:], reverse=True), strict=False
        )
        ends[sum(attack <= defence for attack, defence in pairs)] += 1
    return ends


@pytest.mark.parametrize("rules", [name for name in VARIED if "seen" not in name])
def test_fights_agree_with_every_cast(rules: str) -> None:
    combat = VARIED[rules]
    for attackers, defenders in ((1, 2), (2, 3), (3, 3), (2, 4), (6, 5)):
        won, lost = by_every_cast(attackers, defenders, combat)
        fight, table = fight_to_finish(attackers, defenders, combat), fast_odds(combat)
        assert (fight.chance, fight.attacker_losses) == approx((float(won), float(lost)))
        assert table.conquest_chance(attackers, defenders) == pytest.approx(float(won), abs=1e-12)
        assert table.losses(attackers, defenders) == pytest.approx(float(lost), abs=1e-12)


def test_dice_make_a_defender_stronger_or_weaker() -> None:
    assert fight_to_finish(3, 2, THREE_FOR_TWO).chance > fight_to_finish(3, 2, CLASSIC).chance
    assert fight_to_finish(1, 2, THREE_FOR_TWO).chance == approx((15 / 36) ** 2)
    # A single free army attacks two: one die each, twice.
    assert fight_to_finish(1, 2, ONE_AGAINST_ONE).chance == approx((15 / 36) ** 2)
    # With two armies he rolls two dice as ever; with three the third die helps.
    assert fight_to_finish(3, 2, ITALIAN) == fight_to_finish(3, 2, CLASSIC)
    assert fight_to_finish(3, 3, ITALIAN).chance < fight_to_finish(3, 3, CLASSIC).chance
    assert fight_to_finish(3, 3, FOUR_FOR_THREE) == fight_to_finish(3, 3, CLASSIC)


@pytest.mark.parametrize("rules", VARIED)
def test_quick_tables_and_fights_are_one(rules: str) -> None:
    combat = VARIED[rules]
    for attackers, defenders in ((1, 1), (7, 12), (63, 64), (40, 90), (200, 200)):
        fight, table = fight_to_finish(attackers, defenders, combat), fast_odds(combat)
        won, lost = fight.chance, fight.attacker_losses
        assert table.conquest_chance(attackers, defenders) == pytest.approx(won, abs=1e-12)
        assert table.losses(attackers, defenders) == pytest.approx(lost, abs=1e-10)


def test_a_ruleset_shares_its_tables_with_others_of_the_same_dice() -> None:
    combat = load_ruleset("us-1959").combat
    assert combat == CLASSIC
    assert fast_odds(combat) is fast_odds(CLASSIC)


@pytest.mark.parametrize(("attackers", "defenders", "stop_at"), [(-1, 1, 0), (1, 0, 0), (1, 1, -1)])
def test_impossible_numbers_are_refused(attackers: int, defenders: int, stop_at: int) -> None:
    with pytest.raises(ValueError, match="at least one defender"):
        fight_to_finish(attackers, defenders, CLASSIC, stop_at=stop_at)


def test_quick_tables_take_any_number() -> None:
    table = fast_odds(CLASSIC)
    assert table.conquest_chance(0, 5) == table.conquest_chance(-3, 5) == table.losses(-3, 5) == 0.0
    assert table.conquest_chance(5, 0) == 1.0
    assert table.conquest_chance(3000, 1000) == pytest.approx(1.0)
    assert table.conquest_chance(1000, 3000) == pytest.approx(0.0, abs=1e-9)
    assert 700 < table.losses(3000, 1000) < 900


@pytest.mark.parametrize("rules", VARIED)
def test_quick_losses_stay_right_with_a_small_side(rules: str) -> None:
    quick = fast_odds(VARIED[rules])
    for free, defenders in ((20_000, 1), (12_345, 7), (5, 20_000), (900, 30), (40, 900)):
        exact = fight_to_finish(min(free, 400), min(defenders, 400), VARIED[rules])
        assert quick.losses(free, defenders) == pytest.approx(exact.attacker_losses, rel=0.03)
        chance = quick.conquest_chance(free, defenders)
        assert chance == pytest.approx(exact.chance, abs=0.001)


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-7)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("restless")
def test_threads_may_ask_for_larger_and_larger_fights() -> None:
    """The tables grow while others read them: bots and stories think beside the screen."""
    sizes = range(1, 120)
    sought = [size for size in sizes for _ in range(4)]
    expected = list(map(FastOdds(CLASSIC).conquest_chance, sizes, sizes))
    for _ in range(10):
        shared = FastOdds(CLASSIC)
        with ThreadPoolExecutor(4) as threads:
            told = list(threads.map(shared.conquest_chance, sought, sought))
        assert told[::4] == expected


@pytest.mark.usefixtures("restless")
def test_threads_may_ask_for_fights_with_a_commander() -> None:
    def ask(defenders: int) -> list[list[float]]:
        return optimal_distribution(40, defenders, CLASSIC, 0, DiceChanges(commander=True))

    sizes = range(37, 41)
    expected = list(map(ask, sizes))
    for _ in range(4):
        _stage.cache_clear()
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(ask, sizes)) == expected
