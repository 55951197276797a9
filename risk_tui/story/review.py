"""The review of a played game: the decisions that cost most, told apart from the luck of dice.

Every decision of whoever is reviewed is compared with that of a computer player, by games that are
played on from both: a few quick ones first, better ones for those that seem to cost most, and most
of the work goes where it still seems so. What is told comes from these last, new games alone, so
that nothing is told for having looked bad by chance. Both ways begin with the same imagined game,
the same players and the same dice.
"""

from __future__ import annotations

import math
import time
from statistics import fmean, stdev
from typing import TYPE_CHECKING, TypeVar

from risk_tui.bots import DEFAULT_BOT, bot_name
from risk_tui.data.dataclasses import dataclass
from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import run_tasks
from risk_tui.laboratory.statistics import Z95
from risk_tui.story.dice_points import dice_points
from risk_tui.story.playing_on import course_of
from risk_tui.story.review_arms import (
    ROUNDS,
    DoubtfulDecision,
    JudgeTask,
    ScreenTask,
    joined,
    judge,
    screen,
)
from risk_tui.story.review_words import better_words, done_words, reason_words
from risk_tui.text.words import pluralize

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from risk_tui.laboratory.runner import Workers
    from risk_tui.story.review_arms import Comparison
    from risk_tui.story.story import Story

Task = TypeVar("Task")
Result = TypeVar("Result")

GAMES, LEAST_GAMES, MOST_GAMES = 32, 8, 1000
"""Pairs of games by which a decision is judged, and how few and many may be asked for.

The spread of fewer would say too little of how certain their mean is.
"""
CANDIDATES, TRIALS = 5, 8
"""Decisions of a seat that are tried first, at most, and by how many pairs each."""
JUDGED = 3
"""Those of them that are judged, at most."""
_HOPEFUL = 0.5
"""Standard errors below which a trial is not followed up."""
_BATCH = 8
"""Pairs that a worker plays at once: so none is idle for long, and progress is seen."""
CERTAIN = 2.0
"""Standard errors below which nothing is called a mistake."""
LEAST = 0.01
"""The least cost that is told."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that surely cost ``seat`` something, made at ``moment`` in ``round``.

    ``cost`` is a part of the chance to win, ``error`` its standard error. ``done`` and ``better``
    say what was done and what would have been better, ``why`` what came of the one and the other.
    """

    seat: int
    moment: int
    round: int
    cost: float
    error: float
    done: str
    better: str
    why: str

    @property
    def text(self) -> str:
        """The mistake in a sentence, without whose it is."""
        why = f": {self.why}" if self.why else ""
        return f"Round {self.round}: {self.done} {self.costs}; {self.better} was better{why}."

    @property
    def costs(self) -> str:
        """What it cost, with the distance within which the truth lies at 95 %."""
        return f"cost {points(self.cost)} (± {100 * Z95 * self.error:.0f})"


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game.

    ``seats`` were reviewed; of each ``looked_at`` counts the decisions that were compared with a
    computer player's, and ``judged`` those that were played on, each by ``games`` pairs.
    ``dice`` has for every seat at the table what all dice changed of its chance to win.
    """

    games: int
    seats: tuple[int, ...]
    looked_at: tuple[int, ...]
    judged: tuple[int, ...]
    mistakes: tuple[Mistake, ...]
    dice: tuple[float, ...]
    seconds: float

    def of(self, seat: int) -> list[Mistake]:
        """The mistakes of a seat, the worst first."""
        own = [mistake for mistake in self.mistakes if mistake.seat == seat]
        return sorted(own, key=lambda mistake: -mistake.cost)

    def cost(self, seat: int) -> float:
        """What all mistakes of a seat cost together."""
        return sum(mistake.cost for mistake in self.of(seat))

    def summary(self, seat: int, name: str) -> str:
        """Luck and decisions of a seat in a sentence."""
        luck = self.dice[seat]
        dice = f"the dice {'gave' if luck > 0 else 'cost'} {name} {points(abs(luck))}"
        made = self.of(seat)
        if not made:
            return f"{dice}; no decision surely cost anything"
        which = "1 decision" if len(made) == 1 else f"{len(made)} decisions"
        return f"{dice}, {which} {'cost ' if luck > 0 else ''}{points(self.cost(seat))}"

    @property
    def basis(self) -> str:
        """What the review comes from, and how certain it is."""
        return (
            f"{sum(self.looked_at)} decisions compared with a computer player's; "
            f"{sum(self.judged)} judged by {pluralize(self.games, 'pair')} of games each, "
            f"played on by {bot_name(DEFAULT_BOT)} for {pluralize(ROUNDS, 'round')}; told is what "
            f"is certain by two standard errors. It took {max(round(self.seconds), 1)} s."
        )


def points(share: float) -> str:
    """A part of the chance to win, as it is told: in points of a hundred."""
    return pluralize(round(100 * share), "point")


def reviewed_seats(story: Story) -> tuple[int, ...]:
    """Whose decisions are reviewed: those of the persons, or of everybody where there is none."""
    players = range(story.timeline.setup.seats)
    persons = tuple(seat for seat in players if story.seats[seat].is_person)
    return persons or tuple(players)


def check_review(story: Story) -> None:
    """Raise ``RiskError`` for a game under way: advice would be part of its review.

    A damaged game, of which only the beginning is there, has no end either.
    """
    if not story.is_over:
        missing = story.missing[:1].lower() + story.missing[1:]
        raise RiskError(f"{missing or 'the game goes on'}; a game is reviewed once it is over")


def review_game(
    story: Story,
    games: int,
    workers: Workers,
    show: Callable[[int, int], None] = lambda done, total: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Review:
    """Review a game; ``show`` gets how many pieces of the work are done, and of how many.

    Raises ``RiskError`` where the game is not over or cannot be imagined, and ``Stopped``.
    """
    check_review(story)
    began, course, seats = time.monotonic(), course_of(story), reviewed_seats(story)
    screens = [
        ScreenTask(course, turn.start, turn.end, seats)
        for turn in story.turns
        if turn.seat in seats and turn.round
    ]
    most = len(seats) * (CANDIDATES * batches(TRIALS) + JUDGED * batches(games))
    found: list[DoubtfulDecision] = []
    looked_at = dict.fromkeys(seats, 0)
    for done, (_, (count, some)) in enumerate(_results(workers, screen, screens, stopping), 1):
        for seat, number in count.items():
            looked_at[seat] += number
        found += some
        show(done, len(screens) + most)

    def compared(
        candidates: Sequence[DoubtfulDecision], first: int, pairs: int, done: int, more: int
    ) -> list[Comparison]:
        """Each decision with the ends of ``pairs`` pairs of games, from number ``first`` on."""
        tasks = [
            JudgeTask(course, candidate, start, min(_BATCH, first + pairs - start))
            for candidate in candidates
            for start in range(first, first + pairs, _BATCH)
        ]
        parts: dict[tuple[DoubtfulDecision, int], Comparison] = {}
        for task, comparison in _results(workers, judge, tasks, stopping):
            parts[task.candidate, task.first] = comparison
            show(done + len(parts), done + len(tasks) + more)
        return [
            joined([parts[task.candidate, task.first] for task in tasks if task.candidate == each])
            for each in candidates
        ]

    tried = _worst(found, seats, CANDIDATES)
    done, more = len(screens), len(seats) * JUDGED * batches(games)
    trials = compared(tried, 0, TRIALS, done, more)
    hopeful = [
        candidate._replace(guess=cost)
        for candidate, trial in zip(tried, trials, strict=True)
        for cost, error in [_estimate(trial.costs)]
        if cost >= max(_HOPEFUL * error, LEAST)
    ]
    chosen = _worst(hopeful, seats, JUDGED)
    comparisons = compared(chosen, TRIALS, games, done + len(tried) * batches(TRIALS), 0)
    judged = [
        _mistake(story, candidate, comparison)
        for candidate, comparison in zip(chosen, comparisons, strict=True)
    ]
    mistakes = [mistake for mistake in judged if mistake is not None]
    records = story.timeline.records
    return Review(
        games,
        seats,
        tuple(looked_at[seat] for seat in seats),
        tuple(sum(each.seat == seat for each in chosen) for seat in seats),
        tuple(sorted(mistakes, key=lambda mistake: mistake.moment)),
        dice_points(records, story.timeline.spectator_views(), story.timeline.setup.seats),
        time.monotonic() - began,
    )


def _results(
    workers: Workers,
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    stopping: Callable[[], bool],
) -> Iterator[tuple[Task, Result]]:
    """Every task with what came of it, as it is done. Raises ``RiskError`` where one fails."""
    for task, future in run_tasks(workers, function, tasks, stopping):
        error = future.exception()
        if error is not None:
            raise RiskError(
                f"the game cannot be played on: {type(error).__name__}: {error}"
            ) from error
        yield task, future.result()


def batches(pairs: int) -> int:
    """The number of tasks that pairs of games are played in."""
    return -(-pairs // _BATCH)


def _worst(
    found: Sequence[DoubtfulDecision], seats: Sequence[int], most: int
) -> list[DoubtfulDecision]:
    """The decisions of each seat that seem to cost most, ``most`` of them at most."""
    chosen = []
    for seat in seats:
        own = [each for each in found if each.seat == seat and each.guess > 0]
        chosen += sorted(own, key=lambda each: -each.guess)[:most]
    return chosen


def _estimate(costs: Sequence[float]) -> tuple[float, float]:
    """The mean of what was lost in pairs of games, and its standard error."""
    error = stdev(costs) / math.sqrt(len(costs)) if len(costs) > 1 else math.inf
    return fmean(costs), error


def _mistake(story: Story, candidate: DoubtfulDecision, comparison: Comparison) -> Mistake | None:
    """A decision as it is told, if it surely cost something."""
    cost, error = _estimate(comparison.costs)
    if cost < max(CERTAIN * error, LEAST):
        return None
    view = story.timeline.view(candidate.moment, candidate.seat, clear=False)
    return Mistake(
        candidate.seat,
        candidate.moment,
        view.round,
        cost,
        error,
        done_words(story, view, candidate.done),
        better_words(story, view, candidate.better),
        reason_words(story, candidate.seat, comparison),
    )
