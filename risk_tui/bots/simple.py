"""Two bots for first games: Toni plays as beginners do, the recruit plays at random."""

from __future__ import annotations

import random
from collections.abc import Callable

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.base import closest_legal, offered, seats_to_spare
from risk_tui.engine.actions import (
    Action,
    Attack,
    Claim,
    Defend,
    EndPhase,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Resign,
    Trade,
)
from risk_tui.engine.decisions import Decision
from risk_tui.engine.imagination import with_hidden_estimated
from risk_tui.engine.view import View
from risk_tui.odds.position_odds import fighting_armies

_STOP_CHANCE = 0.25
"""The chance that the recruit ends its attacks instead of attacking again."""


class Recruit:
    """Places its armies and attacks at random, within the rules.

    It attacks only if more armies than the defender has can attack, and stops soon.
    """

    def __init__(self, seed: int | str) -> None:
        self._seed = seed

    def choose(self, view: View, decision: Decision) -> Action:
        """Choose a legal action; for an unknown decision end the phase if possible."""
        view = with_hidden_estimated(view)
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
            and not eliminates_needed_seat(view, attack.target)
        ]
        if attacks and rng.random() > _STOP_CHANCE:
            return rng.choice(attacks)
        if offered(view, Occupy):
            return Occupy(max(view.armies))
        return self._wish_otherwise(view, rng)

    def _wish_otherwise(self, view: View, rng: random.Random) -> Action:
        """Choose an action other than placing, attacking and moving armies."""
        if offered(view, Defend):
            return Defend(3, later=True)
        actions = [offer.action for offer in view.offers]
        choices = [action for action in actions if not isinstance(action, Resign)]
        return rng.choice(offered(view, EndPhase) or choices)


def armies_to_fight(view: View, attack: Attack) -> int:
    """Return the armies of an attack's source, less the cost of the attack if there is one."""
    has_cost = bool(view.rules.hooks.odds)
    armies = fighting_armies(view, attack.source, attack.target) if has_cost else None
    return view.armies[attack.source] if armies is None else armies


def eliminates_needed_seat(view: View, target: int) -> bool:
    """Return True if a territory is the last one of a seat that should stay in the game."""
    owner = view.owner[target]
    # Usually no seat has to be spared; then skip the count.
    if not view.rules.hooks.seats_to_spare or view.seat is None or view.owner.count(owner) > 1:
        return False
    return owner in seats_to_spare(view, view.seat)


TIRE_CHANCE = 0.05
"""The chance that a beginner ends its attacks although a promising one is left."""
FORGET_CHANCE = 0.3
"""The chance that a beginner forgets to fortify."""
INTERIOR = -99
"""The lead of a territory without enemy neighbours."""
START_LEAD = 3
"""The lead over its weakest enemy neighbour up to which a territory gets starting armies."""


class Beginner(Recruit):
    """Attacks the weakest neighbour while it is stronger, and plans no further.

    It places its starting armies on a few territories next to enemies. It trades a set at once,
    places all new armies where its lead over an enemy neighbour is largest, occupies conquests with
    half of its armies or more, guards nothing, and often forgets to fortify.
    """

    def _wish(self, view: View, rng: random.Random) -> Action:
        kinds = {type(offer.action) for offer in view.offers}
        if Trade in kinds:
            return offered(view, Trade)[0]

        def best(kind: type[Claim | Place | Reinforce], rank: Callable[[View, int], int]) -> int:
            territories = [action.territory for action in offered(view, kind)]
            return max(territories, key=lambda territory: (rank(view, territory), rng.random()))

        if Place in kinds:
            return Place(best(Place, _placing_priority), 1)
        if Reinforce in kinds:
            return Reinforce(best(Reinforce, _lead), view.armies_to_place)
        if Claim in kinds:
            return Claim(best(Claim, _count_friends))
        if Occupy in kinds:
            most = max(offer.maximum or 0 for offer in view.offers)
            return Occupy(rng.randint((most + 1) // 2, most))
        attacks = [
            (armies_to_fight(view, action) - view.armies[action.target], action)
            for action in offered(view, Attack)
            if not eliminates_needed_seat(view, action.target)
        ]
        if attacks:
            most = max([ahead for ahead, _ in attacks])
            if most >= 1 and rng.random() > TIRE_CHANCE:
                attack = rng.choice([attack for ahead, attack in attacks if ahead == most])
                return Attack(attack.source, attack.target, 3)
        elif Fortify in kinds and rng.random() > FORGET_CHANCE:
            # If armies may move any number of times, moves inside its own land would never end.
            endless = view.ruleset.fortify.reach == "free"
            inner = [
                move
                for move in offered(view, Fortify)
                if _lead(view, move.source) == INTERIOR
                and not (endless and _lead(view, move.target) == INTERIOR)
            ]
            if inner:
                most = max(view.armies[move.source] for move in inner)
                move = rng.choice([move for move in inner if view.armies[move.source] == most])
                return Fortify(move.source, move.target, most)
        return self._wish_otherwise(view, rng)


def _lead(view: View, territory: int) -> int:
    """Return a territory's lead in armies over its weakest enemy neighbour.

    Returns:
        ``INTERIOR`` if it has no enemy neighbour.
    """
    owner, armies = view.owner, view.armies
    others = [
        armies[other]
        for other in view.board.neighbours[territory]
        if owner[other] not in (owner[territory], NO_SEAT)
    ]
    return armies[territory] - min(others) if others else INTERIOR


def _placing_priority(view: View, territory: int) -> int:
    """Return the priority of a territory for starting armies; the highest comes first.

    A territory with more armies comes first until its lead is large enough.
    """
    lead = _lead(view, territory)
    return lead if lead <= START_LEAD else INTERIOR + 1


def _count_friends(view: View, territory: int) -> int:
    """Return the number of neighbours of a territory that the seat holds."""
    return sum(view.owner[other] == view.seat for other in view.board.neighbours[territory])
