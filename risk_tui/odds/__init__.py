"""Exact odds, by the combat rules in play: of a cast, a fight, a campaign, a hand of cards.

``cast`` counts the outcomes of one battle, ``conquest`` tells how a fight for a territory may
end, ``chances`` the same chance of success as quick tables for players that ask often. Both sides
roll as many dice as they may; a defender who sees the roll chooses as ``defence`` tells.
"""

from __future__ import annotations

from risk_tui.odds.campaign import Campaign, campaign
from risk_tui.odds.cast import Cast, Outcome, cast
from risk_tui.odds.chances import Chances, chances
from risk_tui.odds.conquest import Conquest, conquest
from risk_tui.odds.powers import NONE, Powers
from risk_tui.odds.shares import CLASSIC

__all__ = [
    "CLASSIC",
    "NONE",
    "Campaign",
    "Cast",
    "Chances",
    "Conquest",
    "Outcome",
    "Powers",
    "campaign",
    "cast",
    "chances",
    "conquest",
]
