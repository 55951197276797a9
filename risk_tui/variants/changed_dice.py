"""Changing a die before it counts: re-rolling by card, and the commander (US 1980, FAQ part 2).

Played where the ruleset says so among the rules of combat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from risk_tui.engine.actions import EndPhase, Offer, Reroll, UseCommander
from risk_tui.engine.decisions import ToChangeDice
from risk_tui.engine.events import DiceRolled, DieRerolled, DieTurned
from risk_tui.engine.phases.base import PhaseHandler, commanding_seat
from risk_tui.engine.phases.battle import ask_or_resolve, resolve
from risk_tui.engine.variant import Memory, Variant
from risk_tui.errors import NotASet, WrongNumber, WrongPhase
from risk_tui.rules.combat import SIX, CombatSection, changed_die

if TYPE_CHECKING:
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.state import Battle
    from risk_tui.engine.view import View
    from risk_tui.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Changes(Memory):
    """What was done to dice: by the commander in this turn, by a card in this battle."""

    commander_used: bool = False
    rerolled: bool = False


def changes_in(view: View) -> Changes:
    """What was done to dice, as a view shows it."""
    return next((each for each in view.memories if isinstance(each, Changes)), Changes())


class ChangedDice(Variant[Changes]):
    """Attackers who change one of their dice."""

    key = "changed_dice"

    @classmethod
    def options_in(cls, ruleset: Ruleset) -> CombatSection | None:
        return ruleset.combat if ruleset.combat.reroll or ruleset.combat.commander else None

    def _set_options(self, options: CombatSection) -> None:
        self._reroll, self._commander = options.reroll, options.commander

    def start(self) -> Changes:
        return Changes()

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "alter": PhaseHandler(
                decides=commanding_seat,
                decision=self._decision,
                offers=self._offers,
                actions={
                    Reroll: self._roll_again,
                    UseCommander: self._turn_to_six,
                    EndPhase: lambda context, action: resolve(context, _current_battle(context)),
                },
                prompt="change one of your dice, or let them stand, first",
            )
        }

    def begin_turn(self, context: GameContext) -> None:
        self.remember(context, Changes())

    def attack_begins(self, context: GameContext, source: int, target: int, toll: int) -> None:
        self.remember(context, replace(self.memory(context.state), rerolled=False))

    def after_roll(self, context: GameContext) -> bool:
        """Ask attackers about their dice where they may change one and it could help."""
        state, battle = context.state, _current_battle(context)
        may_change = self._may_reroll(context) or self._may_command(context)
        if not may_change or not context.rules.combat.losses(battle.attack, battle.defence)[0]:
            return False
        if state.phase != "alter":
            state.phase = "alter"
            context.emit(
                DiceRolled(
                    state.acting_seat, battle.source, battle.target, battle.attack, battle.defence
                )
            )
        return True

    def _may_reroll(self, context: GameContext) -> bool:
        """Whether the attacker could hold a card for a re-roll, for all that others know."""
        state = context.state
        if not self._reroll or self.memory(state).rerolled:
            return False
        return bool(state.hands[state.acting_seat])

    def _may_command(self, context: GameContext) -> bool:
        """Whether the attacker's commander may still turn a die to a six in this turn."""
        state = context.state
        own_armies = state.acting_seat == state.turn
        has_commander = self._commander and not self.memory(state).commander_used and own_armies
        return has_commander and min(_current_battle(context).attack) < SIX

    def _roll_again(self, context: GameContext, action: Reroll) -> None:
        """Show a card of either territory and roll one of the attacker's dice again."""
        battle, memory = _current_battle(context), self.memory(context.state)
        if not self._reroll or memory.rerolled:
            raise WrongPhase("no die can be rolled again in this battle")
        if action.card not in _reroll_cards(context):
            raise NotASet("that takes the card of one of the two territories, from your own hand")
        _require_face(battle, action.face)
        (after,) = context.dice(1, (context.state.acting_seat,))
        battle.attack = changed_die(battle.attack, action.face, after)
        self.remember(context, replace(memory, rerolled=True))
        context.emit(DieRerolled(context.state.acting_seat, action.card, action.face, after))
        ask_or_resolve(context, battle)

    def _turn_to_six(self, context: GameContext, action: UseCommander) -> None:
        """Turn one of the attacker's dice to a six."""
        battle = _current_battle(context)
        if not self._may_command(context):
            raise WrongPhase("the commander has acted already in this turn")
        _require_face(battle, action.face)
        if action.face == SIX:
            raise WrongNumber("that die shows a six already")
        battle.attack = changed_die(battle.attack, action.face, SIX)
        self.remember(context, replace(self.memory(context.state), commander_used=True))
        context.emit(DieTurned(context.state.acting_seat, action.face))
        resolve(context, battle)

    def _offers(self, context: GameContext) -> list[Offer]:
        faces = sorted(set(_current_battle(context).attack))
        offers = []
        if self._may_reroll(context):
            cards = _reroll_cards(context)
            offers += [Offer(Reroll(face, card)) for face in faces for card in cards]
        if self._may_command(context):
            offers += [Offer(UseCommander(face)) for face in faces if face != SIX]
        return [*offers, Offer(EndPhase())]

    def _decision(self, context: GameContext) -> ToChangeDice:
        battle = _current_battle(context)
        return ToChangeDice(
            seat=context.commander(context.state.acting_seat),
            source=battle.source,
            target=battle.target,
            attack=battle.attack,
            defence=battle.defence,
            may_reroll=self._may_reroll(context) and bool(_reroll_cards(context)),
            may_command=self._may_command(context),
        )


def _current_battle(context: GameContext) -> Battle:
    """The battle whose dice may be changed."""
    battle = context.state.battle
    assert battle is not None, "dice lie on the table"
    return battle


def _require_face(battle: Battle, face: int) -> None:
    """Raise ``WrongNumber`` unless one of the attacker's dice shows that face."""
    if face not in battle.attack:
        faces = " ".join(map(str, battle.attack))
        raise WrongNumber(f"you have no die that shows {face}; your dice: {faces}")


def _reroll_cards(context: GameContext) -> list[int]:
    """The cards in hand that show one of the two territories."""
    state, battle = context.state, _current_battle(context)
    territories = (battle.source, battle.target)
    hand, deck = state.hands[state.acting_seat], context.board.deck
    return [card for card in hand if deck[card].territory in territories]
