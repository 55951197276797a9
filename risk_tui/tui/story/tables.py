"""Tables of a story as rows of text: turning points, each seat's figures, secrets, the review."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from risk_tui.data.clean_text import printable
from risk_tui.data.language import _, colon, join_and
from risk_tui.story.plain import TABLE_NOTES, figure_cells
from risk_tui.text.words import card_name
from risk_tui.text.wrapping import line_spans
from risk_tui.tui.text_widgets import coloured_names, filled_text
from risk_tui.tui.theme.palette import PICKED, seat_glyph
from risk_tui.tui.theme.styles import CALM, DIM, HEAD, STRONG, fit, seat_style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.story.review import Mistake, Review
    from risk_tui.story.story import Story


Row = TypeVar("Row")

_NAME_WIDTH = 15
"""Columns for a player's glyph and name."""
_COLUMNS = {
    "took": 6,
    "gave": 6,
    "beat": 6,
    "lost": 6,
    "luck": 8,
    "cards": 7,
    "sets": 11,
    "time": 9,
}
"""The usual widths of the columns of figures, in cells, by title."""
_ROUND_WIDTH = 4
"""Columns for the round of a turning point or a mistake."""


def wrapped(text: Text, width: int, names: tuple[str, ...] = ()) -> list[Text]:
    """Wrap a text to ``width`` columns, without indents. Styles stay, and ``names`` stay whole."""
    return [text[start:end] for _, start, end in line_spans(text.plain, width, names, hang=False)]


def point_lines(
    story: Story, width: int, height: int, selected: int | None, names: tuple[str, ...]
) -> tuple[list[Text], list[int]]:
    """Return the turning points in at most ``height`` rows, including the selected one.

    Returns:
        The rows, and for each the index of its turning point, -1 if it is about none.
    """
    rows: list[tuple[Text, int]] = []
    for number, point in enumerate(story.turning_points):
        for index, part in enumerate(
            wrapped(coloured_names(point.parts, story.seats, CALM), width - _ROUND_WIDTH - 4, names)
        ):
            glyph = seat_glyph(story.seats[point.seat].colour) if not index else " "
            line = Text(f"{point.round if not index else '':>{_ROUND_WIDTH}} ", DIM)
            line.append(f"{glyph} ", seat_style(story.seats[point.seat])).append_text(part)
            if number == selected:
                _highlight(line, width)
            rows.append((line, number))
    if not rows:
        rows = [(Text(_(" No turning points yet."), DIM), -1)]
    selected_rows = [row for row, (_, number) in enumerate(rows) if number == selected]
    visible, arrows = _rows_around(rows, selected_rows[-1] if selected_rows else 0, height)
    heading = Text(_(" TURNING POINTS") + arrows, HEAD)
    return [heading, *(line for line, _ in visible)], [-1, *(number for _, number in visible)]


def _highlight(line: Text, width: int) -> None:
    """Highlight a line as selected, padded to all but the last of ``width`` columns."""
    line.append(" " * max(width - line.cell_len - 1, 0))
    line.stylize(Style(bgcolor=PICKED.hex))


def _rows_around(rows: Sequence[Row], chosen: int, height: int) -> tuple[Sequence[Row], str]:
    """Return the rows around the chosen one that fit below a heading.

    Returns:
        The rows, and the arrows for the heading; empty if all rows fit.
    """
    room = max(height - 1, 1)
    first = min(max(chosen - room // 2, 0), max(len(rows) - room, 0))
    return rows[first : first + room], " ↑↓" if len(rows) > room else ""


def table_lines(story: Story, width: int) -> list[Text]:
    """Return a row for every seat: conquests, losses, luck, cards, time and outcome.

    If the outcome would be cut, columns become narrower; if that is not enough, time is dropped.
    """
    rows = [_figures(story, number) for number in range(len(story.seats))]
    outcomes = [_outcome(story, number) for number in range(len(story.seats))]
    outcome_width = max(outcome.cell_len for outcome in outcomes)
    sizes = _column_sizes(rows, width - _NAME_WIDTH - outcome_width)
    head = Text(fit(_(" PLAYERS"), _NAME_WIDTH), HEAD)
    head.append("".join(_(title).rjust(size) for title, size in sizes.items()), DIM)
    lines = [head]
    for number, (seat, figures) in enumerate(zip(story.seats, rows, strict=True)):
        line = Text(f" {seat_glyph(seat.colour)} ", seat_style(seat))
        line.append(fit(seat.name, _NAME_WIDTH - 3), seat_style(seat, bold=number in story.winners))
        line.append("".join(figures[name].rjust(size) for name, size in sizes.items()), STRONG)
        line.append_text(outcomes[number])
        line.truncate(width, overflow="ellipsis")
        lines.append(line)
    return lines


def _figures(story: Story, number: int) -> dict[str, str]:
    """Return the figures of a seat by title; time only if a seat used at least a second."""
    figures = figure_cells(story.tallies[number])
    figures["luck"] = figures["luck"].replace("-", "−")
    if not any((tally.seconds or 0) >= 1 for tally in story.tallies):
        del figures["time"]
    return figures


def _column_sizes(rows: Sequence[Mapping[str, str]], room: int) -> dict[str, int]:
    """Return the width of each column by title, such that all fit in ``room`` cells if possible.

    Columns have their usual widths, else the smallest possible ones; last of all time is dropped.
    """
    sizes = {title: max(_COLUMNS[title], cell_len(_(title)) + 1) for title in rows[0]}
    if sum(sizes.values()) > room:
        sizes = {
            title: 1 + max(cell_len(_(title)), *(len(figures[title]) for figures in rows))
            for title in sizes
        }
    if sum(sizes.values()) > room:
        sizes.pop("time", None)
    return sizes


def table_notes(width: int) -> list[Text]:
    """Return the lines that explain the table's columns."""
    return [line for note in TABLE_NOTES for line in _wrap_indented(Text(_(note), DIM), width)]


def _outcome(story: Story, number: int) -> Text:
    """Return the outcome of the game for a seat, for the end of its row."""
    tally = story.tallies[number]
    if number in story.winners:
        return Text(_("  ★ won"), HEAD)
    if tally.out is None:
        return Text()
    if tally.out_by is None:
        return Text(_(" out in {round}", round=tally.out), DIM)
    by = story.seats[tally.out_by]
    sign = Text(seat_glyph(by.colour), seat_style(by))
    return filled_text(_(" out in {round} by {seat}"), DIM, round=str(tally.out), seat=sign)


def secret_lines(story: Story, width: int, names: tuple[str, ...]) -> list[Text]:
    """Return all missions and last hands if the game is over; otherwise nothing."""
    lines: list[Text] = []
    for number, seat in enumerate(story.seats):
        secrets = []
        if number < len(story.missions) and story.missions[number]:
            missions = "; ".join(story.missions[number])
            secrets.append(_("mission: {missions}", missions=missions))
        if number < len(story.hands) and story.hands[number]:
            cards = join_and([card_name(card, story.board) for card in story.hands[number]])
            secrets.append(_("cards at the end: {cards}", cards=cards))
        for text in secrets:
            sign = Text(f" {seat_glyph(seat.colour)} ", seat_style(seat))
            for part in wrapped(Text(text, CALM), width - 4, names):
                lines.append(sign + part)
                sign = Text("   ")
    return [Text(_(" WHAT WAS HIDDEN"), HEAD), *lines] if lines else []


def review_lines(
    story: Story, review: Review, width: int, height: int, selected: int, names: tuple[str, ...]
) -> list[Text]:
    """Return the review in at most ``height`` rows, including the selected mistake."""
    rows: list[Text] = []
    chosen = number = 0
    for seat in review.seats:
        player = story.seats[seat]
        head = Text(f" {seat_glyph(player.colour)} ", seat_style(player))
        head.append(player.name, seat_style(player, bold=True))
        head.append(colon() + review.summary(seat, player.name), CALM)
        rows += _wrap_indented(head, width, names)
        for mistake in review.of(seat):
            for index, part in enumerate(_mistake_lines(mistake, width, names)):
                line = Text(f"{mistake.round if not index else '':>{_ROUND_WIDTH}}  ", DIM)
                line.append_text(part)
                if number == selected:
                    chosen = len(rows)
                    _highlight(line, width)
                rows.append(line)
            number += 1
        rows.append(Text())
    rows += _wrap_indented(Text(f" {review.basis}", DIM), width, names)
    visible, arrows = _rows_around(rows, chosen, height)
    return [Text(_(" REVIEW") + arrows, HEAD), *visible]


def _wrap_indented(text: Text, width: int, names: tuple[str, ...] = ()) -> list[Text]:
    """Wrap a text that starts with a space, and indent its further lines by one column too."""
    first, *rest = wrapped(text, width - 2, names)
    return [first, *(Text(" ").append_text(line) for line in rest)]


def _mistake_lines(mistake: Mistake, width: int, names: tuple[str, ...]) -> list[Text]:
    """Return the lines of a mistake without its round, with its cost highlighted."""
    text = Text(printable(mistake.sentence), CALM)
    text.highlight_words([mistake.cost_words], HEAD)
    return wrapped(text, width - _ROUND_WIDTH - 4, names)
