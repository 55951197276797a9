"""The chance of each seat to win, estimated from the position alone or by playing games from it.

The estimate from the position uses what a spectator sees. The strength of a seat is the sum of its
armies, the armies it is about to place, those expected for its cards, and a part of its next income
that is larger the sooner its turn comes. The seat in turn gets a bonus for moving first. Chances
are in proportion to a power of the strengths, with a lower exponent in the first rounds. If five or
more seats are left, the chance of a leader is reduced. All constants were fitted to games between
bots, see ``docs/story.md``; a calibration compares chances with the results of such games.
"""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from risk_tui.bots import DEFAULT_BOT, make_bot
from risk_tui.bots.base import Bot
from risk_tui.data.language import _, pluralize
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game import Game
from risk_tui.engine.imagination import sample_game
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.laboratory import runner
from risk_tui.laboratory.one_game import MAX_STEPS, Match, begin_game, play_steps
from risk_tui.laboratory.runner import Workers
from risk_tui.laboratory.statistics import Z_95, wilson_interval
from risk_tui.story.cache import Cache, story_sources
from risk_tui.story.moments import Series, Timeline

if TYPE_CHECKING:
    from risk_tui.story.story import Story


Task = TypeVar("Task")
Result = TypeVar("Result")


def pack_game(story: Story) -> bytes:
    """Pickle the setup and the steps of a game for workers."""
    return pickle.dumps((story.timeline.setup, story.timeline.records))


@lru_cache(maxsize=1)
def unpack_timeline(course: bytes) -> Timeline:
    """Return the timeline of a game that ``pack_game`` pickled."""
    # Unpickling is safe, because the bytes come from the parent process.
    return Timeline(*pickle.loads(course))


def make_players(game: Game, seed: str) -> list[Bot]:
    """Make the bots that continue a game, one per seat."""
    return [make_bot(DEFAULT_BOT, f"{seed}/{seat}") for seat in range(game.setup.seats)]


def play_turns(game: Game, bots: Sequence[Bot], rounds: int) -> Iterator[Game]:
    """Continue a game to the end of its round, and for a number of rounds more.

    Play stops before if the game ends, or after ``MAX_STEPS`` steps.

    Args:
        game: The game, which is changed.
        bots: The bots of all seats.
        rounds: The number of whole rounds.

    Yields:
        The game at the start of each turn.
    """
    last = game.view(clear=True).round + rounds
    for steps, record in enumerate(play_steps(game, bots), 1):
        new_rounds = [event.round for event in record.events if isinstance(event, TurnBegan)]
        if steps >= MAX_STEPS or any(number > last for number in new_rounds):
            break
        if new_rounds:
            yield game


def run_playouts(
    workers: Workers,
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    stopping: Callable[[], bool],
) -> Iterator[tuple[Task, Result]]:
    """Run tasks that play games on the workers, and yield each with its result.

    Raises:
        RiskError: If a task fails.
        Stopped: If a stop was requested.
    """
    for task, future in runner.run_tasks(workers, function, tasks, stopping):
        error = future.exception()
        if error is not None:
            raise RiskError(
                _(
                    "the game cannot be continued: {kind}: {error}",
                    kind=type(error).__name__,
                    error=error,
                )
            ) from error
        yield task, future.result()


Shares = tuple[float, ...]
"""The chance of each seat to win; after the game 1 for the winner, or shared by several."""


class Fitted(NamedTuple):
    """The constants for a number of remaining players.

    ``power`` is the exponent of a seat's strength; ``beginning`` is the part of the exponent that
    counts in round 0. ``income`` is the value of an army of income compared with one on the board.
    ``first`` is the bonus of the seat in turn, as a part of its strength. The score of a seat is
    ``power * log(strength)``; a score above the mean by a ``lead`` counts as
    ``lead / (1 + held_back * lead)`` above it.
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
"""The constants by the number of remaining players; 6 stands for more."""
FULL_POWER_ROUND = 5
"""The round from which the whole exponent counts."""
_CARDS_OF_A_SET = 3


def quick_chances(view: View, seats: int) -> Shares:
    """Estimate the chances from the position alone; after the game the winners share 1."""
    if view.winners:
        winners = view.winners
        return tuple((seat in winners) / len(winners) for seat in range(seats))
    playing = view.seats_in_game()
    fitted = FITTED[min(max(len(playing), min(FITTED)), max(FITTED))]
    early = max(1 - view.round / FULL_POWER_ROUND, 0)
    power = fitted.power * (1 - (1 - fitted.beginning) * early)
    turn_weights = _turn_weights(view, playing)
    scores: dict[int, float] = {}
    for seat in playing:
        armies = view.armies_of(seat)
        if not armies and view.round:
            continue  # The seat is about to be eliminated.
        armies += view.unplaced[seat]
        if seat == view.turn:
            armies += view.armies_to_place + view.armies_outside
        smallest, largest = view.rules.card_sets.values(view.sets_traded_for(seat))
        set_value = (smallest + largest) / 2
        strength = armies + set_value * view.card_counts[seat] / _CARDS_OF_A_SET
        if seat in turn_weights:
            strength += fitted.income * turn_weights[seat] * view.income(seat)
        elif seat == view.turn and view.round:
            strength *= 1 + fitted.first
        if strength > 0:
            scores[seat] = power * log(strength)
    weights = [0.0] * seats
    mean = sum(scores.values()) / max(len(scores), 1)
    for seat, score in scores.items():
        lead = score - mean
        weights[seat] = exp(lead / (1 + fitted.held_back * max(lead, 0.0)))
    total = sum(weights)
    return tuple(weight / total if total else 1 / seats for weight in weights)


def _turn_weights(view: View, playing: Collection[int]) -> dict[int, float]:
    """Return a weight from 0 to 1 for each waiting seat: the larger, the sooner its turn comes."""
    order = list(view.listed_seats())
    here = order.index(view.turn) + 1 if view.turn in order else 0
    waiting = [seat for seat in (*order[here:], *order[:here]) if seat in playing]
    return {
        seat: 1 - number / len(playing)
        for number, seat in enumerate(waiting, 1)
        if seat != view.turn
    }


GAMES, MAX_GAMES = 8, 1000
"""The default and the maximum number of games from each moment."""
MAX_MOMENTS = 40
"""The maximum number of moments for which chances are estimated."""
ROUNDS = 3
"""The number of whole rounds for which a game is continued."""
DECIDED = 0.95
"""The chance of a seat, estimated from the position, at which a continued game is stopped."""
POSITION_WEIGHT = 2
"""The weight of the estimate from the position; a game has the weight 1."""


class ChanceTask(NamedTuple):
    """A number of games to play from a moment of a game, which ``pack_game`` pickled.

    ``is_open`` is True if the game is over, so that its secrets are known. Otherwise they are
    replaced by random ones that a spectator considers possible.
    """

    course: bytes
    moment: int
    games: int
    is_open: bool = True


class PlayoutResult(NamedTuple):
    """The chances from the position alone, and the chances at the end of every game."""

    quick: Shares
    games: list[Shares]


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of each seat to win at some moments, from ``games`` games at each.

    ``values[seat]`` has a chance (0 to 1) for every moment, ``errors[seat]`` its standard error.
    """

    games: int
    moments: tuple[int, ...]
    values: tuple[tuple[float, ...], ...]
    errors: tuple[tuple[float, ...], ...]

    @property
    def margin(self) -> float:
        """The greatest margin of error at 95 % (0 to 1)."""
        return Z_95 * max(chain.from_iterable(self.errors))

    @property
    def basis(self) -> str:
        """The margin of error and the source, in at most 66 columns below a chart."""
        return _(
            "± {margin} or less at 95 %, by position and {games} of bots",
            margin=f"{100 * self.margin:.0f}",
            games=pluralize(self.games, "game"),
        )

    def series(self) -> Series:
        """Return the chances as a series of a story, in percent."""
        rows = tuple(tuple(100 * value for value in row) for row in self.values)
        return Series("chance", _("Chance to win"), self.moments, rows, "%", self.basis)


def chance_moments(story: Story) -> tuple[int, ...]:
    """Return starts of turns, evenly distributed, and the end: at most ``MAX_MOMENTS``."""
    *turns, end = story.series[0].moments
    count = min(len(turns), MAX_MOMENTS - 1)
    chosen = [turns[number * len(turns) // count] for number in range(count)]
    return (*chosen, end)


def chance_tasks(story: Story, games: int) -> list[ChanceTask]:
    """Return a task for each moment, in order."""
    course = pack_game(story)
    return [ChanceTask(course, moment, games, story.is_over) for moment in chance_moments(story)]


def estimate_chances(
    story: Story,
    games: int,
    workers: Workers,
    show: Callable[[int], None] = lambda done: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Chances:
    """Estimate the chances by playing games from every moment.

    Secrets of a game in progress have no effect: they are replaced by random ones.

    Args:
        story: The story of the game.
        games: The number of games from each moment.
        workers: The workers that play.
        show: Called with the number of games that have been played.
        stopping: Returns True if the estimate should be cancelled.

    Raises:
        RiskError: If hidden cards or missions can't be drawn, or a game can't be continued.
        Stopped: If the estimate was cancelled.
    """
    played: dict[int, PlayoutResult] = {}
    for task, result in run_playouts(workers, run_task, chance_tasks(story, games), stopping):
        played[task.moment] = result
        show(len(played) * games)
    return chances_of(games, played)


def chances_of(games: int, played: Mapping[int, PlayoutResult]) -> Chances:
    """Combine the results at all moments.

    Args:
        games: The number of games from each moment.
        played: The results by moment.
    """
    moments = tuple(sorted(played))
    values = tuple(zip(*[blend_estimates(played[moment]) for moment in moments], strict=True))
    weight = POSITION_WEIGHT + games
    # The standard deviation of a beta distribution with this mean and weight.
    errors = (
        tuple(math.sqrt(value * (1 - value) / (weight + 1)) for value in row) for row in values
    )
    return Chances(games, moments, values, tuple(errors))


def blend_estimates(played: PlayoutResult) -> Shares:
    """Return the weighted mean of all games and the estimate from the position."""
    weight = POSITION_WEIGHT + len(played.games)
    return tuple(
        min((POSITION_WEIGHT * quick + sum(shares[seat] for shares in played.games)) / weight, 1.0)
        for seat, quick in enumerate(played.quick)
    )


def run_task(task: ChanceTask) -> PlayoutResult:
    """Play the games of a task; runs in a worker process.

    Games with the same number have the same seed at every moment, so that differences between
    moments come from their positions.
    """
    timeline = unpack_timeline(task.course)
    view = timeline.view(task.moment)
    position = timeline.game(task.moment, seeded_chance(0)) if task.is_open else view
    shares = [play_from(position, number) for number in range(task.games)]
    return PlayoutResult(quick_chances(view, timeline.setup.seats), shares)


def play_from(position: Game | View, number: int) -> Shares:
    """Play a game from a position, and return the chances at its end.

    Args:
        position: The game, or a view from which its secrets are imagined.
        number: The number of the game, which determines its seed.
    """
    seed = f"chances/{number}"
    chance = seeded_chance(seed)
    game = position.copy(chance) if isinstance(position, Game) else sample_game(position, chance)
    seats = game.setup.seats
    for turn in play_turns(game, make_players(game, seed), ROUNDS):
        if max(quick_chances(turn.view(clear=True), seats)) >= DECIDED:
            break
    return quick_chances(game.view(clear=True), seats)


CHANCES = Cache("chances", Chances)
"""The cache of estimated chances."""


def cached_chances(story: Story, least: int = 1) -> Chances | None:
    """Return the cached chances; ``None`` if there are none from at least ``least`` games."""
    chances = CHANCES.read(story_sources(story))
    if chances is None or chances.games < least or not _fits(chances, story):
        return None
    return chances


def story_with_chances(
    story: Story,
    games: int = GAMES,
    show: Callable[[int], None] = lambda done: None,
    stopping: Callable[[], bool] = lambda: False,
    *,
    guest: bool = False,
) -> Story:
    """Return the story with a series of the chances to win, from the cache or by playing.

    Args:
        story: The story.
        games: The minimum number of games from each moment; cached chances may have more.
        show: Called with the number of games that have been played.
        stopping: Returns True if the estimate should be cancelled.
        guest: True for a player on another person's machine, see ``open_shared_workers``.

    Raises:
        RiskError: As for ``estimate_chances``, or if an estimate of another guest is running.
        Stopped: If the estimate was cancelled.
    """
    chances = cached_chances(story, games)
    if chances is None:
        with runner.open_shared_workers(guest=guest) as workers:
            chances = estimate_chances(story, games, workers, show, stopping)
        CHANCES.write(story_sources(story), chances)
    return story.with_series(chances.series())


def with_cached_chances(story: Story) -> Story:
    """Return the story with a series of the chances to win if they are cached."""
    chances = cached_chances(story)
    return story if chances is None else story.with_series(chances.series())


def _fits(chances: Chances, story: Story) -> bool:
    """Check whether cached chances fit the game; the file may have been edited."""
    count = len(chances.moments)
    rows = (*chances.values, *chances.errors)
    return (
        len(chances.values) == len(chances.errors) == len(story.seats)
        and chances.games <= MAX_GAMES
        and count <= MAX_MOMENTS
        and chances.moments == chance_moments(story)
        and all(len(row) == count and all(0 <= value <= 1 for value in row) for row in rows)
    )


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
        ``None`` if no seat wins within the limits of rounds and steps, or there was no turn before.
    """
    header, game, bots = begin_game(task.match, task.number)
    seats, rng = header.setup.seats, random.Random(f"calibrate/{header.seed}")
    moment, turns = game, 0
    for turn in play_turns(game, bots, task.match.rounds):
        if turn.decision is not None:
            # Every turn is equally likely to be kept (reservoir sampling).
            turns += 1
            if rng.random() * turns < 1:
                moment = turn.copy()
    if game.decision is not None or not turns:
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
