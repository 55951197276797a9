"""Plays a match until a sequential test has its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from risk_tui.laboratory.runner import Stopped, run_games

if TYPE_CHECKING:
    from collections.abc import Callable

    from risk_tui.laboratory.inference import SequentialTest
    from risk_tui.laboratory.match import Match
    from risk_tui.laboratory.result import GameResult
    from risk_tui.laboratory.runner import Laboratory


class Verdict(NamedTuple):
    """What a sequential test says: ``beats`` is ``None`` where it does not know.

    Then it may have been ``stopped`` before the most games were played.
    """

    beats: bool | None
    wins: float
    games: int
    faults: tuple[GameResult, ...]
    stopped: bool = False


def judge_match(
    match: Match,
    bot: str,
    test: SequentialTest,
    most: int,
    laboratory: Laboratory,
    show: Callable[[int], None] = lambda games: None,
) -> Verdict:
    """Play games of a match, up to a limit, until it is known how often a computer player wins.

    The games count in the order of their numbers, whichever ends first: the verdict is the same
    with any number of processes. Games with a fault do not count.
    """
    early: dict[int, GameResult] = {}
    wins, games, number = 0.0, 0, 1
    faults = []
    order = ((match, number) for number in range(1, most + 1))
    try:
        for _, played in run_games(order, laboratory):
            early[played.result.number] = played.result
            while (result := early.pop(number, None)) is not None:
                number += 1
                if result.fault:
                    faults.append(result)
                    continue
                games += 1
                wins += result.wins_of(bot)
                show(games)
                verdict = test.verdict(wins, games)
                if verdict is not None:
                    return Verdict(verdict, wins, games, tuple(faults))
    except Stopped:
        return Verdict(None, wins, games, tuple(faults), stopped=True)
    return Verdict(None, wins, games, tuple(faults))
