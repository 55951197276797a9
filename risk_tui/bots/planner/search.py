"""Looking ahead: whom the others may beat in their next turns, once a campaign has succeeded."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from risk_tui.bots.general.position import PLAYING, Position
from risk_tui.bots.planner.campaigns import MAX_LAST_TERRITORIES
from risk_tui.bots.planner.changed_position import changed_view
from risk_tui.bots.planner.legs import shared_out
from risk_tui.bots.planner.planner_bot import Planner
from risk_tui.bots.planner.sweeps import sweep
from risk_tui.bots.planner.valuation import SETS, shipped_weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from risk_tui.bots.general.board_analysis import BoardAnalysis
    from risk_tui.bots.planner.campaigns import Campaign, Campaigns
    from risk_tui.bots.planner.outlook import Change
    from risk_tui.bots.planner.valuation import Weights
    from risk_tui.engine.view import View

NODES = 24
"""The budget of a decision, unless another one is given."""
LIKELY = 0.5
"""The chance from which others are expected to try to beat somebody."""


class Lookahead:
    """What may become of a seat before its next turn: whom each of the others could beat.

    They are expected to have their income, and the set that their cards make likely; what the view
    does not show is not used. ``nodes`` counts the turns of others that were looked into.
    """

    def __init__(self, analysis: BoardAnalysis, seat: int) -> None:
        self._analysis = analysis
        self._seat = seat
        self.nodes = 0

    def safety(self, view: View) -> float:
        """The chance that nobody wins so much by beating somebody that the seat has lost."""
        safety = 1.0
        mine = view.armies_of(self._seat)
        for seat in range(len(view.status)):
            if seat == self._seat or view.status[seat] != PLAYING:
                continue
            self.nodes += 1
            position = Position(replace(view, seat=seat), seat, self._analysis)
            worst = 0.0
            for victim, chance in self._beaten(position):
                weight = 1.0
                if victim != self._seat:
                    cards = view.card_counts[victim] if view.rules.elimination.cards_pass else 0
                    gain = cards * position.card_value
                    weight = gain / (gain + mine + 1.0)
                worst = max(worst, chance * weight)
            safety *= 1.0 - worst
        return safety

    def _beaten(self, position: Position) -> Iterator[tuple[int, float]]:
        """Whom a seat could beat in its next turn, and how likely."""
        view, seat = position.view, position.seat
        sets = SETS[min(view.card_counts[seat], len(SETS) - 1)]
        pool = int(view.income(seat) + min(1.0, sets) * position.set_value)
        for victim in position.rivals:
            if not 0 < position.counts[victim] <= MAX_LAST_TERRITORIES:
                continue
            theirs = [place for place, owner in enumerate(view.owner) if owner == victim]
            legs = sweep(position, view.owner, view.armies, pool, theirs)
            if not legs:
                continue
            chance = 1.0
            for leg in shared_out(position.odds, legs, pool):
                chance *= position.odds.conquest_chance(leg.fighting, leg.defenders)
            if chance >= LIKELY:
                yield victim, chance


@cache
def _tuned() -> Mapping[str, Weights]:
    """What won most among several: see ``docs/bots.md``."""
    weights = shipped_weights()
    among_several = weights["many"].changed(
        reach=1.49,
        boldness=0.74,
        armies=1.65,
        income=0.5,
        territories=0.64,
        fronts=1.42,
        prospect=0.22,
        cards=1.42,
    )
    return {**weights, "many": among_several}


class Searcher(Planner):
    """Weighs, for the best few of its campaigns, whom the others could beat after them.

    Among several it counts armies and cards for more than Mira, and land for less. ``nodes`` is
    its budget: the turns of others that it looks into for one decision. With more of them it looks
    at more of its own campaigns.
    """

    def __init__(self, seed: int | str, nodes: int = NODES) -> None:
        super().__init__(seed)
        self._nodes = nodes
        self.nodes_used = 0
        """The turns of others that were looked into for the last decision that was thought over."""

    def weights(self) -> Mapping[str, Weights]:
        return _tuned()

    def _best(self, campaigns: Campaigns, value: float, stay: Sequence[Change]) -> Campaign | None:
        """The campaign after which the seat stands best and safest; ``None`` to stay."""
        evaluation = campaigns.evaluation
        ranked = campaigns.ranked()
        others = max(1, len(campaigns.v.playing) - 1)
        options = ranked[: max(0, self._nodes // others - 1)]
        self.nodes_used = 0
        if not evaluation.draws_cards or not options:
            return super()._best(campaigns, value, stay)
        view = evaluation.view
        ahead = Lookahead(evaluation.analysis, campaigns.seat)
        best, most = None, value * ahead.safety(changed_view(view, stay, view.card_counts))
        most += self.min_gain * most * (1.0 - most)
        for campaign in options:
            if campaign.value <= most:
                break
            score = campaign.value * ahead.safety(_placed(campaigns.after(campaign)))
            if score > most:
                best, most = campaign, score
        self.nodes_used = ahead.nodes
        return best


def _placed(view: View) -> View:
    """The position with the armies in hand where most of the seat's stand."""
    if not view.armies_to_place or view.seat is None:
        return view
    place = max(
        (place for place, owner in enumerate(view.owner) if owner == view.seat),
        key=lambda place: view.armies[place],
    )
    armies = view.armies[place] + view.armies_to_place
    return changed_view(view, [(place, view.seat, armies)], view.card_counts)
