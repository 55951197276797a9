"""What a mission or an objective asks for (FAQ Q2.2.1), as plain data that can be tested."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from risk_tui.engine.errors import RiskError
from risk_tui.engine.winning import ANY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.state import State
    from risk_tui.engine.winning import Holding


class Goal(Protocol):
    """Something that a seat can have reached."""

    def met(self, state: State, seat: int, board: Board) -> bool:
        """Whether ``seat`` has reached it as the game stands."""


@dataclass(frozen=True, slots=True)
class Destroy:
    """Destroy all armies of ``target``; ``anyone``: whoever does it."""

    target: int
    anyone: bool

    def met(self, state: State, seat: int, board: Board) -> bool:
        by = state.beaten_by[self.target]
        return by == seat or (self.anyone and by >= 0)


@dataclass(frozen=True, slots=True)
class HoldContinents:
    """Hold these continents and ``more`` others of one's own choice."""

    continents: tuple[int, ...]
    more: int

    def met(self, state: State, seat: int, board: Board) -> bool:
        owner, all_of_them = state.owner, board.continents
        for number in self.continents:
            if any(owner[place] != seat for place in all_of_them[number].territories):
                return False
        if not self.more:
            return True
        held = sum(all(owner[place] == seat for place in each.territories) for each in all_of_them)
        return held >= len(self.continents) + self.more


@dataclass(frozen=True, slots=True)
class HoldTerritories:
    """Hold so many territories with at least so many armies on each."""

    territories: int
    armies: int

    def met(self, state: State, seat: int, board: Board) -> bool:
        if state.owner.count(seat) < self.territories:
            return False
        strong = zip(state.owner, state.armies, strict=True)
        count = sum(owner == seat and armies >= self.armies for owner, armies in strong)
        return count >= self.territories


@dataclass(frozen=True, slots=True)
class ConquerInATurn:
    """Conquer so many territories in one turn of one's own."""

    territories: int

    def met(self, state: State, seat: int, board: Board) -> bool:
        return state.turn == seat and state.conquests >= self.territories


@dataclass(frozen=True, slots=True)
class HoldCities:
    """Hold so many cities."""

    cities: int

    def met(self, state: State, seat: int, board: Board) -> bool:
        return sum(state.owner[place] == seat for place in state.cities) >= self.cities


@dataclass(frozen=True, slots=True)
class HoldCapitals:
    """Hold so many capitals of other players."""

    capitals: int

    def met(self, state: State, seat: int, board: Board) -> bool:
        return foreign_capitals(state, seat) >= self.capitals


def foreign_capitals(state: State, seat: int) -> int:
    """How many capitals of other seats a seat holds."""
    return sum(
        place >= 0 and other != seat and state.owner[place] == seat
        for other, place in enumerate(state.capitals)
    )


def continent_goals(wanted: Iterable[Sequence[str]], board: Board) -> Iterator[HoldContinents]:
    """Goals from continents' names; raises ``RiskError`` for one that the board lacks."""
    known = {each.name.casefold(): number for number, each in enumerate(board.continents)}
    for names in wanted:
        for name in names:
            if name.casefold() not in (*known, ANY):
                there = ", ".join(each.name for each in board.continents)
                raise RiskError(f"{board.title} has no continent {name!r}; there are: {there}")
        chosen = tuple(known[name.casefold()] for name in names if name.casefold() != ANY)
        yield HoldContinents(chosen, len(names) - len(chosen))


def territory_goals(wanted: Iterable[Holding], board: Board) -> Iterator[HoldTerritories]:
    """Goals from numbers of territories; raises ``RiskError`` for more than the board has."""
    for each in wanted:
        if each.territories > len(board.territories):
            raise RiskError(
                f"{board.title} has {len(board.territories)} territories; "
                f"nobody can hold {each.territories}"
            )
        yield HoldTerritories(each.territories, each.armies)
