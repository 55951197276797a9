"""``risk-tui story`` and ``hint``: text, JSON and files, and bad input."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

from risk_tui.laboratory.runner import Stopped
from tests.cli.running import Run
from tests.saves.games import change

FILE = Path(__file__).parents[1] / "saves" / "golden" / "format-6-stars.risk"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of 197 steps that is not over."""
    return Path(shutil.copy(FILE, tmp_path / "evening.risk"))


def test_story_as_text(game: Path, printed: Run) -> None:
    page = printed("story", game, "--plain")
    assert page.startswith("evening: round 2, 197 steps so far\n")
    for words in (
        "Turning points",
        "Territories when each round began",
        "\n  now ",
        "Asia (+",
        "took",
    ):
        assert words in page
    assert " held at the end" not in page


def test_story_for_programs(game: Path, printed: Run) -> None:
    data = json.loads(printed("story", game, "--json"))
    assert (data["game"], data["round"], data["steps"], data["over"]) == ("evening", 2, 197, False)
    land = next(series for series in data["series"] if series["title"] == "Territories")
    assert [len(row) for row in land["values"]] == [len(land["steps"])] * len(data["seats"])
    assert not any(seat["hand"] for seat in data["seats"]), "hands are hidden during a game"


def test_hint_for_programs(printed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    printed("play", "--plain", "--players", "Ann,bot", "--seed", "1")
    data = json.loads(printed("hint", "--json"))
    assert (data["seat"], data["player"], data["action"]["do"]) == (0, "Ann", "place")
    assert data["hint"][0].startswith("Hint by Mira, the strongest bot: put ")


def test_files_for_others(game: Path, printed: Run) -> None:
    files = {kind: game.with_suffix(f".{kind}") for kind in ("html", "svg", "cast")}
    options = [word for kind, path in files.items() for word in (f"--{kind}", path)]
    assert printed("story", game, *options, "--at", "r2").count("is written.") == 3
    starts = {"html": "<!DOCTYPE html>", "svg": "<svg ", "cast": '{"version": 2'}
    for kind, path in files.items():
        assert path.read_text(encoding="utf-8").startswith(starts[kind])


def test_existing_file_is_overwritten_only_by_force(game: Path, printed: Run, refusal: Run) -> None:
    picture = game.with_name("there.svg")
    picture.write_text("mine")
    assert "there.svg already exists" in refusal("story", game, "--svg", picture)
    assert picture.read_text() == "mine"
    printed("story", game, "--svg", picture, "--force")
    assert "is the game itself" in refusal("story", game, "--svg", game, "--force")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--at=198"], "--at is a step from 0 to 197"),
        (["--at=-3"], "--at is a step"),
        (["--at=r9"], "there is no round 9 in this game: the last one is r2"),
        (["--at=round 2"], "or a round such as r3, not 'round 2'"),
        (["--at=²"], "--at is a step"),
        (["--review"], "the game goes on; a game is reviewed once it is over"),
        (["--review=7"], "from 8 to 1,000, not '7'"),
        (["--chances=8"], "--chances goes with --plain, --json or --html"),
    ],
)
def test_bad_option_writes_no_file(
    options: list[str], problem: str, game: Path, refusal: Run
) -> None:
    target = game.with_suffix(".svg")
    assert problem in refusal("story", game, "--svg", target, *options)
    assert not target.exists()


def test_options_need_others(game: Path, refusal: Run) -> None:
    assert "from 1 to 1,000, not 'many'" in refusal("story", game, "--plain", "--chances=many")
    assert "the name of a file is missing" in refusal("story", game, "--svg", "")
    for options in (["--plain"], ["--html", game.with_suffix(".html")], ["--review"]):
        line = refusal("story", game, *options, "--at", "3")
        assert "--at goes with --svg or --cast" in line


@pytest.mark.parametrize("options", ["--plain --chances", "--html FILE --chances", "--review"])
def test_stopped_estimates_print_nothing(
    options: str, game: Path, printed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*arguments: object, **options: object) -> None:
        raise Stopped

    monkeypatch.setattr("risk_tui.story.chances.story_with_chances", stop)
    monkeypatch.setattr("risk_tui.story.review.load_or_make_review", stop)
    page = game.with_suffix(".html")
    words = (page if word == "FILE" else word for word in options.split())
    assert printed("story", game, *words, code=130) == ""
    assert not page.exists()


def test_story_of_a_damaged_game_ends_at_the_damage(game: Path, printed: Run) -> None:
    change(game, "UPDATE entries SET entry = 'x' WHERE number = 150")
    page = game.with_suffix(".html")
    notice = "The rest of the game is missing: entry 150"
    assert notice in printed("story", game, "--html", page)
    assert notice in page.read_text(encoding="utf-8")


def test_file_that_is_not_a_game_is_refused(tmp_path: Path, refusal: Run) -> None:
    photo = tmp_path / "photo.risk"
    photo.write_bytes(b"GIF89a")
    assert "photo.risk" in refusal("story", photo, "--plain")
    assert "there is no game file" in refusal("story", tmp_path / "none.risk", "--plain")
