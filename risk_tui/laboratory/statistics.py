"""Statistics of many games: intervals, sequential tests, comparisons, ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import combinations_with_replacement
from math import ceil, log, sqrt
from typing import Any, NamedTuple

from risk_tui.data.environment import install_command
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import GameResult, Match
from risk_tui.laboratory.runner import Laboratory, Stopped, run_games

Z_95 = 1.959964
"""The two-sided 95 % quantile of the standard normal distribution."""


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share, given ``wins`` out of ``games``.

    It is Wilson's, which is valid near 0 and 1 too (E. B. Wilson, 1927).

    >>> [round(limit, 3) for limit in wilson_interval(60, 100)]
    [0.502, 0.691]
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, Z_95 * Z_95
    middle = share + square / (2 * games)
    margin = Z_95 * sqrt(share * (1 - share) / games + square / (4 * games * games))
    divisor = 1 + square / games
    return max(0.0, (middle - margin) / divisor), min(1.0, (middle + margin) / divisor)


def mean(values: Sequence[float]) -> float:
    """Return the mean; 0 without values."""
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], part: float) -> float:
    """Return the smallest value with at least a share of all values at or below it.

    The percentile of no values is 0. ``part`` is the share, 0 to 1.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([4, 1, 3, 2], 0.95)
    (2, 4)
    """
    ordered = sorted(values)
    return ordered[max(0, ceil(part * len(ordered)) - 1)] if ordered else 0


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Wald's sequential probability ratio test of a share (A. Wald, 1945).

    After every game it decides that the share is ``high`` rather than ``low``, the opposite, or
    that more games are needed. The chance of error is about ``alpha`` if the share is ``low``, and
    ``beta`` if it is ``high``.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, wins: float, games: int) -> float:
        """Return the log-likelihood ratio of ``high`` to ``low`` for this count."""
        lost = games - wins
        return wins * log(self.high / self.low) + lost * log((1 - self.high) / (1 - self.low))

    def verdict(self, wins: float, games: int) -> bool | None:
        """Return True if the share is ``high``, False if ``low``, ``None`` while undecided.

        >>> test = SequentialTest(0.5, 0.55)
        >>> test.verdict(120, 200), test.verdict(110, 200), test.verdict(90, 200)
        (True, None, False)
        """
        ratio = self.ratio(wins, games)
        if ratio >= log((1 - self.beta) / self.alpha):
            return True
        return False if ratio <= log(self.beta / (1 - self.alpha)) else None


RARE_LUCK = 0.1
"""Luck decided a game if fair dice would give the winner that much in at most this share of games.
"""


def summarize(results: Sequence[GameResult], faults: int = 0) -> dict[str, Any]:
    """Return the figures of games with equal numbers of seats, as data for JSON.

    The figures of bots, seats and places in the turn order are of all games, including those that
    were stopped without a winner. Those of the first player, of turns, rounds, steps and leaders,
    and of luck are of finished games.
    """
    games = sorted(results, key=lambda result: result.number)
    finished = [game for game in games if game.finished]
    seats = len(games[0].bots) if games else 0
    bots = list(dict.fromkeys(bot for game in games for bot in sorted(game.bots)))
    return {
        "games": len(games),
        "finished": len(finished),
        "unfinished": len(games) - len(finished),
        "faults": faults,
        "wins": {bot: _round_wins(sum(game.wins_of(bot) for game in games)) for bot in bots},
        "characters": {bot: _bot_figures(games, bot) for bot in bots},
        "seats": [
            {"seat": seat + 1, **_shares([game.share(seat) for game in games])}
            for seat in range(seats)
        ],
        "turn_order": [
            {"place": place + 1, **_shares([game.share(game.order[place]) for game in games])}
            for place in range(seats)
        ],
        "first_player_advantage": round(first_player_advantage(finished), 4),
        "turns": _distribution(sum(game.turns) for game in finished),
        "rounds": _distribution(game.rounds for game in finished),
        "steps": _distribution(game.steps for game in finished),
        "changes_of_leader": _distribution(game.leaders for game in finished),
        "luck": {
            "of_winners": round(
                mean([game.luck[seat] for game in finished for seat in game.winners]), 2
            ),
            "luckiest_won": round(luckiest_won(finished), 4),
            "decided_by_dice": round(decided_by_dice(finished), 4),
        },
        "game_seconds": round(sum(game.seconds for game in games), 3),
        "thinking_seconds": round(sum(sum(game.thinking) for game in games), 3),
    }


def _bot_figures(games: Sequence[GameResult], bot: str) -> dict[str, Any]:
    """Return the figures of one bot."""
    taken = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
    turns = sum(game.turns[seat] for game, seat in taken)
    return {
        "seats": len(taken),
        "games": sum(bot in game.bots for game in games),
        "fair_share": round(mean([game.bots.count(bot) / len(game.bots) for game in games]), 4),
        **_shares([game.wins_of(bot) for game in games]),
        "luck": round(mean([game.luck[seat] for game, seat in taken]), 2),
        "ms_per_turn": round(
            1000 * sum(game.thinking[seat] for game, seat in taken) / max(1, turns), 3
        ),
    }


def _shares(shares: Sequence[float]) -> dict[str, Any]:
    """Return the sum and the mean of shares in victories, with an interval of the mean."""
    wins, games = sum(shares), len(shares)
    low, high = wilson_interval(wins, games)
    return {
        "wins": _round_wins(wins),
        "share": round(mean(shares), 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def _round_wins(number: float) -> float:
    """Round a number of wins; it is whole unless a victory was shared."""
    rounded = round(number, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def _distribution(values: Iterable[int]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "mean": round(mean(ordered), 2),
        "median": percentile(ordered, 0.5),
        "p95": percentile(ordered, 0.95),
    }


def first_player_advantage(finished: Sequence[GameResult]) -> float:
    """Return the win rate of the seats with the first turn, minus their fair share."""
    return mean([game.first_share - 1 / len(game.bots) for game in finished])


def luckiest_won(finished: Sequence[GameResult]) -> float:
    """Return the share of games that the luckiest player won."""
    return mean([game.share(game.luck.index(max(game.luck))) for game in finished])


def decided_by_dice(finished: Sequence[GameResult]) -> float:
    """Return the share of games that were decided by dice.

    These are the games won by the luckiest player with more luck than fair dice give in nine games
    out of ten. If luck decided nothing, the share would be about a tenth.
    """
    return mean([float(any(_was_lucky(game, seat) for seat in game.winners)) for game in finished])


def _was_lucky(game: GameResult, seat: int) -> bool:
    return game.luck[seat] == max(game.luck) > 0 and game.luck_chances[seat] <= RARE_LUCK


class RulesetFigures(NamedTuple):
    """The figures of games by one ruleset. All after ``unfinished`` are of games with a winner."""

    rules: str
    seats: int
    games: int
    unfinished: int
    """The number of games that were stopped without a winner."""
    rounds_median: float
    rounds_p95: float
    turns_median: float
    first_player_advantage: float
    """The win rate of the seat with the first turn above its fair share; negative if below."""
    advantage_interval: tuple[float, float]
    changes_of_leader: float
    """The mean number of changes in a game."""
    decided_by_dice: float

    @property
    def has_winners(self) -> bool:
        """True if any game had a winner."""
        return self.games > self.unfinished


def ruleset_figures(rules: str, seats: int, results: Sequence[GameResult]) -> RulesetFigures:
    """Return the figures of a ruleset from the results of its games."""
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


class Superlatives(NamedTuple):
    """The names of four of several rulesets.

    They are the quickest, the most balanced, the one with most changes of the leader, and the one
    least decided by dice.
    """

    quick: str
    balanced: str
    swingy: str
    skilful: str


def best_by_criterion(rulesets: Sequence[RulesetFigures]) -> Superlatives | None:
    """Return the best ruleset by each of four criteria, without those without a finished game.

    The criteria are the median number of rounds; the advantage of the first turn, judged by the
    limit of its interval that is farther from 0, because few games prove nothing; the changes of
    the leader; and the share of games decided by dice.

    Returns:
        ``None`` if no ruleset has a finished game.
    """
    rulesets = [row for row in rulesets if row.has_winners]
    if not rulesets:
        return None
    return Superlatives(
        quick=min(rulesets, key=lambda row: (row.rounds_median, row.turns_median)).rules,
        balanced=min(rulesets, key=lambda row: max(map(abs, row.advantage_interval))).rules,
        swingy=max(rulesets, key=lambda row: row.changes_of_leader).rules,
        skilful=min(rulesets, key=lambda row: row.decided_by_dice).rules,
    )


class Verdict(NamedTuple):
    """The result of a sequential test; ``beats`` is ``None`` if it is undecided.

    ``stopped`` is True if the player stopped the test before it was decided.
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
    """Play games of a match until the test of a bot's share of wins is decided.

    Games count in the order of their numbers, so the verdict does not depend on the number of
    processes. Games with a fault don't count.

    Args:
        most: The most games to play.
        show: Called after every game that counts, with the number of games so far.
    """
    early: dict[int, GameResult] = {}  # Results that wait for games with lower numbers.
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


class Rating(NamedTuple):
    """The rating of a bot: its mean and standard deviation."""

    mean: float
    deviation: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rating."""
        return self.mean - Z_95 * self.deviation, self.mean + Z_95 * self.deviation


def pairings(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Return the tables of a round robin, each with as many different bots as possible.

    >>> pairings(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> pairings(["a", "b"], 3)
    [('a', 'a', 'b'), ('a', 'b', 'b')]
    """
    different = min(len(bots), seats)
    tables = combinations_with_replacement(bots, seats)
    return [table for table in tables if len(set(table)) == different]


class Ratings:
    """Ratings by the Plackett-Luce model (R. C. Weng, C.-J. Lin, 2011), using openskill.

    Every bot starts at 25. Skill is assumed constant, so the ratings become more certain with every
    game.
    """

    def __init__(self) -> None:
        """Load the model.

        Raises:
            RiskError: If openskill is not installed.
        """
        try:
            model = import_module("openskill.models").PlackettLuce
        except ImportError:
            raise RiskError(
                _(
                    "ratings need the package openskill: {install_command}; without it, --test "
                    "says whether one bot beats another",
                    install_command=install_command("ratings"),
                )
            ) from None
        # With this gamma, deviations shrink as the games imply; the default keeps them larger.
        self._model: Any = model(tau=0.0, gamma=lambda *_: 1.0)

    def rate(self, results: Iterable[GameResult]) -> dict[str, Rating]:
        """Return the ratings of all bots, best first. Games are rated in the order given."""
        ratings: dict[str, Any] = {}
        for result in results:
            known = [ratings.setdefault(bot, self._model.rating()) for bot in result.bots]
            before = [self._model.rating(mu=rating.mu, sigma=rating.sigma) for rating in known]
            places = [float(place) for place in result.places]
            after = self._model.rate([[rating] for rating in before], ranks=places)
            updates: dict[str, tuple[float, float]] = {}
            for bot, old, (new,) in zip(result.bots, before, after, strict=True):
                # Combine the updates of a bot with several seats.
                change, factor = updates.get(bot, (0.0, 1.0))
                updates[bot] = change + new.mu - old.mu, factor * new.sigma / old.sigma
            for bot, (change, factor) in updates.items():
                old = ratings[bot]
                ratings[bot] = self._model.rating(mu=old.mu + change, sigma=old.sigma * factor)
        found = {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}
        return dict(sorted(found.items(), key=lambda item: -item[1].mean))
