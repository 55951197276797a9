"""The odds of cards agree with the FAQ, and with counts of all hands."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from risk_tui.boards.board import CardSymbol
from risk_tui.engine.game import GameSetup
from risk_tui.engine.variant import overlaid_board
from risk_tui.odds.card_odds import (
    SetOdds,
    drawable_cards,
    draws,
    mean,
    other_hands,
    own_hand,
    unseen,
)
from risk_tui.rules.cards import ThreeCardSets, make_sets
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.variants.own_cards import OwnSets
from tests.editions import SOME_EDITIONS
from tests.engine.policy import play
from tests.engine.positions import ANN, BEN, BOARD, CID, UK, US, at, position, varied
from tests.extent import few

ODDS = SetOdds(make_sets(US.cards, BOARD), BOARD.deck)
WHOLE = ODDS.full_deck
ONE_JOKER = (*WHOLE[:3], 1)
NO_JOKER = (*WHOLE[:3], 0)


def three_of_a_kind(alike: bool, mixed: bool) -> Fraction:
    """Return the chance of a set of three alike, of one of each, or of both."""
    sets = make_sets(US.cards, BOARD)
    assert isinstance(sets, ThreeCardSets)
    found = 0
    for counts, ways in draws(WHOLE, 3):
        kinds = set(sets.kinds(ODDS.cards(counts)))
        read = bool(kinds & {"infantry", "cavalry", "artillery"}), "mixed" in kinds
        found += ways if read == (alike, mixed) else 0
    return Fraction(found, comb(44, 3))


# The place in the FAQ, the printed percentage, the computed chance, and the exact one.
FIGURES = [
    ("Q3.5, three cards", "42.28", ODDS.chance(WHOLE, 3), Fraction(200, 473)),
    ("Q3.5, three the same", "12.37", three_of_a_kind(True, False), Fraction(1638, 13244)),
    ("Q3.5, one of each", "29.60", three_of_a_kind(False, True), Fraction(3920, 13244)),
    ("Q3.5, both jokers", "0.32", three_of_a_kind(True, True), Fraction(42, 13244)),
    ("Q3.5, four cards", "81.70", ODDS.chance(WHOLE, 4), Fraction(110908, 135751)),
    ("Q3.5, the fourth card", "68.29", ODDS.chance_after_none(WHOLE, 3), Fraction(28, 41)),
    # The next four consider only jokers, not the player's other cards.
    ("Q3.5, three, one joker seen", "38.06", ODDS.chance(ONE_JOKER, 3), Fraction(671, 1763)),
    ("Q3.5, four, one joker seen", "79.87", ODDS.chance(ONE_JOKER, 4), Fraction(14081, 17630)),
    ("Q3.5, three without jokers", "33.41", ODDS.chance(NO_JOKER, 3), Fraction(137, 410)),
    ("Q3.5, four without jokers", "77.80", ODDS.chance(NO_JOKER, 4), Fraction(319, 410)),
    ("Q3.5, five cards", "100.00", ODDS.chance(WHOLE, 5), Fraction(1)),
]


@pytest.mark.parametrize(
    ("printed", "counted", "exact"),
    [each[1:] for each in FIGURES],
    ids=[each[0] for each in FIGURES],
)
def test_figures_of_the_faq(printed: str, counted: Fraction, exact: Fraction) -> None:
    assert counted == exact
    assert f"{float(counted) * 100:.2f}" == printed


def test_chance_of_a_set_depends_on_the_ruleset() -> None:
    assert ODDS.by_number(5) == (0, 0, Fraction(200, 473), Fraction(110908, 135751), 1)
    # A card with two stars can be traded alone: fourteen artillery and two jokers.
    stars = SetOdds(make_sets(load_ruleset("stars").cards, BOARD), BOARD.deck)
    assert stars.by_number(2) == (Fraction(16, 44), 1)


SMALL = replace(BOARD, deck=(*BOARD.deck[:7], *BOARD.deck[-2:]))
"""The classic board with nine cards, including both jokers."""

RULES = {
    "escalating": US,
    "by type": UK,
    "one joker": load_ruleset("sge-1963"),
    "no joker": varied(UK, cards={"jokers_in_a_set": 0}),
    "stars": load_ruleset("stars"),
}


@pytest.mark.parametrize("rules", RULES)
def test_odds_agree_with_counts_of_all_hands(rules: str) -> None:
    sets = make_sets(RULES[rules].cards, SMALL)
    odds = SetOdds(sets, SMALL.deck)
    for seed in range(6):
        deck = random.Random(seed).sample(range(9), 9)
        held, others = deck[: seed % 4], deck[seed % 4 :]
        for cards in range(min(5, len(others)) + 1):
            drawn = [sorted([*held, *more]) for more in combinations(others, cards)]
            best = [
                max((sets.value(s, 4) for s in sets.complete_sets(hand)), default=0)
                for hand in drawn
            ]
            with_set = Fraction(sum(map(sets.has_set, drawn)), len(drawn))
            assert odds.chance(odds.count(others), cards, odds.count(held)) == with_set
            worths = odds.worths(odds.count(others), cards, 4, odds.count(held))
            assert worths == {
                armies: Fraction(best.count(armies), len(drawn)) for armies in set(best)
            }


def test_impossible_draws_are_refused() -> None:
    with pytest.raises(ValueError, match="5 cards cannot be drawn from 4"):
        ODDS.chance((1, 1, 1, 1), 5)
    with pytest.raises(ValueError, match="-1 cards cannot be drawn"):
        ODDS.worths(WHOLE, -1, 0)
    with pytest.raises(ValueError, match="5 of these cards always hold a set"):
        ODDS.chance_after_none(WHOLE, 5)


def test_set_has_a_value_under_tactical_rules() -> None:
    game = position(rules=load_ruleset("tactical"), hands={"Ann": "joker, Alaska, Peru"})
    assert own_hand(game.view(ANN)).now > 0


@pytest.mark.parametrize("name", SOME_EDITIONS)
def test_chance_and_value_agree_for_every_hand(name: str) -> None:
    odds = SetOdds(make_sets(load_ruleset(name).cards, BOARD), BOARD.deck)
    for cards in range(7):
        for held, _ in draws(odds.full_deck, cards):
            rest = tuple(many - few for many, few in zip(odds.full_deck, held, strict=True))
            assert odds.holds(held) == (odds.worth(held, 2) > 0)
            assert odds.chance(rest, 1, held) >= odds.holds(held)


@pytest.mark.parametrize("name", few([*SOME_EDITIONS], 5))
def test_unseen_cards_are_those_of_the_deck_and_other_hands(name: str) -> None:
    rules = load_ruleset(name)
    rng = random.Random(3)
    for step, (game, _) in enumerate(play(GameSetup(BOARD, rules, 3), 5, rng)):
        view = game.view(step % 3)
        if step % 40 or view.phase == "capital":
            continue
        cards = sum(view.card_counts) - len(view.hand) + view.deck_count
        assert sum(unseen(view)) == cards
        own, sets = own_hand(view), view.rules.card_sets
        least, most = sets.values(view.sets_traded)
        assert least <= own.now <= most if sets.has_set(view.hand) else own.now == 0
        assert not own.worths or sum(own.worths.values()) == 1
        for seat, hand in other_hands(view).items():
            assert view.card_counts[seat] >= sets.min_cards
            assert 0 <= hand.chance <= 1
            assert hand.chance == sum(share for worth, share in hand.worths.items() if worth)


def test_visible_cards_change_the_odds_of_other_hands() -> None:
    """A player with a joker knows that no other player has it (FAQ Q3.5)."""
    game = position(hands={"Ann": "joker", "Ben": "Congo, Siam, Peru", "Cid": "Ural, Egypt"})
    assert other_hands(game.view(ANN))[BEN].chance == Fraction(671, 1763)
    assert other_hands(game.view(None))[BEN].chance == Fraction(200, 473)
    assert list(other_hands(game.view(BEN))) == []
    discarded = position(discard="joker", hands={"Ben": "Congo, Siam, Peru"})
    assert other_hands(discarded.view(ANN))[BEN].chance == Fraction(671, 1763)


def test_values_may_rise_for_each_player_separately() -> None:
    """TEG: 4, 7, 10, 15 for each player, also in the turns of others."""
    rules = with_house_rules(US, {"variants.own_cards.played": True})
    hands = {"Ben": "Ural, Egypt, China, Japan, Iceland, Brazil"}
    sets = OwnSets((0, 2, 0), turn=ANN)
    game = position(rules=rules, hands=hands, sets_traded=3, remembers=[sets])
    assert game.view(BEN).sets_traded_for(ANN) == 3
    assert max(other_hands(game.view(ANN))[BEN].worths) == 8
    assert own_hand(game.view(BEN)).now == 8
    assert game.view(CID).sets_traded_for(CID) == 0
    whole_table = position(hands=hands, sets_traded=3)
    assert own_hand(whole_table.view(BEN)).now == 10


def test_cards_set_aside_are_not_unseen() -> None:
    game = position(rules=load_ruleset("us-1993-capital"), hands={"Ben": "Congo, Siam, Peru"})
    now = game.state()
    aside = {at("Ural"), at("Japan"), at("China")}
    now.cards_set_aside = tuple(aside)
    now.deck = [card for card in now.deck if BOARD.deck[card].territory not in aside]
    game.set_state(now)
    assert unseen(game.view(ANN)) == tuple(
        many - less for many, less in zip(WHOLE, ODDS.count(aside), strict=True)
    )


def test_value_of_the_players_own_hand() -> None:
    own = own_hand(position(hands={"Ann": "joker, Alaska, Peru"}, sets_traded=5).view(ANN))
    assert (own.now, own.after_next_trade, own.better) == (15, 20, 0)
    own = own_hand(position(hands={"Ann": "Alaska, Peru"}).view(ANN))
    # Fourteen infantry and two jokers complete artillery and cavalry.
    assert (own.now, own.set_with_one_more) == (0, Fraction(16, 42))
    assert mean(own.worths) == 4 * Fraction(16, 42)


def test_stars_are_worth_more_up_to_ten() -> None:
    stars = load_ruleset("stars")
    own = own_hand(position(rules=stars, hands={"Ann": "Alaska, Peru, Siam"}).view(ANN))
    # Four stars; of 41 cards 13 artillery and two jokers show two, all others one.
    assert (own.now, own.after_next_trade, own.better) == (7, 7, 1)
    assert own.worths == {10: Fraction(26, 41), 13: Fraction(15, 41)}
    ten = "Alaska, Congo, South Africa, joker, other joker"
    assert own_hand(position(rules=stars, hands={"Ann": ten}).view(ANN)).better == 0


def test_next_card_comes_from_the_discards_of_an_empty_deck() -> None:
    """Without discards no card can be drawn."""
    game = position(hands={"Ann": "Alaska, Peru"}, discard="Congo, Siam, joker", deck="")
    view = game.view(ANN)
    assert sum(drawable_cards(view)) == 3
    assert own_hand(view).set_with_one_more == ODDS.chance(
        ODDS.count(view.discard), 1, (2, 0, 0, 0, 0)
    )
    nothing = own_hand(position(hands={"Ann": "Alaska, Peru"}, deck="").view(ANN))
    assert (nothing.worths, nothing.set_with_one_more) == ({}, 0)


def test_power_cards_are_not_searched_for_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_ruleset("castle")
    board = overlaid_board(rules, load_board(rules.board.home))
    sets = make_sets(rules.cards, board)
    powers = [n for n, card in enumerate(board.deck) if card.symbol is CardSymbol.POWER]
    looked_at: list[object] = []
    monkeypatch.setattr(sets, "kinds", lambda cards: looked_at.append(cards) or [])
    assert len(powers) > 8 and not sets.has_set(powers[:8]) and not looked_at
