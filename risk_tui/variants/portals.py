"""Portals: links between distant territories, as in computer versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from risk_tui.data.language import N_
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Territories, declare
from risk_tui.engine.events import Event
from risk_tui.engine.hooks import TerritoryMark
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.variant_options import VariantSection, played_field

CLOSED_ROUNDS = 1
"""The rounds for which portals stay closed after a move."""


class PortalsSection(VariantSection):
    """Portals."""

    paragraph: ClassVar[str] = (
        "Every portal is a neighbour of every other portal: guard one in your continent like a "
        "border, and use one of yours to attack far behind the borders of others. Do not rely on "
        "portals that move."
    )

    played: bool = played_field(
        "Some territories, drawn at random before setup, are portals. All portals are neighbours "
        "of one another, however far apart, for attacks and for moves."
    )
    territories: int = number_field("There are {value} portals.", 3, 7, default=4)
    stable: bool = choice_field(
        "Moving portals.",
        default=True,
        true="The portals stay where they are for the whole game.",
        false="From time to time the portals move to territories drawn at random.",
    )
    rounds: int = number_field(
        "The portals move after every {value} rounds. In the round after a move they are closed: "
        "they link nothing.",
        2,
        10,
        ("stable", False),
        default=3,
    )


@declare
class PortalsOpened(Event):
    """Portals link these territories from now on."""

    is_irreversible: ClassVar[bool] = True
    long = "Portals link {territories} with one another"
    short = "Portals: {territories}", "Portals open"
    territories: Territories


@declare
class PortalsMoved(Event):
    """The portals moved, and are closed in the round that starts."""

    is_irreversible: ClassVar[bool] = True
    long = "The portals move to {territories} and stay closed for a round"
    short = "Portals move: {territories}", "Portals move"
    territories: Territories


@dataclass(frozen=True, slots=True)
class PortalsMemory(Memory):
    """The territories with portals, and the first round in which they are open."""

    territories: tuple[int, ...] = ()
    opens: int = 0


class Portals(Variant[PortalsMemory]):
    """Random links between territories."""

    key = "portals"
    options = PortalsSection
    _options: PortalsSection
    initial_memory = PortalsMemory()
    possible_marks = (TerritoryMark("@", N_("portal")), TerritoryMark("°", N_("closed portal")))

    def on_game_start(self, context: GameContext) -> None:
        self.remember(context, PortalsMemory(self._draw(context)))
        self._open(context)

    def _draw(self, context: GameContext) -> tuple[int, ...]:
        """Draw the territories of the portals at random from those in play."""
        return tuple(sorted(context.shuffle_in_play()[: self._options.territories]))

    def _open(self, context: GameContext) -> None:
        """Link the territories with portals, and announce it."""
        territories = self.memory(context.state).territories
        pairs = combinations(territories, 2)
        context.open_passages(tuple(pair for pair in pairs if pair not in self.board.links))
        context.record_event(PortalsOpened(territories))

    def extra_turn_seat(self, context: GameContext) -> None:
        """Open or move the portals after a round; no seat has an extra turn."""
        if self._options.stable:
            return
        opens, next_round = self.memory(context.state).opens, context.state.round + 1
        if opens == next_round:
            self._open(context)
        elif opens < next_round and context.state.round % self._options.rounds == 0:
            territories = self._draw(context)
            self.remember(context, PortalsMemory(territories, next_round + CLOSED_ROUNDS))
            context.open_passages(())
            context.record_event(PortalsMoved(territories))

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        memory, (open_sign, closed_sign) = self.memory(view), self.possible_marks
        sign = closed_sign if memory.opens > view.round else open_sign
        return dict.fromkeys(memory.territories, sign)
