"""The chance of each seat to win: exactly as bots play on, or roughly from the position.

The rough chance uses what a spectator sees: the armies of every seat, those it is about to place,
those expected for its cards, and more of its next income the sooner its turn comes; the seat in
turn gets an extra for moving first. The chances of two seats are in proportion to powers of these
strengths, lower powers in the first rounds. With five or more seats left a leader is held back.
All constants were fitted to games between bots, see ``docs/story.md``.
"""

from __future__ import annotations

import math
import pickle
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots import DEFAULT_BOT, make_bot
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game import Game
from risk_tui.engine.imagination import imagine
from risk_tui.errors import RiskError
from risk_tui.laboratory import runner
from risk_tui.laboratory.one_game import MAX_STEPS, play_steps
from risk_tui.laboratory.statistics import Z_95
from risk_tui.story.cache import Cache, story_sources
from risk_tui.story.look import Series
from risk_tui.story.moments import Timeline
from risk_tui.text.words import pluralize

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from risk_tui.bots.base import Bot
    from risk_tui.engine.view import View
    from risk_tui.laboratory.runner import Workers
    from risk_tui.story.story import Story


def course_of(story: Story) -> bytes:
    """The played game as workers get it."""
    return pickle.dumps((story.timeline.setup, story.timeline.records))


@lru_cache(maxsize=1)
def timeline_of(course: bytes) -> Timeline:
    """The positions of a game, from the bytes that another process was given."""
    # These bytes were made by this program in the process that this one belongs to.
    return Timeline(*pickle.loads(course))


def players(game: Game, seed: str) -> list[Bot]:
    """The computer players who play on, one for each seat."""
    return [make_bot(DEFAULT_BOT, f"{seed}/{seat}") for seat in range(game.setup.seats)]


def play_rounds(
    game: Game, bots: list[Bot], rounds: int, is_decided: Callable[[Game], bool] | None = None
) -> None:
    """Play on until this many more rounds are over, the game is, or it ``is_decided`` at a turn."""
    last = game.view(clear=True).round + rounds
    for steps, record in enumerate(play_steps(game, bots), 1):
        begun = [event.round for event in record.events if isinstance(event, TurnBegan)]
        if steps >= MAX_STEPS or any(number > last for number in begun):
            break
        if begun and is_decided is not None and is_decided(game):
            break


Shares = tuple[float, ...]
"""What each seat has of the victory: 1 for the winner, parts of it as long as nobody has won."""


class Fitted(NamedTuple):
    """What was fitted for a number of players who are left.

    ``power`` is that of what a seat is worth, ``beginning`` the part of it that counts before the
    first round; ``income`` is what an army of an income counts for that comes at once, ``first`` by
    what part the seat in turn is worth more. A logarithm that is above the mean by a ``lead``
    counts as ``lead / (1 + held_back * lead)`` above it.
    """

    power: float
    beginning: float
    income: float
    first: float
    held_back: float = 0.0


FITTED = {
    2: Fitted(7.8, 0.5, 0.8, 0.09),
    3: Fitted(4.5, 0.68, 1.2, 0.09),
    4: Fitted(3.7, 0.55, 1.75, 0.1),
    5: Fitted(4.7, 0.17, 1.6, 0.067, 0.1),
    6: Fitted(6.1, 0.1, 1.6, 0.05, 0.185),
}
"""By the number of players who are left; 6 or more."""
LAST_EARLY_ROUND = 5
"""The round from which on the whole power counts."""
_CARDS_OF_A_SET = 3


def quick_chances(view: View, seats: int) -> Shares:
    """The chances as they follow from how strong every seat is; whoever has won has it all."""
    if view.winners:
        winners = view.winners
        return tuple((seat in winners) / len(winners) for seat in range(seats))
    playing = [seat for seat in range(seats) if view.status[seat] == "playing"]
    fitted = FITTED[min(max(len(playing), min(FITTED)), max(FITTED))]
    early = max(1 - view.round / LAST_EARLY_ROUND, 0)
    power = fitted.power * (1 - (1 - fitted.beginning) * early)
    coming = _coming_turns(view, playing)
    scores: dict[int, float] = {}
    for seat in playing:
        armies = view.armies_of(seat)
        if not armies and view.round:
            continue  # about to leave the game
        armies += view.unplaced[seat]
        armies += (seat == view.turn) * (view.armies_to_place + view.armies_outside)
        set_value = sum(view.rules.card_sets.values(view.sets_traded_for(seat))) / 2
        worth = armies + set_value * view.card_counts[seat] / _CARDS_OF_A_SET
        if seat in coming:
            worth += fitted.income * coming[seat] * view.income(seat)
        elif seat == view.turn and view.round:
            worth *= 1 + fitted.first
        if worth > 0:
            scores[seat] = power * log(worth)
    strong = [0.0] * seats
    mean = sum(scores.values()) / max(len(scores), 1)
    for seat, score in scores.items():
        lead = score - mean
        strong[seat] = exp(lead / (1 + fitted.held_back * max(lead, 0.0)))
    total = sum(strong)
    return tuple(share / total if total else 1 / seats for share in strong)


def _coming_turns(view: View, playing: Collection[int]) -> dict[int, float]:
    """How soon it is the turn of everybody but the seat in turn: nearly 1 for the next one."""
    order = list(view.listed_seats())
    here = order.index(view.turn) + 1 if view.turn in order else 0
    waiting = [seat for seat in (*order[here:], *order[:here]) if seat in playing]
    return {
        seat: 1 - number / len(playing)
        for number, seat in enumerate(waiting, 1)
        if seat != view.turn
    }


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
        return Z_95 * max(chain.from_iterable(self.errors))

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
    for task, future in runner.run_tasks(workers, play_on, chance_tasks(story, games), stopping):
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


CHANCES = Cache("chances", Chances)


def known_chances(story: Story, least: int = 1) -> Chances | None:
    """Return the chances that were estimated before, if by ``least`` games or more."""
    chances = CHANCES.read(story_sources(story))
    if chances is None or chances.games < least or not _is_possible(chances, story):
        return None
    return chances


def story_with_chances(
    story: Story,
    games: int = GAMES,
    jobs: int | None = None,
    show: Callable[[int], None] = lambda done: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Story:
    """Return the story with the chances to win among its series.

    Args:
        story: The story.
        games: Games that are played on from each moment, at least; cached chances may have more.
        jobs: Processes; by default one for each core.
        show: Called with the number of games that have been played.
        stopping: Returns True if the estimate is to be given up.

    Raises:
        RiskError: If the game can't be imagined or played on.
        Stopped: If it was given up.
    """
    chances = known_chances(story, games)
    if chances is None:
        with closing(runner.LocalWorkers(jobs or runner.usable_cores())) as workers:
            chances = estimate_chances(story, games, workers, show, stopping)
        CHANCES.write(story_sources(story), chances)
    return story.with_series(chances.series())


def with_known_chances(story: Story) -> Story:
    """Return the story with the chances to win if they are cached."""
    chances = known_chances(story)
    return story if chances is None else story.with_series(chances.series())


def _is_possible(chances: Chances, story: Story) -> bool:
    """Check whether cached chances, which may be forged, can be those of this game."""
    count = len(chances.moments)
    rows = (*chances.values, *chances.errors)
    return (
        len(chances.values) == len(chances.errors) == len(story.seats)
        and chances.games <= MOST_GAMES
        and count <= MOST_MOMENTS
        and chances.moments == chance_moments(story)
        and all(len(row) == count and all(0 <= value <= 1 for value in row) for row in rows)
    )
