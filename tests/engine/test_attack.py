"""Attacks: dice, losses, several attacks in a turn, and occupation."""

from __future__ import annotations

from itertools import product

import pytest

from risk_tui.engine.actions import Attack, Defend, Occupy
from risk_tui.engine.decisions import ToAttack, ToDefend, ToOccupy
from risk_tui.engine.events import (
    BattleDeclared,
    BattleResolved,
    Conquered,
    Moved,
)
from risk_tui.engine.state import Phase
from risk_tui.errors import (
    WrongNumber,
)

from .positions import (
    ANN,
    BEN,
    UK,
    UNASKED,
    US,
    armies,
    at,
    attack,
    decides,
    defend,
    end,
    events_of,
    front,
    occupy,
    offered,
    owner,
    phase,
    position,
)

# The dice of the attacker


@pytest.mark.parametrize(("held", "most"), [(2, 1), (3, 2), (4, 3), (5, 3), (40, 3)])
def test_the_attacker_rolls_up_to_three_dice_and_one_army_stays(held: int, most: int) -> None:
    # FAQ Q2.6: "the attacker can roll up to three dice, and must have more armies in the
    # attacking territory than the number of dice rolled".
    game = front(held, 1)
    assert (Attack(at("Ukraine"), at("Ural"), 1), most) in offered(game, Attack)
    with pytest.raises(WrongNumber, match=f"^you can't choose {most + 1} dice"):
        attack(game, "Ukraine", "Ural", most + 1)
    with pytest.raises(WrongNumber):
        attack(game, "Ukraine", "Ural", 0)


def test_fewer_dice_may_be_rolled_than_allowed() -> None:
    # FAQ Q2.6: "one occasionally rolls fewer dice".
    game = front(9, 1, (6,), (1,))
    (fought,) = events_of(attack(game, "Ukraine", "Ural", 1), BattleResolved)
    assert (fought.attack_dice, fought.defence_dice) == ((6,), (1,))


# Allowed targets


def test_only_neighbouring_enemies_are_offered() -> None:
    game = position({"Ann": {"Ukraine": 3, "Scandinavia": 1}}, rest="Ben")
    targets = {action.target for action, _ in offered(game, Attack)}
    assert targets == {
        at(name)
        for name in ("Ural", "Afghanistan", "Middle East", "Southern Europe", "Northern Europe")
    }


def test_armies_attack_across_the_sea_lanes() -> None:
    lands = {"Ann": {"Kamchatka": 2, "Brazil": 2, "Ural": 2}}
    game = position(lands, luck=[(6,), (1,), (6,), (1,)])
    attack(game, "Kamchatka", "Alaska", 1)
    attack(game, "Brazil", "North Africa", 1)
    assert (owner(game, "Alaska"), owner(game, "North Africa")) == ("Ann", "Ann")


# Losses


@pytest.mark.parametrize(
    ("attacker", "defender", "losses"),
    [
        ((6,), (5,), (0, 1)),
        ((5,), (5,), (1, 0)),  # "defender wins ties"
        ((4,), (5,), (1, 0)),
        ((6, 1, 1), (5, 5), (1, 1)),
        ((6, 6, 1), (5, 5), (0, 2)),
        ((5, 5, 5), (5, 5), (2, 0)),
        ((1, 6, 2), (1, 5), (0, 2)),  # dice are compared from the highest down
        ((1, 2, 6), (6, 1), (1, 1)),
        ((3,), (2, 6), (1, 0)),  # one die each is compared
        ((1, 6), (3,), (0, 1)),
        ((6, 5, 4), (3,), (0, 1)),  # a single defender loses one army at most
    ],
)
def test_highest_dice_are_compared_and_ties_defend(attacker, defender, losses) -> None:
    # FAQ Q2.6: the highest dice are compared, the loser (defender wins ties) loses one army; "if
    # both sides rolled at least two dice", so are the second highest.
    defending = len(defender)
    game = front(9, max(defending, 3) if defending == 2 else 1, attacker, defender)
    before = armies(game, "Ukraine", "Ural")
    (fought,) = events_of(attack(game, "Ukraine", "Ural", len(attacker)), BattleResolved)
    assert (fought.attacker_losses, fought.defender_losses) == losses
    assert fought.attack_dice == tuple(sorted(attacker, reverse=True))
    assert fought.defence_dice == tuple(sorted(defender, reverse=True))
    state = game.state()
    moved = 0 if phase(game) is Phase.OCCUPY or owner(game, "Ural") == "Ben" else len(attacker)
    assert state.armies[at("Ukraine")] == before[0] - losses[0] - moved
    assert state.armies[at("Ural")] == before[1] - losses[1] + moved


@pytest.mark.parametrize(
    ("dice", "counts"),
    [
        ((1, 1), {(0, 1): 15, (1, 0): 21}),
        ((2, 1), {(0, 1): 125, (1, 0): 91}),
        ((3, 1), {(0, 1): 855, (1, 0): 441}),
        ((1, 2), {(0, 1): 55, (1, 0): 161}),
        ((2, 2), {(0, 2): 295, (1, 1): 420, (2, 0): 581}),
        ((3, 2), {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275}),
    ],
)
def test_losses_over_all_throws_match_the_faq(dice, counts) -> None:
    # FAQ Q3.2: of 7776 throws of three dice against two, the defender loses two in 2890, …
    losses = front(9, 9).setup.rules.combat.losses
    found: dict[tuple[int, int], int] = {}
    for throw in product(range(1, 7), repeat=sum(dice)):
        attacker = sorted(throw[: dice[0]], reverse=True)
        defender = sorted(throw[dice[0] :], reverse=True)
        result = losses(attacker, defender)
        found[result] = found.get(result, 0) + 1
    assert found == counts


# The dice of the defender


@pytest.mark.parametrize("rules", [US, UK], ids=lambda rules: rules.ruleset)
def test_defender_chooses_dice_before_any_roll(rules) -> None:
    # FAQ Q2.6.1: "both attacker and defender decide beforehand and roll simultaneously".
    game = front(4, 2, (6, 5, 4), (3,), rules=rules)
    record = attack(game, "Ukraine", "Ural", 3)
    assert record.chance == ()
    assert record.events == (BattleDeclared(ANN, at("Ukraine"), at("Ural"), 3),)
    assert game.decision == ToDefend(
        BEN, at("Ukraine"), at("Ural"), attack_dice=3, most=2, rolled=(), force=BEN
    )
    assert game.legal_actions() == [*game.view(BEN).offers]
    assert offered(game, Defend) == [(Defend(1), 2)]
    record = defend(game, 1)
    assert record.seat == BEN
    assert record.chance == ((6, 5, 4), (3,))
    assert armies(game, "Ukraine", "Ural") == (4, 1)
    assert game.decision == ToAttack(ANN, armies=0, may_trade=False, force=ANN)


def test_with_one_army_the_defender_is_not_asked() -> None:
    game = front(4, 1, (1, 1, 1), (3,), rules=US)
    assert len(events_of(attack(game, "Ukraine", "Ural", 3), BattleResolved)) == 1


@pytest.mark.parametrize(("held", "dice"), [(1, 1), (2, 2), (3, 2), (30, 2)])
def test_defender_forced_to_roll_the_most_is_not_asked(held: int, dice: int) -> None:
    # SGE rules: the armies in defence decide the number of dice. FAQ Q2.6: one die with one
    # army, else two.
    game = front(4, held, (1, 1, 1), (6,) * dice)
    (fought,) = events_of(attack(game, "Ukraine", "Ural", 3), BattleResolved)
    assert fought.defence_dice == (6,) * dice


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


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_garrison_is_between_the_last_dice_and_all_but_one(dice: int) -> None:
    # FAQ Q2.6: "he must move into the conquered territory at least as many armies as the number
    # of dice rolled on the last attack … but must always leave at least one army behind".
    game = front(9, 1, (6,) * dice, (1,))
    record = attack(game, "Ukraine", "Ural", dice)
    assert events_of(record, Conquered) == [Conquered(ANN, at("Ural"), BEN)]
    assert game.decision == ToOccupy(ANN, at("Ukraine"), at("Ural"), dice, 8, force=ANN)
    assert offered(game, Occupy) == [(Occupy(dice), 8)]
    assert armies(game, "Ukraine", "Ural") == (9, 0)
    for number in (dice - 1, 9):
        with pytest.raises(WrongNumber, match=f"choose {dice} to 8"):
            occupy(game, number)
    record = occupy(game, 8)
    assert armies(game, "Ukraine", "Ural") == (1, 8)
    assert record.events == (Moved(ANN, at("Ukraine"), at("Ural"), 8, fortified=False),)


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
