"""A player for whole games in tests: quick, a little random, and bent on ending them.

It attacks where it is stronger, with all dice, keeps its armies together at a border and trades
whenever it can, so that games come to an end; now and then it does something else that is
allowed, so that every corner of the rules is visited. It looks into the state directly: it has
to be fast, and it knows nothing of what the engine offers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import (
    Attack,
    Begin,
    Claim,
    Defend,
    End,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Resign,
    Trade,
)
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game
from risk_tui.engine.state import NOBODY, Phase

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from risk_tui.engine.actions import Action
    from risk_tui.engine.game import Setup
    from risk_tui.engine.records import Record
    from risk_tui.engine.state import State

MOST_STEPS = 100_000


def choose(rng: random.Random, game: Game) -> Action:
    """What to do now. The game must not be over."""
    return _CHOICES[game._state.phase](rng, game, game._state)


def play(
    setup: Setup, seed: int | str, rng: random.Random, *, leaving: float = 0.0
) -> Iterator[tuple[Game, Record]]:
    """A whole game, step by step; ``leaving`` is how likely a seat resigns at a decision."""
    game = Game(setup, seeded_chance(seed))
    for _ in range(MOST_STEPS):
        if game._state.phase is Phase.OVER:
            return
        action = choose(rng, game)
        may_leave = game._state.phase not in (Phase.BEGIN, Phase.DEFEND, Phase.OCCUPY)
        if leaving and may_leave and rng.random() < leaving:
            action = Resign()
        yield game, game.apply(action)
    raise AssertionError(f"no end after {MOST_STEPS} steps (seed {seed})")


def _begin(rng: random.Random, game: Game, state: State) -> Action:
    return Begin()


def _claim(rng: random.Random, game: Game, state: State) -> Action:
    free = [place for place, owner in enumerate(state.owner) if owner == NOBODY]
    near = [
        place
        for place in free
        if any(state.owner[other] == state.turn for other in game.setup.board.neighbours[place])
    ]
    return Claim(rng.choice(near or free))


def _border(game: Game, state: State) -> list[int]:
    """The seat's territories next to somebody else's, all of its own if there are none."""
    owner, neighbours, seat = state.owner, game.setup.board.neighbours, state.turn
    own = [place for place, holder in enumerate(owner) if holder == seat]
    return [p for p in own if any(owner[other] != seat for other in neighbours[p])] or own


def _front(rng: random.Random, game: Game, state: State) -> int:
    """Mostly the border territory that stands best against its weakest neighbour."""
    border = _border(game, state)
    if rng.random() < 0.1:
        return rng.choice(border)
    owner, armies, neighbours = state.owner, state.armies, game.setup.board.neighbours

    def lead(place: int) -> int:
        enemies = [armies[o] for o in neighbours[place] if owner[o] != state.turn]
        return armies[place] - min(enemies, default=0)

    return max(border, key=lead)


def _place(rng: random.Random, game: Game, state: State) -> Action:
    limit = game.setup.ruleset.setup.territory_limit
    places = _border(game, state)
    if limit is not None:
        places = [place for place in places if state.armies[place] < limit]
        own = state.territories_of(state.turn)
        places = places or [place for place in own if state.armies[place] < limit]
    target = rng.choice(places)
    most = state.step if limit is None else min(state.step, limit - state.armies[target])
    return Place(target, rng.randint(1, most))


def _some_trade(rng: random.Random, game: Game, state: State) -> Action | None:
    rules = game._play.rules
    found = list(rules.sets.sets_in(state.hands[state.turn]))
    if not found:
        return None
    cards = max(found, key=lambda each: (rules.sets.value(each, state.sets_traded), each))
    candidates = rules.bonus.candidates(cards, state.owner, state.turn, state.bonus)
    chosen = len(candidates) > 1 and rules.bonus.choose_one()
    return Trade(cards, rng.choice(candidates) if chosen else None)


def _must_trade(game: Game, state: State) -> bool:
    cards = len(state.hands[state.turn])
    limit = state.hand_limit
    if limit is None:
        return not state.under_way and cards >= game.setup.ruleset.cards.forced_at
    return cards > limit


def _reinforce(rng: random.Random, game: Game, state: State) -> Action:
    if not state.under_way and len(state.hands[state.turn]) >= 3:
        must = _must_trade(game, state)
        if must or rng.random() < 0.6:
            action = _some_trade(rng, game, state)
            if action is not None:
                return action
    armies = rng.randint(1, state.pool) if rng.random() < 0.1 else state.pool
    return Reinforce(_front(rng, game, state), armies)


def _trade(rng: random.Random, game: Game, state: State) -> Action:
    if _must_trade(game, state) or rng.random() < 0.7:
        return _some_trade(rng, game, state) or End()
    return End()


def _attack(rng: random.Random, game: Game, state: State) -> Action:
    if rng.random() < 0.001:
        return End()
    owner, armies, neighbours = state.owner, state.armies, game.setup.board.neighbours
    # The greatest superiority, so that no army stands idle before a weaker one.
    best, source, target = 0, -1, -1
    for place in range(len(owner)):
        if owner[place] == state.turn and armies[place] > 1 + best:
            for other in neighbours[place]:
                lead = armies[place] - armies[other]
                if owner[other] != state.turn and lead > best:
                    best, source, target = lead, place, other
    if source < 0:
        return End()
    most = min(game.setup.ruleset.combat.attack_dice, armies[source] - 1)
    return Attack(source, target, most if rng.random() < 0.98 else rng.randint(1, most))


def _defend(rng: random.Random, game: Game, state: State) -> Action:
    return Defend(2 if rng.random() < 0.9 else 1)


def _occupy(rng: random.Random, game: Game, state: State) -> Action:
    assert state.occupying is not None
    _, target, least, most = state.occupying
    if rng.random() < 0.2:
        return Occupy(rng.randint(least, most))
    outward = any(state.owner[o] != state.turn for o in game.setup.board.neighbours[target])
    return Occupy(most if outward else least)


def _fortify(rng: random.Random, game: Game, state: State) -> Action:
    owner, armies, reach = state.owner, state.armies, game._play.rules.reach
    if rng.random() < 0.3:
        return End()
    border = set(_border(game, state))
    inland = [p for p in state.territories_of(state.turn) if armies[p] > 1 and p not in border]
    if not inland:
        return End()
    source = max(inland, key=armies.__getitem__)
    targets = reach.targets(owner, source)
    if not targets:
        return End()
    target = next((place for place in targets if place in border), rng.choice(targets))
    return Fortify(source, target, reach.most(armies[source]))


_CHOICES: dict[Phase, Callable[[random.Random, Game, State], Action]] = {
    Phase.BEGIN: _begin,
    Phase.CLAIM: _claim,
    Phase.PLACE: _place,
    Phase.REINFORCE: _reinforce,
    Phase.TRADE: _trade,
    Phase.ATTACK: _attack,
    Phase.DEFEND: _defend,
    Phase.OCCUPY: _occupy,
    Phase.FORTIFY: _fortify,
}
