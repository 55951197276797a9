"""Attacks: dice, losses, several attacks in a turn, and occupation."""

from __future__ import annotations

from risk_tui.engine.actions import Attack, Occupy
from risk_tui.engine.events import BattleResolved, Moved
from risk_tui.engine.state import Phase

from .positions import (
    ANN,
    UNASKED,
    US,
    armies,
    at,
    attack,
    decides,
    end,
    events_of,
    front,
    occupy,
    offered,
    owner,
    phase,
    position,
)

# Allowed targets


def test_only_neighbouring_enemies_are_offered() -> None:
    game = position({"Ann": {"Ukraine": 3, "Scandinavia": 1}}, rest="Ben")
    targets = {action.target for action, _ in offered(game, Attack)}
    assert targets == {
        at(name)
        for name in ("Ural", "Afghanistan", "Middle East", "Southern Europe", "Northern Europe")
    }


# Dice and losses


def test_neutral_armies_defend_unasked() -> None:
    game = front(4, 5, (1, 1, 1), (6, 6), rules=US, resigned=["Ben"])
    (fought,) = events_of(attack(game, "Ukraine", "Ural", 3), BattleResolved)
    assert fought.defence_dice == (6, 6)


# Several attacks


def test_attacks_can_be_switched_between_rolls() -> None:
    # FAQ Q2.6: "There is no requirement that each attack be done 'to the death' before switching
    # to another attack or changing the number of dice".
    game = front(9, 5, (6, 1, 1), (5, 5), (2,), (6, 6), (1, 2), (5,), (6,), (1, 2))
    attack(game, "Ukraine", "Ural", 3)
    attack(game, "Ukraine", "Ural", 1)
    attack(game, "Brazil", "Peru", 2)
    attack(game, "Ukraine", "Ural", 1)
    assert armies(game, "Ukraine", "Ural", "Brazil", "Peru") == (7, 3, 4, 1)
    end(game)
    assert phase(game) is Phase.FORTIFY or decides(game) == "Ben"


def test_attacks_end_by_themselves_when_no_army_can_attack() -> None:
    game = position(
        {"Ann": {"Ukraine": 2, "Japan": 1}}, rules=UNASKED, luck=[(1,), (6,)], players=2
    )
    attack(game, "Ukraine", "Ural", 1)
    assert decides(game) == "Ben"


# Occupying


def test_smallest_garrison_follows_the_last_roll() -> None:
    game = front(9, 3, (6, 6, 6), (1, 1), (6,), (1,))
    attack(game, "Ukraine", "Ural", 3)
    attack(game, "Ukraine", "Ural", 1)
    assert offered(game, Occupy) == [(Occupy(1), 8)]


def test_only_possible_garrison_moves_in_unasked() -> None:
    game = front(4, 1, (6, 6, 6), (1,))
    record = attack(game, "Ukraine", "Ural", 3)
    assert events_of(record, Moved) == [Moved(ANN, at("Ukraine"), at("Ural"), 3, fortified=False)]
    assert armies(game, "Ukraine", "Ural") == (1, 3)
    assert phase(game) is Phase.ATTACK


def test_armies_that_moved_in_may_attack() -> None:
    game = front(9, 1, (6, 6, 6), (1,), (6, 6), (1,))
    attack(game, "Ukraine", "Ural", 3)
    occupy(game, 3)
    attack(game, "Ural", "China", 2)
    assert owner(game, "China") == "Ann"
    assert game.state().conquests_this_turn == 2
