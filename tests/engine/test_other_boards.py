"""Editions on boards that they were not made for."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from itertools import product

import pytest

from risk_tui.boards.board import Board
from risk_tui.boards.map_file import parse_board
from risk_tui.data import language
from risk_tui.engine.actions import Begin
from risk_tui.engine.chance import seeded_chance
from risk_tui.engine.game import Game, GameSetup
from risk_tui.engine.goals import HoldContinents
from risk_tui.errors import RiskError
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset, names
from risk_tui.variants.blizzards import BlizzardsCame
from tests.editions import ALL, EDITIONS
from tests.extent import few, usual_or_full
from tests.variants.mixtures import choose as choose_any
from tests.variants.mixtures import prove_position

from .policy import choose
from .positions import at, events_of, script

_SYMBOLS = ("infantry", "cavalry", "artillery")


def island_world(continents: int = 3, territories: int = 4) -> Board:
    """Return a board with a ring of territories on a few continents."""
    lines = ["map: islands", "title: Islands", "about: A ring.", "version: 1", "continents:"]
    lands = []
    for continent in range(continents):
        lines += [f"  Isle {continent}:", "    bonus: 2", "    territories:"]
        for number in range(territories):
            lands.append(f"Land {continent} {number}")
            code = f"{chr(65 + continent)}{chr(65 + number)}"
            letter = chr(97 + len(lands) - 1)
            symbol = _SYMBOLS[len(lands) % 3]
            lines.append(f"      {lands[-1]}: {{code: {code}, letter: {letter}, card: {symbol}}}")
    lines += ["links:", "  land:"]
    ring = zip(lands, [*lands[1:], lands[0]], strict=True)
    lines += [f"    - {one} -- {other}" for one, other in ring]
    return parse_board(
        {"islands.yaml": "\n".join([*lines, "  sea: []", "deck: {jokers: 2}", "pictures: []"])}
    )


ISLANDS = island_world()


def needs_missions(rules: str) -> bool:
    """Return True if an edition has goals that depend on its board."""
    ruleset = load_ruleset(rules)
    goals = [each for each in (ruleset.missions, ruleset.objectives) if each.played]
    return any(each.continents or each.territories for each in goals)


@pytest.mark.usefixtures("english_again")
def test_rules_that_fit_no_board_have_their_title_in_the_language_in_use() -> None:
    language.use("fr")
    with pytest.raises(RiskError, match="États-Unis 1993, mission secrète"):
        GameSetup(ISLANDS, load_ruleset("us-1993-mission"), 3)


@pytest.mark.parametrize("rules", EDITIONS)
def test_an_edition_is_played_on_any_board_that_it_does_not_name(rules: str) -> None:
    ruleset = load_ruleset(rules)
    seats = ruleset.players.least
    if needs_missions(rules):
        with pytest.raises(RiskError, match="do not fit Islands, which defines none of its own"):
            GameSetup(ISLANDS, ruleset, seats)
        return
    game = Game(GameSetup(ISLANDS, ruleset, seats), seeded_chance(rules))
    rng = random.Random(1)
    while game.decision is not None and game.view().round <= 60:
        game.apply(choose(rng, game))
    assert game.winners or game.view().round > 20


def played_there(rules: str, name: str) -> bool:
    """Return True if an edition is played on a board of the program."""
    maps = load_ruleset(rules).board.maps
    return not maps or name in maps


@pytest.mark.parametrize("name", names("maps"))
def test_every_edition_is_played_on_every_board_unless_it_names_others(name: str) -> None:
    for rules in EDITIONS:
        play_there(rules, name)


def play_there(rules: str, name: str) -> None:
    """Play the first steps of a game, or expect the refusal with its reason."""
    ruleset, board = load_ruleset(rules), load_board(name)
    counts = range(ruleset.players.least, ruleset.players.most + 1)
    one = counts[(EDITIONS.index(rules) + names("maps").index(name)) % len(counts)]
    for seats in usual_or_full((one,), tuple(counts)):
        if not played_there(rules, name):
            with pytest.raises(RiskError, match=f"is played on .*, not on {name}"):
                GameSetup(board, ruleset, seats)
            continue
        game = Game(GameSetup(board, ruleset, seats), seeded_chance(rules))
        assert GameSetup(board, game.setup.ruleset, seats) == game.setup  # as it is saved
        rng = random.Random(1)
        for _ in range(usual_or_full(12, 30)):
            if game.decision is not None:
                game.apply(choose(rng, game))


SMALL = island_world(2, 3)
"""A board with as many territories as there can be players."""
BOARDS = {"islands": SMALL, **{name: load_board(name) for name in names("maps")}}
QUICK = {"setup.armies_each_go": None}
"""Fewer steps before the first turn."""


@pytest.mark.parametrize("name", BOARDS)
def test_every_setup_gives_territories_to_all_players(name: str) -> None:
    """Play a sample of editions and numbers of players; all with ``--full``."""
    setups = []
    every = usual_or_full(len(BOARDS), 1)  # each edition with each number of players once
    for rules, seats in list(product(ALL, range(2, 7)))[list(BOARDS).index(name) % every :: every]:
        with suppress(RiskError):
            setups.append(
                GameSetup(BOARDS[name], with_house_rules(load_ruleset(rules), QUICK), seats)
            )
    assert len(setups) > 5
    for setup, seed in product(setups, range(usual_or_full(1, 5))):
        prove_set_up(setup, seed)


def prove_set_up(setup: GameSetup, seed: int) -> None:
    """Play a random setup to its end, where all players have territories."""
    rng, game = random.Random(seed), Game(setup, seeded_chance(seed))
    while game.decision is not None:
        state = game.state()
        prove_position(game, state)
        if state.round:
            break
        game.apply(choose_any(game.legal_actions(), rng))


@pytest.mark.parametrize("name", few(["islands", "mediterranean", "mini"], 4))
@pytest.mark.parametrize("more", ["dealt_by_dice", "blizzards", "five_goals"])
def test_variants_leave_land_for_all_on_a_small_board(name: str, more: str) -> None:
    changes: dict[str, object] = {**QUICK, f"variants.{more}.played": True}
    if more == "blizzards":
        changes["variants.blizzards.territories"] = 11
    setups = []
    for rules, seats in product(("us-1993", "us-1993-capital", "fr-1957"), range(2, 7)):
        with suppress(RiskError):
            ruleset = with_house_rules(load_ruleset(rules), changes)
            setups.append(GameSetup(BOARDS[name], ruleset, seats))
    assert setups
    for setup, seed in product(setups, range(usual_or_full(1, 60))):
        prove_set_up(setup, seed)


def test_blizzards_leave_a_way_out_of_every_territory() -> None:
    """A choice of ours: no territory is cut off. Only South Africa leads out of Madagascar here."""
    link = at("East Africa"), at("Madagascar")
    board = replace(load_board("classic"), one_way=frozenset({link}))
    changes = {"variants.blizzards.played": True, "variants.blizzards.territories": 1}
    rules = with_house_rules(load_ruleset("us-1993"), {**changes, "setup.allocation": "claim"})
    order = (at("South Africa"), at("Peru"), *range(len(board.territories)))
    game = Game(GameSetup(board, rules, 3), script((6, 1, 1), tuple(dict.fromkeys(order))))
    assert events_of(game.apply(Begin()), BlizzardsCame) == [BlizzardsCame((at("Peru"),))]


def test_a_board_with_fewer_lands_than_players_is_refused() -> None:
    with pytest.raises(RiskError, match="Islands has 4 territories, too few for 5 players"):
        GameSetup(island_world(2, 2), load_ruleset("fr-1957"), 5)


def test_cities_are_fewer_where_a_board_has_no_room_for_them() -> None:
    fitted = GameSetup(load_board("mediterranean"), load_ruleset("stars"), 3).ruleset
    assert fitted.setup.cities == 4
    assert fitted.objectives.cities == (2,)


def test_the_missions_of_a_board_stand_in_for_those_of_the_classic_world() -> None:
    ruleset = load_ruleset("us-1993-mission")
    at_home = GameSetup(load_board("classic"), ruleset, 3)
    abroad = GameSetup(load_board("mini"), ruleset, 3)
    assert at_home.ruleset == ruleset
    assert ("Asia", "South America") in at_home.ruleset.missions.continents
    assert ("North America", "Oceania") in abroad.ruleset.missions.continents
    assert [each.territories for each in abroad.ruleset.missions.territories] == [9, 12]
    assert abroad.ruleset.missions.instead.territories == 12
    assert abroad.ruleset.missions.destroy


LONE = """\
outside: {Lone: {code: LO, letter: z, card: infantry}}
missions: {continents: [[Isle 0, any]], territories: 6}
links:
  land:
    - Lone -- Land 0 0
"""


def test_land_outside_all_continents_is_in_no_mission() -> None:
    """No seat can hold it as a continent, so a mission to hold it would be lost from the start."""
    ((name, text),) = island_world(2, 4).files.items()
    board = parse_board({name: text.replace("links:\n  land:\n", LONE)})
    assert [it.exists for it in board.continents] == [True, True, False]
    setup = GameSetup(board, load_ruleset("us-1993-mission"), 3)
    named = {name for names in setup.ruleset.missions.continents for name in names}
    assert named == {"Isle 0", "Isle 1", "any"}
    with pytest.raises(RiskError, match="no continent 'no continent'; there are: Isle 0, Isle 1"):
        HoldContinents.named(["no continent"], board)
    (first, *_) = (it for it in setup.rules.missions.deck if isinstance(it, HoldContinents))
    view = Game(setup, seeded_chance(1)).view(0)
    wanted = first.wanted(view, 0, board)
    assert wanted.sets == (board.continents[1].territories,)


def test_small_board_replaces_the_default_mission() -> None:
    fitted = GameSetup(load_board("mini"), load_ruleset("paranoia"), 3).ruleset.missions
    assert fitted.instead.territories == 12
    assert fitted.destroy and not fitted.continents and not fitted.territories


def test_overlay_is_applied_as_far_as_it_fits() -> None:
    ruleset = load_ruleset("us-1999")
    board = load_board("castle-europe")
    assert GameSetup(board, ruleset, 3).board.links == board.links
