"""Retreat: an army may leave before the first battle for its territory (Risk FAQ, section 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from risk_tui.data.language import N_, _
from risk_tui.engine.actions import Action, EndPhase, Offer
from risk_tui.engine.context import GameContext, PhaseHandler
from risk_tui.engine.decisions import Choice, Decision
from risk_tui.engine.declarations import Armies, Seat, Territory, declare
from risk_tui.engine.events import Event
from risk_tui.engine.hooks import BotCandidate
from risk_tui.engine.phases.battle import begin_battle, lose_attackers
from risk_tui.engine.phases.conquest import conquer
from risk_tui.engine.phases.reach import apply_arrival_losses, min_armies_to_arrive
from risk_tui.engine.state import State, Status
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.errors import NotAdjacent
from risk_tui.rules.variant_options import VariantSection, played_field


class RetreatSection(VariantSection):
    """Retreat."""

    paragraph: ClassVar[str] = (
        "Armies that can retreat are hard to destroy: they leave, and the attacker pays one "
        "army for the territory. First take the territories they could retreat to. Keep a "
        "territory of yours beside your own stacks, and stand where it is worth a fight."
    )

    played: bool = played_field(
        "Before the first roll against a territory in a turn, its owner may move all armies there "
        "to a neighbouring territory of theirs. The attacker loses one army and conquers the empty "
        "territory, so an attack on armies that can retreat needs three."
    )


@declare
class Retreat(Action):
    """Move the army under attack into a neighbouring territory of the same owner."""

    kind = "retreat"
    summary = "move the attacked armies to a neighbouring territory of yours"
    advice = "retreat to {territory}"
    territory: Territory


@declare
class ToRetreat(Decision):
    """Retreat from ``target``, which is attacked from ``source``, or stand."""

    kind = "retreat"
    part_of = "attack"
    purpose = (
        "Your territory is under attack. Before the dice are rolled, all armies there may move "
        "to a neighbouring territory of yours."
    )
    asks = "{seat}: {attacker} attacks {target}[ from {source}]: retreat, or stand"
    choices = {
        Retreat: Choice(
            "retreat here", "All armies move there. The attacker loses one army and takes the land."
        ),
        EndPhase: Choice("stand", "Your armies stay and fight."),
    }
    source: Territory | None
    target: Territory
    attacker: Seat


@declare
class Retreated(Event):
    """An army left the attacked territory; ``by`` lost an army of ``base`` for it."""

    is_irreversible = True
    long = "{seat} retreats with {armies} from {source} to {target}; {by} loses 1 army[ of {base}]"
    short = "{seat} retreats {source} → {target}"
    seat: Seat
    source: Territory
    target: Territory
    armies: Armies
    by: Seat
    base: Territory | None


@dataclass(frozen=True, slots=True)
class RetreatMemory(Memory):
    """The territories whose owners have answered in this turn."""

    territories: tuple[int, ...] = ()


class RetreatVariant(Variant[RetreatMemory]):
    """Armies that may retreat from an attack."""

    key = "retreat"
    odds_unknown_reason = "the defender may retreat"
    options = RetreatSection
    initial_memory = RetreatMemory()

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "retreat": PhaseHandler(
                decides=lambda context: context.state.owner[context.battle.target],
                decision=self._decision,
                offers=self._offers,
                actions={Retreat: self._retreat, EndPhase: self._stand},
                prompt=N_("retreat or stand first"),
            )
        }

    def on_turn_start(self, context: GameContext) -> None:
        self.remember(context, RetreatMemory())

    def armies_needed(self, context: GameContext, source: int, target: int) -> int:
        if not self._ways_out(context.state, target):
            return 2
        # One army is lost by the retreat and one stays, in addition to those that move in.
        return 2 + min_armies_to_arrive(context, target, 1, context.state.armies[source])

    def ask_before_roll(self, context: GameContext) -> bool:
        if not self._ways_out(context.state, context.battle.target):
            return False
        if not _can_follow(context):
            return False
        context.state.phase = "retreat"
        return True

    def _ways_out(self, state: State | View, territory: int) -> list[int]:
        """Return the territories that the army of a territory may retreat to."""
        owner, sides = state.owner[territory], self.hooks.sides(state)
        if territory in self.memory(state).territories or state.status[owner] != Status.PLAYING:
            return []
        room = self.ruleset.limits.territory
        return [
            other
            for other in self.current_board(state).neighbours[territory]
            if sides[other] == sides[territory]
            and (room is None or state.armies[other] + state.armies[territory] <= room)
        ]

    def _decision(self, context: GameContext) -> ToRetreat:
        battle, state = context.battle, context.state
        seat = state.owner[battle.target]
        return ToRetreat(seat, battle.source, battle.target, state.acting_seat)

    def _offers(self, context: GameContext) -> list[Offer]:
        ways = self._ways_out(context.state, context.battle.target)
        return [*(Offer(Retreat(territory)) for territory in ways), Offer(EndPhase())]

    def _remember_asked(self, context: GameContext) -> None:
        asked = self.memory(context.state).territories
        self.remember(context, RetreatMemory((*asked, context.battle.target)))

    def _stand(self, context: GameContext, action: EndPhase) -> None:
        self._remember_asked(context)
        begin_battle(context)

    def _retreat(self, context: GameContext, action: Retreat) -> None:
        state, battle = context.state, context.battle
        source, target = battle.source, battle.target
        context.require_territory(action.territory)
        if action.territory not in self._ways_out(state, target):
            raise NotAdjacent(
                _(
                    "you can't retreat from {source} to {target}",
                    source=context.territory_name(target),
                    target=context.territory_name(action.territory),
                )
            )
        self._remember_asked(context)
        seat, armies = state.owner[target], state.armies[target]
        state.armies[action.territory] += armies
        state.armies[target] = 0
        lose_attackers(context, battle, 1)
        state.battle = None
        context.record_event(
            Retreated(seat, target, action.territory, armies, state.acting_seat, source)
        )
        apply_arrival_losses(context, action.territory, armies)
        conquer(context, source, target, 1, seat)

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        return None if self._ways_out(view, target) else armies

    def candidates(self, view: View, decision: Decision) -> Iterator[BotCandidate]:
        if not isinstance(decision, ToRetreat):
            return
        source, target, attacker = decision.source, decision.target, decision.attacker
        if source is None:
            lost = view.armies_outside > view.armies[target]
            landed = (target, attacker, view.armies_outside - 1)
            yield BotCandidate(EndPhase(), (landed,) if lost else ())
        else:
            landed = (target, attacker, 1)
            yield BotCandidate(EndPhase(), fight=(source, target))
        for territory in self._ways_out(view, target):
            yield BotCandidate(
                Retreat(territory),
                (
                    *(() if source is None else ((source, attacker, view.armies[source] - 2),)),
                    landed,
                    (territory, decision.seat, view.armies[territory] + view.armies[target]),
                ),
            )


def _can_follow(context: GameContext) -> bool:
    """Check whether the attacker can lose an army by a retreat and move in with others."""
    state, battle = context.state, context.battle
    if battle.source is None:
        free = state.armies_outside
    else:
        free = state.armies[battle.source] - context.min_garrison(battle.source)
    return min_armies_to_arrive(context, battle.target, 1, free - 1) < free
