"""A fast and slightly random player for whole games in tests, which plays to end them.

It attacks weaker armies with all dice, keeps its armies together at a border and trades when it
can. Sometimes it does something else that is allowed, so that games visit all rules. It reads the
state, which is fast, and does not depend on the offers of the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import (
    Attack,
    Begin,
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
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game
from risk_tui.engine.state import Phase, Stage
from risk_tui.variants.capitals import ChooseCapital
from risk_tui.variants.changed_dice import Changes, Reroll, UseCommander
from risk_tui.variants.declared_turns import ChooseTurnType

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

    from risk_tui.engine.actions import Action
    from risk_tui.engine.game import GameSetup
    from risk_tui.engine.records import Record
    from risk_tui.engine.state import State

MAX_STEPS = 50_000

STAYS = (Phase.BEGIN, Phase.DEFEND, "alter", Phase.OCCUPY)
"""The phases in which no player can leave the game."""


def choose(rng: random.Random, game: Game) -> Action:
    """Return an action for the pending decision; a random offer for most decisions of variants."""
    state = game.state()
    if state.phase in _CHOICES:
        return _CHOICES[state.phase](rng, game, state)
    offers = [offer for offer in game.legal_actions() if not isinstance(offer.action, Resign)]
    offer = rng.choice(offers)
    return offer.action if offer.maximum is None else offer.with_number(offer.maximum)


def play(
    setup: GameSetup, seed: int | str, rng: random.Random, *, leaving: float = 0.0
) -> Iterator[tuple[Game, Record]]:
    """Play a whole game and yield each step; ``leaving`` is the chance to resign at a decision."""
    game = Game(setup, seeded_chance(seed))
    for _ in range(MAX_STEPS):
        if game.decision is None:
            return
        action = choose(rng, game)
        if leaving and game.state().phase not in STAYS and rng.random() < leaving:
            action = Resign()
        yield game, game.apply(action)
    raise AssertionError(f"no end after {MAX_STEPS} steps (seed {seed})")


def _begin(rng: random.Random, game: Game, state: State) -> Action:
    return Begin()


def _claim(rng: random.Random, game: Game, state: State) -> Action:
    free = [place for place, owner in enumerate(state.owner) if owner == NO_SEAT]
    near = [
        place
        for place in free
        if any(state.owner[other] == state.turn for other in game.setup.board.neighbours[place])
    ]
    return Claim(rng.choice(near or free))


def _is_prey(game: Game, state: State, place: int) -> bool:
    """Return True if the acting armies may attack; the Allied Army has a single enemy."""
    owner = state.owner[place]
    return (
        owner == state.turn
        if state.acting_seat == game.setup.neutral
        else owner != state.acting_seat
    )


def _border(game: Game, state: State) -> list[int]:
    """Return the acting seat's territories next to an enemy, or all of them if there are none."""
    neighbours, own = game.setup.board.neighbours, state.territories_of(state.acting_seat)
    return [p for p in own if any(_is_prey(game, state, o) for o in neighbours[p])] or own


def _front(rng: random.Random, game: Game, state: State, places: list[int]) -> int:
    """Return the territory that is strongest against its weakest neighbour, or a random one."""
    if rng.random() < 0.1:
        return rng.choice(places)
    armies, neighbours = state.armies, game.setup.board.neighbours

    def lead(place: int) -> int:
        enemies = [armies[o] for o in neighbours[place] if _is_prey(game, state, o)]
        return armies[place] - min(enemies) if enemies else -99

    return max(places, key=lead)


def _place(rng: random.Random, game: Game, state: State) -> Action:
    placing, limit = game.setup.rules.placement, game.setup.ruleset.setup.territory_limit
    room = {}
    for seat, wanted in (
        (state.turn, state.own_armies_this_go),
        (game.setup.neutral, state.neutral_armies_this_go),
    ):
        if seat is None or not wanted:
            continue
        supply = placing.pieces_left(state.owner, state.armies, seat, wanted)
        for place in state.territories_of(seat):
            most = placing.space_on(state.armies[place], supply)
            most = most if limit is None else min(most, limit - state.armies[place])
            if most > 0:
                room[place] = most
    target = rng.choice([place for place in _border(game, state) if place in room] or list(room))
    return Place(target, rng.randint(1, room[target]))


def _capital(rng: random.Random, game: Game, state: State) -> Action:
    return ChooseCapital(rng.choice(state.territories_of(state.turn)))


def _declare(rng: random.Random, game: Game, state: State) -> Action:
    lead, *_ = _best_attack(game, state, 0)
    return ChooseTurnType(lead > 3 or rng.random() < 0.3)


def _some_trade(rng: random.Random, game: Game, state: State) -> Action | None:
    rules = game.setup.rules
    found = list(rules.card_sets.complete_sets(state.hands[state.turn]))
    if not found:
        return None
    cards = max(found, key=lambda each: (rules.card_sets.value(each, state.sets_traded), each))
    choices = rules.territory_bonus.choices(
        cards, state.owner, state.turn, state.territory_bonus_received
    )
    chosen = tuple(rng.choice(choice) for choice in choices if len(choice) > 1)
    return Trade.choosing(cards, chosen)


def _must_trade(game: Game, state: State) -> bool:
    cards = len(state.hands[state.turn])
    if state.hand_limit is not None:
        return cards > state.hand_limit
    forced = game.setup.ruleset.cards.forced_at
    return state.stage <= Stage.REINFORCE and forced is not None and cards >= forced


def _may_trade(game: Game, state: State) -> bool:
    whole_turn = game.setup.ruleset.cards.trade_when == "whole turn"
    latest = Stage.REINFORCE
    if whole_turn:
        latest = Stage.ATTACK if state.card_drawn else Stage.FORTIFY
    return state.acting_seat == state.turn and state.stage <= latest


def _reinforce(rng: random.Random, game: Game, state: State) -> Action:
    if _may_trade(game, state) and (_must_trade(game, state) or rng.random() < 0.6):
        action = _some_trade(rng, game, state)
        if action is not None:
            return action
    limits = game.setup.rules.placement.limits(game._context.placement())
    places = [place for place in _border(game, state) if place in limits] or list(limits)
    place = _front(rng, game, state, places)
    least, most = limits[place]
    return Reinforce(place, rng.randint(least, most) if rng.random() < 0.1 else most)


def _trade(rng: random.Random, game: Game, state: State) -> Action:
    if _must_trade(game, state) or rng.random() < 0.7:
        return _some_trade(rng, game, state) or EndPhase()
    return EndPhase()


def _best_attack(game: Game, state: State, least: int) -> tuple[int, int, int]:
    """Return the greatest lead above ``least``, its source and its target; -1 for no attack."""
    owner, armies, neighbours = state.owner, state.armies, game.setup.board.neighbours
    allies = state.acting_seat == game.setup.neutral
    best, source, target = least, -1, -1
    for place in range(len(owner)):
        if owner[place] == state.acting_seat and armies[place] > max(1, 1 + best):
            for other in neighbours[place]:
                lead = armies[place] - armies[other]
                prey = owner[other] == state.turn if allies else owner[other] != state.acting_seat
                if prey and lead > best:
                    best, source, target = lead, place, other
    return best, source, target


def _attack(rng: random.Random, game: Game, state: State) -> Action:
    if rng.random() < 0.001:
        return EndPhase()
    meanwhile = state.armies_to_place and game.setup.rules.card_draw.whole_turn
    if (
        meanwhile
        and rng.random() < 0.5
        and game.setup.rules.placement.limits(game._context.placement())
    ):
        return _reinforce(rng, game, state)
    if state.stage is Stage.ATTACK and _may_trade(game, state) and rng.random() < 0.1:
        trade = _some_trade(rng, game, state)
        if trade is not None:
            return trade
    # Attack equals sometimes, because with full territories no player is ever stronger.
    _, source, target = _best_attack(game, state, 0 if rng.random() < 0.8 else -1)
    if source < 0:
        return EndPhase()
    most = min(game.setup.ruleset.combat.attack_dice, state.armies[source] - 1)
    return Attack(source, target, most if rng.random() < 0.98 else rng.randint(1, most))


def _defend(rng: random.Random, game: Game, state: State) -> Action:
    battle = state.battle
    assert battle is not None
    most = game.setup.rules.combat.max_defence_dice(state.armies[battle.target], battle.dice)
    return Defend(most if rng.random() < 0.9 else 1)


def _alter(rng: random.Random, game: Game, state: State) -> Action:
    battle, combat = state.battle, game.setup.ruleset.combat
    assert battle is not None
    lowest = battle.attack[-1]
    deck, places = game.setup.board.deck, (battle.source, battle.target)
    shown = [card for card in state.hands[state.acting_seat] if deck[card].territory in places]
    changes = next(each for each in game.view().memories if isinstance(each, Changes))
    if combat.reroll and shown and not changes.rerolled and lowest < 4:
        return Reroll(lowest, rng.choice(shown))
    if combat.commander and not changes.commander_used and lowest < 6 and rng.random() < 0.5:
        return UseCommander(lowest)
    return EndPhase()


def _occupy(rng: random.Random, game: Game, state: State) -> Action:
    assert state.occupying is not None
    _, target, least, most = state.occupying
    if rng.random() < 0.2:
        return Occupy(rng.randint(least, most))
    outward = any(_is_prey(game, state, o) for o in game.setup.board.neighbours[target])
    return Occupy(most if outward else least)


def _fortify(rng: random.Random, game: Game, state: State) -> Action:
    owner, armies, rules = state.owner, state.armies, game.setup.rules
    board = game.setup.board.with_passages(state.passages)
    if rng.random() < 0.3:
        return EndPhase()
    border = set(_border(game, state))

    def movable(place: int) -> int:
        return rules.fortify_reach.max_armies(armies[place], state.armies_moved_in[place])

    inland = [p for p in state.territories_of(state.turn) if movable(p) > 0 and p not in border]
    if not inland:
        return EndPhase()
    source = max(inland, key=movable)
    room = {
        place: rules.placement.space_on(armies[place], movable(source))
        for place in rules.fortify_reach.targets(board, owner, source)
    }
    targets = [place for place, most in room.items() if most > 0]
    if not targets:
        return EndPhase()
    target = next((place for place in targets if place in border), rng.choice(targets))
    return Fortify(source, target, room[target])


_CHOICES: dict[str, Callable[[random.Random, Game, State], Action]] = {
    Phase.BEGIN: _begin,
    Phase.CLAIM: _claim,
    Phase.PLACE: _place,
    "capital": _capital,
    "declare": _declare,
    Phase.REINFORCE: _reinforce,
    Phase.TRADE: _trade,
    Phase.ATTACK: _attack,
    Phase.DEFEND: _defend,
    "alter": _alter,
    Phase.OCCUPY: _occupy,
    Phase.FORTIFY: _fortify,
}
