"""The continents: who holds them, who is near to it, and what is still in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.words import DIM, HEAD, NARROW, badge_style, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Continent
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

NEAR = 2
"""As many territories short of a continent, and those that are missing are named."""

_LEADER, _MINE = 7, 5
"""Columns of what the leader, and what the reader, holds of a continent."""


def continents_lines(view: View, seats: Sequence[Seat], width: int) -> list[Text]:
    """A row for each continent: its bonus, who holds how much of it, what whoever looks holds,
    and the few territories that a leader is short of; a narrow row tells these instead."""
    wide = width >= NARROW
    name_width = 13 if wide else 9
    head = Text(" " + fit("CONTINENTS", name_width + 1), HEAD)
    own = "" if view.seat is None else "own"
    titles = "+ " + "held".ljust(_LEADER + 1) + own.ljust(_MINE - 1) + "missing"
    head.append(titles if wide else "+ held −but", DIM)
    rows = (_row(view, seats, each, name_width, width) for each in view.board.continents)
    return [head, *rows]


def continents_short(view: View, seats: Sequence[Seat], width: int) -> list[Text]:
    """The continents side by side, two in a row: short name, bonus, and who leads."""
    column = width // 2
    lines: list[Text] = []
    for place, continent in enumerate(view.board.continents):
        if place % 2 == 0:
            lines.append(Text())
        line = lines[-1]
        line.append(" " * (column * (place % 2) - line.cell_len))
        line.append(f" {short_name(continent.name)}").append(f"{continent.bonus:2}", DIM)
        leader = _leader(view, continent)
        missing = _missing(view, continent, leader) if leader is not None else []
        if leader is not None and len(missing) == 1:
            _all_but(line, view, seats, leader, missing, "")
        elif leader is not None:
            _held(line, view, seats, continent, leader, "")
    return lines


def short_name(name: str) -> str:
    """A continent in two letters: the initials of its name, or how it begins.

    >>> short_name("North America"), short_name("Asia")
    ('NA', 'As')
    """
    words = name.split()
    return words[0][:1] + words[1][:1] if len(words) > 1 else name[:2].ljust(2)


def _row(
    view: View, seats: Sequence[Seat], continent: Continent, name_width: int, width: int
) -> Text:
    leader = _leader(view, continent)
    line = Text(" ")
    if leader is None:
        return line.append(fit(continent.name, name_width)).append(f"{continent.bonus:2} ", DIM)
    missing = _missing(view, continent, leader)
    name_style = Style() if missing else seat_style(seats[leader], bold=True)
    line.append(fit(continent.name, name_width), name_style).append(f"{continent.bonus:2} ", DIM)
    if width < NARROW and 0 < len(missing) <= NEAR:
        return _all_but(line, view, seats, leader, missing, " ")
    gap = " " if width >= NARROW else ""
    column = line.cell_len + _LEADER - 1 + len(gap)
    _held(line, view, seats, continent, leader, gap)
    line.append(" " * (column - line.cell_len))
    own = view.seat
    number = sum(view.owner[place] == own for place in continent.territories)
    if own is not None and own != leader and number:
        line.append(f" {seat_glyph(seats[own].colour)}{number}", seat_style(seats[own]))
    _short_of(line, view, seats, missing, column + _MINE, width)
    return line


def _held(
    line: Text,
    view: View,
    seats: Sequence[Seat],
    continent: Continent,
    leader: int,
    gap: str,
) -> None:
    """The leader's share of a continent."""
    seat, all_ = seats[leader], len(continent.territories)
    sign = seat_glyph(seat.colour)
    count = all_ - len(_missing(view, continent, leader))
    if count == all_:
        line.append(f"{sign} all", badge_style(seat))
    else:
        line.append(f"{sign}{gap}{count}/{all_}", seat_style(seat))


def _all_but(
    line: Text, view: View, seats: Sequence[Seat], leader: int, missing: list[int], gap: str
) -> Text:
    """In short that a leader holds a continent but for the few territories that are named."""
    line.append(f"{seat_glyph(seats[leader].colour)}{gap}−", seat_style(seats[leader]))
    for place in missing:
        owner, code = view.owner[place], view.board.territories[place].code
        sign = seat_glyph(seats[owner].colour) if owner >= 0 else ""
        line.append(f"{code}{sign}", seat_style(seats[owner]) if owner >= 0 else DIM)
    return line


def _short_of(
    line: Text, view: View, seats: Sequence[Seat], missing: list[int], start: int, width: int
) -> None:
    """The few territories that keep a continent from being held, with who keeps them."""
    if width < NARROW or not 0 < len(missing) <= NEAR:
        return
    line.append(" " * (start - line.cell_len))
    armies = width >= 44
    for number, place in enumerate(missing):
        owner, code = view.owner[place], view.board.territories[place].code
        line.append(" " if number else "")
        if owner < 0:
            line.append(code, DIM)
            continue
        strength = str(view.armies[place]) if armies else ""
        line.append(f"{code}{seat_glyph(seats[owner].colour)}{strength}", seat_style(seats[owner]))


def _leader(view: View, continent: Continent) -> int | None:
    """Who holds most of a continent, of those who can hold one; nobody while it is free."""
    owners = [view.owner[place] for place in continent.territories]
    able = {each for each in owners if each >= 0 and view.status[each] in ("playing", "neutral")}
    return min(able, key=lambda seat: (-owners.count(seat), seat), default=None)


def _missing(view: View, continent: Continent, seat: int) -> list[int]:
    return [place for place in continent.territories if view.owner[place] != seat]
