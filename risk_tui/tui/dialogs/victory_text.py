"""The text at the end of a game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.engine.events import (
    Conquered,
    GameWon,
    MissionsShown,
    VictoryKind,
)
from risk_tui.story.moments import battle_losses, departures
from risk_tui.text.words import describe_mission, pluralize
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, STRONG, fit, seat_style
from risk_tui.tui.widgets.name_plate import name_plate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

_NAME, _COLUMN = 15, 7
"""Columns of a player's glyph and name, and of each number."""


def victory_text(view: View, seats: Sequence[Seat], records: Sequence[Record]) -> Text:
    """Who won and how, with a row for each player."""
    events = [event for record in records for event in record.events]
    kind = next((event.how for event in reversed(events) if isinstance(event, GameWon)), None)
    text = Text(justify="center")
    for winner in (seats[number] for number in view.winners):
        text.append_text(name_plate(winner, flat=len(view.winners) > 1)).append("\n")
    text.append("\n")
    shared = len(view.winners) > 1
    phrase = kind.phrase if kind is not None else "won"
    text.append(("share a game that time ended" if shared else phrase) + "\n", HEAD)
    if kind == VictoryKind.MISSION:
        text.append_text(_missions(view, seats, events))
    text.append(f"in round {view.round}, after {pluralize(len(records), 'step')}\n\n", DIM)
    return text.append_text(_player_rows(view, seats, events))


def _player_rows(view: View, seats: Sequence[Seat], events: Sequence[object]) -> Text:
    """A row for each player: what they took, beat and lost, and when they left the game."""
    conquered = Counter(event.seat for event in events if isinstance(event, Conquered))
    won, lost = battle_losses(events)
    left = departures(events)
    titles = ("took", "beat", "lost")
    rows = [Text(" " * _NAME + "".join(title.rjust(_COLUMN) for title in titles), DIM)]
    for number, seat in enumerate(seats):
        row = Text(f"{seat_glyph(seat.colour)} ", seat_style(seat))
        row.append(fit(seat.name, _NAME - 2), seat_style(seat, bold=number in view.winners))
        numbers = (conquered[number], won[number], lost[number])
        row.append("".join(f"{count:{_COLUMN}}" for count in numbers), STRONG)
        if number in view.winners:
            row.append("  ★ won", HEAD)
        elif number in left:
            round_, by = left[number]
            row.append(f"  out in round {round_}", DIM)
            if by is not None:
                name = f"{seat_glyph(seats[by].colour)} {seats[by].name}"
                row.append(", by ", DIM).append(name, seat_style(seats[by]))
        rows.append(row)
    # The rows stand in the middle, and below each other.
    width = max(row.cell_len for row in rows)
    for row in rows:
        row.append(" " * (width - row.cell_len))
    return Text("\n").join(rows)


def _missions(view: View, seats: Sequence[Seat], events: Sequence[object]) -> Text:
    """The winners' missions in words, which nobody else has known."""
    text = Text()
    for event in events:
        if isinstance(event, MissionsShown) and event.seat in view.winners:
            for mission in event.missions:
                text.append(f"{describe_mission(view, mission, seats, event.seat)}\n", STRONG)
    return text
