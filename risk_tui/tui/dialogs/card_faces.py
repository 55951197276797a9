"""Cards as they lie on a table: a frame with the symbol and the territory, side by side."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from rich.text import Text

from risk_tui.boards.board import CardSymbol
from risk_tui.data.dataclasses import dataclass
from risk_tui.tui.theme.styles import ASKED, CALM, DIM, GOOD, STRONG, fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.style import Style

SYMBOLS = {
    CardSymbol.INFANTRY: "♟",
    CardSymbol.CAVALRY: "♞",
    CardSymbol.ARTILLERY: "♜",
    CardSymbol.JOKER: "★",
    CardSymbol.POWER: "✦",
}

ROWS = 6
"""Rows of a card."""

CARDS_IN_ROW = 4
"""Cards side by side in the smallest terminal."""

_COLUMNS = 14
"""Columns within a card's frame: enough for a territory's name in two rows."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """What is seen of one card.

    ``number`` is the digit that chooses it, ``is_current`` whether the keys are on it,
    ``in_set`` whether it belongs to a set that can be traded, ``is_own`` whether whoever holds
    the card also holds its territory, and ``stars`` how many it counts.
    """

    number: int
    symbol: CardSymbol
    territory: str
    is_current: bool = False
    is_chosen: bool = False
    in_set: bool = False
    is_own: bool = False
    stars: int = 0

    def lines(self) -> list[Text]:
        """The rows of the card."""
        frame = ASKED if self.is_chosen else STRONG if self.is_current else DIM
        top = f"{'▸' if self.is_current else '─'}{self.number}"
        top = (f"{top.ljust(3, '─')} chosen " if self.is_chosen else top).ljust(_COLUMNS, "─")
        foot = "★" * self.stars or ("a set" if self.in_set else "")
        bottom = f"╰{(f' {foot} ' if foot else '').center(_COLUMNS, '─')}╯"
        name, *more = wrap(self.territory, _COLUMNS) or [""]
        symbol = f"{SYMBOLS[self.symbol]} {self.symbol}"
        rows: list[tuple[str, Style]] = [
            (symbol, STRONG if self.is_chosen else CALM),
            (name, CALM),
            (" ".join(more), CALM),
            ("yours" if self.is_own else "", GOOD),
        ]
        lines = [Text(f"╭{top}╮", frame)]
        for row, style in rows:
            lines.append(Text.assemble(("│", frame), (fit(row, _COLUMNS), style), ("│", frame)))
        lines.append(Text(bottom, frame))
        return lines


def side_by_side(faces: Sequence[CardFace]) -> Text:
    """Cards in rows of ``CARDS_IN_ROW``."""
    rows: list[Text] = []
    for start in range(0, len(faces), CARDS_IN_ROW):
        cards = [face.lines() for face in faces[start : start + CARDS_IN_ROW]]
        rows += [Text(" ").join(pieces) for pieces in zip(*cards, strict=True)]
    return Text("\n", no_wrap=True).join(rows)
