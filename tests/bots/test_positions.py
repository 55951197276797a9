"""Positions in which a sensible player does not have to think long."""

from __future__ import annotations

from random import Random

import pytest

from risk_tui.boards.board import NO_SEAT
from risk_tui.bots import make_bot
from risk_tui.bots.planner import set_up
from risk_tui.engine.actions import (
    Attack,
    Claim,
    EndPhase,
    Fortify,
    Occupy,
    Place,
    Reinforce,
    Trade,
)
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.state import Phase
from risk_tui.rules.library import load_board, load_ruleset
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
from tests.extent import few

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
        {"Ann": {"Brazil": 9, "Egypt": 3}, "Cid": {"Peru": 1}},
        hands={"Cid": hand},
        conquests_this_turn=1,
    )
    assert attacked(game) == (at("Brazil"), at("Peru"))


def test_reinforces_where_a_continent_can_be_finished() -> None:
    lands = dict(AUSTRALIA_BUT_INDONESIA, Iceland=1) | {"New Guinea": 1}
    game = position(
        {"Ann": lands, "Ben": {"Indonesia": 2}}, phase=Phase.REINFORCE, armies_to_place=6
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
    assert answer(game) == Occupy(9)


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


@pytest.mark.parametrize("rules", [US, UK, varied(UK, setup={"territory_limit": 4})])
def test_the_steward_sets_up_a_whole_game(rules: object) -> None:
    game = Game(GameSetup(position().setup.board, rules, 4), seeded_chance("steward"))
    game.apply(answer(game))
    while game.decision is not None and game.decision.kind in ("claim", "place"):
        view = game.view(game.decision.seat)
        action = set_up.place_in_setup(view)
        assert action == set_up.place_in_setup(view)
        game.apply(action)
    assert game.view().round == 1


def test_the_steward_spreads_a_players_armies_over_fronts() -> None:
    lands = ["Peru", "Argentina", "Venezuela", "Brazil", "Siam", "Japan"]
    armies = dict.fromkeys(lands, 1)
    for _ in range(20):
        game = position(
            {"Ann": armies}, phase=Phase.PLACE, own_armies_this_go=1, unplaced=[20, 10, 10]
        )
        action = set_up.place_in_setup(game.view(ANN))
        assert isinstance(action, Place)
        armies[game.setup.board.territories[action.territory].name] += action.armies
    assert armies["Peru"] == armies["Argentina"] == 1
    assert min(armies["Venezuela"], armies["Brazil"], armies["Siam"]) >= 4
    assert max(armies.values()) <= 12


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_steward_guards_castles_from_the_beginning(players: int) -> None:
    rules = load_ruleset("castle")
    game = Game(GameSetup(load_board("castle-europe"), rules, players), seeded_chance("steward"))
    game.apply(answer(game))
    while game.decision is not None and game.decision.kind in ("claim", "place"):
        game.apply(set_up.place_in_setup(game.view(game.decision.seat)))
    view = game.view()
    castles = [stake for hook in view.rules.hooks.stakes for stake in hook(view)]
    assert len(castles) == players
    for castle in castles:
        own = view.armies_of(castle.seat)
        assert castle.is_fatal
        assert view.armies[castle.territory] >= own / 6
        assert view.armies[castle.territory] <= own / 2


@pytest.mark.parametrize("seed", few([1, 5, 11, 12], 2))
def test_the_steward_guards_castles_against_distant_stacks(seed: int) -> None:
    """Ann claims without a plan; a stack may come through weak land in its first turn."""
    rules = load_ruleset("castle")
    game = Game(GameSetup(load_board("castle-europe"), rules, 2), seeded_chance(f"c{seed}"))
    bots, random = planners(2), Random(seed)
    while (decision := game.decision) is not None and not game.view().round:
        view = game.view(decision.seat)
        claims = [it.action for it in view.offers if isinstance(it.action, Claim)]
        if decision.seat == ANN and claims:
            game.apply(random.choice(claims))
        elif decision.seat == ANN and decision.kind == "place":
            game.apply(set_up.place_in_setup(view))
        else:
            game.apply(bots[decision.seat].choose(view, decision))
    view = game.view()
    stakes = [stake for hook in view.rules.hooks.stakes for stake in hook(view)]
    (castle,) = (stake.territory for stake in stakes if stake.seat == ANN)
    stack = max(view.armies[territory] for territory in view.territories_of(BEN))
    assert view.armies[castle] >= stack / 2


def test_the_steward_puts_armies_on_fronts() -> None:
    south = dict.fromkeys(["Peru", "Argentina", "Venezuela", "Brazil"], 1)
    game = position({"Ann": south}, phase=Phase.PLACE, own_armies_this_go=1, unplaced=[10, 10, 10])
    action = set_up.place_in_setup(game.view(ANN))
    assert isinstance(action, Place)
    assert action.territory in {at("Venezuela"), at("Brazil")}


def test_the_steward_has_nothing_to_do_with_battles() -> None:
    with pytest.raises(ValueError, match="no claim or placement is due"):
        set_up.place_in_setup(position({"Ann": {"Siam": 5}}).view(ANN))


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
