"""Short matches, and workers that are threads of the test."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor

from risk_tui.engine.game_setup import GameSetup
from risk_tui.laboratory.one_game import Match, make_match
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_ruleset
from tests.engine.positions import BOARD


def short_match(
    bots: Sequence[str] = ("recruit", "recruit"),
    seed: str = "seed",
    *,
    limit: int | None = 2,
    **options: int,
) -> Match:
    """Return a match whose games end after some rounds at the latest; ``None`` for no limit."""
    ruleset = load_ruleset("us-1993")
    if limit is not None:
        ruleset = with_turn_limit(ruleset, limit)
    return make_match(GameSetup(BOARD, ruleset, len(bots)), bots, seed, **options)


class Threads:
    """Workers in this process."""

    are_here = True
    capacity = 3

    def __init__(self) -> None:
        self.executor: Executor = ThreadPoolExecutor(2)
        self.restarts = 0

    def restart(self) -> None:
        self.restarts += 1

    def close(self) -> None:
        self.executor.shutdown(cancel_futures=True)
