"""Whole games that are compared with a shadow at every step."""

from __future__ import annotations

import random

from risk_tui.engine.actions import EndPhase
from risk_tui.engine.events import (
    BattleResolved,
    CardDrawn,
    CardsDiscarded,
    CardsTaken,
    Dealt,
    DeckReshuffled,
    DiceRolled,
    FirstRolled,
    GameWon,
    MissionsShown,
    OrderRolled,
    TurnBegan,
    VictoryKind,
)
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.state import Phase, State, Status
from risk_tui.rules.library import load_ruleset
from risk_tui.variants.capitals import CAPITALS
from risk_tui.variants.changed_dice import UseCommander
from risk_tui.variants.objectives import OBJECTIVES
from tests.editions import EDITIONS, SOME_EDITIONS

from .policy import play
from .positions import BOARD
from .shadow import Shadow, fulfils

SAME = {"us-1998-mission"}
"""Rulesets that play like us-1993-mission."""
NEAR = {"de-mission", "es-1987", "fr-1970"}
"""Rulesets that differ from eu-mission in a few values, each tested by itself."""
RULES = {name: load_ruleset(name) for name in EDITIONS if name not in SAME | NEAR}
SOME = [name for name in SOME_EDITIONS if name in RULES]
"""The sample of the editions in RULES; with ``--full`` all of them."""

LUCKY = (
    *(FirstRolled, OrderRolled, Dealt, DiceRolled, TurnBegan, MissionsShown),
    *(CardDrawn, CardsTaken, CardsDiscarded, DeckReshuffled),
)
"""Events that an undoable step never has, because a player would have seen them."""
VICTORIES = {
    "missions": VictoryKind.MISSION,
    "capitals": CAPITALS,
    "objectives": OBJECTIVES,
}


def tables(name: str) -> list[GameSetup]:
    """Return the setups of a ruleset for all its numbers of players."""
    rules = RULES[name]
    players = range(rules.players.least, rules.players.most + 1)
    return [GameSetup(BOARD, rules, count) for count in players]


def prove_game(setup: GameSetup, seed: str) -> None:
    """Play a game, check each step, and replay its records."""
    game, records = watched(setup, seed)
    assert Game.replay(setup, records).state() == game.state(), seed


def watched(setup: GameSetup, seed: int | str, leaving: float = 0.0) -> tuple[Game, list[Record]]:
    """Play a whole game with a shadow; return the game and its records."""
    shadow = Shadow(setup)
    records = []
    for game, record in play(setup, seed, random.Random(seed), leaving=leaving):
        records.append(record)
        shadow.follow(record)
        state = game.state()
        shadow.agrees_with(state)
        if not record.chance or len(record.events) > 1:
            shadow.agrees_on_cards_with(state)
            assert not has_won_unnoticed(setup, state)
        if not record.is_irreversible:
            assert record.chance == ()
            assert not [event for event in record.events if isinstance(event, LUCKY)]
            if any(isinstance(event, BattleResolved) for event in record.events):
                # An earlier step rolled and showed the dice.
                assert isinstance(record.action, EndPhase | UseCommander)
    assert game.decision is None
    (end,) = [event for event in record.events if isinstance(event, GameWon)]
    assert end.winners == game.winners != ()
    for seat in game.winners:
        assert state.status[seat] is Status.PLAYING
        assert fulfils(setup, state, seat, end.how), end
    return game, records


def has_won_unnoticed(setup: GameSetup, state: State) -> bool:
    """Return True if a player who can win at any step of this turn has fulfilled a goal."""
    rules, when = setup.ruleset, setup.ruleset.victory.when
    if state.phase in (Phase.OCCUPY, Phase.OVER) or not state.round or rules.victory.hold_a_round:
        return False
    seats = {"any turn": range(setup.seats), "own turn": [state.turn]}.get(when, [])
    kinds = [kind for section, kind in VICTORIES.items() if getattr(rules, section).played]
    if rules.capitals.to_win is None and CAPITALS in kinds:
        kinds.remove(CAPITALS)
    return any(
        fulfils(setup, state, seat, kind)
        for seat in seats
        for kind in kinds
        if state.status[seat] is Status.PLAYING
    )
