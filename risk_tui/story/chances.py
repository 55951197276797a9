"""The chance of each seat to win, from games played on, or from the position alone.

The estimate from the position uses what a spectator sees: the armies of every seat, those it is
about to place, those expected for its cards, and more of its next income the sooner its turn comes;
the seat in turn gets an extra for moving first. The chances of two seats are in proportion to
powers of these strengths, lower powers in the first rounds. With five or more seats left a leader
is held back. All constants were fitted to games between bots, see ``docs/story.md``.
"""

from __future__ import annotations

import math
import pickle
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import exp, log
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots import DEFAULT_BOT, make_bot
from risk_tui.data.language import _, pluralize
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import TurnBegan
from risk_tui.engine.game import Game
from risk_tui.engine.imagination import sample_game
from risk_tui.errors import RiskError
from risk_tui.laboratory import runner
from risk_tui.laboratory.one_game import MAX_STEPS, play_steps
from risk_tui.laboratory.statistics import Z_95
from risk_tui.story.cache import Cache, story_sources
from risk_tui.story.look import Series
from risk_tui.story.moments import Timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from risk_tui.bots.base import Bot
    from risk_tui.engine.view import View
    from risk_tui.laboratory.runner import Workers
    from risk_tui.story.story import Story


def pack_game(story: Story) -> bytes:
    """Pickle the played game for workers."""
    return pickle.dumps((story.timeline.setup, story.timeline.records))


@lru_cache(maxsize=1)
def unpack_timeline(course: bytes) -> Timeline:
    """Return the positions of a game that ``pack_game`` pickled."""
    # The bytes come from the parent process.
    return Timeline(*pickle.loads(course))


def make_players(game: Game, seed: str) -> list[Bot]:
    """Make the bots that play on, one per seat."""
    return [make_bot(DEFAULT_BOT, f"{seed}/{seat}") for seat in range(game.setup.seats)]


def play_rounds(
    game: Game, bots: list[Bot], rounds: int, is_decided: Callable[[Game], bool] | None = None
) -> None:
    """Play until ``rounds`` more rounds or the game are over, or it ``is_decided`` at a turn."""
    last = game.view(clear=True).round + rounds
    for steps, record in enumerate(play_steps(game, bots), 1):
        begun = [event.round for event in record.events if isinstance(event, TurnBegan)]
        if steps >= MAX_STEPS or any(number > last for number in begun):
            break
        if begun and is_decided is not None and is_decided(game):
            break


Shares = tuple[float, ...]
"""The shares of the victory by seat: 1 for the winner, parts before the end."""


class Fitted(NamedTuple):
    """The constants for a number of remaining players.

    ``power`` is the exponent of a seat's strength, ``beginning`` the part of it that counts before
    the first round; ``income`` is the value of an army of income compared with one on the board,
    ``first`` the advantage of the seat in turn. A logarithm that is above the mean by a ``lead``
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
"""The constants by the number of remaining players; 6 stands for more."""
LAST_EARLY_ROUND = 5
"""The first round in which the whole power counts."""
_CARDS_OF_A_SET = 3


def quick_chances(view: View, seats: int) -> Shares:
    """Estimate the chances from the position; a winner has them all."""
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
            continue  # It is about to leave the game.
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
    """Return how soon the turn of every waiting seat comes: nearly 1 for the next one."""
    order = list(view.listed_seats())
    here = order.index(view.turn) + 1 if view.turn in order else 0
    waiting = [seat for seat in (*order[here:], *order[:here]) if seat in playing]
    return {
        seat: 1 - number / len(playing)
        for number, seat in enumerate(waiting, 1)
        if seat != view.turn
    }


GAMES, MAX_GAMES = 8, 1000
"""The number of games from each moment by default, and at most."""
MAX_MOMENTS = 40
ROUNDS = 3
"""The rounds that a game is played on for."""
DECIDED = 0.95
"""The chance from the position at which a game is decided, and stopped."""
POSITION_WEIGHT = 2
"""The weight of the estimate from the position, in games."""


class ChanceTask(NamedTuple):
    """Games to play on from a moment of a pickled game.

    Unless the game ``is_open``, they are imagined from a spectator's view.
    """

    course: bytes
    moment: int
    games: int
    is_open: bool = True


class PlayoutResult(NamedTuple):
    """The shares from the position alone, and those of every game."""

    quick: Shares
    games: list[Shares]


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of each seat to win at some moments, from ``games`` games each.

    ``values[seat]`` and ``errors[seat]``, the standard errors, have one for every moment.
    """

    games: int
    moments: tuple[int, ...]
    values: tuple[tuple[float, ...], ...]
    errors: tuple[tuple[float, ...], ...]

    @property
    def margin(self) -> float:
        """The greatest margin of error at 95 %."""
        return Z_95 * max(chain.from_iterable(self.errors))

    @property
    def basis(self) -> str:
        """The margin of error and the source, in 66 columns of a chart."""
        return _(
            "± {margin} or less at 95 %, by position and {games} of computer players",
            margin=f"{100 * self.margin:.0f}",
            games=pluralize(self.games, "game"),
        )

    def series(self) -> Series:
        """Return the chances in percent as a series of a story."""
        rows = tuple(tuple(100 * value for value in row) for row in self.values)
        return Series("chance", _("Chance to win"), self.moments, rows, "%", self.basis)


def chance_moments(story: Story) -> tuple[int, ...]:
    """Return at most ``MAX_MOMENTS`` starts of turns, evenly distributed, with the end."""
    *turns, end = story.series[0].moments
    count = min(len(turns), MAX_MOMENTS - 1)
    chosen = [turns[number * len(turns) // count] for number in range(count)]
    return (*chosen, end)


def chance_tasks(story: Story, games: int) -> list[ChanceTask]:
    """Return a task for each moment, the longest first."""
    course = pack_game(story)
    return [ChanceTask(course, moment, games, story.is_over) for moment in chance_moments(story)]


def estimate_chances(
    story: Story,
    games: int,
    workers: Workers,
    show: Callable[[int], None] = lambda done: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Chances:
    """Estimate the chances by playing on from every moment.

    Secrets of a game in progress have no effect: games are imagined from a spectator's view.

    Args:
        story: The story.
        games: Games to play on from each moment.
        workers: The workers that play.
        show: Called with the number of games that have been played.
        stopping: Returns True if the estimate is to be given up.

    Raises:
        RiskError: If a game can't be played on.
        Stopped: If it was given up.
    """
    played: dict[int, PlayoutResult] = {}
    for task, future in runner.run_tasks(workers, play_on, chance_tasks(story, games), stopping):
        error = future.exception()
        if error is not None:
            raise RiskError(
                _(
                    "the game cannot be continued from step {step}: {kind}: {error}",
                    step=task.moment,
                    kind=type(error).__name__,
                    error=error,
                )
            ) from error
        played[task.moment] = future.result()
        show(len(played) * games)
    return chances_of(games, played)


def chances_of(games: int, played: Mapping[int, PlayoutResult]) -> Chances:
    """Return the chances from the results at each moment."""
    moments = tuple(sorted(played))
    rows = [blend_estimates(played[moment]) for moment in moments]
    weight = POSITION_WEIGHT + games
    return Chances(
        games,
        moments,
        tuple(zip(*rows, strict=True)),
        tuple(
            tuple(math.sqrt(value * (1 - value) / (weight + 1)) for value in values)
            for values in zip(*rows, strict=True)
        ),
    )


def blend_estimates(played: PlayoutResult) -> Shares:
    """Return the mean of all games and the estimate from the position."""
    weight = POSITION_WEIGHT + len(played.games)
    return tuple(
        min((POSITION_WEIGHT * quick + sum(shares[seat] for shares in played.games)) / weight, 1.0)
        for seat, quick in enumerate(played.quick)
    )


def play_on(task: ChanceTask) -> PlayoutResult:
    """Play the games of a task, in any process.

    The first game has the same dice and bots from every moment, and so on: moments differ only by
    their positions.
    """
    timeline = unpack_timeline(task.course)
    view = timeline.view(task.moment)
    game = timeline.game(task.moment, seeded_chance(0)) if task.is_open else None
    shares = [play_on_from(game or view, number) for number in range(task.games)]
    return PlayoutResult(quick_chances(view, timeline.setup.seats), shares)


def play_on_from(position: Game | View, number: int) -> Shares:
    """Return the shares after a game from a position, or from a view of one."""
    seed = f"chances/{number}"
    chance = seeded_chance(seed)
    game = position.copy(chance) if isinstance(position, Game) else sample_game(position, chance)
    play_rounds(game, make_players(game, seed), ROUNDS, _is_decided)
    return quick_chances(game.view(clear=True), game.setup.seats)


def _is_decided(game: Game) -> bool:
    """Return True if a seat is nearly certain to win."""
    return max(quick_chances(game.view(clear=True), game.setup.seats)) >= DECIDED


CHANCES = Cache("chances", Chances)


def cached_chances(story: Story, least: int = 1) -> Chances | None:
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
    *,
    guest: bool = False,
) -> Story:
    """Return the story with the chances to win among its series.

    Args:
        story: The story.
        games: Games that are played on from each moment, at least; cached chances may have more.
        jobs: Processes; by default one for each core.
        show: Called with the number of games that have been played.
        stopping: Returns True if the estimate is to be given up.
        guest: True for a player on another person's machine, see ``open_shared_workers``.

    Raises:
        RiskError: If the game can't be imagined or played on, or another guest's story is computed.
        Stopped: If it was given up.
    """
    chances = cached_chances(story, games)
    if chances is None:
        with runner.open_shared_workers(jobs, guest=guest) as workers:
            chances = estimate_chances(story, games, workers, show, stopping)
        CHANCES.write(story_sources(story), chances)
    return story.with_series(chances.series())


def with_cached_chances(story: Story) -> Story:
    """Return the story with the chances to win if they are cached."""
    chances = cached_chances(story)
    return story if chances is None else story.with_series(chances.series())


def _is_possible(chances: Chances, story: Story) -> bool:
    """Check whether cached chances, which may be forged, can be those of this game."""
    count = len(chances.moments)
    rows = (*chances.values, *chances.errors)
    return (
        len(chances.values) == len(chances.errors) == len(story.seats)
        and chances.games <= MAX_GAMES
        and count <= MAX_MOMENTS
        and chances.moments == chance_moments(story)
        and all(len(row) == count and all(0 <= value <= 1 for value in row) for row in rows)
    )
