"""Where any die may be rolled again, a defender's is offered, weighed and told of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import EndPhase
from risk_tui.engine.state import Battle
from risk_tui.rulesets.house_rules import with_house_rules
from risk_tui.rulesets.library import load_ruleset
from risk_tui.variants.changed_dice import RerollTheirs
from tests.bots.matches import answer
from tests.engine.positions import at, card, position

if TYPE_CHECKING:
    from risk_tui.engine.game import Game

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


def test_the_computer_player_has_the_die_rolled_again_that_beats_it() -> None:
    assert answer(rolled()) == RerollTheirs(6, card("Siam"))
    assert answer(rolled("own")) == EndPhase()


def test_the_list_of_answers_has_the_defenders_dice() -> None:
    game = rolled()
    view = game.view(0)
    assert view.decision is not None
    (answers,) = (found for ask in view.rules.hooks.answers if (found := ask(view, view.decision)))
    actions = [each.action for one in answers.answers for each in one.consequence]
    assert RerollTheirs(6, card("Siam")) in actions


def test_the_odds_are_silent_while_anybody_has_a_card() -> None:
    (odds,) = rolled().view(0).rules.hooks.odds
    assert odds(rolled().view(0), at("Siam"), at("Indonesia"), 20) is None
    (odds,) = rolled("own").view(0).rules.hooks.odds
    assert odds(rolled("own").view(0), at("Siam"), at("Indonesia"), 20) == 20
