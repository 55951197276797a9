"""What each seat did in a game, counted: the table of a story."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass
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
from risk_tui.odds.luck import collect

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.engine.events import Event
    from risk_tui.engine.records import Record
    from risk_tui.odds.luck import DiceLuck


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of one seat.

    ``taken`` and ``lost_land`` count territories that changed hands, ``beaten`` and ``lost`` armies
    in battle, ``cards`` those that came to its hand, ``sets`` those traded, for ``set_armies``.
    ``out`` is the round in which it left the game, if it did, and ``out_by`` who beat it.
    ``seconds`` is the time that its decisions took, ``None`` where nobody knows.
    """

    taken: int
    lost_land: int
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
    """The armies that each seat beat in battle, and those that it lost."""
    beaten: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for event in events:
        if isinstance(event, BattleResolved):
            beaten[event.attacker] += event.defender_losses
            beaten[event.defender] += event.attacker_losses
            lost[event.attacker] += event.attacker_losses
            lost[event.defender] += event.defender_losses
    return beaten, lost


def departures(events: Iterable[object]) -> dict[int, tuple[int, int | None]]:
    """For each seat that left the game: the round, and who beat it (``None`` if it resigned)."""
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
) -> tuple[Tally, ...]:
    """The figures of every seat; ``owner`` are the owners at the end."""
    events: list[Event] = list(chain.from_iterable(record.events for record in records))
    beaten, lost = battle_losses(events)
    luck, out = collect(events, seats, owner), departures(events)
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
        Tally(
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
