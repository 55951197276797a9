"""``risk-tui maps``: boards listed, shown, checked and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from risk_tui.cli import main
from risk_tui.rules.library import names
from tests.boards.test_drawing import SKETCH


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code of a command, what it prints, and its error."""
    code = main(["maps", *words])
    out, problem = capsys.readouterr()
    return code, out, problem


@pytest.fixture
def sketch(tmp_path: Path) -> Path:
    """A file with a sketch."""
    path = tmp_path / "isles-sketch.yaml"
    text = SKETCH.replace("Norland: {land", "Norland: {at: [30, 20], land")
    text = text.replace("Sorland: {sea", "Sorland: {at: [30, 70], sea")
    path.write_text(text.replace("Holm: {}", "Holm: {at: [80, 50]}"), "utf-8")
    return path


def test_all_boards_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "list", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert (code, sorted(rows)) == (0, names("maps"))
    assert (rows["classic"]["territories"], rows["classic"]["links"]) == (42, 83)
    code, out, _ = run(capsys)
    assert (code, len(out.splitlines())) == (0, len(rows))


def test_a_board_is_shown_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", "classic", "--json")
    board = json.loads(out)
    lands = board["territories"]
    alaska = next(land for land in lands if land["name"] == "Alaska")
    assert (code, len(lands), len(board["continents"])) == (0, 42, 6)
    assert [lands[number]["name"] for number in alaska["over_water"]] == ["Kamchatka"]
    assert len(alaska["neighbours"]) == 3


def test_checks_of_boards_are_told_to_programs(
    sketch: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "check", "classic", "--json")
    assert (code, json.loads(out)["problem"]) == (0, None)
    assert "58x21" in json.loads(out)["pictures"]
    code, out, problem = run(capsys, "check", str(sketch), "--json")
    assert (code, problem) == (2, "")
    assert json.loads(out)["problem"].startswith("isles-sketch.yaml")


def test_a_board_is_shown_with_its_picture_and_links(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", "classic", "--size", "58x21")
    assert code == 0
    assert "KA Kamchatka: Alaska~, Yakutsk, Irkutsk, Mongolia, Japan~" in out
    picture = [line for line in out.splitlines() if "····" in line]
    assert picture
    assert max(map(len, picture)) <= 58


def test_a_board_is_shown_with_all_names_that_people_may_type(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "show", "classic", "--names")
    assert code == 0
    assert "EG Egypt: Libya, Ägypten (de), Égypte (fr), Egitto (it)" in " ".join(out.split())


@pytest.mark.parametrize("name", names("maps"))
def test_the_boards_of_the_program_are_sound_and_fit_small_terminals(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "check", name)
    assert code == 0
    assert "is valid" in out
    assert "none of them fits" not in out


def test_a_board_is_drawn_and_can_be_played(
    sketch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["draw", str(sketch), "--size", "40x14", "--into", str(tmp_path)]
    assert run(capsys, *words)[0] == 0
    code, out, _ = run(capsys, "check", str(tmp_path / "isles.yaml"))
    assert (code, "pictures of 40x14" in out) == (0, True)
    code, _, problem = run(capsys, *words)
    assert code == 2
    assert "already exists; use --force to overwrite it" in problem
    assert run(capsys, *words, "--force")[0] == 0


def test_one_picture_drawn_again_leaves_the_others_on_the_map(
    sketch: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def drawn(size: str) -> str:
        words = ["draw", str(sketch), "--size", size, "--into", str(tmp_path), "--force"]
        code, out, _ = run(capsys, *words)
        assert code == 0
        return out

    def listed() -> str:
        return (tmp_path / "isles.yaml").read_text().splitlines()[-1]

    drawn("50x16")
    drawn("40x14")
    assert listed() == "pictures: [isles-40x14.txt, isles-50x16.txt]"
    picture = tmp_path / "isles-50x16.txt"
    picture.write_text(picture.read_text().replace("a", " "))
    assert "not listed: isles-50x16.txt, line " in drawn("40x14")
    assert listed() == "pictures: [isles-40x14.txt]"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["show", "clasic"], "did you mean classic?"),
        (["show", "classic", "--size", "big"], "write columns and rows from 20x5 to 300x120"),
        (["draw", "none.yaml"], "none.yaml: cannot be read"),
        (["draw", "{sketch}", "--coast", "none.geojson"], "none.geojson"),
        (["draw", "{sketch}", "--coast", "nowhere"], "unknown map 'nowhere'"),
        (["draw", "{sketch}", "--into", "/nowhere"], "there is no folder /nowhere"),
    ],
)
def test_bad_input_is_one_line(
    words: list[str], reason: str, sketch: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, problem = run(capsys, *(word.format(sketch=sketch) for word in words))
    assert code == 2
    assert reason in problem
    assert problem.count("\n") == 1


@pytest.mark.parametrize("command", ["import", "draw"])
def test_empty_file_name_is_rejected(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["maps", command, ""])
    assert "the name of a file is missing" in capsys.readouterr().err


def test_ten_thousand_territories_are_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lands = "".join(f"      Land {n}: {{}}\n" for n in range(10_000))
    path = tmp_path / "vast.yaml"
    path.write_text(SKETCH.replace("      Norland", lands + "      Norland"), "utf-8")
    for command in ("check", "draw"):
        code, _, problem = run(capsys, command, str(path))
        assert code == 2
        assert "vast.yaml" in problem
        assert len(problem) < 300
