"""Cards: what makes a set, what it is worth, when it may and when it must be traded."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import EndPhase
from risk_tui.engine.decisions import ToReinforce, ToTrade
from risk_tui.engine.events import SetTraded
from risk_tui.engine.state import Phase
from risk_tui.errors import MustTradeFirst, NotASet
from risk_tui.rules.cards import make_sets

from .positions import (
    ANN,
    BOARD,
    UK,
    US,
    armies,
    cards,
    change,
    end,
    events_of,
    offered,
    phase,
    position,
    reinforce,
    trade,
    varied,
)

CAVALRY = "Peru, Venezuela, Japan"
MIXED = "Brazil, Peru, Alaska"


def ann_holds(hand: str, *, rules=US, pool: int = 3, **more):
    """It is the beginning of Ann's turn; she holds Siam and Mongolia and these cards."""
    more.setdefault("lands", {"Ann": {"Siam": 1, "Mongolia": 1}})
    lands = more.pop("lands")
    return position(
        lands, rules=rules, phase=Phase.REINFORCE, hands={"Ann": hand}, armies_to_place=pool, **more
    )


# Sets


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ("Brazil, Peru", "a set is three different cards from your own hand"),
        ("Brazil, Peru, Alaska, Japan", "a set is three different cards from your own hand"),
        ("Brazil, Brazil, Japan", "choose different cards from your own hand"),
        ("Brazil, Peru, Argentina", "choose different cards from your own hand"),
    ],
)
def test_a_set_is_three_different_cards_from_the_hand(wish: str, problem: str) -> None:
    with pytest.raises(NotASet, match=problem):
        trade(ann_holds("Brazil, Peru, Alaska, Japan"), wish)


def test_two_jokers_take_the_better_set() -> None:
    by_type = {"artillery": 4, "infantry": 6, "cavalry": 12, "mixed": 10}
    game = ann_holds("Peru, joker, other joker", rules=varied(UK, cards={"by_type": by_type}))
    assert events_of(trade(game, "Peru, joker, other joker"), SetTraded)[0].armies == 12


# Questions about sets


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


def test_two_cards_are_not_asked_to_trade() -> None:
    game = ann_holds("Brazil, Argentina")
    reinforce(game, "Siam", 3)
    assert phase(game) is Phase.ATTACK


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


@pytest.mark.parametrize(("limit", "jokers"), [(0, "no joker"), (1, "one joker")])
def test_refusal_of_too_many_jokers_names_the_limit(limit: int, jokers: str) -> None:
    sets = make_sets(varied(US, cards={"jokers_in_a_set": limit}).cards, BOARD)
    hand = cards("Peru, joker, other joker")
    assert sets.refusal(hand, hand) == f"not a set: a set may hold {jokers}"
