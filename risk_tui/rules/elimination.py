"""What happens to an eliminated player's cards (FAQ Q2.5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.dataclasses import dataclass

if TYPE_CHECKING:
    from risk_tui.rules.cards_section import CardsSection


@dataclass(frozen=True, slots=True)
class Elimination:
    """The rule for the cards of an eliminated player.

    ``cards_pass``: the conqueror takes the cards, else they are discarded. ``trade_at``: with so
    many cards the conqueror trades at once, down to ``trade_to`` cards; ``None`` where captured
    cards are kept to the next turn. ``trade_more``: whether the conqueror may then trade on;
    ``trade_fewer``: whether they may trade at once with fewer cards too.
    """

    cards_pass: bool
    trade_at: int | None
    trade_to: int
    trade_more: bool
    trade_fewer: bool

    def hand_limit(self, cards: int) -> int | None:
        """How many of ``cards`` may be kept, or ``None`` when none have to or may be traded now."""
        if self.trade_at is None or (cards < self.trade_at and not self.trade_fewer):
            return None
        return self.trade_to


def make_elimination(cards: CardsSection) -> Elimination:
    """Make the elimination rule that a ruleset chooses."""
    return Elimination(
        cards_pass=cards.on_elimination != "discard",
        trade_at=cards.elimination_trade_at if cards.on_elimination == "trade" else None,
        trade_to=cards.elimination_trade_to,
        trade_more=cards.elimination_trade_more,
        trade_fewer=cards.elimination_trade_fewer,
    )
