"""Whole games, thousands of them: what must hold at every step, whatever is played.

The games are seeded, so a failure names the seed that shows it again. ``mixtures`` mixes the
options of the rulesets, so that combinations that no edition uses are played too.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from risk_tui.engine.actions import (
    Attack,
    Begin,
    ChooseCapital,
    Claim,
    Command,
    Declare,
    Defend,
    End,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Reroll,
    Resign,
    Trade,
)
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.errors import ChanceError, IllegalAction
from risk_tui.engine.facts import (
    BattleFought,
    CardDrawn,
    CardsDiscarded,
    CardsTaken,
    Dealt,
    DeckReshuffled,
    DiceRolled,
    FirstRolled,
    GameWon,
    How,
    MissionsShown,
    TurnBegan,
)
from risk_tui.engine.game import Game, Setup
from risk_tui.engine.library import load_board, load_ruleset, names
from risk_tui.engine.state import Phase, Status

from .mixtures import mixed, mixtures
from .policy import play
from .positions import UK, US, varied
from .shadow import Shadow, fulfils

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.state import State

BOARD = load_board("classic")
SAME = {"us-1998-mission"}
"""Its values are those of us-1993-mission: what is played is the same."""
RULES = {name: load_ruleset(name) for name in sorted(set(names("rulesets")) - SAME)}
GAMES = {2: 22, 3: 15, 4: 10, 5: 8, 6: 6}
"""Games of each ruleset with each number of players; more players play longer games."""

CARD_FACTS = (CardDrawn, CardsTaken, CardsDiscarded, DeckReshuffled)
WAYS = {"missions": How.MISSION, "capitals": How.CAPITALS, "objectives": How.OBJECTIVES}


def tables(rules: Iterable[Ruleset] = RULES.values()) -> list[Setup]:
    """Every ruleset with every number of players that it is made for."""
    return [
        Setup(BOARD, each, players)
        for each in rules
        for players in range(each.players.least, each.players.most + 1)
    ]


def test_what_is_left_out_here_is_played_by_the_same_values() -> None:
    for name in SAME:
        for key, _, part in load_ruleset(name).sections():
            assert part == getattr(RULES["us-1993-mission"], key)


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
            assert not has_won_unnoticed(setup, state)
        if not record.reveals:
            assert record.chance == ()
            assert not [fact for fact in record.facts if isinstance(fact, CARD_FACTS)]
    assert game.decision is None
    (end,) = [fact for fact in record.facts if isinstance(fact, GameWon)]
    assert end.winners == game.winners != ()
    for seat in game.winners:
        assert state.status[seat] is Status.PLAYING
        assert fulfils(setup, state, seat, end.how), end
    return game, records


def has_won_unnoticed(setup: Setup, state: State) -> bool:
    """Whether somebody who may win at any step of this turn has fulfilled his goal."""
    rules, when = setup.ruleset, setup.ruleset.victory.when
    if state.phase in (Phase.OCCUPY, Phase.OVER) or not state.round or rules.victory.hold_a_round:
        return False
    seats = {"any turn": range(setup.seats), "own turn": [state.turn]}.get(when, [])
    ways = [how for section, how in WAYS.items() if getattr(rules, section).played]
    if rules.capitals.to_win is None and How.CAPITALS in ways:
        ways.remove(How.CAPITALS)
    return any(
        fulfils(setup, state, seat, how)
        for seat in seats
        for how in ways
        if state.status[seat] is Status.PLAYING
    )


# What must hold at every step


@pytest.mark.parametrize(
    "setup", tables(), ids=lambda setup: f"{setup.ruleset.ruleset}-{setup.seats}"
)
def test_every_game_keeps_to_its_facts_ends_and_can_be_replayed(setup: Setup) -> None:
    # No ruleset needs a turn limit for it: played to win, every game comes to an end.
    assert setup.ruleset.victory.turn_limit is None
    for number in range(GAMES[setup.seats]):
        seed = f"{setup.ruleset.ruleset}/{setup.seats}/{number}"
        game, records = watched(setup, seed)
        if number % 5 == 0:
            assert Game.replay(setup, records).state() == game.state(), seed


@pytest.mark.parametrize("setup", tables([US, UK]), ids=lambda setup: f"{setup.seats}")
def test_in_a_war_of_conquest_nobody_else_holds_land_at_the_end(setup: Setup) -> None:
    for number in range(3):
        game, _ = watched(setup, f"conquest/{number}")
        (winner,) = game.winners
        assert set(game.state().owner) <= {winner, setup.neutral}


@pytest.mark.parametrize("part", range(4))
def test_every_mixture_of_rules_keeps_to_its_facts_and_ends(part: int) -> None:
    @seed(part)
    @settings(max_examples=60, deadline=None, database=None, phases=[hypothesis.Phase.generate])
    @given(mixture=mixtures(), number=st.integers(0, 2**32))
    def check(mixture: dict[str, dict[str, Any]], number: int) -> None:
        setup = mixed(mixture)
        game, records = watched(setup, number, leaving=0.002)
        assert Game.replay(setup, records).state() == game.state()

    check()


def test_a_step_that_may_be_taken_back_neither_rolled_nor_showed_anything() -> None:
    lucky = (FirstRolled, Dealt, DiceRolled, TurnBegan, MissionsShown, *CARD_FACTS)
    kept = taken_back = 0
    # With a commander a battle is settled by a step that rolls nothing.
    commanded = {
        f"{name}, a commander": varied(each, combat={"commander": True})
        for name, each in RULES.items()
    }
    for number, rules in enumerate((RULES | commanded).values()):
        for _, record in play(Setup(BOARD, rules, 4), number, random.Random(number)):
            if record.reveals:
                kept += 1
            else:
                taken_back += 1
                assert record.chance == ()
                assert not [fact for fact in record.facts if isinstance(fact, lucky)]
                if any(isinstance(fact, BattleFought) for fact in record.facts):
                    # The dice lay on the table already: a step before rolled and showed them.
                    assert isinstance(record.action, End | Command)
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
    with pytest.raises((IllegalAction, ChanceError)):
        Game.replay(setup, records[:battle] + records[battle + 1 :])


# The same everywhere

PRINT_GAMES = """
import random, sys
sys.path.insert(0, sys.argv[1])
from policy import play
from risk_tui.engine.game import Game, Setup
from risk_tui.engine.library import load_board, load_ruleset
for rules in ("us-1993", "uk-new", "stars", "us-1980-experts"):
    setup = Setup(load_board("classic"), load_ruleset(rules), 4)
    records = []
    for game, record in play(setup, "hash", random.Random("hash")):
        records.append(record)
        if len(records) % 50 == 0:
            print(game.legal_actions())
    print(records)
    print(Game.replay(setup, records).state())
    print(game.state())
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
    common = (Phase.CLAIM, Phase.PLACE, Phase.REINFORCE, Phase.ATTACK, Phase.FORTIFY)
    for setup in tables():
        rules = varied(setup.ruleset, setup={"armies_each_go": rng.choice([1, 2, 3, None])})
        setup = Setup(BOARD, rules, setup.seats)
        here: dict[Phase, int] = {}
        for game, _ in play(setup, f"offer/{rules.ruleset}", random.Random(setup.seats)):
            phase = game._state.phase
            if phase is Phase.OVER or here.get(phase, 0) >= 5:
                continue
            if rng.random() > (0.02 if phase in common else 0.4):
                continue
            here[phase] = here.get(phase, 0) + 1
            seen[phase] = seen.get(phase, 0) + 1
            for offer in game.legal_actions():
                accepts(game, offer, rng)
    assert set(seen) == set(Phase) - {Phase.BEGIN, Phase.OVER}
    assert min(seen.values()) >= 10


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
    """Whether an action is among the offers; the order of cards makes no difference."""
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
    st.builds(ChooseCapital, st.none() | PLACES),
    st.builds(Declare, st.booleans()),
    st.builds(Place, PLACES, NUMBERS),
    st.builds(Reinforce, PLACES, NUMBERS),
    st.builds(Trade, st.lists(PLACES, max_size=4).map(tuple)),
    st.builds(Attack, PLACES, PLACES, NUMBERS),
    st.builds(Defend, NUMBERS),
    st.builds(Reroll, NUMBERS, PLACES),
    st.builds(Command, NUMBERS),
    st.builds(Occupy, NUMBERS),
    st.builds(Fortify, PLACES, PLACES, NUMBERS),
    st.just(End()),
    st.just(Resign()),
)


@pytest.fixture(scope="module")
def moments() -> dict[Phase, list[Game]]:
    """Some games of every ruleset in each phase, cards in hand."""
    found: dict[Phase, list[Game]] = {}
    rng = random.Random("moments")
    for number, rules in enumerate(RULES.values()):
        players = rules.players.least + number % 3
        for game, _ in play(Setup(BOARD, rules, players), f"moment/{number}", rng):
            kept = found.setdefault(game._state.phase, [])
            if rng.random() < 0.03 or len(kept) < 2:
                kept.append(game.copy(seeded_chance(2)))
    for games in found.values():
        rng.shuffle(games)
        del games[40:]
    return found


@settings(max_examples=600, deadline=None, derandomize=True)
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
