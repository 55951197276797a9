"""In fog nobody learns what they do not see: twins that differ in nothing else look the same.

The levels are Warzone's (warzone.com/wiki/Fog).
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from risk_tui.boards.board import NOBODY
from risk_tui.engine import actions as do
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.sight import sight_of
from risk_tui.engine.state import Phase
from risk_tui.errors import RiskError
from risk_tui.rulesets.house_rules import with_house_rules
from risk_tui.rulesets.library import load_board, load_ruleset
from risk_tui.rulesets.variant_switches import values_of_variants
from tests.engine.twins import copy_of, play_at_random

if TYPE_CHECKING:
    from risk_tui.engine.actions import Action
    from risk_tui.engine.records import Record
    from risk_tui.engine.sight import Sight
    from risk_tui.engine.view import View

BOARD = load_board("classic")
LEVELS = ("light", "normal", "dense", "heavy", "complete")
US = load_ruleset("us-1993")


def foggy(level: str, *variants: str, seats: int = 3, **changes: object) -> GameSetup:
    values = {**values_of_variants(variants), "setup.allocation": "deal", **changes}
    values["variants.fog.level"] = level
    return GameSetup(BOARD, with_house_rules(US, values), seats)


def sight(game: Game, seat: int | None) -> Sight:
    return sight_of(game._context.hooks.sight[0](game._context), seat)


def twin_in_fog(game: Game, seat: int | None, rng: random.Random) -> Game:
    """A twin with other armies and owners wherever the seat does not see these."""
    twin = copy_of(game)
    state, seen = twin.state(), sight(game, seat)
    fixed = set() if state.battle is None else {state.battle.source, state.battle.target}
    fixed |= set() if state.occupying is None else set(state.occupying[:2])
    free = [place for place in range(len(state.owner)) if place not in fixed]
    for place in free:
        if place not in seen.armies and state.armies[place]:
            state.armies[place] = rng.randint(1, 9)
    # An exchange lets nobody vanish, and nobody appear who is out of the game.
    hidden = [place for place in free if place not in seen.owners and state.owner[place] != NOBODY]
    owners = [state.owner[place] for place in hidden]
    rng.shuffle(owners)
    for place, owner in zip(hidden, owners, strict=True):
        state.owner[place] = owner
    for place in hidden:
        taker = rng.choice(owners)
        if rng.random() < 0.3 and owners.count(state.owner[place]) > 1:
            owners.remove(state.owner[place])
            owners.append(taker)
            state.owner[place] = taker
    decision = game.decision
    if state.phase is Phase.REINFORCE and seat not in (state.turn, decision and decision.seat):
        state.armies_to_place = rng.randint(1, 9)
    twin.set_state(state)
    return twin


def learnt(one: View, other: View) -> str:
    """What a seat could tell two games by, empty if nothing: a field's name."""
    for name in one.__slots__:
        if name != "rules" and getattr(one, name) != getattr(other, name):
            return name
    return "" if repr(one) == repr(other) else "repr"


def anything(rng: random.Random) -> Action:
    """Something that may well be refused."""
    source, target = (rng.randrange(len(BOARD.territories)) for _ in range(2))
    if rng.random() < 0.5:
        target = rng.choice(sorted(BOARD.neighbours[source]))
    return rng.choice(
        (
            do.Attack(source, target, rng.randint(1, 3)),
            do.Fortify(source, target, rng.randint(1, 3)),
            do.Reinforce(target, 1),
            do.Place(target),
            do.Enter(source, target, 1),
        )
    )


class Watcher:
    """Compares a game with its twins while it is played."""

    def __init__(self, seed: object, looks: float) -> None:
        self.rng = random.Random(str(seed))
        self.looks = looks
        self.counts: Counter[str] = Counter()

    def look(self, game: Game, action: Action) -> None:
        if self.rng.random() > self.looks:
            return
        for seat in (None, *range(game.setup.seats)):
            twin = twin_in_fog(game, seat, self.rng)
            self.counts["differing"] += twin.state() != game.state()
            seen = learnt(game.view(seat), twin.view(seat))
            assert not seen, f"seat {seat} could tell by {seen} in {game.view(seat)}"
            decision = game.decision
            assert decision is not None
            if decision.seat == seat:
                self._refusals(game, twin)
            self._step(copy_of(game), twin, seat, action)

    def _refusals(self, game: Game, twin: Game) -> None:
        for _ in range(4):
            action = anything(self.rng)
            reasons = [each.why_not(action) for each in (game, twin)]
            assert reasons[0] == reasons[1], f"refusals tell of {action}: {reasons}"
            self.counts["refusals"] += reasons[0] is not None

    def _step(self, game: Game, twin: Game, seat: int | None, action: Action) -> None:
        seen = sight(game, seat)
        is_own = game.decision is not None and game.decision.seat == seat
        if is_own and isinstance(action, do.Attack) and action.target not in seen.armies:
            return  # whoever attacks learns whom, and how many dice they roll
        try:
            record, other = game.apply(action), twin.apply(action)
        except RiskError:
            assert not is_own, f"a twin refuses {action}"
            return  # what another one does there cannot be done here
        is_seen = isinstance(action, do.Attack) and action.source in seen.armies
        if is_seen and record.events != other.events:
            return  # an army that is seen has fared otherwise
        if self._is_open(game, twin, record, other, seat):
            return
        same = record.redacted_for(seat) == other.redacted_for(seat)
        assert same, f"seat {seat} could tell by the record of {action}"
        told = learnt(game.view(seat), twin.view(seat))
        assert not told, f"seat {seat} could tell by {told} after {action}"
        self.counts["steps"] += 1

    def _is_open(
        self, game: Game, twin: Game, record: Record, other: Record, seat: int | None
    ) -> bool:
        """Whether a step went differently where everybody looks: who is asked, and who is out."""
        views = [each.view(None) for each in (game, twin)]
        kinds = [[type(event) for event in each.events] for each in (record, other)]
        told = any(each.redacted_for(seat).events for each in (record, other))
        after = [sight(each, seat) for each in (game, twin)]
        gains = [sight_of(record.sights[0], seat).gains_from(each) for each in after]
        named = ("phase", "decision", "status", "card_counts", "turn", "deck_count", "discard")
        return (
            any(gains)
            or after[0] != after[1]
            or (told and kinds[0] != kinds[1])
            or any(getattr(views[0], name) != getattr(views[1], name) for name in named)
        )


@pytest.mark.parametrize("level", LEVELS)
def test_twins_that_differ_in_what_fog_hides_look_the_same(level: str) -> None:
    watcher = Watcher(level, 0.07)
    for seats in (2, 3, 4):
        play_at_random(foggy(level, seats=seats), watcher.rng, 250, watcher.look)
    assert watcher.counts["differing"] > 100
    assert watcher.counts["steps"] > 50
    assert watcher.counts["refusals"] > 50
