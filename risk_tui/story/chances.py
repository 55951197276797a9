"""The chance of each seat to win, estimated by games that computer players play on."""

from __future__ import annotations

import math
import pickle
from functools import lru_cache
from itertools import chain
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots import DEFAULT_BOT, make_bot
from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import TurnBegan
from risk_tui.errors import RiskError
from risk_tui.laboratory.one_game import MAX_STEPS, play_steps
from risk_tui.laboratory.runner import run_tasks
from risk_tui.story.series import Series, series_of
from risk_tui.story.strength import strengths
from risk_tui.story.timeline import Timeline
from risk_tui.text.phrases import pluralize

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from risk_tui.engine.game import Game
    from risk_tui.engine.view import View
    from risk_tui.laboratory.workers import Workers
    from risk_tui.story.story import Story

GAMES, MOST_GAMES = 8, 1000
"""Games that are played on from each moment, and how many may be asked for."""
MOST_MOMENTS = 40
ROUNDS = 6
"""Rounds after which a game is broken off."""
_SHARPNESS = 3
"""The power of the share in strength that comes nearest to the chance to win.

Of the powers 1, 1.5, 2, 2.5, 3 and 4 it made the winners likeliest in 20 games between generals.
"""
_AT_95 = 1.96
"""Standard errors within which 95 of 100 estimates lie."""

Shares = tuple[float, ...]
"""What each seat has of the victory: 1 for the winner, parts of it where a game was broken off."""


class ChanceTask(NamedTuple):
    """Games to be played on from a moment. ``course`` is the played game, pickled, for workers."""

    course: bytes
    moment: int
    games: int


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of each seat to win at some moments, from so many ``games`` each.

    ``values[seat]`` and ``errors[seat]``, the standard errors, have one for every moment.
    """

    games: int
    moments: tuple[int, ...]
    values: tuple[tuple[float, ...], ...]
    errors: tuple[tuple[float, ...], ...]

    @property
    def margin(self) -> float:
        """The greatest distance at 95 % between an estimate and the truth."""
        return _AT_95 * max(chain.from_iterable(self.errors))

    @property
    def basis(self) -> str:
        """What the estimates come from, and how far they may be off."""
        return (
            f"from {pluralize(self.games, 'game')} played on by computer players; "
            f"± {100 * self.margin:.0f} or less at 95 %"
        )

    def series(self) -> Series:
        """The chances in percent, as a series of a story."""
        rows = tuple(tuple(100 * value for value in row) for row in self.values)
        return Series("chance", "Chance to win", self.moments, rows, "%", self.basis)


def check_chances(story: Story) -> None:
    """Raise ``RiskError`` for a game under way: what is hidden in it has a part in its chances."""
    if not story.is_over:
        raise RiskError("the chances to win are shown once the game is over")


def chance_moments(story: Story) -> tuple[int, ...]:
    """At most 40 beginnings of turns, evenly chosen, and the end."""
    *turns, end = story.series[0].moments
    count = min(len(turns), MOST_MOMENTS - 1)
    chosen = [turns[number * len(turns) // count] for number in range(count)]
    return (*chosen, end)


def chance_tasks(story: Story, games: int) -> list[ChanceTask]:
    """The tasks for workers: one for each moment, the longest first."""
    course = pickle.dumps((story.timeline.setup, story.timeline.records))
    return [ChanceTask(course, moment, games) for moment in chance_moments(story)]


def estimate_chances(
    story: Story,
    games: int,
    workers: Workers,
    show: Callable[[int], None] = lambda done: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Chances:
    """Play on from every moment; ``show`` gets the number of games that are done.

    Raises ``RiskError`` where a game cannot be played on, and ``Stopped``.
    """
    check_chances(story)
    shares: dict[int, list[Shares]] = {}
    for task, future in run_tasks(workers, play_on, chance_tasks(story, games), stopping):
        error = future.exception()
        if error is not None:
            raise RiskError(
                f"the game cannot be played on from step {task.moment}: "
                f"{type(error).__name__}: {error}"
            ) from error
        shares[task.moment] = future.result()
        show(len(shares) * games)
    return chances_of(games, shares)


def chances_of(games: int, shares: Mapping[int, Sequence[Shares]]) -> Chances:
    """The chances from what each seat had in the games from each moment."""
    moments = tuple(sorted(shares))
    columns = [list(zip(*shares[moment], strict=True)) for moment in moments]
    return Chances(
        games,
        moments,
        tuple(tuple(map(fmean, row)) for row in zip(*columns, strict=True)),
        tuple(tuple(map(_standard_error, row)) for row in zip(*columns, strict=True)),
    )


def _standard_error(values: Sequence[float]) -> float:
    """The standard error of a mean; one game alone says nothing, so half of all is its error."""
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.5


def play_on(task: ChanceTask) -> list[Shares]:
    """Play on from a moment so many times, in whatever process this is.

    The dice and the players of the first game are the same from every moment, and so on: what
    differs between two moments is the position.
    """
    import risk_tui.registry  # noqa: F401  # this may be the first that the process does

    timeline = _timeline(task.course)
    return [_play_once(timeline, task.moment, number) for number in range(task.games)]


@lru_cache(maxsize=1)
def _timeline(course: bytes) -> Timeline:
    # These bytes were made by this program in the process that this one belongs to.
    return Timeline(*pickle.loads(course))


def _play_once(timeline: Timeline, moment: int, number: int) -> Shares:
    seed, seats = f"chances/{number}", timeline.setup.seats
    game = timeline.game(moment, seeded_chance(seed))
    last = timeline.view(moment).round + ROUNDS
    bots = [make_bot(DEFAULT_BOT, f"{seed}/{seat}") for seat in range(seats)]
    for steps, record in enumerate(play_steps(game, bots), 1):
        rounds = [event.round for event in record.events if isinstance(event, TurnBegan)]
        if steps >= MAX_STEPS or any(number > last for number in rounds):
            break
    return _shares(game, seats)


def _shares(game: Game, seats: int) -> Shares:
    """What each seat has of the victory as a game stands."""
    if game.winners:
        return tuple((seat in game.winners) / len(game.winners) for seat in range(seats))
    return _expected(game.view(), seats)


def _expected(view: View, seats: int) -> Shares:
    """The chances as they follow from how strong every seat is."""
    _, armies, income = series_of({0: view}, range(seats))
    strong = [
        share**_SHARPNESS if view.status[seat] == "playing" else 0.0
        for seat, share in enumerate(strengths(armies, income)[0])
    ]
    total = sum(strong)
    return tuple(share / total if total else 1 / seats for share in strong)
