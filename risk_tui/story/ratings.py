"""Ratings of everybody who played, where the library for them is installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.story.player_statistics import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.story.player_statistics import PlayerKey
    from risk_tui.story.saved_result import SavedResult

HOW_TO_HAVE = "Ratings need the package openskill: pip install 'risk-tui[ratings]'"


class Rating(NamedTuple):
    """How strong somebody seems: 25 is where everybody begins; the true strength lies within
    ``error`` of ``mean`` with a chance of 95 %."""

    mean: float
    error: float


def has_ratings() -> bool:
    """Whether the library is installed."""
    return find_spec("openskill") is not None


def ratings(results: Iterable[SavedResult]) -> dict[PlayerKey, Rating]:
    """The ratings after all finished games, the oldest first; none without the library.

    Everybody's place counts (the model of Plackett and Luce). A player with several seats at a
    table is rated by the mean of them.
    """
    if not has_ratings():
        return {}
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    known: dict[PlayerKey, PlackettLuceRating] = {}
    for result in results:
        if not result.is_over or len(result.seats) < 2:
            continue
        keys = [key_of(seat) for seat in result.seats]
        teams = [[known.get(key) or model.rating()] for key in keys]
        rated = model.rate(teams, ranks=[float(seat.place) for seat in result.seats])
        for key in dict.fromkeys(keys):
            own = [team[0] for other, team in zip(keys, rated, strict=True) if other == key]
            mean = sum(each.mu for each in own) / len(own)
            spread = sum(each.sigma for each in own) / len(own)
            known[key] = model.rating(mu=mean, sigma=spread)
    return {key: Rating(each.mu, 2 * each.sigma) for key, each in known.items()}
