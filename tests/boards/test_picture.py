"""Pictures: those of the classic board are readable, and invalid ones are refused."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from risk_tui.boards.board import Board
from risk_tui.boards.map_file import parse_board
from risk_tui.boards.picture import (
    LABEL_MARGIN,
    SEA,
    ContinentLabel,
    LinkStub,
    MapKey,
    Picture,
    PictureSet,
    SeaLane,
    small_picture,
    with_captions,
)
from risk_tui.boards.picture_file import parse_picture
from risk_tui.errors import BoardError, DataError
from risk_tui.rules.library import board_of, load_board
from tests.fuzz.mutate import mutate_text

MAPS = Path(__file__).parents[2] / "maps"
BOARD = load_board(str(MAPS / "classic.yaml"))
SHIPPED = {f"{picture.columns}x{picture.rows}": picture for picture in BOARD.pictures}

each_shipped = pytest.mark.parametrize("picture", SHIPPED.values(), ids=SHIPPED)


def number(code: str) -> int:
    found = BOARD.territory_by_code(code)
    assert found is not None
    return found


@each_shipped
def test_only_the_lane_from_alaska_to_kamchatka_wraps(picture: Picture) -> None:
    wrapping = [lane.territories for lane in picture.lanes if lane.wraps]

    assert wrapping == [(number("AL"), number("KA"))]


@each_shipped
def test_every_lane_is_an_unbroken_line_over_free_sea(picture: Picture) -> None:
    width, height = 2 * picture.columns, 2 * picture.rows
    for lane in picture.lanes:
        way = lane.pixels(width, height)
        assert (way[0], way[-1]) == (lane.start, lane.end)
        for (x, y), (next_x, next_y) in pairwise(way):
            assert (next_x - x) % width in (0, 1, width - 1)
            assert abs(next_y - y) <= 1
        assert {picture.pixels[y][x] for x, y in way} <= {-1, *lane.territories}


@each_shipped
def test_labels_of_six_cells_fit_without_overlap(picture: Picture) -> None:
    cells = [(column + step, row) for column, row in picture.labels for step in range(6)]

    assert len(cells) == len(set(cells)) == 6 * len(BOARD.territories)
    assert all(0 <= column < picture.columns and 0 <= row < picture.rows for column, row in cells)


@each_shipped
def test_every_land_and_lane_shows_beside_the_labels(picture: Picture) -> None:
    hidden = {
        (2 * column + step, 2 * row + half)
        for column, row in picture.labels
        for step in range(12)
        for half in range(2)
    }
    pixels = {(x, y): land for y, line in enumerate(picture.pixels) for x, land in enumerate(line)}
    shown = {at: land for at, land in pixels.items() if at not in hidden}

    assert set(shown.values()) >= set(range(len(BOARD.territories)))
    for lane in picture.lanes:
        way = lane.pixels(2 * picture.columns, 2 * picture.rows)
        assert any(shown.get(at) == SEA for at in way)


@each_shipped
@pytest.mark.parametrize(
    ("axis", "chain"),
    [
        *((0, each) for each in ("AL NW GR SC UK UR SI YA", "AB ON QU")),
        *((0, each) for each in ("WU EU WE SE ME IN CH JA", "PE BR NA EA IN SM ID NG")),
        *((1, each) for each in ("NW AB WU CA VE BR AR", "SC NE SE EG EA SA")),
        *((1, each) for each in ("YA IR MO CH SM ID WA", "IC GB WE NA CO")),
    ],
)
def test_territories_are_in_geographic_order(picture: Picture, axis: int, chain: str) -> None:
    """The codes of a chain are in order from west to east (axis 0), or from north to south."""
    places = [picture.labels[number(code)][axis] for code in chain.split()]

    assert places == sorted(places)


# A small board: WW and MM touch, sea lanes lead to EE on both sides, and II is an island.

TINY = """\
picture: tiny
size: [26, 4]
labels:
  WW: [1, 0]
  MM: [7, 0]
  EE: [16, 0]
  II: [7, 3]
lanes:
  MM-EE: {from: [13, 1], to: [15, 1]}
  WW-EE: {from: [0, 1], to: [24, 1], wrap: true}
  MM-II: {from: [9, 4], to: [9, 4]}
---
 wwwwwwmmmmmm   eeeeeeee
 wwwwwwmmmmmm   eeeeeeee
 wwwwwwmmmmmm   eeeeeeee
 wwwwwwmmmmmm   eeeeeeee

       iiiiii
       iiiiii
"""
KEYS = [MapKey(code, code[0].lower()) for code in ("WW", "MM", "EE", "II")]
LINKS = {frozenset(pair) for pair in ((0, 1), (1, 2), (0, 2), (1, 3))}


def parse_tiny(text: str) -> Picture:
    captions = {"Isle": "Isle +2", "島": "島 +2"}
    return parse_picture(text, source="tiny.txt", territories=KEYS, links=LINKS, captions=captions)


def with_caption(line: str) -> str:
    """Return the small picture with a caption in its header."""
    return TINY.replace("---", f"captions:\n  {line}\n---")


def test_picture_is_parsed() -> None:
    picture = parse_tiny(TINY)

    assert (picture.columns, picture.rows) == (26, 4)
    assert picture.labels == ((1, 0), (7, 0), (16, 0), (7, 3))
    assert [len(line) for line in picture.pixels] == [52] * 8
    letters = (-1, *[0] * 6, *[1] * 6, *[-1] * 3, *[2] * 8, -1, -1)
    assert picture.pixels[0] == tuple(letter for letter in letters for _ in range(2))
    assert picture.pixels[4] == picture.pixels[7] == (-1,) * 52
    assert picture.lanes[1] == SeaLane((0, 2), (0, 1), (24, 1), wraps=True, wide=2)


def test_trailing_blanks_are_ignored() -> None:
    assert parse_tiny(TINY.replace("\n", "  \n")) == parse_tiny(TINY)
    assert parse_tiny(TINY + 9 * "\n") == parse_tiny(TINY)


def test_fine_picture_has_two_letters_for_a_column() -> None:
    head, _, grid = TINY.partition("---\n")
    fine = head.replace("size: [26, 4]", "size: [26, 4]\nacross: 2")
    ends = {
        "[13, 1], to: [15, 1]": "[26, 1], to: [31, 1]",
        "[0, 1], to: [24, 1]": "[1, 1], to: [48, 1]",
        "[9, 4], to: [9, 4]": "[18, 4], to: [19, 4]",
    }
    for old, new in ends.items():
        fine = fine.replace(old, new)
    wide = "".join(letter if letter == "\n" else 2 * letter for letter in grid)
    picture = parse_tiny(f"{fine}---\n{wide}")

    assert picture.pixels == parse_tiny(TINY).pixels
    assert picture.lanes[1] == SeaLane((0, 2), (1, 1), (48, 1), wraps=True)


def test_picture_by_codes_has_two_letters_for_a_pixel() -> None:
    head, _, grid = TINY.partition("---\n")
    codes = "".join(mark if mark == "\n" else 2 * mark.upper() for mark in grid)
    by_codes = f"{head}grid: codes\n---\n{codes}"

    assert parse_tiny(by_codes) == parse_tiny(TINY)
    with pytest.raises(BoardError, match="line 19: 'IW' stands for no territory; write its codes"):
        parse_tiny(
            by_codes.replace("IIIIIIIIIIII\n", "IIIIWIIIIIII\n", 1).replace("IIIIW", "IIIWI")
        )
    with pytest.raises(BoardError, match="line 12: 'grid' must be letters or codes"):
        parse_tiny(by_codes.replace("grid: codes", "grid: names"))


def test_lane_without_a_line_has_two_stubs() -> None:
    text = TINY.replace("{from: [0, 1], to: [24, 1], wrap: true}", "stubs")
    picture = parse_tiny(text)

    assert [lane.territories for lane in picture.lanes] == [(1, 2), (1, 3)]
    assert [(stub.territories, stub.text) for stub in picture.stubs] == [
        ((0, 2), "EE"),
        ((2, 0), "WW"),
    ]
    with pytest.raises(BoardError, match="line 11: the lane EE-WW is drawn twice"):
        parse_tiny(text.replace("  MM-II", "  EE-WW: stubs\n  MM-II"))


def test_cells_of_a_lane_are_adjacent_and_prefer_the_sea() -> None:
    pixels = [[-1, -1, 0, 0, 0, 0], [-1, -1, 0, 0, 0, 0], [-1] * 6, [-1] * 6]
    assert SeaLane((0, 1), (1, 1), (2, 2)).cells(pixels) == [(0, 0), (0, 1), (1, 1)]


def test_wrapping_lane_continues_on_the_other_side() -> None:
    assert SeaLane((0, 1), (1, 0), (23, 2), wraps=True).pixels(26, 8) == (
        (1, 0),
        (0, 1),
        (25, 1),
        (24, 2),
        (23, 2),
    )


def test_lane_may_be_steep_or_a_single_pixel() -> None:
    assert SeaLane((0, 1), (4, 5), (3, 2)).pixels(26, 8) == ((4, 5), (4, 4), (3, 3), (3, 2))
    assert SeaLane((0, 1), (9, 4), (9, 4)).pixels(26, 8) == ((9, 4),)


ISLAND = "       iiiiii\n"


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        # The grid
        ("iiiiii", "iiqiii", "line 18: 'q' stands for no territory; letters of this map are eimw"),
        (ISLAND, "", r"line 7: II \('i'\) has 0 pixels; every territory needs 4 or more"),
        ("       ii", "  wwwwwii", "line 18: WW and II touch here but are not linked; put a pixel"),
        ("eeeeeeee\n", "eeeeeeeeeee\n", "line 13: 27 characters wide; a line of .* has 26"),
        (ISLAND, ISLAND * 3, "line 21: the grid has 9 lines; 4 rows are 8 lines"),
        ("---\n", "", "write a line '---' between the header and the grid"),
        # Lanes
        (
            "  MM-II: {from: [9, 4], to: [9, 4]}\n",
            "",
            "line 8: MM-II is a link, but the two do not",
        ),
        ("  MM-II", "  WW-II", "line 11: there is no link WW-II"),
        ("  MM-II", "  WW-MM", "line 11: the land of WW-MM touches already; drop this lane"),
        ("  MM-II", "  EE-MM: {from: [15, 2], to: [13, 2]}\n  MM-II", "line 11: .* drawn twice"),
        ("  MM-II", "  MM-ZZ", "line 11: 'MM-ZZ' is no lane; write two codes"),
        (", wrap: true", "", "line 10: the lane WW-EE crosses the land of MM"),
        ("wrap: true", "wrap: 1", "line 10: 'wrap' must be true or false"),
        ("wrap: true", "wrap: true, by: 1", "line 10: unknown key 'by'; there are: from, to, wrap"),
        ("from: [9, 4]", "from: [9, 6]", "line 11: 'from' of MM-II must be on or beside .* of MM"),
        ("to: [9, 4]", "to: [9, 2]", "line 11: 'to' of MM-II must be on or beside the land of II"),
        ("from: [9, 4]", "from: [9, 8]", r"line 11: 'from' is at \[9, 8\], outside the picture"),
        ("from: [9, 4]", "from: [9, true]", "line 11: 'from' must be two whole numbers"),
        ("from: [9, 4], ", "", "line 11: the key 'from' is missing"),
        # Labels
        ("EE: [16, 0]", "EE: [22, 0]", "line 6: the label EE leaves .* at column 21 or before"),
        ("EE: [16, 0]", "EE: [16, 4]", r"line 6: 'EE' is at \[16, 4\], outside the picture"),
        ("EE: [16, 0]", "EE: [-1, 0]", r"line 6: 'EE' is at \[-1, 0\], outside the picture"),
        ("MM: [7, 0]", "MM: [5, 0]", "line 5: the label MM overlaps the label WW"),
        ("II: [7, 3]", "II: [13, 3]", "line 7: the label II is off its land"),
        ("II: [7, 3]", "II: 7", "line 7: 'II' must be the label's first cell"),
        ("  II: [7, 3]\n", "", "line 3: the key 'II' is missing"),
        ("  II: [7, 3]", "  QQ: [7, 3]", "line 7: unknown territory 'QQ'"),
        # The rest of the header
        (
            "size: [26, 4]",
            "size: [301, 4]",
            r"line 2: 'size' must be from \[5, 1\] to \[300, 120\]",
        ),
        ("size: [26, 4]", "size: [26, 4]\nacross: 3", "line 3: 'across' must be 1 or 2"),
        ("size: [26, 4]", "size: large", r"line 2: 'size' must be \[columns, rows\]"),
        ("size: [26, 4]\n", "", "the key 'size' is missing"),
        ("picture: tiny", "painting: tiny", "line 1: unknown key 'painting'; did you mean"),
        ("labels:", "labels: &here", "line 3: anchors and aliases are not allowed"),
    ],
)
def test_invalid_picture_is_refused_in_one_line(right: str, wrong: str, message: str) -> None:
    assert right in TINY
    text = TINY.replace(right, wrong, 2 if right == ISLAND and not wrong else 1)
    with pytest.raises(DataError, match=message) as refusal:
        parse_tiny(text)
    assert str(refusal.value).startswith("tiny.txt")
    assert "\n" not in str(refusal.value)


def test_lane_needs_a_pixel_of_sea() -> None:
    corner = (
        TINY.replace(ISLAND * 2, "")
        .replace("eeee\n\n", "eeee\n" + "             iii\n" * 2)
        .replace("II: [7, 3]", "II: [13, 2]")
        .replace("{from: [9, 4], to: [9, 4]}", "{from: [12, 3], to: [13, 4]}")
    )

    with pytest.raises(BoardError, match="line 11: the lane MM-II has no pixel of sea"):
        parse_tiny(corner)
    assert parse_tiny(corner.replace("from: [12, 3]", "from: [13, 3]"))


def test_caption_is_on_free_sea_with_room_for_a_glyph() -> None:
    (caption,) = parse_tiny(with_caption("Isle: [14, 3]")).continent_labels

    assert (caption.continent, caption.column, caption.row) == (0, 14, 3)
    assert caption.text == "Isle +2"
    assert parse_tiny(TINY).continent_labels == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Isle: [6, 2]", "line 13: the caption Isle needs 9 free cells of sea"),  # the lane
        ("Isle: [5, 3]", "the caption Isle needs 9 free cells"),  # land and a label
        ("Isle: [18, 3]", "the caption Isle needs 9 free cells"),  # over the edge
        ("Isle: [14, 4]", "outside the picture"),
        ("Isle: here", "'Isle' must be the caption's first cell"),
        ("Atlantis: [14, 3]", "unknown continent 'Atlantis'; known: Isle"),
        ("島: [14, 3]", "has characters that are not one column wide"),
    ],
)
def test_caption_that_hides_something_is_refused(line: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_tiny(with_caption(line))


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (["A +1", "B +1"], ["A +1", "B +1"]),
        (["Aaa +1", "Bb +1"], ["Bb +1"]),  # the other caption
        (["Aa +1", "Bbb +1"], ["Aa +1"]),  # the stub
        (["島 +1", "Bb +1"], ["Bb +1"]),
    ],
)
def test_changed_caption_hides_nothing_and_is_shown_if_it_fits(texts, shown) -> None:
    captions = ContinentLabel(0, 0, 0, "Aa +1"), ContinentLabel(1, 7, 0, "Bb +1")
    stubs = (LinkStub(14, 0, "CC", leads_right=True),)
    picture = Picture(40, 1, ((SEA,) * 80,) * 2, (), (), captions, stubs)
    assert [label.text for label in with_captions(picture, texts).continent_labels] == shown


def test_scaled_picture_keeps_its_lands_even_if_it_grows() -> None:
    picture = parse_tiny(TINY)
    grown = small_picture(picture, 2 * picture.columns, 2 * picture.rows, 5)
    assert grown.pixels[::2] == grown.pixels[1::2]
    assert tuple(line[::2] for line in grown.pixels[::2]) == picture.pixels


def test_huge_picture_is_refused() -> None:
    with pytest.raises(BoardError, match="at most 200000 characters"):
        parse_tiny(TINY + " " * 200_000)


@given(st.randoms(use_true_random=False))
def test_mutated_picture_is_read_or_refused(rng: Random) -> None:
    try:
        picture = parse_tiny(mutate_text(rng, TINY, [TINY]))
    except DataError as refusal:
        assert str(refusal).startswith("tiny.txt")
        assert "\n" not in str(refusal)
    else:
        assert len(picture.labels) == len(KEYS)
        assert len(picture.pixels) == 2 * picture.rows


@pytest.mark.parametrize("number", range(2, 7))
def test_caption_is_nearest_to_its_own_continent(number: int) -> None:
    board = BOARD
    picture = [*board.pictures][number]
    land: dict[int, list[tuple[int, int]]] = {}
    for line, row in enumerate(picture.pixels):
        for column, territory in enumerate(row):
            if territory >= 0:
                cell = column // 2, line
                land.setdefault(board.territories[territory].continent, []).append(cell)
    for label in picture.continent_labels:
        end, line = label.column + len(label.text) + LABEL_MARGIN - 1, 2 * label.row
        distances = {
            continent: min(
                max(label.column - x, 0, x - end) ** 2 + max(line - y, 0, y - line - 1) ** 2
                for x, y in pixels
            )
            for continent, pixels in land.items()
        }
        nearest = distances.pop(label.continent)
        assert nearest <= 9
        assert min(distances.values()) >= 4 * nearest
        assert min(distances.values()) >= 25


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
