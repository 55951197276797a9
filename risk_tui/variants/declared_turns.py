"""Turns declared for reinforcing or for attacking (FAQ Q2.4, old UK rules).

Played if the ruleset's reinforcing section says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from risk_tui.data.language import N_, _, pluralize
from risk_tui.engine.actions import Action, Offer, Resign
from risk_tui.engine.context import GameContext, PhaseHandler
from risk_tui.engine.decisions import Choice, Decision
from risk_tui.engine.declarations import Armies, Flag, Seat, Slot, declare
from risk_tui.engine.events import Event
from risk_tui.engine.hooks import Answer, Answers, BotCandidate
from risk_tui.engine.phases.turn_flow import advance, resign_turn
from risk_tui.engine.state import Stage
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View


@declare
class ChooseTurnType(Action):
    """Choose to reinforce or to attack in this turn."""

    kind = "declare"
    summary = "choose what this turn is for: reinforcing or attacking"
    verb = "choose reinforce or attack"
    attack: Annotated[bool, Slot("choice", words=("reinforce", "attack"))]


@declare
class ToChooseTurnType(Decision):
    """Reinforce with the ``armies`` for territories in this turn, or attack without them."""

    kind = "declare"
    private = True
    purpose = "In this edition a turn is for reinforcing or for attacking, not for both."
    asks = "{seat}: reinforce with {armies}, or attack without them"
    heading = "+{#armies} or attack"
    choices = {
        ChooseTurnType: Choice(
            "choose",
            "If you reinforce, you do not attack this turn. If you attack, you get no armies "
            "for your territories, but still those for continents and cards.",
        )
    }
    requirement = "choose what this turn is for"
    armies: Armies


@declare
class TurnTypeChosen(Event):
    """A seat chose to reinforce or to attack in this turn."""

    long = {"attack": "{seat} attacks in this turn", "": "{seat} reinforces in this turn"}
    short = {"attack": "{seat} attacks", "": "{seat} reinforces"}
    seat: Seat
    attack: Flag


@dataclass(frozen=True, slots=True)
class TurnTypeMemory(Memory):
    """``has_chosen`` is True after the seat in turn has chosen."""

    has_chosen: bool = False


class DeclaredTurns(Variant[TurnTypeMemory]):
    """Players who either reinforce or attack in a turn."""

    key = "declared_turns"
    options = None
    initial_memory = TurnTypeMemory()

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "declare": PhaseHandler(
                decision=self._decision,
                offers=lambda context: [
                    Offer(ChooseTurnType(False)),
                    Offer(ChooseTurnType(True)),
                    Offer(Resign()),
                ],
                actions={ChooseTurnType: self._declare, Resign: resign_turn},
                prompt=N_("choose first: reinforce or attack this turn"),
            )
        }

    def on_turn_start(self, context: GameContext) -> None:
        self.remember(context, TurnTypeMemory())

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return {Stage.RECEIVE: self._ask}

    def _ask(self, context: GameContext) -> bool:
        if self.memory(context.state).has_chosen or context.state.turn in context.hooks.acts:
            return False
        context.state.phase = "declare"
        return True

    def _decision(self, context: GameContext) -> ToChooseTurnType:
        state = context.state
        armies = context.rules.income.for_territories(
            context.hooks.income_owners(state), state.turn, state.cities
        )
        for change in context.hooks.adjust_territory_income:
            if change != self.adjust_territory_income:
                armies = change(context, armies)
        return ToChooseTurnType(state.turn, armies)

    def _declare(self, context: GameContext, action: ChooseTurnType) -> None:
        """Record the choice, and continue with the turn."""
        context.state.turn_is_attack = action.attack
        self.remember(context, TurnTypeMemory(has_chosen=True))
        context.record_event(TurnTypeChosen(context.state.turn, action.attack))
        advance(context)

    def adjust_territory_income(self, context: GameContext, armies: int) -> int:
        has_choice = context.state.turn not in context.hooks.acts
        return 0 if context.state.turn_is_attack and has_choice else armies

    # Views, odds and bots

    def phase_names(self, phases: tuple[str, ...]) -> tuple[str, ...]:
        return ("declare", *phases)

    def answers(self, view: View, decision: Decision) -> Answers | None:
        if not isinstance(decision, ToChooseTurnType):
            return None
        other = _other_armies(view, decision.seat)
        return Answers(
            _("This turn"),
            (
                Answer(
                    _(
                        "Reinforce: {armies}, no attacks",
                        armies=pluralize(other + decision.armies, "army"),
                    ),
                    ChooseTurnType(False),
                ),
                Answer(
                    _("Attack: {armies} now, then battles", armies=pluralize(other, "army")),
                    ChooseTurnType(True),
                ),
            ),
            _(
                "Each turn you either reinforce or attack.\nEither way you get armies for "
                "continents and cards, and can fortify."
            ),
        )

    def candidates(self, view: View, decision: Decision) -> Sequence[BotCandidate]:
        if not isinstance(decision, ToChooseTurnType):
            return ()
        other = _other_armies(view, decision.seat)
        return (
            BotCandidate(ChooseTurnType(True), turn=(other, True)),
            BotCandidate(ChooseTurnType(False), turn=(other + decision.armies, False)),
        )


def _other_armies(view: View, seat: int) -> int:
    """Return a seat's income other than for territories and cards."""
    owners = view.rules.hooks.income_owners(view)
    return view.income(seat) - view.rules.income.for_territories(owners, seat, view.cities)
