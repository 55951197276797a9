"""A ladder: who sits at which tables, and the ratings that come of the games."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, NamedTuple

from risk_tui.errors import RiskError
from risk_tui.laboratory.inference import Z95

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.laboratory.result import GameResult


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
