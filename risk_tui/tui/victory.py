"""The words at the end of a game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.engine.facts import (
    BattleFought,
    Conquered,
    GameWon,
    How,
    MissionsShown,
    SeatEliminated,
    SeatResigned,
    TurnBegan,
)
from risk_tui.language.sentences import count, reached, tell_mission
from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.plate import plate
from risk_tui.tui.words import DIM, HEAD, STRONG, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

_NAME, _ROW = 14, 54
"""Columns of a player's glyph and name, and of all that is told of a player."""


def victory_text(view: View, seats: Sequence[Seat], records: Sequence[Record]) -> Text:
    """Who won and how, with what each player did."""
    facts = [fact for record in records for fact in record.facts]
    how = next((fact.how for fact in reversed(facts) if isinstance(fact, GameWon)), None)
    text = Text(justify="center")
    for winner in (seats[number] for number in view.winners):
        text.append_text(plate(winner, flat=len(view.winners) > 1)).append("\n")
    text.append("\n")
    shared = len(view.winners) > 1
    deed = reached(how, view) if how is not None else "won"
    text.append(("share a game that time ended" if shared else deed) + "\n", HEAD)
    if how is How.MISSION:
        text.append_text(_missions(view, seats, facts))
    text.append(f"in round {view.round}, after {count(len(records), 'step')}\n\n", DIM)
    return text.append_text(_deeds(view, seats, facts))


def _deeds(view: View, seats: Sequence[Seat], facts: Sequence[object]) -> Text:
    """A row for each player: what it took, beat and lost, and when it left the game."""
    conquered = Counter(fact.seat for fact in facts if isinstance(fact, Conquered))
    won, lost = _losses(facts)
    left = _left(facts)
    rows = [Text(f"{'':{_NAME}}{'took':>6}{'beat':>6}{'lost':>6}".ljust(_ROW), DIM)]
    for number, seat in enumerate(seats):
        row = Text(f"{seat_glyph(seat.colour)} ", seat_style(seat))
        row.append(fit(seat.name, _NAME - 2), seat_style(seat, bold=number in view.winners))
        row.append(f"{conquered[number]:6}{won[number]:6}{lost[number]:6}", STRONG)
        if number in view.winners:
            row.append("  ★ won", HEAD)
        elif number in left:
            round_, by = left[number]
            row.append(f"  out in round {round_}", DIM)
            if by is not None:
                row.append(", by ", DIM).append(seat_glyph(seats[by].colour), seat_style(seats[by]))
        row.append(" " * (_ROW - row.cell_len))
        rows.append(row)
    return Text("\n").join(rows)


def _left(facts: Sequence[object]) -> dict[int, tuple[int, int | None]]:
    """For each seat that left the game: the round, and who beat it (``None``: it resigned)."""
    left: dict[int, tuple[int, int | None]] = {}
    round_ = 0
    for fact in facts:
        match fact:
            case TurnBegan():
                round_ = fact.round
            case SeatEliminated(seat, by):
                left[seat] = (round_, by)
            case SeatResigned(seat):
                left[seat] = (round_, None)
    return left


def _missions(view: View, seats: Sequence[Seat], facts: Sequence[object]) -> Text:
    """What the winner had to do, which nobody else has known."""
    text = Text()
    for fact in facts:
        if isinstance(fact, MissionsShown) and fact.seat in view.winners:
            for mission in fact.missions:
                text.append(f"{tell_mission(view, mission, seats, fact.seat)}\n", STRONG)
    return text


def _losses(facts: Sequence[object]) -> tuple[Counter[int], Counter[int]]:
    """Armies that each seat destroyed, and lost."""
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for fact in facts:
        if isinstance(fact, BattleFought):
            won[fact.attacker] += fact.defender_losses
            won[fact.defender] += fact.attacker_losses
            lost[fact.attacker] += fact.attacker_losses
            lost[fact.defender] += fact.defender_losses
    return won, lost
