"""Invariants of every step in whole games.

The games are seeded, so a failure names the seed that shows it again. ``mixtures`` mixes the
options of the rulesets, so that combinations that no edition uses are played too;
``python -m tests.soak games`` plays thousands.
"""

from __future__ import annotations

import random
from dataclasses import MISSING, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from risk_tui.engine.actions import ACTIONS, Action, Attack
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.declarations import Slot, slots_of
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import Phase
from risk_tui.errors import ChanceError, IllegalAction
from risk_tui.rules.library import load_ruleset
from tests.extent import usual_or_full

from .mixtures import mixed
from .offers import accepts, is_offered
from .policy import play
from .positions import BOARD, US
from .watched import RULES, SAME, SOME, prove_game, tables, watched

# Invariants of every step


@pytest.mark.parametrize("name", SOME)
def test_every_game_keeps_to_its_facts_ends_and_can_be_replayed(name: str) -> None:
    # No ruleset needs a turn limit for it: played to win, every game comes to an end.
    assert RULES[name].victory.turn_limit is None
    setups = tables(name)
    one = setups[list(RULES).index(name) % min(3, len(setups))]
    for setup in usual_or_full([one], setups):
        prove_game(setup, f"{name}/{setup.seats}/0")


def test_rulesets_left_out_have_the_same_values() -> None:
    for name in SAME:
        same = {key: part for key, _, part in RULES["us-1993-mission"].sections()}
        assert {key: part for key, _, part in load_ruleset(name).sections()} == same


@pytest.mark.parametrize("number", range(usual_or_full(20, 180)))
def test_every_mixture_of_rules_keeps_to_its_facts_and_ends(number: int) -> None:
    setup = mixed(number)
    game, records = watched(setup, number, leaving=0.002)
    assert Game.replay(setup, records).state() == game.state()


def test_a_record_played_again_tells_the_same_facts() -> None:
    setup = GameSetup(BOARD, US, 5)
    records = [record for _, record in play(setup, "facts", random.Random(1))]
    game = Game(setup)
    assert [game.replay_step(r.seat, r.action, r.chance) for r in records] == records


def test_a_record_that_cannot_have_happened_is_not_replayed() -> None:
    setup = GameSetup(BOARD, US, 3)
    records = [record for _, record in play(setup, "forged", random.Random(1))]
    battle = next(n for n, each in enumerate(records) if isinstance(each.action, Attack))
    with pytest.raises(IllegalAction):
        Game.replay(setup, records[1:])
    with pytest.raises((IllegalAction, ChanceError)):
        Game.replay(setup, records[:battle] + records[battle + 1 :])


# Offers are accepted, and nothing else


NUMBERS = st.integers(-1, 12)


def any_value(slot: Slot) -> st.SearchStrategy[object]:
    """Draw a value for a field of an action, which need not be possible."""
    kinds = {"choice": st.booleans(), "territory": st.integers(-2, 44), "card": st.integers(-2, 44)}
    value = kinds.get(slot.meaning, NUMBERS)
    value = st.lists(value, max_size=4).map(tuple) if slot.many else value
    return st.none() | value if slot.optional else value


def any_of(kind: type[Action]) -> st.SearchStrategy[Action]:
    """Draw an action of a kind, without the fields that have a default."""
    needed = [field.name for field in fields(kind) if field.default is MISSING]
    return st.builds(kind, **{name: any_value(slots_of(kind)[name]) for name in needed})


ANY_ACTION = st.sampled_from(list(ACTIONS.values())).flatmap(any_of)


@pytest.fixture(scope="module")
def moments() -> dict[Phase, list[Game]]:
    """Some games of these rulesets in each phase, with cards in hands."""
    found: dict[Phase, list[Game]] = {}
    rng = random.Random("moments")
    for number, rules in enumerate(RULES[name] for name in SOME):
        players = rules.players.least + number % 3
        for game, _ in play(GameSetup(BOARD, rules, players), f"moment/{number}", rng):
            kept = found.setdefault(game.state().phase, [])
            if rng.random() < 0.03 or len(kept) < 5:
                kept.append(game.copy(seeded_chance(2)))
    for games in found.values():
        rng.shuffle(games)
        del games[40:]
    return found


def test_all_numbers_of_an_offer_are_accepted(moments) -> None:
    rng = random.Random("offers")
    assert set(moments) == {*Phase, "alter", "capital", "declare"} - {Phase.BEGIN}
    for games in moments.values():
        assert len(games) >= 5
        for game in games[:5]:
            for offer in game.legal_actions():
                accepts(game, offer, rng)


@settings(max_examples=usual_or_full(150, 600))
@given(data=st.data())
def test_an_action_is_accepted_exactly_when_it_is_offered(moments, data) -> None:
    phase = data.draw(st.sampled_from(sorted(moments)))
    game = data.draw(st.sampled_from(moments[phase]))
    if phase is Phase.OVER or data.draw(st.booleans()):
        action = data.draw(ANY_ACTION)
    else:
        # Close to legal actions: an offer with any number.
        offer = data.draw(st.sampled_from(game.legal_actions()))
        action = offer.with_number(data.draw(NUMBERS))
    before = game.state()
    offered = is_offered(game, action)
    trial = game.copy(seeded_chance(3))
    if offered:
        trial.apply(action)
        assert trial.state() != before
    else:
        with pytest.raises(IllegalAction) as refusal:
            trial.apply(action)
        assert str(refusal.value).isprintable()
        assert trial.state() == before
    assert game.state() == before, "a copy is independent"
