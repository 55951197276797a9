"""A match: games between the same computer players by the same rules.

Who sits where in a game, and its luck, follow from the match and the number of the game alone. So
a game is the same wherever and whenever it is played, and whatever was played before it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import risk_tui
from risk_tui.data.dataclasses import dataclass
from risk_tui.saves.header import Header, SeatSetup, read_header
from risk_tui.table.seats import COLOURS, NAME_WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.game_setup import GameSetup

T = TypeVar("T")

MAX_ROUNDS = 200
"""Rounds after which a game counts as stalled, unless another number is given."""

_FOLDERS = ("boards", "bots", "engine", "odds", "rules", "rulesets", "variants")
"""The folders of the program whose files decide how a game goes."""


@dataclass(frozen=True, slots=True)
class Match:
    """Games between the same computer players by the same rules, numbered from 1.

    ``head`` is the head of a game file with the seats as they are taken in game 1, and the seed of
    the match: a text, so that a process on another machine needs no file of this one. With
    ``rotates`` everybody moves on by one seat from game to game, and when all have sat everywhere
    they sit in another order: who comes after whom matters too. A game that lasts longer than
    ``rounds`` is broken off.
    """

    head: str
    rotates: bool = True
    rounds: int = MAX_ROUNDS

    @property
    def header(self) -> Header:
        """The head as it was before it became a text."""
        return _header(self.head)

    @property
    def bots(self) -> tuple[str, ...]:
        """The computer players by seat, as they sit in game 1."""
        return tuple(seat.player for seat in self.header.seats)

    @property
    def seed(self) -> str:
        """The seed of the match."""
        return self.header.seed or ""

    @property
    def digest(self) -> str:
        """What tells this match from any other one."""
        text = json.dumps([self.head, self.rotates, self.rounds])
        return sha256(text.encode()).hexdigest()[:16]

    def game(self, number: int) -> Header:
        """The head of a game: its seed, and who sits where."""
        header = self.header
        players = _rotated(header.seats, number - 1) if self.rotates else header.seats
        seats = tuple(
            replace(player, colour=seat.colour)
            for player, seat in zip(players, header.seats, strict=True)
        )
        return replace(header, seats=seats, seed=f"{self.seed}/{number}")


def _rotated(seats: Sequence[T], games: int) -> list[T]:
    """The order after some games: round the table first, then in the next order of all others.

    Every order comes once before any comes again.
    """
    orders, shift = divmod(games, len(seats))
    left, order = list(seats[1:]), [seats[0]]
    while left:
        orders, number = divmod(orders, len(left))
        order.append(left.pop(number))
    return [*order[shift:], *order[:shift]]


def make_match(
    setup: GameSetup,
    bots: Sequence[str],
    seed: str,
    *,
    rotates: bool = True,
    rounds: int = MAX_ROUNDS,
) -> Match:
    """A match between computer players, by the names under which ``make_bot`` makes them."""
    names = _names(bots)
    seats = tuple(map(SeatSetup, names, COLOURS, bots))
    return Match(Header(setup, seats, seed, "").to_json(), rotates, rounds)


def _names(bots: Sequence[str]) -> list[str]:
    """A name for each seat: that of the computer player, with a number if it has several seats."""
    names = []
    for seat, bot in enumerate(bots):
        name = "".join(filter(str.isalnum, bot.partition(":")[0])).capitalize()
        number = f" {bots[: seat + 1].count(bot)}" if bots.count(bot) > 1 else ""
        names.append(name[: NAME_WIDTH - len(number)] + number)
    return names


@lru_cache(maxsize=128)
def _header(text: str) -> Header:
    return read_header(text, "the match")


@lru_cache(maxsize=1)
def program_digest() -> str:
    """What tells a version of the program from any other one that may play otherwise."""
    package = Path(risk_tui.__file__).parent
    digest = sha256()
    for folder in _FOLDERS:
        for file in sorted((package / folder).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(str(file.relative_to(package)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
