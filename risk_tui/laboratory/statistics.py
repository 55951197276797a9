"""What the results of many games say: intervals, sequential tests, comparisons, ratings."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import combinations_with_replacement
from math import ceil, log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import Stopped, run_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from risk_tui.laboratory.one_game import GameResult, Match
    from risk_tui.laboratory.runner import Laboratory


Z95 = 1.959964
"""Standard deviations on both sides that hold 95 % of a normal distribution."""


def wilson_interval(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The interval that a share lies in, 95 % sure, after ``wins`` out of ``games``.

    By Wilson's score, which is sound near 0 and 1 too (E. B. Wilson, 1927).

    >>> [round(limit, 3) for limit in wilson_interval(60, 100)]
    [0.502, 0.691]
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, z * z
    middle = share + square / (2 * games)
    width = z * sqrt(share * (1 - share) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - width) / whole), min(1.0, (middle + width) / whole)


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], part: float) -> float:
    """The least of the values that at least this part of them do not exceed; 0 of nothing.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([4, 1, 3, 2], 0.95)
    (2, 4)
    """
    ordered = sorted(values)
    return ordered[max(0, ceil(part * len(ordered)) - 1)] if ordered else 0


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Wald's sequential probability ratio test of a share (A. Wald, 1945).

    After every game it says whether the share is ``high`` rather than ``low``, the other way
    round, or that more games are needed. It is wrong with a chance of about ``alpha`` where the
    share is ``low``, and of ``beta`` where it is ``high``.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, wins: float, games: int) -> float:
        """The logarithm of how much likelier such a count is with ``high`` than with ``low``."""
        lost = games - wins
        return wins * log(self.high / self.low) + lost * log((1 - self.high) / (1 - self.low))

    def verdict(self, wins: float, games: int) -> bool | None:
        """Whether the share is ``high``; ``None`` while it is not known.

        >>> test = SequentialTest(0.5, 0.55)
        >>> test.verdict(120, 200), test.verdict(110, 200), test.verdict(90, 200)
        (True, None, False)
        """
        ratio = self.ratio(wins, games)
        if ratio >= log((1 - self.beta) / self.alpha):
            return True
        return False if ratio <= log(self.beta / (1 - self.alpha)) else None


RARE_LUCK = 0.1
"""The luck of a winner decided a game if fair dice give as much in one game out of ten."""


def summarize(results: Sequence[GameResult], faults: int = 0) -> dict[str, Any]:
    """The figures of games with the same number of seats, as data for JSON.

    Shares are of all games, those that were broken off included: those nobody won.
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
        "wins": {bot: _whole(sum(game.wins_of(bot) for game in games)) for bot in bots},
        "characters": {bot: _character(games, bot) for bot in bots},
        "seats": [
            {"seat": seat + 1, **_shares([game.share(seat) for game in games])}
            for seat in range(seats)
        ],
        "turn_order": [
            {"place": place + 1, **_shares([game.share(game.order[place]) for game in games])}
            for place in range(seats)
        ],
        "first_player_advantage": round(first_player_advantage(finished), 4),
        "turns": _length(sum(game.turns) for game in finished),
        "rounds": _length(game.rounds for game in finished),
        "steps": _length(game.steps for game in finished),
        "changes_of_leader": _length(game.leaders for game in finished),
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


def _character(games: Sequence[GameResult], bot: str) -> dict[str, Any]:
    """What is counted of one computer player."""
    taken = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
    turns = sum(game.turns[seat] for game, seat in taken)
    return {
        "seats": len(taken),
        "games": len({game.number for game, _ in taken}),
        "fair_share": round(mean([game.bots.count(bot) / len(game.bots) for game in games]), 4),
        **_shares([game.wins_of(bot) for game in games]),
        "luck": round(mean([game.luck[seat] for game, seat in taken]), 2),
        "ms_per_turn": round(
            1000 * sum(game.thinking[seat] for game, seat in taken) / max(1, turns), 3
        ),
    }


def _shares(shares: Sequence[float]) -> dict[str, Any]:
    return _share(sum(shares), len(shares))


def _share(wins: float, games: int) -> dict[str, Any]:
    """Wins, their share, and the interval that it lies in."""
    low, high = wilson_interval(wins, games)
    share = wins / games if games else 0.0
    return {
        "wins": _whole(wins),
        "share": round(share, 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def _whole(number: float) -> float:
    """A number of wins: whole, unless a victory was shared."""
    rounded = round(number, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def _length(values: Iterable[int]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "mean": round(mean(ordered), 2),
        "median": percentile(ordered, 0.5),
        "p95": percentile(ordered, 0.95),
    }


def first_player_advantage(finished: Sequence[GameResult]) -> float:
    """By how much whoever has the first turn wins more than a fair share of the games."""
    return mean([game.first_share - 1 / len(game.bots) for game in finished])


def luckiest_won(finished: Sequence[GameResult]) -> float:
    """The part of the games that the player with the most luck won."""
    return mean([game.share(game.luck.index(max(game.luck))) for game in finished])


def decided_by_dice(finished: Sequence[GameResult]) -> float:
    """The part of the games that the dice decided.

    So count those whose winner had the most luck of all, and more than fair dice give in nine
    games out of ten. Where luck decided nothing, it would be about a tenth of the games.
    """
    return mean([float(any(_was_lucky(game, seat) for seat in game.winners)) for game in finished])


def _was_lucky(game: GameResult, seat: int) -> bool:
    return game.luck[seat] == max(game.luck) > 0 and game.luck_chances[seat] <= RARE_LUCK


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


class Rating(NamedTuple):
    """The rating of a computer player: the middle of what is likely, and how sure that is."""

    mean: float
    deviation: float

    @property
    def interval(self) -> tuple[float, float]:
        """The limits between which the rating lies, 95 % sure."""
        return self.mean - Z95 * self.deviation, self.mean + Z95 * self.deviation


def pairings(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """The tables of a round robin: as many different players at each as there are, or fit.

    >>> pairings(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> pairings(["a", "b"], 3)
    [('a', 'a', 'b'), ('a', 'b', 'b')]
    """
    different = min(len(bots), seats)
    tables = combinations_with_replacement(bots, seats)
    return [table for table in tables if len(set(table)) == different]


class Ratings:
    """Ratings by the model of Plackett and Luce (R. C. Weng, C.-J. Lin, 2011), by openskill.

    Everybody begins at 25; nobody gets better or worse from game to game, so that the ratings grow
    surer with every game.
    """

    def __init__(self) -> None:
        """Raises ``RiskError`` where openskill is not installed."""
        try:
            model = import_module("openskill.models").PlackettLuce
        except ImportError:
            raise RiskError(
                "ratings need the package openskill: pip install 'risk-tui[ratings]'; without it, "
                "--test says whether one computer player beats another"
            ) from None
        # With this gamma the deviation is that of the games; by default it is made larger.
        self._model: Any = model(tau=0.0, gamma=lambda *_: 1.0)

    def rate(self, results: Iterable[GameResult]) -> dict[str, Rating]:
        """The ratings of all who played, the best first. The order of the games is theirs."""
        ratings: dict[str, Any] = {}
        for result in results:
            known = [ratings.setdefault(bot, self._model.rating()) for bot in result.bots]
            before = [self._model.rating(mu=rating.mu, sigma=rating.sigma) for rating in known]
            places = [float(place) for place in result.places]
            after = self._model.rate([[rating] for rating in before], ranks=places)
            learnt: dict[str, tuple[float, float]] = {}
            for bot, old, (new,) in zip(result.bots, before, after, strict=True):
                # Who has several seats learns from each of them.
                change, factor = learnt.get(bot, (0.0, 1.0))
                learnt[bot] = change + new.mu - old.mu, factor * new.sigma / old.sigma
            for bot, (change, factor) in learnt.items():
                old = ratings[bot]
                ratings[bot] = self._model.rating(mu=old.mu + change, sigma=old.sigma * factor)
        found = {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}
        return dict(sorted(found.items(), key=lambda item: -item[1].mean))
