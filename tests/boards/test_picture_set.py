"""Pictures are parsed when they are needed; those of other authors are checked first."""

from __future__ import annotations

import pytest

from risk_tui.boards.board import Board
from risk_tui.boards.map_file import parse_board
from risk_tui.boards.picture import Picture, PictureSet
from risk_tui.errors import BoardError
from risk_tui.rules.library import board_of, load_board

SIZES = {"wide.txt": (90, 30), "small.txt": (40, 12), "high.txt": (60, 40), "block.txt": (50, 20)}
FILES = {name: f"picture: a\nsize: [{wide}, {high}]\n---\n" for name, (wide, high) in SIZES.items()}
FILES["block.txt"] = "picture: a\nsize:\n  - 50\n  - 20\n---\n"


@pytest.mark.parametrize(
    ("columns", "rows", "name"),
    [(100, 50, "wide.txt"), (89, 50, "high.txt"), (89, 39, "block.txt"), (20, 5, "small.txt")],
)
def test_only_the_largest_picture_that_fits_is_parsed(columns: int, rows: int, name: str) -> None:
    read = []

    def parse(text: str, name: str) -> Picture:
        read.append(name)
        return Picture(*SIZES[name], (), (), ())

    picture = PictureSet(FILES, parse).largest_within(columns, rows)
    assert (picture.columns, picture.rows) == SIZES[name]
    # The notation of one size requires parsing that picture.
    assert set(read) <= {name, "block.txt"}
    assert len(set(read)) == len(read)


def classic(**changes: str) -> Board:
    """Return the classic board with changed files, as a saved game may have them."""
    return board_of(dict(load_board("classic").files) | changes)


def test_shipped_files_are_recognized() -> None:
    assert classic().shipped
    classic().validate_pictures()


def test_changed_picture_of_a_shipped_map_is_checked() -> None:
    board = classic(**{"classic-58x21.txt": "picture: classic\nsize: [58, 21]\n---\n"})
    assert not board.shipped
    with pytest.raises(BoardError, match=r"^classic-58x21\.txt, line "):
        board.validate_pictures()


def test_board_without_pictures_is_refused() -> None:
    files = dict(list(load_board("classic").files.items())[:1])
    with pytest.raises(BoardError, match=r"^classic\.yaml: 'pictures' lists no picture"):
        parse_board(files).validate_pictures()
