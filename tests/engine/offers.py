"""Checks that a game accepts exactly what it offers."""

from __future__ import annotations

import random

import pytest

from risk_tui.engine.actions import Action, Offer, Trade
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game
from risk_tui.errors import IllegalAction


def accepts(game: Game, offer: Offer, rng: random.Random) -> None:
    """Assert that a game accepts the numbers of an offer, and no others."""
    if offer.maximum is None:
        game.copy(seeded_chance(1)).apply(offer.action)
        return
    assert offer.minimum is not None and 1 <= offer.minimum <= offer.maximum
    for number in {offer.minimum, offer.maximum, rng.randint(offer.minimum, offer.maximum)}:
        game.copy(seeded_chance(1)).apply(offer.with_number(number))
    before = game.state()
    for number in (offer.minimum - 1, offer.maximum + 1, -1, 0):
        if not offer.minimum <= number <= offer.maximum:
            with pytest.raises(IllegalAction):
                game.apply(offer.with_number(number))
    assert game.state() == before


def is_offered(game: Game, action: Action) -> bool:
    """Return True if an action is offered, with its cards in any order and any additions."""
    action = action.as_offered
    if isinstance(action, Trade):
        action = Trade(tuple(sorted(action.cards)), action.bonus, action.also)
    for offer in game.legal_actions():
        number = getattr(action, action.number_field) if action.number_field else None
        if type(offer.action) is type(action) and offer.with_number(number or 0) == action:
            return number is None or (offer.minimum or 0) <= number <= (offer.maximum or 0)
    return False
