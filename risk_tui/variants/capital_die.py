"""Capitals with a third die: they are harder to take, as in computer versions."""

from __future__ import annotations

from typing import ClassVar

from risk_tui.engine.context import GameContext
from risk_tui.engine.state import Battle
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.combat import ALL_ROLLS, NO_EXTRA_DICE, ExtraDieRolls
from risk_tui.rules.ruleset import Ruleset, first_difference
from risk_tui.rules.variant_options import VariantSection, played_field
from risk_tui.variants.capitals import capitals_in

ONE_MORE = ExtraDieRolls(ALL_ROLLS, needs_armies=True)
"""One more die for the defender in every roll against a capital, if it has the armies."""


class CapitalDieSection(VariantSection):
    """Capitals with a third die."""

    paragraph: ClassVar[str] = (
        "A stack in a capital beats most attacks of the same size, so bring twice as many armies, "
        "and keep your own at home."
    )
    least_players: ClassVar[int] = 3
    fight_option: ClassVar[str] = "capital"

    played: bool = played_field(
        "A player defending a capital (their own or a captured one) may roll one extra die, "
        "even a third, but never more dice than armies there."
    )

    @property
    def extra_die_rolls(self) -> ExtraDieRolls:
        return ONE_MORE


class CapitalDie(Variant[Memory]):
    """One more die for a capital's defender."""

    key = "capital_die"
    odds_unknown_reason = "capital and sea both count"
    options = CapitalDieSection

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        return first_difference(ruleset, {"capitals": {"played": True}})

    def defence_dice(self, context: GameContext, battle: Battle, maximum: int) -> int:
        if battle.target not in capitals_in(context.state):
            return maximum
        return ONE_MORE.defence_dice(maximum, context.state.armies[battle.target])

    # Views, odds and bots

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        # If a sea lane gives a die, too, the odds of both together are unknown.
        extra = [rolls(view, source, target) for rolls in self.hooks.extra_die_rolls]
        return None if len(extra) - extra.count(NO_EXTRA_DICE) > 1 else armies

    def extra_die_rolls(self, view: View, source: int, target: int) -> ExtraDieRolls:
        return ONE_MORE if target in capitals_in(view) else NO_EXTRA_DICE
