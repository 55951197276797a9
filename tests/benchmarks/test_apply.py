"""The cost of a step, relative to rolling five dice, the least work of any battle.

    python -m pytest tests/benchmarks -n 0 -s

Times differ between machines and runs, so only the ratio is of interest, and no test fails. Only
processor time counts.
"""

from __future__ import annotations

import random
from time import thread_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from risk_tui.engine.actions import Attack
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.rules.library import load_board, load_ruleset
from tests.engine.policy import choose, play

RULES = ["us-1993", "uk-new"]
LIMIT = 6
"""The ratio that a step may cost at most (measured on a quiet machine)."""


def whole_game(rules: str, *, steps: tuple[int, int]) -> tuple[GameSetup, str, list[Record]]:
    """Return the first seeded game of four players whose number of steps is within two bounds."""
    setup = GameSetup(load_board("classic"), load_ruleset(rules), 4)
    for number in range(1000):
        seed = f"benchmark/{number}"
        records = [record for _, record in play(setup, seed, random.Random(seed))]
        if steps[0] <= len(records) <= steps[1]:
            return setup, seed, records
    raise AssertionError("no such game")


def cost_of_five_dice(times: int) -> float:
    """Return the seconds for rolling five dice."""
    roll = random.Random(1).randrange
    began = thread_time()
    for _ in range(times):
        for _ in range(5):
            roll(1, 7)
    return (thread_time() - began) / times


def cost_of_a_step(setup: GameSetup, seed: str, records: list[Record]) -> float:
    """Return the mean seconds of ``apply``, with its dice and record, in a game."""
    apply = Game(setup, seeded_chance(seed)).apply
    actions = [record.action for record in records]
    began = thread_time()
    for action in actions:
        apply(action)
    return (thread_time() - began) / len(actions)


@pytest.mark.parametrize("rules", RULES)
def test_a_step_against_five_dice(benchmark: BenchmarkFixture, rules: str) -> None:
    setup, seed, records = whole_game(rules, steps=(600, 3000))
    # The measurements alternate, because the load of the machine changes; the best counts.
    rounds = [
        (cost_of_a_step(setup, seed, records), cost_of_five_dice(len(records))) for _ in range(15)
    ]
    step, dice = (min(each) for each in zip(*rounds, strict=True))
    ratio = step / dice
    benchmark.extra_info.update(steps=len(records), ratio=round(ratio, 2), limit=LIMIT)
    verdict = "within" if ratio <= LIMIT else "BEYOND"
    print(
        f"\n{rules}: a step {step * 1e6:.2f} µs, five dice {dice * 1e6:.2f} µs, "
        f"ratio {ratio:.2f} ({verdict} {LIMIT}; {len(records)} steps)"
    )
    benchmark.pedantic(cost_of_a_step, args=(setup, seed, records), rounds=5)


@pytest.mark.parametrize("rules", RULES)
def test_replaying_a_game_of_700_steps(benchmark: BenchmarkFixture, rules: str) -> None:
    setup, _, records = whole_game(rules, steps=(700, 3000))
    first = records[:700]
    game = benchmark(Game.replay, setup, first)
    assert game.state() == Game.replay(setup, first).state()


@pytest.mark.parametrize("seat", ["player", "spectator"])
def test_a_view(benchmark: BenchmarkFixture, seat: str) -> None:
    setup, _, records = whole_game("us-1993", steps=(600, 3000))
    attacks = [n for n, record in enumerate(records) if isinstance(record.action, Attack)]
    game = Game.replay(setup, records[: attacks[len(attacks) // 2]])
    assert game.decision is not None
    view = benchmark(game.view, game.decision.seat if seat == "player" else None)
    assert bool(view.offers) is (seat == "player")


def test_copy_and_step(benchmark: BenchmarkFixture) -> None:
    """A copy of the game and one step in it, as a search would do."""
    setup, _, records = whole_game("us-1993", steps=(600, 3000))
    game = Game.replay(setup, records[: len(records) // 2])
    action, chance = choose(random.Random(1), game), seeded_chance("ahead")

    def ahead() -> Record:
        return game.copy(chance).apply(action)

    benchmark(ahead)
