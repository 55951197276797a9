"""Rolls and fights to the finish agree with all rolls, and fast tables with fights.

Printed figures are in ``test_figures``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest

from risk_tui.odds import fast_odds, fight_to_finish, roll_odds
from risk_tui.odds.dice_changes import _stage, optimal_distribution
from risk_tui.odds.fight import FastOdds
from risk_tui.odds.roll import roll_outcomes
from risk_tui.rules.combat import CombatRules, DiceChanges
from tests.odds.rules import (
    CLASSIC,
    FOUR_FOR_THREE,
    ITALIAN,
    NUMBERS_OF_DICE,
    ONE_AGAINST_ONE,
    THREE_FOR_TWO,
    VARIED,
    approx,
    count_losses,
    play_all_rolls,
)


def test_small_fights_agree_with_printed_rolls() -> None:
    """The counts of FAQ Q3.2: one die against one, two against one, one against two."""
    assert fight_to_finish(1, 1, CLASSIC).chance == approx(15 / 36)
    assert fight_to_finish(1, 2, CLASSIC).chance == approx(55 / 216 * 15 / 36)
    first, then = 125 / 216, 91 / 216 * 15 / 36
    assert fight_to_finish(2, 1, CLASSIC).survivors == approx((0, then, first))
    assert fight_to_finish(2, 1, CLASSIC).attacker_losses == approx(2 - (then + 2 * first))


@pytest.mark.parametrize("rules", VARIED)
@pytest.mark.parametrize("stop_at", [0, 2, 5])
def test_chances_of_all_ends_add_up_to_one(rules: str, stop_at: int) -> None:
    fight = fight_to_finish(9, 7, VARIED[rules], stop_at=stop_at)
    assert sum(fight.attackers_left) == approx(1)
    assert sum(fight.defenders_left) == approx(1)
    assert fight.chance == approx(sum(fight.survivors))
    # Attackers without a conquest stop with ``stop_at`` armies, or fewer after a double loss.
    stopped = [here - won for here, won in zip(fight.attackers_left, fight.survivors, strict=True)]
    assert not any(stopped[stop_at + 1 :])


def test_stopping_early_saves_armies_and_costs_chances() -> None:
    to_the_end, careful = (
        fight_to_finish(8, 6, CLASSIC),
        fight_to_finish(8, 6, CLASSIC, stop_at=3),
    )
    assert careful.chance < to_the_end.chance
    assert careful.attacker_losses < to_the_end.attacker_losses
    # Fights with more than three survivors are the same.
    assert careful.survivors[4:] == to_the_end.survivors[4:]


@pytest.mark.parametrize(("attackers", "stop_at"), [(0, 0), (3, 3), (3, 9)])
def test_attackers_that_cannot_roll_lose_nothing(attackers: int, stop_at: int) -> None:
    fight = fight_to_finish(attackers, 3, CLASSIC, stop_at=stop_at)
    assert (fight.chance, fight.attacker_losses, fight.defender_losses) == (0, 0, 0)
    assert fight.mean_survivors == 0


@pytest.mark.parametrize("rules", [name for name in VARIED if "seen" not in name])
def test_fights_agree_with_all_rolls(rules: str) -> None:
    combat = VARIED[rules]
    for attackers, defenders in ((1, 2), (2, 3), (3, 3), (2, 4), (6, 5)):
        won, lost = play_all_rolls(attackers, defenders, combat)
        fight = fight_to_finish(attackers, defenders, combat)
        assert (fight.chance, fight.attacker_losses) == approx((float(won), float(lost)))


def test_numbers_of_dice_change_the_odds() -> None:
    assert fight_to_finish(3, 2, THREE_FOR_TWO).chance > fight_to_finish(3, 2, CLASSIC).chance
    assert fight_to_finish(1, 2, THREE_FOR_TWO).chance == approx((15 / 36) ** 2)
    # One free army attacks two with one die each, twice.
    assert fight_to_finish(1, 2, ONE_AGAINST_ONE).chance == approx((15 / 36) ** 2)
    # The third die helps only three defenders.
    assert fight_to_finish(3, 2, ITALIAN) == fight_to_finish(3, 2, CLASSIC)
    assert fight_to_finish(3, 3, ITALIAN).chance < fight_to_finish(3, 3, CLASSIC).chance
    assert fight_to_finish(3, 3, FOUR_FOR_THREE) == fight_to_finish(3, 3, CLASSIC)


@pytest.mark.parametrize("rules", VARIED)
def test_fast_tables_agree_with_fights(rules: str) -> None:
    combat = VARIED[rules]
    for attackers, defenders in ((1, 1), (7, 12), (63, 64), (40, 90), (200, 200)):
        fight, table = fight_to_finish(attackers, defenders, combat), fast_odds(combat)
        won, lost = fight.chance, fight.attacker_losses
        assert table.conquest_chance(attackers, defenders) == pytest.approx(won, abs=1e-12)
        assert table.losses(attackers, defenders) == pytest.approx(lost, abs=1e-10)


@pytest.mark.parametrize(("attackers", "defenders", "stop_at"), [(-1, 1, 0), (1, 0, 0), (1, 1, -1)])
def test_numbers_out_of_range_are_refused(attackers: int, defenders: int, stop_at: int) -> None:
    with pytest.raises(ValueError, match="at least one defender"):
        fight_to_finish(attackers, defenders, CLASSIC, stop_at=stop_at)


def test_fast_tables_accept_any_numbers() -> None:
    table = fast_odds(CLASSIC)
    assert table.conquest_chance(0, 5) == table.conquest_chance(-3, 5) == table.losses(-3, 5) == 0.0
    assert table.conquest_chance(5, 0) == 1.0
    assert table.conquest_chance(3000, 1000) == pytest.approx(1.0)
    assert table.conquest_chance(1000, 3000) == pytest.approx(0.0, abs=1e-9)
    assert 700 < table.losses(3000, 1000) < 900


@pytest.mark.parametrize("rules", VARIED)
def test_scaled_losses_are_right_for_a_small_side(rules: str) -> None:
    quick = fast_odds(VARIED[rules])
    for free, defenders in ((20_000, 1), (12_345, 7), (5, 20_000), (900, 30), (40, 900)):
        exact = fight_to_finish(min(free, 400), min(defenders, 400), VARIED[rules])
        assert quick.losses(free, defenders) == pytest.approx(exact.attacker_losses, rel=0.03)
        chance = quick.conquest_chance(free, defenders)
        assert chance == pytest.approx(exact.chance, abs=0.001)


@pytest.fixture
def restless() -> Iterator[None]:
    """Let threads take turns as often as possible."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-7)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("restless")
def test_tables_may_grow_in_several_threads() -> None:
    """Bots and stories think in threads of their own, and share tables."""
    sizes = range(1, 120)
    requested = [size for size in sizes for _ in range(4)]
    expected = list(map(FastOdds(CLASSIC).conquest_chance, sizes, sizes))
    for _ in range(10):
        shared = FastOdds(CLASSIC)
        with ThreadPoolExecutor(4) as threads:
            computed = list(threads.map(shared.conquest_chance, requested, requested))
        assert computed[::4] == expected


@pytest.mark.usefixtures("restless")
def test_stages_of_a_commander_may_grow_in_several_threads() -> None:
    def ask(defenders: int) -> list[list[float]]:
        return optimal_distribution(40, defenders, CLASSIC, 0, DiceChanges(commander=True))

    sizes = range(37, 41)
    expected = list(map(ask, sizes))
    for _ in range(4):
        _stage.cache_clear()
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(ask, sizes)) == expected


@pytest.mark.parametrize("dice", [(1, 1), (2, 2), (3, 1), (3, 2), (2, 3), (3, 3)])
def test_odds_agree_with_all_rolls(dice: tuple[int, int]) -> None:
    assert count_losses(*dice) == {
        (lost, killed): ways for lost, killed, ways in roll_odds(*dice).outcomes
    }
    assert roll_odds(*dice).total == 6 ** sum(dice)


@pytest.mark.parametrize("combat", NUMBERS_OF_DICE)
def test_both_sides_roll_as_many_dice_as_allowed(combat: dict[str, int]) -> None:
    """Editions differ in dice, and in the armies for them (FAQ Q2.6.1)."""
    section = CLASSIC.model_copy(update=combat)
    rule, shares = CombatRules(section), roll_outcomes(section)
    for free, defenders in product(range(1, 6), repeat=2):
        attack = rule.max_attack_dice(free + 1)
        odds = roll_odds(attack, rule.max_defence_dice(defenders, attack))
        assert shares.at(free, defenders) == tuple(
            (lost, killed, float(odds.chance(lost))) for lost, killed, _ in odds.outcomes
        )


@pytest.mark.parametrize("dice", [(0, 1), (1, 0)])
def test_roll_needs_dice_on_both_sides(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="at least one die"):
        roll_odds(*dice)
