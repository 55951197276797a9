"""The chances to win: nearly certain near the end, and independent of workers and secrets."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from risk_tui.engine.game import Game
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.laboratory.runner import Stopped, open_shared_workers, usable_cores
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
    run_task,
    story_with_chances,
    with_cached_chances,
)
from risk_tui.story.moments import turns_of
from risk_tui.story.plain import story_page
from risk_tui.story.story import Story, build_story
from tests.story.conftest import SEATS, SETUP, ImmediateWorkers


def fixed_result(task: ChanceTask) -> PlayoutResult:
    """Return a result without playing: half of the games for the first seat."""
    games = [(1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)] * (task.games // 2)
    return PlayoutResult((0.5, 0.5, 0.0, 0.0), games)


def test_moments_are_evenly_chosen_up_to_the_end(story: Story) -> None:
    moments = chance_moments(story)
    starts = [turn.start for turn in story.turns[1:]]
    assert set(moments) <= {*starts, story.end}
    assert moments[-1] == story.end
    assert len(moments) == min(len(starts) + 1, MAX_MOMENTS)
    assert list(moments) == sorted(set(moments))


def test_winner_is_almost_certain_one_move_before_the_victory(story: Story) -> None:
    (task, *_) = chance_tasks(story, 30)
    played = run_task(task._replace(moment=story.end - 1))
    assert chances_of(30, {0: played}).values[story.winners[0]][0] > 0.9
    for seat in range(len(SEATS)):
        if story.tallies[seat].out_in_round is not None:
            assert all(share[seat] == 0 for share in played.games)


def test_chances_at_the_end_are_the_result(story: Story) -> None:
    (task, *_) = chance_tasks(story, 2)
    played = run_task(task._replace(moment=story.end))
    for shares in (played.quick, *played.games):
        assert shares == tuple(float(seat in story.winners) for seat in range(4))
    chances = chances_of(2, {0: played})
    assert {row[0] for row in chances.values} == {0.0, 1.0}
    assert {row[0] for row in chances.errors} == {0.0}


def test_chances_add_up_to_one_and_can_be_repeated(story: Story) -> None:
    task = chance_tasks(story, 2)[0]._replace(moment=story.turns[-1].start)
    played = run_task(task)
    assert all(sum(shares) == pytest.approx(1) for shares in (played.quick, *played.games))
    assert run_task(task) == played


def test_unfinished_game_counts_by_the_strength_of_seats(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.story.chances.ROUNDS", 0)
    (shares,) = run_task(chance_tasks(story, 1)[0]).games
    assert sum(shares) == pytest.approx(1)
    assert all(0 < share < 1 for share in shares)


def test_game_is_continued_only_until_it_is_decided(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: list[int] = []

    def note(view: View, seats: int) -> tuple[float, ...]:
        rounds.append(view.round)
        return (chance, *((1 - chance) / (seats - 1),) * (seats - 1))

    monkeypatch.setattr("risk_tui.story.chances.quick_chances", note)
    task = chance_tasks(story, 1)[-1]._replace(moment=story.turns[2].start)
    chance = DECIDED - 0.01
    run_task(task)
    *_, last, begun = rounds  # The chances at the moment itself are computed last.
    assert last == begun + ROUNDS + 1
    rounds.clear()
    chance = DECIDED
    run_task(task)
    assert len(rounds) == 3, "at the start of the next turn, at the end, and at the moment"


def test_number_of_workers_changes_no_chance(story: Story) -> None:
    one, many = (
        estimate_chances(story, 4, ImmediateWorkers(room, fixed_result)) for room in (1, 9)
    )
    assert one == many
    assert one.moments == chance_moments(story)
    assert {value for row in one.values[:2] for value in row} == {0.5}


def test_more_games_outweigh_the_position_and_reduce_the_error() -> None:
    for games in (0, 8, 92):
        played = PlayoutResult((0.5, 0.5), [(1.0, 0.0)] * games)
        chances = chances_of(games, {0: played})
        weight = POSITION_WEIGHT + games
        (value,), (error,) = chances.values[0], chances.errors[0]
        assert value == pytest.approx((0.5 * POSITION_WEIGHT + games) / weight)
        assert error == pytest.approx((value * (1 - value) / (weight + 1)) ** 0.5)
    assert "or less at 95 %, by position and 92 games of bots" in chances.basis
    assert len(chances.basis) <= 66


def test_stopped_estimate_has_no_result(story: Story) -> None:
    with pytest.raises(Stopped):
        estimate_chances(story, 4, ImmediateWorkers(2, fixed_result), stopping=lambda: True)


def test_failing_game_is_an_error_of_one_line(story: Story) -> None:
    def fail(task: ChanceTask) -> None:
        raise RuntimeError("no move")

    with pytest.raises(RiskError, match="cannot be continued: RuntimeError: no move") as problem:
        estimate_chances(story, 4, ImmediateWorkers(2, fail))
    assert "\n" not in str(problem.value)


def test_secrets_of_a_game_in_progress_change_no_chance(
    records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.story.chances.ROUNDS", 1)
    start = next(turn.start for turn in turns_of(records) if turn.round == 2)
    steps = records[:start]
    twins = [build_story(SETUP, SEATS, each) for each in (steps, with_other_missions(steps))]
    assert twins[0].timeline.records != twins[1].timeline.records
    tasks = [chance_tasks(twin, 2)[-1] for twin in twins]
    assert not any(task.is_open for task in tasks)
    one, other = map(run_task, tasks)
    assert one == other
    assert all(sum(shares) == pytest.approx(1) for shares in one.games)


def with_other_missions(records: list[Record]) -> list[Record]:
    """Return the same steps after a deal in which every seat got another mission."""
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


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """An empty cache; the numbers of processes that were opened to fill it."""
    jobs_opened: list[int] = []

    def open_workers(jobs: int) -> ImmediateWorkers:
        jobs_opened.append(jobs)
        return ImmediateWorkers(jobs, fixed_result)

    monkeypatch.setattr("risk_tui.laboratory.runner.LocalWorkers", open_workers)
    return jobs_opened


def test_cached_chances_need_no_games_and_damage_costs_only_time(
    story: Story, opened: list[int]
) -> None:
    assert with_cached_chances(story) is story
    first = story_with_chances(story, 4)
    assert story_with_chances(story, 2) == first, "more games are better"
    assert with_cached_chances(story) == first
    assert opened == [usable_cores()]
    story_with_chances(story, 6)
    assert opened == [usable_cores()] * 2
    path = CHANCES.path(story_sources(story))
    for damage in (b"", b"{}", b'{"games": 9e9}', path.read_bytes()[:-9]):
        path.write_bytes(damage)
        assert with_cached_chances(story) is story
    assert story_with_chances(story, 4) == first


def test_all_guests_share_one_process(story: Story, opened: list[int]) -> None:
    with open_shared_workers(guest=True):
        with pytest.raises(RiskError, match="another player's story is being computed"):
            story_with_chances(story, 4, guest=True)
        with open_shared_workers():
            pass
    story_with_chances(story, 4, guest=True)
    assert opened == [1, usable_cores(), 1]


@pytest.mark.usefixtures("opened")
def test_chances_of_another_shape_are_not_read(story: Story) -> None:
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


def test_text_shows_the_chances_by_round(story: Story) -> None:
    chances = estimate_chances(story, 4, ImmediateWorkers(2, fixed_result))
    lines = story_page(story.with_series(chances.series()))
    start = lines.index("Chance to win when each round began")
    assert "50%" in lines[start + 2]
    assert any("4 games of bots" in line for line in lines)
