"""Planner bots: what they value in positions, and which actions they choose."""

from __future__ import annotations

import random

import pytest

from risk_tui.bots import make_bot
from risk_tui.bots.planner.campaigns import Campaigns
from risk_tui.bots.planner.outlook import Outlook
from risk_tui.bots.planner.weights import FEATURES
from risk_tui.engine.actions import Attack, EndPhase
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.events import Conquered
from risk_tui.engine.game import Game, GameSetup
from risk_tui.rules.house_rules import with_turn_limit
from risk_tui.rules.library import load_ruleset
from risk_tui.rules.ruleset import Ruleset
from tests.engine.positions import ANN, BEN, BOARD, UK, US, at, continent, events_of, position

from .matches import answer, valuation

LANDS = [territory.name for territory in BOARD.territories]
PLANNERS = ["greta", "ivo", "mira", "oskar"]


def lands(name: str, armies: int) -> dict[str, int]:
    return dict.fromkeys([LANDS[place] for place in continent(name)], armies)


def outlook(
    held: dict[str, dict[str, int]],
    cards: tuple[int, ...] = (0, 0, 0),
    character: str = "mira",
    rules: Ruleset = UK,
    **state: object,
) -> Outlook:
    """Return Ann's outlook on a position in which Cid has all other territories."""
    view = position(held, rules=rules, rest="Cid", **state).view(ANN)
    v = valuation(view, character)
    return Outlook(v, v.owners(), list(view.armies), list(cards))


AUSTRALIA = lands("Australia", 1)


def test_every_seat_has_features_and_value_is_a_chance() -> None:
    even = outlook({"Ann": lands("Africa", 2), "Ben": lands("Europe", 2)})
    assert set(even.features()) == {0, 1, 2}
    assert all(len(values) == len(FEATURES) for values in even.features().values())
    assert 0 < even.value() < 1


def test_a_continent_is_worth_more_behind_a_guard() -> None:
    foe = {"Siam": 5}
    open_door = outlook({"Ann": {**AUSTRALIA, "New Guinea": 8}, "Ben": foe})
    guarded = outlook({"Ann": {**AUSTRALIA, "Indonesia": 8}, "Ben": foe})
    assert guarded.value() > open_door.value()


def test_more_armies_and_more_land_are_worth_more() -> None:
    before = outlook({"Ann": AUSTRALIA, "Ben": {"Siam": 3}})
    value = before.value()
    assert before.after([(at("Indonesia"), ANN, 9)]) > value
    assert before.after([(at("Siam"), ANN, 3)]) > value
    assert before.after([(at("Indonesia"), BEN, 3)]) < value
    assert before.value() == value, "after() changed the position"


@pytest.mark.parametrize("character", PLANNERS)
def test_armies_are_worth_something_however_dear_cards_are(character: str) -> None:
    held = {"Ann": {"Central America": 50, "Peru": 1}, "Ben": lands("Europe", 2)}
    rising = outlook(held, (3, 1, 1), character, US, sets_traded=14)
    assert rising.after([(at("Central America"), ANN, 1)]) < rising.value()


@pytest.mark.parametrize("character", ["greta", "mira", "oskar"])
def test_a_whole_continent_is_worth_more_than_nearly_all_of_it(character: str) -> None:
    asia = lands("Asia", 3)
    del asia["Siam"]
    nearly = outlook({"Ann": asia, "Ben": lands("Europe", 2)}, character=character)
    assert nearly.after([(at("Siam"), ANN, 1)]) > nearly.value()


def test_value_does_not_depend_on_the_order_of_changes() -> None:
    held = {"Ann": {**AUSTRALIA, "Siam": 6}, "Ben": {**lands("Africa", 2), "India": 3}}
    first, again = outlook(held), outlook(held)
    for place in {*range(len(LANDS))} - {at("Siam"), at("India")}:
        plan = [(at("Siam"), ANN, 2), (at("India"), ANN, 4), (place, ANN, 3)]
        assert first.after(plan) == again.after(plan[::-1])


@pytest.mark.parametrize("seed", range(5))
def test_value_after_changes_is_that_of_the_changed_position(seed: int) -> None:
    rng = random.Random(seed)
    view = Game(GameSetup(BOARD, US, 3), seeded_chance(seed)).view(ANN)
    v = valuation(view)
    owner = [rng.randrange(3) for _ in LANDS]
    for members in map(continent, ("Asia", "Australia")):
        for place in members:
            owner[place] = seed % 3
    armies = [rng.choice((1, 1, 2, 5, 12)) for _ in LANDS]
    before = Outlook(v, owner[:], armies[:], [0, 1, 2])
    for _ in range(20):
        changes = [
            (place, rng.randrange(3), rng.randint(1, 9)) for place in rng.sample(range(42), 3)
        ]
        new_owner, new_armies = owner[:], armies[:]
        for place, holder, count in changes:
            new_owner[place], new_armies[place] = holder, count
        after = Outlook(v, new_owner, new_armies, [0, 1, 2]).value()
        assert before.after(changes) == pytest.approx(after, abs=1e-6)


def test_a_seat_without_land_has_lost() -> None:
    before = outlook({"Ann": {"Siam": 1}, "Ben": {"India": 9}})
    assert before.after([(at("Siam"), BEN, 3)]) == 0
    lost = [(place, ANN, 1) for place in range(len(LANDS))]
    assert before.after(lost) == 1


def test_a_great_stack_is_expected_to_stay_together_after_a_conquest() -> None:
    foes = {"Siam": 1, "New Guinea": 7, "India": 12, "China": 12}
    held = {"Ann": {"Indonesia": 30}, "Ben": foes | {"Iceland": 9}}
    view = position(held, rules=UK, rest="Cid").view(ANN)
    v = valuation(view)
    best = Campaigns(v, 0).best([(at("Siam"),)])
    assert best is not None
    assert min(armies for _, _, armies in best.changes) == 1
    assert best.value > Campaigns(v, 0).outlook.value(), "conquering for a card must be worth it"


def test_takes_what_breaks_a_continent_if_it_can_choose_one() -> None:
    ann = {**lands("Europe", 2), "Peru": 3, "Alaska": 3, "Siam": 9}
    ben = {**AUSTRALIA, **lands("Africa", 3), "India": 1}
    expected = outlook({"Ann": ann, "Ben": ben, "Cid": {"China": 4}})
    breaks = expected.after([(at("Indonesia"), ANN, 4), (at("Siam"), ANN, 4)])
    takes = expected.after([(at("India"), ANN, 4), (at("Siam"), ANN, 4)])
    assert breaks > takes


@pytest.mark.parametrize("stack", [8, 14])
@pytest.mark.parametrize("character", PLANNERS)
def test_takes_a_card_where_a_great_stack_stands_beside_a_lone_army(
    character: str, stack: int
) -> None:
    held = {
        "Ann": {**AUSTRALIA, "Indonesia": stack},
        "Ben": {**lands("Asia", 3), "Siam": 1, **lands("Europe", 3)},
        "Dot": {**lands("North America", 1), **lands("South America", 3)},
    }
    attack = answer(position(held, rules=US, rest="Cid", players=4), character)
    assert isinstance(attack, Attack)
    assert (attack.source, attack.target) == (at("Indonesia"), at("Siam"))


@pytest.mark.parametrize("character", PLANNERS)
def test_takes_the_lone_territory_that_its_own_enclose(character: str) -> None:
    australia = {**AUSTRALIA, "Eastern Australia": 14}
    del australia["Western Australia"]
    held = {
        "Ann": {**australia, **lands("South America", 2)},
        "Ben": {**lands("Asia", 2), "Western Australia": 1},
    }
    game = position(held, rules=US, rest="Cid", conquests_this_turn=1)
    attack = answer(game, character)
    assert isinstance(attack, Attack)
    assert (attack.source, attack.target) == (at("Eastern Australia"), at("Western Australia"))


def test_a_stack_beside_nothing_but_a_pocket_is_not_a_front() -> None:
    locked = {**AUSTRALIA, "Eastern Australia": 21}
    del locked["Western Australia"]
    held = {"Ann": {**locked, "Alaska": 1}, "Ben": {"Western Australia": 1, "Siam": 9}}
    assert at("Western Australia") in outlook(held).v.pockets
    fronts = FEATURES.index("fronts")
    for name, is_front in (("Eastern Australia", False), ("Indonesia", True)):
        held["Ann"] = {**locked, "Eastern Australia": 1, name: 21}
        assert (outlook(held).features()[ANN][fronts] > 0.5) == is_front


def test_whole_fights_equal_fights_by_single_battles() -> None:
    rules = with_turn_limit(load_ruleset("us-1993"), 3)
    setup = GameSetup(BOARD, rules, 2)
    games = []
    for whole in (True, False):
        game = Game(setup, seeded_chance("fights"))
        bots = [make_bot("mira", f"fights/{seat}") for seat in range(2)]
        steps = 0
        while (decision := game.decision) is not None:
            action = bots[decision.seat].choose(game.view(decision.seat), decision)
            game.apply(action if whole else action.as_offered)
            steps += 1
        games.append((game.state(), steps))
    (fights, few), (battles, many) = games
    assert fights == battles
    assert few < many


def test_trench_campaigns_end_at_the_neighbours() -> None:
    """Conquered territories can't attack in the same turn (trench warfare)."""
    held = {"Ann": {"Siam": 30}, "Ben": AUSTRALIA}
    for rules, is_possible in (UK, True), (load_ruleset("trench"), False):
        view = position(held, rules=rules, rest="Cid").view(ANN)
        v = valuation(view)
        assert (Campaigns(v, 0).best([continent("Europe")[:1]]) is not None) == is_possible
        assert Campaigns(v, 0).best([(at("Indonesia"),)]) is not None


def test_armies_that_come_after_the_attacks_do_not_count_in_them() -> None:
    """House rules: reinforcements are placed when the attacks are over (FAQ Q2.4)."""
    held = {"Ann": lands("South America", 3)}
    rest = {name: 3 for name in LANDS if name not in held["Ann"]}
    game = position({**held, "Cid": rest}, rules=load_ruleset("house"), armies_to_place=20)
    assert answer(game) == EndPhase(), "it counted armies that come later"


def test_conquering_armies_stop_and_others_attack() -> None:
    """Conquered territories can't attack in the same turn (trench warfare)."""
    game = position(
        {"Ann": {"Siam": 20, "Brazil": 8}},
        rules=load_ruleset("trench"),
        luck=[(6, 6, 6), (1,)] * 9,
    )
    bot = make_bot("mira", 1)
    taken: list[int] = []
    while len(taken) < 2:
        view = game.view(ANN)
        assert view.decision is not None
        action = bot.choose(view, view.decision)
        assert action != EndPhase(), taken
        if isinstance(action, Attack):
            assert action.source not in taken
        record = game.apply(action, seat=ANN)
        taken += [event.territory for event in events_of(record, Conquered)]


@pytest.mark.parametrize("armies", [9_000, 15_000, 20_001, 1_000_000])
@pytest.mark.parametrize("bot", PLANNERS)
def test_great_stacks_still_attack_single_armies(bot: str, armies: int) -> None:
    held = {"Ann": {"Brazil": armies}, "Cid": dict.fromkeys(LANDS[:9], 1)}
    assert isinstance(answer(position(held, rest="Ben"), bot), Attack)


def test_who_holds_nearly_all_takes_the_last_territories() -> None:
    last = {"Ben": {"Argentina": 1, "Japan": 1}, "Cid": {"Venezuela": 1, "Siam": 1}}
    game = position({"Ann": dict.fromkeys(LANDS, 1000), **last})
    for bot in PLANNERS:
        assert isinstance(answer(game, bot), Attack)
