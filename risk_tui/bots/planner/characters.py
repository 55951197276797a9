"""The characters: one evaluation with different weights, and Oskar, who also considers replies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.bots.planner.aims import Evaluation
from risk_tui.bots.planner.campaigns import CERTAIN, NEAR_CERTAIN, Campaigns, changes_of_failure
from risk_tui.bots.planner.outlook import CARDS_OF_A_SET, changed_view
from risk_tui.bots.planner.planner_bot import Planner
from risk_tui.bots.planner.valuation import SETS, Valuation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.bots.planner.campaigns import Campaign
    from risk_tui.bots.planner.outlook import Change, Outlook
    from risk_tui.engine.view import View


class Greta(Planner):
    """Wants continents above all, and does not leave their borders."""

    character = "greta"


class Ivo(Planner):
    """Wants cards above all, and to eliminate their holders.

    In a duel he does not defend his territories.
    """

    character = "ivo"


LIKELY_A_SET = 4
"""The number of cards with which a trade is expected."""
NODES_OF_A_CAMPAIGN = 2
"""The most replies per campaign: to its success, and to its failure."""


class Replies:
    """The value of a position for a seat after the best reply of the ``rival``.

    The rival is expected to have their income and the set that their cards make likely, and to use
    the same weights; hidden information is not used. ``nodes`` counts the turns searched.
    """

    def __init__(self, campaigns: Campaigns, rival: int) -> None:
        self._campaigns = campaigns
        self._view = campaigns.evaluation.view
        self._seat = campaigns.seat
        self._rival = rival
        self._before: Outlook | None = None
        self.nodes = 0

    def to_changes(self, changes: Sequence[Change]) -> float:
        """Return the chance to win after changes to territories, and a reply."""
        return self._to(changed_view(self._view, changes, self._view.card_counts))

    def to_campaign(self, campaign: Campaign) -> float:
        """Return the chance to win after trying a campaign, and a reply."""
        wins = campaign.succeeded >= 1.0
        value = 1.0 if wins else self._to(self._campaigns.after(campaign))
        if campaign.chance >= NEAR_CERTAIN:
            return value
        failed = self.to_changes(changes_of_failure(campaign.legs, self._seat))
        return campaign.chance * value + (1.0 - campaign.chance) * failed

    def _to(self, view: View) -> float:
        """Return the chance to win if a turn ends in this position, after a reply."""
        if self._rival not in view.owner:
            return 1.0
        self.nodes += 1
        v = self._campaigns.v
        evaluation = Evaluation(self._their_turn(view), self._rival, v.evaluation.analysis)
        theirs = Campaigns(Valuation(evaluation, v.by_table), before=self._before, looks_on=False)
        self._before = theirs.outlook
        return 1.0 - theirs.best_use()

    def _their_turn(self, view: View) -> View:
        """Return the start of the rival's turn, as far as it is known."""
        rival = self._rival
        armies, cards = view.income(rival), list(view.card_counts)
        if cards[rival] >= LIKELY_A_SET:
            armies += round(self._campaigns.v.set_values[min(cards[rival], len(SETS) - 1)])
            cards[rival] -= CARDS_OF_A_SET
        return replace(
            view,
            seat=rival,
            armies_to_place=armies,
            card_counts=tuple(cards),
            conquests_this_turn=0,
            hand=(),
            missions=(),
            decision=None,
            offers=(),
        )


REPLY_SHARE = 0.75
"""The weight of a campaign's value after a reply; its immediate value has the rest."""
MAX_BEHIND = 0.05
"""The largest disadvantage of a campaign, compared with staying, for replies to be searched."""


class Searcher(Planner):
    """With two players left, considers the other's reply to the best campaigns.

    Against several players it values armies and cards more than Mira, and territories less.
    ``nodes`` is its budget: the replies that it may search for one decision. A larger budget allows
    more campaigns.
    """

    character = "oskar"

    def __init__(self, seed: int | str, nodes: int) -> None:
        super().__init__(seed)
        self.nodes = nodes
        self.nodes_used = 0
        """The replies searched for the last decision."""

    def _best(self, campaigns: Campaigns, value: float, stay: Sequence[Change]) -> Campaign | None:
        """Return the campaign with the best chances after a reply; ``None`` to stay."""
        self.nodes_used = 0
        rivals = [seat for seat in campaigns.v.playing if seat != campaigns.seat]
        most = (self.nodes - 1) // NODES_OF_A_CAMPAIGN
        is_weighed = value < CERTAIN and campaigns.evaluation.draws_cards
        if len(rivals) > 1 or most < 1 or not is_weighed:
            return super()._best(campaigns, value, stay)
        options = [it for it in campaigns.best_campaigns(most) if it.value > value - MAX_BEHIND]
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
    """Combine the values of a campaign at once and after a reply."""
    return (1.0 - REPLY_SHARE) * at_once + REPLY_SHARE * replied
