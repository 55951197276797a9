"""Compares rulesets by games: how long they take, how fair they are, how often the lead changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from risk_tui.laboratory.inference import mean, percentile, wilson_interval
from risk_tui.laboratory.summary import decided_by_dice, first_player_advantage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.laboratory.result import GameResult


class RulesetFigures(NamedTuple):
    """What games by one ruleset say of it. All but their number is of those that somebody won."""

    rules: str
    seats: int
    games: int
    unfinished: int
    rounds_median: float
    rounds_p95: float
    turns_median: float
    first_player_advantage: float
    """By how much whoever has the first turn wins more than a fair share; below zero for less."""
    advantage_interval: tuple[float, float]
    changes_of_leader: float
    """The mean of a game."""
    decided_by_dice: float


def ruleset_figures(rules: str, seats: int, results: Sequence[GameResult]) -> RulesetFigures:
    """The figures of a ruleset from the results of its games."""
    finished = [game for game in results if game.finished]
    fair = 1 / seats
    low, high = wilson_interval(sum(game.first_share for game in finished), len(finished))
    return RulesetFigures(
        rules=rules,
        seats=seats,
        games=len(results),
        unfinished=len(results) - len(finished),
        rounds_median=percentile([game.rounds for game in finished], 0.5),
        rounds_p95=percentile([game.rounds for game in finished], 0.95),
        turns_median=percentile([sum(game.turns) for game in finished], 0.5),
        first_player_advantage=first_player_advantage(finished),
        advantage_interval=(low - fair, high - fair),
        changes_of_leader=mean([game.leaders for game in finished]),
        decided_by_dice=decided_by_dice(finished),
    )


class Ranking(NamedTuple):
    """Which of several rulesets is quickest, most balanced, swingiest, and least left to luck."""

    quick: str
    balanced: str
    swingy: str
    skilful: str


def rank(rulesets: Sequence[RulesetFigures]) -> Ranking:
    """Rank rulesets: by the median of rounds, by how little the first turn matters (the farther
    limit of its interval, so that few games prove nothing), by changes of the leader, and by the
    share of games that the dice decide.
    """
    return Ranking(
        quick=min(rulesets, key=lambda row: (row.rounds_median, row.turns_median)).rules,
        balanced=min(rulesets, key=lambda row: max(map(abs, row.advantage_interval))).rules,
        swingy=max(rulesets, key=lambda row: row.changes_of_leader).rules,
        skilful=min(rulesets, key=lambda row: row.decided_by_dice).rules,
    )
