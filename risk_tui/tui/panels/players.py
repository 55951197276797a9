"""The lines about players: who is in turn, who is asked, and how strong each of them is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from risk_tui.boards.board import GONE, NOBODY
from risk_tui.tui.theme.palette import BAR, GREY, seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, NARROW, STRONG, badge_style, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat

_NARROW_TITLES = {("left",): ("lft",), ("card", "+"): ("cd", "+")}


def players_lines(
    view: View, seats: Sequence[Seat], width: int, away: Collection[int] = ()
) -> list[Text]:
    """A row for each player: territories, armies, cards and income (or armies to place).

    ``▸`` stands before whoever is asked; the name of whoever is in turn is a badge; players whom
    no terminal has are marked as ``away``.
    """
    wide = width >= NARROW
    name_width = width - (23 if wide else 16)
    head = Text(" " + fit("PLAYERS", name_width + 2), HEAD)
    last: tuple[str, ...] = ("left",) if view.round == 0 else ("card", "+")
    titles = ("land", "army", *last) if wide else ("ter", "arm", *_NARROW_TITLES[last])
    widths = _widths(wide, view)
    head.append(
        "".join(title.rjust(width) for title, width in zip(titles, widths, strict=True)), DIM
    )
    lines = [head]
    due = view.decision.seat if view.decision is not None else -1
    for number, seat in enumerate(seats):
        suffix = _name_suffix(seat, number in away, wide)
        lines.append(_player_line(view, seats, number, suffix, name_width, number == due))
    return lines


def share_line(view: View, seats: Sequence[Seat], width: int) -> Text:
    """All armies on the board as one bar: a stretch of its glyph for each seat."""
    armies = [view.armies_of(number) for number in range(len(seats))]
    line, before, total = Text(" "), 0, sum(armies)
    for seat, number in zip(seats, armies, strict=True):
        if not number:
            continue
        # Rounded where the stretches meet, so that together they always fill the bar.
        ends = [(width - 2) * armies_so_far // total for armies_so_far in (before, before + number)]
        before += number
        style = seat_style(seat) + Style(bgcolor=BAR.hex)
        line.append(seat_glyph(seat.colour) * (ends[1] - ends[0]), style)
    return line


def _widths(wide: bool, view: View) -> tuple[int, ...]:
    if view.round == 0:
        return (6, 6, 6) if wide else (4, 4, 4)
    return (5, 5, 5, 4) if wide else (3, 4, 3, 3)


def _player_line(
    view: View, seats: Sequence[Seat], number: int, suffix: str, name_width: int, due: bool
) -> Text:
    seat, status = seats[number], view.status[number]
    if status == "neutral":
        return _neutral_line(view, seat, number, name_width)
    line = Text("▸" if due else " ", STRONG)
    room = name_width - len(suffix)
    name = fit(seat.name, min(room, cell_len(seat.name))) + suffix
    label = f"{seat_glyph(seat.colour)} {name}"
    pad = " " * (name_width - cell_len(name))
    if status != "playing":
        style = Style(color=GREY.hex, strike=status == "eliminated")
        line.append(label, style).append(pad)
        return _append_out(line, view, seats, number, name_width > 10)
    in_turn = number == view.turn and view.decision is not None
    line.append(label, badge_style(seat) if in_turn else seat_style(seat, bold=due)).append(pad)
    line.append(_figures_text(view, number, name_width > 10), STRONG if due else Style())
    return line


def _name_suffix(seat: Seat, away: bool, wide: bool) -> str:
    """The mark behind the name of a computer player, or of somebody who is away."""
    if not seat.is_person:
        return "·bot" if wide else "*"
    if away:
        return "·away" if wide else "~"
    return ""


def _append_out(line: Text, view: View, seats: Sequence[Seat], number: int, wide: bool) -> Text:
    """Append what has become of a player who is not in the game any more."""
    grey = Style(color=GREY.hex)
    if view.status[number] != "eliminated":
        return line.append(f"{len(view.territories_of(number)):3} neutral", grey)
    line.append(" out", grey)
    by = view.beaten_by[number]
    if by not in (NOBODY, GONE):
        line.append(", beaten by " if wide else ", by ", grey)
        line.append(seat_glyph(seats[by].colour), seat_style(seats[by]))
    return line


def _neutral_line(view: View, seat: Seat, number: int, name_width: int) -> Text:
    """The line for an army that nobody plays: it has no cards and no income."""
    grey = seat_style(seat)
    line = Text(f" {seat_glyph(seat.colour)} {fit(seat.name, name_width)}", grey)
    figures = [len(view.territories_of(number)), view.armies_of(number)]
    if view.round == 0 and view.rules.neutral.is_dealt:
        figures.append(view.unplaced[number])
    return line.append(_align(figures, _widths(name_width > 10, view)[: len(figures)]))


def _figures_text(view: View, number: int, wide: bool) -> str:
    figures = [len(view.territories_of(number)), view.armies_of(number)]
    if view.round == 0:
        figures.append(view.unplaced[number])
    else:
        figures += [view.card_counts[number], view.income(number)]
    return _align(figures, _widths(wide, view))


def _align(figures: Sequence[int], widths: Sequence[int]) -> str:
    return "".join(str(figure).rjust(width) for figure, width in zip(figures, widths, strict=True))
