"""Sources of chance: fair dice, seeds, and checks of recorded outcomes."""

from __future__ import annotations

from collections import Counter
from random import SystemRandom

import pytest

from risk_tui.engine import chance
from risk_tui.engine.actions import Attack
from risk_tui.engine.chance import RandomChance, RecordedChance, seeded_chance, system_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.errors import ChanceError

from .positions import BOARD, US, at, position

SEVEN = [(6, 6, 4), 33, (2, 0, 3, 1, 4)]


@pytest.mark.parametrize("chance", [seeded_chance("fair"), system_chance()], ids=["seed", "system"])
def test_every_face_pick_and_place_in_an_order_is_equally_likely(chance: RandomChance) -> None:
    # Of 6000 each comes about 1000 times; the standard deviation is 29, so 175 is six of them.
    faces = Counter(face for _ in range(2000) for face in chance.dice(3))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    picks = Counter(chance.choice(6) for _ in range(6000))
    assert sorted(picks) == [0, 1, 2, 3, 4, 5]
    orders = Counter(chance.shuffle(3) for _ in range(6000))
    assert len(orders) == 6
    for counts in (faces, picks, orders):
        assert max(abs(count - 1000) for count in counts.values()) < 175


def test_seed_gives_the_same_outcomes_on_every_machine() -> None:
    # Saved games and scripts with a seed depend on these values.
    chance = seeded_chance(7)
    assert [chance.dice(3), chance.choice(44), chance.shuffle(5)] == SEVEN
    assert seeded_chance("7").dice(3) == SEVEN[0]
    assert seeded_chance(8).dice(20) != seeded_chance(7).dice(20)


def test_games_without_a_seed_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "SystemRandom", SystemRandom)
    assert system_chance().dice(40) != system_chance().dice(40)
    assert Game(GameSetup(BOARD, US, 2))._context.chance.dice(40) != system_chance().dice(40)


@pytest.mark.parametrize(
    "dice",
    [
        (6, 6),
        (6, 6, 6, 6),
        (0, 1, 2),
        (7, 1, 2),
        (True, 1, 2),
        (1.0, 2, 3),
        ("1", "2", "3"),
        (None, 1, 2),
        [1, 2, 3],
        5,
        None,
        "123",
    ],
)
def test_invalid_recorded_dice_are_refused(dice) -> None:
    with pytest.raises(ChanceError):
        RecordedChance([dice]).dice(3)


@pytest.mark.parametrize("pick", [-1, 4, True, 1.0, "1", (1,), None])
def test_invalid_recorded_picks_are_refused(pick) -> None:
    with pytest.raises(ChanceError):
        RecordedChance([pick]).choice(4)


@pytest.mark.parametrize(
    "order",
    [
        (0, 1),
        (0, 1, 1),
        (1, 2, 3),
        (False, True, 2),
        (0.0, 1.0, 2.0),
        ("a", 1, 2),
        ((0,), 1, 2),
        (None, None, None),
        [0, 1, 2],
        3,
    ],
)
def test_invalid_recorded_orders_are_refused(order) -> None:
    with pytest.raises(ChanceError):
        RecordedChance([order]).shuffle(3)


def test_missing_outcomes_are_refused() -> None:
    chance = RecordedChance([(1,)])
    assert chance.dice(1) == (1,)
    with pytest.raises(ChanceError, match="is missing dice"):
        chance.dice(1)


def test_unused_outcomes_are_refused() -> None:
    game = position({"Ann": {"Peru": 3}})
    with pytest.raises(ChanceError, match="more dice or cards than this step uses"):
        game.replay_step(0, Attack(at("Peru"), at("Brazil"), 2), [(6, 6), (1,), (1,)])
