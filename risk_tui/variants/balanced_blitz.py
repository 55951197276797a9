"""Balanced blitz: a blitz is settled at once, with fewer surprises than dice (SMG Studio)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar

from risk_tui.data.language import _
from risk_tui.engine.context import GameContext
from risk_tui.engine.phases.battle import resolve
from risk_tui.engine.state import Battle
from risk_tui.engine.variant import Memory, Variant, titles_with_hooks
from risk_tui.rules.combat import MAX_DICE
from risk_tui.rules.roll_odds import FightBalance, FightCourse, balanced_ends
from risk_tui.rules.ruleset import Ruleset, first_difference
from risk_tui.rules.variant_options import VariantSection, played_field

BALANCE = FightBalance()
PARTS = 1_000_000
"""The range of the random number that picks the end of a fight."""
CONSTANT_DICE_ARMIES = 4
"""From this many armies on, a defender's dice are constant under any valid rules."""
ROLL_HOOKS = ("ask_before_roll", "ask_after_roll", "top_die_bonus", "must_attack_again")
"""The hooks of variants that act on every roll of a fight."""


class BalancedBlitzSection(VariantSection):
    """Balanced blitz."""

    paragraph: ClassVar[str] = (
        "A stack one third larger almost never loses, and a smaller one almost never wins. The "
        "odds shown are for a blitz. Single rolls are unchanged, so make small, even attacks "
        "roll by roll."
    )

    played: bool = played_field(
        "An attack fought to the end in one go, such as a blitz, is decided by one random "
        "number instead of dice. A side with less than a 5% chance never wins. Likely results "
        "come up more often than with dice, and the best and worst 10% never do."
    )

    @property
    def balance(self) -> FightBalance | None:
        return BALANCE


class BalancedBlitz(Variant[Memory]):
    """Fights settled by one random number."""

    key = "balanced_blitz"
    options = BalancedBlitzSection
    changes_fights = False  # Odds include its balance.
    excludes: ClassVar[dict[str, str]] = {
        "meltdown": "it acts on every roll",
        "sea_lanes": "it counts single rolls",
    }

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        if titles := titles_with_hooks(ruleset, *ROLL_HOOKS):
            return _("{title} acts on every roll, and a blitz has none", title=_(titles[0]))
        return first_difference(ruleset, {"combat": {"defence_choice": "most"}})

    def resolve_at_once(self, context: GameContext, least: Sequence[int]) -> bool:
        state, battle = context.state, context.battle
        if battle.source is None:
            return False
        source, target, armies = battle.source, battle.target, state.armies
        if armies[source] < least[min(armies[target], len(least)) - 1]:
            return False
        course = self._course(context, source, least)
        number = context.choice(PARTS)
        attackers, defenders = _pick_end(course, number)
        dice = course.attack_dice[min(max(attackers, 1), MAX_DICE) - 1]
        losses = (armies[source] - 1 - attackers, armies[target] - defenders)
        resolve(context, Battle(source, target, dice), losses)
        return True

    def _course(self, context: GameContext, source: int, least: Sequence[int]) -> FightCourse:
        """Return the fight that starts with the current battle, as it would be fought by dice.

        Args:
            least: ``Attack.least``, the fewest armies for another battle.
        """
        state, rules, battle = context.state, context.rules, context.battle
        defenders = state.armies[battle.target]
        ranges = [
            rules.attack_dice(state, battle.target, free + 1) for free in range(1, MAX_DICE + 1)
        ]

        @contextmanager
        def against(armies: int) -> Iterator[None]:
            """Set the number of defenders temporarily."""
            state.armies[battle.target] = armies
            yield
            state.armies[battle.target] = defenders

        def defence(dice: int, armies: int) -> int:
            maximum = rules.combat.max_defence_dice(armies, dice)
            with against(armies):
                for change in self.hooks.defence_dice:
                    maximum = change(context, Battle(battle.source, battle.target, dice), maximum)
            return maximum

        def armies_needed(armies: int) -> int:
            needed = max(2, least[min(armies, len(least)) - 1])
            with against(armies):
                for needs in self.hooks.armies_needed:
                    needed = max(needed, needs(context, battle.source, battle.target))
            return needed

        # The last entry applies to more defenders, too.
        numbers = range(1, min(defenders, max(len(least), CONSTANT_DICE_ARMIES)) + 1)
        return FightCourse(
            state.armies[source] - 1,
            defenders,
            tuple(max(fewest, min(battle.dice, most)) for fewest, most in ranges),
            tuple(
                tuple(defence(dice, armies) for armies in range(1, CONSTANT_DICE_ARMIES + 1))
                for dice in range(1, MAX_DICE + 1)
            ),
            tuple(map(armies_needed, numbers)),
        )


def _pick_end(course: FightCourse, number: int) -> tuple[int, int]:
    """Return the free attackers and defenders left at the end that a random number picks."""
    cumulative = 0.0
    ends = balanced_ends(course, BALANCE)
    for attackers, defenders, chance in ends:
        cumulative += chance * PARTS
        if number < cumulative:
            return attackers, defenders
    return ends[-1][:2]
