"""Plays one game of a match between bots and measures it.

The seats and the luck of a game follow from the match and the number of the game alone, so a game
is the same wherever, whenever and after whatever it is played.
"""

from __future__ import annotations

import dataclasses
import json
import traceback
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, get_type_hints

import risk_tui
from risk_tui.bots import make_bot
from risk_tui.bots.base import choose
from risk_tui.data.clean_text import printable
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import SeatEliminated, SeatResigned, TurnBegan
from risk_tui.engine.game import Game
from risk_tui.errors import RiskError
from risk_tui.odds.luck import collect
from risk_tui.saves.entries import ActionEntry
from risk_tui.saves.header import Header, SeatSetup, read_header
from risk_tui.table.seats import COLOURS, NAME_WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from risk_tui.bots.base import Bot
    from risk_tui.engine.game_setup import GameSetup
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View


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


MAX_STEPS = 100_000
"""Steps after which a game is broken off whatever its round: no game of sensible players has a
tenth of them."""

_LONGEST = 200
"""Characters of a line about a fault."""


class GameTask(NamedTuple):
    """A game to be played: its match and number, and whether its steps are asked for.

    ``program`` is what ``program_digest`` must say where it is played; empty: whatever it says.
    """

    match: Match
    number: int
    kept: bool = False
    program: str = ""


class PlayedGame(NamedTuple):
    """A game that was played: its result, and its steps if they were asked for."""

    result: GameResult
    entries: tuple[ActionEntry, ...] = ()


def play_task(task: GameTask) -> PlayedGame:
    """Play a game in whatever process this is. What goes wrong stands in the result."""
    game = task.match.game(task.number)
    bots = tuple(seat.player for seat in game.seats)
    try:
        if task.program and task.program != program_digest():
            raise RuntimeError("another version of the program is installed on that machine")
        return play_game(task.match, task.number, kept=task.kept)
    except Exception as error:
        return PlayedGame(GameResult(task.number, game.seed or "", bots, fault=_describe(error)))


def _describe(error: Exception) -> str:
    """An exception in a line: its kind, its message, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return printable(f"{type(error).__name__}: {error}", _LONGEST) + where


def play_game(match: Match, number: int, *, kept: bool = False) -> PlayedGame:
    """Play a game of a match, to its end or to the limit of rounds."""
    header = match.game(number)
    seed, began = header.seed or "", perf_counter()
    game = Game(header.setup, seeded_chance(seed))
    # As at a table, where the same seed gives the same game.
    bots = [make_bot(taken.player, f"{seed}/{seat}") for seat, taken in enumerate(header.seats)]
    thinking = [0.0] * len(bots)
    course = _Course(len(bots), match.rounds)
    records: list[Record] = []
    for record in play_steps(game, bots, thinking):
        records.append(record)
        course.add(record, game)
        if course.is_over or len(records) >= MAX_STEPS:
            break
    view = game.view(clear=True)
    events = chain.from_iterable(record.events for record in records)
    luck = collect(events, game.setup.army_seats, view.owner)[: len(bots)]
    result = GameResult(
        number=number,
        seed=seed,
        bots=tuple(seat.player for seat in header.seats),
        winners=view.winners,
        places=places_of(len(bots), view.winners, course.out),
        order=_order(view, len(bots)),
        rounds=course.rounds,
        turns=tuple(course.turns),
        steps=len(records),
        leaders=course.leaders,
        luck=tuple(round(float(dice.luck), 3) for dice in luck),
        luck_chances=tuple(round(dice.chance, 5) for dice in luck),
        thinking=tuple(round(seconds, 5) for seconds in thinking),
        seconds=round(perf_counter() - began, 5),
    )
    steps = records if kept else ()
    entries = tuple(ActionEntry(record.seat, record.action, record.chance) for record in steps)
    return PlayedGame(result, entries)


def play_steps(
    game: Game, bots: Sequence[Bot], thinking: list[float] | None = None
) -> Iterator[Record]:
    """Let computer players play on with a game, step by step.

    The seconds that each of them thinks are added to ``thinking``, by seat.
    """
    seconds = thinking or [0.0] * len(bots)
    while (decision := game.decision) is not None:
        seat = decision.seat
        view = game.view(seat)
        began = perf_counter()
        action = choose(bots[seat], view, decision)
        seconds[seat] += perf_counter() - began
        yield game.apply(action, seat=seat)


def _order(view: View, seats: int) -> tuple[int, ...]:
    """The players' seats in the order of their turns."""
    order = view.order or (*range(view.first, seats), *range(view.first))
    return tuple(seat for seat in order if seat < seats)


class _Course:
    """What is counted while a game goes on."""

    def __init__(self, seats: int, limit: int) -> None:
        self._seats = seats
        self._limit = limit
        self.out: list[list[int]] = []
        """The seats that are out, in the order in which they left; several may leave in a step."""
        self._leader: int | None = None
        self.is_over = False
        """Whether all rounds were played that may be."""
        self.leaders = 0
        self.rounds = 0
        self.turns = [0] * seats

    def add(self, record: Record, game: Game) -> None:
        """Count what came of a step; the game is as it is after it."""
        out = []
        for event in record.events:
            if isinstance(event, TurnBegan) and event.round > self._limit:
                self.is_over = True
            elif isinstance(event, TurnBegan):
                self.rounds = event.round
                if event.seat < self._seats:
                    self.turns[event.seat] += 1
                self._find_leader(game.view(clear=True))
            elif isinstance(event, SeatEliminated | SeatResigned):
                out.append(event.seat)
        if out:
            self.out.append(out)

    def _find_leader(self, view: View) -> None:
        """Whoever has the most armies leads; while nobody has more than the leader, they stay."""
        armies = [view.armies_of(seat) for seat in range(self._seats)]
        most = max(armies)
        if self._leader is None:
            if armies.count(most) == 1:
                self._leader = armies.index(most)
        elif armies[self._leader] < most:
            self._leader = armies.index(most)
            self.leaders += 1
