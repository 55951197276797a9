"""The lines about continents: their holders or leaders, and the missing territories."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import _
from risk_tui.table.seats import seat_on
from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, NARROW, STRONG, badge_style, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board, Continent
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

NEAR = 2
"""Maximum number of a continent's missing territories that are named."""

_BONUS_WIDTH, _SHARE_WIDTH, _OWN_WIDTH = 3, 6, 3
"""Columns for a continent's bonus, the leader's share, and the player's own share."""

_ROOMY_WIDTH = 44
"""Minimum columns of the panel for a gap between glyph and share, and for armies."""


def real_continents(board: Board, earth: int = 0) -> list[Continent]:
    """Return the continents of an Earth that exist, without that of territories in none."""
    return [continent for continent in board.continents_on(earth) if continent.exists]


def earths_lines(view: View, seats: Sequence[Seat], width: int, earth: int) -> list[Text]:
    """Return a row for each Earth, or none if there is only one.

    A row shows the glyph of each continent's leader, on a coloured background if they hold all of
    it, and the number of territories of each player. ``earth`` is the number of the current Earth.
    """
    board, lines = view.board, list[Text]()
    for number in range(board.earths if board.earths > 1 else 0):
        words = _("Earth {number}", number=number + 1) if width >= NARROW else str(number + 1)
        is_shown = number == earth
        line = Text("▸" if is_shown else " ").append(f"{words} ", STRONG if is_shown else DIM)
        for continent in real_continents(board, number):
            leader, missing = _leader_and_missing(view, continent)
            if leader is None:
                line.append("·", DIM)
            else:
                style = seat_style(seats[leader]) if missing else badge_style(seats[leader])
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
    """Return a row for each continent: bonus, own share, leader's share, and what it lacks.

    The territories that the leader lacks are shown if there are at most ``NEAR`` of them and the
    row is wide. A very wide row has more room for names.
    """
    names = [continent.name for continent in real_continents(view.board.one_earth)]
    name_width = 13 if width >= NARROW else 11
    longest = max(map(cell_len, names), default=0)
    name_width += min(max(longest - name_width, 0), max(width - _ROOMY_WIDTH, 0))
    # The plus is above that of a bonus with one digit.
    head_width = name_width + _BONUS_WIDTH - (width >= NARROW)
    head = Text(fit(_(" CONTINENTS"), head_width), HEAD)
    if width >= NARROW:
        you = "" if view.seat is None else _("you")
        share = fit(_("most"), _SHARE_WIDTH + len(_gap(width)))
        head.append(f"+{you.rjust(_OWN_WIDTH + 1)} {share} {_('missing')}", DIM)
    else:
        head.append(_("+ most"), DIM)
    continents = real_continents(view.board, earth)
    rows = (
        _continent_row(view, seats, continent, name, width)
        for name, continent in zip(_fit_names(names, name_width), continents, strict=True)
    )
    return [head, *rows]


def continents_short(
    view: View, seats: Sequence[Seat], width: int, earth: int = 0, *, titled: bool = True
) -> list[Text]:
    """Return the continents, two per row: short name, bonus, and leader's share."""
    names = short_names([continent.name for continent in real_continents(view.board.one_earth)])
    continents = real_continents(view.board, earth)
    for bonus, gap, in_full in (("{:+}", " ", True), ("{:+}", "", True), (" {}", "", False)):
        cells = []
        for name, continent in zip(names, continents, strict=True):
            cells.append(Text(f" {name}").append(f"{bonus.format(continent.bonus)}{gap}", DIM))
            leader, missing = _leader_and_missing(view, continent)
            _append_share(cells[-1], view, seats, continent, leader, missing, in_full=in_full)
        start = max((cell.cell_len for cell in cells[::2]), default=0)
        if start + max((cell.cell_len for cell in cells[1::2]), default=0) <= width:
            break
    lines = [Text(_(" CONTINENTS"), HEAD).append(_("  most"), DIM)] if titled else []
    for left, right in zip_longest(cells[::2], cells[1::2], fillvalue=Text()):
        left.pad_right(max(start, width // 2) - left.cell_len)
        lines.append(left.append_text(right))
    return lines


def short_names(names: Sequence[str]) -> list[str]:
    """Shorten names of continents to three letters; two would look like a territory's code.

    >>> short_names(["North America", "South America", "Asia", "Asia Minor", "Up"])
    ['NAm', 'SAm', 'Asi', 'AMi', 'Up ']
    >>> short_names(["Northland", "Northsea"])
    ['Nor', 'Not']
    """
    taken: list[str] = []
    for name in names:
        words = [word for word in name.split() if word[:1].isupper()] or name.split()
        short = words[0][:1] + words[1][:2] if len(words) > 1 else name[:3]
        others = (short[:2] + letter for letter in "".join(words)[3:] + "123456789")
        free = next((form for form in (short, *others) if form not in taken), short)
        taken.append(free.ljust(3))
    return taken


def _fit_names(names: Sequence[str], width: int) -> list[str]:
    """Fit names to ``width`` columns. If long names share their first word, abbreviate it.

    >>> _fit_names(["Amérique du Nord", "Amérique du Sud", "Asie"], 13)
    ['Amér. du Nord', 'Amér. du Sud ', 'Asie         ']
    """
    rests: dict[str, list[int]] = {}
    for name in names:
        if cell_len(name) > width:
            first, _blank, rest = name.partition(" ")
            rests.setdefault(first, []).append(cell_len(rest))

    def fit_name(name: str) -> str:
        first, _blank, rest = name.partition(" ")
        cells = rests.get(first, []) if cell_len(name) > width else []
        letters = width - max(cells, default=0) - 2
        shares_first = len(cells) > 1 and letters > 0
        return fit(f"{first[:letters]}. {rest}" if shares_first else name, width)

    return [fit_name(name) for name in names]


def _continent_row(
    view: View, seats: Sequence[Seat], continent: Continent, name: str, width: int
) -> Text:
    leader, missing = _leader_and_missing(view, continent)
    style = Style() if leader is None or missing else seat_style(seats[leader], bold=True)
    line = Text(" ").append(name, style)
    line.append(f"{continent.bonus:+}".rjust(_BONUS_WIDTH), DIM)
    if width < NARROW:
        line.append(" ")
        _append_share(line, view, seats, continent, leader, missing, _gap(width))
        return line
    counted = continent.scoring_territories(view.outside_continents)
    number = sum(view.owner[territory] == view.seat for territory in counted)
    if view.seat is not None and view.seat != leader and number:
        line.append(f"{number}".rjust(_OWN_WIDTH), seat_style(seats[view.seat]))
    else:
        line.append(" " * _OWN_WIDTH)
    line.append(" ")
    start_of_share = line.cell_len
    _append_share(line, view, seats, continent, leader, missing, _gap(width))
    if leader is not None:
        end_of_share = start_of_share + len(_gap(width)) + _SHARE_WIDTH
        line.pad_right(end_of_share - line.cell_len)
        _append_missing(line, view, seats, missing, width)
    return line


def _gap(width: int) -> str:
    """Return the gap between the leader's glyph and share."""
    return " " if width >= _ROOMY_WIDTH else ""


def _append_share(
    line: Text,
    view: View,
    seats: Sequence[Seat],
    continent: Continent,
    leader: int | None,
    missing: Sequence[int],
    gap: str = "",
    *,
    in_full: bool = True,
) -> None:
    """Append the leader's share of a continent. Unless ``in_full``, omit a total of two digits."""
    if leader is None:
        return
    total = len(continent.scoring_territories(view.outside_continents))
    sign = seat_glyph(seats[leader].colour)
    count = total - len(missing)
    if count == total:
        label = _("{sign} all", sign=sign)
        fits = in_full or cell_len(label) < _SHARE_WIDTH
        line.append(label if fits else label.replace(" ", ""), badge_style(seats[leader]))
    else:
        share = f"{count}/{total}" if in_full or total < 10 else str(count)
        line.append(f"{sign}{gap}{share}", seat_style(seats[leader]))


def _append_missing(
    line: Text, view: View, seats: Sequence[Seat], missing: list[int], width: int
) -> None:
    """Append the few territories that the leader lacks for a continent, with their owners."""
    shows_armies = width >= _ROOMY_WIDTH
    for territory in missing if len(missing) <= NEAR else ():
        owner, code = view.owner[territory], view.board.base_territory(territory).code
        line.append(" ")
        if owner == NO_SEAT:
            line.append(code, DIM)
            continue
        is_counted = shows_armies and territory not in view.unseen
        armies = str(view.armies[territory]) if is_counted else ""
        seat = seat_on(view, seats, territory)
        line.append(f"{code}{seat_glyph(seat.colour)}{armies}", seat_style(seat))


def _leader_and_missing(view: View, continent: Continent) -> tuple[int | None, list[int]]:
    """Return the seat with the most territories of a continent, and those that it lacks.

    The seat is ``None`` if there is none. Seats that have left the game do not count. Of equal
    seats, the lower number leads.
    """
    counted = continent.scoring_territories(view.outside_continents)
    owners = [view.owner[territory] for territory in counted]
    candidates = {
        owner
        for owner in owners
        if owner != NO_SEAT and view.status[owner] in ("playing", "neutral")
    }
    if not candidates:
        return None, []
    leader = min(candidates, key=lambda seat: (-owners.count(seat), seat))
    return leader, [territory for territory in counted if view.owner[territory] != leader]
