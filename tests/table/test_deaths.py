"""Killed terminals; ``python -m tests.soak`` kills more of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.kills import kill_again_and_again, kill_players


def test_a_game_that_is_killed_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    found = kill_again_and_again(tmp_path, 6, seed=3)
    assert found.shown > found.kills
    assert (found.lost, found.doubled, found.unreadable, found.half_made) == (0, 0, 0, 0)


@pytest.mark.parametrize(("people", "bots"), [(2, 1), (6, 0)])
def test_a_table_whose_terminals_are_killed_goes_on_without_a_fork(
    people: int, bots: int, tmp_path: Path
) -> None:
    found = kill_players(tmp_path, people, bots, 4, seed=3)
    assert found.deaths == 4, "the game stands still"
    assert (found.lost, found.forks, found.faults) == (0, 0, 0)
