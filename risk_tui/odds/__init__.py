"""Exact odds of a roll, a fight, a campaign and a hand of cards, under the rules in play.

Imports ``rules`` and ``boards``; only ``position_odds``, ``card_odds`` and ``luck`` may import
the ``engine``. Both sides roll as many dice as they may; a defender who sees the roll chooses as
``best_defence`` describes.

Start with ``roll_odds`` for one battle, ``fight_to_finish`` for a fight for a territory, and
``fast_odds`` for tables of the chance of conquest.
"""

from __future__ import annotations

from risk_tui.odds.campaign import CampaignOdds, campaign_odds
from risk_tui.odds.fight import FastOdds, FightResult, fast_odds, fight_to_finish
from risk_tui.rules.combat import NO_DICE_CHANGES, DiceChanges
from risk_tui.rules.roll_odds import RollOdds, RollResult, roll_odds

__all__ = [
    "NO_DICE_CHANGES",
    "CampaignOdds",
    "DiceChanges",
    "FastOdds",
    "FightResult",
    "RollOdds",
    "RollResult",
    "campaign_odds",
    "fast_odds",
    "fight_to_finish",
    "roll_odds",
]
