"""Eliminating a player: the fate of their cards, and trading in the middle of a turn."""

from __future__ import annotations

import pytest

from risk_tui.engine.actions import EndPhase, Reinforce, Trade
from risk_tui.engine.decisions import ToAttack, ToReinforce, ToTrade
from risk_tui.engine.events import (
    CardsTaken,
    SeatEliminated,
    SetTraded,
)
from risk_tui.engine.phases.conquest import eliminate
from risk_tui.engine.state import Phase, Status
from risk_tui.errors import MustTradeFirst, NotASet

from .positions import (
    ANN,
    BEN,
    CID,
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
    occupy,
    offered,
    phase,
    position,
    reinforce,
    resign,
    script,
    trade,
)

SIX = "Brazil, Argentina, Scandinavia, Alaska, Alberta, Ontario"
"""Three infantry and three artillery: two sets."""


def wiped_out(hand: str, captured: str, *, rules=US, source: int = 4, players: int = 3):
    """Ann takes Madagascar, the last territory of Ben; Cid holds the rest of the world."""
    game = position(
        {"Ann": {"East Africa": source, "Japan": 2}, "Ben": {"Madagascar": 1}},
        rest="Cid",
        rules=rules,
        players=players,
        hands={"Ann": hand, "Ben": captured},
        luck=[(6, 6, 6), (1,), 0],
    )
    record = attack(game, "East Africa", "Madagascar", 3)
    return game, record


@pytest.mark.parametrize("rules", [US, UK], ids=lambda rules: rules.ruleset)
def test_losing_the_last_territory_eliminates_and_passes_cards(rules) -> None:
    # FAQ Q2.5.3: "if you destroy a player's last unit you get any Risk cards they had".
    game, record = wiped_out("Siam", "Brazil, Ural", rules=rules)
    state = game.state()
    assert state.status == [Status.PLAYING, Status.ELIMINATED, Status.PLAYING]
    assert events_of(record, SeatEliminated) == [SeatEliminated(BEN, ANN)]
    assert events_of(record, CardsTaken) == [CardsTaken(ANN, BEN, 2, cards("Brazil, Ural"))]
    assert (state.hands[BEN], state.hands[ANN]) == ([], list(cards("Siam, Brazil, Ural")))
    end(game)
    end(game)
    assert game.state().turn == CID, "the eliminated seat has no turn any more"


def test_without_cards_nothing_passes() -> None:
    _, record = wiped_out("Siam", "")
    assert events_of(record, CardsTaken) == []


def test_cards_taken_out_of_turn_force_no_trade() -> None:
    """Only the seat in turn trades at once; others keep what they took until their turn."""
    hands = {"Ben": "Siam, Alaska, Alberta", "Cid": "Brazil, Ural, Peru, Ontario"}
    game = position(hands=hands)
    state, setup = game.state(), game.setup
    eliminate(setup.make_context(state, script()), victim=CID, by=BEN)
    assert (state.turn, len(state.hands[BEN]), state.hand_limit) == (ANN, 7, None)


def test_six_cards_are_traded_down_to_four_at_once() -> None:
    # US 1993 booklet p. 8: with six or more one trades at once; "at 4, 3 or 2 you
    # must stop".
    game, _ = wiped_out("Brazil, Argentina, Scandinavia", "Alaska, Alberta, Ontario")
    assert game.decision == ToTrade(ANN, may_trade=True, must_trade=True)
    assert offered(game, EndPhase) == []
    with pytest.raises(MustTradeFirst):
        end(game)
    record = trade(game, "Brazil, Argentina, Scandinavia")
    assert events_of(record, SetTraded) == [
        SetTraded(ANN, cards("Brazil, Argentina, Scandinavia"), 4)
    ]
    assert game.decision == ToReinforce(ANN, 4, may_trade=False, must_trade=False, force=ANN)
    assert offered(game, Trade) == [], "the other set has to wait"
    reinforce(game, "East Africa", 1)
    reinforce(game, "Madagascar", 3)
    assert game.decision == ToAttack(ANN, armies=0, may_trade=False, force=ANN)
    assert armies(game, "East Africa", "Madagascar") == (2, 6)


def test_with_seven_or_eight_cards_one_trade_may_not_be_enough() -> None:
    game, _ = wiped_out(SIX, "Siam, Japan")
    trade(game, "Brazil, Argentina, Scandinavia")
    assert game.decision == ToTrade(ANN, may_trade=True, must_trade=True)
    trade(game, "Alaska, Alberta, Ontario")
    assert game.decision == ToReinforce(ANN, 4 + 6, may_trade=False, must_trade=False, force=ANN)
    assert len(game.state().hands[ANN]) == 2


def test_with_five_cards_nothing_is_traded_before_the_next_turn() -> None:
    # US 1993 booklet p. 8: "under six you must wait" (FAQ Q2.5.3).
    game, _ = wiped_out("Brazil, Argentina, Scandinavia", "Alaska, Alberta", source=5)
    occupy(game, 3)
    assert game.decision == ToAttack(ANN, armies=0, may_trade=False, force=ANN)
    with pytest.raises(NotASet):
        trade(game, "Brazil, Argentina, Scandinavia")


def test_the_conquest_is_occupied_before_the_captured_cards_are_traded() -> None:
    game, _ = wiped_out("Brazil, Argentina, Scandinavia", "Alaska, Alberta, Ontario", source=9)
    assert phase(game) is Phase.OCCUPY
    occupy(game, 5)
    assert game.decision == ToTrade(ANN, may_trade=True, must_trade=True)


def test_armies_of_captured_sets_may_attack_at_once() -> None:
    game, _ = wiped_out("Brazil, Argentina, Scandinavia", "Alaska, Alberta, Ontario")
    trade(game, "Brazil, Argentina, Scandinavia")
    assert {action for action, _ in offered(game, Reinforce)} == {
        Reinforce(at(name), 1) for name in ("East Africa", "Madagascar", "Japan")
    }
    reinforce(game, "Japan", 4)
    assert ("Japan", "Mongolia") in {
        (
            game.setup.board.territories[o.action.source].name,
            game.setup.board.territories[o.action.target].name,
        )
        for o in game.legal_actions()
        if hasattr(o.action, "dice")
    }


def test_territory_bonus_comes_one_time_a_turn() -> None:
    # US 1993 booklet p. 8: no more than 2 extra armies "on a single turn".
    game, _ = wiped_out("Japan, Argentina, Brazil", "Alaska, Alberta, Ontario")
    change(game, territory_bonus_received=2)
    before = armies(game, "Japan")
    trade(game, "Japan, Argentina, Alaska")
    assert armies(game, "Japan") == before


def test_beating_neutral_armies_eliminates_no_player() -> None:
    game = position(
        {"Ann": {"East Africa": 2, "Japan": 2}, "Ben": {"Madagascar": 1}},
        rest="Cid",
        resigned=["Ben"],
        luck=[(6,), (1,)],
    )
    record = attack(game, "East Africa", "Madagascar", 1)
    assert events_of(record, SeatEliminated) == []
    assert game.state().status[BEN] is Status.RESIGNED
    assert game.winners == ()


def test_resigning_instead_of_trading_leaves_the_next_turn_alone() -> None:
    hands = ("Brazil, Argentina, Scandinavia", "Alaska, Alberta, Ontario")
    game, _ = wiped_out(*hands, players=4)
    give(game, CID, cards("Ural, Ukraine, Peru, Japan, Egypt"))
    resign(game)
    assert game.decision == ToReinforce(
        CID, game.view().income(CID), may_trade=True, must_trade=True, force=CID
    ), "Cid begins with placing, as in any turn"
    assert len(game.state().discard) == 6
