"""Positions in which a sensible player does not have to think long."""

from __future__ import annotations

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import make_bot
from risk_tui.engine.actions import (
    Attack,
    Claim,
    EndPhase,
    Fortify,
    Occupy,
    Reinforce,
    Trade,
)
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import Phase
from tests.engine.positions import (
    ANN,
    BEN,
    CID,
    UK,
    US,
    at,
    cards,
    continent,
    give,
    position,
    varied,
)

from .matches import answer, planners, play_on

AUSTRALIA_BUT_INDONESIA = {"New Guinea": 12, "Western Australia": 1, "Eastern Australia": 1}


def attacked(game: Game) -> tuple[int, int]:
    action = answer(game)
    assert isinstance(action, Attack)
    return action.source, action.target


def test_finishes_a_continent_at_overwhelming_odds() -> None:
    game = position({"Ann": AUSTRALIA_BUT_INDONESIA})
    assert attacked(game) == (at("New Guinea"), at("Indonesia"))


def test_does_not_attack_two_against_ten() -> None:
    game = position(
        {"Ann": {"Indonesia": 2}, "Ben": {"Siam": 10, "New Guinea": 10, "Western Australia": 10}}
    )
    assert answer(game) == EndPhase()


@pytest.mark.parametrize(("players", "attacks"), [(2, True), (3, False)])
def test_four_attack_four_only_in_games_of_two(players: int, attacks: bool) -> None:
    """In a game of three it is a weak attack, even when the third player is out."""
    australia = {"New Guinea": 1, "Western Australia": 1, "Eastern Australia": 1}
    others = {"China": 4, "India": 4, "Mongolia": 4}
    game = position(
        {"Ann": {**australia, **others, "Siam": 5}, "Ben": {"Indonesia": 4}},
        players=players,
        out=["Cid"] if players == 3 else (),
    )
    assert (attacked(game) == (at("Siam"), at("Indonesia"))) is attacks


def test_wipes_out_a_weak_player_for_his_cards() -> None:
    hand = "Alaska, Alberta, Ontario, Quebec"
    game = position(
        {"Ann": {"Brazil": 6, "Egypt": 3}, "Cid": {"Peru": 1}},
        hands={"Cid": hand},
        conquests_this_turn=1,
    )
    assert attacked(game) == (at("Brazil"), at("Peru"))


def test_reinforces_where_a_continent_can_be_finished() -> None:
    lands = dict(AUSTRALIA_BUT_INDONESIA, Iceland=1) | {"New Guinea": 1}
    ben = dict.fromkeys(["Indonesia", "Greenland", "Great Britain", "Scandinavia"], 2)
    cid = dict.fromkeys(["Alaska", "Brazil", "Egypt", "Ukraine", "China"], 1)
    game = position(
        {"Ann": lands, "Ben": ben, "Cid": cid},
        phase=Phase.REINFORCE,
        armies_to_place=8,
    )
    action = answer(game)
    assert isinstance(action, Reinforce)
    assert action.territory in {at("New Guinea"), at("Western Australia")}


def test_guards_a_continent_that_is_threatened() -> None:
    ours = dict.fromkeys(["Indonesia", "New Guinea", "Western Australia", "Eastern Australia"], 1)
    game = position(
        {"Ann": ours, "Ben": {"Siam": 9}}, rest="Cid", phase=Phase.REINFORCE, armies_to_place=5
    )
    action = answer(game)
    assert isinstance(action, Reinforce)
    assert action.territory == at("Indonesia")


def test_fortifies_the_open_border_of_a_continent_first() -> None:
    south = {"Venezuela": 1, "Brazil": 3, "Peru": 4, "Argentina": 1}
    asia = {"Japan": 7, "Kamchatka": 2, "Mongolia": 1}
    game = position(
        {"Ann": south | asia, "Ben": {"Central America": 9}}, rest="Cid", phase=Phase.FORTIFY
    )
    assert answer(game) == Fortify(at("Peru"), at("Venezuela"), 3)


def test_leaves_a_guard_where_the_guard_that_it_wants_is_too_much() -> None:
    africa = dict.fromkeys(["Congo", "South Africa", "Madagascar"], 1)
    held = africa | {"North Africa": 12, "Egypt": 4, "East Africa": 4, "Brazil": 0}
    game = position(
        {"Ann": held, "Ben": {"Southern Europe": 30}},
        rest="Cid",
        phase=Phase.OCCUPY,
        occupying=(at("North Africa"), at("Brazil"), 3, 11),
    )
    assert answer(game) == Occupy(7)


@pytest.mark.parametrize(("threat", "attacks"), [(9, False), (1, True)])
def test_a_border_does_not_attack_with_its_last_guard(threat: int, attacks: bool) -> None:
    """Three of the five in Ukraine would move on, and leave two beside Afghanistan."""
    europe = {"Great Britain": 3, "Scandinavia": 3, "Northern Europe": 3, "Ukraine": 5}
    thin = {"Iceland": 1, "Western Europe": 1, "Southern Europe": 1}
    game = position({"Ann": europe | thin, "Ben": {"Afghanistan": threat, "Ural": 1}}, rest="Cid")
    assert (answer(game, "greta") != EndPhase()) is attacks


def test_trades_when_it_must() -> None:
    hand = "Alaska, Alberta, Ontario, Quebec, Greenland"
    game = position(
        {"Ann": {"Egypt": 3}}, hands={"Ann": hand}, phase=Phase.REINFORCE, armies_to_place=3
    )
    assert isinstance(answer(game), Trade)


def test_trades_the_set_that_brings_most_and_keeps_the_joker() -> None:
    # Three alike bring 4 to 8 armies in Britain, one of each brings 10 (FAQ Q2.5.1).
    symbols = {symbol: [] for symbol in ("infantry", "cavalry", "artillery")}
    board = position().setup.board
    for number, card in enumerate(board.deck):
        if card.territory is not None and len(symbols[card.symbol]) < 3:
            symbols[card.symbol].append(number)
    mixed = [symbols[each][0] for each in symbols]
    joker = cards("joker")[0]
    game = position({"Ann": {"Egypt": 3}}, rules=UK, phase=Phase.TRADE)
    give(game, ANN, [symbols["infantry"][1], *mixed, joker])
    action = answer(game)
    assert isinstance(action, Trade)
    assert UK.cards.by_type["mixed"] == game.view(ANN).set_value(action.cards)
    assert joker not in action.cards


def test_moves_armies_from_the_interior_outward() -> None:
    south = dict.fromkeys(["Peru", "Argentina", "Venezuela", "Brazil"], 1) | {"Argentina": 8}
    game = position({"Ann": south}, phase=Phase.FORTIFY)
    action = answer(game)
    assert isinstance(action, Fortify)
    assert (action.source, action.armies) == (at("Argentina"), 7)


def test_free_fortifying_stops() -> None:
    south = dict.fromkeys(["Peru", "Argentina", "Venezuela", "Brazil"], 6)
    rules = varied(US, fortify={"reach": "free"})
    game = position({"Ann": south}, rules=rules, phase=Phase.FORTIFY)
    steps = 0
    while game.decision is not None and game.decision.kind == "fortify" and steps < 10:
        game.apply(answer(game))
        steps += 1
    assert steps < 10
    assert game.view().armies[at("Argentina")] == 1


def test_follows_with_everything_where_nothing_is_left_to_guard() -> None:
    south = {"Peru": 9, "Argentina": 1, "Venezuela": 1}
    game = position(
        {"Ann": south | {"Brazil": 0}},
        phase=Phase.OCCUPY,
        occupying=(at("Peru"), at("Brazil"), 3, 8),
    )
    assert answer(game) == Occupy(8)


def test_claims_in_the_continent_that_it_has_begun() -> None:
    claimed = {at("New Guinea"), at("Western Australia")}
    territories = range(len(position().setup.board.territories))
    game = position(
        phase=Phase.CLAIM,
        owner=[ANN if territory in claimed else NO_SEAT for territory in territories],
        armies=[int(territory in claimed) for territory in territories],
    )
    action = answer(game)
    assert isinstance(action, Claim)
    assert action.territory in continent("Australia")


def test_what_others_hide_changes_nothing() -> None:
    seen = 0
    game = Game(GameSetup(position().setup.board, US, 3), seeded_chance("hidden"))
    bots = planners(3)
    while (decision := game.decision) is not None and seen < 100:
        view = game.view(decision.seat)
        other = game.copy()
        hidden, known = other.state(), seen
        for seat in (ANN, BEN, CID):
            if seat != decision.seat and hidden.hands[seat] and hidden.deck:
                hidden.hands[seat][0], hidden.deck[0] = hidden.deck[0], hidden.hands[seat][0]
                seen += 1
        if seen > known:
            other.set_state(hidden)
            fresh = [
                make_bot("mira", "fresh").choose(it, decision)
                for it in (view, other.view(decision.seat))
            ]
            assert fresh[0] == fresh[1]
        game.apply(bots[decision.seat].choose(view, decision))
    assert seen >= 100


def test_it_keeps_nothing_in_mind() -> None:
    game = position({"Ann": AUSTRALIA_BUT_INDONESIA})
    bot = make_bot("mira", 1)
    before = game.view(ANN)
    assert before.decision is not None
    first = bot.choose(before, before.decision)
    play_on(game.copy(seeded_chance(1)), [bot, bot, bot], most=30)
    assert bot.choose(before, before.decision) == first
