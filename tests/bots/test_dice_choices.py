"""How many dice a bot defends with, and when it changes its own."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import Action, Defend, EndPhase
from risk_tui.engine.game import Game
from risk_tui.engine.state import Battle, Phase
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.ruleset import Ruleset
from risk_tui.variants.changed_dice import Reroll, UseCommander
from tests.bots.matches import answer
from tests.engine.positions import US, at, card, position, varied

SEEN = load_ruleset("uk-old")
EXPERTS = load_ruleset("us-1980-experts")


def attacked(rules: Ruleset, armies: int, dice: int, rolled: tuple[int, ...] = ()) -> Game:
    """Ben is attacked in Indonesia, where he has this number of armies."""
    return position(
        {"Ann": {"Siam": 20}, "Ben": {"Indonesia": armies}},
        rules=rules,
        rest="Cid",
        phase=Phase.DEFEND,
        battle=Battle(at("Siam"), at("Indonesia"), dice, rolled),
    )


def thrown(
    attack: tuple[int, ...],
    defence: tuple[int, ...],
    *,
    attackers: int = 20,
    defenders: int = 10,
    hand: str = "",
    commanded: bool = True,
) -> Action:
    """What Ann does about her dice, from Siam against Indonesia."""
    game = position(
        {"Ann": {"Siam": attackers}, "Ben": {"Indonesia": defenders}},
        rules=EXPERTS,
        rest="Cid",
        phase="alter",
        hands={"Ann": hand},
        battle=Battle(at("Siam"), at("Indonesia"), len(attack), attack, defence),
        commander_used=commanded,
    )
    return answer(game)


@pytest.mark.parametrize(
    ("armies", "rolled", "dice"),
    [
        # Two dice if the second die is 3 or less, one if it is 4 or more (FAQ Q3.1).
        (3, (6, 3, 1), 2),
        (3, (4, 4, 1), 1),
        (5, (6, 3, 3), 2),
        (5, (4, 4, 4), 1),
        (30, (6, 3, 2), 2),
        (30, (4, 4, 1), 1),
        # With exactly two armies, two dice against a 4 as well.
        (2, (6, 4, 1), 2),
        (2, (5, 5, 1), 1),
        # With exactly four, two dice against 4-4 and nothing higher.
        (4, (4, 4, 2), 2),
        (4, (5, 4, 2), 1),
        (4, (6, 3, 1), 2),
    ],
)
def test_sees_the_dice_and_defends_by_the_book(
    armies: int, rolled: tuple[int, ...], dice: int
) -> None:
    assert answer(attacked(SEEN, armies, 3, rolled)) == Defend(dice)


@pytest.mark.parametrize("rolled", [(1,), (4,), (6,)])
def test_against_a_single_die_more_dice_cost_nothing(rolled: tuple[int, ...]) -> None:
    assert answer(attacked(SEEN, 5, 1, rolled)) == Defend(2)


@pytest.mark.parametrize("armies", [2, 3, 9])
def test_defends_blindly_with_all_dice(armies: int) -> None:
    # Two dice against three: 0.92 of the attacker's armies for 1.08; one die: 0.34 for 0.66
    # (FAQ Q3.2).
    assert answer(attacked(US, armies, 3)) == Defend(2, later=True)


def test_a_third_die_is_rolled_where_it_is_allowed() -> None:
    three = {"defence_dice": 3, "armies_for_three_dice": 3}
    assert answer(attacked(varied(US, combat=three), 6, 3)) == Defend(3, later=True)
    seen = varied(SEEN, combat=three)
    assert answer(attacked(seen, 6, 3, (3, 2, 1))) == Defend(3)
    assert answer(attacked(seen, 6, 3, (6, 6, 5))) == Defend(1)


def test_two_players_roll_for_the_neutral_army_against_each_other() -> None:
    game = position(
        {"Ann": {"Siam": 20}, "Cid": {"Indonesia": 4}},
        players=2,
        phase=Phase.DEFEND,
        battle=Battle(at("Siam"), at("Indonesia"), 3),
    )
    assert game.decision is not None
    assert game.decision.seat == 1
    assert answer(game) == Defend(2, later=True)


def test_a_die_that_loses_is_rolled_again() -> None:
    assert thrown((6, 1, 1), (5, 4), hand="Siam") == Reroll(1, card("Siam"))


def test_dice_that_win_are_left_alone() -> None:
    assert thrown((6, 5, 1), (5, 4), hand="Siam", commanded=False) == EndPhase()


def test_the_commander_turns_the_die_that_takes_the_territory() -> None:
    assert thrown((3, 2), (4,), defenders=1, commanded=False) in (UseCommander(3), UseCommander(2))


def test_the_commander_acts_where_both_comparisons_change() -> None:
    assert thrown((5, 4, 1), (5, 4), commanded=False) in (UseCommander(4), UseCommander(1))


@pytest.mark.parametrize("defence", [(6, 6), (6, 5), (2, 1)])
def test_the_commander_waits_where_he_changes_nothing(defence: tuple[int, int]) -> None:
    assert thrown((5, 4, 2), defence, commanded=False) == EndPhase()


def test_a_single_army_is_not_worth_the_commander_while_the_fight_is_long() -> None:
    assert thrown((5, 5, 2), (5, 4), commanded=False) == EndPhase()
    assert isinstance(thrown((5, 5), (5, 4), attackers=3, commanded=False), UseCommander)
