"""Cards: what makes a set, what it is worth, when it may and when it must be traded."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import EndPhase, Reinforce, Trade
from risk_tui.engine.decisions import ToReinforce, ToTrade
from risk_tui.engine.events import Placed, SetTraded
from risk_tui.engine.state import Phase
from risk_tui.errors import MustTradeFirst, NotASet

from .positions import (
    ANN,
    BEN,
    UK,
    US,
    armies,
    at,
    attack,
    cards,
    change,
    end,
    events_of,
    give,
    offered,
    phase,
    position,
    reinforce,
    script,
    trade,
    varied,
)

# The symbols of these cards, as the SGE rules list them:
INFANTRY = "Brazil, Argentina, Ukraine"
CAVALRY = "Peru, Venezuela, Japan"
ARTILLERY = "Alaska, Alberta, Ontario"
MIXED = "Brazil, Peru, Alaska"


def ann_holds(hand: str, *, rules=US, pool: int = 3, **more):
    """It is the beginning of Ann's turn; she holds Siam and Mongolia and these cards."""
    more.setdefault("lands", {"Ann": {"Siam": 1, "Mongolia": 1}})
    lands = more.pop("lands")
    return position(
        lands, rules=rules, phase=Phase.REINFORCE, hands={"Ann": hand}, armies_to_place=pool, **more
    )


# Valid sets


@pytest.mark.parametrize(
    "hand",
    [
        INFANTRY,
        CAVALRY,
        ARTILLERY,
        MIXED,
        "Brazil, Peru, joker",
        "Brazil, Argentina, joker",
        "Brazil, joker, other joker",
    ],
)
def test_three_alike_one_of_each_and_jokers_for_any_make_a_set(hand: str) -> None:
    # FAQ Q2.5: "sets of 3 of the same symbol or 3 all different symbols. (… 2 jokers which can
    # be used as any symbol.)"
    game = ann_holds(hand)
    assert [action for action, _ in offered(game, Trade)] == [Trade(tuple(sorted(cards(hand))))]
    (traded,) = events_of(trade(game, hand), SetTraded)
    assert traded == SetTraded(ANN, cards(hand), 4)
    state = game.state()
    assert (state.hands[ANN], state.discard, state.armies_to_place) == (
        [],
        list(cards(hand)),
        3 + 4,
    )


@pytest.mark.parametrize("hand", ["Brazil, Argentina, Peru", "Alaska, Alberta, Japan"])
def test_two_alike_and_another_make_no_set(hand: str) -> None:
    game = ann_holds(hand)
    assert offered(game, Trade) == []
    with pytest.raises(NotASet):
        trade(game, hand)


@pytest.mark.parametrize("hand", ["Brazil, Peru", "Brazil, Peru, Alaska, Japan"])
def test_a_set_is_three_cards(hand: str) -> None:
    game = ann_holds("Brazil, Peru, Alaska, Japan")
    with pytest.raises(NotASet, match="a set is three different cards from your own hand"):
        trade(game, hand)


def test_sets_need_different_cards_from_the_hand() -> None:
    game = ann_holds("Brazil, Peru, Argentina, joker")
    for wish in ("Brazil, Brazil, Argentina", MIXED):
        with pytest.raises(NotASet, match="choose different cards from your own hand"):
            trade(game, wish)


# Values of sets


def test_each_set_of_any_player_is_worth_more() -> None:
    # FAQ Q2.5.1: "4, 6, 8, 10, 12, 15, 20, 25, 30, etc.", by "the number of sets cashed in by
    # all the players so far".
    rules = varied(US, cards={"territory_bonus": "none"})
    game = ann_holds("", rules=rules, lands={"Ann": {"Siam": 1}, "Cid": {"Japan": 1}})
    worth = []
    for turn in range(9):
        change(game, turn=turn % 3, acting_seat=turn % 3, phase=Phase.REINFORCE, armies_to_place=0)
        give(game, turn % 3, cards(MIXED if turn % 2 else INFANTRY))
        (traded,) = events_of(trade(game, MIXED if turn % 2 else INFANTRY), SetTraded)
        worth.append(traded.armies)
        assert game.state().armies_to_place == traded.armies
    assert worth == [4, 6, 8, 10, 12, 15, 20, 25, 30]


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        (ARTILLERY, 4),
        (INFANTRY, 6),
        (CAVALRY, 8),
        (MIXED, 10),
        ("Brazil, Peru, joker", 10),
        ("Alaska, Alberta, joker", 4),
        ("Peru, Japan, joker", 8),
        ("Alaska, joker, other joker", 10),
    ],
)
def test_value_by_type_ignores_traded_sets(hand: str, worth: int) -> None:
    # FAQ Q2.5.1, the "standard" scheme: artillery 4, infantry 6, cavalry 8, one of each 10.
    # FAQ Q2.5.1: jokers are read the way that is worth most.
    game = ann_holds(hand, rules=UK, sets_traded=11)
    assert game.view(ANN).set_value(cards(hand)) == worth
    assert events_of(trade(game, hand), SetTraded)[0].armies == worth


def test_two_jokers_take_the_better_set() -> None:
    by_type = {"artillery": 4, "infantry": 6, "cavalry": 12, "mixed": 10}
    game = ann_holds("Peru, joker, other joker", rules=varied(UK, cards={"by_type": by_type}))
    assert events_of(trade(game, "Peru, joker, other joker"), SetTraded)[0].armies == 12


# When it may, and when it must be traded


def test_a_set_may_be_kept() -> None:
    # FAQ Q2.5.3: sets may always be turned in at the start of a turn; only five cards force it.
    game = ann_holds(MIXED + ", Argentina", pool=3)
    assert game.decision == ToReinforce(ANN, 3, may_trade=True, must_trade=False, force=ANN)
    reinforce(game, "Siam", 3)
    assert game.decision == ToTrade(ANN, may_trade=True, must_trade=False)
    end(game)
    assert phase(game) is Phase.ATTACK
    assert len(game.state().hands[ANN]) == 4


def test_armies_of_a_set_traded_after_placing_are_placed_too() -> None:
    game = ann_holds(MIXED)
    reinforce(game, "Siam", 3)
    trade(game, MIXED)
    assert game.decision == ToReinforce(ANN, 4, may_trade=False, must_trade=False, force=ANN)
    reinforce(game, "Siam", 4)
    assert (phase(game), armies(game, "Siam")) == (Phase.ATTACK, 8)


@pytest.mark.parametrize("hand", [INFANTRY, "Brazil, Argentina, Peru"])
def test_three_cards_without_a_set_are_asked_too(hand: str) -> None:
    # FAQ Q2.5.1: cards are held in secret. A question put only to those who hold a set would
    # tell that they do.
    game = ann_holds(hand)
    reinforce(game, "Siam", 3)
    assert game.decision == ToTrade(ANN, may_trade=hand == INFANTRY, must_trade=False)
    assert game.view(BEN).decision == ToTrade(ANN, may_trade=False, must_trade=False)
    end(game)
    assert phase(game) is Phase.ATTACK


def test_two_cards_are_not_asked_to_trade() -> None:
    game = ann_holds("Brazil, Argentina")
    reinforce(game, "Siam", 3)
    assert phase(game) is Phase.ATTACK


def test_five_cards_force_a_trade_before_the_last_army() -> None:
    # FAQ Q2.5.3: "If you have 5 or more cards, you MUST turn in a set."
    game = ann_holds(MIXED + ", Argentina, Ukraine", pool=3)
    assert game.decision == ToReinforce(ANN, 3, may_trade=True, must_trade=True, force=ANN)
    assert {most for _, most in offered(game, Reinforce)} == {2}
    reinforce(game, "Siam", 2)
    assert offered(game, Reinforce) == []
    with pytest.raises(MustTradeFirst, match="you hold 5 cards and must trade a set"):
        reinforce(game, "Siam", 1)
    trade(game, MIXED)
    assert game.decision == ToReinforce(ANN, 1 + 4, may_trade=False, must_trade=False, force=ANN)


def test_many_cards_are_traded_down_to_four() -> None:
    # FAQ Q2.5.3: captured cards are held "until your next go, at which time you are required to
    # trade in enough sets to get you below 5".
    hand = f"{MIXED}, {INFANTRY.replace('Brazil', 'Scandinavia')}, Japan, Siam"
    game = ann_holds(hand, rules=UK, pool=1)
    assert game.decision == ToReinforce(ANN, 1, may_trade=True, must_trade=True, force=ANN)
    trade(game, MIXED)
    assert game.decision == ToReinforce(ANN, 11, may_trade=True, must_trade=True, force=ANN)
    trade(game, "Argentina, Ukraine, Scandinavia")
    assert game.decision == ToReinforce(ANN, 17, may_trade=False, must_trade=False, force=ANN)


def test_a_second_set_may_be_traded_in_the_same_turn() -> None:
    # US 1993 booklet p. 8: at five or six one must trade one and may a second.
    game = ann_holds(f"{INFANTRY}, {CAVALRY}")
    trade(game, INFANTRY)
    assert game.decision == ToReinforce(ANN, 7, may_trade=True, must_trade=False, force=ANN)
    trade(game, CAVALRY)
    assert game.state().armies_to_place == 3 + 4 + 6


def test_when_a_set_is_due_no_other_end_of_the_trading_is_offered() -> None:
    game = ann_holds(MIXED + ", Argentina, Ukraine", pool=0)
    change(game, phase=Phase.TRADE)
    assert offered(game, EndPhase) == []
    with pytest.raises(MustTradeFirst, match="you hold 5 cards and must trade a set first"):
        end(game)


def test_five_cards_without_any_set_force_nothing() -> None:
    # Possible only where jokers make no sets.
    rules = varied(US, cards={"jokers_in_a_set": 0})
    game = ann_holds("Brazil, Argentina, Peru, joker, other joker", rules=rules)
    assert game.decision == ToReinforce(ANN, 3, may_trade=False, must_trade=False, force=ANN)
    reinforce(game, "Siam", 3)
    assert game.decision == ToTrade(ANN, may_trade=False, must_trade=False)
    end(game)
    assert phase(game) is Phase.ATTACK


def test_once_attacking_has_begun_cards_are_kept() -> None:
    # FAQ Q2.5.3: "it is clear that you may not turn in sets mid-turn".
    game = position({"Ann": {"Siam": 3}}, hands={"Ann": MIXED}, luck=[(1,), (6,)])
    for _ in range(2):
        assert offered(game, Trade) == []
        with pytest.raises(NotASet, match="keep your cards for your next turn"):
            trade(game, MIXED)
        attack(game, "Siam", "India", 1)
        game = game.copy(script((1,), (6,)))


# Armies for the territories on the cards


def test_each_card_of_an_own_territory_brings_two_armies_there() -> None:
    # FAQ Q2.5.2: "a bonus of two armies for each such card", which "must be placed in that
    # card's territory".
    game = ann_holds(MIXED, rules=UK, lands={"Ann": {"Brazil": 1, "Peru": 3, "Siam": 1}})
    assert offered(game, Trade) == [(Trade(tuple(sorted(cards(MIXED)))), None)]
    record = trade(game, MIXED)
    assert armies(game, "Brazil", "Peru", "Siam", "Alaska") == (3, 5, 1, 1)
    assert set(events_of(record, Placed)) == {
        Placed(ANN, at("Brazil"), 2),
        Placed(ANN, at("Peru"), 2),
    }
    assert game.state().armies_to_place == 3 + 10, "the extra armies are not placed a second time"


def test_cards_of_others_territories_bring_nothing() -> None:
    game = ann_holds(MIXED, rules=UK)
    assert events_of(trade(game, MIXED), Placed) == []


def test_two_sets_bring_two_bonuses_in_british_rules() -> None:
    game = ann_holds(f"{INFANTRY}, {CAVALRY}", rules=UK, lands={"Ann": {"Brazil": 1, "Peru": 1}})
    trade(game, INFANTRY)
    trade(game, CAVALRY)
    assert armies(game, "Brazil", "Peru") == (3, 3)


def test_player_chooses_the_territory_for_two_bonus_armies() -> None:
    # FAQ Q2.5.2: "no more than 2 armies through such use of Risk cards, leaving you the choice
    # of where you want them out of the territories whose cards you have".
    game = ann_holds(MIXED, lands={"Ann": {"Brazil": 1, "Peru": 1, "Siam": 1}})
    three = tuple(sorted(cards(MIXED)))
    assert {action for action, _ in offered(game, Trade)} == {
        Trade(three, at("Brazil")),
        Trade(three, at("Peru")),
    }
    with pytest.raises(NotASet, match=r"choose which territory gets the 2 extra armies: .* or "):
        trade(game, MIXED)
    for elsewhere in ("Siam", "Alaska"):
        with pytest.raises(NotASet, match="go to a territory of yours that is on one of the cards"):
            trade(game, MIXED, bonus=elsewhere)
    record = trade(game, MIXED, bonus="Peru")
    assert armies(game, "Brazil", "Peru") == (1, 3)
    assert events_of(record, Placed) == [Placed(ANN, at("Peru"), 2)]


def test_with_one_own_territory_on_the_cards_there_is_nothing_to_choose() -> None:
    game = ann_holds(MIXED, lands={"Ann": {"Brazil": 1}})
    trade(game, MIXED)
    assert armies(game, "Brazil") == 3


def test_the_bonus_comes_again_in_the_next_turn() -> None:
    game = position(
        {"Ann": {"Brazil": 1}, "Ben": {"Peru": 1}},
        rest="Cid",
        hands={"Ben": CAVALRY},
        phase=Phase.FORTIFY,
        territory_bonus_received=2,
    )
    end(game)
    trade(game, CAVALRY)
    assert game.state().turn == BEN
    assert armies(game, "Peru") == 3
