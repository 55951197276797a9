"""The review: what is called a mistake surely was one, and the dice change nothing on average."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from risk_tui.engine.actions import Attack, EndPhase, Occupy, Reinforce
from risk_tui.engine.events import BattleResolved
from risk_tui.engine.records import Record
from risk_tui.errors import RiskError
from risk_tui.story import review as reviews
from risk_tui.story.chances import pack_game
from risk_tui.story.look import StoryTheme
from risk_tui.story.page import review_data, review_lines, story_html
from risk_tui.story.review import (
    ROUNDS,
    Comparison,
    DoubtfulDecision,
    JudgeTask,
    PlayoutEnd,
    ReviewedAction,
    ScreenTask,
    cached_review,
    dice_points,
    is_alike,
    judge,
    load_or_make_review,
    review_game,
    reviewed_seats,
    screen,
)
from risk_tui.story.story import build_story
from risk_tui.table.seats import Seat
from tests.story.conftest import SEATS, SETUP

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from risk_tui.story.story import Story

COST = 0.2
"""What the first decision of every seat costs in the made-up games."""


class Here:
    """Workers that do everything at once, in this process."""

    are_here = True
    capacity = 1

    def __init__(self, *_: object) -> None:
        self.executor: Any = self

    def submit(self, function: Callable[[Any], Any], task: Any) -> Future[Any]:
        future = Future[Any]()
        future.set_result(function(task))
        return future

    def restart(self) -> None: ...

    def close(self) -> None: ...


@pytest.fixture(scope="module")
def story(records: list[Record]) -> Story:
    players = ("person", "person", "toni", "toni")
    seats = [replace(seat, player=player) for seat, player in zip(SEATS, players, strict=True)]
    return build_story(SETUP, seats, records)


def end(chance: float, armies: int = 10) -> PlayoutEnd:
    rest = (1 - chance) / 3
    chances = (chance, rest, rest, rest)
    return PlayoutEnd(chances, (-1,) * 6, (armies, 10, 10, 10), (True,) * 4)


def looked_over(task: ScreenTask) -> tuple[dict[int, int], list[DoubtfulDecision]]:
    """As if every turn held one doubtful decision."""
    place, other = ReviewedAction(Reinforce(0, 3)), ReviewedAction(Reinforce(1, 3))
    return {0: 2}, [DoubtfulDecision(0, task.start, place, other, 0.1)]


def judged(costs: list[float]) -> Callable[[JudgeTask], Comparison]:
    """As if a decision had cost so much in each pair of games."""

    def compared(task: JudgeTask) -> Comparison:
        done, better = tuple(end(0.3 - cost) for cost in costs), tuple(end(0.3, 14) for _ in costs)
        return Comparison(0, done, better)

    return compared


def made_up(story: Story, monkeypatch: pytest.MonkeyPatch, costs: list[float]) -> reviews.Review:
    monkeypatch.setattr(reviews, "screen", looked_over)
    monkeypatch.setattr(reviews, "judge", judged(costs))
    return review_game(story, len(costs), Here())


def test_only_what_is_certain_by_two_standard_errors_is_a_mistake(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = made_up(story, monkeypatch, [COST, COST + 0.01] * 4)
    assert len(review.of(0)) == reviews.JUDGED
    assert review.of(0)[0].cost == pytest.approx(COST + 0.005)
    assert not made_up(story, monkeypatch, [0.4, -0.38] * 4).mistakes
    assert not made_up(story, monkeypatch, [0.001] * 8).mistakes
    assert not made_up(story, monkeypatch, [0.5]).mistakes


def test_the_persons_are_reviewed_or_everybody_where_there_is_none(story: Story) -> None:
    assert reviewed_seats(story) == (0, 1)
    bots = tuple(replace(seat, player="toni") for seat in story.seats)
    assert reviewed_seats(replace(story, seats=bots)) == (0, 1, 2, 3)


def test_a_mistake_is_told_with_what_was_better_and_why(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = made_up(story, monkeypatch, [COST, COST + 0.01] * 4)
    name, board = story.seats[0].name, story.board
    lines = "\n".join(review_lines(story, review))
    assert f"placing 3 armies in {board.territories[0].name} cost 20 points (± 0)" in lines
    assert f"placing 3 armies in {board.territories[1].name} was better" in lines
    assert f"{name} then has 4 more armies {ROUNDS} rounds later" in lines
    cost = f"{round(100 * review.cost(0))} points"
    for dice, told in ((-0.14, f"dice cost {name} 14 points, 3 decisions {cost}"),
                       (0.14, f"dice gave {name} 14 points, 3 decisions cost {cost}")):  # fmt: skip
        lucky = replace(review, dice=(dice, *review.dice[1:]))
        assert told in lucky.summary(0, name)
    assert "judged by 8 pairs of games each" in lines
    data = review_data(story, review)
    assert data["seats"][0]["decisions"] == pytest.approx(-review.cost(0), abs=1e-4)
    assert data["seats"][1]["mistakes"] == []


def test_both_ways_begin_alike_so_the_same_decision_costs_nothing(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "ROUNDS", 1)
    moment, action = next(
        (number, record.action)
        for number, record in enumerate(story.timeline.records)
        if isinstance(record.action, Attack)
    )
    seat = story.timeline.records[moment].seat
    way = ReviewedAction(action)
    task = JudgeTask(pack_game(story), DoubtfulDecision(seat, moment, way, way), 0, 2)
    assert judge(task).costs == [0.0, 0.0]


def test_a_turn_is_looked_over(story: Story) -> None:
    turn = next(turn for turn in story.turns if turn.seat == 0 and turn.round == 2)
    task = ScreenTask(pack_game(story), turn.start, turn.end, (0,))
    count, found = screen(task)
    assert 0 < count[0] <= turn.end - turn.start
    for each in found:
        assert turn.start <= each.moment < turn.end
        assert not is_alike(each.done.action, each.better.action)


def test_an_army_more_or_less_makes_no_other_decision() -> None:
    assert is_alike(Reinforce(3, 2), Reinforce(3, 5))
    assert is_alike(Occupy(3), Occupy(4))
    assert not is_alike(Occupy(3), Occupy(5))
    assert not is_alike(Attack(1, 2, 3), Attack(1, 3, 3))
    assert not is_alike(Attack(1, 2, 3), EndPhase())


def test_dice_that_fall_as_well_as_they_can_are_luck_for_one_and_not_for_the_other(
    story: Story,
) -> None:
    """One roll of three against two: 2,890, 2,611 and 2,275 of 7,776 ways (FAQ Q3.1)."""
    records, timeline = story.timeline.records, story.timeline
    moment, roll = next(
        (number, event)
        for number, record in enumerate(records)
        for event in record.events
        if isinstance(event, BattleResolved)
        and (len(event.attack_dice), len(event.defence_dice)) == (3, 2)
    )
    view = timeline.view(moment)
    points = []
    for attack, defence in (((6, 6, 6), (1, 1)), ((6, 2, 2), (5, 5)), ((1, 1, 1), (6, 6))):
        rolled = replace(roll, attack_dice=attack, defence_dice=defence)
        step = Record(records[moment].seat, records[moment].action, (), (rolled,))
        points.append(dice_points([step], [view], 4))
    best, middle, worst = (each[roll.attacker] for each in points)
    assert best > middle > worst
    assert sum(points[0]) == pytest.approx(0)
    mean = (2890 * best + 2611 * middle + 2275 * worst) / 7776
    assert mean == pytest.approx(0, abs=1e-12)


def test_a_review_is_kept_beside_the_game_and_read_only_if_it_fits(
    story: Story, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("risk_tui.laboratory.runner.LocalWorkers", Here)
    monkeypatch.setattr(reviews, "screen", looked_over)
    monkeypatch.setattr(reviews, "judge", judged([COST, COST + 0.01]))
    review = load_or_make_review(story, 2, 1)
    assert cached_review(story) == review == load_or_make_review(story, 2, 1)
    assert cached_review(story, 3) is None
    (path,) = tmp_path.rglob("*.json")
    whole = path.read_text()
    for damage in ("", "{}", whole[:-9], whole.replace('"cost":0.2', '"cost":7.2')):
        path.write_text(damage)
        assert cached_review(story) is None


def test_a_page_has_the_review_and_says_it_as_text(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = made_up(story, monkeypatch, [COST, COST + 0.01] * 4)
    bad = replace(review, mistakes=(replace(review.mistakes[0], why="<script>alert(1)"),))
    grey = {"grey": "#888888"}
    look = StoryTheme(grey, {"grey": "o"}, *["#000000"] * 5)
    page = story_html(story, look, bad)
    assert '<section id="review">' in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    assert '<section id="review">' not in story_html(story, look)


def test_a_game_that_goes_on_is_not_reviewed(records: list[Record]) -> None:
    with pytest.raises(RiskError, match="once it is over"):
        review_game(build_story(SETUP, [Seat("A", "red")] * 4, records[:-1]), 2, Here())
