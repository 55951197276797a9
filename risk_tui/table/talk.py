"""Talk and truces between the people at a table; bots take no part."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import printable
from risk_tui.data.language import N_, _, join_or
from risk_tui.engine.events import BattleResolved, TurnBegan
from risk_tui.engine.records import Record
from risk_tui.errors import IllegalAction
from risk_tui.saves.talk import (
    ACCEPT,
    BROKEN,
    MAX_TEXT,
    MUTE,
    REFUSE,
    SAY,
    TRUCE,
    UNMUTE,
    TalkLine,
    add_line,
    is_silent,
    set_silent,
)
from risk_tui.table.seating import Seating

if TYPE_CHECKING:
    from risk_tui.table.game_log import LogStep
    from risk_tui.table.ledger import Ledger

MAX_ROUNDS = 20
"""The longest truce, in rounds."""

PHRASES = (
    N_("Well played!"),
    N_("Good luck!"),
    N_("Thank you"),
    N_("Sorry, that had to be"),
    N_("Your move"),
    N_("One moment, please"),
    N_("How about a truce?"),
    N_("We should stop the leader"),
    N_("I'm back in a few minutes"),
)
"""Phrases that a player can say with a key and a digit."""


@dataclass(frozen=True, slots=True)
class Truce:
    """A promise between two seats, until the end of round ``last_round``."""

    seats: tuple[int, int]
    last_round: int


class Talk:
    """The talk at one table, as far as the people at this terminal may read it."""

    def __init__(
        self, ledger: Ledger, seating: Seating, history: Callable[[int | None, int], list[Record]]
    ) -> None:
        """Prepare to read the talk.

        Args:
            ledger: The ledger of the table.
            seating: The seats of the table.
            history: Returns the records that a seat may know, starting with a given number.
        """
        self._ledger = ledger
        self._seating = seating
        self._history = history
        self._truce_cache: tuple[object, tuple[list[Truce], list[TalkLine]]] | None = None
        """The result of ``_find_truces``, with a key that changes when the result may change."""

    @property
    def is_enabled(self) -> bool:
        """True if talk and truces are on at this table."""
        return not self._ledger.is_silent

    def set_enabled(self, enabled: bool) -> None:
        """Turn talk and truces on or off for all players.

        Raises:
            RiskError: If this terminal is a guest's.
        """
        if self._seating.is_guest:
            raise IllegalAction(
                _("only the host turns talk on or off, where the game was started or resumed")
            )
        self._ledger.change_side_data(lambda connection: set_silent(connection, silent=not enabled))

    # Speaking

    def say(self, seat: int, text: str, to: int | None = None) -> None:
        """Say something to all players, or to one other seat.

        Raises:
            RiskError: If talk is off, the seat is not played here or is spoken to, the text is
                empty or too long, or the seat talks too fast.
            SaveError: If it can't be saved.
        """
        text = printable(text, 10 * len(text))  # An escaped character has at most 10.
        if not text:
            raise IllegalAction(_("say what? for example: say well played"))
        if len(text) > MAX_TEXT:
            raise IllegalAction(
                _(
                    "say at most {max_text} characters at once, not {text_count}",
                    max_text=MAX_TEXT,
                    text_count=len(text),
                )
            )
        self._add(SAY, seat, to, text)

    def toggle_mute(self, seat: int, other: int) -> bool:
        """Mute another seat for ``seat``, or unmute it if it is muted.

        Returns:
            True if it is muted now.

        Raises:
            RiskError: As ``say`` does, or if the other seat is a bot's.
        """
        is_muted = (seat, other) in self._muted()
        if not is_muted:
            self._require_person(seat, other, N_("{name} is a bot; you can't mute bots"))
        self._add(UNMUTE if is_muted else MUTE, seat, other)
        return not is_muted

    def propose(self, seat: int, other: int, rounds: int) -> None:
        """Offer another seat a truce.

        Raises:
            RiskError: As ``say`` does, or if the other seat is a bot's, the two seats have a truce
                already, or the number of rounds is invalid.
        """
        problem = N_("{name} is a bot; you can't make a truce with bots")
        self._ledger.read_side_data()
        self._require_person(seat, other, problem)
        if not 1 <= rounds <= MAX_ROUNDS:
            raise IllegalAction(
                _(
                    "a truce is for 1 to {max_rounds} rounds, not {rounds}",
                    max_rounds=MAX_ROUNDS,
                    rounds=rounds,
                )
            )
        if any({seat, other} == set(truce.seats) for truce in self.truces()):
            raise IllegalAction(_("you have a truce with {name} already", name=self._name(other)))
        self._add(TRUCE, seat, other, number=rounds)

    def answer(self, seat: int, other: int | None, *, accept: bool) -> None:
        """Accept or refuse the truce that another seat offers, or withdraw the seat's own.

        Args:
            seat: The seat that answers.
            other: The other seat of the truce; ``None`` for the only offer.
            accept: False to refuse; without an offer to this seat, its own offer is withdrawn.

        Raises:
            RiskError: As ``say`` does, or if there is no such offer, or several and ``other`` is
                ``None``.
        """
        self._ledger.read_side_data()
        offers = self._offers()
        mine = {line.seat: line for line in offers if line.to == seat}
        withdrawn = {line.to: line for line in offers if line.seat == seat and not accept}
        choices = mine or withdrawn
        if other is None and len(choices) == 1:
            (other,) = choices
        line = None if other is None else mine.get(other) or withdrawn.get(other)
        if line is None:
            names = join_or([self._name(number) for number in choices if number is not None])
            raise IllegalAction(
                _("whose truce? say {names}", names=names) if names else _("no truce is offered")
            )
        last = max(self._ledger.log.game.round, 1) + line.number - 1
        self._add(ACCEPT if accept else REFUSE, seat, other, number=last if accept else 0)

    def _add(self, kind: str, seat: int, to: int | None, text: str = "", number: int = 0) -> None:
        self._seating.require_local(seat)
        if to == seat:
            raise IllegalAction(_("that is you; name another player"))

        def add(connection: sqlite3.Connection) -> None:
            if is_silent(connection):
                raise IllegalAction(_("talk and truces are off in this game"))
            add_line(connection, self._ledger.stamped(TalkLine(kind, seat, to, text, number)))

        self._ledger.change_side_data(add)

    def _require_person(self, seat: int, other: int, problem: str) -> None:
        # ``_add`` has a better message for a seat that names itself.
        if not self._ledger.log.seats[other].is_person and other != seat:
            raise IllegalAction(_(problem, name=self._name(other)))

    def _name(self, seat: int) -> str:
        return self._ledger.log.seats[seat].name

    # Reading

    @property
    def count(self) -> int:
        """The number of lines so far, including those that are not shown here."""
        return len(self._ledger.talk)

    def broken_truces(self, reader: int | None) -> list[TalkLine]:
        """Return a line about each broken truce that a seat knows of; ``None``: all players."""
        return self._truces_for(reader)[1]

    def breaches_known_here(self) -> set[TalkLine]:
        """Return the lines about the broken truces that any person at this terminal knows of."""
        readers = (None, *self._seating.local_seats)
        return {line for reader in readers for line in self.broken_truces(reader)}

    def lines(self, reader: int | None) -> list[TalkLine]:
        """Return the lines that the people here may read, including those about broken truces.

        A private line from or to another seat here has no text. What all seats here have muted is
        left out.

        Args:
            reader: The seat whose secrets may be shown here; ``None`` if there is none.
        """
        return _in_order(self.broken_truces(reader), self.lines_since(0, reader))

    def lines_since(self, count: int, reader: int | None) -> list[TalkLine]:
        """Return the lines after the first ``count``, without those about broken truces."""
        muted = self._muted()
        lines = (self._readable(line, reader, muted) for line in self._ledger.talk[count:])
        return [line for line in lines if line is not None]

    def _readable(
        self, line: TalkLine, reader: int | None, muted: set[tuple[int, int]]
    ) -> TalkLine | None:
        """Return a line as the people here may read it; ``None`` if they may not."""
        local = self._seating.local_seats
        if line.kind in (MUTE, UNMUTE):
            return None
        if line.kind != SAY:
            return line
        if local and all((seat, line.seat) in muted for seat in local):
            return None
        if line.to is None or reader in (line.seat, line.to):
            return line
        return None if local.isdisjoint((line.seat, line.to)) else replace(line, text="")

    def merge(
        self, records: Sequence[Record], start: int, reader: int | None
    ) -> list[Record | TalkLine]:
        """Return records and the lines between and after them, in order.

        Args:
            records: Successive records, as ``reader`` may know them.
            start: The number of the first of them.
            reader: As for ``lines``.
        """
        merged: list[Record | TalkLine] = []
        if not self._ledger.talk:
            return [*records]
        steps, done = self._ledger.log.steps, 0
        for line in self.lines(reader):
            if start and line.after <= steps[start - 1].end:
                continue
            while done < len(records) and steps[start + done].end < line.after:
                merged.append(records[done])
                done += 1
            merged.append(line)
        return [*merged, *records[done:]]

    def _muted(self) -> set[tuple[int, int]]:
        """Return pairs of seats; the first has muted the second."""
        muted: set[tuple[int, int]] = set()
        for line in self._ledger.talk:
            if line.to is not None and line.kind in (MUTE, UNMUTE):
                pair = line.seat, line.to
                if line.kind == MUTE:
                    muted.add(pair)
                else:
                    muted.discard(pair)
        return muted

    # Truces

    def truces(self, reader: int | None = None) -> list[Truce]:
        """Return the truces in force.

        Args:
            reader: The seat whose knowledge of attacks counts; ``None`` for what all players know.
        """
        return self._truces_for(reader)[0]

    def rounds_left(self, truce: Truce) -> int:
        """Return the number of rounds left, including this one; 0 if the truce is over."""
        return max(0, truce.last_round - max(self._ledger.log.game.round, 1) + 1)

    def truce_partners(self, seat: int, others: Iterable[int]) -> list[str]:
        """Return the names of those of ``others`` with a truce in force, as ``seat`` knows."""
        pairs = [set(truce.seats) for truce in self.truces(seat)]
        return [self._name(other) for other in dict.fromkeys(others) if {seat, other} in pairs]

    def _offers(self) -> list[TalkLine]:
        """Return the offers of truces that have no answer yet."""
        offers: dict[tuple[int, int], TalkLine] = {}
        for line in self._ledger.talk:
            if line.kind not in (TRUCE, ACCEPT, REFUSE) or line.to is None:
                continue
            for pair in ((line.seat, line.to), (line.to, line.seat)):
                offers.pop(pair, None)
            if line.kind == TRUCE:
                offers[line.seat, line.to] = line
        return list(offers.values())

    def _truces_for(self, reader: int | None) -> tuple[list[Truce], list[TalkLine]]:
        log, talk = self._ledger.log, self._ledger.talk
        if not talk:
            return [], []
        key = reader, log.entry_count, len(log.steps), len(talk)
        if self._truce_cache is None or self._truce_cache[0] != key:
            self._truce_cache = key, self._find_truces(reader)
        return self._truce_cache[1]

    def _find_truces(self, reader: int | None) -> tuple[list[Truce], list[TalkLine]]:
        """Return the truces in force, and a line about each broken truce."""
        accepted = [line for line in self._ledger.talk if line.kind == ACCEPT]
        if not accepted:
            return [], []
        steps, now = self._ledger.log.steps, self._ledger.log.game.round
        first = bisect_left(steps, accepted[0].after, key=attrgetter("start"))
        known = [
            step._replace(record=record)
            for step, record in zip(steps[first:], self._history(reader, first), strict=True)
        ]
        holding, broken = [], []
        for line in accepted:
            assert line.to is not None
            last_round = line.number
            breach = _find_breach(line, known)
            if breach is not None:
                broken.append(breach)
            elif now <= last_round:
                holding.append(Truce((line.to, line.seat), last_round))
        return holding, broken


class TalkNews:
    """The talk that the people at a terminal have not seen yet."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._count = talk.count
        self._broken = talk.breaches_known_here()

    @property
    def has_news(self) -> bool:
        """True if there are lines since the last call of ``take``, not counting broken truces."""
        return self._talk.count > self._count

    def take(self, reader: int | None) -> list[TalkLine]:
        """Return the lines of ``Talk.lines`` that were not returned before."""
        if not self._talk.count:
            return []
        lines = self._talk.lines_since(self._count, reader)
        self._count = self._talk.count
        broken = [line for line in self._talk.broken_truces(reader) if line not in self._broken]
        self._broken.update(broken)
        return _in_order(broken, lines)


def _in_order(broken: list[TalkLine], spoken: list[TalkLine]) -> list[TalkLine]:
    """Return lines in order; those about broken truces come before what was said about them."""
    return sorted([*broken, *spoken], key=lambda line: line.after) if broken else spoken


def _find_breach(line: TalkLine, steps: Sequence[LogStep]) -> TalkLine | None:
    """Return the line about the first attack that breaks an accepted truce, if there is one.

    An attack that began before the truce does not break it, even if its dice come or are corrected
    later.
    """
    for record, start, end in steps:
        for event in record.events:
            if isinstance(event, TurnBegan) and event.round > line.number:
                return None  # The number of an accepted truce is its last round.
            if not isinstance(event, BattleResolved) or start < line.after:
                continue
            if {event.attacker, event.defender} == {line.seat, line.to}:
                return TalkLine(BROKEN, event.attacker, event.defender, after=end + 1)
    return None
