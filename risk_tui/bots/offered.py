"""What is offered: the least that can be done, and what comes nearest to a wish."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.engine.actions import End, Resign

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action, Offer


def modest(offers: tuple[Offer, ...]) -> Action:
    """What commits to least: ending the phase, else the first thing offered."""
    choices = [offer.action for offer in offers if not isinstance(offer.action, Resign)]
    for action in choices:
        if isinstance(action, End):
            return action
    return choices[0]


def nearest(wish: Action | None, offers: tuple[Offer, ...]) -> Action:
    """The wish if it is offered, with the nearest number that is; else the modest choice."""
    if wish is None:
        return modest(offers)
    name = wish.number
    bases: dict[int | None, Action] = {None: wish}
    for offer in offers:
        if type(offer.action) is not type(wish):
            continue
        least = offer.least
        if least not in bases and name is not None:
            bases[least] = replace(wish, **{name: least})
        if offer.action == bases[least]:
            if name is None or least is None or offer.most is None:
                return wish
            return offer.with_number(max(least, min(offer.most, getattr(wish, name))))
    return modest(offers)
