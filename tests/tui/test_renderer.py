"""The map in blocks and in patterns, the rows that are redrawn, and links of rulesets."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.geometry import Region

from risk_tui.boards.overlay import Overlay
from risk_tui.boards.picture import LABEL_MARGIN, Picture, cell_pixels, count_land, small_picture
from risk_tui.boards.picture import SEA as SEA_PIXEL
from risk_tui.data.ascii import to_ascii
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.tui.dialogs.text_dialogs import help_text
from risk_tui.tui.map.highlights import texture
from risk_tui.tui.map.map_widget import BoardMap
from risk_tui.tui.map.renderer import (
    COAST_LINES,
    LEFT,
    RIGHT,
    WALL,
    ContinentStyle,
    LabelFrame,
    MapRenderer,
    TerritoryStyle,
    TexturedRenderer,
    fit_label,
    fit_small_label,
    lane_cells,
)
from risk_tui.tui.map.renderer import LINES as LINE_SIGNS
from risk_tui.tui.theme.palette import (
    BLACK,
    CONTINENT_BORDER,
    CURSOR,
    DIM,
    LANE,
    RGB,
    SEA,
    SEAT_GLYPHS,
    SHELF,
    WHITE,
    darken,
)
from tests.engine.positions import BOARD, position
from tests.new_games import SEATS
from tests.tui.tables import LARGE, at_table, attacking, code, play, press

PICTURES = pytest.mark.parametrize(
    "picture", [*BOARD.pictures][::3], ids=lambda picture: f"{picture.columns}x{picture.rows}"
)
KINDS = pytest.mark.parametrize(
    "kind",
    [
        MapRenderer,
        lambda picture: TexturedRenderer(picture, ascii=False),
        lambda picture: TexturedRenderer(picture, ascii=True),
    ],
    ids=["blocks", "patterns", "ascii"],
)
LINES = set("╵╷│╴┘┐┤╶└┌├─┴┬┼")
OVERLAID = Overlay(
    added=(("Northwest Territory", "Quebec"),), sea_lanes=(("Madagascar", "Western Australia"),)
).over(BOARD)
LAND = BOARD.links - BOARD.sea_lanes
FONTS = {
    "DejaVu Sans Mono": "dejavu/DejaVuSansMono.ttf",
    "Hack": "hack/Hack-Regular.ttf",
    "JetBrains Mono": "jetbrains-mono/JetBrainsMono-Regular.ttf",
    "Liberation Mono": "liberation/LiberationMono-Regular.ttf",
    "Noto Sans Mono": "noto/NotoSansMono-Regular.ttf",
}
"""Fonts with one width for all their signs, and where Debian's packages put them."""


def looks(armies: int = 1, glyph: str = "●") -> list[TerritoryStyle]:
    """Return a style for each territory, with a colour and a realm of its own."""
    return [
        TerritoryStyle(
            RGB(100, 100, place),
            f"{each.code}{glyph}{armies}",
            WHITE,
            BLACK,
            realm=place,
            texture=(chr(33 + place),),
        )
        for place, each in enumerate(BOARD.territories)
    ]


def text_of(drawing: MapRenderer, y: int, shown: Sequence[TerritoryStyle]) -> str:
    """Return the characters of a row."""
    drawing.show(shown)
    return "".join(run.text for run in drawing.row(y))


def row_cells(
    drawing: MapRenderer,
    y: int,
    shown: Sequence[TerritoryStyle],
    holdings: Sequence[ContinentStyle] = (),
) -> list[tuple[str, RGB, RGB]]:
    """Return the cells of a row; the ink of a blank is its ground."""
    drawing.show(shown, holdings)
    return [
        (mark, piece.background if mark == " " else piece.foreground, piece.background)
        for piece in drawing.row(y)
        for mark in piece.text
    ]


def written_labels(picture: Picture, y: int) -> set[int]:
    """Return the columns of a row that labels and their frames cover."""
    return {
        min(column, picture.columns - 6) + offset
        for column, row in picture.labels
        for offset in range(-1, 7)
        if row == y
    }


def written(picture: Picture, y: int) -> set[int]:
    """Return the columns of a row that labels, captions or lanes cover."""
    under = written_labels(picture, y)
    for caption in picture.continent_labels:
        if caption.row == y:
            under |= set(range(caption.column, caption.column + len(caption.text) + 2))
    for lane in picture.lanes:
        under |= {x for x, row in lane.cells(picture.pixels) if row == y}
    return under


@PICTURES
@KINDS
@pytest.mark.parametrize("armies", [1, 12, 345])
def test_rows_are_as_wide_as_the_picture_and_show_every_label(
    picture: Picture, kind: Callable[[Picture], MapRenderer], armies: int
) -> None:
    drawing = kind(picture)
    rows = [text_of(drawing, y, looks(armies)) for y in range(picture.rows)]
    assert all(len(row) == cell_len(row) == picture.columns for row in rows)
    for territory, (column, y) in zip(BOARD.territories, drawing.labels, strict=True):
        assert rows[y].startswith(f"{territory.code}●{armies}", column)


def test_crowded_labels_drop_the_glyph() -> None:
    """The file format of maps allows labels that are five cells apart."""
    picture = BOARD.pictures.largest_within(58, 21)
    here, there = code("PE"), code("BR")
    column, row = picture.labels[here]
    labels = list(picture.labels)
    labels[there] = (column + 5, row)
    drawing = MapRenderer(replace(picture, labels=tuple(labels)))
    text = text_of(drawing, row, looks(123))
    assert text[column : column + 11] == "PE123BR●123"


@PICTURES
def test_cell_belongs_to_the_territory_with_most_of_its_land(picture: Picture) -> None:
    drawing = MapRenderer(picture)
    for y in range(picture.rows):
        for x in {*range(picture.columns)} - written_labels(picture, y):
            pixels = cell_pixels(picture.pixels, x, y)
            if max(pixels) >= 0:
                area = pixels.count(drawing.territory_at(x, y))
                assert area == max(pixels.count(land) for land in pixels if land >= 0)


def test_every_number_of_armies_fits_every_label() -> None:
    for armies in (1, 99, 100, 999, 1_000, 9_999, 10_000, 99_999, 100_000, 10**6, 10**9, 10**13):
        for cells in (5, 6):
            for symbol in ("", "*"):
                label = fit_label(f"PE●{symbol}{armies}", cells)
                assert label.startswith("PE") and len(label) <= cells
        for cells, glyph in ((4, True), (2, False)):
            assert len(fit_small_label(f"PE●*{armies}", cells, glyph=glyph)) <= cells
    assert fit_small_label("PE●*123", 4, glyph=True) == "●123"
    assert fit_small_label("PE●123", 2, glyph=False) == "9+"


BLOCKS = {
    " ": (0, 0, 0, 0), "▘": (1, 0, 0, 0), "▀": (1, 1, 0, 0), "▌": (1, 0, 1, 0),
    "▛": (1, 1, 1, 0), "▚": (1, 0, 0, 1), "▜": (1, 1, 0, 1), "▙": (1, 0, 1, 1),
}  # fmt: skip
"""The quarters of a cell that a block fills: the upper two, then the lower two."""


@PICTURES
def test_land_and_shallow_sea_follow_the_picture(picture: Picture) -> None:
    drawing, shown = MapRenderer(picture), looks()

    def wanted(x: int, line: int) -> RGB:
        near = [row[max(x - 1, 0) : x + 2] for row in picture.pixels[max(line - 1, 0) : line + 2]]
        place = picture.pixels[line][x]
        return shown[place].fill if place >= 0 else SHELF if max(map(max, near)) >= 0 else SEA

    exact = inexact = 0
    for y in range(picture.rows):
        labels = written(picture, y)
        for x, (mark, ink, ground) in enumerate(row_cells(drawing, y, shown)):
            if x in labels:
                continue
            pixels = [(2 * x + right, 2 * y + low) for low in (0, 1) for right in (0, 1)]
            colours = [wanted(*pixel) for pixel in pixels]
            found = [ink if quarter else ground for quarter in BLOCKS[mark]]
            # A cell has two colours: of several lands one gives way, but never the coast.
            assert [each in (SEA, SHELF) for each in found] == [
                each in (SEA, SHELF) for each in colours
            ]
            exact += found == colours
            inexact += found != colours
            if len(set(colours)) < 3:
                assert found == colours
    assert inexact < exact / 50


@PICTURES
def test_a_thick_line_separates_continents(picture: Picture) -> None:
    continents = [each.continent for each in BOARD.territories]
    one_realm = [replace(look, realm=0, fill=RGB(9, 99, 9)) for look in looks()]
    borders = []
    for numbers in (continents, ()):
        drawing = MapRenderer(picture, numbers)
        rows = [row_cells(drawing, y, one_realm) for y in range(picture.rows)]
        borders.append([cell for row in rows for cell in row if CONTINENT_BORDER in cell[1:]])
    assert len(borders[0]) > 5
    assert not borders[1]


@PICTURES
def test_a_thin_line_separates_lands_of_one_owner(picture: Picture) -> None:
    drawing = MapRenderer(picture)
    one_realm = [replace(look, realm=0, fill=RGB(9, 99, 9)) for look in looks()]
    parted = linked = 0
    rows = [row_cells(drawing, y, one_realm) for y in range(picture.rows)]
    for y, row in enumerate(rows):
        for x, (mark, ink, _) in enumerate(row):
            if mark not in LINES:
                continue
            parted += 1
            assert ink == darken(RGB(9, 99, 9))
            if mark == "─" and x + 1 < len(row) and x + 1 not in written(picture, y):
                linked += row[x + 1][0] in LINES
    assert parted > picture.columns
    assert linked > 10
    # Lands of different owners meet without one.
    assert not any(
        mark in LINES for y in range(picture.rows) for mark, *_ in row_cells(drawing, y, looks())
    )


@PICTURES
@pytest.mark.parametrize("ascii", [True, False])
def test_patterned_land_shows_its_owners_pattern(picture: Picture, ascii: bool) -> None:
    drawing = TexturedRenderer(picture, ascii=ascii)
    shown = looks(glyph="*" if ascii else "●")
    for y in range(picture.rows):
        labels = written(picture, y)
        for x, (mark, *_) in enumerate(row_cells(drawing, y, shown)):
            if x in labels:
                continue
            lands = {pixel for pixel in cell_pixels(picture.pixels, x, y) if pixel >= 0}
            if mark in COAST_LINES[1:] and not ascii:
                near = [line[2 * x : 2 * x + 4] for line in picture.pixels[2 * y : 2 * y + 4]]
                assert min(map(min, near)) < 0 <= max(map(max, near))
            elif not lands:
                assert mark == " "
            else:
                assert mark in {shown[place].texture[0] for place in lands}
                assert ascii or len(cell_pixels(picture.pixels, x, y)) == 4
    if ascii:
        lines = [text_of(drawing, y, shown) for y in range(picture.rows)]
        assert all(line.isascii() for line in lines)


def test_a_coast_without_colours_is_a_closed_line() -> None:
    sea, land = (SEA_PIXEL,) * 12, (SEA_PIXEL,) * 2 + (0,) * 6 + (SEA_PIXEL,) * 4
    island = Picture(6, 4, (sea, sea, *(land,) * 4, sea, sea), labels=((2, 1),), lanes=())
    style = replace(looks()[0], label="", texture=("~",))
    drawing = TexturedRenderer(island, ascii=False)
    rows = [text_of(drawing, y, [style]) for y in range(4)]
    assert rows == ["┏━━┓  ", "┃~~┃  ", "┗━━┛  ", "      "]


def test_no_two_seats_share_a_pattern_or_a_letter() -> None:
    for ascii in (True, False):
        tiles = {texture(colour, ascii=ascii) for colour in [*SEAT_GLYPHS, ""]}
        assert len(tiles) == len(SEAT_GLYPHS) + 1
    assert len({to_ascii(glyph) for glyph in SEAT_GLYPHS.values()}) == len(SEAT_GLYPHS)
    # A letter is the first of the colour's name, but for grey, which green was there before.
    for colour, glyph in SEAT_GLYPHS.items():
        assert to_ascii(glyph) == ("n" if colour == "grey" else colour[0])
    for colour in SEAT_GLYPHS:
        assert "".join(texture(colour, ascii=True)).isascii()


def test_the_glyph_after_a_caption_does_not_touch_land() -> None:
    touching = [
        (picture.columns, label.text)
        for picture in BOARD.pictures
        for label in picture.continent_labels
        if (behind := label.column + len(label.text) + LABEL_MARGIN) < picture.columns
        and count_land(picture.pixels, behind, label.row)
    ]
    assert touching == [(124, "Africa +3")]  # there a lane leaves no room


@pytest.mark.parametrize("board", ["classic", "extended", "mini"])
def test_lanes_lead_from_land_to_land(board: str) -> None:
    here = load_board(board)
    for picture, lane in ((each, lane) for each in here.pictures for lane in each.lanes):
        codes = [here.territories[place].code for place in lane.territories]
        signs = lane_cells(replace(picture, lanes=(lane,)))
        cells = [(x, y) for y, row in signs.items() for x in row]
        for place in lane.territories:
            assert any(place in near(picture, x, y) for x, y in cells), (codes, picture.columns)
        arrows = {signs[y][x]: x for x, y in cells} if lane.wraps else {}
        arrows.pop("•", None)
        assert arrows == ({"←": 0, "→": picture.columns - 1} if lane.wraps else {})


def near(picture: Picture, column: int, row: int) -> set[int]:
    """Return the territories in a cell or beside it."""
    lines = picture.pixels[max(2 * row - 1, 0) : 2 * row + 3]
    return {pixel for line in lines for pixel in line[max(2 * column - 1, 0) : 2 * column + 3]}


@PICTURES
@KINDS
def test_only_labels_cover_lanes(picture: Picture, kind: Callable[[Picture], MapRenderer]) -> None:
    drawing, shown = kind(picture), looks()
    for y, row in lane_cells(picture).items():
        cells, labels = row_cells(drawing, y, shown), written_labels(picture, y)
        assert all(cells[x][1:] == (LANE, SEA) for x in row if x not in labels)


def test_quiet_land_is_mixed_with_the_sea_if_colours_have_no_shades() -> None:
    picture = BOARD.pictures.largest_within(84, 32)
    drawing = MapRenderer(picture, dithered=True)
    marks = {}
    for shade in ("quiet", "choice"):
        shown = [replace(look, shade=shade) for look in looks()]
        marks[shade] = [cell for y in range(picture.rows) for cell in row_cells(drawing, y, shown)]
    assert sum(mark == "▒" and ground == SEA for mark, _, ground in marks["quiet"]) > 300
    assert not any(mark == "▒" for mark, *_ in marks["choice"])


@PICTURES
def test_captions_name_continents_and_their_holders(picture: Picture) -> None:
    drawing = MapRenderer(picture)
    gold = RGB(200, 180, 20)
    holdings = [ContinentStyle() for _ in BOARD.continents]
    if picture.continent_labels:
        holdings[picture.continent_labels[0].continent] = ContinentStyle(gold, "●")
    for caption in picture.continent_labels:
        continent = BOARD.continents[caption.continent]
        row = row_cells(drawing, caption.row, looks(), holdings)
        held = caption is picture.continent_labels[0]
        wanted = f"{continent.name} +{continent.bonus}" + " ●" * held
        shown = row[caption.column : caption.column + len(wanted)]
        assert "".join(mark for mark, *_ in shown) == wanted
        assert shown[0][1] == (gold if held else DIM)
        # With few colours the shallow sea round a coast is black.
        assert {ground for _, _, ground, *_ in shown} == {SEA}
    assert len(picture.continent_labels) in (0, len(BOARD.continents))


@PICTURES
@KINDS
def test_the_cursor_stands_out(picture: Picture, kind: Callable[[Picture], MapRenderer]) -> None:
    drawing = kind(picture)
    for place in range(len(BOARD.territories)):
        shown = looks(345)
        shown[place] = replace(
            shown[place], label_background=CURSOR, foreground=BLACK, frame=LabelFrame.CURSOR
        )
        column, row = drawing.labels[place]
        cells = row_cells(drawing, row, shown)
        assert all(ground == CURSOR for _, _, ground in cells[column : column + 6])
        if isinstance(drawing, TexturedRenderer):
            continue
        for y, mark in ((row - 1, "▄"), (row + 1, "▀")):
            if not 0 <= y < picture.rows:
                continue
            above = row_cells(drawing, y, shown)[column : column + 6]
            rims = sum(sign == mark and ink == CURSOR for sign, ink, _ in above)
            labels = sum(
                at <= x < at + 6
                for at, other in drawing.labels
                if other == y
                for x in range(column, column + 6)
            )
            assert rims == 6 - labels


UNDER_CURSOR = {"foreground": BLACK, "label_background": WHITE, "frame": LabelFrame.CURSOR}
CHANGES: dict[str, dict[str, dict[str, Any]]] = {
    "one army more": {"UK": {"label": "UK●2"}},
    "ten armies": {"UK": {"label": "UK●10"}},
    "many armies": {"UK": {"label": "UK●100"}, "BR": {"label": "BR●100"}},
    "a conquest": {"UR": {"fill": RGB(1, 2, 3), "realm": code("UK")}},
    "far apart": {"AL": {"fill": RGB(1, 2, 3)}, "EL": {"fill": RGB(1, 2, 3)}},
    "the cursor": {"ME": UNDER_CURSOR, "IN": {"bold": True}},
    "a conquest under the cursor": {"IC": UNDER_CURSOR | {"fill": RGB(1, 2, 3)}},
}


@PICTURES
@KINDS
@pytest.mark.parametrize("name", CHANGES)
def test_only_rows_near_changes_are_redrawn(
    picture: Picture, kind: Callable[[Picture], MapRenderer], name: str
) -> None:
    drawing, before, after = kind(picture), looks(), looks()
    for letters, change in CHANGES[name].items():
        after[code(letters)] = replace(before[code(letters)], **change)
    assert drawing.show(before) == set(range(picture.rows))
    drawn = [drawing.row(y) for y in range(picture.rows)]
    rows = drawing.show(after)
    changed = {y for y in range(picture.rows) if drawing.row(y) != drawn[y]}
    assert not drawing.show(after)
    assert rows == drawing.show(before)
    assert changed and changed <= rows <= set(near_rows(picture, map(code, CHANGES[name])))


def near_rows(picture: Picture, places: Iterable[int]) -> Iterator[int]:
    """Yield the rows of territories and their labels, and those above and below."""
    for place in places:
        for y in range(picture.rows):
            land = place in picture.pixels[2 * y] or place in picture.pixels[2 * y + 1]
            if land or picture.labels[place][1] == y:
                yield from (y - 1, y, y + 1)


async def test_a_moved_cursor_redraws_only_its_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = attacking(tmp_path / "a.risk")
    async with play(table).run_test(size=LARGE) as pilot:
        screen = await at_table(pilot)
        board = screen.query_one(BoardMap)
        await press(pilot, *"JA")
        regions: list[Region] = []
        monkeypatch.setattr(board, "refresh", lambda *found, **_: regions.extend(found))
        await press(pilot, "left")
        top = (board.size.height - board.picture.rows) // 2
        places = (code("JA"), screen.selection.cursor)
        rows = {top + board.drawing.labels[place][1] for place in places}
        assert {region.y for region in regions} == {y + step for y in rows for step in (-1, 0, 1)}
        regions.clear()
        await press(pilot, "escape")
        assert not regions


def test_overview_of_a_crowded_map_may_hide_territories() -> None:
    picture = small_picture(next(iter(BOARD.pictures)), 8, 2, 0)
    shown = {pixel for line in picture.pixels for pixel in line}
    assert not shown.issuperset(range(len(BOARD.territories)))
    assert MapRenderer(picture).rows == 2


@KINDS
def test_a_link_without_a_lane_is_labelled_at_both_ends(
    kind: Callable[[Picture], MapRenderer],
) -> None:
    for picture in OVERLAID.pictures:
        drawing = kind(picture)
        line = drawing.lines[LEFT | RIGHT]
        rows = [text_of(drawing, y, looks()) for y in range(picture.rows)]
        for end in ("WA", "MA", "QU", "NW"):
            assert any(f"{line}{end}" in row or f"{end}{line}" in row for row in rows), end


@KINDS
def test_a_wall_separates_unlinked_neighbours(kind: Callable[[Picture], MapRenderer]) -> None:
    """A ruleset can remove a link over land, whose border would look like any other."""
    omitted = tuple(
        tuple(BOARD.territories[end].name for end in link) for link in (sorted(LAND)[::9])
    )
    board = Overlay(omitted=omitted).over(BOARD)
    assert board.walls == set(sorted(LAND)[::9])
    for picture in board.pictures:
        assert picture.walls <= board.walls
        drawing, shown = kind(picture), looks(45)
        assert any(WALL in text_of(drawing, y, shown) for y in range(picture.rows))


@PICTURES
def test_walls_and_labels_are_told_apart(picture: Picture) -> None:
    lanes = {tuple(sorted(lane.territories)) for lane in picture.lanes}
    walls = frozenset(BOARD.links - lanes)
    drawing, shown = MapRenderer(replace(picture, walls=walls)), looks(45)
    rows = [text_of(drawing, y, shown) for y in range(picture.rows)]
    crossed = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == WALL}
    for row in rows:
        assert not any(
            f"{WALL}{look.label}" in row or f"{look.label}{WALL}" in row for look in shown
        )
    for link in walls:
        assert any(set(link) <= corner_lands(picture, x, y) for x, y in crossed), link


def corner_lands(picture: Picture, x: int, y: int) -> set[int]:
    """Return the territories of a cell and of the cells to its right and below."""
    return {pixel for row in picture.pixels[2 * y : 2 * y + 4] for pixel in row[2 * x : 2 * x + 4]}


def test_help_names_walls() -> None:
    omitted = {"board.omitted": [["Peru", "Brazil"]]}
    view = position(rules=with_house_rules(load_ruleset("us-1993"), omitted)).view(0)
    assert "touch but aren't linked: Peru and Brazil." in help_text(view, SEATS).plain


def characters(font: bytes) -> set[str]:
    """The characters of a TrueType font: those of its tables from code points to glyphs."""
    (tables,) = struct.unpack_from(">H", font, 4)
    entries = [struct.unpack_from(">4sIII", font, 12 + 16 * index) for index in range(tables)]
    (start,) = (offset for tag, _, offset, _ in entries if tag == b"cmap")
    (count,) = struct.unpack_from(">H", font, start + 2)
    found: set[str] = set()
    for index in range(count):
        (offset,) = struct.unpack_from(">I", font, start + 8 + 8 * index)
        at = start + offset
        (kind,) = struct.unpack_from(">H", font, at)
        if kind == 4:
            (twice,) = struct.unpack_from(">H", font, at + 6)
            ends = struct.unpack_from(f">{twice // 2}H", font, at + 14)
            starts = struct.unpack_from(f">{twice // 2}H", font, at + 16 + twice)
            for first, last in zip(starts, ends, strict=True):
                found.update(map(chr, range(first, last + 1)))
    return found


@pytest.mark.parametrize("name", FONTS)
def test_map_signs_are_in_common_fonts(name: str) -> None:
    path = Path("/usr/share/fonts/truetype", FONTS[name])
    if not path.is_file():
        pytest.skip(f"{name} is not installed")
    wanted = {*SEAT_GLYPHS.values(), *"▀▄▌▐█"} | set(LINE_SIGNS) & set("│┘┐┤└┌├─┴┬┼")
    assert wanted <= characters(path.read_bytes())
