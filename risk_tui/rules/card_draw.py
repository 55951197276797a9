"""Drawing a card, and when cards have to be traded (FAQ Q2.5, Q2.5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.rules.cards_section import CardsSection


class CardDraw:
    """The rules about who draws a card, when, and how many cards may be kept."""

    def __init__(self, cards: CardsSection) -> None:
        self.before_fortify = cards.draw == "before fortify"
        """Whether the card is drawn as soon as the attacks are over."""
        self.asks_without_set = cards.asked == "with enough cards"
        """Whether a hand without a set is asked to trade like any other."""
        self.whole_turn = cards.trade_when == "whole turn"
        """Whether sets are traded between attacks, and their armies placed little by little there
        (a house rule of FAQ Q2.5.1)."""
        self._forced_at = cards.forced_at
        self._forced_on_draw = cards.forced_when == "at once"

    def must_trade_from(self, cards: int) -> bool:
        """Whether a hand of that many cards has to be traded from at the start of a turn."""
        return self._forced_at is not None and cards >= self._forced_at

    def hand_limit(self, cards: int) -> int | None:
        """How many of ``cards`` may be kept after drawing, ``None`` if all of them."""
        if self._forced_on_draw and self._forced_at is not None and cards >= self._forced_at:
            return self._forced_at - 1
        return None
