"""A variant that the program does not know: a territory is watched in secret each turn.

Before the attacks of their turn players choose one of their territories to watch, which others do
not see. It rolls one die more in defence and takes no armies. Who watches it may ring a bell once
when it is attacked, which turns the attacker's highest die to a one. Who repels enough attacks in
this way has won.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.boards.overlay import Overlay
from risk_tui.engine.actions import Action, EndPhase, Offer
from risk_tui.engine.decisions import Choice, Decision
from risk_tui.engine.declarations import Seat, Territory, declare
from risk_tui.engine.events import Event, VictoryKind
from risk_tui.engine.phases.base import PhaseHandler, seat_in_turn
from risk_tui.engine.phases.battle import ask_or_resolve
from risk_tui.engine.phases.turn_flow import advance
from risk_tui.engine.state import Stage, Status
from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.combat import changed_die
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.variant_options import VariantSection, played_field

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from risk_tui.boards.board import Board
    from risk_tui.engine.context import GameContext
    from risk_tui.engine.state import Battle, State
    from risk_tui.engine.view import View


class WatchtowerSection(VariantSection):
    """Watchtower."""

    played: bool = played_field("Each turn one territory is watched in secret.")
    repelled: int = number_field("Who repels {value} {attack|attacks} has won.", 1, 99, default=5)
    bridges: bool = choice_field(
        "Bridges.", default=False, true="Bridges add links.", false="No bridge adds a link."
    )


@declare
class Watch(Action):
    """Watch a territory until one's next turn."""

    kind = "watch"
    summary = "watch a territory of yours"
    secret = {"territory": None}
    territory: Territory | None


@declare
class Ring(Action):
    """Ring the bell."""

    kind = "ring"
    summary = "ring the bell"


@declare
class ToWatch(Decision):
    """Choose a territory to watch."""

    kind = "watch"
    private = True
    part_of = "attack"
    asks = "{seat}: choose a territory to watch"
    heading = "in secret"
    choices = {Watch: Choice("watch", "You watch it until your next turn.")}
    requirement = "choose a territory to watch first"


@declare
class ToRing(Decision):
    """Ring the bell, or let the dice count."""

    kind = "ring"
    part_of = "attack"
    asks = "{seat}: ring the bell of {target} ({target_armies}), or let the dice count"
    choices = {Ring: Choice("the bell"), EndPhase: Choice("no bell", "The dice count.")}
    target: Territory


@declare
class Rung(Event):
    """The bell was reinforcement_armies."""

    long = "{seat} rings the bell of {territory}"
    short = "{seat} rings {territory}"
    seat: Seat
    territory: Territory


@dataclass(frozen=True, slots=True)
class Watched(Memory):
    """The territory that each seat watches, whether its bell is used, and what it has repelled."""

    territories: tuple[int, ...] = (NO_TERRITORY,) * 6
    chosen: bool = False
    reinforcement_armies: tuple[int, ...] = ()
    repelled: tuple[int, ...] = (0,) * 6

    def redacted_for(self, seat: int | None) -> Watched:
        seen = tuple(
            territory if other == seat else NO_TERRITORY
            for other, territory in enumerate(self.territories)
        )
        return replace(self, territories=seen)


REPELLED = VictoryKind("watchtower", "has repelled enough attacks")


class Watchtower(Variant[Watched]):
    """Each turn one territory is watched."""

    key = "watchtower"
    options = WatchtowerSection
    initial_memory = Watched()
    excludes: ClassVar[Mapping[str, str]] = {"fog": "nobody sees anything in fog"}

    def _set_options(self, options: WatchtowerSection) -> None:
        self._needed = options.repelled

    @classmethod
    def adjust_board(cls, options: WatchtowerSection, board: Board) -> Board:
        if not options.bridges:
            return board
        bridges = ("Madagascar", "Western Australia"), ("Alaska", "Kamchatka"), ("Oz", "Alaska")
        return (
            Overlay(added=bridges, bonuses={"Africa": 4, "Oz": 1})
            .without_missing_parts(board)
            .over(board)
        )

    def odds(self, view: View, source: int, target: int, armies: int) -> int:
        return armies  # The bell rings after the dice.

    def phases(self) -> Mapping[str, PhaseHandler]:
        return {
            "watch": PhaseHandler(
                decides=seat_in_turn,
                decision=lambda context: ToWatch(context.state.turn),
                offers=lambda context: [
                    Offer(Watch(territory))
                    for territory in context.state.territories_of(context.state.turn)
                ],
                actions={Watch: self._watch},
                prompt="choose a territory to watch",
            ),
            "ring": PhaseHandler(
                decides=self._defender,
                decision=lambda context: ToRing(self._defender(context), _battle(context).target),
                offers=lambda context: [Offer(Ring()), Offer(EndPhase())],
                actions={Ring: self._ring, EndPhase: self._do_not_ring},
                prompt="ring the bell or not",
            ),
        }

    def phases_before_stages(self) -> Mapping[Stage, Callable[[GameContext], bool]]:
        return {Stage.ATTACK: self._ask_to_watch}

    def on_turn_start(self, context: GameContext) -> None:
        memory, turn = self.memory(context.state), context.state.turn
        reinforcement_armies = tuple(seat for seat in memory.reinforcement_armies if seat != turn)
        self.remember(
            context, replace(memory, chosen=False, reinforcement_armies=reinforcement_armies)
        )

    def _ask_to_watch(self, context: GameContext) -> bool:
        if self.memory(context.state).chosen:
            return False
        context.state.phase = "watch"
        return True

    def _watch(self, context: GameContext, action: Watch) -> None:
        context.require_own(NO_TERRITORY if action.territory is None else action.territory)
        memory, turn = self.memory(context.state), context.state.turn
        watched = list(memory.territories)
        watched[turn] = action.territory if action.territory is not None else NO_TERRITORY
        self.remember(context, replace(memory, territories=tuple(watched), chosen=True))
        advance(context)

    def _defender(self, context: GameContext) -> int:
        return context.state.owner[_battle(context).target]

    def _is_watched(self, state: State, territory: int) -> bool:
        seat = state.owner[territory]
        return (
            state.status[seat] is Status.PLAYING
            and self.memory(state).territories[seat] == territory
        )

    def defence_dice(self, context: GameContext, battle: Battle, maximum: int) -> int:
        return maximum + self._is_watched(context.state, battle.target)

    def ask_after_roll(self, context: GameContext) -> bool:
        state, battle = context.state, _battle(context)
        memory = self.memory(state)
        if (
            not self._is_watched(state, battle.target)
            or state.owner[battle.target] in memory.reinforcement_armies
        ):
            return False
        state.phase = "ring"
        return True

    def _ring(self, context: GameContext, action: Ring) -> None:
        battle = _battle(context)
        battle.attack = changed_die(battle.attack, battle.attack[0], 1)
        context.record_event(Rung(self._defender(context), battle.target))
        self._do_not_ring(context, action)

    def _do_not_ring(self, context: GameContext, action: Action) -> None:
        memory = self.memory(context.state)
        self.remember(
            context,
            replace(
                memory, reinforcement_armies=(*memory.reinforcement_armies, self._defender(context))
            ),
        )
        ask_or_resolve(context, _battle(context))

    def on_battle_end(self, context: GameContext, battle: Battle) -> None:
        state = context.state
        if state.armies[battle.target] and self._is_watched(state, battle.target):
            memory, seat = self.memory(state), state.owner[battle.target]
            repelled = list(memory.repelled)
            repelled[seat] += 1
            self.remember(context, replace(memory, repelled=tuple(repelled)))

    def no_placement_territories(self, context: GameContext, seat: int) -> Collection[int]:
        state = context.state
        watched = self.memory(state).territories[seat]
        return () if state.owner.count(seat) == 1 else (watched,)

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        return REPELLED if self.memory(state).repelled[seat] >= self._needed else None


def _battle(context: GameContext) -> Battle:
    battle = context.state.battle
    assert battle is not None
    return battle
