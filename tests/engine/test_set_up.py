"""Setting up: the first player, claiming and dealing, starting armies, placing the rest."""

from __future__ import annotations

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import BeginWith, Claim, Place
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import FirstRolled, IncomeReceived, TurnBegan
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import Phase, Status
from risk_tui.errors import IllegalAction
from risk_tui.rules.ruleset import Ruleset

from .positions import (
    ANN,
    BEN,
    BOARD,
    CID,
    UK,
    US,
    begin,
    claim,
    decides,
    events_of,
    new_game,
    offered,
    phase,
    place,
    resign,
    varied,
)

ALL = len(BOARD.territories)
IN_ORDER = tuple(range(ALL))


def claim_all(game: Game) -> None:
    """Everybody in turn claims the first free territory."""
    while phase(game) is Phase.CLAIM:
        game.apply(offered(game, Claim)[0][0])


def place_all(game: Game) -> None:
    """Everybody in turn places on the first territory that may take an army."""
    while phase(game) is Phase.PLACE:
        game.apply(offered(game, Place)[0][0])


# Starting armies


@pytest.mark.parametrize("rules", [US, UK], ids=lambda rules: rules.ruleset)
@pytest.mark.parametrize(("players", "each"), [(2, 40), (3, 35), (4, 30), (5, 25), (6, 20)])
def test_all_players_start_with_the_same_armies(rules, players: int, each: int) -> None:
    # FAQ Q2.3: 6 players 20 each, 5: 25, 4: 30, 3: 35, 2: 40.
    # US 1993 booklet: so has the neutral army of a game for two, which is dealt out.
    deal = (IN_ORDER,) if rules is UK or players == 2 else ()
    game = new_game(players, rules, (6, *[1] * (players - 1)), *deal)
    begin(game)
    claim_all(game)
    place_all(game)
    state = game.state()
    forces = 3 if rules is US and players == 2 else players
    held = [sum(state.armies[t] for t in state.territories_of(seat)) for seat in range(forces)]
    assert held == [each] * forces
    assert state.unplaced == [0] * forces


# Claiming and dealing


@pytest.mark.parametrize("rules", [US, UK], ids=lambda rules: rules.ruleset)
@pytest.mark.parametrize(
    ("players", "counts", "left"),
    [(4, [11, 10, 10, 11], [19, 20, 20, 19]), (5, [9, 8, 8, 8, 9], [16, 17, 17, 17, 16])],
)
def test_first_two_of_four_or_five_get_one_territory_more(
    rules: Ruleset, players: int, counts: list[int], left: list[int]
) -> None:
    # US 1993 booklet p. 8: "2 players will each receive one extra card". They place an army less,
    # because all have the same number in total.
    deal = (IN_ORDER,) if rules is UK else ()
    game = new_game(players, rules, (*[1] * (players - 1), 6), *deal)
    begin(game)
    claim_all(game)
    state = game.state()
    assert [state.owner.count(seat) for seat in range(players)] == counts
    assert state.unplaced == left


# Placing the rest


def test_seats_with_armies_left_place_alone() -> None:
    # With four players the two with a card less have one army more to place.
    game = new_game(4, UK, (6, 1, 1, 1), IN_ORDER)
    begin(game)
    order = []
    while phase(game) is Phase.PLACE:
        order.append(decides(game))
        game.apply(offered(game, Place)[0][0])
    assert order[:5] == ["Ann", "Ben", "Cid", "Dot", "Ann"]
    assert order[-4:] == ["Cid", "Dot", "Cid", "Dot"]
    assert decides(game) == "Ann"


def test_play_begins_when_the_last_army_is_placed() -> None:
    game = new_game(3, US, (6, 1, 1))
    begin(game)
    claim_all(game)
    while sum(game.state().unplaced) > 1:
        game.apply(offered(game, Place)[0][0])
    record = game.apply(offered(game, Place)[0][0])
    assert events_of(record, TurnBegan) == [TurnBegan(ANN, 1)]
    assert len(events_of(record, IncomeReceived)) == 1
    assert phase(game) is Phase.REINFORCE


# Leaving during setup


def test_seat_resigned_while_claiming_is_skipped() -> None:
    game = new_game(3, US, (6, 1, 1))
    begin(game)
    claim(game, "Peru")
    resign(game)
    assert decides(game) == "Cid"
    claim(game, "Japan")
    assert decides(game) == "Ann"
    claim_all(game)
    state = game.state()
    assert state.status == [Status.PLAYING, Status.RESIGNED, Status.PLAYING]
    assert NO_SEAT not in state.owner
    assert state.owner.count(BEN) == 0
    place_all(game)
    assert phase(game) is Phase.REINFORCE


def test_unplaced_armies_never_fall_below_zero() -> None:
    # Six begin with 20 armies each; two of them are left to claim 21 territories each.
    game = new_game(6, US, (6, 1, 1, 1, 1, 1))
    begin(game)
    claim(game, "Peru")
    for _ in range(4):
        resign(game)
    claim_all(game)
    state = game.state()
    assert state.owner.count(ANN) == state.owner.count(5) == 21
    assert min(state.unplaced) == 0
    assert phase(game) is Phase.REINFORCE


def test_seat_resigned_while_placing_leaves_neutral_armies() -> None:
    game = new_game(3, UK, (6, 1, 1), IN_ORDER)
    begin(game)
    place(game, BOARD.territories[0].name)
    resign(game)
    state = game.state()
    assert state.owner.count(BEN) == 14
    assert state.unplaced[BEN] == 0
    assert decides(game) == "Cid"


def test_when_the_first_player_resigned_the_next_one_opens() -> None:
    game = new_game(3, UK, (6, 1, 1), IN_ORDER)
    begin(game)
    resign(game)
    place_all(game)
    assert decides(game) == "Ben"
    assert game.state().first == BEN


@pytest.mark.parametrize("rules", [US, UK], ids=lambda rules: rules.ruleset)
def test_last_player_left_in_the_setup_wins(rules) -> None:
    deal = (IN_ORDER,) if rules is UK else ()
    game = new_game(3, rules, (6, 1, 1), *deal)
    begin(game)
    resign(game)
    assert game.winners == ()
    resign(game)
    assert (game.winners, game.decision) == ((CID,), None)


# Valid setups


def test_starting_armies_fit_on_the_board() -> None:
    # Two seats and a neutral army with 14 territories each, at most two armies on each.
    rules = varied(US, setup={"territory_limit": 2})
    assert Game(GameSetup(BOARD, rules, 2)).view().unplaced == (28, 28, 28)
    assert Game(GameSetup(BOARD, rules, 6)).view().unplaced == (14,) * 6


def test_agreed_seat_begins_without_a_roll() -> None:
    game = Game(GameSetup(BOARD, US, 3), seeded_chance(1))
    record = game.apply(BeginWith(2))
    assert game.decision is not None
    assert game.decision.seat == 2
    assert not any(isinstance(event, FirstRolled) for event in record.events)
    with pytest.raises(IllegalAction):
        game.apply(BeginWith(1))
