"""No seat learns another seat's cards, mission or capital, with any ruleset.

Two games that differ only in facts hidden from a seat must look the same to it in every view, in
the record of every step, and in the next decision.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from risk_tui.boards.board import CardSymbol
from risk_tui.engine import actions as do
from risk_tui.engine import decisions as due
from risk_tui.engine import events as told
from risk_tui.engine.actions import Action
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.engine.state import Phase, State
from risk_tui.engine.view import View
from risk_tui.errors import IllegalAction
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.variants import changed_dice
from risk_tui.variants.capitals import CapitalChosen, CapitalsShown, ChooseCapital, capitals_in
from tests.editions import EDITIONS, SOME_EDITIONS
from tests.extent import few

from .policy import choose
from .twins import cards_of, copy_of, learnt, play_at_random, twin_of

BOARD = load_board("classic")
STEPS = 400
LOOKS = 0.04
"""The chance to check a step."""
OFTEN = {"capital": 1.0, Phase.TRADE: 0.6, "alter": 0.1, Phase.DEFEND: 0.3}
"""The chances to check steps of phases that depend on cards."""
AT_ENDS = 0.4
"""The chance to check the end of a phase, after which cards may be drawn or traded."""
ALLIED = 0.5
"""The chance to check a step of the Allied Army."""

HOUSE_RULES: dict[str, tuple[str, dict[str, object]]] = {
    "trading all turn long": ("us-1993", {"cards.trade_when": "whole turn"}),
    "five cards at once": ("us-1980", {"cards.forced_when": "at once"}),
    "capitals lost for good": ("us-1993-capital", {"capitals.lost": "hands over"}),
    "two missions each": ("us-1993-mission", {"missions.each": 2}),
    "missions of the beaten shown": ("uk-new-mission", {"missions.eliminated": "shown"}),
    "re-rolls with old UK rules": ("uk-old", {"combat.reroll": True, "combat.commander": True}),
}
"""Options that no ruleset of the program has, or not together."""

ALL = [*EDITIONS, *HOUSE_RULES]


def set_up(name: str, seats: int) -> GameSetup:
    base, changes = HOUSE_RULES.get(name, (name, {}))
    return GameSetup(BOARD, with_house_rules(load_ruleset(base), changes), seats)


def least_players(name: str) -> int:
    return set_up(name, 4).ruleset.players.least


class Watcher:
    """Compares a game with its twins while it is played."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.steps = 0
        self.looks: Counter[Phase | str] = Counter()
        self.differing = 0

    def look(self, game: Game, action: Action) -> None:
        self.steps += 1
        phase = game.state().phase
        allied = game.state().acting_seat == game.setup.neutral
        often = AT_ENDS if isinstance(action, do.EndPhase) else OFTEN.get(phase, LOOKS)
        if self.rng.random() < (ALLIED if allied else often):
            self.looks["allied" if allied else phase] += 1
            for seat in (None, *range(game.setup.seats)):
                self.compare(game, seat, action)

    def compare(self, game: Game, seat: int | None, action: Action) -> None:
        twin = twin_of(game, seat, self.rng, cards_of(action))
        if twin is None:
            return
        seen = learnt(game.view(seat), twin.view(seat))
        assert not seen, f"seat {seat} could tell by {seen} in {game.view(seat)}"
        self.differing += hidden(game.state()) != hidden(twin.state())
        compare_step(copy_of(game), twin, seat, action)


def compare_step(game: Game, twin: Game, seat: int | None, action: Action) -> None:
    """Assert that the seat's record and next decision are the same in both games."""
    decision = game.decision
    assert decision is not None
    record = game.apply(action)
    try:
        other = twin.apply(done_by(twin, decision.seat, seat, action))
    except IllegalAction as refusal:
        # With stars, the first of several equal cards is traded, which is another one here.
        stars = game.setup.ruleset.cards.sets == "stars" and isinstance(action, do.Trade)
        assert stars, f"seat {seat} could tell: a twin refuses {action}: {refusal}"
        return
    if shows(record, seat) or shows(other, seat):
        return
    same = other.redacted_for(seat) == record.redacted_for(seat)
    assert same, f"seat {seat} could tell by the record of {action}"
    seen = learnt(game.view(seat), twin.view(seat))
    assert not seen, f"seat {seat} could tell by {seen} after {action}: {game.decision}"


def done_by(twin: Game, decides: int, seat: int | None, action: Action) -> Action:
    """Return the action for the twin; another seat's secret choice may differ."""
    if isinstance(action, ChooseCapital) and decides != seat:
        return ChooseCapital(twin.state().territories_of(decides)[0])
    return action


def shows(record: Record, seat: int | None) -> bool:
    """Return True if a step reveals something to that seat, so that its twins may differ."""
    for fact in record.events:
        match fact:
            case told.MissionsShown() | CapitalsShown() | told.CardsDiscarded():
                return True  # The discard pile is face up.
            case told.CardDrawn(who, _):
                if who == seat:
                    return True
            case told.CardsTaken(who, victim, _, _):
                if seat in (who, victim):
                    return True
    return False


def hidden(state: State) -> object:
    return state.hands, state.missions, capitals_in(state)


def watch(name: str, seed: int = 0) -> Watcher:
    """Play a ruleset with its least number of players and with four, and compare.

    Up to five more games are played until all decisions of the ruleset were checked.
    """
    watcher = Watcher(f"{name}/{seed}")
    setups = [set_up(name, seats) for seats in sorted({least_players(name), 4})]
    for number, setup in enumerate(setups, start=1):
        while watcher.steps < number * STEPS:
            play_at_random(setup, watcher.rng, number * STEPS - watcher.steps, watcher.look)
    for _ in range(5):
        if not asked_by(name) <= set(watcher.looks):
            play_at_random(setups[0], watcher.rng, STEPS, watcher.look)
    return watcher


def asked_by(name: str) -> set[Phase | str]:
    """Return the decisions that any longer game with a ruleset has."""
    ruleset = set_up(name, 4).ruleset
    there: dict[Phase | str, bool] = {
        Phase.TRADE: not ruleset.capitals.played,
        Phase.DEFEND: ruleset.combat.defence_choice != "most",
        "capital": ruleset.capitals.played,
        "declare": ruleset.reinforce.exclusive,
        "alter": ruleset.combat.reroll or ruleset.combat.commander,
        "allied": ruleset.two_players.third_army == "allied",
    }
    return {phase for phase, asked in there.items() if asked}


@pytest.mark.parametrize("name", [*few(SOME_EDITIONS, 6), *few([*HOUSE_RULES], 4)])
def test_hidden_facts_make_no_difference_to_other_seats(name: str) -> None:
    watcher = watch(name)
    assert asked_by(name) <= set(watcher.looks)
    assert watcher.differing > watcher.looks.total()


@pytest.mark.parametrize("name", [name for name in ALL if "mission" in name or name == "house"])
def test_missions_of_other_seats_stay_hidden(name: str) -> None:
    setup = set_up(name, 3)
    game = Game(setup, seeded_chance(name))
    record = game.apply(do.Begin())
    count = setup.ruleset.missions.each
    at, dealt = next(
        (number, list(outcome))
        for number, outcome in enumerate(record.chance)
        if isinstance(outcome, tuple) and 0 in outcome
    )
    for seat in range(3):
        mine = (seat - game.view().first) % 3 * count
        own = dealt[mine : mine + count]
        others = [mission for mission in reversed(dealt) if mission not in own]
        order = (*others[:mine], *own, *others[mine:])
        twin = Game(setup)
        again = (*record.chance[:at], order, *record.chance[at + 1 :])
        other = twin.replay_step(record.seat, do.Begin(), again)
        assert other.redacted_for(seat) == record.redacted_for(seat)
        assert other.redacted_for(None) == record.redacted_for(None)
        assert not learnt(game.view(seat), twin.view(seat))
        assert not learnt(game.view(), twin.view())
        assert twin.state().missions != game.state().missions


@pytest.mark.parametrize("name", EDITIONS)
def test_forced_trade_reveals_no_set(name: str) -> None:
    """FAQ Q2.5.1: any 5 cards must contain a set; with one joker a set, too (SGE rules)."""
    setup = set_up(name, 3)
    cards, sets = setup.ruleset.cards, Game(setup).setup.rules.card_sets
    if cards.forced_at is None:
        return
    kinds = [[n for n, card in enumerate(BOARD.deck) if card.symbol is each] for each in CardSymbol]
    least = min(cards.forced_at, cards.elimination_trade_to + 1)
    for many in product(range(least + 1), repeat=len(kinds)):
        if sum(many) == least and all(n <= len(kind) for n, kind in zip(many, kinds, strict=True)):
            hand = [card for n, kind in zip(many, kinds, strict=True) for card in kind[:n]]
            assert sets.has_set(hand), hand


# Leaks made on purpose are noticed


@pytest.mark.parametrize(
    "leak",
    [
        lambda game, view: {"hand": (*view.hand, *game.state().hands[2])},
        lambda game, view: {"missions": tuple(game.state().missions[2])},
        lambda game, view: {"board": replace(view.board, about=str(game.state().missions))},
        lambda game, view: {"deck_count": game.state().deck[0]},
        lambda game, view: {"offers": tuple(game.legal_actions())},
        lambda game, view: {"decision": game.decision},
    ],
)
def test_leaks_in_views_are_noticed(
    leak: Callable[[Game, View], dict[str, Any]],
) -> None:
    rng = random.Random("leak")
    game = play_at_random(set_up("eu-mission", 3), rng, 150, lambda game, action: None)
    found = set()
    for _ in range(150):
        if game.decision is None:
            break
        seat = (game.decision.seat + 1) % 3
        twin = twin_of(game, seat, rng)
        assert twin is not None
        seen = [replace(each.view(seat), **leak(each, each.view(seat))) for each in (game, twin)]
        found.add(learnt(*seen))
        game.apply(choose(rng, game))
    assert found - {""}


@pytest.mark.parametrize(
    ("name", "cls", "method"),
    [
        ("us-1993", due.ToReinforce, "redacted_for"),
        ("us-1993", due.ToTrade, "redacted_for"),
        ("us-1980-experts", changed_dice.ToChangeDice, "redacted_for"),
        ("us-1993", told.CardDrawn, "redacted_for"),
        ("us-1993-capital", CapitalChosen, "redacted_for"),
        ("us-1993-capital", ChooseCapital, "redacted"),
    ],
)
def test_unredacted_parts_are_noticed(
    name: str, cls: type, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cls, method, lambda self, *seat: self)
    with pytest.raises(AssertionError, match="could tell"):
        for seed in range(5):
            watch(name, seed)


def test_asking_only_hands_with_a_set_is_noticed() -> None:
    """With ``asked: with a set``, as in old games, the question reveals the set."""
    watcher = Watcher("asked")
    ruleset = with_house_rules(load_ruleset("us-1993"), {"cards.asked": "with a set"})
    with pytest.raises(AssertionError, match="could tell"):
        for _ in range(5):
            play_at_random(GameSetup(BOARD, ruleset, 3), watcher.rng, 2 * STEPS, watcher.look)
