"""Fights of a game, and the turning points of a real one, agree with the notes of its players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from risk_tui.bots import make_bot
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import Event
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.odds.fight import fight_to_finish
from risk_tui.odds.luck import dice_of_seats
from risk_tui.rules.house_rules import with_house_rules, with_turn_limit
from risk_tui.story.record_notation import Notation, parse_chance
from risk_tui.story.story import Story, build_story
from risk_tui.story.turning_points import Fight, FightLog
from risk_tui.table.seats import Seat
from tests.engine.positions import ANN, BEN, BOARD, US, at, attack, defend, occupy, position
from tests.story.conftest import COLOURS, SETUP

LANDS = {"Ann": {"Ukraine": 5, "Scandinavia": 4}, "Ben": {"Ural": 2, "Afghanistan": 1}}


def fights(game: Game, *steps: Callable[[Game], Record]) -> tuple[Fight, ...]:
    log = FightLog()
    for moment, step in enumerate(steps, 1):
        before = game.view(None)
        log.add(moment, step(game), before)
    return log.close()


def on(target: str) -> tuple[Callable[[Game], Record], Callable[[Game], Record]]:
    """Ann attacks from Ukraine with three dice, and Ben defends with one."""
    return (lambda game: attack(game, "Ukraine", target, 3), lambda game: defend(game, 1))


def test_battles_for_one_territory_are_one_fight() -> None:
    game = position(LANDS, luck=((6, 5, 4), (5,), (6, 6, 6), (1,)))
    steps = (*on("Ural"), on("Ural")[0], lambda game: occupy(game, 3))
    (fight,) = fights(game, *steps)
    assert (fight.seat, fight.victim, fight.source, fight.target) == (
        ANN, BEN, at("Ukraine"), at("Ural"),
    )  # fmt: skip
    assert (fight.attackers, fight.defenders, fight.start, fight.end) == (5, 2, 1, 3)
    assert fight.won
    assert fight.chance == pytest.approx(fight_to_finish(4, 2, US.combat).chance)
    assert fight.likelihood == fight.chance


@pytest.mark.parametrize(("armies", "lost"), [(4, True), (9, False)])
def test_fight_stopped_with_many_armies_is_not_lost(armies: int, lost: bool) -> None:
    lands = {"Ann": {"Ukraine": armies}, "Ben": {"Ural": 2}}
    (fight,) = fights(position(lands, luck=((1, 1, 1), (6,))), *on("Ural"))
    assert not fight.won
    assert fight.is_lost == lost
    assert fight.likelihood == (pytest.approx(1 - (fight.chance or 0)) if lost else 1.0)


def test_another_target_is_another_fight() -> None:
    game = position(LANDS, luck=((6, 5, 4), (5,), (6, 6, 6), (1,)))
    first, second = fights(game, *on("Ural"), on("Afghanistan")[0])
    assert (first.target, second.target) == (at("Ural"), at("Afghanistan"))
    assert (second.attackers, second.start) == (5, 2)


def test_fight_in_one_step_equals_single_battles() -> None:
    setup = GameSetup(BOARD, with_turn_limit(US, 2), 2)
    results = []
    for whole in (True, False):
        game, log = Game(setup, seeded_chance("told")), FightLog()
        events: list[Event] = []
        bots = [make_bot("mira", f"told/{seat}") for seat in range(2)]
        for moment in count(1):
            if (decision := game.decision) is None:
                break
            action = bots[decision.seat].choose(game.view(decision.seat), decision)
            before = game.view()
            record = game.apply(action if whole else action.as_offered)
            log.add(moment, record, before)
            events += record.events
        fights = [replace(fight, start=0, end=0) for fight in log.close()]
        results.append((fights, dice_of_seats(events, 3, game.view().owner)))
    assert len(results[0][0]) > 5
    assert results[0] == results[1]


@pytest.mark.parametrize(("hand", "is_known"), [("", True), ("Ural", False)])
def test_chance_is_unknown_if_cards_may_change_dice(hand: str, is_known: bool) -> None:
    lands = {"Ann": {"Ukraine": 4}, "Ben": {"Ural": 2}}
    rules = with_house_rules(US, {"combat.reroll": True})
    luck = ((6, 6, 6), (1,))
    hands = {"Ann": hand} if hand else {}
    (fight,) = fights(position(lands, rules=rules, hands=hands, luck=luck), *on("Ural"))
    assert (fight.chance is not None) is is_known


NAMES = ("Ann", "Ben", "Cleo", "Ada")
NOTED = (
    "Round 4: Ben holds Egypt against Ann, 3 against 9, a chance of 5%",
    "Round 4: Ben wins Africa (+3), 5 conquests in one turn",
    "Round 5: Ann wins South America (+2)",
    "Round 6: Ann breaks Ben's Africa",
    "Round 7: Cleo beats Ben and takes 3 cards",
    "Round 7: Cleo wins Africa (+3) and Europe (+5), 10 conquests in one turn",
    "Round 7: Ada wins North America (+5), 6 conquests in one turn",
    "Round 8: Cleo wins Asia (+7), 12 conquests in one turn",
    "Round 8: Cleo is 2 territories away from the mission: Venezuela and Peru",
    "Round 8: Ada beats Ann and takes 3 cards",
)
"""Notes of the players, made before they saw the story, in its words."""


@pytest.fixture(scope="module")
def evening() -> Story:
    game, notation = Game(SETUP), Notation(SETUP.board)
    records = []
    for line in (Path(__file__).parent / "evening.txt").read_text().splitlines():
        done, _, chance = line.partition(" | ")
        name, action = done.split(": ")
        outcomes = parse_chance(chance) if chance else ()
        records.append(game.replay_step(NAMES.index(name), notation.parse(action), outcomes))
    return build_story(SETUP, [Seat(*pair) for pair in zip(NAMES, COLOURS, strict=True)], records)


def test_turning_points_contain_the_notes(evening: Story) -> None:
    points = [point.text for point in evening.turning_points]
    assert [point for point in points if point in NOTED] == list(NOTED)
    assert len(points) <= len(NOTED) + 4


def test_near_missions_are_secret_until_the_game_is_over(evening: Story) -> None:
    (near,) = [point for point in evening.turning_points if point.kind == "mission"]
    going_on = evening.timeline.records[: near.moment]
    story = build_story(SETUP, evening.seats, going_on)
    assert story.turning_points
    assert not [point for point in story.turning_points if point.kind == "mission"]


def test_odds_of_certain_conquests_are_left_out(evening: Story) -> None:
    """Central America with one army fell to twelve."""
    fights = [point for point in evening.turning_points if point.kind != "lead"]
    assert not [point for point in fights if "against 1" in point.text]
