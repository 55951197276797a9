"""A bot that places and attacks at random: an opponent for first games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from risk_tui.bots.fallback import closest_legal
from risk_tui.engine.actions import (
    Attack,
    Claim,
    Defend,
    EndPhase,
    Occupy,
    Place,
    Reinforce,
    Resign,
)
from risk_tui.engine.imagination import supposed
from risk_tui.odds.position_odds import fighting_armies

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.view import View

_STOPS = 0.25
"""How likely it ends its attacks instead of attacking once more."""


class Recruit:
    """Places its armies and attacks anywhere that the rules allow, at random.

    It attacks only with more armies than there are against it, and not for long.
    """

    name = "recruit"

    def __init__(self, seed: int | str) -> None:
        self._seed = seed

    def choose(self, view: View, decision: Decision) -> Action:
        """A legal action at random; where it does not know the decision, it ends the phase."""
        view = supposed(view)
        situation = (self._seed, view.round, decision.kind, view.card_counts, view.armies)
        return closest_legal(self._wish(view, random.Random(repr(situation))), view.offers)

    def _wish(self, view: View, rng: random.Random) -> Action:
        actions = [offer.action for offer in view.offers]
        places = [action for action in actions if isinstance(action, Claim | Place | Reinforce)]
        if places:
            place = rng.choice(places)
            if isinstance(place, Reinforce):
                return Reinforce(place.territory, rng.randint(1, 1 + view.armies_to_place))
            return place
        attacks = [
            Attack(attack.source, attack.target, offer.maximum or 1)
            for offer in view.offers
            if isinstance(attack := offer.action, Attack)
            and armies_to_fight(view, attack) > view.armies[attack.target] + 1
            and not finishes_off_needed(view, attack.target)
        ]
        if attacks and rng.random() > _STOPS:
            return rng.choice(attacks)
        if any(isinstance(action, Occupy) for action in actions):
            return Occupy(max(view.armies))
        return self._wish_otherwise(view, rng)

    def _wish_otherwise(self, view: View, rng: random.Random) -> Action:
        """What it does where it neither places, attacks nor moves armies."""
        actions = [offer.action for offer in view.offers]
        if any(isinstance(action, Defend) for action in actions):
            return Defend(3, later=True)
        choices = [action for action in actions if not isinstance(action, Resign)]
        ends = [action for action in choices if isinstance(action, EndPhase)]
        return rng.choice(ends or choices)


def armies_to_fight(view: View, attack: Attack) -> int:
    """The armies with which an attack begins: where it costs some at once, those that are left."""
    if not view.rules.hooks.odds:
        return view.armies[attack.source]
    armies = fighting_armies(view, attack.source, attack.target)
    return view.armies[attack.source] if armies is None else armies


def finishes_off_needed(view: View, target: int) -> bool:
    """Whether a territory is the last one of a seat that had better stay in the game."""
    hooks, owner = view.rules.hooks.better_alive, view.owner[target]
    if not hooks or view.owner.count(owner) > 1 or view.seat is None:
        return False
    return any(owner in hook(view, view.seat) for hook in hooks)
