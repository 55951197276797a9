"""The map: where the cursor goes, what is drawn, and what is painted again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from risk_tui.tui.compass import OPPOSITE, Compass, Cursor
from risk_tui.tui.drawing import Drawing, Look, Piece
from risk_tui.tui.palette import BLACK, LANE, RGB, SEA, WHITE
from risk_tui.tui.widgets.board import BoardMap
from tests.engine.positions import BOARD
from tests.tui.tables import LARGE, MIDDLE, SMALL, at_table, attacking, code, play, press

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from textual.geometry import Region

    from risk_tui.engine.picture import Picture

PICTURES = pytest.mark.parametrize(
    "picture", BOARD.pictures, ids=lambda picture: f"{picture.columns}x{picture.rows}"
)
PLACES = range(len(BOARD.territories))


def looks(armies: int = 1) -> list[Look]:
    """Every territory in a colour of its own."""
    return [
        Look(RGB(100, 100, place), RGB(50, 50, place), f"{each.code}{armies}", WHITE, BLACK)
        for place, each in enumerate(BOARD.territories)
    ]


def cells(drawing: Drawing, y: int, shown: Sequence[Look]) -> list[tuple[str, RGB, RGB]]:
    """A row, cell by cell; the ink of a blank is not seen."""
    pieces: list[Piece] = drawing.row(y, shown)
    return [
        (mark, piece.ground if mark == " " else piece.ink, piece.ground)
        for piece in pieces
        for mark in piece.text
    ]


@PICTURES
def test_the_cursor_reaches_every_territory_from_everywhere(picture: Picture) -> None:
    compass = Compass(picture)
    for start in PLACES:
        reached, ahead = {start}, [start]
        while ahead:
            place = ahead.pop()
            found = {compass.step(place, direction) for direction in OPPOSITE} - reached
            reached |= found
            ahead += found
        assert reached == set(PLACES)


@PICTURES
def test_a_step_goes_where_it_says(picture: Picture) -> None:
    compass = Compass(picture)
    for place in PLACES:
        column, row = picture.labels[place]
        for direction in ("up", "down"):
            other = compass.step(place, direction)
            if other != place:
                assert (picture.labels[other][1] < row) == (direction == "up")
        right = compass.step(place, "right")
        # To the right, or round the world to a label that lies further left.
        assert right != place
        wrapped = picture.labels[right][0] <= column
        assert not wrapped or column > picture.columns * 0.6


@PICTURES
def test_turning_round_at_once_leads_back(picture: Picture) -> None:
    compass = Compass(picture)
    for start in PLACES:
        for direction, opposite in OPPOSITE.items():
            cursor = Cursor(start)
            cursor.move(compass, direction)
            if cursor.place != start:
                cursor.move(compass, opposite)
                assert cursor.place == start
                # And forth again.
                cursor.move(compass, direction)
                assert cursor.place != start


def test_after_a_jump_there_is_no_way_back_to_remember() -> None:
    compass = Compass(BOARD.pictures[0])
    cursor = Cursor(code("UK"))
    cursor.move(compass, "right")
    cursor.go(code("BR"))
    cursor.move(compass, "left")
    assert cursor.place == compass.step(code("BR"), "left")


@PICTURES
def test_a_territory_is_nearest_to_its_own_label(picture: Picture) -> None:
    compass = Compass(picture)
    for place in PLACES:
        column, row = picture.labels[place]
        assert compass.at(column + 1, row) == place


@PICTURES
@pytest.mark.parametrize("armies", [1, 12, 345])
def test_every_row_is_as_wide_as_the_picture(picture: Picture, armies: int) -> None:
    drawing = Drawing(picture)
    for y in range(picture.rows):
        text = "".join(piece.text for piece in drawing.row(y, looks(armies)))
        assert len(text) == cell_len(text) == picture.columns


@PICTURES
def test_land_is_drawn_where_the_picture_has_it(picture: Picture) -> None:
    drawing, shown = Drawing(picture), looks()
    for y in range(picture.rows):
        under = {
            column + offset
            for (column, row), look in zip(picture.labels, shown, strict=True)
            for offset in range(len(look.label))
            if row == y
        }
        for x, (mark, ink, ground) in enumerate(cells(drawing, y, shown)):
            if x in under or mark == "·":
                continue
            upper, lower = picture.pixels[2 * y][x], picture.pixels[2 * y + 1][x]
            # Where both are alike a blank does, which may join its neighbours.
            assert mark == ("▀" if ink != ground else " ")
            for colour, place in ((ink, upper), (ground, lower)):
                assert colour in ((SEA,) if place < 0 else (shown[place].fill, shown[place].edge))


@PICTURES
def test_sea_lanes_are_dots_on_the_sea(picture: Picture) -> None:
    drawing, shown = Drawing(picture), looks()
    dots = [
        (x, y)
        for y in range(picture.rows)
        for x, (mark, *_) in enumerate(cells(drawing, y, shown))
        if mark == "·"
    ]
    assert len(dots) >= len(picture.lanes)
    for x, y in dots:
        assert (picture.pixels[2 * y][x], picture.pixels[2 * y + 1][x]) == (-1, -1)
        assert cells(drawing, y, shown)[x] == ("·", LANE, SEA)


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
@pytest.mark.parametrize("armies", [1, 34, 567])
async def test_every_label_is_on_the_screen(
    size: tuple[int, int], armies: int, tmp_path: Path
) -> None:
    table = attacking(tmp_path / "a.risk")
    table._game._state.armies[:] = [armies] * len(BOARD.territories)
    async with play(table).run_test(size=size) as pilot:
        screen = await at_table(pilot)
        screen.show()
        board = screen.query_one(BoardMap)
        left = (board.size.width - board.picture.columns) // 2
        top = (board.size.height - board.picture.rows) // 2
        for place, (column, row) in enumerate(board.picture.labels):
            label = f"{BOARD.territories[place].code}{armies}"
            line = board.render_line(top + row)
            assert line.cell_length == board.size.width
            assert line.crop(left + column, left + column + len(label)).text == label


def covered(regions: Sequence[Region]) -> set[tuple[int, int]]:
    """The cells that regions cover."""
    return {(x, y) for region in regions for y in region.line_range for x in region.column_range}


CHANGES = [
    ("one army more", {"UK": {"label": "UK2"}}),
    ("ten armies", {"UK": {"label": "UK10"}}),
    ("many armies lost", {"UK": {"label": "UK1"}, "BR": {"label": "BR1"}}),
    ("a conquest", {"UR": {"fill": RGB(1, 2, 3), "edge": RGB(3, 2, 1)}}),
    ("far apart", {"AL": {"fill": RGB(1, 2, 3)}, "EL": {"edge": RGB(1, 2, 3)}}),
    ("cursor", {"ME": {"ink": BLACK, "tag": WHITE, "fill": RGB(9, 9, 9)}, "IN": {"bold": True}}),
]


@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE])
async def test_only_what_changed_is_painted_again(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=size) as pilot:
        screen = await at_table(pilot)
        board = screen.query_one(BoardMap)
        picture = board.picture
        left = (board.size.width - picture.columns) // 2
        top = (board.size.height - picture.rows) // 2
        regions: list[Region] = []
        monkeypatch.setattr(board, "refresh", lambda *found, **_: regions.extend(found))

        def picture_cells() -> list[list[tuple[str, object]]]:
            # Of a blank only the ground is seen.
            return [
                [
                    (mark, segment.style.bgcolor if mark == " " else segment.style)
                    for segment in board.render_line(y)
                    if segment.style is not None
                    for mark in segment.text
                ]
                for y in range(board.size.height)
            ]

        for name, changes in CHANGES:
            before = looks(100 if name == "many armies lost" else 1)
            after = list(before)
            for letters, change in changes.items():
                after[code(letters)] = replace(before[code(letters)], **change)
            board.show(before)
            old = picture_cells()
            regions.clear()
            board.show(after)
            new = picture_cells()
            changed = {
                (x, y)
                for y, (first, second) in enumerate(zip(old, new, strict=True))
                for x, (one, other) in enumerate(zip(first, second, strict=True))
                if one != other
            }
            painted = covered(regions)
            assert changed, name
            assert changed <= painted, name
            # Nothing but the rows of these territories, from their first column to their last.
            allowed = set(spans(picture, [code(letters) for letters in changes], left, top))
            assert painted <= allowed, name
            assert len(painted) < board.size.area / 8, name
        regions.clear()
        board.show(after)
        assert not regions


def spans(
    picture: Picture, places: Sequence[int], left: int, top: int
) -> Iterator[tuple[int, int]]:
    """Each row of these territories, from its first cell to its last, label included."""
    for place in places:
        for y in range(picture.rows):
            columns = [x for x in range(picture.columns) if place in pixels(picture, x, y)]
            column, row = picture.labels[place]
            if row == y:
                columns += [column, min(column + 4, picture.columns - 1)]
            if columns:
                yield from ((left + x, top + y) for x in range(min(columns), max(columns) + 1))


def pixels(picture: Picture, x: int, y: int) -> tuple[int, int]:
    """The two pixels of a cell."""
    return picture.pixels[2 * y][x], picture.pixels[2 * y + 1][x]


async def test_a_cursor_step_costs_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=LARGE) as pilot:
        screen = await at_table(pilot)
        board = screen.query_one(BoardMap)
        await press(pilot, *"JA")
        regions: list[Region] = []
        monkeypatch.setattr(board, "refresh", lambda *found, **_: regions.extend(found))
        await press(pilot, "left")
        assert board.compass.step(code("JA"), "left") == screen.hands.cursor
        painted = covered(regions)
        assert 0 < len(painted) < board.size.area / 20
        # A key that changes nothing paints nothing.
        regions.clear()
        await press(pilot, "escape")
        assert not regions
