"""Reports of the commands ``odds`` and ``threats``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from risk_tui.commands.all_commands import parse
from risk_tui.commands.names import AmbiguousCommand
from risk_tui.commands.odds_commands import OddsCommand
from risk_tui.commands.odds_report import (
    OddsReport,
    assault_report,
    campaign_through,
    describe_threats,
    target_sets,
)
from risk_tui.engine.goals import Destroy, GoalTerritories, HoldContinents, HoldTerritories
from risk_tui.engine.hooks import Hooks
from risk_tui.engine.state import Battle, Phase
from risk_tui.engine.view import View
from risk_tui.errors import RiskError
from risk_tui.odds import campaign_odds, fight_to_finish, position_odds
from risk_tui.odds.campaign import Branch
from risk_tui.rules.library import load_ruleset
from risk_tui.table.seats import seat_players
from risk_tui.tui.panels.odds_lines import OddsQuery, odds_lines
from risk_tui.variants.capitals import Capitals
from tests.engine.positions import BOARD, at, position, remember
from tests.new_games import SEATS
from tests.odds.rules import CLASSIC

LANDS = {
    "Ann": {"Alaska": 9, "Siam": 7, "Brazil": 2},
    "Ben": {"Kamchatka": 2, "Japan": 1, "Mongolia": 3, "Indonesia": 2},
}
GAME = position(LANDS, rest="Cid", hands={"Ann": "Congo", "Ben": "Egypt, China, Ural"})
VIEW = GAME.view(0)


def view_of(
    lands: Mapping[str, Mapping[str, int]],
    rules: str = "us-1993",
    seat: int | None = 0,
    **more: Any,
) -> View:
    """Return a view of a position where Cid has the rest of the board."""
    return position(lands, rest="Cid", rules=load_ruleset(rules), **more).view(seat)


def report(line: str, view: View = VIEW, *, private: bool = True) -> OddsReport:
    command = parse(line, view)
    assert isinstance(command, OddsCommand)
    return command.report(view, SEATS, private=private)


def route(line: str) -> list[tuple[int, ...]]:
    return [(each.source, *each.territories) for each in report(line).campaigns]


@pytest.mark.parametrize(
    "line",
    [
        "odds alaska kamchatka japan",
        "odds al ka ja",
        "odds from alaska to kamchatka to japan",
        "odds alaska, kamchatka, japan",
        "odds alaska v kamchatka v japan",
        "odds from alaska against kamchatka, to japan",
        "odds alaska japan",  # the best way to what is far
    ],
)
def test_campaign_is_named_by_its_territories(line: str) -> None:
    assert route(line) == [(at("Alaska"), at("Kamchatka"), at("Japan"))]
    one, both = (f"{chance:.0%}" for chance in campaign_odds(8, [2, 1], CLASSIC).reached[1:])
    assert report(line).lines[0] == f"Alaska 9 > Kamchatka 2 ({one}) > Japan 1 ({both})"


def test_report_on_a_campaign_gives_the_chance_of_its_extent() -> None:
    """The extent is the largest with a chance of at least 90 %."""
    assert "; 95% chance to take all" in report("odds alaska kamchatka japan").lines[1]
    assert "chance to take at least" in report("odds alaska kamchatka mongolia").lines[1]


def test_continent_leaves_out_territories_that_do_not_count() -> None:
    outside = (at("Western Australia"), at("Eastern Australia"), at("New Guinea"))
    view = replace(VIEW, outside_continents=outside)
    (campaign,) = report("odds australia", view).campaigns
    assert campaign.territories == (at("Indonesia"),)


def test_strongest_neighbour_attacks_a_single_target() -> None:
    assert route("odds kamchatka") == [(at("Alaska"), at("Kamchatka"))]
    fight = fight_to_finish(8, 2, CLASSIC)
    assert report("odds kamchatka").lines[1].startswith(f"conquest {fight.chance:.0%}")


def test_elimination_uses_several_stacks_and_counts_cards() -> None:
    found = report("odds ben").lines
    assert {way[0] for way in route("odds ben")} == {at("Alaska"), at("Siam")}
    # Mongolia and Japan border each other and Kamchatka: the better order is taken.
    north = max(campaign_odds(8, order, CLASSIC).chance for order in ([2, 1, 3], [2, 3, 1]))
    chance = north * campaign_odds(6, [2], CLASSIC).chance
    assert found[0] == f"Chance to eliminate Ben this turn: {chance:.0%}"
    # Four cards of which one is known hold a set as often as four of a full deck do (FAQ Q3.5).
    assert found[-1] == (
        "Ben's 3 cards would be yours, 4 in all: a set with them 81%, 3.2 armies on average"
    )
    open_to_all = report("odds ben", private=False).lines
    assert open_to_all[-1] == "Ben's 3 cards would be yours, 4 in all; a set is worth 4 now"


def test_whole_name_of_a_player_wins_over_a_beginning() -> None:
    seats = seat_players(("Ann", "Aust", "Cid"), ())
    assert assault_report(VIEW, seats, "aust", True).short.startswith("Chance to eliminate Aust")
    assert assault_report(VIEW, seats, "austr", True).short.startswith("Chance to take Australia")


def test_beginning_of_two_players_is_ambiguous() -> None:
    seats = seat_players(("Ann", "Bob", "Bonnie"), ())
    with pytest.raises(AmbiguousCommand, match="'bo' could be Bob or Bonnie"):
        assault_report(VIEW, seats, "bo", True)
    with pytest.raises(RiskError, match="neither a territory nor"):
        assault_report(VIEW, seats, "xy", True)


def test_beginning_of_a_player_and_a_continent_is_ambiguous() -> None:
    seats = seat_players(("Ann", "Asmus", "Cid"), ())
    with pytest.raises(AmbiguousCommand, match="'as' could be Asia or Asmus"):
        assault_report(VIEW, seats, "as", True)
    assert assault_report(VIEW, seats, "asm", True).short.startswith("Chance to eliminate Asmus")


def test_stack_splits_at_a_fork() -> None:
    lands = {"Ann": {"North Africa": 20}, "Ben": {"Brazil": 1, "Western Europe": 1}}
    found = report("odds ben", view_of(lands))
    assert found.lines[0] == "Chance to eliminate Ben this turn: >99%"
    assert "Brazil 1 (>99%); from North Africa > Western Europe 1" in found.lines[1]


def test_stack_behind_the_front_may_be_the_best() -> None:
    lands = {"Ann": {"Scandinavia": 40, "Quebec": 2}, "Ben": {"Greenland": 6}}
    found = report("odds ben", view_of(lands))
    assert found.lines[0] == "Chance to eliminate Ben this turn: >99%"


@pytest.mark.parametrize(
    ("lands", "error"),
    [
        ({"Ann": {"Venezuela": 4}, "Ben": {}}, r"Venezuela \(VE\) has too few armies to reach"),
        (
            {"Ann": {"Venezuela": 40, "Brazil": 1, "Peru": 1, "Central America": 1}, "Ben": {}},
            r"there is no route from Venezuela \(VE\) to Alaska",
        ),
    ],
)
def test_route_without_enough_armies_is_not_called_missing(
    lands: dict[str, dict[str, int]], error: str
) -> None:
    view = view_of(lands)
    with pytest.raises(RiskError, match=error):
        campaign_through(view, [at("Venezuela"), at("Alaska")])


def test_allied_army_attacks_only_its_enemy() -> None:
    rules = load_ruleset("us-1975")
    owner = [1] * 42
    owner[at("Ontario")], owner[at("Quebec")] = 2, 0
    view = position(players=2, owner=owner, rules=rules, acting_seat=2).view(1)
    assert view.acting_seat == view.neutral
    assert position_odds.campaign_map(view, view.acting_seat).enemies == {at("Quebec")}


def test_commander_acts_once_a_turn() -> None:
    lands = {"Ann": {"Siam": 9}, "Ben": {"China": 5, "Indonesia": 3}}
    view = view_of(lands, "us-1980-experts", seat=None, commander_used=True)
    mine, other = (
        position_odds.fight(view, at(a), at(b)) for a, b in (("Siam", "China"), ("China", "Siam"))
    )
    assert mine is not None
    assert other is not None
    assert (mine.possible_changes.commander, other.possible_changes.commander) == (False, True)


def test_card_in_hand_counts_only_for_its_holder() -> None:
    rules = load_ruleset("us-1980-experts")
    lands = {"Ann": {"Siam": 9}, "Ben": {"Indonesia": 8}}
    game = position(lands, rest="Cid", rules=rules, hands={"Ann": "Siam, Brazil"})
    known = [
        fight.conquest.changes.reroll
        for seat, private in ((0, True), (0, False), (1, True), (None, True))
        if (
            fight := position_odds.fight(
                game.view(seat), at("Siam"), at("Indonesia"), private=private
            )
        )
    ]
    assert known == [True, False, False, False]


def test_next_roll_counts_the_choice_of_the_defender() -> None:
    lands = {"Ann": {"Siam": 9}, "Ben": {"Indonesia": 5}}
    fight = position_odds.fight(view_of(lands, "uk-old"), at("Siam"), at("Indonesia"))
    assert fight is not None
    chances = [f"{float(fight.next_roll.chance(lost)):.1%}" for lost in range(3)]
    assert chances == ["47.6%", "29.7%", "22.7%"]


def test_mission_needs_named_or_chosen_territories() -> None:
    south = {at(name) for name in ("Venezuela", "Peru", "Argentina", "Brazil")}
    assert set(HoldContinents((1,), 0).wanted(VIEW, 0, VIEW.board).named) == south
    assert Destroy(1, True).wanted(VIEW, 0, VIEW.board).named == tuple(VIEW.territories_of(1))
    assert not HoldTerritories(24, 1).wanted(VIEW, 0, VIEW.board).named


def test_odds_of_a_mission_are_only_for_its_owner() -> None:
    rules = load_ruleset("us-1993-mission")
    deck = position(LANDS, rest="Cid", rules=rules).view(0).rules.missions.deck
    destroy = deck.index(Destroy(1, True))
    view = position(LANDS, rest="Cid", rules=rules, missions=[[destroy], [0], [1]]).view(0)
    found = report("odds mission", view)
    assert {place for each in found.campaigns for place in each.territories} == set(
        view.territories_of(1)
    )
    with pytest.raises(RiskError, match="others at this terminal would learn your mission"):
        report("odds mission", view, private=False)


@pytest.mark.parametrize(
    ("wanted", "targets"),
    [
        (GoalTerritories(anywhere=5), {"Kamchatka", "Indonesia"}),
        (GoalTerritories(conquests=1), {"Kamchatka"}),
        (GoalTerritories(anywhere=3), None),
        (GoalTerritories(("Japan",), anywhere=4), {"Japan"}),
        (
            GoalTerritories((), (("Indonesia",), ("Kamchatka", "Japan"), ("Alaska",)), 2),
            {"Indonesia"},
        ),
    ],
)
def test_goal_with_a_choice_takes_the_likeliest_targets(
    wanted: Any, targets: set[str] | None
) -> None:
    sets = tuple(tuple(map(at, each)) for each in wanted.sets)
    wanted = replace(wanted, named=tuple(map(at, wanted.named)), sets=sets)
    lands = {
        "Ann": {"Alaska": 9, "Siam": 7, "Brazil": 2},
        "Ben": {"Kamchatka": 1, "Japan": 3, "Indonesia": 2},
        "Cid": {place.name: 9 for place in BOARD.territories},
    }
    view = position({name: lands[name] for name in ("Cid", "Ann", "Ben")}).view(0)
    found = target_sets(view, 0, wanted)
    assert found[:1] == ([] if targets is None else [frozenset(map(at, targets))])


@pytest.mark.parametrize(
    ("brazil", "words"),
    [
        (25, "Chance to have enough land to hold 18 territories with 2 armies or more on each"),
        (9, "To hold 18 territories with 2 armies or more on each takes 36 armies; you have 25"),
    ],
)
def test_odds_of_a_mission_with_armies_on_each_territory(brazil: int, words: str) -> None:
    rules = load_ruleset("us-1998-mission")
    lands = {"Ann": {place.name: 1 for place in BOARD.territories[:17]} | {"Brazil": brazil}}
    deck = position(lands, rules=rules).view(0).rules.missions.deck
    mission = deck.index(HoldTerritories(18, 2))
    view = position(lands, rules=rules, missions=[[mission], [0], [1]]).view(0)
    found = report("odds mission", view)
    assert found.short.startswith(words)
    assert bool(found.campaigns) == (brazil == 25)
    if found.campaigns:
        assert "how many armies end up on each (2 are needed)" in found.lines[-1]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("odds alaska kamchatka ural", "name every territory on the way"),
        ("odds kamchatka alaska japan", "begin with a territory of yours"),
        ("odds alaska brazil", "you can't attack"),
        ("odds alaska kamchatka japan kamchatka", "takes each territory once"),
        ("odds nowhere", "neither a territory nor"),
        ("odds a", "'a' could be Africa, Asia, Australia or Ann"),
        ("odds ann", "holds nothing that you could attack"),
        ("odds mission", "you have no mission"),
        ("odds 12", "two numbers"),
        ("odds 0 5", "1 to 1000 armies"),
        ("odds 5 1001", "1 to 1000 armies"),
        ("odds", "of what?"),
    ],
)
def test_impossible_odds_are_refused(line: str, problem: str) -> None:
    with pytest.raises(RiskError, match=problem) as refusal:
        report(line)
    assert "\n" not in str(refusal.value)


def test_player_in_other_letters_is_among_the_meanings() -> None:
    seats = seat_players(("Ася", "Ben", "Cid"), ())
    command = parse("odds a", VIEW)
    assert isinstance(command, OddsCommand)
    with pytest.raises(AmbiguousCommand, match="Africa, Asia, Australia or Ася"):
        command.report(VIEW, seats, private=True)


@pytest.mark.parametrize("line", ["odds siberia ural", "odds ural", "odds ann", "odds asia"])
def test_territory_without_armies_has_no_odds(line: str) -> None:
    lands = {"Ann": {"Ukraine": 8, "Ural": 0}, "Cid": {"Siberia": 5}}
    occupying = (at("Ukraine"), at("Ural"), 3, 7)
    view = position(lands, phase=Phase.OCCUPY, occupying=occupying).view(2)
    with pytest.raises(RiskError, match=r"armies are still to move into Ural \(UR\)"):
        report(line, view)
    assert at("Ural") not in position_odds.campaign_map(view, 2).enemies


def test_threats_are_sorted_and_from_the_strongest_neighbour() -> None:
    armies = {"Ann": {"Siam": 2, "Ural": 3}, "Ben": {"China": 9, "India": 3, "Ukraine": 4}}
    lines = describe_threats(view_of(armies))
    worst, other = fight_to_finish(8, 2, CLASSIC).chance, fight_to_finish(8, 3, CLASSIC).chance
    assert lines[0] == f"Siam (SM) 2: {worst:.0%}, to China (CH) 9"
    assert lines[1] == f"Ural (UR) 3: {other:.0%}, to China (CH) 9"


def test_unknown_threats_have_a_reason() -> None:
    armies = {"Ann": {"Siam": 2, "Alaska": 2}, "Ben": {"China": 9, "Kamchatka": 3}}
    view = view_of(armies, "meltdown")
    assert position_odds.unknown_threats(view, 0) == dict.fromkeys(
        (at("Alaska"), at("Siam")), "territories may melt down"
    )
    assert describe_threats(view) == [
        "Unknown odds for Alaska (AL) and Siam (SM): territories may melt down"
    ]
    alone = view_of({"Ann": {"Siam": 2}}, "meltdown")
    assert describe_threats(alone) == ["No neighbour can attack any of your territories now"]


def test_known_threats_are_listed_with_unknown_ones() -> None:
    """Defenders with a neighbour of their own may retreat; others have to fight."""
    lands = {"Ann": {"Siam": 2, "India": 2, "Alaska": 2}, "Ben": {"China": 9, "Kamchatka": 3}}
    lines = describe_threats(view_of(lands, "retreat"))
    assert lines[0].startswith("Alaska (AL) 2: ")
    assert lines[1] == "Unknown odds for India (IN) and Siam (SM): the defender may retreat"


def test_nukes_do_not_hide_a_threat() -> None:
    """Nukes fall only on territories conquered on the way; a single fight needs dice."""
    lands = {"Ann": {"Siam": 2}, "Ben": {"China": 9}}
    game = position(lands, rest="Cid", rules=load_ruleset("nuclear"))
    state = game.state()
    (memory,) = [each for each in state.memories if hasattr(each, "nukes")]
    nukes = [3] * len(memory.nukes)
    remember(state, replace(memory, nukes=tuple(nukes)))
    game.set_state(state)
    threat = position_odds.threat(game.view(0), 0, at("Siam"))
    assert threat is not None
    assert threat.chance == pytest.approx(fight_to_finish(8, 2, CLASSIC).chance)


def test_neutral_and_single_armies_are_not_a_threat() -> None:
    view = position({"Ann": {"Siam": 2}, "Ben": {"China": 1, "India": 1, "Indonesia": 1}}).view(0)
    assert position_odds.threats(view, 0) == {}


def test_defender_gets_the_odds_of_each_number_of_dice() -> None:
    # FAQ Q3.1: against a second die of 4 or more a single die is better, if the roll is seen.
    battle = Battle(at("Siam"), at("Indonesia"), 3, (6, 5, 1))
    lands = {"Ann": {"Siam": 9}, "Ben": {"Indonesia": 5}}
    seen = view_of(lands, "uk-old", seat=1, phase=Phase.DEFEND, battle=battle)
    one, two = position_odds.defences(seen).values()
    assert one < two
    battle = Battle(at("Siam"), at("Indonesia"), 3)
    blind = view_of(lands, seat=1, phase=Phase.DEFEND, battle=battle)
    one, two = position_odds.defences(blind).values()
    assert two < one
    assert two == pytest.approx(fight_to_finish(8, 5, CLASSIC).chance)


def variant_view(cost: Mapping[tuple[str, str], int | None]) -> View:
    """The view where a variant takes armies from some fights; ``None``: their odds are unknown."""
    costs = {(at(source), at(target)): armies for (source, target), armies in cost.items()}

    class Costly:
        odds_unknown_reason = "there is a storm"

        def odds(self, view: View, source: int, target: int, armies: int) -> int | None:
            attack_cost = costs.get((source, target), 0)
            return None if attack_cost is None else armies - attack_cost

    return replace(VIEW, rules=replace(VIEW.rules, hooks=Hooks(odds=(Costly().odds,))))


def test_unknown_odds_hide_only_campaigns_with_them() -> None:
    view = variant_view({("Kamchatka", "Japan"): None, ("Mongolia", "Kamchatka"): None})
    assert report("odds kamchatka", view).lines == report("odds kamchatka").lines
    with pytest.raises(RiskError, match=r"Japan \(JA\) can't be calculated: there is a storm"):
        report("odds alaska kamchatka japan", view)
    (campaign,) = report("odds alaska japan", view).campaigns
    assert campaign.territories == (at("Kamchatka"), at("Mongolia"), at("Japan"))
    unknown = variant_view({("Alaska", "Kamchatka"): None})
    with pytest.raises(RiskError, match=r"odds for Kamchatka \(KA\) can't be calculated"):
        report("odds alaska kamchatka", unknown)
    assert position_odds.threat(unknown, 1, at("Kamchatka")) is None
    for seat in (0, 1):
        seen = replace(unknown, seat=seat)
        query = OddsQuery(at("Kamchatka"), source=at("Alaska"))
        words = [line.plain for line in odds_lines(seen, query, width=28)]
        assert words == [" odds unknown:", " there is a storm"]
        assert odds_lines(seen, query, width=40)[0].plain == " odds unknown: there is a storm"


def test_armies_that_a_variant_takes_are_counted() -> None:
    view = variant_view({("Alaska", "Kamchatka"): 2})
    chance = fight_to_finish(6, 2, CLASSIC).chance
    assert report("odds alaska kamchatka", view).campaigns[0].odds.chance == chance
    threat = position_odds.threat(view, 1, at("Kamchatka"))
    assert threat is not None
    assert threat.chance == pytest.approx(chance)
    with pytest.raises(RiskError, match=r"odds for Kamchatka \(KA\) can't be calculated"):
        report("odds alaska kamchatka japan", view)


def test_beginning_of_several_names_is_ambiguous() -> None:
    view = position({}).view(0)
    with pytest.raises(AmbiguousCommand, match=r"Central America .CA., North America or South"):
        parse("odds america", view)
    assert parse("odds africa", view) == OddsCommand(target="africa")
    assert parse("odds alaska", view) == OddsCommand((0,))


WEST = {"Ann": {"Alaska": 13}, "Ben": {"Alberta": 2, "Ontario": 2, "Brazil": 1}}


def test_limit_on_moving_in_counts_in_campaigns() -> None:
    found = report("odds alaska alberta ontario", view_of(WEST, "small-garrisons"))
    expected = campaign_odds(12, [2, 2], CLASSIC, most_to_follow=3)
    assert found.campaigns[0].odds.reached == pytest.approx(expected.reached)
    assert expected.chance < 0.5 < campaign_odds(12, [2, 2], CLASSIC).chance


def test_limit_on_moving_in_does_not_reduce_threats() -> None:
    lands = {"Ann": {"Alaska": 5}, "Ben": {"Alberta": 20}}
    view = view_of(lands, "small-garrisons")
    threat = position_odds.threat(view, 0, at("Alaska"))
    assert threat is not None and threat.chance == pytest.approx(
        fight_to_finish(19, 5, CLASSIC).chance
    )


def test_detachments_are_limited_like_garrisons() -> None:
    """Into the first branch moves a detachment of three at most; the others stay."""
    lands = {"Ann": {"Brazil": 20}, "Ben": {"Peru": 2, "Argentina": 2, "Venezuela": 2}}
    view = view_of(lands, "small-garrisons")
    branches = (Branch(at("Peru"), 9, (Branch(at("Argentina")),)), Branch(at("Venezuela")))
    plan = position_odds.expected_campaign(view, at("Brazil"), branches)
    first = fight_to_finish(19, 2, CLASSIC)
    inner = fight_to_finish(2, 2, CLASSIC).chance
    assert plan.odds.reached[1] == pytest.approx(first.chance)
    assert plan.odds.reached[2] == pytest.approx(first.chance * inner, abs=1e-3)


def test_conquerors_that_stop_have_no_campaigns() -> None:
    view = view_of(WEST, "trench")
    assert report("odds alaska alberta", view).chance == fight_to_finish(12, 2, CLASSIC).chance
    with pytest.raises(RiskError, match="armies that conquer Alberta"):
        report("odds alaska alberta ontario", view)


def test_odds_of_numbers_name_what_they_leave_out() -> None:
    for name, words in (
        ("sea-lanes", "Dice only: effects of Sea-lane are not included."),
        ("airlift", "effects of Airlift are not included"),
        ("us-1980-experts", "Not counted: the re-roll with a card and the commander"),
    ):
        first, *notes = report("odds 12 5", view_of(WEST, name)).lines
        assert first.startswith("12 free armies against 5: conquest ")
        assert any(words in note for note in notes)
        assert "--" not in "".join(notes), "a game has no options"


def test_plans_and_threats_name_the_powers_they_leave_out() -> None:
    lands = {"Ann": {"Alaska": 13}, "Ben": {"Alberta": 9, "Ontario": 2}}
    view = view_of(lands, "us-1980-experts")
    assert "Not counted: the commander" in report("odds alaska alberta ontario", view).lines
    assert "Not counted: the commander" in describe_threats(view)
    assert "~" in odds_lines(view, OddsQuery(at("Alaska")), 40)[0].plain


def test_capital_with_large_stacks_has_odds() -> None:
    capitals = Capitals((at("Brazil"), at("Alberta"), at("Congo")), True)
    lands = {"Ann": {"Alaska": 700}, "Ben": {"Alberta": 600}}
    view = view_of(lands, "capital-die", remembers=[capitals])
    fight = position_odds.fight(view, at("Alaska"), at("Alberta"))
    assert fight is not None and 0 <= fight.conquest.chance < 0.5


def test_fights_of_ten_thousands_are_too_large() -> None:
    lands = {"Ann": {"Alaska": 20_000}, "Ben": {"Alberta": 10_000, "Northwest Territory": 1}}
    view = view_of(lands)
    assert position_odds.fight(view, at("Alaska"), at("Alberta")) is None
    with pytest.raises(RiskError, match="too many armies"):
        report("odds alaska alberta", view)
    panel = [line.plain for line in odds_lines(view, OddsQuery(at("Alberta")), 40)]
    assert panel == [" odds unknown: too many armies"]
    threat = position_odds.threat(position(lands, rest="Cid").view(1), 1, at("Alberta"))
    assert threat is not None and threat.chance > 0.99
    assert report("odds alaska northwest", view).chance > 0.99
