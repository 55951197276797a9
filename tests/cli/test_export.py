"""``risk-tui export`` and ``import``: a game moves to another machine as text."""

from __future__ import annotations

import io
import json
import resource
import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from risk_tui.cli import main
from risk_tui.engine.decisions import ToReinforce
from risk_tui.saves.entries import write_entry
from risk_tui.saves.errors import saves_folder
from risk_tui.saves.folder import saved_games
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table
from tests.cli.running import Run
from tests.cli.test_saves import BAD_NAMES
from tests.extent import few
from tests.new_games import create_table
from tests.story.transcripts import example

GAME = "ann-ben-bot"
EXAMPLE = "ann-mary-lou-2026-11-21"
GOLDEN = Path(__file__).parents[1] / "saves" / "golden"


def played(rules: str = "us-1980", players: str = "Ann,Ben,bot", rounds: int = 1) -> Path:
    """Save a game that has an entry of every kind."""
    path = saves_folder() / f"{GAME}.risk"
    table = create_table(players, rules, seed="5", path=path)
    for seat in (0, 1):
        table.set_player(seat, "toni")
        table.seating.set_defence(seat, "most")
    while table.view(None).round < rounds and table.automation.step():
        pass
    table.set_player(0, "person")
    while table.decision is not None and not (
        table.decision.seat == 0 and isinstance(table.decision, ToReinforce)
    ):
        table.automation.step()
    if table.decision is not None:
        table.submit(0, table.view(0).offers[0].action)
        table.undo()
        table.seating.set_defence(0, "one")
    table.close()
    return path


def entries(path: Path) -> list[str]:
    with closing(SaveFile.open(path, mode="ro")) as save:
        return [write_entry(entry) for entry in save.entries()]


def position_of(path: Path) -> list[Any]:
    """Return the views, the seats and the records of a game."""
    with closing(Table.open(path)) as table:
        players = [*range(table.view(None).ruleset.players.least), None]
        views = [table.view(seat) for seat in players]
        return [views, list(table.seats), table.history(None)]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that moves to another machine."""
    return lambda: monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """The exported example game."""
    path = tmp_path / "war.txt"
    path.write_text(example(), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("rules", "players"),
    few(
        [
            ("us-1980", "Ann,Ben,bot"),
            ("us-1993", "Ann,Ben"),
            ("us-1975", "Ann,Ben"),
            ("us-1980-experts", "Ann,Ben,bot"),
            ("us-1993-mission", "Ann,Ben,bot"),
            ("us-1993-capital", "Ann,Ben,bot"),
        ],
        3,
    ),
)
def test_game_continues_on_another_machine(
    rules: str, players: str, tmp_path: Path, elsewhere: Callable[[], None], printed: Run
) -> None:
    old, text = played(rules, players), tmp_path / "war.txt"
    (before,) = saved_games()
    printed("export", GAME, text)
    elsewhere()
    printed("import", text)
    (after,) = saved_games()
    new = after.path
    assert (after.name, new == old) == (GAME, False)
    assert before.summary is not None and after.summary is not None
    for name in ("players", "round", "to_move", "steps"):
        assert getattr(before.summary, name) == getattr(after.summary, name)
    assert entries(new) == entries(old)
    assert any('"undo"' in entry for entry in entries(new))
    assert position_of(new) == position_of(old)
    with closing(Table.open(new)) as table:
        table.set_player(0, "toni")
        assert table.automation.step()


@pytest.mark.parametrize("old", few(sorted(GOLDEN.glob("*.risk")), 5), ids=lambda path: path.stem)
def test_games_of_older_programs_are_exported_and_imported(
    old: Path, tmp_path: Path, printed: Run
) -> None:
    game, text = Path(shutil.copy(old, tmp_path / "old.risk")), tmp_path / "old.txt"
    before = game.read_bytes()
    printed("export", game, text)
    assert game.read_bytes() == before, "a file is not changed by reading it"
    assert "risk-tui resume 'once more'" in printed("import", text, "once more")
    printed("import", text, "again")
    again = saves_folder() / "again.risk"
    assert entries(again) == entries(game)
    assert position_of(again) == position_of(game)


def test_text_goes_to_the_output_and_comes_from_the_input(
    printed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = played()
    text = printed("export", GAME)
    assert text.startswith("risk-tui game 2\n")
    assert text.endswith("\nend\n")
    assert printed("export", GAME, "-") == text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert "again: " in printed("import", "-", "again")
    assert entries(saves_folder() / "again.risk") == entries(path)


def test_taken_name_gets_a_number(text: Path, printed: Run) -> None:
    names = [EXAMPLE, f"{EXAMPLE}-2", f"{EXAMPLE}-3"]
    for name in names:
        assert f"{name}: 37 entries, won by Mary Lou" in printed("import", text)
    assert {game.name for game in saved_games()} == set(names)


def record_name(text: Path, name: str) -> None:
    recorded = example().replace(EXAMPLE, json.dumps(name, ensure_ascii=False))
    text.write_text(recorded, encoding="utf-8")


@pytest.mark.parametrize("name", ["../../evil", ".hidden", "-x", "a/b", "", "x" * 70])
def test_bad_name_in_a_text_is_replaced(name: str, text: Path, printed: Run) -> None:
    record_name(text, name)
    printed("import", text)
    (game,) = saved_games()
    assert game.name == EXAMPLE, "its players and its day"
    assert game.path.parent == saves_folder()


def test_invisible_name_in_a_text_is_refused(text: Path, refusal: Run) -> None:
    record_name(text, "\u202ex")
    assert "cannot be shown" in refusal("import", text)
    assert not saved_games()


def test_existing_file_is_overwritten_only_by_force(
    tmp_path: Path, printed: Run, refusal: Run
) -> None:
    game, text = played(), tmp_path / "war.txt"
    text.write_text("a letter")
    assert "use --force to overwrite it" in refusal("export", GAME, text)
    assert text.read_text() == "a letter"
    printed("export", "--force", GAME, text)
    assert text.read_text().startswith("risk-tui game 2\n")
    before = game.read_bytes()
    assert "is the game itself" in refusal("export", "--force", GAME, game)
    assert game.read_bytes() == before


def test_force_overwrites_nothing_behind_a_link(tmp_path: Path, printed: Run, refusal: Run) -> None:
    played()
    letter, text = tmp_path / "letter", tmp_path / "war.txt"
    letter.write_text("a letter")
    text.symlink_to(letter)
    assert "is a symbolic link" in refusal("export", "--force", GAME, text)
    text.unlink()
    text.hardlink_to(letter)
    printed("export", "--force", GAME, text)
    assert text.read_text().startswith("risk-tui game 2\n")
    assert text.stat().st_mode & 0o777 == 0o600
    assert letter.read_text() == "a letter"


def test_unreadable_and_unwritable_files_are_refused(tmp_path: Path, refusal: Run) -> None:
    game = played()
    assert "No such file" in refusal("import", tmp_path / "no.txt")
    assert "directory" in refusal("import", tmp_path)
    assert "the name of a file is missing" in refusal("import", "")
    assert "the name of a file is missing" in refusal("export", GAME, "")
    assert "this is a game file, not a text" in refusal("import", game)
    assert "No such file" in refusal("export", GAME, tmp_path / "no" / "war.txt")
    assert "cannot be written" in refusal("export", GAME, "a\0b")
    assert "cannot be read" in refusal("import", "a\0b\x1b")
    assert "there is no saved game named" in refusal("export", "nothing")


def test_full_disk_leaves_no_partial_file(tmp_path: Path, refusal: Run) -> None:
    game, text = played(), tmp_path / "war.txt"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, hard))
    try:
        line = refusal("export", game, text)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert line == f"{text} cannot be written: File too large"
    assert not text.exists()


def test_invalid_or_taken_requested_name_is_refused(text: Path, printed: Run, refusal: Run) -> None:
    for name in (*BAD_NAMES, "x" * 61):
        assert "name" in refusal("import", text, "--", name)
    assert not saved_games()
    printed("import", text, "war")
    line = refusal("import", text, "war")
    assert line == "a game named war already exists; choose another name"


def test_nothing_is_saved_after_an_invalid_line(
    tmp_path: Path, elsewhere: Callable[[], None], printed: Run, refusal: Run
) -> None:
    played()
    text = tmp_path / "war.txt"
    printed("export", GAME, text)
    lines = text.read_text(encoding="utf-8").splitlines()
    wrong = next(n for n, line in enumerate(lines) if " attack " in line)
    lines[wrong] = lines[wrong].replace(" attack ", " befriend ", 1)
    text.write_text("\n".join(lines), encoding="utf-8")
    elsewhere()
    problem = f"{text}, line {wrong + 1}: unknown action 'befriend'; did you mean defend?"
    assert refusal("import", text).startswith(problem)
    assert not saves_folder().exists() or not list(saves_folder().iterdir())


def test_help_of_export_warns_of_hidden_cards(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["export", "--help"])
    assert "hidden cards and missions" in " ".join(capsys.readouterr().out.split())
