"""The positions of a played game, and facts that are derived from them.

``Timeline`` gives quick access to any moment. Turns, holdings of continents, near missions, series
of numbers for charts, and the figures of each seat are derived from its moments.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeAlias

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import _
from risk_tui.engine.chance import Chance, RecordedChance
from risk_tui.engine.events import (
    BattleResolved,
    CardDrawn,
    CardsTaken,
    Conquered,
    Event,
    SeatEliminated,
    SeatResigned,
    SetTraded,
    TurnBegan,
)
from risk_tui.engine.game import Game
from risk_tui.engine.game_setup import GameSetup
from risk_tui.engine.goals import GoalTerritories
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.odds.luck import DiceLuck, dice_of_seats

Value: TypeAlias = "float | None"
"""A value of a series; ``None`` if a seat has none."""


@dataclass(frozen=True, slots=True)
class Series:
    """A number for each seat at each of some moments.

    ``values[seat]`` has a value for every moment. ``key`` identifies the series, ``title`` is the
    title of its chart, and ``unit`` is printed after its numbers. ``basis`` describes the source of
    estimates; empty for counts.
    """

    key: str
    title: str
    moments: tuple[int, ...]
    values: tuple[tuple[Value, ...], ...]
    unit: str = ""
    basis: str = ""

    @property
    def highest(self) -> float:
        """The greatest value; 0 if there are no values."""
        return max((value for row in self.values for value in row if value is not None), default=0)

    def value(self, seat: int, moment: float) -> Value:
        """Return the value of a seat at a moment, interpolated linearly.

        Returns:
            ``None`` if the seat has no value then.
        """
        row = self.values[seat]
        after = bisect_right(self.moments, moment)
        low, high = max(after - 1, 0), min(after, len(row) - 1)
        one, other = row[low], row[high]
        start, end = self.moments[low], self.moments[high]
        if one is None or other is None or start >= end or moment <= start:
            return one
        return one + (other - one) * (moment - start) / (end - start)


def series_of(views: Mapping[int, View], seats: int) -> tuple[Series, ...]:
    """Return the series of territories, armies and income.

    A seat that is not playing has no income.

    Args:
        views: A spectator's views by their moments.
        seats: The number of seats.
    """

    def series(key: str, title: str, count: Callable[[View, int], Value]) -> Series:
        values = (tuple(count(view, seat) for view in views.values()) for seat in range(seats))
        return Series(key, title, tuple(views), tuple(values))

    def income(view: View, seat: int) -> Value:
        return view.income(seat) if view.status[seat] == "playing" else None

    return (
        series("land", _("Territories"), lambda view, seat: len(view.territories_of(seat))),
        series("armies", _("Armies"), lambda view, seat: view.armies_of(seat)),
        series("income", _("Armies received a turn"), income),
    )


@dataclass(slots=True)
class PlayerFigures:
    """The figures of one seat.

    ``territories_taken`` and ``territories_lost`` count conquests. ``armies_beaten`` and
    ``armies_lost`` count armies in battle: those that the seat destroyed and those that it lost.
    ``cards`` counts the cards it received, ``sets`` the sets it traded, ``set_armies`` the armies
    it got for them. ``seconds`` is the time that it took for its decisions; ``None`` if unknown.
    ``out_in_round`` is the round in which it left the game, 0 while setting up, and ``out_by`` the
    seat that eliminated it; both may be ``None``.
    """

    territories_taken: int = 0
    territories_lost: int = 0
    armies_beaten: int = 0
    armies_lost: int = 0
    luck: DiceLuck = field(default_factory=DiceLuck)
    cards: int = 0
    sets: int = 0
    set_armies: int = 0
    seconds: float | None = None
    out_in_round: int | None = None
    out_by: int | None = None

    @property
    def exit(self) -> str:
        """The words that say when the seat left the game; empty if it did not."""
        if self.out_in_round is None:
            return ""
        if not self.out_in_round:
            return _("out before round 1")
        return _("out in round {round}", round=self.out_in_round)


def seat_exits(events: Iterable[object]) -> dict[int, tuple[int, int | None]]:
    """Find the seats that left the game.

    Returns:
        For each of them the round, and the seat that eliminated it; ``None`` if there is none.
    """
    found: dict[int, tuple[int, int | None]] = {}
    round_ = 0
    for event in events:
        match event:
            case TurnBegan():
                round_ = event.round
            case SeatEliminated(seat, by):
                found[seat] = (round_, by if by != seat else None)
            case SeatResigned(seat):
                found[seat] = (round_, None)
    return found


def player_figures(
    records: Sequence[Record],
    seats: int,
    owner: Sequence[int],
    seconds: Sequence[float] = (),
) -> tuple[PlayerFigures, ...]:
    """Return the figures of every seat.

    Args:
        records: The steps of the game.
        seats: The number of seats.
        owner: The owner of each territory at the end.
        seconds: The time that each seat took for its decisions; empty if unknown.
    """
    events: list[Event] = list(chain.from_iterable(record.events for record in records))
    figures = defaultdict[int, PlayerFigures](PlayerFigures)
    for seat, luck in enumerate(dice_of_seats(events, seats, owner)):
        figures[seat].luck = luck
    for seat, time in enumerate(seconds):
        figures[seat].seconds = time
    for seat, (round_, by) in seat_exits(events).items():
        figures[seat].out_in_round, figures[seat].out_by = round_, by
    for event in events:
        match event:
            case BattleResolved(attacker, defender):
                figures[attacker].armies_beaten += event.defender_losses
                figures[defender].armies_beaten += event.attacker_losses
                figures[attacker].armies_lost += event.attacker_losses
                figures[defender].armies_lost += event.defender_losses
            case Conquered(seat, _, victim):
                figures[seat].territories_taken += 1
                figures[victim].territories_lost += 1
            case CardDrawn(seat, _):
                figures[seat].cards += 1
            case CardsTaken(seat, _, count, _):
                figures[seat].cards += count
            case SetTraded(seat, _, armies):
                figures[seat].sets += 1
                figures[seat].set_armies += armies
    return tuple(figures[seat] for seat in range(seats))


@dataclass(frozen=True, slots=True)
class Holding:
    """A period in which a seat held a continent: from moment ``start`` to ``end``, exclusive.

    ``lost`` is False if it still held the continent at the end of the game.
    """

    continent: int
    seat: int
    start: int
    end: int
    lost: bool


class HoldingsLog:
    """Collects holdings from the views of a game, in order."""

    def __init__(self) -> None:
        self._finished: list[Holding] = []
        self._since: list[tuple[int, int]] = []
        """For each continent its holder, and the moment at which it got the continent."""
        self._owner: tuple[int, ...] = ()
        self._outside: tuple[int, ...] = ()

    def add(self, moment: int, view: View) -> None:
        """Add the next view."""
        if view.owner == self._owner and view.outside_continents == self._outside:
            return
        self._owner, self._outside = view.owner, view.outside_continents
        continents = view.board.continents
        self._since = self._since or [(NO_SEAT, 0)] * len(continents)
        for number, continent in enumerate(continents):
            holder = continent.holder(view.owner, view.outside_continents)
            if holder != self._since[number][0]:
                self._end(number, moment, lost=True)
                self._since[number] = (holder, moment)

    def close(self, end: int) -> tuple[Holding, ...]:
        """Return all holdings in order of their start; ``end`` is the last moment."""
        for number in range(len(self._since)):
            self._end(number, end + 1, lost=False)
        return tuple(sorted(self._finished, key=lambda holding: (holding.start, holding.continent)))

    def _end(self, continent: int, moment: int, *, lost: bool) -> None:
        seat, start = self._since[continent]
        if seat != NO_SEAT:
            self._finished.append(Holding(continent, seat, start, moment, lost))


def holder_at(holdings: Sequence[Holding], continent: int, moment: int) -> int:
    """Return the seat that held a continent at a moment, or ``NO_SEAT``."""
    return next(
        (
            holding.seat
            for holding in holdings
            if holding.continent == continent and holding.start <= moment < holding.end
        ),
        NO_SEAT,
    )


NEAR = 2
"""A mission is near if a seat lacks at most this many territories for it."""
_MIN_TERRITORIES = 6
"""Missions that name fewer territories are never reported as near, because they always are."""


@dataclass(frozen=True, slots=True)
class NearMission:
    """A moment at which a seat lacked only ``count`` territories for its mission.

    ``territories`` are the missing ones; empty if the mission is a number of any territories.
    """

    moment: int
    seat: int
    count: int
    territories: tuple[int, ...]


class NearMissions:
    """Finds, for each seat, the turn after which it was nearest to its mission."""

    def __init__(self) -> None:
        self._nearest: dict[int, NearMission] = {}

    def add(self, moment: int, view: View) -> None:
        """Add the view of ``view.seat`` at the end of its turn.

        Seats with several missions, or with none, are ignored.
        """
        seat = view.seat
        if seat is None or len(view.missions) != 1 or view.winners:
            return
        goal = view.goal(view.missions[0])
        count, territories = _missing_territories(goal.wanted(view, seat, view.board), view, seat)
        before = self._nearest.get(seat)
        if 0 < count <= NEAR and (before is None or count <= before.count):
            self._nearest[seat] = NearMission(moment, seat, count, territories)

    def of_losers(self, winners: Iterable[int]) -> tuple[NearMission, ...]:
        """Return the nearest missions of the seats that did not win."""
        return tuple(near for seat, near in self._nearest.items() if seat not in winners)


def _missing_territories(
    wanted: GoalTerritories, view: View, seat: int
) -> tuple[int, tuple[int, ...]]:
    """Return the number of territories that a seat lacks for a goal, and the territories.

    Returns:
        ``(0, ())`` if the goal is reached, or its progress can't be measured in territories.
    """
    own = set(view.territories_of(seat))
    if wanted.shares or wanted.conquests or wanted.must_be_held:
        return 0, ()
    named = set(wanted.named)
    nearest_sets = sorted(wanted.sets, key=lambda territories: len(set(territories) - own))
    for territories in nearest_sets[: wanted.choose]:
        named.update(territories)
    if wanted.anywhere and not named:
        strong = sum(view.armies[territory] >= wanted.armies for territory in own)
        return max(wanted.anywhere - strong, 0), ()
    missing = tuple(sorted(named - own))
    return (len(missing), missing) if len(named) >= _MIN_TERRITORIES else (0, ())


INTERVAL = 100
"""The number of steps between two stored positions; moments between them are replayed."""


class Timeline:
    """The positions of a game by their moments.

    Moment ``n`` is the game after its first ``n`` records: 0 is the start, ``end`` is the end.
    Positions are stored at intervals, so that a moment that was reached before needs at most
    ``INTERVAL`` steps. Only one thread at a time may use a timeline.
    """

    def __init__(self, setup: GameSetup, records: Sequence[Record]) -> None:
        """Create the timeline of a game.

        Args:
            setup: The setup of the game.
            records: All its steps, including the outcomes of chance.
        """
        self.setup = setup
        self.end = len(records)
        """The number of the last moment."""
        self.records = records
        self._stored = [Game(setup, RecordedChance(()))]
        """The stored positions at multiples of ``INTERVAL``."""
        self._moment, self._game = 0, self._stored[0].copy()
        """The moment that was requested last, and its position."""

    def view(self, moment: int, seat: int | None = None, *, clear: bool = True) -> View:
        """Return the view that a seat, or by default a spectator, had at a moment.

        A ``clear`` view shows the whole board, including parts that were hidden from the seat.
        """
        return self._go_to(moment).view(seat, clear=clear)

    def game(self, moment: int, chance: Chance) -> Game:
        """Return a copy of the game at a moment, to continue it with another source of chance."""
        return self._go_to(moment).copy(chance)

    def record(self, moment: int) -> Record:
        """Return the step that led to a moment, from 1 on, with its secrets."""
        return self.records[moment - 1]

    def spectator_views(self) -> Iterator[View]:
        """Yield a spectator's view of each moment in order."""
        for moment in range(self.end + 1):
            yield self.view(moment)

    def _go_to(self, moment: int) -> Game:
        """Return the game at a moment; callers must not change it."""
        if not 0 <= moment <= self.end:
            raise IndexError(f"there is no moment {moment}: the last one is {self.end}")
        nearest = min(moment // INTERVAL, len(self._stored) - 1)
        if not nearest * INTERVAL <= self._moment <= moment:
            self._moment, self._game = nearest * INTERVAL, self._stored[nearest].copy()
        for record in self.records[self._moment : moment]:
            self._game.replay_step(record.seat, record.action, record.chance)
            self._moment += 1
            if self._moment == len(self._stored) * INTERVAL:
                self._stored.append(self._game.copy())
        return self._game


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, from moment ``start`` to moment ``end``, at which the next turn starts.

    The setup counts as a turn in round 0, whose ``seat`` is ``None``.
    """

    seat: int | None
    round: int
    start: int
    end: int


def turns_of(records: Sequence[Record]) -> tuple[Turn, ...]:
    """Return the turns of a game in order, the setup first.

    If several turns start within one step, only the last one counts, because the others had no
    decisions.
    """
    starts: list[tuple[int | None, int, int]] = [(None, 0, 0)]
    for moment, record in enumerate(records, 1):
        began = [event for event in record.events if isinstance(event, TurnBegan)]
        if began:
            starts.append((began[-1].seat, began[-1].round, moment))
    ends = [start for _, _, start in starts[1:]] + [len(records)]
    return tuple(Turn(*start, end) for start, end in zip(starts, ends, strict=True))


def turn_at(turns: Sequence[Turn], moment: int) -> int:
    """Return the index of the turn that a moment belongs to; ``start`` is part of a turn."""
    return max(bisect_right(turns, moment, key=lambda turn: turn.start) - 1, 0)
