"""Exact odds under the combat rules in play: of a roll, a fight, a campaign, a hand of cards.

Imports ``rules`` and ``boards``; only ``position_odds``, ``card_odds`` and ``luck`` may know the
``engine``. Both sides roll as many dice as they may; a defender who sees the roll chooses as
``best_defence`` describes.

Start with ``roll_odds`` for one battle, ``fight_to_finish`` for a fight for a territory, and
``fast_odds`` for quick tables of the chance of success.
"""

from __future__ import annotations

from risk_tui.odds.campaign import CampaignOdds, campaign_odds
from risk_tui.odds.fight import FastOdds, FightResult, fast_odds, fight_to_finish
from risk_tui.odds.roll import RollOdds, RollResult, roll_odds
from risk_tui.rules.combat import NONE, DiceChanges

__all__ = [
    "NONE",
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
