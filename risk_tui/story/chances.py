"""The chance of each seat to win, estimated by games that computer players play on."""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game
from risk_tui.engine.imagination import imagine
from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import run_tasks
from risk_tui.laboratory.statistics import Z95
from risk_tui.story.playing_on import course_of, play_rounds, players, timeline_of
from risk_tui.story.quick_chances import quick_chances
from risk_tui.story.series import Series
from risk_tui.text.words import pluralize

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from risk_tui.engine.view import View
    from risk_tui.laboratory.runner import Workers
    from risk_tui.story.quick_chances import Shares
    from risk_tui.story.story import Story

GAMES, MOST_GAMES = 8, 1000
"""Games that are played on from each moment, and how many may be asked for."""
MOST_MOMENTS = 40
ROUNDS = 3
"""Rounds after which a game is broken off."""
DECIDED = 0.95
"""The chance by position alone from which a game is broken off, too: it is not open any more."""
QUICK = 2
"""How many games the estimate from the position alone counts for."""


class ChanceTask(NamedTuple):
    """Games to be played on from a moment. ``course`` is the played game, pickled, for workers.

    Unless all ``is_open``, they are imagined from what a spectator sees.
    """

    course: bytes
    moment: int
    games: int
    is_open: bool = True


class Played(NamedTuple):
    """What came of a task: the shares by the position alone, and those of every game."""

    quick: Shares
    games: list[Shares]


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of each seat to win at some moments, from this many ``games`` each.

    ``values[seat]`` and ``errors[seat]``, the standard errors, have one for every moment.
    """

    games: int
    moments: tuple[int, ...]
    values: tuple[tuple[float, ...], ...]
    errors: tuple[tuple[float, ...], ...]

    @property
    def margin(self) -> float:
        """The greatest distance at 95 % between an estimate and the truth."""
        return Z95 * max(chain.from_iterable(self.errors))

    @property
    def basis(self) -> str:
        """How far the estimates may be off, and what they come from, in 66 columns of a chart."""
        margin, games = f"± {100 * self.margin:.0f}", pluralize(self.games, "game")
        return f"{margin} or less at 95 %, by position and {games} of computer players"

    def series(self) -> Series:
        """The chances in percent, as a series of a story."""
        rows = tuple(tuple(100 * value for value in row) for row in self.values)
        return Series("chance", "Chance to win", self.moments, rows, "%", self.basis)


def chance_moments(story: Story) -> tuple[int, ...]:
    """At most 40 beginnings of turns, evenly chosen, and the end."""
    *turns, end = story.series[0].moments
    count = min(len(turns), MOST_MOMENTS - 1)
    chosen = [turns[number * len(turns) // count] for number in range(count)]
    return (*chosen, end)


def chance_tasks(story: Story, games: int) -> list[ChanceTask]:
    """The tasks for workers: one for each moment, the longest first."""
    course = course_of(story)
    return [ChanceTask(course, moment, games, story.is_over) for moment in chance_moments(story)]


def estimate_chances(
    story: Story,
    games: int,
    workers: Workers,
    show: Callable[[int], None] = lambda done: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Chances:
    """Play on from every moment; ``show`` gets the number of games that are done.

    What is hidden in a game under way has no part in its chances: games are imagined from what
    everybody may see. Raises ``RiskError`` where a game cannot be played on, and ``Stopped``.
    """
    played: dict[int, Played] = {}
    for task, future in run_tasks(workers, play_on, chance_tasks(story, games), stopping):
        error = future.exception()
        if error is not None:
            raise RiskError(
                f"the game cannot be played on from step {task.moment}: "
                f"{type(error).__name__}: {error}"
            ) from error
        played[task.moment] = future.result()
        show(len(played) * games)
    return chances_of(games, played)


def chances_of(games: int, played: Mapping[int, Played]) -> Chances:
    """The chances from what each seat had by the position and in the games from each moment."""
    moments = tuple(sorted(played))
    rows = [mixed(played[moment]) for moment in moments]
    weight = QUICK + games
    return Chances(
        games,
        moments,
        tuple(zip(*rows, strict=True)),
        tuple(
            tuple(math.sqrt(value * (1 - value) / (weight + 1)) for value in values)
            for values in zip(*rows, strict=True)
        ),
    )


def mixed(played: Played) -> Shares:
    """The mean of all games, where the estimate from the position counts for several."""
    weight = QUICK + len(played.games)
    return tuple(
        min((QUICK * quick + sum(shares[seat] for shares in played.games)) / weight, 1.0)
        for seat, quick in enumerate(played.quick)
    )


def play_on(task: ChanceTask) -> Played:
    """Play on the games of a task from its moment, in whatever process this is.

    The dice and the players of the first game are the same from every moment, and so on: what
    differs between two moments is the position.
    """
    timeline = timeline_of(task.course)
    view = timeline.view(task.moment)
    game = timeline.game(task.moment, seeded_chance(0)) if task.is_open else None
    shares = [play_on_from(game or view, number) for number in range(task.games)]
    return Played(quick_chances(view, timeline.setup.seats), shares)


def play_on_from(position: Game | View, number: int) -> Shares:
    """The shares after a game that is played on from a position, or from what is seen of one."""
    seed = f"chances/{number}"
    chance = seeded_chance(seed)
    game = position.copy(chance) if isinstance(position, Game) else imagine(position, chance)
    play_rounds(game, players(game, seed), ROUNDS, _is_decided)
    return quick_chances(game.view(clear=True), game.setup.seats)


def _is_decided(game: Game) -> bool:
    """Whether somebody is as good as certain to win."""
    return max(quick_chances(game.view(clear=True), game.setup.seats)) >= DECIDED
