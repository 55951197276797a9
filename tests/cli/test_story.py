"""``risk-tui story``: as text, and as files for others; whatever is wrong is one line."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from risk_tui.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = Path(__file__).parents[1] / "saves" / "golden" / "format-6-stars.risk"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of 197 steps."""
    path = tmp_path / "evening.risk"
    shutil.copy(FILE, path)
    return path


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a command that is refused; the line that says why."""

    def run(*words: object) -> str:
        assert main([str(word) for word in words]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        return error

    return run


def test_the_story_as_text(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["story", str(game), "--plain"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("evening: round 2, 197 moves so far\n")
    for words in ("Turning points", "Territories when each round began", "Asia (+", "took"):
        assert words in printed
    assert " held at the end" not in printed  # the game goes on


def test_the_story_for_programs(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["story", str(game), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["round"], told["steps"], told["over"]) == ("evening", 2, 197, False)
    land = next(series for series in told["series"] if series["title"] == "Territories")
    assert [len(row) for row in land["values"]] == [len(land["steps"])] * len(told["seats"])
    assert not any(seat["hand"] for seat in told["seats"])  # the game goes on


def test_a_hint_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "--plain", "--players", "Ann,bot", "--seed", "1"])
    capsys.readouterr()
    assert main(["hint", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["seat"], told["player"], told["action"]["do"]) == (0, "Ann", "place")
    assert told["hint"][0].startswith("Hint by Oskar, the strongest bot: put ")


def test_chances_go_with_a_text_or_a_page(
    game: Path, refused: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "goes with --plain, --json or --html" in refused("story", game, "--chances")
    assert "from 1 to 1,000, not 'many'" in refused("story", game, "--plain", "--chances", "many")
    assert not capsys.readouterr().out


def test_a_review_is_for_games_that_are_over(
    game: Path, refused: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = refused("story", game, "--review")
    assert "the game goes on; a game is reviewed once it is over" in refusal
    assert "from 8 to 1,000, not '7'" in refused("story", game, "--review", "7")
    assert not capsys.readouterr().out


def test_files_for_others(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {kind: game.with_suffix(f".{kind}") for kind in ("html", "svg", "cast")}
    options = [word for kind, path in files.items() for word in (f"--{kind}", str(path))]
    assert main(["story", str(game), *options, "--at", "r2"]) == 0
    assert capsys.readouterr().out.count("is written.") == 3
    begins = {"html": "<!DOCTYPE html>", "svg": "<svg ", "cast": '{"version": 2'}
    for kind, path in files.items():
        assert path.read_text(encoding="utf-8").startswith(begins[kind])


def test_a_file_that_is_there_stays_unless_it_may_go(
    game: Path, refused: Callable[..., str]
) -> None:
    there = game.with_name("there.svg")
    there.write_text("mine")
    assert "there.svg already exists" in refused("story", game, "--svg", there)
    assert there.read_text() == "mine"
    assert main(["story", str(game), "--svg", str(there), "--force"]) == 0
    assert "is the game itself" in refused("story", game, "--svg", game, "--force")


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("198", "--at is a step from 0 to 197"),
        ("-3", "--at is a step"),
        ("r9", "there is no round 9 in this game: the last one is r2"),
        ("round 2", "or a round such as r3, not 'round 2'"),
        ("²", "--at is a step"),
    ],
)
def test_a_moment_that_is_not_there(
    game: Path, at: str, why: str, refused: Callable[..., str]
) -> None:
    target = game.with_suffix(".svg")
    assert why in refused("story", game, "--svg", target, "--at", at)
    assert not target.exists()


def test_a_moment_without_a_picture_of_it(game: Path, refused: Callable[..., str]) -> None:
    assert "--at goes with --svg or --cast" in refused("story", game, "--plain", "--at", "3")


def test_of_a_damaged_game_the_good_part(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(game)) as link:
        link.execute("UPDATE entries SET entry = 'x' WHERE number = 150")
        link.commit()
    page = game.with_suffix(".html")
    assert main(["story", str(game), "--html", str(page)]) == 0
    assert "The rest of the game is missing: entry 150" in capsys.readouterr().out
    assert "The rest of the game is missing: entry 150" in page.read_text(encoding="utf-8")


def test_what_is_no_game(tmp_path: Path, refused: Callable[..., str]) -> None:
    photo = tmp_path / "photo.risk"
    photo.write_bytes(b"GIF89a")
    assert "photo.risk" in refused("story", photo, "--plain")
    assert "there is no game file" in refused("story", tmp_path / "none.risk", "--plain")
