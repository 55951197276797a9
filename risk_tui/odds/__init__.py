"""Exact odds: what a cast of the dice, and a whole fight for a territory, may come to.

``cast`` counts the outcomes of one battle, ``conquest`` gives exact distributions for a fight to
the finish, ``chances`` the same chance of success as quick floats for players that ask often.
"""

from __future__ import annotations

from risk_tui.odds.cast import CLASSIC, Cast, CastOutcome, DiceLimits, Limits, cast
from risk_tui.odds.chances import Chances, chances
from risk_tui.odds.conquest import Conquest, conquest

__all__ = [
    "CLASSIC",
    "Cast",
    "CastOutcome",
    "Chances",
    "Conquest",
    "DiceLimits",
    "Limits",
    "cast",
    "chances",
    "conquest",
]
