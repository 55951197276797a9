"""Rerolls of any die: a defender's die is offered, weighed by bots and counted by odds."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import EndPhase
from risk_tui.engine.game import Game
from risk_tui.engine.state import Battle
from risk_tui.odds import DiceChanges, fight_to_finish, position_odds
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.changed_dice import RerollTheirs, UseCommander
from tests.bots.matches import answer
from tests.engine.positions import at, card, position

OWN = load_ruleset("us-1980-experts")
ANY = with_house_rules(OWN, {"combat.rerolled": "any"})


def rolled(whose: str = "any") -> Game:
    """Ann attacks Indonesia from Siam, whose card she holds: no die of hers could help."""
    return position(
        {"Ann": {"Siam": 20}, "Ben": {"Indonesia": 10}},
        rules=ANY if whose == "any" else OWN,
        rest="Cid",
        phase="alter",
        hands={"Ann": "Siam"},
        battle=Battle(at("Siam"), at("Indonesia"), 3, (6, 5, 1), (6, 6)),
        commander_used=True,
    )


def test_bots_reroll_the_die_that_beats_them() -> None:
    assert answer(rolled()) == RerollTheirs(6, card("Siam"))
    assert answer(rolled("own")) == EndPhase()


def test_the_list_of_answers_has_the_defenders_dice() -> None:
    game = rolled()
    view = game.view(0)
    assert view.decision is not None
    (answers,) = (found for ask in view.rules.hooks.answers if (found := ask(view, view.decision)))
    actions = [each.action for one in answers.answers for each in one.next_answers]
    assert RerollTheirs(6, card("Siam")) in actions


def test_commander_is_refused_with_the_true_reason() -> None:
    game = position(
        {"Ann": {"Siam": 20}, "Ben": {"Indonesia": 10}},
        rules=with_house_rules(OWN, {"combat.commander": False}),
        rest="Cid",
        phase="alter",
        hands={"Ann": "Siam"},
        battle=Battle(at("Siam"), at("Indonesia"), 3, (5, 4, 1), (6, 6)),
    )
    assert game.why_not(UseCommander(5)) == "no commander leads these armies"


def test_odds_count_the_dice_of_both_sides() -> None:
    """The figure was found by simulating the engine too."""
    fight = fight_to_finish(6, 6, ANY.combat, dice_changes=DiceChanges(reroll=True))
    assert fight.chance == pytest.approx(0.8993, abs=5e-5)
    own = fight_to_finish(6, 6, OWN.combat, dice_changes=DiceChanges(reroll=True))
    assert own.chance < fight.chance
    odds = position_odds.fight(rolled().view(0), at("Siam"), at("Indonesia"), private=True)
    assert odds is not None and odds.conquest.changes == DiceChanges(reroll=True)


def test_threats_say_that_they_leave_a_card_out() -> None:
    view = rolled().view(1)
    threat = position_odds.threat(view, 1, at("Indonesia"))
    assert threat is not None and threat.uncounted.reroll
