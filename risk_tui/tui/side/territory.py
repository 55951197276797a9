"""The territory under the cursor: whose it is, and what borders it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from risk_tui.tui.map.marks import CAPITAL, CITY
from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.words import DIM, HEAD, NARROW, STRONG, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

ROWS = 4
"""Lines for a territory whose neighbours are told by their codes, as far as these suffice."""


def names_rows(view: View) -> int:
    """Lines for any territory of the board when each neighbour has a line of its own."""
    return 3 + max(len(each) for each in view.board.neighbours)


def place_lines(
    view: View, seats: Sequence[Seat], place: int, width: int, *, names: bool = False
) -> list[Text]:
    """A territory with its neighbours: by ``names`` one a line, else their codes in rows.

    Others' neighbours come first, then those of whoever looks or acts (or the owner's, when
    nobody does): ``·`` parts the two, and with names a word. Always as many lines, so that
    nothing below moves with the cursor.
    """
    lines = [_title(view, seats, place, width), _holder(view, seats, place, width)]
    own = _own(view, place)
    others = [other for other in view.board.neighbours[place] if view.owner[other] != own]
    allies = [other for other in view.board.neighbours[place] if view.owner[other] == own]
    others.sort(key=lambda other: -view.armies[other])
    allies.sort(key=lambda other: -view.armies[other])
    if names:
        lines += _by_name(view, seats, others, allies, own, width)
    else:
        lines += _by_code(view, seats, others, allies, width)
    rows = names_rows(view) if names else ROWS
    return lines + [Text()] * (rows - len(lines))


def _own(view: View, place: int) -> int:
    """Whose side the neighbours are told from: that of whoever acts or looks, else the owner's."""
    if view.acting == view.neutral:
        return view.acting
    return view.seat if view.seat is not None else view.owner[place]


def _title(view: View, seats: Sequence[Seat], place: int, width: int) -> Text:
    mark = Text()
    if place in view.capitals:
        seat = seats[view.capitals.index(place)]
        mark.append(f" {CAPITAL}", HEAD).append(seat_glyph(seat.colour), seat_style(seat))
    elif place in view.cities:
        mark.append(f" {CITY} city" if width >= NARROW else f" {CITY}", DIM)
    name = view.board.territories[place].name
    room = min(width - 1 - mark.cell_len, cell_len(name))
    return Text(" ").append(fit(name, room), STRONG).append_text(mark)


def _holder(view: View, seats: Sequence[Seat], place: int, width: int) -> Text:
    """Who holds a territory with how much, and where it lies."""
    owner = view.owner[place]
    line = Text(" ")
    if owner >= 0:
        seat = seats[owner]
        line.append(f"{seat_glyph(seat.colour)} {seat.name}", seat_style(seat))
        line.append(f" {view.armies[place]}", STRONG)
    else:
        line.append("free", DIM)
    continent = view.board.continents[view.board.territories[place].continent]
    room = width - line.cell_len - 3
    where = f"{continent.name} +{continent.bonus}"
    if len(where) > room:
        where = fit(continent.name, min(room, len(continent.name))) if room >= 4 else ""
    return line.append(f" · {where}" if where else "", DIM)


def _by_code(
    view: View, seats: Sequence[Seat], others: list[int], allies: list[int], width: int
) -> list[Text]:
    lines = [Text()]
    for group in (others, allies):
        for number, other in enumerate(group):
            owner = view.owner[other]
            code = view.board.territories[other].code
            label = f"{code}{_sign(seats, owner)}{view.armies[other]}" if owner >= 0 else code
            apart = group is allies and number == 0 and bool(others)
            if lines[-1].cell_len + len(label) + (3 if apart else 1) > width:
                lines.append(Text())
            lines[-1].append(" · " if apart else " ", DIM)
            bold = group is others
            lines[-1].append(label, seat_style(seats[owner], bold=bold) if owner >= 0 else DIM)
    return lines


def _by_name(
    view: View,
    seats: Sequence[Seat],
    others: list[int],
    allies: list[int],
    own: int,
    width: int,
) -> list[Text]:
    lines = []
    same = "yours" if own == view.seat else "same"
    for heading, group in (("others", others), (same, allies)):
        for number, other in enumerate(group):
            owner = view.owner[other]
            line = Text(" ").append(fit(heading if number == 0 else "", 8), DIM)
            code, name = view.board.territories[other].code, view.board.territories[other].name
            if owner < 0:
                lines.append(line.append(f"  {code}  {name}", DIM))
                continue
            style = seat_style(seats[owner], bold=owner != own)
            line.append(f"{_sign(seats, owner)} {code}{view.armies[other]:4} {name}", style)
            if line.cell_len + len(seats[owner].name) + 3 <= width and owner != own:
                line.append(f" · {seats[owner].name}", DIM)
            lines.append(line)
    return lines


def _sign(seats: Sequence[Seat], owner: int) -> str:
    return seat_glyph(seats[owner].colour)
