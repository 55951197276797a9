"""Eliminations and the ends of games: conquest, the last player left, the turn limit."""

from __future__ import annotations

import pytest

from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.events import (
    CardsDiscarded,
    GameWon,
    Moved,
    SeatEliminated,
    SeatResigned,
    TurnBegan,
    VictoryKind,
)
from risk_tui.engine.phases.conquest import eliminate
from risk_tui.engine.state import Phase, Status

from .positions import (
    ANN,
    BEN,
    CID,
    UK,
    US,
    armies,
    attack,
    cards,
    decides,
    end,
    events_of,
    give,
    position,
    resign,
    script,
    varied,
)

BOTH = pytest.mark.parametrize("rules", [US, UK], ids=lambda rules: rules.ruleset)


# Conquest


@BOTH
def test_the_last_surviving_player_wins_at_once(rules) -> None:
    # FAQ Q2.1: "one way to win is to be the last surviving player".
    game = position(
        {"Ben": {"Madagascar": 1}, "Ann": {"East Africa": 7}},
        rest="Ann",
        rules=rules,
        out=["Cid"],
        luck=[(6, 6, 6), (1,)],
    )
    record = attack(game, "East Africa", "Madagascar", 3)
    assert events_of(record, SeatEliminated) == [SeatEliminated(BEN, ANN)]
    assert events_of(record, GameWon) == [GameWon((ANN,), VictoryKind.CONQUEST)]
    assert (game.winners, game.decision, game.legal_actions()) == ((ANN,), None, [])
    assert len(events_of(record, Moved)) == 1
    assert armies(game, "East Africa", "Madagascar") == (4, 3), "no territory is left empty"


@pytest.mark.parametrize(
    ("left", "how"), [({"Brazil": 1}, VictoryKind.LAST_STANDING), ({}, VictoryKind.CONQUEST)]
)
def test_world_is_not_conquered_while_armies_of_a_resigned_player_stay(
    left: dict[str, int], how: VictoryKind
) -> None:
    game = position(
        {"Cid": left, "Ben": {"Madagascar": 1}, "Ann": {"East Africa": 7}},
        rest="Ann",
        resigned=["Cid"],
        luck=[(6, 6, 6), (1,)],
    )
    record = attack(game, "East Africa", "Madagascar", 3)
    assert events_of(record, GameWon) == [GameWon((ANN,), how)]


def test_captured_cards_of_the_last_opponent_start_no_trading() -> None:
    game = position(
        {"Ben": {"Madagascar": 1}, "Ann": {"East Africa": 4}},
        rest="Ann",
        players=2,
        hands={"Ann": "Brazil, Argentina, Scandinavia", "Ben": "Alaska, Alberta, Ontario"},
        luck=[(6, 6, 6), (1,)],
    )
    attack(game, "East Africa", "Madagascar", 3)
    assert game.winners == (ANN,)


# Resignation


@BOTH
def test_resigning_leaves_neutral_armies_and_discards_the_hand(rules) -> None:
    game = position(
        {"Ann": {"Ukraine": 5}}, rules=rules, hands={"Ann": "Alaska, Peru"}, discard="Japan"
    )
    record = resign(game)
    assert record.events[0] == SeatResigned(ANN)
    assert events_of(record, CardsDiscarded) == [CardsDiscarded(ANN, 2)]
    state = game.state()
    assert state.status[ANN] is Status.RESIGNED
    assert state.hands[ANN] == []
    assert state.discard == list(cards("Japan, Alaska, Peru"))
    assert armies(game, "Ukraine") == 5
    assert (decides(game), game.winners) == ("Ben", ())


def test_armies_not_yet_placed_are_lost() -> None:
    game = position({"Ann": {"Ukraine": 5}}, phase=Phase.REINFORCE, armies_to_place=9)
    resign(game)
    state = game.state()
    assert state.turn == BEN
    assert state.armies_to_place == game.view().income(BEN), "Ben places his own income only"


def test_last_player_left_wins_in_any_turn() -> None:
    game = position(players=2)
    record = resign(game)
    assert events_of(record, GameWon) == [GameWon((BEN,), VictoryKind.LAST_STANDING)]
    assert events_of(record, TurnBegan) == []


def test_last_player_left_wins_as_their_turn_begins() -> None:
    # FAQ Q2.2.1: "The new U.K. rules say clearly you can only win during your own go."
    game = position(players=3, rules=UK, out=["Ben"], rest="Cid")
    record = resign(game)
    kinds = [type(fact) for fact in record.events]
    assert kinds.index(TurnBegan) < kinds.index(GameWon)
    assert events_of(record, TurnBegan)[0].seat == CID
    assert game.winners == (CID,)
    assert game.state().turn == CID


# The turn limit


def limited(lands, **more):
    """The last turn of round 3, which is Cid's."""
    rules = varied(US, victory={"turn_limit": 3})
    return position(lands, rules=rules, turn="Cid", phase=Phase.FORTIFY, **more)


def test_all_players_have_a_turn_in_the_last_round() -> None:
    game = limited({"Ann": {"Peru": 1}, "Cid": {"Siam": 1}}, first=1)
    end(game)
    assert (game.winners, decides(game)) == ((), "Ann")


def halves(ann: int, ben: int):
    """Ann and Ben hold 20 territories each, Cid two; the armies of their strongest differ."""
    names = [each.name for each in position().setup.board.territories]
    lands = {
        "Ann": dict.fromkeys(names[:20], 1) | {names[0]: ann},
        "Ben": dict.fromkeys(names[20:40], 1) | {names[20]: ben},
    }
    return limited(lands, rest="Cid")


def test_of_equal_territories_most_armies_win() -> None:
    game = halves(4, 5)
    end(game)
    assert game.winners == (BEN,)


def test_equal_leaders_share_the_victory() -> None:
    game = halves(5, 5)
    record = end(game)
    assert events_of(record, GameWon) == [GameWon((ANN, BEN), VictoryKind.TURN_LIMIT)]


def test_neutral_armies_never_lead() -> None:
    game = limited({"Ann": {"Peru": 1}, "Cid": {"Siam": 2}}, resigned=["Ben"])
    end(game)
    assert game.winners == (CID,)


# Elimination


def test_cards_taken_out_of_turn_force_no_trade() -> None:
    """Only the seat in turn trades at once; others keep what they took until their turn."""
    hands = {"Ben": "Siam, Alaska, Alberta", "Cid": "Brazil, Ural, Peru, Ontario"}
    game = position(hands=hands)
    state = game.state()
    eliminate(game.setup.make_context(state, script()), victim=CID, by=BEN)
    assert (state.turn, len(state.hands[BEN]), state.hand_limit) == (ANN, 7, None)


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
    hands = {"Ann": "Brazil, Argentina, Scandinavia", "Ben": "Alaska, Alberta, Ontario"}
    game = position(
        {"Ann": {"East Africa": 4, "Japan": 2}, "Ben": {"Madagascar": 1}},
        rest="Cid",
        players=4,
        hands=hands,
        luck=[(6, 6, 6), (1,)],
    )
    attack(game, "East Africa", "Madagascar", 3)
    give(game, CID, cards("Ural, Ukraine, Peru, Japan, Egypt"))
    resign(game)
    assert game.decision == ToReinforce(
        CID, game.view().income(CID), may_trade=True, must_trade=True, force=CID
    ), "Cid begins with placing, as in any turn"
    assert len(game.state().discard) == 6
