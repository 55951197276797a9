"""Goals: what a mission or an objective asks for (FAQ Q2.2.1), as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from risk_tui.boards.board import GONE, NOBODY, NOWHERE
from risk_tui.errors import RiskError
from risk_tui.rules.missions import ANY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.state import State
    from risk_tui.rules.missions import TerritoryHolding


class Goal(Protocol):
    """A goal that a seat can reach."""

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        """Whether ``seat`` has reached it as the game stands."""


@dataclass(frozen=True, slots=True)
class Destroy:
    """Destroy all armies of ``target``; with ``anyone``, it counts whoever destroys them."""

    target: int
    anyone: bool

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        by = state.beaten_by[self.target]
        return by == seat or (self.anyone and by not in (NOBODY, GONE))


@dataclass(frozen=True, slots=True)
class HoldContinents:
    """Hold these continents and ``more`` others of one's choice."""

    continents: tuple[int, ...]
    more: int

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        held = board.continents_of(seat, state.owner, state.outside_continents)
        return set(self.continents) <= set(held) and len(held) >= len(self.continents) + self.more


@dataclass(frozen=True, slots=True)
class HoldTerritories:
    """Hold that many ``territories`` with at least that many ``armies`` on each."""

    territories: int
    armies: int

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        if state.owner.count(seat) < self.territories:
            return False
        territories = zip(state.owner, state.armies, strict=True)
        count = sum(owner == seat and armies >= self.armies for owner, armies in territories)
        return count >= self.territories


@dataclass(frozen=True, slots=True)
class ConquerInATurn:
    """Conquer that many territories in one turn of one's own."""

    territories: int

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        return state.turn == seat and state.conquests_this_turn >= self.territories


@dataclass(frozen=True, slots=True)
class HoldCities:
    """Hold that many cities."""

    cities: int

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        return sum(state.owner[territory] == seat for territory in state.cities) >= self.cities


@dataclass(frozen=True, slots=True)
class HoldCapitals:
    """Hold that many capitals of other players."""

    capitals: int

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        return foreign_capitals(state, seat) >= self.capitals


def foreign_capitals(state: State, seat: int) -> int:
    """How many capitals of other seats a seat holds."""
    return sum(
        capital != NOWHERE and other != seat and state.owner[capital] == seat
        for other, capital in enumerate(state.capitals)
    )


def continent_goals(choices: Iterable[Sequence[str]], board: Board) -> Iterator[HoldContinents]:
    """Goals from continents' names; raises ``RiskError`` for one that the board lacks."""
    numbers = {
        continent.name.casefold(): number for number, continent in enumerate(board.continents)
    }
    for names in choices:
        for name in names:
            if name.casefold() not in (*numbers, ANY):
                all_names = ", ".join(continent.name for continent in board.continents)
                raise RiskError(f"{board.title} has no continent {name!r}; there are: {all_names}")
        continents = tuple(numbers[name.casefold()] for name in names if name.casefold() != ANY)
        yield HoldContinents(continents, len(names) - len(continents))


def territory_goals(
    holdings: Iterable[TerritoryHolding], board: Board
) -> Iterator[HoldTerritories]:
    """Goals from numbers of territories; raises ``RiskError`` for more than the board has."""
    for holding in holdings:
        if holding.territories > len(board.territories):
            raise RiskError(
                f"{board.title} has {len(board.territories)} territories; "
                f"nobody can hold {holding.territories}"
            )
        yield HoldTerritories(holding.territories, holding.armies)
