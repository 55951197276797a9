"""The end of a turn: drawing a card, moving armies, passing the turn."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import EndPhase, Fortify, Trade
from risk_tui.engine.decisions import ToFortify, ToReinforce
from risk_tui.engine.events import (
    CardDrawn,
    DeckReshuffled,
    Moved,
    TurnBegan,
)
from risk_tui.engine.state import Phase, Stage
from risk_tui.errors import NotAdjacent
from risk_tui.rules.library import load_ruleset

from .positions import (
    ANN,
    BEN,
    BOARD,
    UK,
    US,
    armies,
    at,
    attack,
    card,
    cards,
    change,
    decides,
    end,
    events_of,
    fortify,
    offered,
    owner,
    phase,
    position,
    resign,
    varied,
)

CONNECTED = varied(US, fortify={"reach": "connected"})

CHAIN = {"Ann": {"Ukraine": 5, "Ural": 1, "Siberia": 3, "Irkutsk": 1, "Brazil": 4}}
"""Ukraine – Ural – Siberia – Irkutsk belong together, Brazil lies apart."""


def fortifying(rules=US, lands=None, **more):
    return position(lands or CHAIN, rules=rules, phase=Phase.FORTIFY, **more)


def moves(game) -> dict[tuple[str, str], int]:
    """Return the offers as (from, to) with the maximum of armies."""
    name = [each.name for each in BOARD.territories]
    return {(name[a.source], name[a.target]): most for a, most in offered(game, Fortify)}


# Fortifying


@pytest.mark.parametrize("rules", [US, UK], ids=lambda rules: rules.ruleset)
def test_armies_move_between_two_neighbours(rules) -> None:
    # FAQ Q2.7: "moving any number of armies from one of a pair of neighbouring territories to
    # the other (as usual you cannot leave a territory unoccupied)".
    game = fortifying(rules)
    assert moves(game) == {
        ("Ukraine", "Ural"): 4,
        ("Siberia", "Ural"): 2,
        ("Siberia", "Irkutsk"): 2,
    }
    record = fortify(game, "Ukraine", "Ural", 4)
    assert events_of(record, Moved) == [Moved(ANN, at("Ukraine"), at("Ural"), 4, fortified=True)]
    assert armies(game, "Ukraine", "Ural") == (1, 5)
    assert decides(game) == "Ben", "the one move ends the turn"


def test_turn_without_a_possible_move_passes() -> None:
    game = position({"Ann": {"Ukraine": 5, "Brazil": 4}})
    end(game)
    assert decides(game) == "Ben"


def test_connected_reach_moves_along_own_territories() -> None:
    # FAQ Q2.7: movement "through an unlimited number of connected, controlled territories".
    game = fortifying(CONNECTED)
    assert {target for (source, target) in moves(game) if source == "Ukraine"} == {
        "Ural",
        "Siberia",
        "Irkutsk",
    }
    with pytest.raises(NotAdjacent, match="your territories do not connect to it"):
        fortify(game, "Ukraine", "Brazil", 1)
    fortify(game, "Ukraine", "Irkutsk", 4)
    assert armies(game, "Ukraine", "Irkutsk") == (1, 5)
    assert decides(game) == "Ben"


def test_an_enemy_cuts_the_chain() -> None:
    lands = {"Ann": {"Ukraine": 5, "Siberia": 3, "Irkutsk": 1}}
    assert ("Ukraine", "Siberia") not in moves(fortifying(CONNECTED, lands))


# Drawing a card


def conquered(rules=US, *, lands=CHAIN, **more):
    """Ann has conquered something this turn and ends her attacks."""
    more.setdefault("luck", [0])
    return position(lands, rules=rules, conquests_this_turn=2, **more)


def test_several_conquests_earn_one_card() -> None:
    # Risk wiki: "No more than one card may be awarded per turn."
    game = conquered(luck=[5])
    top = game.state().deck[5]
    record = end(game)
    assert events_of(record, CardDrawn) == [CardDrawn(ANN, top)]
    assert record.chance == (5,)
    assert game.state().hands[ANN] == [top]
    assert top not in game.state().deck
    record = end(game)
    assert events_of(record, CardDrawn) == []


def test_no_card_without_a_conquest() -> None:
    # FAQ Q2.5: "you get a Risk card only if you conquered a territory during your go".
    game = position(CHAIN)
    assert events_of(end(game), CardDrawn) == []
    assert events_of(end(game), CardDrawn) == []
    assert game.state().hands[ANN] == []


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


def test_conquest_of_the_last_turn_earns_no_card() -> None:
    game = conquered(players=2, luck=[0, 0])
    end(game)
    end(game)
    assert (game.state().turn, game.state().conquests_this_turn) == (BEN, 0)
    change(game, armies_to_place=0, phase=Phase.ATTACK)
    record = end(game)
    assert events_of(record, CardDrawn) == []


def test_the_card_is_drawn_before_fortifying_or_after_it() -> None:
    # US 1993 booklet: before fortifying. SGE rules, Risk wiki: after it.
    before = conquered(varied(US, cards={"draw": "before fortify"}))
    assert len(events_of(end(before), CardDrawn)) == 1
    assert phase(before) is Phase.FORTIFY
    after = conquered(varied(US, cards={"draw": "after fortify"}))
    assert events_of(end(after), CardDrawn) == []
    assert phase(after) is Phase.FORTIFY
    record = fortify(after, "Ukraine", "Ural", 1)
    assert [type(fact) for fact in record.events][:2] == [Moved, CardDrawn]
    assert len(after.state().hands[ANN]) == 1


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


def test_discards_replace_an_empty_deck() -> None:
    pile = "Japan, Alaska, joker, Peru"
    game = conquered(deck="", discard=pile, luck=[2])
    record = end(game)
    assert events_of(record, DeckReshuffled) == [DeckReshuffled(4)]
    assert events_of(record, CardDrawn) == [CardDrawn(ANN, sorted(cards(pile))[2])]
    state = game.state()
    assert state.discard == []
    assert sorted([*state.deck, *state.hands[ANN]]) == sorted(cards(pile))


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


def test_fifth_card_drawn_forces_no_trade_in_this_turn() -> None:
    # FAQ Q2.5.3: sets are turned in at the start of a turn, never for a card just drawn.
    hand = "Brazil, Argentina, Peru, Venezuela"
    game = conquered(hands={"Ann": hand}, luck=[0])
    end(game)
    assert len(game.state().hands[ANN]) == 5
    assert game.decision == ToFortify(ANN)
    assert (EndPhase(), None) in offered(game, EndPhase)


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
    assert (
        state.conquests_this_turn,
        state.territory_bonus_received,
        state.card_drawn,
        state.stage,
    ) == (
        0,
        0,
        False,
        Stage.REINFORCE,
    )


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
