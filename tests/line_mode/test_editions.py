"""Line mode in the editions: missions, capitals, neutral armies, stars and cards."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from risk_tui.boards.board import NO_TERRITORY
from risk_tui.commands.reports import board_page
from risk_tui.engine.state import Phase, Status
from risk_tui.engine.view import View
from risk_tui.line_mode.front_end import cards_page, mission_page
from risk_tui.rules.library import load_ruleset
from risk_tui.saves.header import TableOptions
from risk_tui.table.table import Table
from risk_tui.text.words import describe_mission
from risk_tui.variants.capitals import Capitals, capitals_in
from risk_tui.variants.objectives import ObjectivesMemory
from tests.engine.positions import ANN, BEN, at, position
from tests.extent import few, usual_or_full
from tests.inside import put_game
from tests.line_mode.keyboard import CURTAIN, new_table, typed, typed_by_a_player, whole_game
from tests.new_games import SEATS
from tests.tui.editions import choosing_capitals

KINDS = [
    ("stars", "Ann,Ben,Cid"),
    ("us-1980-experts", "Ann,Ben"),
    ("uk-old", "Ann,Ben"),
    ("us-1993-capital", "Ann,Ben,Cid"),
]


@pytest.mark.parametrize(("rules", "players"), few(KINDS, 1))
def test_game_of_every_kind_is_played_to_its_end(rules: str, players: str) -> None:
    # Other tests play games of other kinds.
    assert whole_game(players, rules, usual_or_full(4, None), usual_or_full("toni", "mira"))


def mission_of(view: View) -> str:
    assert view.seat is not None
    return describe_mission(view, view.missions[0], SEATS, view.seat)


def test_missions_are_shown_only_to_their_owners() -> None:
    table = new_table("Ann,Ben,Cid", "us-1993-mission")
    outcome, _ = typed_by_a_player(table, interactive=True, most=12)
    opening, *pages = outcome.out.split(CURTAIN)
    assert "Your mission" not in opening
    assert "Ben is dealt a secret mission" in opening
    assert len(pages) == 3
    for page in pages:
        told = re.findall("Your mission: (.*)", page)
        name = re.findall(r"^(\w+): place", page, re.MULTILINE)[0]
        seat = ["Ann", "Ben", "Cid"].index(name)
        assert told == [mission_of(table.view(seat))]
        # It is pushed off the screen before other players read on.
        assert "\n" * 20 in page[page.index("Your mission") :]


def test_mission_is_hidden_again_after_a_second_look() -> None:
    table = new_table("Ann,Ben,Cid", "us-1993-mission")
    asked: list[int] = []

    def again(view: View) -> str | None:
        if view.unplaced == (19, 19, 19) and not asked:
            asked.append(view.seat or 0)
            return "mission"
        return None

    outcome, script = typed_by_a_player(table, interactive=True, interject=again, most=24)
    assert "mission" in script
    name = table.seats[asked[0]].name
    pages = outcome.out.split(f"{name}, {CURTAIN}")
    assert len(pages) == 3
    assert pages[2].startswith(f"Your mission: {mission_of(table.view(asked[0]))}\n")
    assert "\n" * 20 in pages[2]


def test_script_shows_every_mission_once() -> None:
    outcome, _ = whole_game("Ann,Ben,Cid", "us-1993-mission", 1, "toni")
    told = [line for line in outcome.lines if line.startswith("Your mission: ")]
    missions = {f"Your mission: {mission_of(outcome.table.view(seat))}" for seat in range(3)}
    assert len(told) == 3
    assert set(told) == missions


def test_wrong_line_does_not_show_the_mission_again() -> None:
    table = new_table("Ann,Ben,Cid", "us-1993-mission")
    outcome = typed(table, "", "place atlantis", "board", interactive=True)
    assert outcome.out.count("Your mission: ") == 1


def test_capitals_are_secret_until_all_are_chosen(tmp_path: Path) -> None:
    table = choosing_capitals(tmp_path / "a.risk")

    def watch(shown: str) -> None:
        if table.view(None).phase == "capital":
            for seat in capitals_in(table.view(None)):
                assert seat == NO_TERRITORY
            assert "Your capital" not in shown

    outcome, script = typed_by_a_player(table, interactive=True, watch=watch, most=8)
    capitals = [line for line in script if line.startswith("capital ")]
    assert len(capitals) == 3
    for name in ("Ann", "Ben", "Cid"):
        page = outcome.out.split(f"{name}, {CURTAIN}")[1]
        assert "\n" * 20 in page  # what was typed is pushed off the screen
        assert page.index("\n" * 20) < page.index(f"{name} has chosen a capital")
    assert "The capitals are " in outcome.out


def test_opponent_plays_the_third_army() -> None:
    # US 1993 booklet: the opponent rolls for the neutral army; Risk wiki, 1975: and attacks.
    neutral, _ = whole_game("Ann,Ben", "us-1993", 3, "toni")
    allied, _ = whole_game("Ann,Ben", "us-1975", 3, "toni")
    for outcome, army in ((neutral, "Neutral Army"), (allied, "Allied Army")):
        for defender, attacker in (("Ann", "Ben"), ("Ben", "Ann")):
            start = f"{defender}, for the {army}: 1 or 2 dice? "
            asked = [line for line in outcome.lines if line.startswith(start)]
            assert all(f"? {attacker} attacks" in line for line in asked)
        assert any(f", for the {army}: 1 or 2 dice? " in line for line in outcome.lines)
    assert any(
        line.endswith(": attack with the Allied Army, or end the attacks") for line in allied.lines
    )
    assert not any(line.startswith("Neutral Army attacks") for line in neutral.lines)


def test_the_board_shows_capitals_cities_and_objectives() -> None:
    view = position(
        {"Ann": {"Ural": 3}},
        rules=load_ruleset("stars"),
        remembers=[
            Capitals((at("Ural"), at("Brazil"), NO_TERRITORY), True),
            ObjectivesMemory(((0,), (), ())),
        ],
        cities=[at("Ural"), at("China")],
        victory_announced=[True, False, False],
    ).view(ANN)
    lines = board_page(view, SEATS)
    assert "  Ural (UR), capital of Ann and city: Ann, 3 armies" in lines
    assert "  Brazil (BR), capital of Ben: Ben, 1 army" in lines
    assert "  China (CH), city: Ben, 1 army" in lines
    assert lines[0].endswith(", 1 goal reached, has announced victory")
    objectives = lines[lines.index("Objectives, 3 to win") + 1 :]
    assert objectives[:2] == ["  hold Europe: taken by Ann", "  hold North America: open"]


def test_board_tells_players_who_are_out_from_resigned_ones() -> None:
    view = position({"Ann": {"Ural": 3}}, rules=load_ruleset("us-1993-capital")).view(ANN)
    states = (Status.PLAYING, Status.OUT, Status.RESIGNED)
    lines = board_page(replace(view, status=states), SEATS)
    assert lines[1].endswith(" armies, out")
    assert lines[2].endswith(" armies, resigned")
    assert any(line.endswith(": Ben, neutral, 1 army") for line in lines)


def test_mission_shows_public_objectives() -> None:
    view = position(rules=load_ruleset("stars")).view(ANN)
    assert mission_page(view, SEATS)[:2] == ["Objectives, 3 to win", "  hold Europe: open"]


def test_log_has_each_battle_once() -> None:
    played, _ = typed_by_a_player(new_table("Ann,Ben", "uk-new", "2"), most=130, bot="mira")
    log = typed(Table.open(played.table.path), "log all").lines
    announced = re.compile(r"\w+ attacks .* with \d dice|\w+ attacks .* with 1 die")
    assert any(announced.fullmatch(line) for line in played.lines)  # as it happened
    assert not any(announced.fullmatch(line) for line in log)
    assert any(" attacks " in line and " v " in line for line in log)


def test_secret_capital_is_on_its_owners_board_only() -> None:
    game = position(
        {"Ann": {"Ural": 3}},
        rules=load_ruleset("us-1993-capital"),
        phase="capital",
        remembers=[Capitals((at("Ural"), NO_TERRITORY, NO_TERRITORY))],
        turn="Ben",
    )
    assert not any("capital" in line for line in board_page(game.view(BEN), SEATS))
    assert any("capital of Ann" in line for line in board_page(game.view(ANN), SEATS))


def test_board_counts_neutral_armies() -> None:
    outcome = typed(new_table("Ann,Ben", "us-1993"), "board")
    assert "Neutral Army (grey): 14 territories, 14 armies, 26 to place" in outcome.lines


def test_cards_show_their_stars() -> None:
    rules = load_ruleset("stars")
    hands = {"Ann": "Alaska, Brazil, Siam"}
    view = position(phase=Phase.TRADE, rules=rules, hands=hands).view(ANN)
    lines = cards_page(view, SEATS)
    stars = sum(rules.cards.stars[view.board.deck[card].symbol.value] for card in view.hand)
    assert lines[0] == f"You hold 3 cards, {stars} stars in all:"
    assert all(re.search(r", [12] stars?$", line) for line in lines[1:4])
    assert lines[4] == "Best set: trade 1 2 3"
    assert lines[5] == f"Your best set is worth {rules.cards.star_values[stars]} armies"


@pytest.mark.parametrize("advice", [True, False])
def test_cards_have_odds_if_advice_is_on(advice: bool) -> None:
    hands = {"Ann": "Alaska, Peru", "Ben": "Ontario, Congo, Siam", "Cid": "Egypt"}
    game = position(phase=Phase.REINFORCE, armies_to_place=3, hands=hands, sets_traded=6)
    table = Table.create(game.setup, SEATS, seed="7", options=TableOptions(advice=advice))
    put_game(table, game)
    lines = typed(table, "cards").lines
    assert "A set is worth 20 armies, 25 after one more trade" in lines
    odds = [line for line in lines if line.startswith(("One more card", "Chance to hold a set"))]
    assert bool(odds) == advice
    assert odds in ([], ["One more card: a set 38%", "Chance to hold a set: Ben 43%"])


def test_several_missions_are_shown_with_those_that_are_done() -> None:
    rules = load_ruleset("us-1993-mission")
    view = position(rules=rules, missions=[[4, 8], [], []], missions_done=[[8], [], []]).view(ANN)
    told = ["Your missions: hold Asia and Africa; hold 24 territories (done)"]
    assert mission_page(view, SEATS) == told
    assert mission_page(position().view(ANN), SEATS) == ["You have no secret mission"]
