"""Values of rulesets that are told to players, and whether they make a difference in a game.

A value makes one if a game that is played by another value, with the same luck and by the same
choices, comes to a step that differs. Some of the games go on late: one player is strong, the
next one is about to be eliminated, hands are full, many sets were traded, and now and then a player
resigns.
"""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from risk_tui.boards.board import Board, CardSymbol
from risk_tui.engine.actions import Action, Attack, Offer, Resign
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToAttack
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.phases.reinforce import ToReinforce
from risk_tui.errors import RiskError
from risk_tui.rules.fields import Section, described_fields, usual_fields
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board
from risk_tui.rules.ruleset import Ruleset
from risk_tui.text.rulebook import iter_values
from tests.conformance.tables import VALUES
from tests.variants.mixtures import choose

STEPS = 300
SEEDS = range(6)
MORE_SEEDS = range(6, 300)
"""Games for the values that make no difference in the first ones."""
EARLY = 2
"""The number of games that start at the beginning."""

WHICH_GAMES = {"players.least", "players.most", "board.maps"}
"""Values that decide which games are possible, not how one is played."""


class Told(NamedTuple):
    """A value as it is told: its path, its part, and its sentence."""

    path: str
    part: Section
    sentence: str


def without_effect(
    ruleset: Ruleset,
    players: int,
    seeds: Iterable[int],
    among: Container[str] | None,
) -> list[Told]:
    """The values told for a number of players that make no difference in any of a few games.

    Args:
        among: The paths of the values that are looked at; ``None`` for all.
    """
    board = load_board(ruleset.board.home)
    setup = GameSetup(board, ruleset, players)
    games = [Course(setup, seed) for seed in seeds]
    found = []
    for path, part, sentence in iter_values(ruleset, players):
        if path in WHICH_GAMES or (among is not None and path not in among):
            continue
        others = list(islice(_setups(board, _changed(ruleset, path, part), players), 3))
        if others and not any(game.differs(other) for other in others for game in games):
            found.append(Told(path, part, sentence))
    return found


def describe(part: Section) -> list[str]:
    """Return a sentence for each value of a part that is not the usual one."""
    usual = usual_fields(part)
    return [text for name, text in described_fields(part).items() if name not in usual]


class Course:
    """A game by one setup, played only as far as another one is compared with it."""

    def __init__(self, setup: GameSetup, seed: int) -> None:
        self._steps: list[str] = []
        self._more = _course(setup, seed)
        self._seed = seed

    def differs(self, setup: GameSetup) -> bool:
        """Return True if the game comes to another step by another setup."""
        number = -1
        for number, step in enumerate(_course(setup, self._seed)):
            if number == len(self._steps):
                self._steps.extend(islice(self._more, 1))
            if self._steps[number : number + 1] != [step]:
                return True
        return number + 1 < len(self._steps)


def _course(setup: GameSetup, seed: int) -> Iterator[str]:
    """Play a game, and tell what is asked, offered and done at each step."""
    rng, game, is_late = random.Random(seed), Game(setup, seeded_chance(seed)), seed >= EARLY
    may_resign = False
    for step in range(STEPS):
        if (decision := game.decision) is None:
            return
        if step % 100 == 0:
            yield repr(game.view(decision.seat))
        if is_late and isinstance(decision, (ToAttack, ToReinforce)):
            is_late, may_resign = False, True
            _bring_to_the_end(game, rng)
        offers = game.legal_actions()
        asked = [offer for offer in offers if not isinstance(offer.action, Resign)]
        if not asked:
            return  # a late game may have more armies than its rules allow
        action = _choose(game, offers, rng)
        if may_resign and len(asked) < len(offers) and rng.random() < 0.01:
            action = Resign()
        record = game.apply(action, seat=decision.seat)
        yield repr((decision, asked, record.action, record.events))
    yield repr(game.view(None))


def _choose(game: Game, offers: Sequence[Offer], rng: random.Random) -> Action:
    """Mostly an attack with all armies, where there is one, on who has least land to lose."""
    attacks = [offer for offer in offers if isinstance(offer.action, Attack)]
    if attacks and rng.random() < 0.75:
        owner = game.state().owner
        land = [owner.count(owner[offer.action.target]) for offer in attacks]
        weakest = [each for each, size in zip(attacks, land, strict=True) if size == min(land)]
        offer = rng.choice(weakest)
        return offer.action if offer.maximum is None else offer.with_number(offer.maximum)
    return choose(offers, rng)


def _bring_to_the_end(game: Game, rng: random.Random) -> None:
    """Leave little land to the next player, fill all hands, and have many sets traded."""
    state = game.state()
    victim, kept = (state.turn + 1) % game.setup.seats, 1
    pieces = game.setup.ruleset.limits.pieces
    strong = 9 if pieces is None else min(9, pieces // (2 * len(state.owner) // 3))
    for territory in rng.sample(range(len(state.owner)), len(state.owner)):
        if state.owner[territory] == state.turn:
            state.armies[territory] = strong
        elif state.owner[territory] == victim and kept:
            kept, state.armies[territory] = kept - 1, 1
        elif state.owner[territory] == victim:
            state.owner[territory], state.armies[territory] = state.turn, strong
    deck = game.setup.board.deck
    state.deck.sort(key=lambda card: deck[card].symbol is CardSymbol.JOKER)
    for hand in state.hands:
        while len(hand) < 5 and len(state.deck) > 9:
            hand.append(state.deck.pop())
    rng.shuffle(state.deck)
    state.sets_traded = 7
    game.set_state(state)


def _setups(board: Board, rulesets: Iterable[Ruleset], players: int) -> Iterator[GameSetup]:
    """The games that can be set up by these rulesets."""
    for ruleset in rulesets:
        with suppress(RiskError):
            yield GameSetup(board, ruleset, players)


def _changed(ruleset: Ruleset, path: str, part: Section) -> Iterator[Ruleset]:
    """The ruleset with other values at a path, as far as they go with the rest."""
    key, _, name = path.rpartition(".")
    others = [each for each in VALUES[path] if each != getattr(part, name)]
    for value in others:
        try:
            yield with_house_rules(ruleset, {path: value})
        except RiskError:
            if not key.startswith("variants."):
                yield from _forced(ruleset, key, name, value)


def _forced(ruleset: Ruleset, key: str, name: str, value: object) -> Iterator[Ruleset]:
    """The ruleset with a value that does not go with the rest, if a part may have it."""
    part: Section = getattr(ruleset, key)
    try:
        changed = type(part).model_validate({**part.model_dump(), name: value}, strict=False)
    except ValueError:
        return
    yield ruleset.model_copy(update={key: changed})
