"""Compare estimated chances with the results of games between bots."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots import make_bot
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game import Game
from risk_tui.laboratory.one_game import MAX_STEPS, play_steps
from risk_tui.laboratory.statistics import wilson_interval
from risk_tui.story.chances import PlayoutResult, blend_estimates, play_from, quick_chances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.laboratory.one_game import Match
    from risk_tui.story.chances import Shares

BINS = 10
"""The number of bins for chances from 0 to 1."""


class CalibrationTask(NamedTuple):
    """The number of a game of a match, and of games to continue from one moment of it."""

    match: Match
    number: int
    playouts: int


class Prediction(NamedTuple):
    """The chances of the remaining seats at a moment of a game, and their shares of the win."""

    chances: Shares
    won: Shares


class Bin(NamedTuple):
    """The predictions from ``least`` up to the next bin; ``chances`` is their number.

    ``predicted`` is their mean, ``won`` the share that came true (0 to 1); ``low`` and ``high`` are
    the 95 % interval of that share.
    """

    least: float
    chances: int
    predicted: float
    won: float
    low: float
    high: float

    @property
    def is_calibrated(self) -> bool:
        """True if the mean prediction is in the interval."""
        return self.low <= self.predicted <= self.high


def predict(task: CalibrationTask) -> Prediction | None:
    """Play a game, and estimate the chances at the start of a random turn.

    Runs in a worker process.

    Returns:
        ``None`` if no seat wins within the limits of rounds and steps, or there was no turn.
    """
    header = task.match.game(task.number)
    seed, seats = header.seed or "", header.setup.seats
    game, rng = Game(header.setup, seeded_chance(seed)), random.Random(f"calibrate/{seed}")
    bots = [make_bot(taken.player, f"{seed}/{seat}") for seat, taken in enumerate(header.seats)]
    moment, turns = game, 0
    for steps, record in enumerate(play_steps(game, bots), 1):
        new_rounds = [event.round for event in record.events if isinstance(event, TurnBegan)]
        if steps >= MAX_STEPS or any(number > task.match.rounds for number in new_rounds):
            return None
        if new_rounds and game.decision is not None:
            # Every turn is equally likely to be kept (reservoir sampling).
            turns += 1
            if rng.random() * turns < 1:
                moment = game.copy()
    if not turns:
        return None
    view = moment.view()
    quick = quick_chances(view, seats)
    games = [play_from(moment, number) for number in range(task.playouts)]
    chances = blend_estimates(PlayoutResult(quick, games))
    won = quick_chances(game.view(clear=True), seats)
    left = view.seats_in_game()
    return Prediction(tuple(chances[seat] for seat in left), tuple(won[seat] for seat in left))


def group_into_bins(predictions: Sequence[Prediction]) -> list[Bin]:
    """Group predictions into bins by their chances; empty bins are left out."""
    pairs = [pair for each in predictions for pair in zip(each.chances, each.won, strict=True)]
    bins = []
    for number in range(BINS):
        inside = [pair for pair in pairs if min(int(pair[0] * BINS), BINS - 1) == number]
        if not inside:
            continue
        count, won = len(inside), sum(share for _, share in inside)
        low, high = wilson_interval(won, count)
        mean = sum(chance for chance, _ in inside) / count
        bins.append(Bin(number / BINS, count, mean, won / count, low, high))
    return bins
