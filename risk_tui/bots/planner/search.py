"""Looking ahead: a turn played to its end in mind, and the likely turns of the others after it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.bots.general.evaluation import Evaluation
from risk_tui.bots.general.position import PLAYING
from risk_tui.bots.planner.campaigns import Campaigns
from risk_tui.bots.planner.changed_position import CARDS_OF_A_SET, changed_view
from risk_tui.bots.planner.planner_bot import Planner
from risk_tui.bots.planner.valuation import Valuation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from risk_tui.bots.general.board_analysis import BoardAnalysis
    from risk_tui.bots.planner.campaigns import Campaign
    from risk_tui.bots.planner.outlook import Change
    from risk_tui.bots.planner.valuation import Weights
    from risk_tui.engine.view import View

MAX_CAMPAIGNS = 3
"""The campaigns of one turn that is played in mind."""
NODES = 24
"""The budget of a decision, unless another one is given."""
LOWEST = 0.8
"""The share of the present value below which no campaign is looked at."""
LIKELY = 0.5
"""The chance from which a campaign in mind succeeds."""
MIN_GAIN = 0.004
LIKELY_A_SET = 4
"""The cards with which others are expected to trade a set."""


class Lookahead:
    """What becomes of positions when everybody plays on as the valuation says.

    Dice fall as they do on average, hands are only counted: whatever the view does not show is
    not used. ``nodes`` counts the turns played in mind.
    """

    def __init__(self, analysis: BoardAnalysis, weights: Mapping[str, Weights], seat: int) -> None:
        self._analysis = analysis
        self._weights = weights
        self._seat = seat
        self.nodes = 0

    def value(self, view: View, changes: Sequence[Change], cards: Sequence[int] | None) -> float:
        """The value at the seat's next turn, of a position of this one with changes."""
        after = changed_view(view, changes, view.card_counts if cards is None else cards)
        after = self._rest_of_turn(replace(after, armies_to_place=0), self._seat, 0)
        for seat in self._others(view):
            if after.status[seat] == PLAYING and self._seat in after.owner:
                after = self._turn(after, seat)
        return self._campaigns(after, self._seat, 0).outlook.value()

    def _others(self, view: View) -> list[int]:
        """The other players in the order of their turns."""
        order = list(view.order or range(len(view.status)))
        mine = order.index(self._seat)
        return [seat for seat in order[mine + 1 :] + order[:mine] if view.status[seat] == PLAYING]

    def _campaigns(self, view: View, seat: int, pool: int) -> Campaigns:
        evaluation = Evaluation(replace(view, seat=seat), seat, self._analysis)
        return Campaigns(Valuation(evaluation, self._weights), pool)

    def _turn(self, view: View, seat: int) -> View:
        """The position after the likely turn of another player."""
        pool = view.income(seat)
        cards = list(view.card_counts)
        if cards[seat] >= LIKELY_A_SET:
            sample = self._analysis.best_set(view.rules.card_sets)
            pool += view.rules.card_sets.value(sample, view.sets_traded_for(seat))
            cards[seat] -= CARDS_OF_A_SET
        view = replace(
            view, card_counts=tuple(cards), conquests_this_turn=0, missions=(), hand=(), turn=seat
        )
        return self._rest_of_turn(view, seat, pool)

    def _rest_of_turn(self, view: View, seat: int, pool: int) -> View:
        """The position after the likely campaigns of the player in turn."""
        self.nodes += 1
        for _ in range(MAX_CAMPAIGNS):
            campaigns = self._campaigns(view, seat, pool)
            value = campaigns.outlook.value()
            best = campaigns.best()
            gain = MIN_GAIN * value * (1.0 - value)
            if best is None or best.value <= value + gain or best.chance < LIKELY:
                break
            after = campaigns.going_on(best.changes, best.cards)
            pool = 0 if after is None else after.armies_to_place
            view = after or replace(
                changed_view(view, best.changes, best.cards),
                conquests_this_turn=view.conquests_this_turn + 1,
            )
        return self._placed(view, seat, pool) if pool else view

    def _placed(self, view: View, seat: int, pool: int) -> View:
        """The position with armies placed where they do most."""
        campaigns = self._campaigns(view, seat, 0)
        fronts = campaigns.evaluation.fronts
        if not fronts:
            return view
        outlook, armies = campaigns.outlook, campaigns.armies
        spot = max(fronts, key=lambda place: outlook.after([(place, seat, armies[place] + pool)]))
        return changed_view(view, [(spot, seat, armies[spot] + pool)], view.card_counts)


class Searcher(Planner):
    """Plays the best few of its turns on in mind, with the likely turns of everybody else.

    ``nodes`` is its budget: the turns that it plays in mind for one decision. With more of them it
    looks at more of its own turns.
    """

    def __init__(self, seed: int | str, nodes: int = NODES) -> None:
        super().__init__(seed)
        self._nodes = nodes
        self.nodes_used = 0
        """The turns that were played in mind for the last decision that was thought over."""

    def _best(self, campaigns: Campaigns, value: float, stay: Sequence[Change]) -> Campaign | None:
        """The campaign after whose likely answers the seat stands best; ``None`` to stay."""
        evaluation = campaigns.evaluation
        ranked = campaigns.ranked()
        players = len(campaigns.v.playing)
        options = ranked[: max(0, self._nodes // players - 1)]
        self.nodes_used = 0
        if not evaluation.draws_cards or not options:
            return super()._best(campaigns, value, stay)
        ahead = Lookahead(evaluation.analysis, self.weights(), campaigns.seat)
        best, most = None, (value + ahead.value(evaluation.view, stay, None)) / 2
        most += self.min_gain * most * (1.0 - most)
        for campaign in options:
            if campaign.value < LOWEST * value:
                break
            later = ahead.value(evaluation.view, campaign.changes, campaign.cards)
            likely = campaign.chance * later + (1.0 - campaign.chance) * campaign.failed
            score = (campaign.value + likely) / 2
            if score > most:
                best, most = campaign, score
        self.nodes_used = ahead.nodes
        return best
