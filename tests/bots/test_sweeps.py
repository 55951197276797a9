"""Beating a player: their last territories wherever they lie, and armies for their cards."""

from __future__ import annotations

from risk_tui.bots.planner.campaigns import Campaigns, search_elimination
from risk_tui.engine.actions import Trade
from risk_tui.engine.state import Phase
from tests.engine.positions import ANN, BEN, BOARD, at, cards, position

from .matches import answer, valuation

LANDS = [territory.name for territory in BOARD.territories]
STAR = [[1, 2, 3], [0], [0], [0, 4], [3]]
"""A middle, two ends, and a way of two."""


def campaigns(held: dict[str, dict[str, int]], **more: object) -> Campaigns:
    """Return Ann's campaigns without armies in hand; Cid has all other territories."""
    view = position(held, rest="Cid", **more).view(ANN)  # type: ignore[arg-type]
    return Campaigns(valuation(view))


def test_a_stack_splits_and_pays_for_every_end() -> None:
    (part,) = search_elimination(STAR, [12, 1, 1, 1, 1], {0: 11.0}, {0}, [1, 2, 4])
    assert sorted(part.territories) == [1, 2, 3, 4], "the way to the last one is taken, too"
    assert part.territories.index(3) < part.territories.index(4)
    assert part.ends == 2
    assert not search_elimination(STAR, [5, 1, 1, 1, 1], {0: 4.0}, {0}, [1, 2, 4]), "too few armies"


def test_a_small_stack_takes_what_is_next_to_it() -> None:
    line = [[1], [0, 2], [1, 3], [2, 4], [3]]
    parts = search_elimination(line, [20, 1, 1, 1, 4], {0: 19.0, 4: 3.0}, {0, 4}, [1, 3])
    assert {part.source: part.territories for part in parts} == {0: [1], 4: [3]}


def test_last_territories_far_apart_are_one_campaign() -> None:
    ours = campaigns({"Ann": {"Siam": 20, "Iceland": 9}, "Ben": {"Indonesia": 1, "Greenland": 1}})
    best = ours.best_elimination()
    assert best is not None
    assert set(best.targets) == {at("Indonesia"), at("Greenland")}
    assert {leg.source for leg in best.legs} == {at("Siam"), at("Iceland")}
    assert best.cards[BEN] == 0


def test_a_great_stack_beats_whoever_holds_half_the_world() -> None:
    theirs = dict.fromkeys(LANDS[:9] + LANDS[13:26], 1)
    ours = campaigns({"Ann": {"Afghanistan": 90, "Ural": 1, "Middle East": 1}, "Ben": theirs})
    best = ours.best()
    assert best is not None
    assert best.cards[BEN] == 0
    assert set(best.targets) == {at(name) for name in theirs}


def test_several_stacks_together_take_a_last_territory() -> None:
    """As where no territory may hold more than twelve: no stack can do it alone."""
    beside = {"Indonesia": 12, "New Guinea": 12, "Eastern Australia": 12}
    ours = campaigns({"Ann": beside, "Ben": {"Western Australia": 12}})
    best = ours.best_elimination()
    assert best is not None
    assert best.targets == (at("Western Australia"),)


def test_cards_of_a_beaten_player_are_armies_at_once() -> None:
    """With six cards or more the conqueror trades down to four (US 1993 booklet p. 8)."""
    hands = {"Ann": "Alaska, Alberta", "Ben": "Siam, India, China, Japan"}
    ours = campaigns({"Ann": {"Siam": 20}, "Ben": {"Indonesia": 1}}, hands=hands, sets_traded=5)
    best = ours.best_elimination()
    assert best is not None
    after = ours.after_card_capture(best.changes, best.cards)
    assert after is not None
    assert (after.armies_to_place, after.sets_traded) == (15, 6)
    assert after.card_counts[ANN] == 2 + 4 - 3 + 1, "with the one that the conquest earns"
    fewer = campaigns({"Ann": {"Siam": 20}, "Ben": {"Indonesia": 1}}, hands={"Ben": "Siam"})
    best = fewer.best_elimination()
    assert best is not None
    assert fewer.after_card_capture(best.changes, best.cards) is None


def test_a_set_is_traded_to_beat_a_player() -> None:
    hand = ", ".join(LANDS[place] for place in (3, 4, 5))
    held = {"Ann": {"Siam": 4}, "Ben": {"Indonesia": 6}}
    assert len({BOARD.deck[card].symbol for card in cards(hand)}) == 1, "these are a set"
    game = position(
        held,
        rest="Cid",
        phase=Phase.REINFORCE,
        hands={"Ann": hand, "Ben": "Siam, India, China"},
        armies_to_place=3,
        sets_traded=5,
    )
    assert isinstance(answer(game), Trade)
