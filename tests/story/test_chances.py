"""The chances to win: near certain where the game is decided, and the same however estimated."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import TypeAdapter

from risk_tui.engine.game import Game
from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import Stopped, open_shared_workers
from risk_tui.story.cache import story_sources
from risk_tui.story.chances import (
    CHANCES,
    DECIDED,
    MAX_MOMENTS,
    POSITION_WEIGHT,
    ROUNDS,
    Chances,
    ChanceTask,
    PlayoutResult,
    cached_chances,
    chance_moments,
    chance_tasks,
    chances_of,
    estimate_chances,
    play_on,
    story_with_chances,
    with_cached_chances,
)
from risk_tui.story.moments import turns_of
from risk_tui.story.plain import story_page
from risk_tui.story.story import build_story
from tests.story.conftest import SEATS, SETUP

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.story.story import Story


class Here:
    """Workers that do everything at once, in this process, with a result for every task."""

    are_here = True

    def __init__(self, capacity: int, play: Callable[[ChanceTask], Any] = play_on) -> None:
        self.capacity = capacity
        self.executor: Executor = self  # type: ignore[assignment]
        self._play = play

    def submit(self, function: Callable[[ChanceTask], Any], task: ChanceTask) -> Future[Any]:
        assert function is play_on
        future = Future[Any]()
        try:
            future.set_result(self._play(task))
        except RuntimeError as error:
            future.set_exception(error)
        return future

    def restart(self) -> None: ...

    def close(self) -> None: ...


def dealt(task: ChanceTask) -> PlayoutResult:
    """Half of the games for the first seat, and half for another one, without playing them."""
    games = [(1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)] * (task.games // 2)
    return PlayoutResult((0.5, 0.5, 0.0, 0.0), games)


@pytest.fixture(scope="module")
def story(records: list[Record]) -> Story:
    return build_story(SETUP, SEATS, records)


def last_turn(story: Story) -> int:
    return story.turns[-1].start


def test_moments_are_evenly_chosen_up_to_the_end(story: Story) -> None:
    moments = chance_moments(story)
    starts = [turn.start for turn in story.turns[1:]]
    assert set(moments) <= {*starts, story.end}
    assert moments[-1] == story.end
    assert len(moments) == min(len(starts) + 1, MAX_MOMENTS)
    assert list(moments) == sorted(set(moments))


def test_one_move_before_the_victory_the_winner_is_almost_certain(story: Story) -> None:
    (task, *_) = chance_tasks(story, 6)
    played = play_on(task._replace(moment=story.end - 1))
    assert chances_of(6, {0: played}).values[story.winners[0]][0] > 0.9
    for seat in range(len(SEATS)):
        if story.tallies[seat].out is not None:
            assert all(share[seat] == 0 for share in played.games)


def test_at_the_end_the_chance_is_what_came_of_it(story: Story) -> None:
    (task, *_) = chance_tasks(story, 2)
    played = play_on(task._replace(moment=story.end))
    for shares in (played.quick, *played.games):
        assert shares == tuple(float(seat in story.winners) for seat in range(4))
    chances = chances_of(2, {0: played})
    assert {row[0] for row in chances.values} == {0.0, 1.0}
    assert {row[0] for row in chances.errors} == {0.0}


def test_all_chances_together_are_one_and_the_same_each_time(story: Story) -> None:
    task = chance_tasks(story, 2)[0]._replace(moment=last_turn(story))
    played = play_on(task)
    assert all(sum(shares) == pytest.approx(1) for shares in (played.quick, *played.games))
    assert play_on(task) == played


def test_a_game_that_is_broken_off_counts_by_the_strength_of_everybody(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.story.chances.ROUNDS", 0)
    (shares,) = play_on(chance_tasks(story, 1)[0]).games
    assert sum(shares) == pytest.approx(1)
    assert all(0 < share < 1 for share in shares)


def test_a_game_is_played_on_no_longer_than_it_is_open(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: list[int] = []

    def note(view: View, seats: int) -> tuple[float, ...]:
        rounds.append(view.round)
        return (chance, *((1 - chance) / (seats - 1),) * (seats - 1))

    monkeypatch.setattr("risk_tui.story.chances.quick_chances", note)
    task = chance_tasks(story, 1)[-1]._replace(moment=story.turns[2].start)
    chance = DECIDED - 0.01
    play_on(task)
    *_, last, begun = rounds  # at the end, and at last at the moment itself
    assert last == begun + ROUNDS + 1
    rounds.clear()
    chance = DECIDED
    play_on(task)
    assert len(rounds) == 3, "at the next turn, which is the end, and at the moment itself"


def test_the_number_of_workers_changes_nothing(story: Story) -> None:
    one, many = (estimate_chances(story, 4, Here(room, dealt)) for room in (1, 9))
    assert one == many
    assert one.moments == chance_moments(story)
    assert {value for row in one.values[:2] for value in row} == {0.5}


def test_games_correct_what_the_position_says_and_more_of_them_make_it_surer() -> None:
    for games in (0, 8, 92):
        played = PlayoutResult((0.5, 0.5), [(1.0, 0.0)] * games)
        chances = chances_of(games, {0: played})
        weight = POSITION_WEIGHT + games
        (value,), (error,) = chances.values[0], chances.errors[0]
        assert value == pytest.approx((0.5 * POSITION_WEIGHT + games) / weight)
        assert error == pytest.approx((value * (1 - value) / (weight + 1)) ** 0.5)
    assert "or less at 95 %, by position and 92 games of bots" in chances.basis
    assert len(chances.basis) <= 66


def test_whoever_stops_gets_nothing_half(story: Story) -> None:
    with pytest.raises(Stopped):
        estimate_chances(story, 4, Here(2, dealt), stopping=lambda: True)


def test_a_game_that_cannot_be_played_on_is_one_line(story: Story) -> None:
    def fail(task: ChanceTask) -> None:
        raise RuntimeError("no move")

    with pytest.raises(RiskError, match="cannot be continued: Runtime") as problem:
        estimate_chances(story, 4, Here(2, fail))
    assert "\n" not in str(problem.value)


def test_games_under_way_that_differ_in_what_is_hidden_have_equal_chances(
    records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.story.chances.ROUNDS", 1)
    start = next(turn.start for turn in turns_of(records) if turn.round == 2)
    told = records[:start]
    twins = [build_story(SETUP, SEATS, each) for each in (told, with_other_missions(told))]
    assert twins[0].timeline.records != twins[1].timeline.records
    tasks = [chance_tasks(twin, 2)[-1] for twin in twins]
    assert not any(task.is_open for task in tasks)
    one, other = map(play_on, tasks)
    assert one == other
    assert all(sum(shares) == pytest.approx(1) for shares in one.games)


def with_other_missions(records: list[Record]) -> list[Record]:
    """The same steps after a deal in which everybody got another mission."""
    first = records[0]
    at = next(n for n, order in enumerate(first.chance) if isinstance(order, tuple) and 0 in order)
    order = first.chance[at]
    assert isinstance(order, tuple)
    chance = (*first.chance[:at], (*order[4:], *order[:4]), *first.chance[at + 1 :])
    game = Game(SETUP)
    return [
        game.replay_step(record.seat, record.action, chance if record is first else record.chance)
        for record in records
    ]


def test_the_cache_is_only_a_cache(
    story: Story, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked: list[int] = []

    def workers(jobs: int) -> Here:
        asked.append(jobs)
        return Here(jobs, dealt)

    monkeypatch.setattr("risk_tui.laboratory.runner.LocalWorkers", workers)
    assert with_cached_chances(story) is story
    first = story_with_chances(story, 4, 2)
    assert story_with_chances(story, 2, 2) == first  # more games are better
    assert with_cached_chances(story) == first
    assert asked == [2]
    story_with_chances(story, 6, 2)
    assert asked == [2, 2]
    path = CHANCES.path(story_sources(story))
    for damage in (b"", b"{}", b'{"games": 9e9}', path.read_bytes()[:-9]):
        path.write_bytes(damage)
        assert with_cached_chances(story) is story
    assert story_with_chances(story, 4, 2) == first


def test_guests_have_one_process_together(
    story: Story, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    asked: list[int] = []

    def workers(jobs: int) -> Here:
        asked.append(jobs)
        return Here(jobs, dealt)

    monkeypatch.setattr("risk_tui.laboratory.runner.LocalWorkers", workers)
    with open_shared_workers(guest=True):
        with pytest.raises(RiskError, match="another player's story is being computed"):
            story_with_chances(story, 4, guest=True)
        with open_shared_workers(7):
            pass
    story_with_chances(story, 4, guest=True)
    assert asked == [1, 7, 1]


def test_chances_of_another_shape_are_not_read(
    story: Story, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = CHANCES.path(story_sources(story))
    path.parent.mkdir(parents=True)
    moments = chance_moments(story)
    good = Chances(4, moments, *(((0.25,) * len(moments),) * 4,) * 2)
    foreign = (
        Chances(4, moments, good.values[:3], good.errors),
        Chances(4, moments, ((2.0,) * len(moments),) * 4, good.errors),
        Chances(4, (0,), ((0.5,),) * 4, ((0.5,),) * 4),
    )
    for chances, is_read in ((good, True), *((each, False) for each in foreign)):
        path.write_bytes(TypeAdapter(Chances).dump_json(chances))
        assert (cached_chances(story) is not None) is is_read


def test_the_text_shows_the_chances_by_round(story: Story) -> None:
    chances = estimate_chances(story, 4, Here(2, dealt))
    lines = story_page(story.with_series(chances.series()))
    start = lines.index("Chance to win when each round began")
    assert "50%" in lines[start + 2]
    assert any("4 games of bots" in line for line in lines)
