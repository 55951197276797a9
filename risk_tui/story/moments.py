"""The positions of a played game, and facts that are derived from them.

Any moment is available at once, forwards and back. Turns, holdings of continents, near missions and
the figures of each seat follow from the moments.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.chance import RecordedChance
from risk_tui.engine.events import (
    BattleResolved,
    CardDrawn,
    CardsTaken,
    Conquered,
    SeatEliminated,
    SeatResigned,
    SetTraded,
    TurnBegan,
)
from risk_tui.engine.game import Game
from risk_tui.odds.luck import collect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from risk_tui.engine.chance import Chance
    from risk_tui.engine.events import Event
    from risk_tui.engine.game_setup import GameSetup
    from risk_tui.engine.goals import GoalTerritories
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.odds.luck import DiceLuck


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The figures of one seat.

    ``taken`` and ``territories_lost`` count conquests, ``beaten`` and ``lost`` armies in battle,
    ``cards`` the cards received, ``sets`` those traded, for ``set_armies``. ``out`` is the round in
    which the seat left the game, ``out_by`` the seat that eliminated it. ``seconds`` is the time of
    its decisions, ``None`` if unknown.
    """

    taken: int
    territories_lost: int
    beaten: int
    lost: int
    luck: DiceLuck
    cards: int
    sets: int
    set_armies: int
    out: int | None = None
    out_by: int | None = None
    seconds: float | None = None


def battle_losses(events: Iterable[object]) -> tuple[Counter[int], Counter[int]]:
    """Count the armies that each seat beat in battle, and those that it lost."""
    beaten: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for event in events:
        if isinstance(event, BattleResolved):
            beaten[event.attacker] += event.defender_losses
            beaten[event.defender] += event.attacker_losses
            lost[event.attacker] += event.attacker_losses
            lost[event.defender] += event.defender_losses
    return beaten, lost


def seat_exits(events: Iterable[object]) -> dict[int, tuple[int, int | None]]:
    """Return the exit of each seat that left the game.

    Returns:
        By seat, the round and the seat that eliminated it; ``None`` if it resigned.
    """
    found: dict[int, tuple[int, int | None]] = {}
    round_ = 0
    for event in events:
        match event:
            case TurnBegan():
                round_ = event.round
            case SeatEliminated(seat, by):
                found[seat] = (round_, by)
            case SeatResigned(seat):
                found[seat] = (round_, None)
    return found


def tallies(
    records: Sequence[Record],
    seats: int,
    owner: Sequence[int],
    seconds: Sequence[float] = (),
) -> tuple[PlayerFigures, ...]:
    """Return the figures of every seat; ``owner`` are the owners at the end."""
    events: list[Event] = list(chain.from_iterable(record.events for record in records))
    beaten, lost = battle_losses(events)
    luck, out = collect(events, seats, owner), seat_exits(events)
    taken, land, cards, sets, armies = (Counter[int]() for _ in range(5))
    for event in events:
        match event:
            case Conquered(seat, _, victim):
                taken[seat] += 1
                land[victim] += 1
            case CardDrawn(seat, _):
                cards[seat] += 1
            case CardsTaken(seat, _, count, _):
                cards[seat] += count
            case SetTraded(seat, _, more):
                sets[seat] += 1
                armies[seat] += more
    return tuple(
        PlayerFigures(
            taken[seat],
            land[seat],
            beaten[seat],
            lost[seat],
            luck[seat],
            cards[seat],
            sets[seat],
            armies[seat],
            out.get(seat, (None, None))[0],
            out.get(seat, (None, None))[1],
            seconds[seat] if seat < len(seconds) else None,
        )
        for seat in range(seats)
    )


@dataclass(frozen=True, slots=True)
class Holding:
    """A seat held a ``continent`` from moment ``start`` until moment ``end``, exclusive.

    ``lost`` is False if it held the continent to the end of the game.
    """

    continent: int
    seat: int
    start: int
    end: int
    lost: bool


class HoldingsLog:
    """Collects holdings from views in order."""

    def __init__(self) -> None:
        self._done: list[Holding] = []
        self._since: list[tuple[int, int]] = []
        """For each continent its holder, and the moment since when."""
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
        return tuple(sorted(self._done, key=lambda holding: (holding.start, holding.continent)))

    def _end(self, continent: int, moment: int, *, lost: bool) -> None:
        seat, start = self._since[continent]
        if seat != NO_SEAT:
            self._done.append(Holding(continent, seat, start, moment, lost))


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
"""The most territories that are lacking for a mission to be near."""
_LARGE = 6
"""The fewest territories of a mission that can be near; smaller ones always are."""


@dataclass(frozen=True, slots=True)
class NearMission:
    """At ``moment`` a seat lacked ``count`` territories for its mission.

    ``territories`` are those; empty if any would have done.
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
        count, territories = _missing(goal.wanted(view, seat, view.board), view, seat)
        before = self._nearest.get(seat)
        if 0 < count <= NEAR and (before is None or count <= before.count):
            self._nearest[seat] = NearMission(moment, seat, count, territories)

    def of_losers(self, winners: Iterable[int]) -> tuple[NearMission, ...]:
        """Return the nearest missions of the seats that did not win."""
        return tuple(near for seat, near in self._nearest.items() if seat not in winners)


def _missing(wanted: GoalTerritories, view: View, seat: int) -> tuple[int, tuple[int, ...]]:
    """Return how many territories a seat lacks, and which.

    Returns:
        0 if the territories say nothing about the progress.
    """
    own = set(view.territories_of(seat))
    if wanted.shares or wanted.conquests or wanted.must_be_held:
        return 0, ()
    named = set(wanted.named)
    for lands in sorted(wanted.sets, key=lambda lands: len(set(lands) - own))[: wanted.choose]:
        named.update(lands)
    if wanted.anywhere and not named:
        strong = sum(view.armies[territory] >= wanted.armies for territory in own)
        return max(wanted.anywhere - strong, 0), ()
    missing = tuple(sorted(named - own))
    return (len(missing), missing) if len(named) >= _LARGE else (0, ())


INTERVAL = 100
"""The steps between stored positions; those between them are replayed."""


class Timeline:
    """The positions of a game by their moments.

    Moment ``n`` is the game after its first ``n`` records: 0 is the start, ``end`` the end.
    Positions are stored at intervals, so that any moment takes at most ``INTERVAL`` steps.
    """

    def __init__(self, setup: GameSetup, records: Sequence[Record]) -> None:
        """``records`` are all steps of a game by ``setup``, with their chance."""
        self.setup = setup
        self.end = len(records)
        """The last moment."""
        self.records = records
        self._kept = [Game(setup, RecordedChance(()))]
        """The stored positions at multiples of ``INTERVAL``."""
        self._at, self._game = 0, self._kept[0].copy()
        """The last moment that was requested, and its position."""

    def view(self, moment: int, seat: int | None = None, *, clear: bool = True) -> View:
        """Return what a seat, or a spectator, could know at a moment.

        A ``clear`` view shows the whole board, even parts that the seat did not see then.
        """
        return self._go_to(moment).view(seat, clear=clear)

    def game(self, moment: int, chance: Chance) -> Game:
        """Return the game at a moment, to continue it with another chance."""
        return self._go_to(moment).copy(chance)

    def record(self, moment: int) -> Record:
        """Return the step that led to a moment, with its secrets."""
        return self.records[moment - 1]

    def spectator_views(self) -> Iterator[View]:
        """Yield a spectator's view of each moment in order."""
        for moment in range(self.end + 1):
            yield self.view(moment)

    def _go_to(self, moment: int) -> Game:
        """Return the game at a moment."""
        if not 0 <= moment <= self.end:
            raise IndexError(f"there is no moment {moment}: the last one is {self.end}")
        kept = min(moment // INTERVAL, len(self._kept) - 1)
        if not kept * INTERVAL <= self._at <= moment:
            self._at, self._game = kept * INTERVAL, self._kept[kept].copy()
        for record in self.records[self._at : moment]:
            self._game.replay_step(record.seat, record.action, record.chance)
            self._at += 1
            if self._at == len(self._kept) * INTERVAL:
                self._kept.append(self._game.copy())
        return self._game


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, from moment ``start`` at its start to ``end`` at the start of the next one.

    The setup is a turn without a seat (``None``), in round 0.
    """

    seat: int | None
    round: int
    start: int
    end: int


def turns_of(records: Sequence[Record]) -> tuple[Turn, ...]:
    """Return the turns of a game in order, the setup first.

    Of several turns that start within one step only the last counts, because the others had no
    decision.
    """
    starts: list[tuple[int | None, int, int]] = [(None, 0, 0)]
    for moment, record in enumerate(records, 1):
        began = [event for event in record.events if isinstance(event, TurnBegan)]
        if began:
            starts.append((began[-1].seat, began[-1].round, moment))
    ends = [start for _, _, start in starts[1:]] + [len(records)]
    return tuple(Turn(*start, end) for start, end in zip(starts, ends, strict=True))


def turn_at(turns: Sequence[Turn], moment: int) -> int:
    """Return the number of the turn of a moment; a turn includes its first moment."""
    return max(bisect_right(turns, moment, key=lambda turn: turn.start) - 1, 0)
