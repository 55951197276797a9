"""The story of a game agrees with the game at every moment, and has no secrets before its end."""

from __future__ import annotations

import random
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.chance import RecordedChance, seeded_chance
from risk_tui.engine.events import (
    Conquered,
    MissionsDealt,
    SeatEliminated,
    SeatResigned,
    SetTraded,
    TurnBegan,
)
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_ruleset
from risk_tui.story.moments import INTERVAL, Series, Timeline, holder_at, seat_exits, turn_at
from risk_tui.story.plain import _align_columns, story_page
from risk_tui.story.story import Story, build_story, read_story
from risk_tui.story.turning_points import MOST, MOST_GOALS, PER_TURN, LeadChange, lead_changes
from risk_tui.table.seats import extra_seats
from risk_tui.variants.capitals import CapitalTaken
from tests.engine.positions import BOARD
from tests.story.conftest import SEATS, SETUP
from tests.variants.mixtures import choose

GAME = Path(__file__).parents[1] / "saves" / "golden" / "format-6-stars.risk"


def test_turns_follow_each_other_without_a_gap(story: Story) -> None:
    assert (story.turns[0].seat, story.turns[0].round, story.turns[0].start) == (None, 0, 0)
    for one, other in pairwise(story.turns):
        assert one.end == other.start
        assert other.round in (one.round, one.round + 1)
        assert story.moment(other.start).view.turn == other.seat
    assert story.turns[-1].end == story.end


def test_series_count_what_spectators_see(story: Story) -> None:
    land, armies, income = (story.one_series(key) for key in ("land", "armies", "income"))
    assert land.moments[-1] == story.end
    for number, moment in enumerate(land.moments):
        view = story.moment(moment).view
        for seat in range(4):
            assert land.values[seat][number] == view.owner.count(seat)
            assert armies.values[seat][number] == view.armies_of(seat)
            playing = view.status[seat] == "playing"
            assert income.values[seat][number] == (view.income(seat) if playing else None)


def test_series_of_the_same_key_is_replaced(story: Story) -> None:
    chance = Series("chance", "Chance to win", (0, story.end), ((25.0, 0.0),) * 4, "%")
    changed = story.with_series(chance)
    assert changed.one_series("chance").highest == 25.0
    assert len(changed.with_series(chance).series) == len(story.series) + 1


def test_seats_leave_by_others_or_by_themselves() -> None:
    """``SeatEliminated`` names the seat itself if no other seat caused the loss."""
    events = [TurnBegan(0, 4), SeatEliminated(1, 1), SeatEliminated(2, 0), SeatResigned(3)]
    assert seat_exits(events) == {1: (4, None), 2: (4, 0), 3: (4, None)}


def test_holdings_agree_with_the_holder_at_each_moment(story: Story) -> None:
    assert story.holdings
    for moment in range(0, story.end + 1, 11):
        view = story.moment(moment).view
        for number, continent in enumerate(view.board.continents):
            holder = continent.holder(view.owner)
            assert holder_at(story.holdings, number, moment) == holder


def test_turning_points_are_few_and_in_order(story: Story) -> None:
    points = story.turning_points
    assert 0 < len(points) <= MOST
    assert [point.moment for point in points] == sorted(point.moment for point in points)
    turns = [turn_at(story.turns, point.moment - 1) for point in points]
    assert max(map(turns.count, turns)) <= PER_TURN
    for point, turn in zip(points, turns, strict=True):
        assert 0 <= point.start < point.moment <= story.end
        assert point.round == story.turns[turn].round


def test_eliminations_and_victory_are_turning_points(story: Story, records: list[Record]) -> None:
    beaten = [
        (moment, event)
        for moment, record in enumerate(records, 1)
        for event in record.events
        if isinstance(event, SeatEliminated)
    ]
    points = [(point.moment, "".join(point.parts)) for point in story.turning_points]
    for moment, event in beaten:
        sentence = f"{SEATS[event.by].name} beats {SEATS[event.seat].name}"
        assert any(when == moment and text.startswith(sentence) for when, text in points)
    assert points[-1][0] == story.end
    assert points[-1][1].endswith("wins the game")


def test_some_conquered_capitals_are_turning_points(capital_story: Story) -> None:
    """A player wins by holding capitals (FAQ Q2.2.2), but other points are told too."""
    falls = {
        moment: BOARD.territories[event.territory].name
        for moment, record in enumerate(capital_story.records, 1)
        for event in record.events
        if isinstance(event, CapitalTaken)
    }
    points = [point for point in capital_story.turning_points if point.kind == "goal"]
    assert 0 < len(points) <= MOST_GOALS < len(falls)
    assert any(falls.get(point.moment, "-") in point.text for point in points)
    assert all("capital" in point.text for point in points)
    kinds = {point.kind for point in capital_story.turning_points}
    assert kinds == {"goal", "lead", "continent", "end"}


def test_broken_continent_was_held_until_then(story: Story) -> None:
    broken = [point for point in story.turning_points if " breaks " in point.parts]
    assert broken
    for point in broken:
        victim = next(part.seat for part in point.parts[1:] if hasattr(part, "seat"))
        assert any(h.end == point.moment and h.seat == victim for h in story.holdings)


def test_sweep_that_breaks_a_continent_counts_its_conquests(
    story: Story, records: list[Record]
) -> None:
    sweeps = [point for point in story.turning_points if "conquests" in point.text]
    assert any(" breaks " in point.parts for point in sweeps)
    for point in sweeps:
        turn = story.turns[turn_at(story.turns, point.moment - 1)]
        events = [event for record in records[turn.start : turn.end] for event in record.events]
        conquests = sum(isinstance(event, Conquered) for event in events)
        assert f", {conquests} conquests in one turn" in point.text


def test_lead_changes_only_for_a_whole_round() -> None:
    a, b, even = (0.6, 0.4), (0.4, 0.6), (0.5, 0.5)
    assert lead_changes([a, a, b, b, b], 2) == [LeadChange(2, 1, 0, pytest.approx(0.2))]
    assert lead_changes([a, b, a, b, a, a], 2) == []
    assert lead_changes([a, a, even, even], 2) == []


def test_a_new_leader_is_ahead_when_it_takes_the_lead() -> None:
    """The mean of a round decides, but the sentence gives the numbers of one moment."""
    rows = [(0.6, 0.4), (0.52, 0.48), (0.2, 0.8), (0.2, 0.8)]
    assert lead_changes(rows, 2) == [LeadChange(2, 1, 0, pytest.approx(0.28))]


def test_figures_count_the_events(story: Story, records: list[Record]) -> None:
    events = [event for record in records for event in record.events]
    for seat, tally in enumerate(story.tallies):
        conquests = [event for event in events if isinstance(event, Conquered)]
        assert tally.territories_taken == sum(event.seat == seat for event in conquests)
        assert tally.territories_lost == sum(event.victim == seat for event in conquests)
        traded = [event for event in events if isinstance(event, SetTraded)]
        assert tally.sets == sum(event.seat == seat for event in traded)
    assert sum(tally.armies_beaten for tally in story.tallies) == sum(
        tally.armies_lost for tally in story.tallies
    )
    assert sum(tally.luck.luck for tally in story.tallies) == 0


def test_missions_and_hands_are_public_after_the_game(story: Story, records: list[Record]) -> None:
    assert story.is_over
    assert all(len(missions) == 1 for missions in story.missions)
    moment = story.moment(story.end, is_open=True)
    assert moment.hands == story.hands
    assert all(moment.missions)
    going_on = build_story(SETUP, SEATS, records[:-20])
    assert not going_on.is_over
    assert (going_on.missions, going_on.hands) == ((), ())
    with pytest.raises(RiskError, match="once the game is over"):
        going_on.moment(10, is_open=True)


@pytest.mark.parametrize("reader", [None, 1])
def test_reader_of_a_game_in_progress_learns_only_what_the_seat_saw(
    records: list[Record], reader: int | None
) -> None:
    story = build_story(SETUP, SEATS, records[:200], reader=reader)
    assert list(story.records) == [record.redacted_for(reader) for record in records[:200]]
    for event in (event for record in story.records for event in record.events):
        if isinstance(event, MissionsDealt):
            assert bool(event.missions) == (event.seat == reader)
    for number in range(0, 201, 20):
        moment = story.moment(number)
        assert moment.view.seat == reader
        assert not moment.is_open
        if reader is None:
            assert moment.view.hand == moment.view.missions == ()


def test_reader_changes_no_public_fact(records: list[Record]) -> None:
    stories = [build_story(SETUP, SEATS, records[:200], reader=reader) for reader in (None, 2)]
    public = [(s.series, s.holdings, s.turning_points, s.tallies) for s in stories]
    assert public[0] == public[1]


def test_story_of_a_game_without_steps() -> None:
    story = build_story(SETUP, SEATS, [])
    assert (story.end, story.turning_points, story.is_over) == (0, (), False)
    assert story.one_series("land").values == ((0,),) * 4
    assert all(
        holder_at(story.holdings, number, 0) == NO_SEAT
        for number in range(len(story.board.continents))
    )


def test_story_has_turns_of_martians() -> None:
    setup = GameSetup(BOARD, load_ruleset("martian"), 3)
    seats = [*SEATS[:3], *extra_seats(setup, SEATS[:3])]
    game, rng = Game(setup, seeded_chance("a")), random.Random("a")
    records: list[Record] = []
    while game.view().turn < 3:
        records.append(game.apply(choose(game.legal_actions(), rng)))
    while game.view().turn == 3:
        records.append(game.apply(choose(game.legal_actions(), rng)))
    story = build_story(setup, seats, records)
    assert any(turn.seat == 3 for turn in story.turns)
    assert story_page(story)


def test_missing_value_is_aligned_with_the_numbers() -> None:
    lines = _align_columns([["round", "Ann", "Benedict"], ["1", "5", "12"], ["2", "6", "-"]])
    assert lines[2].endswith("       -")
    assert len(lines[1]) == len(lines[2])


def test_reading_a_saved_game_does_not_change_it(tmp_path: Path) -> None:
    path = tmp_path / "evening.risk"
    shutil.copy(GAME, path)
    story = read_story(path)
    assert (story.name, story.end, story.missing) == ("evening", 197, "")
    assert path.read_bytes() == GAME.read_bytes()


WAYS = {
    "forwards": lambda end: range(0, end + 1, 7),
    "back": lambda end: range(end, -1, -7),
    "to and fro": lambda end: [moment for step in range(40) for moment in (step * 5, end - step)],
}


@pytest.fixture(scope="module")
def views(records: list[Record]) -> list[View]:
    """Ann's view at every moment, from a game that is played once."""
    game = Game(SETUP, RecordedChance(()))
    views = [game.view(0)]
    for record in records:
        game.replay_step(record.seat, record.action, record.chance)
        views.append(game.view(0))
    return views


@pytest.mark.parametrize("way", WAYS)
def test_moments_equal_the_game_in_any_order(
    records: list[Record], views: list[View], way: str
) -> None:
    timeline = Timeline(SETUP, records)
    for moment in WAYS[way](timeline.end):
        assert timeline.view(moment, 0) == views[moment]


def test_moment_replays_fewer_steps_than_the_interval(
    records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    timeline = Timeline(SETUP, records)
    timeline.view(timeline.end)
    steps = 0
    replay_step = Game.replay_step

    def counted(self: Game, *step: object) -> object:
        nonlocal steps
        steps += 1
        return replay_step(self, *step)  # type: ignore[arg-type]

    monkeypatch.setattr(Game, "replay_step", counted)
    for moment in (timeline.end - 1, 3, timeline.end // 2, INTERVAL - 1, timeline.end):
        steps = 0
        timeline.view(moment)
        assert steps < INTERVAL


def test_moments_outside_the_game_are_refused(records: list[Record]) -> None:
    timeline = Timeline(SETUP, records[:5])
    for moment in (-1, 6):
        with pytest.raises(IndexError):
            timeline.view(moment)
