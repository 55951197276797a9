"""The lines about the territory under the cursor: its owner, and its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from risk_tui.boards.board import NOBODY
from risk_tui.table.seats import seat_on
from risk_tui.tui.panels.continents import short_names
from risk_tui.tui.panels.players import UNKNOWN
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, NARROW, STRONG, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

ROWS = 4
"""Lines for a territory whose neighbours are listed by their codes, unless they need more."""


def names_rows(view: View) -> int:
    """Lines for any territory of the board when each neighbour has a line of its own."""
    return 3 + max(len(neighbours) for neighbours in view.board.neighbours)


def territory_lines(
    view: View, seats: Sequence[Seat], territory: int, width: int, *, names: bool = False
) -> list[Text]:
    """A territory with its neighbours: by ``names`` one a line, else their codes in rows.

    Others' neighbours come first, then those of whoever looks or acts (or the owner's, when
    nobody does): ``·`` parts the two, and with names a word. Always as many lines, so that
    nothing below moves with the cursor.
    """
    lines = [
        _title_line(view, seats, territory, width),
        _holder_line(view, seats, territory, width),
    ]
    own = _own_side(view, territory)
    others = [other for other in view.board.neighbours[territory] if view.owner[other] != own]
    allies = [other for other in view.board.neighbours[territory] if view.owner[other] == own]
    others.sort(key=lambda other: -view.armies[other])
    allies.sort(key=lambda other: -view.armies[other])
    if names:
        lines += _neighbours_by_name(view, seats, others, allies, own, width)
    else:
        lines += _neighbours_by_code(view, seats, others, allies, territory, width)
    rows = names_rows(view) if names else ROWS
    return lines + [Text()] * (rows - len(lines))


def _own_side(view: View, territory: int) -> int:
    """The seat whose neighbours are its own: whoever acts or looks, else the territory's owner."""
    if view.acting_seat == view.neutral:
        return view.acting_seat
    return view.seat if view.seat is not None else view.owner[territory]


def _title_line(view: View, seats: Sequence[Seat], territory: int, width: int) -> Text:
    symbols = Text()
    for mark in view.marks(territory):
        if mark.seat is not None:
            seat = seats[mark.seat]
            symbols.append(f" {mark.sign}", HEAD).append(seat_glyph(seat.colour), seat_style(seat))
            symbols.append("" if mark.count is None else str(mark.count), DIM)
        else:
            number = "" if mark.count is None else mark.count
            words = f"{mark.sign} {mark.word}" if width >= NARROW else f"{mark.sign}{number}"
            symbols.append(f" {words}", DIM)
    place = view.board.territories[territory]
    has_room = cell_len(place.name) <= width - 1 - symbols.cell_len
    # No name is cut; the code stands on the map, too.
    return Text(" ").append(place.name if has_room else place.code, STRONG).append_text(symbols)


def _holder_line(view: View, seats: Sequence[Seat], territory: int, width: int) -> Text:
    """The line for a territory's owner, armies and continent."""
    owner = view.owner[territory]
    line = Text(" ")
    if owner != NOBODY:
        seat = seat_on(view, seats, territory)
        armies = f" {_armies(view, territory)}"
        name = f"{seat_glyph(seat.colour)} {seat.name}"
        # A name is cut rather than the number, which stands in full nowhere else.
        room = width - line.cell_len - cell_len(armies)
        line.append(fit(name, min(cell_len(name), room)), seat_style(seat))
        line.append(armies, STRONG)
    else:
        nobody = "free" if view.round == 0 else "empty"
        line.append("not seen" if territory in view.unseen else nobody, DIM)
    number = view.board.territories[territory].continent
    continent, room = view.board.continents[number], width - line.cell_len - 3
    short = short_names([other.name for other in view.board.one_earth.continents])
    names = [continent.name, short[number % len(short)]]
    forms = [form for name in names for form in (f"{name} +{continent.bonus}", name)]
    location = next((form for form in forms if cell_len(form) <= room), "")
    return line.append(f" · {location}" if location else "", DIM)


def _armies(view: View, territory: int) -> str:
    """The armies of a territory, if they are seen."""
    return UNKNOWN if territory in view.unseen else str(view.armies[territory])


def _code(view: View, territory: int, seen_from: int) -> str:
    """The code of a territory; it says on which Earth only where that is another one."""
    board = view.board
    if board.earth_of(territory) != board.earth_of(seen_from):
        return board.territories[territory].code
    return board.on_one_earth(territory).code


def _neighbours_by_code(
    view: View,
    seats: Sequence[Seat],
    others: list[int],
    allies: list[int],
    territory: int,
    width: int,
) -> list[Text]:
    lines = [Text()]
    for group in (others, allies):
        for number, other in enumerate(group):
            label, style = _code(view, other, territory), DIM
            if view.owner[other] == NOBODY:
                label += UNKNOWN if other in view.unseen else ""
            else:
                seat = seat_on(view, seats, other)
                label += f"{seat_glyph(seat.colour)}{_armies(view, other)}"
                style = seat_style(seat, bold=group is others)
            apart = group is allies and number == 0 and bool(others)
            if lines[-1].cell_len + len(label) + (3 if apart else 1) > width:
                lines.append(Text())
            lines[-1].append(" · " if apart else " ", DIM)
            lines[-1].append(label, style)
    return lines


def _neighbours_by_name(
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
            if owner == NOBODY:
                sign = UNKNOWN if other in view.unseen else " "
                lines.append(line.append(f"{sign} {code}  {name}", DIM))
                continue
            seat = seat_on(view, seats, other)
            style = seat_style(seat, bold=owner != own)
            line.append(f"{seat_glyph(seat.colour)} {code}{_armies(view, other):>4} {name}", style)
            if line.cell_len + len(seat.name) + 3 <= width and owner != own:
                line.append(f" · {seat.name}", DIM)
            lines.append(line)
    return lines
