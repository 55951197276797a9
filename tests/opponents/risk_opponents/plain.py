"""Three plain players, written after what good amateurs advise, each with one idea.

They share the way to claim, place and attack. Their ideas are ``target_value``, ``min_lead`` and
``guards``.
"""

from __future__ import annotations

import random
from typing import ClassVar

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots.base import closest_legal
from risk_tui.engine.actions import (
    Action,
    Attack,
    Claim,
    Defend,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Trade,
)
from risk_tui.engine.decisions import Decision
from risk_tui.engine.imagination import with_hidden_estimated
from risk_tui.engine.view import View


class PlainPlayer:
    """Attacks the most valuable neighbour that it outnumbers, and keeps guards at its borders."""

    name = "plain"
    min_lead: ClassVar = 1
    """It attacks with a larger lead in armies than this."""
    guards: ClassVar = 0.0
    """The guard of a border, as a share of the strongest enemy beside it."""

    def __init__(self, seed: int | str) -> None:
        self._seed = seed

    def target_value(self, view: View, territory: int) -> float:
        """Return the value of taking an enemy territory."""
        raise NotImplementedError

    def choose(self, view: View, decision: Decision) -> Action:
        """Return the action for a decision."""
        view = with_hidden_estimated(view)
        rng = random.Random(f"{self._seed} {view.round} {view.armies}")
        return closest_legal(self._wish(view, rng), view.offers)

    def _wish(self, view: View, rng: random.Random) -> Action | None:
        offers = [offer.action for offer in view.offers]
        trades = [action for action in offers if isinstance(action, Trade)]
        if trades:
            return max(trades, key=lambda trade: view.set_value(trade.cards))
        claims = [action for action in offers if isinstance(action, Claim)]
        if claims:
            return max(claims, key=lambda it: (self._claim_value(view, it.territory), rng.random()))
        places = [action for action in offers if isinstance(action, Place | Reinforce)]
        if places:
            best = max(places, key=lambda it: (self._need(view, it.territory), rng.random()))
            return (
                Place(best.territory, 1)
                if isinstance(best, Place)
                else Reinforce(best.territory, max(1, (view.armies_to_place + 1) // 2))
            )
        attacks = [action for action in offers if isinstance(action, Attack)]
        good = [action for action in attacks if self._is_good(view, action)]
        if good:
            best = max(good, key=lambda it: (self._attack_value(view, it), rng.random()))
            return Attack(best.source, best.target, 3)
        occupying = next((offer for offer in view.offers if isinstance(offer.action, Occupy)), None)
        if occupying is not None:
            return Occupy(self._armies_to_move(view, occupying.maximum or 0))
        if any(isinstance(action, Defend) for action in offers):
            return Defend(3, later=True)
        return self._fortify(view)

    def _claim_value(self, view: View, territory: int) -> float:
        continent = view.board.continents[view.board.territories[territory].continent]
        size = len(continent.territories)
        mine = sum(view.owner[it] == view.seat for it in continent.territories)
        free = sum(view.owner[it] == NO_SEAT for it in continent.territories)
        return continent.bonus / (1.0 + borders(view, continent.territories)) * (mine + free) / size

    def _is_good(self, view: View, attack: Attack) -> bool:
        """Return True if an attack is with a lead, and the source keeps its guard."""
        spare = view.armies[attack.source] - view.armies[attack.target]
        others = [
            view.armies[other] for other in enemies(view, attack.source) if other != attack.target
        ]
        return spare > self.min_lead and spare > self.guards * max(others, default=0)

    def _attack_value(self, view: View, attack: Attack) -> float:
        lead = view.armies[attack.source] - view.armies[attack.target]
        return self.target_value(view, attack.target) + 0.01 * lead

    def _need(self, view: View, territory: int) -> float:
        """Return a territory's need for armies: its guard first, then its best target."""
        around = enemies(view, territory)
        if not around:
            return -100.0
        lacking = self.guards * max(view.armies[it] for it in around) - view.armies[territory]
        held = view.board.territories[territory].continent in held_continents(view)
        best = max(self.target_value(view, it) - 0.05 * view.armies[it] for it in around)
        return (
            best + 0.05 * view.armies[territory] + (10.0 + lacking if held and lacking > 0 else 0.0)
        )

    def _armies_to_move(self, view: View, most: int) -> int:
        source, target = view.decision.source, view.decision.target
        if not enemies(view, source):
            return most
        if not enemies(view, target):
            return 0
        threat = max(view.armies[it] for it in enemies(view, source))
        return max(0, most - round(self.guards * threat))

    def _fortify(self, view: View) -> Action | None:
        steps = steps_to_front(view)
        moves = [
            (offer.maximum or 0, offer.action)
            for offer in view.offers
            if isinstance(offer.action, Fortify)
            and steps.get(offer.action.target, 99) < steps.get(offer.action.source, 99)
        ]
        if not moves:
            return None
        most, move = max(moves, key=lambda it: it[0])
        return Fortify(move.source, move.target, most)


class Holder(PlainPlayer):
    """Takes the cheapest continent, then the next, and never leaves a border weak."""

    name = "holder"
    min_lead = 2
    guards = 0.8

    def target_value(self, view: View, territory: int) -> float:
        number = view.board.territories[territory].continent
        lands = view.board.continents[number].territories
        lacking = sum(1 + view.armies[it] for it in lands if view.owner[it] != view.seat)
        return 10.0 * view.board.continents[number].bonus / (lacking + 2 * borders(view, lands))


class Hunter(PlainPlayer):
    """Wants a card each turn, and hunts the weakest player with cards."""

    name = "hunter"
    min_lead = 1
    guards = 0.1

    def target_value(self, view: View, territory: int) -> float:
        owner = view.owner[territory]
        if owner == NO_SEAT:
            return 0.0
        armies = sum(view.armies[it] for it in view.territories_of(owner))
        return 5.0 * (1 + view.card_counts[owner]) / armies


class Turtle(PlainPlayer):
    """Waits behind strong borders; after a conquest for a card it attacks only weak neighbours."""

    name = "turtle"
    min_lead = 3
    guards = 1.2

    def target_value(self, view: View, territory: int) -> float:
        return 1.0 / view.armies[territory] if view.armies[territory] else 0.0

    def _is_good(self, view: View, attack: Attack) -> bool:
        weak = view.armies[attack.source] >= 3 * view.armies[attack.target]
        is_first = not view.conquests_this_turn
        return super()._is_good(view, attack) and (is_first or weak)


def enemies(view: View, territory: int) -> list[int]:
    """Return the neighbours of a territory that the seat does not hold."""
    return [it for it in view.board.neighbours[territory] if view.owner[it] != view.seat]


def borders(view: View, territories: tuple[int, ...]) -> int:
    """Return the number of territories in a continent that have neighbours outside."""
    inside = set(territories)
    return sum(not inside.issuperset(view.board.neighbours[it]) for it in territories)


def held_continents(view: View) -> set[int]:
    """Return the continents that the seat holds."""
    return {
        number
        for number, continent in enumerate(view.board.continents)
        if all(view.owner[it] == view.seat for it in continent.territories)
    }


def steps_to_front(view: View) -> dict[int, int]:
    """Return the steps from each own territory to an enemy."""
    own = view.territories_of(view.seat)
    steps = {it: 0 for it in own if enemies(view, it)}
    queue = list(steps)
    for it in queue:
        for other in view.board.neighbours[it]:
            if view.owner[other] == view.seat and other not in steps:
                steps[other] = steps[it] + 1
                queue.append(other)
    return steps
