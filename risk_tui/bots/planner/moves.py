"""Moves of armies, evaluated by the resulting position: placing, occupying, fortifying."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots.planner import movement
from risk_tui.bots.planner.campaigns import CERTAIN, Campaigns
from risk_tui.engine.actions import Fortify, Occupy, Reinforce

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from risk_tui.bots.planner.aims import Evaluation
    from risk_tui.bots.planner.campaigns import Campaign, Leg
    from risk_tui.bots.planner.outlook import Outlook
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import ToOccupy
    from risk_tui.engine.view import View

STEP_TO_FRONT_VALUE = 2e-3
"""The value of moving an unthreatened army one step nearer to a front."""


def placing_limits(view: View) -> dict[int, int]:
    """Return the most armies that may be placed on each offered territory."""
    return {
        offer.action.territory: offer.maximum or 0
        for offer in view.offers
        if isinstance(offer.action, Reinforce)
    }


def placing(limits: Mapping[int, int], territory: int, armies: int) -> Action:
    """Return the action that places a number of armies, or as many as allowed."""
    return Reinforce(territory, max(1, min(armies, limits[territory])))


def best_placement(
    campaigns: Campaigns, limits: Mapping[int, int], campaign: Campaign | None = None
) -> tuple[int, float]:
    """Return the best territory for the armies in hand, and the value after placing them there.

    Args:
        campaign: The campaign that follows, if any.
    """
    seat, outlook, pool = campaigns.seat, campaigns.outlook, campaigns.pool
    changes = {} if campaign is None else {place: n for place, _, n in campaign.changes}
    cards = None if campaign is None else campaign.cards
    best, most = -1, -1.0
    for territory in limits:
        neighbours = campaigns.v.neighbours[territory]
        if all(outlook.owner[other] == seat or other in changes for other in neighbours):
            continue
        armies = changes.get(territory, outlook.armies[territory]) + pool
        after = {**changes, territory: armies}
        value = outlook.after([(place, seat, n) for place, n in after.items()], cards)
        if value > most:
            best, most = territory, value
    if best < 0:
        after_campaign = [(place, seat, n) for place, n in changes.items()]
        return next(iter(limits)), outlook.after(after_campaign, cards)
    return best, most


def first_target(evaluation: Evaluation, leg: Leg) -> int:
    """Return the first target of a leg: the one with the fewest exits, as in a maze."""
    targets = evaluation.first_steps(leg.source, leg.cluster)

    def rank(target: int) -> tuple[int, int, int]:
        beyond = sum(other in leg.cluster for other in evaluation.neighbours[target])
        return beyond, evaluation.armies[target], target

    return min(targets, key=rank)


def occupy(
    campaigns: Campaigns, decision: ToOccupy, aims: Iterable[Sequence[int]]
) -> tuple[Action, Outlook | None]:
    """Return the occupation with the best position, or the best next attack.

    Args:
        aims: The targets of the campaigns so far.

    Returns:
        The action, and the resulting outlook if it was computed.
    """
    evaluation = campaigns.evaluation
    source, target = decision.source, decision.target
    least, most = movement.moving_limits(evaluation, source, decision.least, decision.most)
    if least == most:
        return Occupy(least), None
    targets = _next_targets(campaigns, decision, aims)
    steps = movement.distances(evaluation)
    nearer = STEP_TO_FRONT_VALUE * (steps[source] - steps[target])
    values = {}
    for moving in sorted({least, (least + most) // 2, most}):
        armies = campaigns.armies[:]
        armies[source] -= moving
        armies[target] += moving
        after = Campaigns(campaigns.v, 0, armies, campaigns.outlook, looks_on=False)
        values[moving] = _value_with_attack(after, targets) + nearer * moving, after.outlook
    best = max(values, key=lambda moving: values[moving][0])
    if values[best][0] >= CERTAIN and targets:
        best = most  # If all values are equal, move all armies.
    return Occupy(best), values[best][1]


def _next_targets(
    campaigns: Campaigns, decision: ToOccupy, aims: Iterable[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Return the possible next targets: the rest of each aim, else any adjacent territory."""
    owner, seat, neighbours = campaigns.owner, campaigns.seat, campaigns.v.neighbours
    left = [tuple([place for place in lands if owner[place] != seat]) for lands in aims]
    beside = (*neighbours[decision.source], *neighbours[decision.target])
    return [lands for lands in dict.fromkeys(left) if lands] or [
        (other,) for other in dict.fromkeys(beside) if owner[other] != seat
    ]


def _value_with_attack(campaigns: Campaigns, targets: list[tuple[int, ...]]) -> float:
    """Return the value of a position, or of the best attack in it."""
    best = campaigns.best(targets)
    value = campaigns.outlook.value()
    return value if best is None else max(value, best.value)


def fortify(campaigns: Campaigns, made: Collection[tuple[int, int]] = ()) -> Fortify | None:
    """Return the move with the best position; ``None`` to stay.

    Args:
        made: The moves of this turn, which are not reversed.
    """
    outlook, armies, seat = campaigns.outlook, campaigns.armies, campaigns.seat
    best, most = None, outlook.value() + 1e-6
    steps = movement.distances(campaigns.evaluation)
    for offer in campaigns.evaluation.view.offers:
        action = offer.action
        if not isinstance(action, Fortify) or offer.maximum is None:
            continue
        source, target = action.source, action.target
        if (target, source) in made:
            continue
        for moving in {offer.maximum, (offer.maximum + 1) // 2}:
            value = outlook.after(
                [(source, seat, armies[source] - moving), (target, seat, armies[target] + moving)]
            )
            # Subtract in both directions, so that armies that may move again don't go back and
            # forth.
            value += STEP_TO_FRONT_VALUE * (steps[source] - steps[target]) * moving
            if value > most:
                best, most = Fortify(source, target, moving), value
    return best
