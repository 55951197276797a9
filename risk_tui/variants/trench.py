"""Trench warfare: no attack from a territory taken in the same turn (Conquer Club)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from risk_tui.engine.context import GameContext
from risk_tui.engine.events import Entered, Event
from risk_tui.engine.state import State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.variant_options import VariantSection, played_field


class TrenchSection(VariantSection):
    """Trench warfare."""

    paragraph: ClassVar[str] = (
        "Fronts move one territory a turn, so no one is overrun and there is time to respond. "
        "Attack from several territories, and leave armies behind for the next turn."
    )

    played: bool = played_field(
        "You can attack, or enter empty territories, only from territories you held when your "
        "turn started."
    )


@dataclass(frozen=True, slots=True)
class TrenchMemory(Memory):
    """The territories that were conquered, or entered while empty, in this turn."""

    taken: tuple[int, ...] = ()

    def visible_part(self, seen: frozenset[int]) -> TrenchMemory:
        return TrenchMemory(tuple([territory for territory in self.taken if territory in seen]))


class Trench(Variant[TrenchMemory]):
    """Armies that conquer or enter a territory can't attack from it in the same turn."""

    key = "trench"
    odds_unknown_reason = "conquering armies stop"
    options = TrenchSection
    initial_memory = TrenchMemory()
    changes_fights = False  # It ends campaigns, but not fights.

    def on_turn_start(self, context: GameContext) -> None:
        self.remember(context, TrenchMemory())

    def on_conquest(self, context: GameContext, source: int, target: int, victim: int) -> None:
        self._hold_back(context, target)

    def on_event(self, context: GameContext, event: Event) -> None:
        if isinstance(event, Entered):
            self._hold_back(context, event.target)

    def _hold_back(self, context: GameContext, territory: int) -> None:
        self.remember(context, TrenchMemory((*self.memory(context.state).taken, territory)))

    def held_back(self, game: State | View) -> Collection[int]:
        return self.memory(game).taken

    def conquerors_cannot_attack(self, view: View) -> bool:
        return True

    # Views, odds and bots

    def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
        return None if source in self.memory(view).taken else armies
