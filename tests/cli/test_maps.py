"""``risk-tui maps``: boards listed, shown, checked and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from risk_tui.boards.picture import SEA
from risk_tui.cli.maps import _cell_character
from risk_tui.rules.library import load_board, names, player_folder
from tests.boards.test_drawing import SKETCH
from tests.boards.test_foreign import DOMINATION
from tests.cli.running import Run


@pytest.fixture
def sketch(tmp_path: Path) -> Path:
    """The file of a sketch."""
    path = tmp_path / "isles-sketch.yaml"
    text = SKETCH.replace("Norland: {land", "Norland: {at: [30, 20], land")
    text = text.replace("Sorland: {sea", "Sorland: {at: [30, 70], sea")
    path.write_text(text.replace("Holm: {}", "Holm: {at: [80, 50]}"), "utf-8")
    return path


def test_all_boards_are_listed(printed: Run) -> None:
    rows = {row["name"]: row for row in json.loads(printed("maps", "list", "--json"))}
    assert sorted(rows) == names("maps")
    assert (rows["classic"]["territories"], rows["classic"]["links"]) == (42, 83)
    assert len(printed("maps").splitlines()) == len(rows)


def test_board_for_programs(printed: Run) -> None:
    board = json.loads(printed("maps", "show", "classic", "--json"))
    lands = board["territories"]
    alaska = next(land for land in lands if land["name"] == "Alaska")
    assert (len(lands), len(board["continents"])) == (42, 6)
    assert [lands[number]["name"] for number in alaska["over_water"]] == ["Kamchatka"]
    assert len(alaska["neighbours"]) == 3


def test_check_for_programs(sketch: Path, printed: Run) -> None:
    data = json.loads(printed("maps", "check", "classic", "--json"))
    assert data["problem"] is None
    assert "58x21" in data["pictures"]
    data = json.loads(printed("maps", "check", sketch, "--json", code=2))
    assert data["problem"].startswith("isles-sketch.yaml")


def test_board_is_shown_with_its_picture_and_links(printed: Run) -> None:
    page = printed("maps", "show", "classic", "--size", "58x21")
    assert "KA Kamchatka: Alaska~, Yakutsk, Irkutsk, Mongolia, Japan~" in page
    picture = [line for line in page.splitlines() if "····" in line]
    assert picture
    assert max(map(len, picture)) <= 58


def test_other_names_of_territories_are_shown(printed: Run) -> None:
    page = " ".join(printed("maps", "show", "classic", "--names").split())
    assert "EG Egypt: Libya, Ägypten (de), Égypte (fr), Egitto (it)" in page


@pytest.mark.parametrize("name", names("maps"))
def test_shipped_boards_are_valid_and_fit_small_terminals(name: str, printed: Run) -> None:
    page = printed("maps", "check", name)
    assert "is valid" in page
    assert "none of them fits" not in page


def test_drawn_board_is_valid(sketch: Path, tmp_path: Path, printed: Run, refusal: Run) -> None:
    words = ["maps", "draw", sketch, "--size", "40x14", "--into", tmp_path]
    printed(*words)
    assert "pictures of 40x14" in printed("maps", "check", tmp_path / "isles.yaml")
    assert "already exists; use --force to overwrite it" in refusal(*words)
    printed(*words, "--force")


def test_any_picture_may_fit_a_small_terminal(sketch: Path, tmp_path: Path, printed: Run) -> None:
    """The picture with the fewest cells may be wider than one that fits."""
    sizes = ["--size", "70x14", "--size", "50x20"]
    printed("maps", "draw", sketch, *sizes, "--into", tmp_path)
    page = printed("maps", "check", tmp_path / "isles.yaml")
    assert "pictures of 70x14, 50x20" in page
    assert "none of them fits" not in page


def test_cell_without_a_second_pixel_of_sea_is_land() -> None:
    board = load_board("classic")
    assert _cell_character(board, (SEA, 0, 1, 2)) == _cell_character(board, (0, 0, 1, 1)) == "a"
    assert _cell_character(board, (SEA, SEA, 1, 1)) == " "


def test_large_files_are_refused(
    sketch: Path, tmp_path: Path, refusal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("risk_tui.cli.maps._MAX_COAST_BYTES", 2_000_000)
    monkeypatch.setattr("risk_tui.cli.maps.MAX_BYTES", 2_000_000)
    path = tmp_path / "large.json"
    path.write_bytes(b" " * 2_000_001)
    for words in (["draw", sketch, "--coast", path], ["import", path]):
        assert "large.json is too large; at most 2 MB are read" in refusal("maps", *words)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("my map", "'my map' is not a valid map name; use letters, digits, "),
        ("-x", "'-x' is not a valid map name"),  # It is an option to play --map.
        ("classic", "the program has a board classic of its own"),
    ],
)
def test_bad_name_for_an_imported_board_is_refused(
    name: str, problem: str, tmp_path: Path, refusal: Run
) -> None:
    path = tmp_path / "game.map"
    path.write_text(DOMINATION)
    assert refusal("maps", "import", path, f"--name={name}").startswith(problem)
    assert not list(player_folder("maps").glob("classic*"))


def test_new_picture_is_listed_with_the_valid_old_ones(
    sketch: Path, tmp_path: Path, printed: Run
) -> None:
    def draw(size: str) -> str:
        return printed("maps", "draw", sketch, "--size", size, "--into", tmp_path, "--force")

    def listed() -> str:
        return (tmp_path / "isles.yaml").read_text().splitlines()[-1]

    draw("50x16")
    draw("40x14")
    assert listed() == "pictures: [isles-40x14.txt, isles-50x16.txt]"
    picture = tmp_path / "isles-50x16.txt"
    picture.write_text(picture.read_text().replace("a", " "))
    assert "not listed: isles-50x16.txt, line " in draw("40x14")
    assert listed() == "pictures: [isles-40x14.txt]"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["show", "clasic"], "did you mean classic?"),
        (["show", "classic", "--size", "big"], "write columns and rows from 20x5 to 300x120"),
        (["draw", "none.yaml"], "none.yaml: cannot be read"),
        (["draw", "{sketch}", "--coast", "none.geojson"], "none.geojson"),
        (["draw", "{sketch}", "--coast", "nowhere"], "unknown map 'nowhere'"),
        (["draw", "{sketch}", "--into", "/nowhere"], "there is no folder /nowhere"),
        (["draw", ""], "the name of a file is missing"),
        (["import", ""], "the name of a file is missing"),
    ],
)
def test_bad_input_is_refused(words: list[str], problem: str, sketch: Path, refusal: Run) -> None:
    assert problem in refusal("maps", *(word.format(sketch=sketch) for word in words))


def test_ten_thousand_territories_are_refused(tmp_path: Path, refusal: Run) -> None:
    lands = "".join(f"      Land {n}: {{}}\n" for n in range(10_000))
    path = tmp_path / "vast.yaml"
    path.write_text(SKETCH.replace("      Norland", lands + "      Norland"), "utf-8")
    for command in ("check", "draw"):
        line = refusal("maps", command, path)
        assert "vast.yaml" in line
        assert len(line) < 300
