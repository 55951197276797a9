"""Play one game of a match between bots and measure it.

The seats and the luck of a game depend only on the match and the number of the game, so a game is
the same on every machine, at any time and in any order.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

import risk_tui
from risk_tui.bots import make_bot
from risk_tui.bots.base import Bot
from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import SeatEliminated, SeatResigned, TurnBegan
from risk_tui.engine.game import Game
from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.odds.luck import dice_of_seats
from risk_tui.saves.entries import ActionEntry
from risk_tui.saves.header import Header, SeatSetup, read_header
from risk_tui.table.seats import COLOURS, NAME_WIDTH

T = TypeVar("T")

MAX_ROUNDS = 200
"""The default number of rounds after which a game is stopped."""

_FOLDERS = ("boards", "bots", "engine", "odds", "rules", "variants")
"""The folders of the package whose files affect the course of a game.

The files of rulesets and maps don't count, because the header of a match has their contents.
"""


@dataclass(frozen=True, slots=True)
class Match:
    """Games between the same bots by the same rules, numbered from 1.

    ``head`` is the text of a game file's header, with the seats of game 1 and the seed of the
    match. Workers on other machines need nothing else. If ``rotates_seats``, every player moves one
    seat from game to game; after a full round the order changes, because the order of the players
    matters too. A game of more than ``rounds`` rounds is stopped.
    """

    head: str
    rotates_seats: bool = True
    rounds: int = MAX_ROUNDS

    @property
    def header(self) -> Header:
        """The parsed header."""
        return _header(self.head)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots by seat, in game 1."""
        return tuple(seat.player for seat in self.header.seats)

    @property
    def seed(self) -> str:
        """The seed of the match."""
        return self.header.seed or ""

    @property
    def digest(self) -> str:
        """A hash of 16 hexadecimal digits that identifies this match."""
        text = json.dumps([self.head, self.rotates_seats, self.rounds])
        return sha256(text.encode()).hexdigest()[:16]

    def game(self, number: int) -> Header:
        """Return the header of a game, with its seed and seats."""
        header = self.header
        players = _rotate(header.seats, number - 1) if self.rotates_seats else header.seats
        seats = tuple(
            replace(player, colour=seat.colour)
            for player, seat in zip(players, header.seats, strict=True)
        )
        return replace(header, seats=seats, seed=f"{self.seed}/{number}")


def _rotate(seats: Sequence[T], games: int) -> list[T]:
    """Return the order of seats after some games: rotated, then the next permutation.

    Every order occurs before any is repeated.
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
    rotates_seats: bool = True,
    rounds: int = MAX_ROUNDS,
) -> Match:
    """Make a match between bots, given by the ids that ``make_bot`` takes."""
    names = _names(bots)
    seats = tuple(map(SeatSetup, names, COLOURS, bots))
    return Match(Header(setup, seats, seed, "").to_json(), rotates_seats, rounds)


def _names(bots: Sequence[str]) -> list[str]:
    """Return a name for each seat: the bot's, with a number if several seats would have it."""
    plain = ["".join(filter(str.isalnum, bot)).capitalize()[:NAME_WIDTH] for bot in bots]
    names = []
    for seat, name in enumerate(plain):
        number = f" {plain[: seat + 1].count(name)}" if plain.count(name) > 1 else ""
        names.append(name[: NAME_WIDTH - len(number)] + number)
    return names


@lru_cache(maxsize=128)
def _header(text: str) -> Header:
    return read_header(text, _("the match"))


@lru_cache(maxsize=1)
def program_digest() -> str:
    """Return a hash of the files in ``_FOLDERS``, which changes with the program's play."""
    package = Path(risk_tui.__file__).parent
    digest = sha256()
    for folder in _FOLDERS:
        for file in sorted((package / folder).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(str(file.relative_to(package)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class GameResult:
    """The measurements of a game. Results of equal games are equal, because times are not compared.

    Lists are by seat, except ``winners``, which lists seats, and ``order``, which lists all seats
    in the order of their turns.
    """

    number: int
    seed: str
    bots: tuple[str, ...]
    winners: tuple[int, ...] = ()
    """Empty for a game that was stopped."""
    places: tuple[int, ...] = ()
    """1 for winners, or for all that remain in a stopped game; higher the earlier a seat left.

    Seats that leave together share a number.
    """
    order: tuple[int, ...] = ()
    rounds: int = 0
    turns: tuple[int, ...] = ()
    steps: int = 0
    leaders: int = 0
    """The number of changes of the seat with the most armies, at starts of turns."""
    luck: tuple[float, ...] = ()
    """In armies, negative for bad luck."""
    luck_chances: tuple[float, ...] = ()
    """The chance of at least this much luck, 0 to 1."""
    thinking: tuple[float, ...] = field(default=(), compare=False)
    """The seconds that the bot of each seat took for its actions."""
    seconds: float = field(default=0.0, compare=False)
    fault: str = ""
    """The error, if the game failed; then the fields after ``bots`` are defaults."""

    @property
    def finished(self) -> bool:
        """True if a seat won."""
        return bool(self.winners)

    def share(self, seat: int) -> float:
        """Return a seat's share of the victory; winners share it equally."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def wins_of(self, bot: str) -> float:
        """Return the sum of the shares of the victory of all seats of a bot."""
        return sum(self.share(seat) for seat, name in enumerate(self.bots) if name == bot)

    @property
    def first_share(self) -> float:
        """The share of the victory of the seat with the first turn."""
        return self.share(self.order[0])


def places_of(seats: int, winners: Sequence[int], out: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the place of each seat: winners, then the remaining seats, then the eliminated ones.

    Args:
        out: The seats that left, step by step; those of one step share a place.
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


_RESULT = TypeAdapter(GameResult)


def read_result(data: dict[str, Any]) -> GameResult:
    """Parse the data of a result, as ``asdict`` returns it.

    Raises:
        RiskError: If the data is not a valid result.
    """
    if data.keys() != {each.name for each in fields(GameResult)}:
        raise RiskError(_("it has other fields"))
    try:
        result = _RESULT.validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        name = error.errors()[0]["loc"][0]
        raise RiskError(_("{name} is not of the kind expected", name=name)) from None
    seats = len(result.bots)
    by_seat = (result.places, result.order, result.turns, result.luck, result.luck_chances)
    if any(len(column) != seats for column in (*by_seat, result.thinking)) or (
        not set(result.winners) <= set(range(seats)) or sorted(result.order) != list(range(seats))
    ):
        raise RiskError(_("its lists are not those of one table"))
    return result


MAX_STEPS = 100_000
"""The most steps of a game, however few its rounds; sensible players need less than a tenth."""

MAX_FAULT_LENGTH = 200
"""The most characters of an error's message in a ``fault``."""


class GameTask(NamedTuple):
    """A game to play: its match and number. If ``kept``, its steps are returned too.

    If ``program`` is not empty, it must equal ``program_digest()`` on the worker.
    """

    match: Match
    number: int
    kept: bool = False
    program: str = ""


class PlayedGame(NamedTuple):
    """A played game: its result, and its steps if they were requested."""

    result: GameResult
    entries: tuple[ActionEntry, ...] = ()


def play_task(task: GameTask) -> PlayedGame:
    """Play a game in the current process. Failures are recorded in the result."""
    try:
        if task.program and task.program != program_digest():
            raise RuntimeError(_("another version of the program is installed on that machine"))
        return play_game(task.match, task.number, kept=task.kept)
    except Exception as error:
        return failed_game(task, _describe(error))


def failed_game(task: GameTask, fault: str) -> PlayedGame:
    """Return a game that has a fault instead of a result."""
    header = task.match.game(task.number)
    bots = tuple(seat.player for seat in header.seats)
    return PlayedGame(GameResult(task.number, header.seed or "", bots, fault=fault))


def _describe(error: Exception) -> str:
    """Describe an exception in a line: kind, message, and place."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return printable(f"{type(error).__name__}: {error}", MAX_FAULT_LENGTH) + where


def play_game(match: Match, number: int, *, kept: bool = False) -> PlayedGame:
    """Play a game of a match, to its end or to the limit of rounds or steps."""
    start = perf_counter()
    header, game, bots = begin_game(match, number)
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
    luck = dice_of_seats(events, game.setup.army_seats, view.owner)[: len(bots)]
    result = GameResult(
        number=number,
        seed=header.seed or "",
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
        seconds=round(perf_counter() - start, 5),
    )
    steps = records if kept else ()
    entries = tuple(ActionEntry(record.seat, record.action, record.chance) for record in steps)
    return PlayedGame(result, entries)


def begin_game(match: Match, number: int) -> tuple[Header, Game, list[Bot]]:
    """Return the header of a game of a match, the game before its first step, and its bots."""
    header = match.game(number)
    seed = header.seed or ""
    # Use the same seeds as a table, so that they give the same game.
    bots = [make_bot(taken.player, f"{seed}/{seat}") for seat, taken in enumerate(header.seats)]
    return header, Game(header.setup, seeded_chance(seed)), bots


def play_steps(
    game: Game, bots: Sequence[Bot], thinking: list[float] | None = None
) -> Iterator[Record]:
    """Let bots continue a game, step by step.

    Args:
        thinking: Seconds by seat, to which the time that each bot takes is added.
    """
    seconds = thinking or [0.0] * len(bots)
    while (decision := game.decision) is not None:
        seat = decision.seat
        view = game.view(seat)
        start = perf_counter()
        action = bots[seat].choose(view, decision)
        seconds[seat] += perf_counter() - start
        yield game.apply(action, seat=seat)


def _order(view: View, seats: int) -> tuple[int, ...]:
    """Return the players' seats in the order of their turns."""
    order = view.order or (*range(view.first, seats), *range(view.first))
    return tuple(seat for seat in order if seat < seats)


class _Course:
    """The counts of a game in progress."""

    def __init__(self, seats: int, limit: int) -> None:
        self._seats = seats
        self._limit = limit
        self.out: list[list[int]] = []
        """The seats that left the game, by step; several may leave in one."""
        self._leader: int | None = None
        self.is_over = False
        """True after a turn began beyond the limit of rounds."""
        self.leaders = 0
        self.rounds = 0
        self.turns = [0] * seats

    def add(self, record: Record, game: Game) -> None:
        """Count the events of a step; ``game`` is in the state after it."""
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
        """Find the seat with the most armies; the previous leader wins ties."""
        armies = [view.armies_of(seat) for seat in range(self._seats)]
        most = max(armies)
        if self._leader is None:
            if armies.count(most) == 1:
                self._leader = armies.index(most)
        elif armies[self._leader] < most:
            self._leader = armies.index(most)
            self.leaders += 1
