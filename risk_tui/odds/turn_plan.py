"""The plan of a turn: campaigns, and what of them is still to be fought."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, TypeAlias

from risk_tui.odds import position_odds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from risk_tui.engine.view import View
    from risk_tui.odds.branching_campaign import Branch, CampaignPlan

CampaignPath: TypeAlias = "tuple[int, tuple[Branch, ...]]"
"""A source, and the branches that armies are to take from there."""


class TurnPlan:
    """Campaigns for one turn of a player: the one that goes on, or else their next one."""

    def __init__(self, campaigns: Sequence[CampaignPath] = ()) -> None:
        self.campaigns = tuple(campaigns)
        self._turn: tuple[int, int] | None = None
        """The turn that it is for, once it has begun."""

    def remaining(self, view: View) -> tuple[CampaignPath, ...]:
        """What is still to be taken, and can be; nothing once the attacks of its turn are over."""
        seat, now = position_odds.acting_or_own_seat(view), (view.turn, view.round)
        if view.turn == seat and self._turn is None:
            self._turn = now
        is_over = view.decision is None or view.decision.kind == "fortify"
        if not self.campaigns or self._turn not in (None, now) or (is_over and view.turn == seat):
            return ()
        campaigns = position_odds.campaign_map(view, seat)
        return tuple(
            (source, branches)
            for source, branches in remaining_campaigns(view, seat, self.campaigns)
            if position_odds.is_known(view, source, branches, campaigns)
        )


def remaining_campaigns(
    view: View, seat: int, campaigns: Sequence[CampaignPath]
) -> list[CampaignPath]:
    """The paths that a seat still has to take: from the sources, and from what was taken."""
    return [path for campaign in campaigns for path in _remaining(view, seat, campaign)]


def _remaining(view: View, seat: int, path: CampaignPath) -> Iterator[CampaignPath]:
    source, branches = path
    remaining = [branch for branch in branches if view.owner[branch.territory] != seat]
    if view.owner[source] == seat and view.armies[source] and (remaining or not branches):
        # The last branch that remains gets all armies.
        yield source, (*remaining[:-1], *(replace(branch, moved=None) for branch in remaining[-1:]))
    for branch in branches:
        if view.owner[branch.territory] == seat and branch.branches:
            yield from _remaining(view, seat, (branch.territory, branch.branches))


def expected_campaigns(view: View, campaigns: Sequence[CampaignPath]) -> list[CampaignPlan]:
    """The plans and the odds of campaigns as the armies stand, but for a source on its own."""
    return [position_odds.expected_campaign(view, *path) for path in campaigns if path[1]]


def total_chance(plans: Sequence[CampaignPlan]) -> float:
    """The chance that all of several campaigns succeed."""
    return prod(plan.campaign.chance for plan in plans)
