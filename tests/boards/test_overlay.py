"""Overlays change links, symbols and bonuses of a board, and its pictures show them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from risk_tui.boards.board import Board
from risk_tui.boards.overlay import Overlay, several_earths
from risk_tui.boards.picture import LABEL_MARGIN, cell_pixels, count_land, covered_cells
from risk_tui.engine.variant import overlaid_board
from risk_tui.errors import RulesetError
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset

BOARD = load_board("classic")
ADDED = (("Northwest Territory", "Quebec"), ("Mongolia", "Ukraine"))
LANES = (("Madagascar", "Western Australia"), ("EL", "pe"))


def at(name: str) -> int:
    number = BOARD.territory_by_code(name)
    return next(
        (place for place, each in enumerate(BOARD.territories) if each.name == name), number or 0
    )


def ends(pairs: tuple[tuple[str, str], ...]) -> set[tuple[int, int]]:
    return {(min(pair), max(pair)) for pair in (tuple(map(at, pair)) for pair in pairs)}


def names(board: Board, territory: str) -> set[str]:
    return {board.territories[other].name for other in board.neighbours[at(territory)]}


def test_overlay_changes_links_symbols_and_bonuses() -> None:
    board = Overlay(
        omitted=(("Alaska", "Kamchatka"),),
        added=ADDED,
        sea_lanes=LANES,
        symbols={"Peru": "artillery"},
        bonuses={"africa": 4, "Europe": 0},
    ).over(BOARD)
    left_out = ends((("Alaska", "Kamchatka"),))
    assert board.links == BOARD.links - left_out | ends(ADDED) | ends(LANES)
    assert board.sea_lanes == BOARD.sea_lanes - left_out | ends(LANES)
    assert "Peru" in names(board, "Eastern Australia")
    assert "Kamchatka" not in names(board, "Alaska")
    changed = [
        (card.territory, card.symbol.value)
        for card, old in zip(board.deck, BOARD.deck, strict=True)
        if card != old
    ]
    assert changed == [(at("Peru"), "artillery")]
    assert [each.bonus for each in board.continents] == [5, 2, 0, 4, 7, 2]


BAD = [
    ("added", [["Alaska", "Xyz"]], "has no territory 'Xyz'; write its name or its code"),
    ("added", [["Alaska"]], "write pairs, as in [[Alaska, Peru]]"),
    ("added", [["Alaska", "Brasil"]], "has no territory 'Brasil'; did you mean Brazil?"),
    ("added", [["Alaska", "alberta"]], "Alaska and alberta are already linked; remove the pair"),
    ("added", [["AL", "Peru"], ["PE", "Alaska"]], "PE and Alaska are already linked"),
    ("sea_lanes", [["Peru", "peru"]], "Peru cannot be linked with itself; name two territories"),
    ("omitted", [["Peru", "Alaska"]], "has no link between Peru and Alaska; drop the pair"),
    (
        "omitted",
        [["Indonesia", "Siam"]],
        "without those links Indonesia is cut off on The classic world; keep one of them",
    ),
    ("symbols", {"Perú": "infantry"}, "has no territory 'Perú'; did you mean Peru?"),
    ("symbols", {"Peru": "joker"}, "must be 'infantry', 'cavalry' or 'artillery'"),
    ("bonuses", {"Oceania": 3}, "no continent 'Oceania'; it has North America, South America, Eur"),
    ("bonuses", {"Africa": 100}, "must be less than or equal to 99"),
]


@pytest.mark.parametrize(("key", "value", "problem"), BAD)
def test_overlay_that_does_not_fit_is_refused_with_its_key(
    key: str, value: object, problem: str
) -> None:
    with pytest.raises(RulesetError) as refused:
        overlaid_board(with_house_rules(load_ruleset("us-1993"), {f"board.{key}": value}), BOARD)
    said = str(refused.value)
    assert said.startswith(f"house rules: 'board.{key}")
    assert problem in said


def test_link_omitted_and_added_is_refused() -> None:
    pair = [["Alaska", "Kamchatka"]]
    rules = with_house_rules(
        load_ruleset("us-1993"), {"board.omitted": pair, "board.sea_lanes": pair}
    )
    with pytest.raises(
        RulesetError,
        match=r"'board.sea_lanes': the link between Alaska and Kamchatka is also omitted",
    ):
        overlaid_board(rules, BOARD)


def test_parts_of_an_overlay_that_fit_another_board_are_kept() -> None:
    overlay = Overlay(
        omitted=(("Alaska", "Peru"), ("Oz", "Peru")),
        added=(("Alaska", "Kamchatka"), ("Oz", "Peru"), ("Alaska", "Peru")),
        symbols={"Oz": "infantry"},
        bonuses={"Oz": 4},
    )
    assert overlay.without_missing_parts(BOARD) == Overlay(added=(("Alaska", "Peru"),))


def test_pictures_show_stubs_of_added_links_and_no_omitted_lanes() -> None:
    omitted = (("Alaska", "Kamchatka"), ("East Africa", "Middle East"))
    board = Overlay(omitted=omitted, added=ADDED, sea_lanes=LANES).over(BOARD)
    codes = [territory.code for territory in BOARD.territories]
    for picture, below in zip(board.pictures, BOARD.pictures, strict=True):
        assert not {tuple(sorted(lane.territories)) for lane in picture.lanes} & ends(omitted)
        assert len(picture.lanes) >= len(below.lanes) - len(omitted)
        wanted = [codes[end] for link in sorted(board.links - BOARD.links) for end in link[::-1]]
        assert [stub.text for stub in picture.stubs] == wanted
        covered = covered_cells(replace(picture, stubs=()))
        covered |= {
            (label.column + x, label.row)
            for label in picture.continent_labels
            for x in range(len(label.text) + LABEL_MARGIN)
        }
        stub_ends = [end for link in sorted(board.links - BOARD.links) for end in link]
        for stub, territory in zip(picture.stubs, stub_ends, strict=True):
            assert not covered.intersection(stub.cells)
            covered.update(stub.cells)
            grounds = {count_land(picture.pixels, *cell) for cell in stub.cells}
            beside = stub.column - 1 if stub.leads_right else stub.column + len(stub.cells)
            if grounds == {0}:
                assert territory in cell_pixels(picture.pixels, beside, stub.row)
            else:
                for cell in stub.cells:
                    assert cell_pixels(picture.pixels, *cell).count(territory) > 1


def test_walls_and_bridges_of_every_earth_are_known() -> None:
    divided = Overlay(omitted=(("Alaska", "Alberta"),)).over(BOARD)
    wall = tuple(sorted(map(at, ("Alaska", "Alberta"))))
    count = len(BOARD.territories)
    for joins, own_link, over_water in (
        (("Kamchatka", "Alaska"), True, True),
        (("Brazil", "Peru"), True, True),
        (("Brazil", "Peru"), False, False),
        (("Brazil", "Siberia"), False, True),
    ):
        board = several_earths(divided, 2, joins, own_link=own_link)
        assert {wall, tuple(end + count for end in wall)} <= board.walls
        bridge = (at(joins[0]), at(joins[1]) + count)
        assert (bridge in board.links, bridge in board.sea_lanes) == (True, over_water)


def test_captions_show_changed_bonuses_if_they_fit() -> None:
    board = Overlay(bonuses={"Africa": 4, "Asia": 77}).over(BOARD)
    for picture, below in zip(board.pictures, BOARD.pictures, strict=True):
        shown = {label.text for label in picture.continent_labels}
        unchanged = {label.text for label in below.continent_labels} - {"Africa +3", "Asia +7"}
        assert unchanged <= shown <= unchanged | {"Africa +4", "Asia +77"}
        assert ("Africa +4" in shown) == ("Africa +3" in {x.text for x in below.continent_labels})
        for label in picture.continent_labels:
            cells = range(label.column, label.column + len(label.text) + LABEL_MARGIN)
            assert not any(count_land(picture.pixels, x, label.row) for x in cells)
