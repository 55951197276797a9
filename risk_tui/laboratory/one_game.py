"""Plays one game between computer players, and measures it."""

from __future__ import annotations

import traceback
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from risk_tui.bots import make_bot
from risk_tui.data.sanitize import printable
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import SeatEliminated, SeatResigned, TurnBegan
from risk_tui.engine.game import Game
from risk_tui.laboratory.match import program_digest
from risk_tui.laboratory.result import GameResult, places_of
from risk_tui.odds.luck import collect
from risk_tui.saves.entries import ActionEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.bots.base import Bot
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.laboratory.match import Match

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
        action = bots[seat].choose(view, decision)
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
