"""What becomes of an eliminated player's cards (FAQ Q2.5.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.sections import Cards


@dataclass(frozen=True, slots=True)
class Elimination:
    """``cards_pass``: the conqueror takes the cards, else they are discarded.

    ``trade_at``: with so many cards the conqueror trades at once, down to ``trade_to`` cards;
    ``None`` where captured cards are kept to the next turn. ``trade_more``: may then trade on;
    ``trade_fewer``: with fewer cards too.
    """

    cards_pass: bool
    trade_at: int | None
    trade_to: int
    trade_more: bool
    trade_fewer: bool

    def limit_for(self, cards: int) -> int | None:
        """How many of ``cards`` may be kept, or ``None`` when this is no time for trading."""
        if self.trade_at is None or (cards < self.trade_at and not self.trade_fewer):
            return None
        return self.trade_to


def make_elimination(cards: Cards) -> Elimination:
    """The elimination rule that a ruleset chooses."""
    return Elimination(
        cards_pass=cards.on_elimination != "discard",
        trade_at=cards.elimination_trade_at if cards.on_elimination == "trade" else None,
        trade_to=cards.elimination_trade_to,
        trade_more=cards.elimination_trade_more,
        trade_fewer=cards.elimination_trade_fewer,
    )
