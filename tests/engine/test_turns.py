"""Turns: income, drawing a card, moving armies, and passing the turn."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import Trade
from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.events import CardDrawn, DeckReshuffled, IncomeReceived, TurnBegan
from risk_tui.engine.state import Phase, Stage
from risk_tui.rules.library import load_ruleset

from .positions import (
    ANN,
    BEN,
    BOARD,
    US,
    attack,
    card,
    cards,
    change,
    continent,
    decides,
    end,
    events_of,
    offered,
    owner,
    phase,
    position,
    reinforce,
    resign,
    varied,
)

CHAIN = {"Ann": {"Ukraine": 5, "Ural": 1, "Siberia": 3, "Irkutsk": 1, "Brazil": 4}}
"""Connected territories, and Brazil, which is apart from them."""


def fortifying(lands=CHAIN, **more):
    return position(lands, phase=Phase.FORTIFY, **more)


# Fortifying


def test_turn_without_a_possible_move_passes() -> None:
    game = position({"Ann": {"Ukraine": 5, "Brazil": 4}})
    end(game)
    assert decides(game) == "Ben"


# Drawing a card


def conquered(rules=US, *, lands=CHAIN, **more):
    """Ann has conquered something this turn and ends her attacks."""
    more.setdefault("luck", [0])
    return position(lands, rules=rules, conquests_this_turn=2, **more)


def test_conquest_of_a_led_army_earns_no_card() -> None:
    """The opponent leads the Allied Army before the seat in turn draws its card."""
    game = position(
        {"Ann": {"Ukraine": 1, "Brazil": 4, "Peru": 1}, "Cid": {"Ural": 3}},
        rules=load_ruleset("us-1975"),
        players=2,
        stage=Stage.REPLY,
        acting_seat=2,
        luck=[(6, 6), (1,)],
    )
    assert decides(game) == "Ben"
    record = attack(game, "Ural", "Ukraine", 2)
    assert (owner(game, "Ukraine"), game.state().conquests_this_turn) == ("Cid", 0)
    while game.state().turn == ANN and game.state().stage is not Stage.END:
        assert events_of(record, CardDrawn) == []
        record = end(game)
    assert game.state().hands[ANN] == []


def test_cards_are_not_traded_while_a_led_army_attacks() -> None:
    game = position(
        {"Ann": {"Ukraine": 1}, "Cid": {"Ural": 3}},
        rules=varied(load_ruleset("us-1975"), cards={"trade_when": "whole turn"}),
        players=2,
        hands={"Ann": "Brazil, Argentina, Scandinavia"},
        stage=Stage.REPLY,
        acting_seat=2,
    )
    assert offered(game, Trade) == []
    change(game, stage=Stage.ATTACK, acting_seat=ANN)
    assert offered(game, Trade) != []


def test_card_is_drawn_without_a_possible_move() -> None:
    for draw in ("before fortify", "after fortify"):
        game = conquered(varied(US, cards={"draw": draw}), lands={"Ann": {"Brazil": 4}})
        assert len(events_of(end(game), CardDrawn)) == 1
        assert decides(game) == "Ben"


def test_any_card_of_the_deck_may_be_drawn() -> None:
    size = len(BOARD.deck)
    drawn = set()
    for pick in range(size):
        game = conquered(luck=[pick])
        drawn |= {fact.card for fact in events_of(end(game), CardDrawn)}
    assert drawn == set(range(size))


def test_discards_stay_while_the_deck_lasts() -> None:
    game = conquered(deck="Ural", discard="Japan, Alaska", luck=[0])
    assert events_of(end(game), DeckReshuffled) == []
    assert game.state().hands[ANN] == [card("Ural")]
    assert game.state().discard == list(cards("Japan, Alaska"))


def test_with_neither_deck_nor_discards_there_is_no_card() -> None:
    game = conquered(deck="", luck=[])
    record = end(game)
    assert events_of(record, CardDrawn) == []
    assert record.chance == ()
    assert phase(game) is Phase.FORTIFY


def test_resigning_draws_no_card() -> None:
    game = conquered(luck=[])
    assert events_of(resign(game), CardDrawn) == []


# The turn passes


def test_the_turn_passes_to_the_next_seat_and_begins_with_its_income() -> None:
    game = fortifying(conquests_this_turn=3, territory_bonus_received=2, card_drawn=True)
    record = end(game)
    assert events_of(record, TurnBegan) == [TurnBegan(BEN, 3)]
    assert isinstance(game.decision, ToReinforce)
    state = game.state()
    assert (state.conquests_this_turn, state.territory_bonus_received) == (0, 0)
    assert (state.card_drawn, state.stage) == (False, Stage.REINFORCE)


def test_eliminated_and_resigned_seats_are_passed_over() -> None:
    game = fortifying(lands=CHAIN | {"Dot": {"Peru": 1}}, players=5, out=["Ben"], resigned=["Cid"])
    end(game)
    assert decides(game) == "Dot"


@pytest.mark.parametrize(
    ("first", "turn", "following"), [(0, "Cid", 4), (1, "Ann", 4), (1, "Cid", 3), (2, "Ben", 4)]
)
def test_round_ends_when_the_turn_passes_the_first_seat(
    first: int, turn: str, following: int
) -> None:
    game = position(turn=turn, phase=Phase.FORTIFY, first=first, rest="Ann")
    end(game)
    assert game.state().round == following


def test_rounds_are_counted_without_the_first_player() -> None:
    game = position(turn="Cid", phase=Phase.FORTIFY, first=0, out=["Ann"], rest="Ben")
    assert events_of(end(game), TurnBegan) == [TurnBegan(BEN, 4)]


# Income


BONUSES = {
    "North America": 5,
    "South America": 2,
    "Europe": 5,
    "Africa": 3,
    "Asia": 7,
    "Australia": 2,
}


def holding(*places: int):
    """Ann holds these territories, it is the end of Ben's turn, and hers follows."""
    names = [BOARD.territories[place].name for place in places]
    return position({"Ann": dict.fromkeys(names, 1)}, players=2, turn="Ben", phase=Phase.FORTIFY)


@pytest.mark.parametrize(("name", "bonus"), BONUSES.items())
def test_a_continent_held_completely_brings_its_bonus(name: str, bonus: int) -> None:
    # SGE rules: North America 5, South America 2, Europe 5, Africa 3, Asia 7, Australia 2.
    number = list(BONUSES).index(name)
    game = holding(*continent(name))
    (received,) = events_of(end(game), IncomeReceived)
    assert received.continents == ((number, bonus),)
    assert (
        received.total == max(3, len(continent(name)) // 3) + bonus == game.state().armies_to_place
    )


def test_a_continent_with_one_territory_missing_brings_nothing() -> None:
    game = holding(*continent("Australia")[1:])
    (received,) = events_of(end(game), IncomeReceived)
    assert (received.territories, received.continents) == (3, ())


def test_a_view_says_what_income_would_be() -> None:
    game = holding(*continent("Australia"))
    assert (game.view().income(ANN), game.view().income(BEN)) == (5, 38 // 3 + 5 + 2 + 5 + 3 + 7)


def test_attacks_are_skipped_without_an_army_to_attack() -> None:
    # Ann cannot place next to an enemy: everything round her is her own but for a lone border.
    lands = {"Ann": {name.name: 1 for name in BOARD.territories}}
    lands["Ann"].pop("Madagascar")
    game = position(lands, players=2, phase=Phase.REINFORCE, armies_to_place=1)
    reinforce(game, "Japan", 1)
    assert phase(game) is Phase.FORTIFY
