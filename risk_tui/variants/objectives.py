"""Objectives: public goals; a player who takes enough of them wins (a fan summary of US 2008).

Played if ``objectives.played`` is true in the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from risk_tui.data.language import N_, _
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Slot, declare
from risk_tui.engine.events import GoalReached, VictoryKind
from risk_tui.engine.goals import Goal, GoalTerritories, goals_of
from risk_tui.engine.hooks import PublicGoals
from risk_tui.engine.phases.turn_flow import finish_if_won
from risk_tui.engine.state import State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.winning import ObjectivesSection
from risk_tui.variants.capitals import is_at_home, lost_capital

OBJECTIVES = VictoryKind("objectives", "has taken enough objectives")


@declare
class ObjectiveTaken(GoalReached):
    """A seat took an objective, which no other seat can take."""

    long = "{seat} takes an objective, {total} of {needed}: {goal}"
    goal: Annotated[Goal, Slot("goal")]


@dataclass(frozen=True, slots=True)
class ObjectivesMemory(Memory):
    """The objectives that each seat has taken, by their numbers in the deck."""

    by_seat: tuple[tuple[int, ...], ...]


class Objectives(Variant[ObjectivesMemory]):
    """Goals for the first player to reach them, at most one a turn."""

    key = "objectives"
    options = None

    def _set_options(self, options: ObjectivesSection) -> None:
        self._deck = goals_of(options, self.board, self.seats)
        self._needed, self._own_capital = options.to_win, options.own_capital
        self._bars_card = self.ruleset.cards.award == "none with an objective"

    def start(self) -> ObjectivesMemory:
        return ObjectivesMemory(((),) * self.seats)

    def _takers(self, game: State | View) -> dict[int, int]:
        """Return the seats that took objectives, by the number of the objective."""
        by_seat = enumerate(self.memory(game).by_seat)
        return {number: seat for seat, numbers in by_seat for number in numbers}

    def on_attacks_end(self, context: GameContext) -> None:
        """Let the seat in turn take the first objective that it has reached."""
        state, seat = context.state, context.state.turn
        takers = self._takers(state)
        for number, goal in enumerate(self._deck):
            if number not in takers and goal.is_reached(state, seat, self.board):
                by_seat = list(self.memory(state).by_seat)
                by_seat[seat] = (*by_seat[seat], number)
                self.remember(context, ObjectivesMemory(tuple(by_seat)))
                state.card_drawn = self._bars_card
                context.record_event(ObjectiveTaken(seat, len(by_seat[seat]), self._needed, goal))
                finish_if_won(context)
                return

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        enough = len(self.memory(state).by_seat[seat]) >= self._needed
        may_win = enough and (not self._own_capital or is_at_home(state, seat))
        return OBJECTIVES if may_win else None

    # Views, odds and bots

    def public_goals(self, view: View) -> PublicGoals:
        takers = self._takers(view)
        terms = (
            _("Take {number} and hold your own capital to win.", number=self._needed)
            if self._own_capital
            else _("Take {number} to win.", number=self._needed)
        )
        return PublicGoals(
            N_("objectives"),
            self._needed,
            terms,
            tuple((goal, takers.get(number)) for number, goal in enumerate(self._deck)),
        )

    def bot_goals(self, view: View, seat: int) -> Iterator[tuple[GoalTerritories, bool]]:
        takers = self._takers(view)
        is_last = len(self.memory(view).by_seat[seat]) + 1 >= self._needed
        home = lost_capital(view, seat) if is_last and self._own_capital else ()
        for number, goal in enumerate(self._deck):
            if number not in takers:
                wanted = goal.wanted(view, seat, self.board)
                yield replace(wanted, named=(*wanted.named, *home)), is_last
