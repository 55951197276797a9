"""Twins: two games that differ only in facts that a seat may not know."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.engine import actions as do
from risk_tui.engine.actions import Action
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import State
from risk_tui.engine.view import View
from risk_tui.variants import changed_dice
from risk_tui.variants.capitals import Capitals

from .policy import choose
from .positions import memory_of, remember

LUCK = "same luck"


def copy_of(game: Game) -> Game:
    """Return a copy of a game with the chance that every twin has."""
    return game.copy(seeded_chance(LUCK))


def learnt(one: View, other: View) -> str:
    """Return the first field in which two views differ; empty if there is none."""
    for name in one.__slots__:
        if name != "rules" and getattr(one, name) != getattr(other, name):
            return name
    return "" if repr(one) == repr(other) else "repr"


def twin_of(
    game: Game, seat: int | None, rng: random.Random, shown: Sequence[int] = ()
) -> Game | None:
    """Return a twin of a game for ``seat`` (``None``: a spectator).

    The other hands, the deck and the other missions are dealt again, and hidden capitals are moved;
    only the ``shown`` cards, which are about to be laid down, stay.

    Returns:
        ``None`` if nothing hidden can be different: if another player had fulfilled a mission, the
        game would be over.
    """
    twin = copy_of(game)
    state = twin.state()
    _deal_cards(state, seat, rng, shown)
    capitals = memory_of(state, Capitals)
    if capitals is not None and not capitals.are_shown:
        _move_capitals(state, capitals, seat, rng)
    for _ in range(20):
        _deal_missions(twin, state, seat, rng)
        if not _won_already(twin, state):
            twin.set_state(state)
            return twin
    return None


def _deal_cards(state: State, seat: int | None, rng: random.Random, shown: Sequence[int]) -> None:
    others = [hand for number, hand in enumerate(state.hands) if number != seat]
    hidden = [card for hand in (*others, state.deck) for card in hand if card not in shown]
    rng.shuffle(hidden)
    for hand in others:
        hand[:] = [card if card in shown else hidden.pop() for card in hand]
    state.deck = sorted(hidden)


def cards_of(action: Action) -> tuple[int, ...]:
    """Return the cards that an action trades or shows."""
    match action:
        case do.Trade(cards):
            return cards
        case changed_dice.Reroll(_, card):
            return (card,)
    return ()


def _move_capitals(state: State, capitals: Capitals, seat: int | None, rng: random.Random) -> None:
    territories = list(capitals.territories)
    for number, capital in enumerate(territories):
        if number != seat and capital != NO_TERRITORY:
            territories[number] = rng.choice(state.territories_of(number))
    remember(state, Capitals(tuple(territories)))


def _deal_missions(twin: Game, state: State, seat: int | None, rng: random.Random) -> None:
    """Shuffle the secret missions with those that were not dealt."""
    deck = twin.setup.rules.missions.deck
    if not any(state.missions):
        return
    secret = [
        number
        for number, missions in enumerate(state.missions)
        if missions and number != seat and not state.victory_announced[number]
    ]
    known = {
        mission
        for number, missions in enumerate(state.missions)
        for mission in missions
        if number not in secret or mission in state.missions_done[number]
    }
    hidden = [mission for mission in range(len(deck)) if mission not in known]
    rng.shuffle(hidden)
    for number in secret:
        taken = state.missions_done[number]
        state.missions[number] = [
            mission if mission in taken else hidden.pop() for mission in state.missions[number]
        ]


def _won_already(twin: Game, state: State) -> bool:
    victory = twin.setup.rules.victory
    return any(
        victory.condition_met(state, seat) and not state.victory_announced[seat]
        for seat in state.seats_in_game()
        if state.missions[seat]
    )


def play_at_random(
    setup: GameSetup, rng: random.Random, steps: int, look: Callable[[Game, Action], None]
) -> Game:
    """Play ``steps`` steps with what is offered; ``look`` sees each action before it is done."""
    game = Game(setup, seeded_chance(rng.getrandbits(32)))
    for _ in range(steps):
        if game.decision is None:
            break
        action = choose(rng, game, leaving=0.001)
        look(game, action)
        game.apply(action)
    return game
