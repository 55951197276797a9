"""Whole games, thousands of them: what must hold at every step, whatever is played.

The games are seeded, so a failure names the seed that shows it again. ``variants`` mixes the
options of the rulesets, so that combinations that no edition uses are played too.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from risk_tui.engine.errors import IllegalAction
from risk_tui.engine.game import Game, Setup
from risk_tui.engine.library import load_board, load_ruleset
from risk_tui.engine.records import (
    BattleFought,
    CardDrawn,
    CardsTaken,
    Dealt,
    DeckReshuffled,
    FirstRolled,
    TurnBegan,
)
from risk_tui.engine.state import Phase, Status

from .policy import play
from .positions import UK, US, varied
from .shadow import Shadow

BOARD = load_board("classic")
RULES = ["us-1993", "uk-new"]
GAMES = {2: 500, 3: 250, 4: 100, 5: 75, 6: 75}
"""Games of each ruleset with each number of players; more players play longer games."""

CARD_FACTS = (CardDrawn, CardsTaken, DeckReshuffled)


def variants() -> st.SearchStrategy:
    """Rulesets of every mixture of options that whole games can be played with."""

    def mixed(base, setup, cards, combat, fortify, victory):
        sections = {
            "setup": setup, "cards": cards, "combat": combat, "fortify": fortify, "victory": victory
        }  # fmt: skip
        return varied(base, **sections)

    pick = st.sampled_from
    return st.builds(
        mixed,
        pick([US, UK]),
        st.fixed_dictionaries(
            {
                "allocation": pick(["claim", "deal"]),
                "armies_each_go": pick([1, 3]),
                "territory_limit": pick([None, 4]),
                "first": pick(["one roll", "second roll"]),
            }
        ),
        st.fixed_dictionaries(
            {
                "draw": pick(["before fortify", "after fortify"]),
                "sets": pick(["escalating", "by type"]),
                "jokers_in_a_set": pick([0, 1, 2]),
                "forced_at": pick([3, 5, 6]),
                "territory_bonus": pick(["none", "each", "once a turn"]),
                "on_elimination": pick(["discard", "hold", "trade"]),
                "elimination_trade_at": pick([5, 6]),
                "elimination_trade_more": st.booleans(),
            }
        ),
        st.fixed_dictionaries(
            {
                "attack_dice": pick([2, 3]),
                "defence_dice": pick([1, 2]),
                "armies_for_two_dice": pick([2, 3]),
                "defence_choice": pick(["chosen", "most"]),
                "occupy_at_least": pick(["dice", "one"]),
            }
        ),
        st.fixed_dictionaries(
            {"reach": pick(["adjacent", "connected", "free"]), "limit": pick([None, 7])}
        ),
        st.fixed_dictionaries(
            {"when": pick(["any turn", "own turn"]), "turn_limit": pick([None, 1, 10])}
        ),
    )


def watched(setup: Setup, seed: int | str, leaving: float = 0.0):
    """A whole game under the eyes of its shadow: the game and its records."""
    shadow = Shadow(setup)
    records = []
    for game, record in play(setup, seed, random.Random(seed), leaving=leaving):
        records.append(record)
        shadow.follow(record)
        state = game._state
        shadow.agrees_with(state)
        if not record.chance or len(record.facts) > 1:
            shadow.agrees_on_cards_with(state)
        if not record.reveals:
            assert record.chance == ()
    return game, records


# What must hold at every step


@pytest.mark.parametrize("players", GAMES)
@pytest.mark.parametrize("rules", RULES)
def test_every_game_keeps_to_its_facts_ends_and_can_be_replayed(rules: str, players: int) -> None:
    setup = Setup(BOARD, load_ruleset(rules), players)
    for seed in range(GAMES[players]):
        game, records = watched(setup, f"{rules}/{players}/{seed}")
        (winner,) = game.winners
        state = game.state()
        assert state.owner == [winner] * len(state.owner), f"seed {seed}"
        assert game.decision is None
        if seed % 5 == 0:
            again = Game.replay(setup, records)
            assert again.state() == state, f"seed {seed}"


@settings(max_examples=60, deadline=None, derandomize=True)
@given(rules=variants(), players=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_every_mixture_of_rules_keeps_to_its_facts_and_ends(rules, players, seed) -> None:
    setup = Setup(BOARD, rules, players)
    game, records = watched(setup, seed, leaving=0.002)
    assert game.winners
    assert all(game.state().status[seat] is Status.PLAYING for seat in game.winners)
    assert Game.replay(setup, records).state() == game.state()


def test_a_step_that_may_be_taken_back_neither_rolled_nor_showed_anything() -> None:
    lucky = (FirstRolled, Dealt, BattleFought, TurnBegan, *CARD_FACTS)
    kept = taken_back = 0
    for seed in range(10):
        for _, record in play(Setup(BOARD, UK, 4), seed, random.Random(seed)):
            if record.reveals:
                kept += 1
            else:
                taken_back += 1
                assert record.chance == ()
                assert not [fact for fact in record.facts if isinstance(fact, lucky)]
    assert kept > 1000
    assert taken_back > 1000


def test_a_record_played_again_tells_the_same_facts() -> None:
    setup = Setup(BOARD, US, 5)
    records = [record for _, record in play(setup, "facts", random.Random(1))]
    game = Game(setup)
    assert [game.replay_step(r.seat, r.action, r.chance) for r in records] == records


def test_a_record_that_cannot_have_happened_is_not_replayed() -> None:
    setup = Setup(BOARD, US, 3)
    records = [record for _, record in play(setup, "forged", random.Random(1))]
    battle = next(n for n, each in enumerate(records) if isinstance(each.action, Attack))
    with pytest.raises(IllegalAction):
        Game.replay(setup, records[1:])
    with pytest.raises(IllegalAction):
        Game.replay(setup, records[:battle] + records[battle + 1 :])


# The same everywhere

PRINT_GAMES = """
import random, sys
sys.path.insert(0, sys.argv[1])
from policy import play
from risk_tui.engine.game import Game, Setup
from risk_tui.engine.library import load_board, load_ruleset
for rules in ("us-1993", "uk-new"):
    setup = Setup(load_board("classic"), load_ruleset(rules), 4)
    steps = list(play(setup, "hash", random.Random("hash")))
    records = [record for _, record in steps]
    print(records)
    print(Game.replay(setup, records).state())
    print(steps[-1][0].state(), [offer for game, _ in steps for offer in game.legal_actions()])
"""


def test_games_are_the_same_under_any_hash_seed() -> None:
    printed = set()
    here = Path(__file__).parent
    for hash_seed in ("0", "1", "4242"):
        answer = subprocess.run(
            [sys.executable, "-c", PRINT_GAMES, str(here)],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            cwd=here.parents[1],
            capture_output=True,
            check=True,
        )
        assert len(answer.stdout) > 10_000
        printed.add(hashlib.sha256(answer.stdout).hexdigest())
    assert len(printed) == 1


# What is offered is accepted, and nothing else


def test_whatever_is_offered_is_accepted_at_its_least_its_most_and_between() -> None:
    rng = random.Random("offers")
    seen: dict[Phase, int] = {}
    for seed in range(30):
        rules = varied(
            [US, UK][seed % 2],
            fortify={"reach": ["adjacent", "connected", "free"][seed % 3]},
            setup={"armies_each_go": 1 + seed % 3},
        )
        for game, _ in play(
            Setup(BOARD, rules, 2 + seed % 5), f"offer/{seed}", random.Random(seed)
        ):
            phase = game._state.phase
            rare = phase in (Phase.TRADE, Phase.OCCUPY, Phase.DEFEND)
            if seen.get(phase, 0) > 60 or rng.random() > (0.2 if rare else 0.02):
                continue
            seen[phase] = seen.get(phase, 0) + 1
            for offer in game.legal_actions():
                accepts(game, offer, rng)
    assert set(seen) == set(Phase) - {Phase.BEGIN, Phase.OVER}


def accepts(game: Game, offer, rng: random.Random) -> None:
    """The offer holds for each of its numbers, and for none beside them."""
    if offer.most is None:
        game.copy(seeded_chance(1)).apply(offer.action)
        return
    assert 1 <= offer.least <= offer.most
    for number in {offer.least, offer.most, rng.randint(offer.least, offer.most)}:
        game.copy(seeded_chance(1)).apply(offer.with_number(number))
    before = game.state()
    for number in (offer.least - 1, offer.most + 1, -1, 0):
        if not offer.least <= number <= offer.most:
            with pytest.raises(IllegalAction):
                game.apply(offer.with_number(number))
    assert game.state() == before


def is_offered(game: Game, action) -> bool:
    """Whether an action is among the offers; the order of three cards makes no difference."""
    if isinstance(action, Trade):
        action = Trade(tuple(sorted(action.cards)), action.bonus)
    for offer in game.legal_actions():
        number = action.number and getattr(action, action.number)
        if type(offer.action) is type(action) and offer.with_number(number) == action:
            return number is None or offer.least <= number <= offer.most
    return False


PLACES = st.integers(-2, 44)
NUMBERS = st.integers(-1, 12)
ANY_ACTION = st.one_of(
    st.just(Begin()),
    st.builds(Claim, PLACES),
    st.builds(Place, PLACES, NUMBERS),
    st.builds(Reinforce, PLACES, NUMBERS),
    st.builds(Trade, st.lists(PLACES, max_size=4).map(tuple)),
    st.builds(Attack, PLACES, PLACES, NUMBERS),
    st.builds(Defend, NUMBERS),
    st.builds(Occupy, NUMBERS),
    st.builds(Fortify, PLACES, PLACES, NUMBERS),
    st.just(End()),
    st.just(Resign()),
)


@pytest.fixture(scope="module")
def moments() -> dict[Phase, list[Game]]:
    """Some games in each phase, cards in hand."""
    found: dict[Phase, list[Game]] = {}
    for seed in range(6):
        setup = Setup(BOARD, [US, UK][seed % 2], 2 + seed % 4)
        rng = random.Random(seed)
        for game, _ in play(setup, f"moment/{seed}", random.Random(seed)):
            kept = found.setdefault(game._state.phase, [])
            if rng.random() < 0.03 or len(kept) < 2:
                kept.append(game.copy(seeded_chance(2)))
    for games in found.values():
        random.Random(0).shuffle(games)
        del games[20:]
    return found


@settings(max_examples=400, deadline=None, derandomize=True)
@given(data=st.data())
def test_an_action_is_accepted_exactly_when_it_is_offered(moments, data) -> None:
    phase = data.draw(st.sampled_from(sorted(moments)))
    game = data.draw(st.sampled_from(moments[phase]))
    if phase is Phase.OVER or data.draw(st.booleans()):
        action = data.draw(ANY_ACTION)
    else:
        # Close to what is allowed: an offer with any number, or with its territories changed.
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
