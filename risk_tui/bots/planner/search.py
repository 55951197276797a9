"""The strongest player: campaigns, and what the other one can reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.planner.campaigns import CERTAIN
from risk_tui.bots.planner.planner_bot import Planner
from risk_tui.bots.planner.replies import NODES_OF_A_CAMPAIGN, Replies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.planner.campaigns import Campaign, Campaigns
    from risk_tui.bots.planner.outlook import Change

REPLY_SHARE = 0.75
"""How much what a campaign is worth after a reply counts, beside what it is worth at once."""
MAX_BEHIND = 0.05
"""How much worse than to stay a campaign may look before any reply is looked into."""


class Searcher(Planner):
    """Where two are left, weighs for the best of its campaigns how the other one can reply.

    Among several it counts armies and cards for more than Mira, and land for less. ``nodes`` is
    its budget: the replies that it may look into for one decision. With more of them it weighs more
    of its own campaigns.
    """

    character = "oskar"

    def __init__(self, seed: int | str, nodes: int) -> None:
        super().__init__(seed)
        self.nodes = nodes
        self.nodes_used = 0
        """The replies that were looked into for the last decision that was thought over."""

    def _best(self, campaigns: Campaigns, value: float, stay: Sequence[Change]) -> Campaign | None:
        """The campaign with the best chances after a reply; ``None`` to stay."""
        self.nodes_used = 0
        rivals = [seat for seat in campaigns.v.playing if seat != campaigns.seat]
        most = (self.nodes - 1) // NODES_OF_A_CAMPAIGN
        is_weighed = value < CERTAIN and campaigns.evaluation.draws_cards
        if len(rivals) > 1 or most < 1 or not is_weighed:
            return super()._best(campaigns, value, stay)
        options = [it for it in campaigns.ranked(most) if it.value > value - MAX_BEHIND]
        if not options:
            return None
        replies = Replies(campaigns, *rivals)
        best, highest = None, _mixed(value, replies.to_changes(stay))
        highest += self.min_gain * highest * (1.0 - highest)
        for campaign in options:
            score = _mixed(campaign.value, replies.to_campaign(campaign))
            if score > highest:
                best, highest = campaign, score
        self.nodes_used = replies.nodes
        return best


def _mixed(at_once: float, replied: float) -> float:
    """What a campaign is worth, by what it is at once and after the reply."""
    return (1.0 - REPLY_SHARE) * at_once + REPLY_SHARE * replied
