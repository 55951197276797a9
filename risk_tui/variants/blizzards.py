"""Blizzards: territories that can't be entered for the whole game, as in computer versions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from risk_tui.boards.board import Board
from risk_tui.data.language import N_
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Territories, declare
from risk_tui.engine.events import Event
from risk_tui.engine.hooks import TerritoryMark
from risk_tui.engine.state import State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import number_field
from risk_tui.rules.variant_options import VariantSection, played_field


class BlizzardsSection(VariantSection):
    """Blizzards."""

    paragraph: ClassVar[str] = (
        "The map is different every game: routes are cut, and continents lose entrances or "
        "become dead ends. Check which ones can be held before you claim or place anything."
    )

    played: bool = played_field(
        "Before setup, blizzards close some random territories for the whole game: they cannot "
        "be dealt, claimed, entered or crossed. A continent counts as complete without its "
        "closed territories. No territory is cut off, every continent keeps at least one open "
        "territory, and every player gets a territory."
    )
    territories: int = number_field(
        "{value} {territory is|territories are} closed.", 1, 11, default=4
    )


@declare
class BlizzardsCame(Event):
    """Blizzards closed territories for the whole game."""

    is_irreversible: ClassVar[bool] = True
    marks_board: ClassVar[bool] = True
    long = "Blizzards close {territories} for the whole game"
    short = "Blizzards: {territories}", "Blizzards"
    territories: Territories


@dataclass(frozen=True, slots=True)
class BlizzardsMemory(Memory):
    """The closed territories."""

    closed: tuple[int, ...] = ()


class Blizzards(Variant[BlizzardsMemory]):
    """Random closed territories."""

    key = "blizzards"
    options = BlizzardsSection
    initial_memory = BlizzardsMemory()
    possible_marks = (TerritoryMark("*", N_("blizzard")),)

    def _set_options(self, options: BlizzardsSection) -> None:
        # Leave a territory for each player, and for each extra seat of the variants before.
        seats = self.first_extra_seat
        self._count = min(options.territories, len(self.board.territories) - seats)

    def on_game_start(self, context: GameContext) -> None:
        order = context.shuffle_in_play()
        closed = tuple(sorted(_choose_closed(self.board, order, self._count)))
        self.remember(context, BlizzardsMemory(closed))
        context.state.outside_continents = closed
        if closed:
            context.record_event(BlizzardsCame(closed))

    def out_of_play(self, game: State | View) -> Collection[int]:
        return self.memory(game).closed

    # Views, odds and bots

    def marks(self, view: View) -> Mapping[int, TerritoryMark]:
        return dict.fromkeys(self.memory(view).closed, self.possible_marks[0])


def _choose_closed(board: Board, order: Sequence[int], count: int) -> list[int]:
    """Return the first territories of an order that can be closed together.

    There may be fewer than ``count``.
    """
    closed: list[int] = []
    for territory in order:
        if len(closed) == count:
            break
        if _can_close(board, {*closed, territory}):
            closed.append(territory)
    return closed


def _can_close(board: Board, closed: set[int]) -> bool:
    """Return True if all other territories stay linked, and every continent keeps one of them."""
    if any(closed.issuperset(continent.territories) for continent in board.continents):
        return False
    return not board.cut_off(closed)
