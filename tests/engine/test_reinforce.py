"""Income, held continents, and placing what was received."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import Reinforce
from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.events import IncomeReceived, Placed
from risk_tui.engine.state import Phase

from .positions import (
    ANN,
    BEN,
    BOARD,
    armies,
    at,
    continent,
    end,
    events_of,
    offered,
    phase,
    position,
    reinforce,
)

BONUSES = {
    "North America": 5,
    "South America": 2,
    "Europe": 5,
    "Africa": 3,
    "Asia": 7,
    "Australia": 2,
}


def holding(*places: int):
    """Ann holds these territories, it is the end of Ben's turn, and hers follows."""
    names = [BOARD.territories[place].name for place in places]
    return position({"Ann": dict.fromkeys(names, 1)}, players=2, turn="Ben", phase=Phase.FORTIFY)


def scattered(count: int) -> list[int]:
    """That many territories without a whole continent among them."""
    gaps = {continent(name)[0] for name in BONUSES}
    return [place for place in range(len(BOARD.territories)) if place not in gaps][:count]


@pytest.mark.parametrize(
    ("territories", "income"), [(1, 3), (9, 3), (11, 3), (12, 4), (14, 4), (15, 5), (36, 12)]
)
def test_income_is_a_third_of_the_territories_and_at_least_three(
    territories: int, income: int
) -> None:
    # FAQ Q2.4.1: "1 army per 3 territories you control, rounded down, minimum of 3".
    game = holding(*scattered(territories))
    record = end(game)
    assert events_of(record, IncomeReceived) == [IncomeReceived(ANN, income, ())]
    assert game.decision == ToReinforce(ANN, income, may_trade=False, must_trade=False, force=ANN)


@pytest.mark.parametrize(("name", "bonus"), BONUSES.items())
def test_a_continent_held_completely_brings_its_bonus(name: str, bonus: int) -> None:
    # SGE rules: North America 5, South America 2, Europe 5, Africa 3, Asia 7, Australia 2.
    number = list(BONUSES).index(name)
    game = holding(*continent(name))
    (received,) = events_of(end(game), IncomeReceived)
    assert received.continents == ((number, bonus),)
    assert (
        received.total == max(3, len(continent(name)) // 3) + bonus == game.state().armies_to_place
    )


def test_a_continent_with_one_territory_missing_brings_nothing() -> None:
    game = holding(*continent("Australia")[1:])
    (received,) = events_of(end(game), IncomeReceived)
    assert (received.territories, received.continents) == (3, ())


def test_several_continents_add_up() -> None:
    game = holding(*continent("Australia"), *continent("South America"), *continent("Africa"))
    (received,) = events_of(end(game), IncomeReceived)
    assert received.total == 14 // 3 + 2 + 2 + 3


def test_a_view_says_what_income_would_be() -> None:
    game = holding(*continent("Australia"))
    assert (game.view().income(ANN), game.view().income(BEN)) == (5, 38 // 3 + 5 + 2 + 5 + 3 + 7)


# Placing


def ann_reinforces(pool: int = 7, **more):
    lands = {"Ann": {"Peru": 1, "Brazil": 2, "Japan": 1}}
    return position(lands, phase=Phase.REINFORCE, armies_to_place=pool, **more)


def test_armies_are_placed_in_any_split_and_order() -> None:
    # FAQ Q2.4.1: "armies can be placed anywhere".
    game = ann_reinforces()
    reinforce(game, "Japan", 2)
    reinforce(game, "Peru", 1)
    reinforce(game, "Japan", 3)
    assert phase(game) is Phase.REINFORCE
    record = reinforce(game, "Brazil", 1)
    assert armies(game, "Peru", "Brazil", "Japan") == (2, 3, 6)
    assert record.events == (Placed(ANN, at("Brazil"), 1),)
    assert record.chance == ()
    assert phase(game) is Phase.ATTACK


def test_any_number_up_to_the_pool_is_offered_on_each_own_territory() -> None:
    game = ann_reinforces()
    own = sorted(at(name) for name in ("Peru", "Brazil", "Japan"))
    assert offered(game, Reinforce) == [(Reinforce(territory, 1), 7) for territory in own]


def test_attacks_are_skipped_without_an_army_to_attack() -> None:
    # Ann cannot place next to an enemy: everything round her is her own but for a lone border.
    lands = {"Ann": {name.name: 1 for name in BOARD.territories}}
    lands["Ann"].pop("Madagascar")
    game = position(lands, players=2, phase=Phase.REINFORCE, armies_to_place=1)
    reinforce(game, "Japan", 1)
    assert phase(game) is Phase.FORTIFY
