"""The cost of odds, relative to the recurrence written by hand for three dice against two.

    python -m pytest tests/benchmarks/test_odds.py -n 0 -s

Times differ between machines and runs, and with what else a machine does, so they are printed and
never asserted. With several workers the benchmarks run, but are not measured.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from risk_tui.odds import DiceChanges, fight_to_finish
from risk_tui.odds.campaign import CampaignMap
from risk_tui.odds.fight import PositionTable, _cached_fight
from risk_tui.odds.roll import roll_outcomes
from risk_tui.odds.routes import best_route, best_visit_order
from risk_tui.rules.library import load_ruleset
from tests.engine.positions import BOARD, at, continent
from tests.odds.rules import CLASSIC, POWERFUL

SIZE = 101
"""0 to 100 armies on each side."""

LIMIT = 3
"""The ratio that the whole table should cost at most."""


def table() -> list[list[float]]:
    """Return the chances of conquest in all positions, by the program."""
    found = PositionTable(roll_outcomes(CLASSIC), won=1.0, a_loss=0.0)
    found.extend_to(SIZE)
    return found.rows


def by_hand() -> list[list[float]]:
    """Return the same chances by formulas with the counts of FAQ Q3.2."""
    w11, l11 = 15 / 36, 21 / 36
    w21, l21 = 125 / 216, 91 / 216
    w31, l31 = 855 / 1296, 441 / 1296
    w12, l12 = 55 / 216, 161 / 216
    w22, t22, l22 = 295 / 1296, 420 / 1296, 581 / 1296
    w32, t32, l32 = 2890 / 7776, 2611 / 7776, 2275 / 7776
    rows = [[0.0] * SIZE for _ in range(SIZE)]
    for attackers in range(1, SIZE):
        row, less = rows[attackers], rows[attackers - 1]
        row[0] = 1.0
        if attackers == 1:
            row[1] = w11 + l11 * less[1]
            for d in range(2, SIZE):
                row[d] = w12 * row[d - 1] + l12 * less[d]
            continue
        least = rows[attackers - 2]
        if attackers == 2:
            row[1] = w21 + l21 * less[1]
            for d in range(2, SIZE):
                row[d] = w22 * row[d - 2] + t22 * less[d - 1] + l22 * least[d]
        else:
            row[1] = w31 + l31 * less[1]
            for d in range(2, SIZE):
                row[d] = w32 * row[d - 2] + t32 * less[d - 1] + l32 * least[d]
    return rows


def seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def best_time(benchmark: BenchmarkFixture) -> str:
    """Return the best time of a benchmark, which has none with several workers."""
    return f"{benchmark.stats.stats.min * 1e3:.1f} ms" if benchmark.stats else "not measured"


def test_the_whole_table_against_the_recurrence_by_hand(benchmark: BenchmarkFixture) -> None:
    for own, other in zip(table()[1:], by_hand()[1:], strict=True):
        assert own == pytest.approx(other, abs=1e-12)
    # The measurements alternate, because the load of the machine changes; the best counts.
    rounds = [(seconds(table), seconds(by_hand)) for _ in range(40)]
    own, hand = (min(each) for each in zip(*rounds, strict=True))
    ratio = own / hand
    benchmark.extra_info.update(ratio=round(ratio, 2), limit=LIMIT)
    verdict = "within" if ratio <= LIMIT else "BEYOND"
    print(
        f"\n100x100 chances {own * 1e3:.2f} ms, by hand {hand * 1e3:.2f} ms, "
        f"ratio {ratio:.2f} ({verdict} {LIMIT})"
    )
    benchmark.pedantic(table, rounds=20)


FIGHTS = {
    "200 against 200": (200, 200, CLASSIC, DiceChanges()),
    "1000 against 1000": (1000, 1000, CLASSIC, DiceChanges()),
    "200 against 200, the roll is seen": (200, 200, load_ruleset("uk-old").combat, DiceChanges()),
    "60 against 60 with a commander": (60, 60, POWERFUL, DiceChanges(commander=True)),
    "20 against 20 with both powers": (20, 20, POWERFUL, DiceChanges(reroll=True, commander=True)),
}


@pytest.mark.parametrize("fight", FIGHTS)
def test_fight_that_is_not_cached(benchmark: BenchmarkFixture, fight: str) -> None:
    attackers, defenders, combat, powers = FIGHTS[fight]
    found = benchmark.pedantic(
        fight_to_finish,
        args=(attackers, defenders, combat),
        kwargs={"dice_changes": powers},
        setup=forget,
        rounds=5,
    )
    assert 0 < found.chance < 1
    print(f"\n{fight}: {best_time(benchmark)}")


def forget() -> None:
    """Clear the caches of earlier fights, but not of rolls."""
    from risk_tui.odds.dice_changes import _stage

    _cached_fight.cache_clear()
    _stage.cache_clear()


@pytest.mark.parametrize("armies", [20, 60])
def test_best_route_across_asia(benchmark: BenchmarkFixture, armies: int) -> None:
    """The route starts in the Ukraine; all other territories are enemies with two armies each."""
    source, places = at("Ukraine"), range(len(BOARD.territories))
    held = [armies if place == source else 2 for place in places]
    land = CampaignMap(BOARD.neighbours, held, frozenset(places) - {source}, CLASSIC)
    route = benchmark.pedantic(best_route, args=(land, source, [at("Japan")]), rounds=5)
    assert route is not None
    print(f"\nto Japan with {armies}: {best_time(benchmark)}")
    sweep = best_visit_order(land, source, continent("Asia"))
    taken = seconds(lambda: best_visit_order(land, source, continent("Asia")))
    assert sweep is not None
    print(f"all of Asia with {armies}: {taken * 1e3:.1f} ms, {len(sweep.territories)} territories")
