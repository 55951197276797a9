"""Capitals: what their loss means, and what becomes of their cards (FAQ Q2.2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.winning import Capitals as CapitalsSection


class Capitals:
    """What a ruleset says about capitals."""

    def __init__(self, section: CapitalsSection, seats: int) -> None:
        self.played = section.played
        """Whether every player chooses a capital."""
        self.needed = section.to_win[seats] if section.played and section.to_win else None
        """How many capitals of others win with one's own; ``None`` where capitals win nothing."""
        self.cards_set_aside = section.cards == "set aside"
        """Whether the capitals' cards leave the deck (US 1993 booklet)."""
        self.loser_is_out = section.lost == "is out"
        """Whether who loses his capital leaves, his armies staying as neutral ones."""
        self.loser_hands_over = section.lost == "hands over"
        """Whether everything of who loses his capital falls to the conqueror."""
