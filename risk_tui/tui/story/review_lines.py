"""The review of a game as rows of text: of each person luck and decisions, the worst ones first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from risk_tui.data.clean_text import printable
from risk_tui.tui.story.tables import wrapped
from risk_tui.tui.theme.palette import PICKED, seat_glyph
from risk_tui.tui.theme.styles import CALM, DIM, HEAD, seat_style

if TYPE_CHECKING:
    from risk_tui.story.review import Mistake, Review
    from risk_tui.story.story import Story

_ROUND = 4


def mistakes_in_order(review: Review) -> list[Mistake]:
    """All mistakes in the order in which they are shown."""
    return [mistake for seat in review.seats for mistake in review.of(seat)]


def review_lines(
    story: Story, review: Review, width: int, height: int, selected: int, names: tuple[str, ...]
) -> list[Text]:
    """The review in at most ``height`` rows, with the selected mistake among them."""
    rows: list[Text] = []
    chosen = number = 0
    for seat in review.seats:
        player = story.seats[seat]
        head = Text(f" {seat_glyph(player.colour)} ", seat_style(player))
        head.append(player.name, seat_style(player, bold=True))
        head.append(f": {review.summary(seat, player.name)}", CALM)
        rows += _hanging(head, width, names)
        for mistake in review.of(seat):
            for index, part in enumerate(_sentence(mistake, width, names)):
                line = Text(f"{mistake.round if not index else '':>{_ROUND}}  ", DIM)
                line.append_text(part)
                if number == selected:
                    chosen = len(rows)
                    line.append(" " * max(width - line.cell_len - 1, 0))
                    line.stylize(Style(bgcolor=PICKED.hex))
                rows.append(line)
            number += 1
        rows.append(Text())
    rows += _hanging(Text(f" {review.basis}", DIM), width, names)
    room = max(height - 1, 1)
    first = min(max(chosen - room // 2, 0), max(len(rows) - room, 0))
    more = " ↑↓" if len(rows) > room else ""
    return [Text(f" REVIEW{more}", HEAD), *rows[first : first + room]]


def _hanging(text: Text, width: int, names: tuple[str, ...]) -> list[Text]:
    """A text in lines that all begin a column in."""
    first, *rest = wrapped(text, width - 2, names)
    return [first, *(Text(" ").append_text(line) for line in rest)]


def _sentence(mistake: Mistake, width: int, names: tuple[str, ...]) -> list[Text]:
    """A mistake without its round, in lines; what it cost stands out."""
    text = Text(printable(mistake.text.partition(": ")[2]), CALM)
    text.highlight_words([mistake.costs], HEAD)
    return wrapped(text, width - _ROUND - 4, names)
