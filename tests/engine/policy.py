"""A fast and slightly random player for whole games in tests, which plays to end them.

It attacks weaker armies with all dice, keeps its armies together at a border and trades when it
can. Sometimes it does something else that is allowed, so that games visit all rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from risk_tui.engine.actions import (
    Action,
    Attack,
    Claim,
    Defend,
    Fortify,
    Occupy,
    Offer,
    Place,
    Reinforce,
    Resign,
    Trade,
)
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.state import Phase, State
from risk_tui.variants.changed_dice import Reroll, UseCommander

Offers: TypeAlias = "dict[type[Action], list[Offer]]"
"""The offers by the kind of their action."""

MAX_STEPS = 50_000


def play(
    setup: GameSetup, seed: int | str, rng: random.Random, *, leaving: float = 0.0
) -> Iterator[tuple[Game, Record]]:
    """Play a whole game and yield each step."""
    game = Game(setup, seeded_chance(seed))
    for _ in range(MAX_STEPS):
        if game.decision is None:
            return
        yield game, game.apply(choose(rng, game, leaving))
    raise AssertionError(f"no end after {MAX_STEPS} steps (seed {seed})")


def choose(rng: random.Random, game: Game, leaving: float = 0.0) -> Action:
    """Return an action for the pending decision; a random offer for most decisions of variants.

    Args:
        leaving: The chance to resign if that is offered.
    """
    state = game.state()
    offers: Offers = {}
    for offer in game.legal_actions():
        offers.setdefault(type(offer.action), []).append(offer)
    if offers.pop(Resign, None) and leaving and rng.random() < leaving:
        return Resign()
    for kind, choice in _CHOICES.items():
        if kind in offers and (action := choice(rng, game, state, offers)) is not None:
            return action
    # Not a set of kinds: its order would differ between processes, and the game with it.
    others = [offer for kind in offers if kind not in _CHOICES for offer in offers[kind]]
    return _most(rng.choice(others))


def _most(offer: Offer) -> Action:
    return offer.action if offer.maximum is None else offer.with_number(offer.maximum)


def _any(rng: random.Random, offer: Offer) -> Action:
    return offer.with_number(rng.randint(offer.minimum or 1, offer.maximum or 1))


def _field(offer: Offer, name: str) -> Any:
    return getattr(offer.action, name)


def _prey(game: Game, state: State, place: int) -> list[int]:
    """Return the neighbours that the acting armies may attack; Allies have a single enemy."""
    owner, acting, allies = state.owner, state.acting_seat, game.setup.neutral
    return [
        other
        for other in game.setup.board.neighbours[place]
        if (owner[other] == state.turn if acting == allies else owner[other] != acting)
    ]


def _trade(rng: random.Random, game: Game, state: State, offers: Offers) -> Action | None:
    often = 0.1 if state.phase is Phase.ATTACK else 0.6
    return rng.choice(offers[Trade]).action if len(offers) == 1 or rng.random() < often else None


def _claim(rng: random.Random, game: Game, state: State, offers: Offers) -> Action:
    """Claim beside own territories."""
    neighbours, owner = game.setup.board.neighbours, state.owner
    near = [
        offer
        for offer in offers[Claim]
        if any(owner[other] == state.turn for other in neighbours[_field(offer, "territory")])
    ]
    return rng.choice(near or offers[Claim]).action


def _place(rng: random.Random, game: Game, state: State, offers: Offers) -> Action:
    border = [each for each in offers[Place] if _prey(game, state, _field(each, "territory"))]
    return _any(rng, rng.choice(border or offers[Place]))


def _reinforce(rng: random.Random, game: Game, state: State, offers: Offers) -> Action | None:
    """Strengthen the territory that is strongest against its weakest neighbour."""
    if Attack in offers and rng.random() < 0.5:
        return None

    def lead(offer: Offer) -> int:
        place = _field(offer, "territory")
        enemies = [state.armies[other] for other in _prey(game, state, place)]
        return state.armies[place] - min(enemies) if enemies else -99

    places = offers[Reinforce]
    offer = rng.choice(places) if rng.random() < 0.1 else max(places, key=lead)
    return _any(rng, offer) if rng.random() < 0.1 else _most(offer)


def _attack(rng: random.Random, game: Game, state: State, offers: Offers) -> Action | None:
    """Attack with the greatest lead, or equals sometimes, if no player is ever stronger."""

    def lead(offer: Offer) -> int:
        return state.armies[_field(offer, "source")] - state.armies[_field(offer, "target")]

    best = max(offers[Attack], key=lead)
    if lead(best) < (rng.random() < 0.8) or rng.random() < 0.001:
        return None
    return _most(best) if rng.random() < 0.98 else _any(rng, best)


def _defend(rng: random.Random, game: Game, state: State, offers: Offers) -> Action:
    return _most(offers[Defend][0]) if rng.random() < 0.9 else Defend(1)


def _reroll(rng: random.Random, game: Game, state: State, offers: Offers) -> Action | None:
    worst = min(offers[Reroll], key=lambda offer: _field(offer, "face"))
    return worst.action if _field(worst, "face") < 4 else None


def _command(rng: random.Random, game: Game, state: State, offers: Offers) -> Action | None:
    worst = min(offers[UseCommander], key=lambda offer: _field(offer, "face"))
    return worst.action if rng.random() < 0.5 else None


def _occupy(rng: random.Random, game: Game, state: State, offers: Offers) -> Action:
    (offer,) = offers[Occupy]
    if rng.random() < 0.2:
        return _any(rng, offer)
    assert state.occupying is not None
    return _most(offer) if _prey(game, state, state.occupying[1]) else offer.action


def _fortify(rng: random.Random, game: Game, state: State, offers: Offers) -> Action | None:
    """Move the most armies that have no enemies, to some that have if these are in reach."""
    inland = [each for each in offers[Fortify] if not _prey(game, state, _field(each, "source"))]
    if not inland or rng.random() < 0.3:
        return None
    most = max(offer.maximum or 0 for offer in inland)
    largest = [offer for offer in inland if offer.maximum == most]
    border = [each for each in largest if _prey(game, state, _field(each, "target"))]
    return _most(rng.choice(border or largest))


_CHOICES: dict[type[Action], Callable[[random.Random, Game, State, Offers], Action | None]] = {
    Trade: _trade,
    Claim: _claim,
    Place: _place,
    Reinforce: _reinforce,
    Attack: _attack,
    Defend: _defend,
    Reroll: _reroll,
    UseCommander: _command,
    Occupy: _occupy,
    Fortify: _fortify,
}
