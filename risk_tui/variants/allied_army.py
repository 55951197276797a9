"""The Allied Army of two players, led by the opponent (two-player Risk, rules of 1975).

Played if the ruleset's section for two players says so. The army has the neutral seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Armies, Seat, Territories, TerritoryCount, declare
from risk_tui.engine.events import Event
from risk_tui.engine.phases.set_up import free_territories
from risk_tui.engine.phases.turn_flow import ask_forced_decision, can_attack
from risk_tui.engine.state import Phase, Stage
from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.set_up import TwoPlayersSection


@declare
class AlliedArmyPlaced(Event):
    """The Allied Army was put on every unclaimed territory, ``armies`` on each."""

    long = "{seat} stands on {territories}, with {armies} on each"
    short = "{seat}: {count}"
    seat: Seat
    territories: Territories
    armies: Armies

    @property
    def count(self) -> TerritoryCount:
        """The number of territories."""
        return len(self.territories)


@declare
class AlliedArmyReinforced(Event):
    """The Allied Army received armies, which ``leader`` places."""

    long = "{seat} receives {armies}, which {leader} places"
    short = "{seat} gets {armies}"
    seat: Seat
    leader: Seat
    armies: Armies

    @property
    def is_empty(self) -> bool:
        return not self.armies


class AlliedArmy(Variant[Memory]):
    """An army on unclaimed territories, led by each of two players in the other's turn."""

    key = "allied_army"
    options = None
    _options: TwoPlayersSection

    def on_territories_assigned(self, context: GameContext) -> None:
        state, allies = context.state, context.neutral
        if allies is None or not context.rules.neutral.attacks:
            return
        free, armies = free_territories(context), self._options.allied_armies
        for territory in free:
            state.owner[territory], state.armies[territory] = allies, armies
        context.record_event(AlliedArmyPlaced(allies, tuple(free), armies))

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return {Stage.REPLY: self._ask_leader}

    def _ask_leader(self, context: GameContext) -> bool:
        """Ask the leader to place the army's share once, then to attack with it."""
        state = context.state
        if state.acting_seat == state.turn:
            if not self._may_act(context):
                return False
            self._reinforce(context)
            if ask_forced_decision(context):
                return True
        if not can_attack(context):
            return False
        state.phase = Phase.ATTACK
        return True

    def _may_act(self, context: GameContext) -> bool:
        """Return True if the Allied Army acts in this turn."""
        state = context.state
        # The army does not act in the turn of an extra seat.
        if not context.rules.neutral.attacks or state.turn >= context.players:
            return False
        is_on_board = context.neutral in state.owner
        return is_on_board and len(state.seats_in_game()) == context.players

    def _reinforce(self, context: GameContext) -> None:
        """Give the Allied Army half of the armies that the seat in turn received."""
        state, allies = context.state, context.neutral
        assert allies is not None, "only a seat on the board acts"
        state.acting_seat = allies
        state.armies_to_place = state.armies_received // 2
        state.continent_bound_armies[:] = [0] * len(state.continent_bound_armies)
        context.record_event(
            AlliedArmyReinforced(allies, context.leader(allies), state.armies_to_place)
        )
