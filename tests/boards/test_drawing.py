"""Pictures drawn from sketches, with and without coasts."""

from __future__ import annotations

import json
import math
import random
import runpy
from collections.abc import Sequence
from itertools import combinations, pairwise, product
from pathlib import Path
from string import ascii_uppercase

import pytest

from risk_tui.boards import layout
from risk_tui.boards.board import Board
from risk_tui.boards.draw import SIZES, draw_lane, draw_map
from risk_tui.boards.land import BoardCoast, Coast, GeoCoast, read_coast
from risk_tui.boards.layout import ROOM
from risk_tui.boards.map_file import parse_board
from risk_tui.boards.picture import SEA, Arrow
from risk_tui.boards.sketch_file import read_sketch, yaml_word
from risk_tui.data.documents import read_document
from risk_tui.errors import BoardError, DataError
from tests.engine.positions import BOARD
from tests.extent import usual_or_full

SKETCH = """\
map: isles
title: Isles
about: Two islands, one of them divided.
continents:
  All:
    bonus: 2
    territories:
      Norland: {land: [Sorland], also: [North]}
      Sorland: {sea: [Holm]}
      Holm: {}
"""
SMALL = ((40, 14),)


@pytest.fixture(autouse=True)
def quick_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layouts are good enough after a few shifts; with ``--full`` they are those of the program."""
    monkeypatch.setattr(layout, "_STARTS", usual_or_full(2, layout._STARTS))
    monkeypatch.setattr(layout, "_SHIFTS", usual_or_full(30, layout._SHIFTS))


def sketch(old: str = "", new: str = "") -> str:
    """Return the sketch with one change."""
    assert not old or SKETCH.count(old) == 1
    return SKETCH.replace(old, new) if old else SKETCH


def random_sketch(seed: int, most: int = 26) -> str:
    """Return a sketch of 8 to ``most`` territories: neighbours by distance, and random lanes.

    Some seeds give islands, some one continent; names are long or of other alphabets.
    """
    luck = random.Random(seed)
    kind = ["T{}", "The Most Serene Republic of Lower {}", "Область {}", "東京都{}"][seed % 4]
    names = [kind.format(number) for number in range(luck.randint(8, most))]
    at = {name: (luck.random(), luck.random()) for name in names}
    sea = [0.3, 1.0, 0.1][seed % 3]

    def are_near(one: str, other: str) -> bool:
        middle = [(a + b) / 2 for a, b in zip(at[one], at[other], strict=True)]
        radius = math.dist(at[one], at[other]) / 2
        return all(math.dist(middle, at[name]) >= radius for name in names if name not in pair)

    links: dict[str, dict[str, list[str]]] = {name: {"land": [], "sea": []} for name in names}
    for pair in combinations(names, 2):
        if are_near(*pair):
            links[pair[0]]["sea" if luck.random() < sea else "land"].append(pair[1])
        elif luck.random() < 0.6 / len(names):
            links[pair[0]]["sea"].append(pair[1])
    parts = [1, 3, len(names) // 6 + 1][seed % 3]
    continents: dict[str, dict[str, object]] = {
        f"大陸 {n}": {"bonus": 2, "territories": {it: links[it] for it in names[n::parts]}}
        for n in range(parts)
    }
    return json.dumps({"map": "random", "title": "R", "about": "R.", "continents": continents})


def drawn(text: str, coast: Coast | None = None, sizes: Sequence[tuple[int, int]] = SMALL) -> Board:
    """Return the board that is drawn from a sketch, with valid pictures."""
    files = dict(draw_map(read_sketch(text, source="sketch.yaml"), coast, sizes, {}))
    for made in files.values():
        if isinstance(made, BoardError):
            raise made
    board = parse_board(dict(reversed(files.items())), new=True)  # type: ignore[arg-type]
    board.validate_pictures()
    return board


def square(west: float, south: float, east: float, north: float) -> list[list[list[float]]]:
    """Return a GeoJSON polygon."""
    return [[[west, south], [east, south], [east, north], [west, north], [west, south]]]


def coast(*shapes: tuple[str | None, list[list[list[float]]]]) -> GeoCoast:
    """Return a coast of polygons with their names, if any."""
    features = [
        {
            "type": "Feature",
            "properties": {"NAME": name} if name else None,
            "geometry": {"type": "Polygon", "coordinates": polygon},
        }
        for name, polygon in shapes
    ]
    text = json.dumps({"type": "FeatureCollection", "features": features})
    return read_coast(text, source="coast.json")


def test_missing_parts_of_a_sketch_are_chosen() -> None:
    board = drawn(sketch())
    assert board.files == drawn(sketch()).files, "and the same way each time"
    assert [each.name for each in board.territories] == ["Norland", "Sorland", "Holm"]
    assert len({each.code for each in board.territories}) == 3
    assert len({each.letter for each in board.territories}) == 3
    assert board.links == {(0, 1), (1, 2)}
    assert board.sea_lanes == {(1, 2)}
    assert board.territories[0].also == ("North",)
    (picture,) = board.pictures
    assert (picture.columns, picture.rows) == SMALL[0]
    assert [lane.territories for lane in picture.lanes] in ([(1, 2)], [(2, 1)])


def test_lands_are_on_the_coast_by_name_or_nearest_place() -> None:
    text = sketch("Norland: {land", "Norland: {at: [5, 8], land")
    text = text.replace("Sorland: {sea", "Sorland: {at: [5, 2], sea")
    shore = coast((None, square(0, 0, 10, 10)), ("Holm", square(15, 3, 20, 7)))
    board = drawn(text, shore)
    (picture,) = board.pictures
    north, south, holm = 0, 1, 2
    assert picture.pixels[2][5] == north
    assert picture.pixels[-3][5] == south
    assert picture.pixels[14][-3] == holm
    assert picture.pixels[2][-3] == SEA


def test_lands_are_made_of_territories_of_another_board() -> None:
    text = sketch("Norland: {land", "Norland: {of: [Brazil, Venezuela], land")
    text = text.replace("Sorland: {sea", "Sorland: {of: [Peru, Argentina], sea")
    text = text.replace("Holm: {}", "Holm: {of: [Madagascar]}")
    board = drawn(text, BoardCoast(BOARD))
    lands = [
        sum(row.count(number) for row in next(iter(board.pictures)).pixels) for number in (0, 1, 2)
    ]
    assert lands[0] > lands[1] > lands[2] > 0


def test_land_without_a_name_is_sea_if_no_territory_has_a_place() -> None:
    squares = (square(west, 0, west + 10, 10) for west in (0, 10, 30, 50))
    shore = coast(*zip(("Norland", "Sorland", "Holm", None), squares, strict=True))
    (picture,) = drawn(sketch(), shore).pictures
    assert {*picture.pixels[14]} == {SEA, 0, 1, 2}
    assert picture.pixels[14][-1] == SEA


def test_territories_in_one_place_are_pushed_apart() -> None:
    text = sketch("Norland: {land", "Norland: {at: [5, 5], land")
    text = text.replace("Sorland: {sea", "Sorland: {at: [5, 5], sea")
    drawn(text.replace("Holm: {}", "Holm: {at: [5, 5]}"))


def test_landlocked_territory_keeps_its_last_pixel() -> None:
    grid = [[*"AAA", "", "B"], [*"ACA", "", "B"], [*"AAA", "", "B"]]
    assert draw_lane(grid, "C", "B", [], wraps=False) is None
    assert grid[1][1] == "C"


def test_link_over_the_edge_wraps() -> None:
    text = sketch("Norland: {land: [Sorland]", "Norland: {of: [Alaska, Alberta], land: [Sorland]")
    text = text.replace("Sorland: {sea", "Sorland: {of: [Northwest Territory], sea")
    text = text.replace(
        "Sorland: {of: [Northwest Territory], sea: [Holm]}", "Sorland: {of: [Northwest Territory]}"
    )
    text = text.replace("Holm: {}", "Holm: {of: [Kamchatka], sea: [Norland]}")
    (lane,) = next(iter(drawn(text, BoardCoast(BOARD)).pictures)).lanes
    assert lane.wraps


MISTAKES = [
    ("Norland: {land: [Sorland]", "Norland: {land: [Sorlan]", "line 8: .*did you mean Sorland"),
    ("Sorland: {sea: [Holm]}", "Sorland: {sea: [Norland, Holm]}", "line 9: .*land and sea"),
    ("Sorland: {sea: [Holm]}", "Sorland: {}", "line 10: 'Holm' is not connected"),
    ("Sorland: {sea", "Sorland: {see", "line 9: unknown key 'see'"),
    ("Holm: {}", "Holm: {also: [norland]}", "line 10: .*also a name of 'Norland'"),
    ("Holm: {}", "Holm: {code: xy}", "line 10: the code 'xy' must be two letters"),
    ("Holm: {}", "Holm: {at: [1, x]}", "line 10: write 2 numbers in brackets"),
    ("Holm: {}", "Holm: {at: []}", "line 10: 'at' is a point or several"),
    ("Holm: {}", "Holm: 5", "line 10: 'Holm' must be a table"),
    ("about: Two", "window: [1, 2, 1, 4]\nabout: Two", "line 3: 'window' is empty"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "reason"), MISTAKES, ids=range(len(MISTAKES)))
def test_mistake_in_a_sketch_is_reported_with_its_line(old, new, reason) -> None:
    with pytest.raises(DataError, match=f"^sketch.yaml, {reason}"):
        read_sketch(sketch(old, new), source="sketch.yaml")


def test_sketch_with_all_codes_taken_is_refused() -> None:
    codes = map("".join, product(ascii_uppercase, repeat=2))
    lands = "\n".join(["Free: {}", *(f"      {code}: {{code: {code}}}" for code in codes), ""])
    with pytest.raises(DataError, match="a map has at most 300 territories"):
        read_sketch(sketch("Norland", f"{lands}      Norland"), source="sketch.yaml")


def test_two_one_way_links_between_two_territories_are_refused() -> None:
    text = sketch("Sorland: {sea: [Holm]}", "Sorland: {sea: [Holm], one-way: [Norland]}")
    text = text.replace("{land: [Sorland]", "{one-way: [Sorland]")
    with pytest.raises(DataError, match="line 9: 'Sorland -> Norland' is listed twice"):
        read_sketch(text, source="sketch.yaml")


@pytest.mark.parametrize("text", ["- Norland", "Norland -", "True", "東京"])
def test_word_of_a_map_is_read_as_it_was(text: str) -> None:
    assert read_document(f"[{yaml_word(text)}]", source="a.yaml").data == [text]
    assert read_document(yaml_word(text), source="a.yaml").data == text


def test_more_territories_than_letters_are_drawn_by_code() -> None:
    """Names of other alphabets have codes too, and none is a code of another territory."""
    names = ["AB", *(f"Область {n}" for n in range(30)), *(f"東京 {n}" for n in range(29))]
    lands = {name: {"land": [other]} for name, other in pairwise(names)} | {names[-1]: {}}
    continents = {"大陸": {"bonus": 2, "territories": lands}}
    sheet = {"map": "many", "title": "M", "about": "M.", "continents": continents}
    board = drawn(json.dumps(sheet), sizes=[(84, 32)])
    assert {each.letter for each in board.territories} == {""}
    assert len({each.code for each in board.territories}) == len(names)
    assert board.territories[0].code == "AB"
    assert "grid: codes" in board.files["many-84x32.txt"]


def test_sketch_that_does_not_fit_the_coast_is_refused() -> None:
    shore = coast(("Holm", square(0, 0, 1, 1)))
    for text, reason in (
        (sketch(), "Norland has no place; add 'at'"),
        (sketch("Holm: {}", "Holm: {of: [Hull]}"), "Norland has no place"),
        (
            sketch().replace("{land", "{of: [Hull], land"),
            "Norland: the coast has no part called 'Hull'",
        ),
    ):
        with pytest.raises(BoardError, match=reason):
            drawn(text, shore)
    places = sketch("Holm: {}", "Holm: {at: [1, 1]}")
    with pytest.raises(BoardError, match="Norland has no 'at', but others do"):
        drawn(places)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "not GeoJSON"),
        ('{"type": "Polygon"}', "not GeoJSON"),
        ('{"type": "Point", "coordinates": [1, 2]}', "there is no Polygon"),
        ('{"type": "Polygon", "coordinates": [[[1, "x"]]]}', "not GeoJSON"),
        ('{"type": "Polygon", "coordinates": [[[1, NaN]]]}', "not GeoJSON"),
        ('{"type": "Polygon", "coordinates": [[[1, 1e300], [2, 1], [1, 5]]]}', "not GeoJSON"),
        (f'{{"type": "Polygon", "coordinates": [[[1, 1{"0" * 400}]]]}}', "not GeoJSON"),
        ('{"type": "Feature", "properties": [1], "geometry": null}', "not GeoJSON"),
        ('{"type": "Polygon", "coordinates": [[[1, 2], [1, 3], [1, 4]]]}', "there is no Polygon"),
    ],
)
def test_invalid_coast_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BoardError, match=f"^coast.json.*{reason}"):
        read_coast(text, source="coast.json")


@pytest.mark.parametrize("seed", usual_or_full([9], range(100)))
def test_random_board_is_drawn_in_every_size_with_room(seed: int) -> None:
    """Lanes that meet at one coast and labels at the edge of a crowded picture find their place."""
    sizes = usual_or_full([(34, 12)], SIZES)
    sheet = read_sketch(random_sketch(seed, usual_or_full(26, 300)), source="sketch.yaml")
    files = dict(draw_map(sheet, None, sizes, {}))
    for columns, rows in sizes:
        has_room = columns * rows >= ROOM * len(sheet.board.territories)
        made = files[f"random-{columns}x{rows}.txt"]
        assert isinstance(made, str) is has_room, made


def test_lone_islands_are_not_removed_as_specks() -> None:
    lands = {"Fell": {"sea": ["Landia", "Sund"]}, "Landia": {}, "Sund": {}}
    continents = {"All": {"bonus": 2, "territories": lands}}
    text = json.dumps({"map": "random", "title": "R", "about": "R.", "continents": continents})
    assert len(list(drawn(text, sizes=[(58, 21), (84, 32)]).pictures)) == 2


def test_picture_without_room_is_not_drawn() -> None:
    text = random_sketch(4)
    made = dict(draw_map(read_sketch(text, source="sketch.yaml"), None, [(20, 5)], {}))
    assert "do not fit in 20x5" in str(made["random-20x5.txt"])
    assert "pictures: []" in str(made["random.yaml"])


def test_script_of_the_classic_pictures_fits_the_program() -> None:
    script = Path(__file__).parents[2] / "docs" / "maps" / "draw_classic.py"
    assert "main" in runpy.run_path(str(script))


def test_one_way_link_is_drawn_apart_with_an_arrow() -> None:
    """And names in other languages come into the map."""
    text = sketch("Norland: {land: [Sorland]", "Norland: {land: [Sorland], one-way: [Holm]")
    board = drawn(text + "names: {de: {Holm: [Insel, Holminsel]}}\n")
    assert board.territories[2].translations == (("de", "Insel"), ("de", "Holminsel"))
    assert board.one_way == {(0, 2)}
    (picture,) = board.pictures
    (lane,) = [lane for lane in picture.lanes if set(lane.territories) == {0, 2}]
    assert lane.arrow is (Arrow.AT_END if lane.territories == (0, 2) else Arrow.AT_START)
