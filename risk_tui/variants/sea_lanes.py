"""Sea-lane: defenders across the water roll one more die at first (Risk FAQ, section 4.10)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Literal

from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Number, Territory, declare
from risk_tui.engine.events import Event
from risk_tui.engine.state import Battle, State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.combat import NO_EXTRA_DICE, ExtraDieRolls
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.variant_options import VariantSection, played_field


class SeaLanesSection(VariantSection):
    """Sea-lane."""

    paragraph: ClassVar[str] = (
        "The sea is hard to cross: islands, and continents behind water, are easier to hold, and "
        "a garrison on their coast pays off. Attack by land where you can, or with enough armies "
        "to go on once the first rolls are over."
    )
    fight_option: ClassVar[str] = "sea"

    played: bool = played_field(
        "In the first rolls across a sea lane the defender may roll one die more than their armies "
        "allow, even a third. No side loses more armies than it has there."
    )
    rolls: int = number_field(
        "This applies to the first {value} rolls.",
        1,
        20,
        default=4,
        **{"1": "This applies to the first roll only."},
    )
    counted: Literal["a turn", "a fight"] = choice_field(
        "How these rolls are counted.",
        default="a turn",
        **{
            "a turn": "They are counted for each sea lane in each turn.",
            "a fight": "The count starts again if another attack comes in between.",
        },
    )

    @property
    def extra_die_rolls(self) -> ExtraDieRolls:
        return ExtraDieRolls(self.rolls)


@declare
class LaneCrossed(Event):
    """A defender across a sea lane may roll one more die in the next ``rolls``; 0 for none."""

    long = {
        "": "{target} is attacked by sea: one extra defence die for {#rolls} rolls",
        "one": "{target} is attacked by sea: one extra defence die, once",
        "over": "The sea bonus for {target} is used up",
    }
    short = {
        "": ("by sea: +1 die in defence", "by sea: +1 die"),
        "over": ("the dice are now as on land", "now as on land"),
    }
    target: Territory
    rolls: Number

    def conditions(self, reader: int | None) -> Collection[str]:
        return ("over",) if not self.rolls else ("one",) if self.rolls == 1 else ()


@dataclass(frozen=True, slots=True)
class SeaLanesMemory(Memory):
    """The sea lane of each roll that counts, and the last attack as source and target."""

    lanes: tuple[tuple[int, int], ...] = ()
    last: tuple[int, int] | tuple[()] = ()

    def visible_part(self, seen: frozenset[int]) -> SeaLanesMemory:
        lanes = tuple([lane for lane in self.lanes if seen >= {*lane}])
        return SeaLanesMemory(lanes, self.last if seen >= {*self.last} else ())


class SeaLanes(Variant[SeaLanesMemory]):
    """More defence dice in the first rolls of an attack across the sea."""

    key = "sea_lanes"
    options = SeaLanesSection
    _options: SeaLanesSection
    initial_memory = SeaLanesMemory()

    def on_turn_start(self, context: GameContext) -> None:
        self.remember(context, SeaLanesMemory())

    def _rolls_left(self, game: State | View, source: int | None, target: int) -> int:
        """Return how many rolls with the extra die are left in this turn or fight."""
        if source is None or not self.board.is_sea_lane(source, target):
            return 0
        lanes = self._counted_lanes(game, source, target)
        return self._options.rolls - lanes.count(_lane(source, target))

    def _counted_lanes(
        self, game: State | View, source: int, target: int
    ) -> tuple[tuple[int, int], ...]:
        """Return the lanes of the rolls that still count in the next battle of an attack."""
        memory = self.memory(game)
        is_new = self._options.counted == "a fight" and memory.last != (source, target)
        return () if is_new else memory.lanes

    def on_attack(self, context: GameContext, source: int, target: int, attack_cost: int) -> None:
        state = context.state
        left = self._rolls_left(state, source, target)
        if left == self._options.rolls:
            context.record_event(LaneCrossed(target, left))
        lanes = self._counted_lanes(state, source, target)
        self.remember(context, SeaLanesMemory(lanes, (source, target)))

    def defence_dice(self, context: GameContext, battle: Battle, maximum: int) -> int:
        left = self._rolls_left(context.state, battle.source, battle.target)
        return ExtraDieRolls(left).defence_dice(maximum, context.state.armies[battle.target])

    def on_battle_end(self, context: GameContext, battle: Battle) -> None:
        state, source, target = context.state, battle.source, battle.target
        left = self._rolls_left(state, source, target)
        if source is None:
            return
        if left:
            memory = self.memory(state)
            lanes = (*memory.lanes, _lane(source, target))
            self.remember(context, SeaLanesMemory(lanes, memory.last))
        if left == 1 and state.armies[target] and state.armies[source] > 1:
            context.record_event(LaneCrossed(target, 0))

    # Views, odds and bots

    def extra_die_rolls(self, view: View, source: int, target: int) -> ExtraDieRolls:
        if view.owner[source] == view.acting_seat:
            left = self._rolls_left(view, source, target)
        else:  # The attack would come in a later turn.
            left = self._options.rolls if self.board.is_sea_lane(source, target) else 0
        return ExtraDieRolls(left) if left else NO_EXTRA_DICE


def _lane(source: int, target: int) -> tuple[int, int]:
    """Return the link between two territories, the lower number first, as in ``Board.links``."""
    return min(source, target), max(source, target)
