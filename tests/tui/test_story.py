"""The story of a game and its replay on the screen."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.geometry import Size
from textual.pilot import Pilot

from risk_tui.boards.board import CardSymbol
from risk_tui.data import language
from risk_tui.data.settings import Settings
from risk_tui.laboratory.runner import Stopped
from risk_tui.story.moments import Series, Turn
from risk_tui.story.review import Mistake, Review
from risk_tui.story.story import Story, build_story, read_story, watch_file
from risk_tui.table.seats import Seat
from risk_tui.tui.app import RiskApp
from risk_tui.tui.game.game_screen import GameScreen
from risk_tui.tui.story.pages import (
    Axis,
    band_lines,
    chart_lines,
    secret_lines,
    table_lines,
    table_notes,
)
from risk_tui.tui.story.replay_screen import ReplayScreen, side_lines
from risk_tui.tui.story.story_screen import StoryScreen, open_story
from risk_tui.tui.theme.display_mode import DisplayMode
from risk_tui.tui.theme.palette import seat_glyph
from tests.engine.positions import BOARD
from tests.extent import few
from tests.saves.games import change
from tests.tui.tables import (
    LARGE,
    MIDDLE,
    SMALL,
    at_table,
    click,
    on_screen,
    play_behind_curtain,
    press,
    settle,
    strokes,
    type_line,
    until,
)
from tests.tui.test_screens import played
from tests.waiting import PATIENCE

FILE = Path(__file__).parents[1] / "saves" / "golden" / "format-6-stars.risk"


@pytest.fixture(scope="module")
def story() -> Story:
    """Return the story of a real game of three that is not over."""
    return read_story(FILE)


@pytest.fixture(scope="module")
def ended(story: Story) -> Story:
    """Return the same story as if the game were over, with all secrets."""
    hands = tuple(story.timeline.view(story.end, seat).hand for seat in range(3))
    return replace(story, is_over=True, hands=hands)


@asynccontextmanager
async def reading(
    story: Story,
    *keys: str,
    size: tuple[int, int] = SMALL,
    mode: DisplayMode | None = None,
    **opening: Any,
) -> AsyncIterator[Pilot[None]]:
    """Open a story or its replay, and press keys there."""
    show = lambda app: open_story(app, story, on_close=app.exit, **opening)  # noqa: E731
    app = RiskApp(opening=show, settings=Settings(), mode=mode)
    async with app.run_test(size=size) as pilot:
        await press(pilot, *keys)
        yield pilot


def replay_of(pilot: Pilot[None]) -> ReplayScreen:
    """Return the replay, which must be the screen on top."""
    assert isinstance(pilot.app.screen, ReplayScreen)
    return pilot.app.screen


@pytest.mark.parametrize("code", sorted(language.languages()))
def test_outcomes_are_not_cut_in_any_language(ended: Story, code: str, english_again: None) -> None:
    language.use(code)
    tallies = [replace(tally, out_in_round=12, out_by=0) for tally in ended.tallies]
    story = replace(ended, tallies=tuple(tallies), winners=())
    _head, *rows = (line.plain for line in table_lines(story, 80))
    assert all(row.endswith("●") for row in rows)
    assert all(cell_len(row) <= 80 for row in rows)


@pytest.mark.parametrize("width", [80, 82, 92, 120])
@pytest.mark.parametrize("seconds", [None, 11.0, 5000.0])
def test_outcomes_are_never_cut(ended: Story, width: int, seconds: float | None) -> None:
    long = {"sets": 12, "set_armies": 345, "seconds": seconds}
    winner, *others = (replace(tally, **long) for tally in ended.tallies)
    beaten = [replace(tally, out_in_round=12, out_by=0) for tally in others]
    story = replace(ended, tallies=(winner, *beaten), winners=(0,))
    head, first, *rows = (line.plain for line in table_lines(story, width))
    assert first.endswith("★ won")
    assert all(row.endswith("out in 12 by ●") for row in rows)
    assert seconds is None or "time" in head or width == 80


@pytest.mark.parametrize("width", [60, 80])
def test_notes_on_the_table_are_never_cut(width: int) -> None:
    assert max(line.cell_len for line in table_notes(width)) <= width


@pytest.mark.parametrize("size", few([SMALL, MIDDLE, LARGE], 1))
@pytest.mark.parametrize("mode", [DisplayMode(), DisplayMode("none", "ascii")])
async def test_all_pages_of_a_story_can_be_reached(
    story: Story, size: tuple[int, int], mode: DisplayMode
) -> None:
    async with reading(story, mode=mode, size=size) as pilot:
        seen = on_screen(pilot.app)
        for _ in range(2):
            await press(pilot, "tab")
            seen += on_screen(pilot.app)
        for words in ("TERRITORIES", "TURNING POINTS", "took", "round", "breaks"):
            assert words in seen or (words == "round" and "rnd" in seen)
        assert mode.signs == "blocks" or seen.isascii()


async def test_from_a_turning_point_into_the_replay_and_back(story: Story) -> None:
    async with reading(story, "up", size=MIDDLE) as pilot:
        point = story.turning_points[-1]
        await press(pilot, "enter")
        replay = replay_of(pilot)
        assert replay.moment.number == point.start
        await press(pilot, "n")
        assert replay.moment.number == point.moment
        assert "".join(point.parts) in on_screen(pilot.app)
        await press(pilot, "s")
        assert isinstance(pilot.app.screen, StoryScreen)
        await press(pilot, "enter")
        assert replay_of(pilot).moment.number == point.start
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, StoryScreen)
        await press(pilot, "escape")
    assert pilot.app.return_code == 0


async def test_a_replay_goes_to_any_moment_by_steps_turns_and_rounds(story: Story) -> None:
    async with reading(story, replay=True) as pilot:
        replay = replay_of(pilot)
        starts = [turn.start for turn in story.turns]
        seen = []
        for key in strokes("right left end home down down right up up pagedown"):
            await press(pilot, key)
            seen.append(replay.moment.number)
        first_of_round_1 = next(turn.start for turn in story.turns if turn.round == 1)
        assert seen == [
            1, 0, story.end, 0, starts[1], starts[2], starts[2] + 1, starts[2], starts[1],
            next(turn.start for turn in story.turns if turn.round == 2),
        ]  # fmt: skip
        await press(pilot, "pageup", "pageup")
        assert replay.moment.number == 0
        assert first_of_round_1 == starts[1]


def test_labels_of_a_chart_are_not_rounded_to_zero(story: Story) -> None:
    series = Series("land", "Territories", (1, 2), ((0, 1), (1, 0)))
    axis = Axis(series.moments, 80, 0)
    for height, labels in ((8, ["1", "0.5", "0"]), (3, ["1", "0"])):
        rows = chart_lines(series, story.seats[:2], axis, height)[1:]
        assert [label for row in rows if (label := row.plain[: axis.margin].strip())] == labels


def test_long_names_of_continents_are_whole_beside_a_wide_chart(story: Story) -> None:
    first, *others = BOARD.continents
    board = replace(BOARD, continents=(replace(first, key="Austrian Empire"), *others))
    row = band_lines(board, (), story.seats, Axis((1, 2), 100, 1))[0].plain
    assert row.startswith(" Austrian Empire  ")


async def test_keys_for_rounds_select_turns_of_one_player(story: Story) -> None:
    first, second, third, end = story.series[0].moments
    turns = (
        Turn(None, 0, 0, first),
        Turn(0, 1, first, second),
        Turn(1, 1, second, third),
        Turn(0, 2, third, end),  # Seat 1 is eliminated.
        Turn(0, 3, end, end),
    )
    for start, key, target in (
        (first, "pagedown", third),
        (third, "pageup", first),
        (end, "pageup", third),
        (second, "pagedown", end),
        (second, "pageup", first),
    ):
        async with reading(replace(story, turns=turns), key, "enter", moment=start) as pilot:
            assert replay_of(pilot).moment.number == target, (start, key)


async def test_clicks_in_a_replay_step_either_way_and_go_to_any_moment(story: Story) -> None:
    async with reading(story, replay=True, size=MIDDLE) as pilot:
        replay = replay_of(pilot)
        keys = on_screen(pilot.app).splitlines()[-1]
        seen = []
        for column, row in (
            (keys.index("step"), 35),
            (keys.index("→"), 35),
            (keys.index("←"), 35),
            (keys.index("↓"), 35),
            (118, 0),
        ):
            await click(pilot, offset=(column, row))
            seen.append(replay.moment.number)
        assert seen == [1, 2, 1, story.turns[1].start, story.end]
        await click(pilot, offset=(on_screen(pilot.app).splitlines()[0].index("━"), 0))
        assert replay.moment.number == 0


async def test_a_playing_replay_stops_at_the_end(story: Story) -> None:
    async with reading(story, replay=True, moment=50) as pilot:
        assert f"step 50 of {story.end}" in on_screen(pilot.app)
        await press(pilot, "end", "left", "left", "plus", "plus", "plus", "space")
        assert "playing, 32 a second" in on_screen(pilot.app)
        replay = replay_of(pilot)
        await until(pilot, lambda: "playing" not in on_screen(pilot.app))
        assert replay.moment.number == story.end
        assert "playing" not in on_screen(pilot.app)


async def test_hands_are_shown_only_after_the_game(story: Story, ended: Story) -> None:
    for told, is_shown in ((story, False), (ended, True)):
        async with reading(told, "end", "o", replay=True, size=LARGE) as pilot:
            assert ("HANDS" in on_screen(pilot.app)) == is_shown


def test_long_hand_hangs_below_its_first_row(ended: Story) -> None:
    told = replace(ended, hands=((0, 1, 2), (), ()))
    _title, first, second, *_ = (line.plain for line in secret_lines(told, 24, ()))
    assert first.startswith(f" {seat_glyph('red')} cards")
    assert len(second) - len(second.lstrip()) == 3


def test_symbols_of_hands_are_in_the_language(ended: Story, english_again: None) -> None:
    cavalry = next(card for card in ended.board.deck if card.symbol == CardSymbol.CAVALRY)
    assert cavalry.territory is not None
    code = ended.board.territories[cavalry.territory].code
    moment = ended.moment(ended.end, is_open=True)
    moment = replace(moment, hands=((ended.board.deck.index(cavalry),), (), ()))
    for name, letter in (("en", "c"), ("de", "k")):
        language.use(name)
        lines = side_lines(ended, moment, Size(22, 40), ())
        assert f"{code}{letter}" in " ".join(line.plain for line in lines)


async def test_a_table_shows_its_story_so_far(tmp_path: Path) -> None:
    app = play_behind_curtain(played(tmp_path / "evening.risk"))
    async with app.run_test(size=SMALL) as pilot:
        await at_table(pilot)
        await type_line(pilot, "story")
        assert isinstance(app.screen, StoryScreen)
        assert "evening: the story so far" in on_screen(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, GameScreen)
        await type_line(pilot, "replay")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "escape", "f9", "enter")
        assert replay_of(pilot).moment.view.seat == 2  # Cid, who is asked.
        await press(pilot, "escape")
        assert isinstance(app.screen, StoryScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, GameScreen)
        await press(pilot, "enter")
        assert app.screen.prompt.asks_number
        await press(pilot, "f9", "escape")
        assert isinstance(app.screen, GameScreen) and app.screen.prompt.asks_number


async def test_names_and_what_is_missing_are_shown_as_they_are(story: Story) -> None:
    seats = [Seat("B[/]b", "red"), Seat("<script>", "blue"), Seat("[bold]x", "green")]
    told = build_story(
        story.timeline.setup,
        seats,
        [story.timeline.record(moment) for moment in range(1, story.end + 1)],
        missing="The rest of the game is missing: entry 9 is [damaged",
    )
    async with reading(told, size=MIDDLE) as pilot:
        seen = on_screen(pilot.app)
        for words in ("B[/]b", "<script>", "[bold]x", "entry 9 is [damaged"):
            assert words in seen
        await press(pilot, "enter")
        for end in ("home", "end"):
            await press(pilot, end)
            assert "entry 9 is [damaged" in on_screen(pilot.app)


async def test_clicks_select_turns_and_turning_points(story: Story) -> None:
    async with reading(story, size=MIDDLE) as pilot:
        rows = on_screen(pilot.app).split("\n")
        first = "".join(story.turning_points[0].parts)[:12]
        row = next(number for number, line in enumerate(rows) if first in line)
        await click(pilot, offset=(rows[row].index(first) + 2, row))
        await press(pilot, "enter")
        assert replay_of(pilot).moment.number == story.turning_points[0].start
        await press(pilot, "s", "end")
        await click(pilot, offset=(6, 8))
        await press(pilot, "enter")
        assert replay_of(pilot).moment.number == story.series[0].moments[0]


async def test_keys_work_during_an_estimate(ended: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()

    def estimate(story: Story, *, show: Callable[[int], None], **_: object) -> Story:
        show(30)
        may_end.wait(PATIENCE)
        row = (25.0,) * 2
        return story.with_series(
            Series("chance", "Chance to win", (0, story.end), (row,) * 3, "%", "from 10 games")
        )

    monkeypatch.setattr("risk_tui.tui.story.story_screen.story_with_chances", estimate)
    async with reading(ended, size=MIDDLE) as pilot:
        assert "w chance" in on_screen(pilot.app)
        await press(pilot, "w")
        await until(pilot, lambda: "w stop 0%" not in on_screen(pilot.app))
        assert "w stop " in on_screen(pilot.app)
        before = on_screen(pilot.app)
        await press(pilot, "c")
        assert on_screen(pilot.app) != before
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await press(pilot, "s")
        assert "w stop " in on_screen(pilot.app)
        may_end.set()
        await until(pilot, lambda: "CHANCE TO WIN" in on_screen(pilot.app))
        assert "from 10 games" in on_screen(pilot.app)
        assert "25%" in on_screen(pilot.app)


async def test_an_estimate_can_be_stopped(ended: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    def estimate(story: Story, *, stopping: Callable[[], bool], **_: object) -> Story:
        while not stopping():
            time.sleep(0.001)
        raise Stopped

    monkeypatch.setattr("risk_tui.tui.story.story_screen.story_with_chances", estimate)
    async with reading(ended, "w", size=MIDDLE) as pilot:
        assert "w stop 0%" in on_screen(pilot.app)
        await press(pilot, "v")
        assert "an estimate is running; w stops it" in on_screen(pilot.app)
        await press(pilot, "w")
        await until(pilot, lambda: "w stop" not in on_screen(pilot.app))
        assert "CHANCE TO WIN" not in on_screen(pilot.app)


REVIEW = Review(
    games=20,
    seats=(0, 1, 2),
    looked_at=(30, 20, 10),
    judged=(5, 5, 1),
    mistakes=(
        Mistake(0, 150, 1, 0.09, 0.03, "attacking Ukraine from Ural, 5 against 7,",
                "not attacking", "Ann then has 3 more armies 2 rounds later"),
        Mistake(1, 160, 1, 0.05, 0.02, "placing 3 armies in Siam", "placing 3 armies in India", ""),
    ),
    dice=(-0.14, 0.1, 0.04),
    seconds=48.4,
)  # fmt: skip


@pytest.mark.parametrize("size", few([SMALL, LARGE], 1))
async def test_a_review_leads_to_its_decisions(
    ended: Story, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    def review(story: Story, *, show: Callable[[int, int], None], **_: object) -> Review:
        show(1, 2)
        return REVIEW

    monkeypatch.setattr("risk_tui.tui.story.story_screen.load_or_make_review", review)
    async with reading(ended, "v", size=size) as pilot:
        await until(pilot, lambda: "REVIEW" in on_screen(pilot.app))
        seen = " ".join(on_screen(pilot.app).split())
        name = ended.seats[0].name
        assert f"{name}: the dice cost {name} 14 points, 1 decision 9 points" in seen
        assert "5 against 7, cost 9 points (± 6); not attacking was better: " in seen
        assert "It took 48 s." in seen
        await press(pilot, "down", "enter")
        assert replay_of(pilot).moment.number == 160


async def test_only_finished_games_are_reviewed(story: Story) -> None:
    async with reading(story, size=MIDDLE) as pilot:
        assert "v review" not in on_screen(pilot.app)
        await press(pilot, "v")
        assert "once it is over" in on_screen(pilot.app)
        await press(pilot, "c")
        assert "once it is over" not in on_screen(pilot.app)
        assert "w chance" in on_screen(pilot.app)


async def test_all_keys_fit_into_80_columns(ended: Story) -> None:
    async with reading(ended) as pilot:
        for words in ("Tab table", "Tab charts", "Tab points"):
            await press(pilot, "tab")
            last = on_screen(pilot.app).rstrip("\n").split("\n")[-1]
            assert words in last
            for key in ("Enter replay", "w chance", "v review", "?", "Esc back"):
                assert key in last
        await press(pilot, "enter")
        last = on_screen(pilot.app).rstrip("\n").split("\n")[-1]
        for key in ("n p point", "space play", "o hands", "s story", "? help", "Esc back"):
            assert key in last
        await press(pilot, "space")
        last = on_screen(pilot.app).rstrip("\n").split("\n")[-1]
        for key in ("space stop", "+− speed", "o hands", "s story", "? help", "Esc back"):
            assert key in last


async def test_story_and_replay_explain_their_keys(ended: Story) -> None:
    async with reading(ended, "question_mark") as pilot:
        assert "estimate each player's chance to win" in on_screen(pilot.app)
        await press(pilot, "escape", "enter", "question_mark")
        assert "play faster or slower" in on_screen(pilot.app)
        await press(pilot, "question_mark")
        assert isinstance(pilot.app.screen, ReplayScreen)


async def test_an_open_story_follows_the_game(story: Story) -> None:
    timeline = story.timeline
    records = [timeline.record(moment) for moment in range(1, story.end + 1)]
    before = build_story(timeline.setup, story.seats, records[:-40], name="evening")
    again = build_story(timeline.setup, story.seats, records, name="evening")

    def later(shown: Story) -> Callable[[], Story] | None:
        return (lambda: again) if shown.end < story.end else None

    async with reading(before, later=later) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, StoryScreen)
        await until(pilot, lambda: screen._story.end >= story.end)
        await settle(pilot)
        await press(pilot, "enter")
        assert replay_of(pilot).moment.number == story.end
        await press(pilot, "end", "s")
        assert isinstance(pilot.app.screen, StoryScreen)


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "evening.risk"
    shutil.copy(FILE, path)
    story, later = read_story(path), watch_file(path)
    assert later(story) is None
    change(path, "DELETE FROM entries WHERE number > 100")
    make = later(story)
    assert make is not None
    assert make().end < story.end
    assert later(story) is None
