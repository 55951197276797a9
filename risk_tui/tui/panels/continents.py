"""The lines about continents: the holder or leader of each, and the missing territories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from risk_tui.boards.board import NO_SEAT
from risk_tui.table.seats import seat_on
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, NARROW, STRONG, badge_style, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Continent
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

NEAR = 2
"""Maximum number of a continent's missing territories that are named."""

_SHARE, _OWN = 6, 5
"""Columns for the leader's share of a continent, and for the reader's own."""

_ROOMY = 44
"""Minimum columns for a gap between a share and its sign, and for armies."""


def earths_lines(view: View, seats: Sequence[Seat], width: int, earth: int) -> list[Text]:
    """Return a row for each of several Earths: the leaders and their territories.

    ``earth`` is the current one. The holder of a whole continent has a coloured background.
    """
    board, lines = view.board, list[Text]()
    for number in range(board.earths if board.earths > 1 else 0):
        words = f"Earth {number + 1}" if width >= NARROW else str(number + 1)
        is_shown = number == earth
        line = Text("▸" if is_shown else " ").append(f"{words} ", STRONG if is_shown else DIM)
        for continent in board.continents_on(number):
            leader = _leader(view, continent)
            if leader is None:
                line.append("·", DIM)
            else:
                whole = not _missing(view, continent, leader)
                style = badge_style(seats[leader]) if whole else seat_style(seats[leader])
                line.append(seat_glyph(seats[leader].colour), style)
        owners = view.owner[number * board.size : (number + 1) * board.size]
        holders = sorted(set(owners) - {NO_SEAT}, key=lambda seat: (-owners.count(seat), seat))
        for seat in holders:
            count = f" {seat_glyph(seats[seat].colour)}{owners.count(seat)}"
            if line.cell_len + len(count) <= width:
                line.append(count, seat_style(seats[seat]))
        lines.append(line)
    return lines


def continents_lines(view: View, seats: Sequence[Seat], width: int, earth: int = 0) -> list[Text]:
    """Return a row for each continent: bonus, leader's share, own share, missing territories.

    Missing territories are shown if they are few; a narrow row shows them instead of the share.
    """
    wide = width >= NARROW
    name_width = 13 if wide else 9
    head = Text(" " + fit("CONTINENTS", name_width + 1), HEAD)
    own = "" if view.seat is None else "own"
    titles = "+ " + "held".ljust(_SHARE + len(_gap(width)) + 1) + own.ljust(_OWN - 1) + "to take"
    head.append(titles if wide else "+ held −but", DIM)
    names = [continent.name for continent in view.board.one_earth.continents]
    rows = (
        _continent_row(view, seats, continent, fit(name, name_width), width)
        for name, continent in zip(names, view.board.continents_on(earth), strict=True)
    )
    return [head, *rows]


def continents_short(view: View, seats: Sequence[Seat], width: int, earth: int = 0) -> list[Text]:
    """Return the continents, two in a row: short name, bonus, and leader."""
    column = width // 2
    names = short_names([continent.name for continent in view.board.one_earth.continents])
    lines: list[Text] = []
    for index, continent in enumerate(view.board.continents_on(earth)):
        if index % 2 == 0:
            lines.append(Text())
        line = lines[-1]
        line.append(" " * (column * (index % 2) - line.cell_len))
        line.append(f" {names[index]}").append(f"{continent.bonus:2}", DIM)
        leader = _leader(view, continent)
        missing = _missing(view, continent, leader) if leader is not None else []
        if leader is not None and len(missing) == 1:
            _append_all_but(line, view, seats, leader, missing, "")
        elif leader is not None:
            short = len(continent.scoring_territories(view.outside_continents)) - len(missing) > 9
            _append_share(line, view, seats, continent, leader, "", short=short)
    return lines


def short_names(names: Sequence[str]) -> list[str]:
    """Shorten names of continents to three unique letters; two would look like a territory's code.

    >>> short_names(["North America", "South America", "Asia", "Asia Minor", "Up"])
    ['NAm', 'SAm', 'Asi', 'AMi', 'Up ']
    >>> short_names(["Northland", "Northsea"])
    ['Nor', 'Not']
    """
    taken: list[str] = []
    for name in names:
        words = name.split()
        short = words[0][:1] + words[1][:2] if len(words) > 1 else name[:3]
        others = (short[:2] + letter for letter in "".join(words)[3:] + "123456789")
        free = next((form for form in (short, *others) if form not in taken), short)
        taken.append(free.ljust(3))
    return taken


def _continent_row(
    view: View, seats: Sequence[Seat], continent: Continent, name: str, width: int
) -> Text:
    leader = _leader(view, continent)
    line = Text(" ")
    if leader is None:
        return line.append(name).append(f"{continent.bonus:2} ", DIM)
    missing = _missing(view, continent, leader)
    name_style = Style() if missing else seat_style(seats[leader], bold=True)
    line.append(name, name_style).append(f"{continent.bonus:2} ", DIM)
    if width < NARROW and 0 < len(missing) <= NEAR:
        return _append_all_but(line, view, seats, leader, missing, " ")
    gap = _gap(width)
    column = line.cell_len + _SHARE + len(gap)
    _append_share(line, view, seats, continent, leader, gap)
    line.append(" " * (column - line.cell_len))
    own = view.seat
    counted = continent.scoring_territories(view.outside_continents)
    number = sum(view.owner[territory] == own for territory in counted)
    if own is not None and own != leader and number:
        line.append(f" {seat_glyph(seats[own].colour)}{number}", seat_style(seats[own]))
    _append_missing(line, view, seats, missing, column + _OWN, width)
    return line


def _gap(width: int) -> str:
    """Return the gap between the leader's sign and share."""
    return " " if width >= _ROOMY else ""


def _append_share(
    line: Text,
    view: View,
    seats: Sequence[Seat],
    continent: Continent,
    leader: int,
    gap: str,
    *,
    short: bool = False,
) -> None:
    """Append the leader's share of a continent; in ``short`` the number of missing territories."""
    seat, total = seats[leader], len(continent.scoring_territories(view.outside_continents))
    sign = seat_glyph(seat.colour)
    count = total - len(_missing(view, continent, leader))
    if count == total:
        line.append(f"{sign} all", badge_style(seat))
    else:
        share = f"−{total - count}" if short else f"{count}/{total}"
        line.append(f"{sign}{gap}{share}", seat_style(seat))


def _append_all_but(
    line: Text, view: View, seats: Sequence[Seat], leader: int, missing: list[int], gap: str
) -> Text:
    """Append that a leader holds a continent but for a few territories, named by code."""
    line.append(f"{seat_glyph(seats[leader].colour)}{gap}−", seat_style(seats[leader]))
    for territory in missing:
        code = view.board.base_territory(territory).code
        if view.owner[territory] == NO_SEAT:
            line.append(code, DIM)
            continue
        seat = seat_on(view, seats, territory)
        line.append(f"{code}{seat_glyph(seat.colour)}", seat_style(seat))
    return line


def _append_missing(
    line: Text, view: View, seats: Sequence[Seat], missing: list[int], start: int, width: int
) -> None:
    """Append the few territories that the leader lacks for a continent, with their owners."""
    if width < NARROW or not 0 < len(missing) <= NEAR:
        return
    line.append(" " * (start - line.cell_len))
    armies = width >= _ROOMY
    for number, territory in enumerate(missing):
        owner, code = view.owner[territory], view.board.base_territory(territory).code
        line.append(" " if number else "")
        if owner == NO_SEAT:
            line.append(code, DIM)
            continue
        strength = str(view.armies[territory]) if armies and territory not in view.unseen else ""
        seat = seat_on(view, seats, territory)
        line.append(f"{code}{seat_glyph(seat.colour)}{strength}", seat_style(seat))


def _leader(view: View, continent: Continent) -> int | None:
    """Return the seat that holds most of a continent; ``None`` if all is free.

    Only seats that can hold continents count.
    """
    owners = [
        view.owner[territory]
        for territory in continent.scoring_territories(view.outside_continents)
    ]
    able = {
        owner
        for owner in owners
        if owner != NO_SEAT and view.status[owner] in ("playing", "neutral")
    }
    return min(able, key=lambda seat: (-owners.count(seat), seat), default=None)


def _missing(view: View, continent: Continent, seat: int) -> list[int]:
    counted = continent.scoring_territories(view.outside_continents)
    return [territory for territory in counted if view.owner[territory] != seat]
