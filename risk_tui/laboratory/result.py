"""The result of one game: what is counted of it, as it stands in one line of a file."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any, get_type_hints

from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclasses.dataclass(frozen=True)
class GameResult:
    """What is counted of a game. Two of them are equal if the games were; times do not count.

    Lists are by seat, except ``order``, which holds the seats in the order of their turns.
    """

    number: int
    seed: str
    bots: tuple[str, ...]
    winners: tuple[int, ...] = ()
    """Empty for a game that was broken off."""
    places: tuple[int, ...] = ()
    """1 for winners; whoever is out earlier has a higher number, and the same one who is out at
    once."""
    order: tuple[int, ...] = ()
    rounds: int = 0
    turns: tuple[int, ...] = ()
    steps: int = 0
    leaders: int = 0
    """How often another seat than before had the most armies, looked at as every turn begins."""
    luck: tuple[float, ...] = ()
    """In armies, below zero for bad luck."""
    luck_chances: tuple[float, ...] = ()
    """The chance of such luck, or more of it."""
    thinking: tuple[float, ...] = dataclasses.field(default=(), compare=False)
    """Seconds in which the computer player of a seat chose its actions."""
    seconds: float = dataclasses.field(default=0.0, compare=False)
    fault: str = ""
    """What went wrong; then nothing else is known."""

    @property
    def finished(self) -> bool:
        """Whether somebody won."""
        return bool(self.winners)

    def share(self, seat: int) -> float:
        """The part of the victory that a seat has: winners share it."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def wins_of(self, bot: str) -> float:
        """The part of the victory that all seats of a computer player have."""
        return sum(self.share(seat) for seat, name in enumerate(self.bots) if name == bot)

    @property
    def first_share(self) -> float:
        """The part of the victory that whoever had the first turn has."""
        return self.share(self.order[0])

    def to_json(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return dataclasses.asdict(self)


def places_of(seats: int, winners: Sequence[int], out: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The place of each seat: winners have 1, then come those who are left, last who was out first.

    ``out`` has the seats that left, in their order; who left in the same step share a place.
    """
    gone = {seat for step in out for seat in step}
    left = [seat for seat in range(seats) if seat not in gone]
    places: dict[int, int] = {}
    for group in (winners, left, *reversed(out)):
        place = len(places) + 1
        for seat in group:
            if seat < seats:
                places.setdefault(seat, place)
    return tuple(places[seat] for seat in range(seats))


_TYPES = get_type_hints(GameResult)
_LISTS: dict[Any, Callable[[object], bool]] = {
    tuple[int, ...]: lambda value: type(value) is int,
    tuple[float, ...]: lambda value: type(value) in (int, float),
    tuple[str, ...]: lambda value: type(value) is str,
}


def read_result(data: dict[str, Any]) -> GameResult:
    """The result that ``to_json`` wrote. Raises ``RiskError`` for anything else."""
    values = {}
    if data.keys() != _TYPES.keys():
        raise RiskError("it has other fields")
    for name, kind in _TYPES.items():
        value = data[name]
        if kind in _LISTS:
            if not isinstance(value, list) or not all(map(_LISTS[kind], value)):
                raise RiskError(f"{name} is not the list that was expected")
            value = tuple(value)
        elif type(value) is not kind and not (kind is float and type(value) is int):
            raise RiskError(f"{name} is not of the kind expected")
        values[name] = value
    result = GameResult(**values)
    seats = len(result.bots)
    by_seat = (result.places, result.order, result.turns, result.luck, result.luck_chances)
    if any(len(column) != seats for column in (*by_seat, result.thinking)) or (
        not set(result.winners) <= set(range(seats)) or sorted(result.order) != list(range(seats))
    ):
        raise RiskError("its lists are not those of one table")
    return result


def write_line(values: dict[str, Any]) -> str:
    """Data as one line of JSON, with its end."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")) + "\n"
