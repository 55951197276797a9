"""How near every seat is to a victory: what it holds or took for one, announced victories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.tui.theme.palette import seat_glyph
from risk_tui.tui.theme.styles import DIM, HEAD, NARROW, STRONG, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.hooks import OpenGoals, Standing
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def victory_lines(
    view: View, seats: Sequence[Seat], width: int, *, goals: bool = False
) -> list[Text]:
    """The panel's lines about victories other than by conquest.

    ``goals``: each goal that everybody sees has a line, with who has taken it.
    """
    lines = [*_announcement_lines(view, seats, width)]
    for standing in view.standings():
        lines.append(standing_line(standing, seats, width))
    for open_goals in view.open_goals() if goals else ():
        lines += goal_lines(open_goals, view.board, seats, width)
    return lines


def goal_lines(
    open_goals: OpenGoals, board: Board, seats: Sequence[Seat], width: int
) -> list[Text]:
    """A line for every goal that everybody sees, with who has taken it, cut to a width."""
    from risk_tui.text.words import describe_goal

    lines = []
    for goal, taker in open_goals.goals:
        words = describe_goal(goal, seats, board)
        if len(words) > width - 3:
            words = describe_goal(goal, seats, board, short=True)
        line = Text(" ")
        if taker is not None:
            seat, style = seats[taker], "" if open_goals.are_own else DIM
            line.append(f"{seat_glyph(seat.colour)} ", seat_style(seat)).append(words, style)
        else:
            line.append("· ", DIM).append(words)
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def _announcement_lines(view: View, seats: Sequence[Seat], width: int) -> list[Text]:
    """A line for each seat that has announced a victory; on a narrow panel one for all."""
    announcers = [
        seat
        for seat, has_announced in zip(seats, view.victory_announced, strict=False)
        if has_announced
    ]
    narrow = width < NARROW
    if narrow and len(announcers) > 1:
        line = Text(" ⚑ ", HEAD)
        for seat in announcers:
            line.append(seat_glyph(seat.colour), seat_style(seat))
        return [line.append(" nearly won", STRONG)]
    words = "nearly won" if narrow else "will win if they hold on"
    lines = []
    for seat in announcers:
        line = Text(" ⚑ ", HEAD).append(seat.name, seat_style(seat)).append(f" {words}", STRONG)
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def standing_line(standing: Standing, seats: Sequence[Seat], width: int) -> Text:
    """A number for each seat in one line, and how many win: in the longest form that fits."""
    title = standing.title
    needed = f"of {standing.needed}" if standing.needed else ""
    forms = [(fit(title, 17), " ", needed), (title.split()[0] + " ", " ", needed)]
    forms = forms if width >= NARROW else []
    for head, gap, end in (*forms, ("", " ", needed), ("", " ", ""), ("", "", "")):
        line = Text(" ").append(f"{standing.sign} ", HEAD).append(head, DIM)
        for seat, count in standing.counts.items():
            style = seat_style(seats[seat], bold=count > 0)
            line.append(f"{seat_glyph(seats[seat].colour)}{count}{gap}", style)
        line.append(end, DIM)
        line.rstrip()
        if line.cell_len <= width:
            break
    return line
