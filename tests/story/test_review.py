"""Reviews: reported mistakes are certain, and dice change nothing on average."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from risk_opponents.general.bot import General

from risk_tui.engine.actions import (
    Action,
    Attack,
    Defend,
    EndPhase,
    Fortify,
    Occupy,
    Reinforce,
    Resign,
)
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import Decision
from risk_tui.engine.events import BattleResolved
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_ruleset
from risk_tui.story import review as reviews
from risk_tui.story.board_svg import StoryTheme
from risk_tui.story.chances import pack_game
from risk_tui.story.moments import Timeline
from risk_tui.story.page import story_html
from risk_tui.story.plain import review_data, review_lines
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
from risk_tui.story.story import Story, build_story
from risk_tui.table.seats import Seat, extra_seats
from tests.engine.positions import BOARD, US, at, front, position
from tests.story.conftest import SEATS, SETUP, ImmediateWorkers

COST = 0.2
"""The cost of a decision in reviews with fixed costs."""


@pytest.fixture(scope="module")
def story(records: list[Record]) -> Story:
    players = ("person", "person", "toni", "toni")
    seats = [replace(seat, player=player) for seat, player in zip(SEATS, players, strict=True)]
    return build_story(SETUP, seats, records)


def end(chance: float, armies: int = 10) -> PlayoutEnd:
    rest = (1 - chance) / 3
    chances = (chance, rest, rest, rest)
    return PlayoutEnd(chances, (-1,) * 6, (armies, 10, 10, 10), (True,) * 4)


def one_doubtful_decision(task: ScreenTask) -> tuple[dict[int, int], list[DoubtfulDecision]]:
    """Find a doubtful decision in every turn."""
    place, other = ReviewedAction(Reinforce(0, 3)), ReviewedAction(Reinforce(1, 3))
    return {0: 2}, [DoubtfulDecision(0, task.start, place, other, 0.1)]


def fixed_costs(costs: list[float]) -> Callable[[JudgeTask], Comparison]:
    """Return a judge by whom every decision costs this in each pair of games."""
    done, better = tuple(end(0.3 - cost) for cost in costs), tuple(end(0.3, 14) for _ in costs)
    return lambda task: Comparison(0, done, better)


def review_with_costs(
    story: Story, monkeypatch: pytest.MonkeyPatch, costs: list[float]
) -> reviews.Review:
    monkeypatch.setattr(reviews, "screen", one_doubtful_decision)
    monkeypatch.setattr(reviews, "judge", fixed_costs(costs))
    return review_game(story, len(costs), ImmediateWorkers())


def test_mistake_costs_more_than_two_standard_errors(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = review_with_costs(story, monkeypatch, [COST, COST + 0.01] * 4)
    assert len(review.of(0)) == reviews.JUDGED
    assert review.of(0)[0].cost == pytest.approx(COST + 0.005)
    assert not review_with_costs(story, monkeypatch, [0.4, -0.38] * 4).mistakes
    assert not review_with_costs(story, monkeypatch, [0.001] * 8).mistakes
    assert not review_with_costs(story, monkeypatch, [0.5]).mistakes


def test_review_leaves_the_timeline_to_the_thread_that_shows_it(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    class ShownTimeline(Timeline):
        def _go_to(self, moment: int) -> Game:
            raise AssertionError("two threads at one timeline")

    shown = ShownTimeline(SETUP, story.timeline.records)
    assert review_with_costs(replace(story, timeline=shown), monkeypatch, [COST] * 8).mistakes


def test_people_are_reviewed_or_all_bots_without_people(story: Story) -> None:
    assert reviewed_seats(story) == (0, 1)
    bots = tuple(replace(seat, player="toni") for seat in story.seats)
    assert reviewed_seats(replace(story, seats=bots)) == (0, 1, 2, 3)


def test_mistake_names_a_better_action_and_the_reason(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = review_with_costs(story, monkeypatch, [COST, COST + 0.01] * 4)
    name, board = story.seats[0].name, story.board
    lines = "\n".join(review_lines(story, review))
    assert f"placing 3 armies in {board.territories[0].name} cost 20 points (± 0)" in lines
    assert f"placing 3 armies in {board.territories[1].name} was better" in lines
    assert f"{name} then has 4 more armies {ROUNDS} rounds later" in lines
    cost = f"{round(100 * review.cost(0))} points"
    for dice, sentence in ((-0.14, f"dice cost {name} 14 points, 3 decisions {cost}"),
                       (0.14, f"dice gave {name} 14 points, 3 decisions cost {cost}")):  # fmt: skip
        lucky = replace(review, dice=(dice, *review.dice[1:]))
        assert sentence in lucky.summary(0, name)
    assert "judged by 8 pairs of games each" in lines
    data = review_data(story, review)
    assert data["seats"][0]["decisions"] == pytest.approx(-review.cost(0), abs=1e-4)
    assert data["seats"][1]["mistakes"] == []


def test_same_action_costs_nothing(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_screen_compares_the_decisions_of_a_turn(story: Story) -> None:
    turn = next(turn for turn in story.turns if turn.seat == 0 and turn.round == 2)
    task = ScreenTask(pack_game(story), turn.start, turn.end, (0,))
    count, found = screen(task)
    assert 0 < count[0] <= turn.end - turn.start
    for each in found:
        assert turn.start <= each.moment < turn.end
        assert not is_alike(each.done.action, each.better.action)


class TurnFromPosition:
    """A turn that is played from a position instead of the start of a game."""

    def __init__(self, game: Game, *actions: Action) -> None:
        self._games, self._records = [game.copy()], []
        for action in actions:
            self._records.append(game.apply(action))
            self._games.append(game.copy())

    @property
    def end(self) -> int:
        return len(self._records)

    def record(self, moment: int) -> Record:
        return self._records[moment - 1]

    def view(self, moment: int, seat: int | None = None, *, clear: bool = True) -> View:
        return self._games[moment].view(seat, clear=clear)


class EndingBot:
    """A bot that ends every phase."""

    def choose(self, view: View, decision: Decision) -> Action:
        return EndPhase()


def screen_turn(
    monkeypatch: pytest.MonkeyPatch, turn: TurnFromPosition
) -> tuple[int, list[DoubtfulDecision]]:
    """Screen a turn of seat 0, each of whose actions seems worse than to end the phase."""
    monkeypatch.setattr(reviews, "unpack_timeline", lambda course: turn)
    monkeypatch.setattr(reviews, "make_bot", lambda name, seed: EndingBot())
    monkeypatch.setattr(reviews, "_first_guess", lambda view, candidate: COST)
    count, found = screen(ScreenTask(b"", 0, turn.end, (0,)))
    return count[0], found


LOSES_TWO, WINS_TWO = [(1, 1, 1), (6, 6)], [(6, 6, 6), (1, 1)]


def test_every_kind_of_decision_after_a_doubtful_fight_is_screened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A fight is one decision; armies can move in or along the same way later."""
    source, target = at("Ukraine"), at("Ural")
    drawn_card = 0
    game = front(20, 4, *WINS_TWO, *WINS_TWO, drawn_card)
    attack = Attack(source, target, 3)
    fortify = Fortify(source, target, 5)
    turn = TurnFromPosition(game, attack, attack, Occupy(3), EndPhase(), fortify)
    count, found = screen_turn(monkeypatch, turn)
    assert [each.done for each in found] == [
        ReviewedAction(attack),
        ReviewedAction(Occupy(3)),
        ReviewedAction(fortify),
    ]
    # The end of the attacks was compared, too.
    assert count == len(found) + 1


def test_numbers_that_are_alike_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three or four armies can move in, which is practically the same."""
    game = front(5, 2, *WINS_TWO)
    attack = Attack(at("Ukraine"), at("Ural"), 3)
    count, found = screen_turn(monkeypatch, TurnFromPosition(game, attack, Occupy(4)))
    assert (count, len(found)) == (1, 1)


def test_stopped_attack_counts_its_last_roll_if_the_defender_chose_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The losses are in the records of the defender's choices (US rules of 1993)."""
    game = front(20, 9, *LOSES_TWO, *LOSES_TWO, rules=US)
    attack = Attack(at("Ukraine"), at("Ural"), 3)
    turn = TurnFromPosition(game, attack, Defend(2), attack, Defend(2), EndPhase())
    _count, found = screen_turn(monkeypatch, turn)
    assert found[0].done == ReviewedAction(attack, 16)


def test_decision_without_territories_is_screened(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "_first_guess", lambda view, candidate: COST)
    monkeypatch.setattr(reviews, "is_alike", lambda action, other: False)
    course = pack_game(story)
    for moment, record in enumerate(story.timeline.records):
        if isinstance(record.action, EndPhase):
            task = ScreenTask(course, moment, moment + 1, (record.seat,))
            count, found = screen(task)
            assert len(found) == sum(count.values())


def test_one_army_more_is_the_same_decision() -> None:
    assert is_alike(Reinforce(3, 2), Reinforce(3, 5))
    assert is_alike(Occupy(3), Occupy(4))
    assert not is_alike(Occupy(3), Occupy(5))
    assert not is_alike(Attack(1, 2, 3), Attack(1, 3, 3))
    assert not is_alike(Attack(1, 2, 3), EndPhase())


def test_points_by_dice_are_zero_on_average(
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


def test_dice_that_the_defender_saw_count_as_seen() -> None:
    """A roll of three sixes before the defender chooses is no luck of the attacker."""
    lands = {"Ann": {"Siam": 9}, "Ben": {"Indonesia": 5}}
    dice = [(6, 6, 6), (6,)]
    game = position(lands, rest="Cid", rules=load_ruleset("uk-old"), luck=dice)
    views, records = [game.view()], [game.apply(Attack(at("Siam"), at("Indonesia"), 3))]
    views.append(game.view())
    records.append(game.apply(Defend(1)))
    together = replace(records[0], events=records[0].events + records[1].events)
    points = dice_points(records, views, 3)
    assert points == dice_points([together], views[:1], 3)
    assert points[0] < 0, "only one defence roll in six beats a six"


def test_cached_review_is_read_only_if_it_fits(
    story: Story, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("risk_tui.laboratory.runner.LocalWorkers", ImmediateWorkers)
    monkeypatch.setattr(reviews, "screen", one_doubtful_decision)
    monkeypatch.setattr(reviews, "judge", fixed_costs([COST, COST + 0.01]))
    review = load_or_make_review(story, 2)
    assert cached_review(story) == review == load_or_make_review(story, 2)
    assert cached_review(story, 3) is None
    (path,) = tmp_path.rglob("*.json")
    whole = path.read_text()
    for damage in ("", "{}", whole[:-9], whole.replace('"cost":0.2', '"cost":7.2')):
        path.write_text(damage)
        assert cached_review(story) is None


def test_page_escapes_the_review(story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    review = review_with_costs(story, monkeypatch, [COST, COST + 0.01] * 4)
    bad = replace(review, mistakes=(replace(review.mistakes[0], why="<script>alert(1)"),))
    grey = {"grey": "#888888"}
    look = StoryTheme(grey, {"grey": "o"}, *["#000000"] * 5)
    page = story_html(story, look, bad)
    assert '<section id="review">' in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    assert '<section id="review">' not in story_html(story, look)


def test_game_in_progress_is_not_reviewed(records: list[Record]) -> None:
    with pytest.raises(RiskError, match="once it is over"):
        review_game(build_story(SETUP, [Seat("A", "red")] * 4, records[:-1]), 2, ImmediateWorkers())


ANN = 0
SOURCE, TARGET = at("Brazil"), at("North Africa")
ARMIES = (10, 14)
"""The armies of both territories before the mistake."""
SEED = 15
DUEL = GameSetup(BOARD, US, 2)


def fixed_players() -> list[General]:
    return [General(f"{SEED}/{seat}") for seat in range(2)]


def game_with_a_mistake() -> tuple[list[Record], int]:
    """Return a game with a mistake of Ann, and the moment of the mistake.

    Bots play until Ann wastes her best army in hopeless attacks; then Ben resigns.
    """
    game, bots, mistake = Game(DUEL, seeded_chance(SEED)), fixed_players(), 0
    records: list[Record] = []
    while (decision := game.decision) is not None:
        view = game.view(decision.seat)
        action = bots[decision.seat].choose(view, decision)
        is_ann = decision.seat == view.turn == ANN
        if mistake and decision.kind != "defend" and not is_ann:
            action = Resign()
        elif is_ann and decision.kind == "attack" and view.round == 2:
            stacks = view.armies[SOURCE], view.armies[TARGET]
            mistake = mistake or (len(records) if stacks == ARMIES else 0)
            if mistake and stacks[0] > 1:
                action = Attack(SOURCE, TARGET, view.max_attack_dice(SOURCE, TARGET))
        records.append(game.apply(action, seat=decision.seat))
    return records, mistake


def story_of_one_turn(records: list[Record], moment: int) -> Story:
    """Return the story with a single turn that starts just before a moment."""
    players = [Seat("Ann", "red", "person"), Seat("Ben", "blue", "mira")]
    story = build_story(DUEL, [*players, *extra_seats(DUEL, players)], records)
    (turn,) = [turn for turn in story.turns if turn.start <= moment < turn.end]
    return replace(story, turns=(replace(turn, start=max(moment - 2, turn.start)),))


def test_wasted_army_is_the_only_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "CANDIDATES", 2)
    monkeypatch.setattr(reviews, "ROUNDS", 1)
    records, moment = game_with_a_mistake()
    found = review_game(story_of_one_turn(records, moment), 8, ImmediateWorkers())
    assert found.looked_at[0] > 2
    (mistake,) = found.of(ANN)
    assert mistake.moment == moment
    assert mistake.done.startswith("attacking ")
    assert "10 against 14" in mistake.done
