"""A whole fight in one step: its record, its end, and its dice."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import pytest

from risk_tui.engine.actions import Attack, Defend, EndPhase
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.decisions import ToAttack, ToDefend, ToOccupy
from risk_tui.engine.events import BattleResolved, Conquered
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.records import Record
from risk_tui.errors import WrongNumber
from risk_tui.rules.library import load_board, load_ruleset
from tests.editions import SOME
from tests.extent import few

from .policy import choose
from .positions import ANN, BEN, US, armies, at, attack, events_of, front, position, varied

WON, LOST = ((6, 6, 6), (1, 1)), ((1, 1, 1), (6, 6))
"""Rolls of three dice against two in which one side loses both armies."""


def blitz(game: Game, *least: int, dice: int = 3) -> Record:
    return game.apply(Attack(at("Ukraine"), at("Ural"), dice, least))


def test_one_record_has_all_dice_of_a_fight_to_its_conquest() -> None:
    game = front(9, 5, *WON, *LOST, *WON, (6, 5, 4), (1,))
    record = blitz(game, 2)
    assert record.chance == (*WON, *LOST, *WON, (6, 5, 4), (1,))
    assert len(events_of(record, BattleResolved)) == 4
    assert isinstance(record.events[-1], Conquered)
    assert isinstance(game.decision, ToOccupy)
    assert armies(game, "Ukraine", "Ural") == (7, 0)


@pytest.mark.parametrize(
    ("least", "left"),
    [
        ((9,), (8, 7)),  # fewer than 9, however many there are in defence
        ((2, 2, 2, 2, 2, 2, 9), (8, 7)),  # fewer than 9 against 7
        ((9, 2, 2, 2, 2, 2, 8), (6, 7)),  # 8 against 7 go on; more than are named are as 7
        ((7, 7, 7), (6, 7)),
    ],
)
def test_it_stops_below_the_least_armies_for_the_defenders(
    least: tuple[int, ...], left: tuple[int, int]
) -> None:
    one_each = (6, 1, 1), (5, 5)
    luck = [*one_each, *LOST] if left == (6, 7) else [*one_each]
    game = front(9, 8, *luck)
    blitz(game, *least)
    assert armies(game, "Ukraine", "Ural") == left
    assert isinstance(game.decision, ToAttack)


def test_it_stops_where_the_defender_is_asked_for_their_dice() -> None:
    # FAQ Q2.6.1: the defender chooses before each roll.
    game = front(9, 3, (6, 6, 6), (1, 1), (6, 6, 6), (1,), rules=US)
    assert not blitz(game, 2).chance
    assert isinstance(game.decision, ToDefend)
    game.apply(Defend(2))
    assert isinstance(game.decision, ToAttack), "it does not go on by itself"
    blitz(game, 2)
    assert isinstance(game.decision, ToOccupy)


def test_a_defender_may_leave_the_later_battles_of_a_turn_unasked() -> None:
    game = front(9, 5, *WON, *LOST, *WON, (6, 5, 4), (1,), rules=US)
    blitz(game, 2)
    assert game.apply(Defend(2, later=True)).chance == WON
    record = blitz(game, 2)
    assert record.chance == (*LOST, *WON, (6, 5, 4), (1,))
    assert isinstance(game.decision, ToOccupy)


def test_in_the_next_turn_they_are_asked_again() -> None:
    game = position(
        {"Ann": {"Ukraine": 9, "Brazil": 1}, "Ben": {"Ural": 5}, "Cid": {"Siberia": 9}},
        rules=varied(US, players={"least": 3}),
        luck=[*WON],
    )
    attack(game, "Ukraine", "Ural", 3)
    game.apply(Defend(2, later=True))
    game.apply(EndPhase())
    while (decision := game.decision) is not None and not isinstance(decision, ToAttack):
        game.apply(game.legal_actions()[0].action)
    assert game.state().turn == BEN
    attack(game, "Ural", "Ukraine", 2)
    assert isinstance(game.decision, ToDefend)
    assert game.decision.seat == ANN


def test_empty_least_is_refused() -> None:
    game = front(9, 5)
    before = game.state()
    with pytest.raises(WrongNumber):
        blitz(game)
    assert game.state() == before


# The same dice as battle by battle


def battle_by_battle(game: Game, action: Attack) -> list[Record]:
    """The battles of a fight as steps of their own, by what the game offers and tells."""
    assert action.least
    records = [game.apply(replace(action, least=None))]
    while isinstance(next(reversed(records[-1].events), None), BattleResolved):
        offer = next(
            (offer for offer in game.legal_actions() if offer.action.aims == action.aims), None
        )
        state = game.state()
        defenders = state.armies[action.target]
        needed = action.least[min(defenders, len(action.least)) - 1]
        if (
            not isinstance(game.decision, ToAttack)
            or offer is None
            or not isinstance(offer.action, Attack)
            or state.armies[action.source] < needed
        ):
            break
        dice = max(offer.minimum or 1, min(action.dice, offer.maximum or 1))
        records.append(game.apply(offer.with_number(dice)))
    return records


def joined(records: Sequence[Record], what: str) -> tuple[object, ...]:
    return tuple(chain.from_iterable(getattr(record, what) for record in records))


BY_DICE = [name for name in SOME if load_ruleset(name).balance is None]
"""Rulesets that fight roll by roll."""


@pytest.mark.parametrize("name", few([*BY_DICE], 16))
def test_it_equals_single_battles_with_the_same_dice(name: str) -> None:
    # In any position, with defenders who are asked and such who are not.
    rules, rng = load_ruleset(name), random.Random(name)
    board = load_board(next(iter(rules.board.maps), "classic"))
    setup = GameSetup(board, rules, max(rules.players.least, 3))
    game = Game(setup, seeded_chance(name))
    fights = long_fights = 0
    for number in range(3000):
        attacks = [offer for offer in game.legal_actions() if isinstance(offer.action, Attack)]
        if attacks and rng.random() < 0.4:
            offer = rng.choice(attacks)
            action = offer.action
            assert isinstance(action, Attack)
            least = tuple(rng.randint(0, 9) for _ in range(rng.randint(1, 6)))
            state = game.state()
            state.armies[action.source] += rng.randrange(9)
            state.armies[action.target] += rng.randrange(5)
            state.unasked = tuple(range(len(state.status))) if rng.random() < 0.5 else ()
            one, many = seeded_chance(number), seeded_chance(number)
            whole, single, again = game.copy(one), game.copy(many), game.copy()
            for copy in (whole, single, again):
                copy.set_state(state)
            # With more armies more dice may be rolled, or have to be.
            offer = next(each for each in whole.legal_actions() if each.action.aims == action.aims)
            dice = rng.randint(offer.minimum or 1, offer.maximum or 1)
            action = replace(action, dice=dice, least=least)
            record, records = whole.apply(action), battle_by_battle(single, action)
            assert whole.state() == single.state()
            assert record.events == joined(records, "events")
            assert record.chance == joined(records, "chance")
            assert one.dice(5) == many.dice(5)
            assert again.replay_step(record.seat, action, record.chance) == record
            fights, long_fights = fights + 1, long_fights + (len(records) > 1)
            if long_fights == 8:
                break
        if game.decision is None:
            game = Game(setup, seeded_chance(f"{name}/{number}"))
        game.apply(choose(rng, game))
    assert long_fights == 8
