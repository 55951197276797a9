"""Secrets in views, records and offers; ``test_hidden`` plays all editions."""

from __future__ import annotations

import pickle
import random
from copy import deepcopy
from dataclasses import fields

from risk_tui.engine.actions import Reinforce
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import CardsTaken
from risk_tui.engine.records import Record
from risk_tui.engine.state import Phase
from risk_tui.engine.view import View

from .policy import choose
from .positions import ANN, BEN, CID, at, attack, cards, end, events_of, position

SET = "Brazil, Argentina, Ukraine"


def test_captured_cards_are_shown_to_the_two_only() -> None:
    game = position(
        {"Ann": {"East Africa": 5}, "Ben": {"Madagascar": 1}},
        rest="Cid",
        players=4,
        hands={"Ben": SET},
        luck=[(6, 6, 6), (1,)],
    )
    record = attack(game, "East Africa", "Madagascar", 3)
    full = CardsTaken(ANN, BEN, 3, cards(SET))
    for seat, told in {ANN: full, BEN: full, CID: None, 3: None, None: None}.items():
        expected = told or CardsTaken(ANN, BEN, 3, ())
        assert events_of(record.redacted_for(seat), CardsTaken) == [expected]


def test_only_the_seat_that_decides_has_offers() -> None:
    game = position({"Ann": {"Peru": 3}, "Ben": {"Brazil": 2}})
    assert game.view(ANN).offers == tuple(game.legal_actions())
    assert game.view(BEN).offers == game.view(None).offers == ()
    attack(game, "Peru", "Brazil", 2)
    assert game.view(BEN).offers == tuple(game.legal_actions())
    assert game.view(ANN).offers == ()


def test_a_view_can_be_copied_and_pickled() -> None:
    """A bot may hand its view to another process."""
    view = position({"Ann": {"Peru": 3}, "Ben": {"Brazil": 2}}).view(ANN)
    assert pickle.loads(pickle.dumps(view)) == deepcopy(view) == view


def test_a_view_cannot_reach_into_the_game() -> None:
    game = position({"Ann": {"Peru": 3, "Siam": 1}}, phase=Phase.REINFORCE, armies_to_place=3)
    before = game.view(ANN)
    lists = [each.name for each in fields(View) if isinstance(getattr(before, each.name), list)]
    assert lists == []
    game.apply(Reinforce(at("Peru"), 3))
    assert before.armies[at("Peru")] == 3
    assert (before.armies_to_place, before.phase) == (3, Phase.REINFORCE)
    assert game.view(ANN).armies[at("Peru")] == 6


def test_a_state_or_a_copy_cannot_reach_into_the_game() -> None:
    game = position(
        {"Ann": {"Peru": 3, "Brazil": 2}}, hands={"Ann": "Ural"}, conquests_this_turn=1, luck=[3]
    )
    before = deepcopy(game.state())
    copy, state = game.copy(seeded_chance(1)), game.state()
    copy.apply(choose(random.Random(0), copy))
    end(copy)
    state.hands[ANN].append(1)
    state.owner[0], state.deck[0], state.unplaced[0] = 9, 9, 9
    assert game.state() == before
    assert isinstance(end(game), Record)
    assert copy.state() != game.state()
