"""Drawing a card, and when cards have to be traded (FAQ Q2.5, Q2.5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.sections import Cards
    from risk_tui.engine.state import State


class Draw:
    """Who draws, when, and how many cards may be kept."""

    def __init__(self, cards: Cards) -> None:
        self.before_fortify = cards.draw == "before fortify"
        """Whether the card is drawn as soon as the attacks are over."""
        self.asks_everybody = cards.asked == "with enough cards"
        """Whether a hand without a set is asked to trade like any other."""
        self.whole_turn = cards.trade_when == "whole turn"
        """Whether sets are traded between attacks, and their armies placed little by little there
        (a house rule of FAQ Q2.5.1)."""
        self._objectives_bar = cards.award == "none with an objective"
        self._forced_at = cards.forced_at
        self._at_once = cards.forced_when == "at once"

    def earned(self, state: State) -> bool:
        """Whether the seat in turn gets a card (for a conquest; an objective may bar it)."""
        return state.conquests > 0 and not (self._objectives_bar and state.objective)

    def forced(self, cards: int) -> bool:
        """Whether so many cards have to be traded from at the start of a turn."""
        return self._forced_at is not None and cards >= self._forced_at

    def limit_for(self, cards: int) -> int | None:
        """How many of ``cards`` may be kept after drawing, ``None`` if all of them."""
        if self._at_once and self._forced_at is not None and cards >= self._forced_at:
            return self._forced_at - 1
        return None
