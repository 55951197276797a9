"""What has to be taken for a goal that leaves a choice: sets of territories, the weakest ones.

They are found by simple rules; which of them is likeliest the plans for them say.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from risk_tui.odds import position_odds
from risk_tui.odds.fast_tables import fast_odds

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.engine.goals import Wanted
    from risk_tui.engine.view import View
    from risk_tui.odds.branching_campaign import CampaignMap

_CHOICES = 3
"""How many of the weakest choices are tried."""


def target_sets(view: View, seat: int, wanted: Wanted) -> list[frozenset[int]]:
    """Sets of territories with any of which a seat has all the land that a goal wants.

    None where nothing is missing, and none that is out of reach.
    """
    own = frozenset(view.territories_of(seat))
    area = position_odds.campaign_map(view, seat)
    count = max(wanted.anywhere - len(own), wanted.conquests, 0)
    found: dict[frozenset[int], None] = {}
    for chosen in _weakest_choices(view, own, wanted):
        if targets := _grown(area, own, (chosen | frozenset(wanted.named)) - own, count):
            found[targets] = None
    return list(found)


def _weakest_choices(view: View, own: frozenset[int], wanted: Wanted) -> list[frozenset[int]]:
    """The weakest ways to choose as many of the sets as a goal still wants."""
    missing = [frozenset(group) - own for group in wanted.sets]
    need = wanted.choose - sum(not each for each in missing)
    if need <= 0:
        return [frozenset()]

    def armies(territories: Collection[int]) -> int:
        return sum(view.armies[territory] for territory in territories)

    weakest = sorted(filter(None, missing), key=armies)[: need + _CHOICES]
    unions = [frozenset[int]().union(*sets) for sets in combinations(weakest, need)]
    return sorted(unions, key=armies)[:_CHOICES]


def _grown(
    area: CampaignMap, own: Collection[int], base: frozenset[int], count: int
) -> frozenset[int] | None:
    """``base`` and what is likeliest taken next, one after the other, ``count`` in all."""
    table, targets = fast_odds(area.combat, area.balance), set(base)
    armies = {place: area.armies[place] for place in own}
    while len(targets) < count:
        attacks = [
            (table.conquest_chance(free - 1, area.armies[target]), free, place, target)
            for place, free in armies.items()
            if free > 1
            for target in area.neighbours[place]
            if target in area.enemies and target not in targets
        ]
        if not attacks:
            return None
        _, _, place, target = max(attacks)
        # About as many attackers fall as defenders, and one stays; some chance is always left.
        left = max(armies[place] - 1 - area.armies[target], 2)
        armies[target] = min(left, area.most_to_follow or left)
        armies[place] = 1 + left - armies[target]
        targets.add(target)
    return frozenset(targets)
