"""The boards of the program agree with their sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from risk_tui.boards.board import CardSymbol
from risk_tui.rules.library import load_board, names

COUNTS = {
    # Territories, continents, links, links over water.
    "classic": (42, 6, 83, 25),
    "castle-europe": (44, 7, 92, 11),
    "extended": (47, 6, 93, 35),
    "mini": (20, 6, 32, 7),
    "teg": (50, 6, 89, 22),
    "war": (42, 6, 79, 22),
    "mediterranean": (13, 4, 20, 5),
    "africa": (38, 7, 80, 4),
    "london": (33, 6, 71, 9),
    "spice-islands": (40, 8, 61, 33),
}
MAPS = Path(__file__).parents[2] / "maps"
SIZES = [(58, 21), (74, 27), (84, 32), (104, 36), (124, 41), (150, 45), (188, 56)]


@pytest.mark.parametrize("name", names("maps"))
def test_board_has_the_counts_of_its_source_and_valid_pictures(name: str) -> None:
    board = load_board(name)
    assert board.name == name
    counts = len(board.territories), len(board.continents), len(board.links), len(board.sea_lanes)
    assert counts == COUNTS[name]
    # The program checks its own pictures only when it draws them.
    assert [(each.columns, each.rows) for each in board.pictures] == SIZES
    files = {file.stem for file in MAPS.glob(f"{name}-*.txt")}
    assert files == {f"{name}-{columns}x{rows}" for columns, rows in SIZES}
    assert len(board.files) == 1 + len(SIZES)
    for picture in board.pictures:  # All territories linked by land touch.
        lanes = {tuple(sorted(lane.territories)) for lane in picture.lanes}
        assert lanes == board.sea_lanes


def test_castle_europe_has_six_empires_and_eleven_independent_lands() -> None:
    # Castle Risk, 1986: 33 territories in six empires, 11 independent; 4 armies for an empire
    # and 6 for all independent lands (booklet of 1990).
    board = load_board("castle-europe")
    sizes = {each.name: (len(each.territories), each.bonus) for each in board.continents}
    assert sizes == {
        "British Empire": (5, 4),
        "French Empire": (6, 4),
        "German Empire": (5, 4),
        "Austrian Empire": (5, 4),
        "Russian Empire": (6, 4),
        "Ottoman Empire": (6, 4),
        "Independents": (11, 6),
    }


def test_two_wild_cards_of_teg_show_a_territory() -> None:
    # wfx/teg, common/country.cpp: 17 galleons, 15 balloons, 16 cannons; Argentina and Taymir wild.
    board = load_board("teg")
    symbols = [card.symbol for card in board.deck]
    counts = [
        symbols.count(symbol)
        for symbol in (CardSymbol.CAVALRY, CardSymbol.INFANTRY, CardSymbol.ARTILLERY)
    ]
    assert counts == [17, 15, 16]
    wild = [card.territory for card in board.deck if card.symbol is CardSymbol.JOKER]
    assert [board.territories[number or 0].name for number in wild] == ["Argentina", "Taymir"]
