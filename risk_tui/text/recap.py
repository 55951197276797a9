"""Recaps: a few lines about the turns of other players.

A recap is public: it includes only events that a spectator may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.bots.reasons import Reason, Weakens
from risk_tui.data.language import PlaceList, _, headed, pluralize
from risk_tui.engine.declarations import HasWords, slots_of
from risk_tui.engine.events import (
    BattleResolved,
    Conquered,
    Entered,
    Event,
    Landed,
    Moved,
    SeatEliminated,
    TurnBegan,
)
from risk_tui.engine.records import Record
from risk_tui.engine.view import View
from risk_tui.table.seats import Seat
from risk_tui.text.words import Wording, fill_parts, sentence_parts

RecapLine: TypeAlias = "Sequence[str]"
"""A line of a recap in parts, so that the names of seats (``SeatName``) can be coloured."""

MAX_PREAMBLE_ORDER = 3
"""The highest ``recap_order`` of events that come before territories and armies."""
MAX_NAMES_LENGTH, MAX_CODES = 40, 8
"""The most characters of territory names in a line, and the most codes in their place."""


@dataclass(frozen=True, slots=True)
class Recap:
    """The events between two turns of ``seat``, or before its first one.

    ``first`` is True if the seat had no turn before, ``last`` if the game is over, and
    ``before_own_turn`` if the seat's own turn has followed. ``owner_changes[territory]`` is (first
    owner, last owner) of a territory that changed hands; ``takers[territory]`` is the seat that
    conquered it from ``seat``, if any. ``armies_lost`` counts the seat's own armies lost in battle,
    ``armies_beaten`` the armies that others lost in battles with it.
    """

    seat: int
    first: bool
    last: bool
    before_own_turn: bool
    owner_changes: dict[int, tuple[int, int]]
    continents: tuple[tuple[int, int, int], ...]
    """(continent, holder at the start, holder at the end), ``NO_SEAT`` for no holder."""
    armies_lost: int
    armies_beaten: int
    moves: tuple[tuple[int, int], ...]
    """(source, target) of each move of armies, without repeats, in order."""
    events: tuple[Event, ...]
    """Events with a line of their own, in order."""
    reasons: tuple[tuple[int, HasWords], ...] = ()
    """The other seats' reasons that mention the seat, each with the acting seat."""
    takers: Mapping[int, int] = field(default_factory=dict)

    @property
    def lost_territories(self) -> list[int]:
        """The territories that the seat lost."""
        changes = self.owner_changes.items()
        return [territory for territory, (before, _after) in changes if before == self.seat]

    @property
    def gained_territories(self) -> list[int]:
        """The territories that the seat gained."""
        changes = self.owner_changes.items()
        return [territory for territory, (_before, after) in changes if after == self.seat]


def why_no_recap(here: Collection[int], *, over: bool = False) -> str:
    """Return the reason why a terminal has no recap now.

    Args:
        here: The seats at this terminal.
        over: True if no seat has another turn.
    """
    if here and over:
        return _("the game is over; see the log")
    if here:
        return _("each player sees it during their own turn")
    return _("watchers have no turns; see the log")


def recap(records: Sequence[Record], view: View, seat: int) -> Recap | None:
    """Return the recap since the last turn of ``seat``, up to now or to its present turn.

    Args:
        records: All records of the game.
        view: Any view of the game after the records.
        seat: The seat that reads the recap.

    Returns:
        ``None`` before other seats have had a turn.
    """
    history = [event for record in records for event in record.events]
    reasons, position = [], 0
    for record in records:
        if record.reason is not None and _concerns(record.reason, seat):
            reasons.append((position, (record.seat, record.reason)))
        position += len(record.events)
    span = _between_turns(history, seat)
    if span is None:
        return None
    start, end = span
    given = dict.fromkeys(reason for at, reason in reasons if start <= at < end)
    # An action that prepared another has the same reason in other words.
    repeated = {(by, why.as_intention()) for by, why in given if isinstance(why, Reason)}
    between = history[start:end]
    after = _owners_before(_last_known_owners(view, history), history[end:])
    before = _owners_before(after, between)
    battles = [event for event in between if isinstance(event, BattleResolved)]
    return Recap(
        seat,
        first=not any(_is_turn_start(event, seat) for event in history[:start]),
        last=bool(view.winners),
        before_own_turn=end < len(history),
        owner_changes={
            territory: owners
            for territory, owners in enumerate(zip(before, after, strict=True))
            if owners[0] != owners[1]
        },
        continents=tuple(_changed_continents(view, seat, before, after)),
        armies_lost=sum(_losses_of(battle, seat) for battle in battles),
        armies_beaten=sum(
            battle.attacker_losses + battle.defender_losses - _losses_of(battle, seat)
            for battle in battles
            if seat in (battle.attacker, battle.defender)
        ),
        moves=tuple(
            dict.fromkeys(
                (event.source, event.target) for event in between if isinstance(event, Moved)
            )
        ),
        events=tuple(event for event in between if event.recap is not None),
        reasons=tuple(reason for reason in given if reason not in repeated),
        takers={
            event.territory: event.seat
            for event in between
            if isinstance(event, Conquered) and event.victim == seat
        },
    )


def _concerns(reason: HasWords, seat: int) -> bool:
    """Return True if a reason mentions a seat, and says more than its losses do."""
    slots = slots_of(type(reason)).items()
    mentioned = [getattr(reason, name) for name, slot in slots if slot.meaning == "seat"]
    return seat in mentioned and not isinstance(reason, Weakens)


def describe_recap(recap: Recap, seats: Sequence[Seat], board: Board) -> list[RecapLine]:
    """Return the lines of a recap, the most important first; none if nothing notable happened."""
    wording = Wording(seats, board)
    events = sorted(recap.events, key=lambda event: event.recap_order)
    lines = [recap_line(event, recap.seat, wording) for event in events]
    first = sum(event.recap_order <= MAX_PREAMBLE_ORDER for event in events)
    return [
        *lines[:first],
        *_loss_lines(recap, wording),
        *_gain_lines(recap, board),
        *_continent_lines(recap, wording),
        *_army_line(recap),
        *lines[first:],
        *_other_lines(recap, wording),
    ]


def recap_summary(recap: Recap) -> str:
    """Summarize a recap in a few words, such as ``lost 3 territories``.

    Returns:
        An empty text without losses, gains and eliminations.
    """
    parts = []
    if lost := len(recap.lost_territories):
        parts.append(_("lost {territories}", territories=pluralize(lost, "territory")))
    if gained := len(recap.gained_territories):
        parts.append(_("won {territories}", territories=pluralize(gained, "territory")))
    if recap.armies_lost and not parts:
        parts.append(_("lost {armies}", armies=pluralize(recap.armies_lost, "army")))
    if eliminated := sum(isinstance(event, SeatEliminated) for event in recap.events):
        parts.append(_("{players} out", players=pluralize(eliminated, "player")))
    return ", ".join(parts)


def recap_title(recap: Recap) -> str:
    """Return the title of a recap, which names the period it covers."""
    if recap.last and not recap.before_own_turn:
        return _("Until the game was over") if recap.first else _("From your last turn to the end")
    if recap.last and not recap.first:
        return _("Before your last turn")
    return _("Since the game began") if recap.first else _("Since your last turn")


# The span of time


def _is_turn_start(event: Event, seat: int | None = None) -> bool:
    return isinstance(event, TurnBegan) and seat in (None, event.seat)


def _between_turns(history: Sequence[Event], seat: int) -> tuple[int, int] | None:
    """Return the start and end of other seats' turns, as positions in ``history``.

    Returns:
        ``None`` before other seats have had a turn.
    """
    turns = [position for position, event in enumerate(history) if _is_turn_start(event)]
    end = len(history)
    if turns and _is_turn_start(history[turns[-1]], seat):
        end = turns.pop()
    starts = [position for position in turns if _is_turn_start(history[position], seat)]
    later_turns = [position for position in turns if position > starts[-1]] if starts else turns
    return (later_turns[0], end) if later_turns else None


def _unknown_territories(view: View) -> set[int]:
    """Return the territories with hidden owners."""
    return {territory for territory in view.unseen if view.owner[territory] == NO_SEAT}


def _last_known_owners(view: View, history: Sequence[Event]) -> Sequence[int]:
    """Return the current owners; for hidden territories, the last known conquerors."""
    owners, unknown = list(view.owner), _unknown_territories(view)
    for event in reversed(history) if unknown else ():
        for territory, _owner in event.previous_owners():
            if territory in unknown and isinstance(event, Conquered | Entered | Landed):
                owners[territory] = event.seat
            unknown.discard(territory)
    return owners


def _owners_before(owner: Sequence[int], history: Sequence[Event]) -> list[int]:
    """Derive the owners before some events from the owners after them."""
    owners = list(owner)
    for event in reversed(history):
        for territory, before in event.previous_owners():
            owners[territory] = before
    return owners


def _changed_continents(
    view: View, seat: int, before: Sequence[int], after: Sequence[int]
) -> Iterator[tuple[int, int, int]]:
    """Yield the continents with new holders, with the holders before and after.

    Territories that do not count for their continents now are ignored. Only ``seat`` is known as
    the holder of a partly hidden continent, because another holder may have lost a hidden territory
    since.
    """
    unknown, outside = _unknown_territories(view), view.outside_continents
    for number, continent in enumerate(view.board.continents):
        holders = [continent.holder(owner, outside) for owner in (before, after)]
        if not unknown.isdisjoint(continent.scoring_territories(outside)):
            holders = [holder if holder == seat else NO_SEAT for holder in holders]
        if holders[0] != holders[1]:
            yield number, holders[0], holders[1]


def _losses_of(battle: BattleResolved, seat: int) -> int:
    losses = battle.attacker_losses if battle.attacker == seat else 0
    return losses + (battle.defender_losses if battle.defender == seat else 0)


# Lines


def recap_line(event: Event, reader: int, wording: Wording) -> RecapLine:
    """Describe an event in a recap for a reader."""
    return fill_parts(event.message(event.recap or event.long, reader), event, wording)


def _loss_lines(recap: Recap, wording: Wording) -> Iterator[RecapLine]:
    """Yield a line for each seat that took territories, the largest loss first.

    Then yield one for each other seat that holds some of them now.
    """
    by_taker: dict[int, list[int]] = {}
    by_holder: dict[int, list[int]] = {}
    for territory in recap.lost_territories:
        holder = recap.owner_changes[territory][1]
        taker = recap.takers.get(territory, holder)
        by_taker.setdefault(taker, []).append(territory)
        if holder not in (taker, NO_SEAT):
            by_holder.setdefault(holder, []).append(territory)
    for taker, territories in sorted(by_taker.items(), key=lambda item: -len(item[1])):
        if taker == NO_SEAT:
            phrase = _territories_phrase(territories, wording.board)
            yield (_("You lost {territories}, now empty", territories=phrase),)
        else:
            names, number, codes = _names_or_codes(territories, wording.board)
            message = (
                _("{seat} took {territories} from you")
                if names
                else _("{seat} took {territories} from you: {codes}")
            )
            name = wording.name(taker)
            yield sentence_parts(message, seat=name, territories=names or number, codes=codes)
    for holder, territories in by_holder.items():
        phrase, name = _territories_phrase(territories, wording.board), wording.name(holder)
        yield sentence_parts(_("{seat} now holds {territories}"), seat=name, territories=phrase)


def _gain_lines(recap: Recap, board: Board) -> Iterator[RecapLine]:
    if recap.gained_territories:
        gained = _territories_phrase(recap.gained_territories, board)
        yield (_("You gained {territories}", territories=gained),)


def _territories_phrase(territories: Sequence[int], board: Board) -> str:
    """Return the names of territories if they fit, else their number and the first codes."""
    names, number, codes = _names_or_codes(territories, board)
    return names or headed(number, codes)


def _names_or_codes(territories: Sequence[int], board: Board) -> tuple[str, str, str]:
    """Return the names of territories, empty if too long; their number; and the first codes."""
    names = PlaceList([board.territories[territory].name for territory in territories])
    codes = " ".join(board.territories[territory].code for territory in territories[:MAX_CODES])
    more = " …" if len(territories) > MAX_CODES else ""
    number = pluralize(len(territories), "territory")
    return names if len(names) <= MAX_NAMES_LENGTH else "", number, codes + more


def _continent_lines(recap: Recap, wording: Wording) -> Iterator[RecapLine]:
    for number, before, after in recap.continents:
        continent = wording.board.continents[number]
        name = PlaceList([continent.name], [f" ({continent.bonus:+})"])
        if after == recap.seat:
            yield (_("You hold {continent}", continent=name),)
        elif after != NO_SEAT:
            holder = wording.name(after)
            yield sentence_parts(_("{seat} holds {continent}"), seat=holder, continent=name)
        elif before == recap.seat:
            yield (_("You no longer hold {continent}", continent=name),)
        else:
            template, holder = _("{seat} no longer holds {continent}"), wording.name(before)
            yield sentence_parts(template, seat=holder, continent=name)


def _army_line(recap: Recap) -> Iterator[RecapLine]:
    lost, beaten = pluralize(recap.armies_lost, "army"), recap.armies_beaten
    if recap.armies_lost and beaten:
        yield (_("You lost {armies} in battle and destroyed {number}", armies=lost, number=beaten),)
    elif beaten:
        yield (_("You lost no armies in battle and destroyed {number}", number=beaten),)
    elif recap.armies_lost:
        yield (_("You lost {armies} in battle", armies=lost),)


def _other_lines(recap: Recap, wording: Wording) -> Iterator[RecapLine]:
    """Yield the reasons that mention the seat, and conquests among other seats."""
    pairs = Counter(
        (after, before)
        for before, after in recap.owner_changes.values()
        if recap.seat not in (before, after) and NO_SEAT not in (before, after)
    )
    for seat, reason in recap.reasons:
        words = fill_parts(reason.message(reason.words, recap.seat), reason, wording)
        yield [*sentence_parts(_("{seat}'s reason: "), seat=wording.name(seat)), *words]
    for (after, before), number in pairs.most_common():
        taken = pluralize(number, "territory")
        names = {"seat": wording.name(after), "victim": wording.name(before)}
        yield sentence_parts(
            _("{seat} took {territories} from {victim}"), territories=taken, **names
        )
