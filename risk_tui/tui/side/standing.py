"""How far everybody is on the way to win: capitals, objectives, announced victories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.tui.map.marks import CAPITAL
from risk_tui.tui.palette import seat_glyph
from risk_tui.tui.words import DIM, HEAD, NARROW, STRONG, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def standing_lines(
    view: View, seats: Sequence[Seat], width: int, *, objectives: bool = False
) -> list[Text]:
    """What the panel tells about the ways to win other than by conquest.

    ``objectives``: each of them has a line, with who has taken it.
    """
    lines = [*_announced(view, seats, width)]
    known = [seat for seat, place in enumerate(view.capitals) if place >= 0]
    if len(known) > 1:
        counts = {seat: capitals_held(view, seat) for seat in known}
        lines.append(_counts(f"{CAPITAL} ", "capitals held", counts, seats, width))
    if view.ruleset.objectives.played:
        counts = {seat: len(view.taken[seat]) for seat in _players(view)}
        lines.append(_counts("✓ ", "objectives taken", counts, seats, width))
        if objectives:
            lines += [line for _, line in objective_lines(view, seats, width)]
    elif any(view.taken):
        counts = {seat: len(view.taken[seat]) for seat in _players(view)}
        lines.append(_counts("✓ ", "missions done", counts, seats, width))
    return lines


def capitals_held(view: View, seat: int) -> int:
    """How many capitals a seat holds, its own included."""
    return sum(place >= 0 and view.owner[place] == seat for place in view.capitals)


def objective_lines(view: View, seats: Sequence[Seat], width: int) -> list[tuple[int, Text]]:
    """Every objective with who has taken it, cut to a width."""
    from risk_tui.language.goals import tell_goal

    holders = {number: seat for seat, taken in enumerate(view.taken) for number in taken}
    lines = []
    for number, goal in enumerate(view.rules.objectives.deck):
        words = tell_goal(goal, seats, view.board)
        line = Text(" ")
        if number in holders:
            seat = seats[holders[number]]
            line.append(f"{seat_glyph(seat.colour)} ", seat_style(seat)).append(words, DIM)
        else:
            line.append("· ", DIM).append(words)
        line.truncate(width, overflow="ellipsis")
        lines.append((number, line))
    return lines


def _announced(view: View, seats: Sequence[Seat], width: int) -> list[Text]:
    """Who has announced a victory; on a narrow panel all in one line."""
    ready = [seat for seat, announced in zip(seats, view.announced, strict=False) if announced]
    narrow = width < NARROW
    if narrow and len(ready) > 1:
        line = Text(" ⚑ ", HEAD)
        for seat in ready:
            line.append(seat_glyph(seat.colour), seat_style(seat))
        return [line.append(" nearly won", STRONG)]
    words = "nearly won" if narrow else "will win if he holds on"
    lines = []
    for seat in ready:
        line = Text(" ⚑ ", HEAD).append(seat.name, seat_style(seat)).append(f" {words}", STRONG)
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def _counts(
    mark: str, title: str, counts: dict[int, int], seats: Sequence[Seat], width: int
) -> Text:
    """A number for each seat in one line."""
    room = width - 3 - 3 * len(counts)
    head = fit(title if len(title) < room else title.split()[0], min(17, room))
    head = head if width >= NARROW else ""
    line = Text(" ").append(mark, HEAD).append(head, DIM)
    for seat, count in counts.items():
        style = seat_style(seats[seat], bold=count > 0)
        line.append(f"{seat_glyph(seats[seat].colour)}{count} ", style)
    return line


def _players(view: View) -> list[int]:
    return [seat for seat, status in enumerate(view.status) if status == "playing"]
