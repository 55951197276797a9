"""What happened while others played: what a seat lost, and what everybody did in the open.

All of it is public: the facts that it is made of are those that a spectator may know.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.engine import facts
from risk_tui.language.words import count, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.facts import Fact
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

Words: TypeAlias = "tuple[str | int, ...]"
"""A line: words, and seats (their numbers) in between, so that each reader can show names well."""

NAMES, CODES = 40, 8
"""Letters of territories' names, and territories by code, that a line has room for."""


@dataclass(frozen=True, slots=True)
class Recap:
    """What happened between two turns of ``seat``, or before its first one.

    ``taken[territory]`` is (who held it at first, who holds it at the end), for every territory
    that changed hands for good; ``fallen`` and ``beaten`` count the seat's own armies, and those
    of others, lost in battles with it; ``first`` tells that the seat had no turn before, ``last``
    that the game is over, and ``in_turn`` that the seat's own turn followed.
    """

    seat: int
    first: bool
    last: bool
    in_turn: bool
    taken: dict[int, tuple[int, int]]
    continents: tuple[tuple[int, int, int], ...]
    """(continent, who held it at first, who holds it at the end), -1 for nobody."""
    fallen: int
    beaten: int
    events: tuple[Fact, ...]
    """Facts worth a line of their own, as they happened."""

    @property
    def lost(self) -> list[int]:
        """The territories that the seat lost."""
        return [place for place, (before, _) in self.taken.items() if before == self.seat]

    @property
    def gained(self) -> list[int]:
        """The territories that came to the seat."""
        return [place for place, (_, after) in self.taken.items() if after == self.seat]


_EVENTS = (
    facts.SeatEliminated,
    facts.SeatResigned,
    facts.CapitalTaken,
    facts.VictoryAnnounced,
    facts.VictoryDenied,
    facts.ObjectiveTaken,
    facts.SetTraded,
)


def recap(records: Sequence[Record], view: View, seat: int) -> Recap | None:
    """What happened since the last turn of ``seat`` ended, up to now or to its own turn.

    ``view`` is anybody's view of the game after these records, which are all of it. ``None``
    before others have had a turn.
    """
    told = [fact for record in records for fact in record.facts]
    span = _between_turns(told, seat)
    if span is None:
        return None
    start, end = span
    after = _rewound(view.owner, told[end:])
    before = _rewound(after, told[start:end])
    between = told[start:end]
    places = range(len(after))
    battles = [fact for fact in between if isinstance(fact, facts.BattleFought)]
    return Recap(
        seat,
        first=not any(_begins(fact, seat) for fact in told[:start]),
        last=bool(view.winners),
        in_turn=end < len(told),
        taken={at: (before[at], after[at]) for at in places if before[at] != after[at]},
        continents=tuple(_changed_continents(view.board, before, after)),
        fallen=sum(_losses(each, seat) for each in battles),
        beaten=sum(
            each.attacker_losses + each.defender_losses - _losses(each, seat)
            for each in battles
            if seat in (each.attacker, each.defender)
        ),
        events=tuple(fact for fact in between if isinstance(fact, _EVENTS)),
    )


def tell_recap(recap: Recap, board: Board) -> list[Words]:
    """A recap in lines, what matters most first; none if nothing worth telling happened."""

    def told(*kinds: type[Fact]) -> list[Words]:
        return [_event(fact, recap.seat) for fact in recap.events if isinstance(fact, kinds)]

    return [
        *told(facts.VictoryAnnounced, facts.VictoryDenied),
        *told(facts.SeatEliminated, facts.SeatResigned),
        *told(facts.CapitalTaken),
        *_lost(recap, board),
        *_won(recap, board),
        *_continents(recap, board),
        *_armies(recap),
        *told(facts.ObjectiveTaken),
        *told(facts.SetTraded),
        *_others(recap),
    ]


def summed_up(recap: Recap) -> str:
    """A recap in a few words, such as ``lost 3, won 1``; empty if the seat lost and won nothing."""
    parts = []
    if recap.lost:
        parts.append(f"lost {count(len(recap.lost), 'territory')}")
    if recap.gained:
        parts.append(f"won {count(len(recap.gained), 'territory')}")
    if recap.fallen and not parts:
        parts.append(f"lost {count(recap.fallen, 'army')}")
    out = sum(isinstance(each, facts.SeatEliminated) for each in recap.events)
    if out:
        parts.append(f"{count(out, 'player')} out")
    return ", ".join(parts)


def title_of(recap: Recap) -> str:
    """What the time that a recap tells of is called."""
    if recap.last and not recap.in_turn:
        return "Until the game was over" if recap.first else "From your last turn to the end"
    if recap.last and not recap.first:
        return "Before your last turn"
    return "Before your first turn" if recap.first else "Since your last turn"


def spoken(line: Words, seats: Sequence[Seat]) -> str:
    """A line in plain words."""
    return "".join(part if isinstance(part, str) else seats[part].name for part in line)


# The span of time


def _begins(fact: Fact, seat: int | None = None) -> bool:
    return isinstance(fact, facts.TurnBegan) and seat in (None, fact.seat)


def _between_turns(told: Sequence[Fact], seat: int) -> tuple[int, int] | None:
    """From where to where others were in turn, of all facts told."""
    turns = [at for at, fact in enumerate(told) if _begins(fact)]
    end = len(told)
    if turns and _begins(told[turns[-1]], seat):
        end = turns.pop()
    starts = [at for at in turns if _begins(told[at], seat)]
    since = [at for at in turns if at > starts[-1]] if starts else turns
    return (since[0], end) if since else None


def _rewound(owner: Sequence[int], told: Sequence[Fact]) -> list[int]:
    """Who held what before these facts, from who holds what after them."""
    held = list(owner)
    for fact in reversed(told):
        match fact:
            case facts.Conquered(_, territory, victim):
                held[territory] = victim
            case facts.LandsHandedOver(_, victim, territories):
                for territory in territories:
                    held[territory] = victim
    return held


def _changed_continents(
    board: Board, before: Sequence[int], after: Sequence[int]
) -> Iterator[tuple[int, int, int]]:
    for number, continent in enumerate(board.continents):
        held = [continent.holder(owner) for owner in (before, after)]
        if held[0] != held[1]:
            yield number, held[0], held[1]


def _losses(battle: facts.BattleFought, seat: int) -> int:
    lost = battle.attacker_losses if battle.attacker == seat else 0
    return lost + (battle.defender_losses if battle.defender == seat else 0)


# The lines


def _event(fact: Fact, reader: int) -> Words:
    match fact:
        case facts.SeatEliminated(seat, by) if seat == reader:
            return ("You are out, beaten by ", by)
        case facts.SeatEliminated(seat, by) if by == reader:
            return (seat, " is out, beaten by you")
        case facts.SeatEliminated(seat, by):
            return (seat, " is out, beaten by ", by)
        case facts.SeatResigned(seat) if seat == reader:
            return ("You have resigned",)
        case facts.SeatResigned(seat):
            return (seat, " has resigned")
        case facts.CapitalTaken(seat, victim) if seat == victim:
            return (seat, " has won back the capital")
        case facts.CapitalTaken(seat, victim) if victim == reader:
            return (seat, " took your capital")
        case facts.CapitalTaken(seat, victim):
            return (seat, " took the capital of ", victim)
        case facts.VictoryAnnounced(seat):
            return (seat, " will win by holding on until the next turn")
        case facts.VictoryDenied(seat):
            return (seat, " could not hold the victory announced")
        case facts.ObjectiveTaken(seat, _, total, needed):
            return (seat, f" has reached goal {total} of {needed}")
        case facts.SetTraded(seat, _, armies):
            return (seat, f" traded a set for {count(armies, 'army')}")
    raise LookupError(f"there is no line for {fact}")


def _lost(recap: Recap, board: Board) -> Iterator[Words]:
    """Who took what from the seat."""
    by: dict[int, list[int]] = {}
    for place in recap.lost:
        by.setdefault(recap.taken[place][1], []).append(place)
    for taker, places in sorted(by.items(), key=lambda item: -len(item[1])):
        yield (taker, f" took {_places(places, ' from you', board)}")


def _won(recap: Recap, board: Board) -> Iterator[Words]:
    if recap.gained:
        yield (f"You gained {_places(recap.gained, '', board)}",)


def _places(places: Sequence[int], whence: str, board: Board) -> str:
    """Territories: by name if these are few and short, else by code, the first ones at least."""
    names = listed([board.territories[place].name for place in places])
    if len(names) <= NAMES:
        return names + whence
    codes = " ".join(board.territories[place].code for place in places[:CODES])
    more = " …" if len(places) > CODES else ""
    return f"{count(len(places), 'territory')}{whence}: {codes}{more}"


def _continents(recap: Recap, board: Board) -> Iterator[Words]:
    for number, before, after in recap.continents:
        continent = board.continents[number]
        worth = f"{continent.name} (+{continent.bonus})"
        if after == recap.seat:
            yield (f"You hold {worth}",)
        elif after >= 0:
            yield (after, f" holds {worth}")
        elif before == recap.seat:
            yield (f"You no longer hold {worth}",)
        else:
            yield (before, f" no longer holds {worth}")


def _armies(recap: Recap) -> Iterator[Words]:
    if recap.fallen or recap.beaten:
        lost = count(recap.fallen, "army") if recap.fallen else "no army"
        beat = f", and beat {count(recap.beaten, 'army')}" if recap.beaten else ""
        yield (f"You lost {lost} in battle{beat}",)


def _others(recap: Recap) -> Iterator[Words]:
    """What others took from each other, the most first."""
    pairs = Counter(
        (after, before)
        for before, after in recap.taken.values()
        if recap.seat not in (before, after) and before >= 0 and after >= 0
    )
    for (after, before), number in pairs.most_common():
        yield (after, f" took {count(number, 'territory')} from ", before)
