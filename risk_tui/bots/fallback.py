"""Choosing among the offered actions: the safest one, and the one nearest to a preferred action."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.engine.actions import EndPhase, Resign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.actions import Action, Offer


def least_commitment(offers: Sequence[Offer]) -> Action:
    """Return the offered action that commits to least: ending the phase, else the first one.

    Resigning is the last resort.
    """
    choices = [offer.action for offer in offers if not isinstance(offer.action, Resign)]
    choices = choices or [offer.action for offer in offers]
    for action in choices:
        if isinstance(action, EndPhase):
            return action
    return choices[0]


def is_offered(action: Action, offers: Sequence[Offer]) -> bool:
    """Whether an action is one of those that are offered, its number included."""
    action, name = action.as_offered, action.number_field
    number = None if name is None else getattr(action, name)
    for offer in offers:
        if type(offer.action) is not type(action) or offer.with_number(number or 0) != action:
            continue
        if number is None or (offer.minimum or 0) <= number <= (offer.maximum or number):
            return True
    return False


def closest_legal(preferred: Action | None, offers: Sequence[Offer]) -> Action:
    """The preferred action if it is offered, with the nearest number that is allowed.

    Otherwise, and without a preferred action, what commits to least.
    """
    if preferred is None:
        return least_commitment(offers)
    name, plain = preferred.number_field, preferred.as_offered
    by_minimum: dict[int | None, Action] = {None: plain}
    for offer in offers:
        if type(offer.action) is not type(preferred):
            continue
        minimum = None if name is None else getattr(offer.action, name)
        if minimum not in by_minimum and name is not None:
            by_minimum[minimum] = replace(plain, **{name: minimum})
        if offer.action == by_minimum[minimum]:
            if name is None or minimum is None or offer.maximum is None:
                return preferred
            wanted = getattr(preferred, name)
            number = max(minimum, min(offer.maximum, wanted))
            return preferred if number == wanted else replace(preferred, **{name: number})
    return least_commitment(offers)
