"""``risk-tui export`` and ``import``: a game goes elsewhere as a text, and goes on there."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from risk_tui.cli import main
from risk_tui.engine.decisions import ToReinforce
from risk_tui.engine.game import GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.entries import write_entry
from risk_tui.saves.errors import saves_folder
from risk_tui.saves.folder import saved_games
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from tests.extent import few
from tests.story.transcripts import example

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest import CaptureFixture, MonkeyPatch

GAME = "ann-ben-bot"
EXAMPLE = "ann-mary-lou-2026-11-21"
GOLDEN = Path(__file__).parents[1] / "saves" / "golden"


def played(rules: str = "us-1980", players: str = "Ann,Ben,bot", rounds: int = 1) -> Path:
    """A game in the folder, with everything in it that is not a step."""
    seats = seat_players(players.split(","), ("toni",))
    setup = GameSetup(load_board("classic"), load_ruleset(rules), len(seats))
    path = saves_folder() / f"{GAME}.risk"
    table = Table.create(setup, seats, seed="5", path=path)
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
        offer = table.view(0).offers[0]
        table.submit(0, offer.action)
        table.undo()
        table.seating.set_defence(0, "one")
    table.close()
    return path


def entries(path: Path) -> list[str]:
    save = SaveFile.open(path, mode="ro")
    found = [write_entry(entry) for entry in save.entries()]
    save.close()
    return found


def standing(path: Path) -> list[Any]:
    """How a game stands, for everybody at the table."""
    table = Table.open(path)
    players = [*range(table.view(None).ruleset.players.least), None]
    stands = [table.view(seat) for seat in players], list(table.seats), table.history(None)
    table.close()
    return list(stands)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: MonkeyPatch) -> Callable[[], None]:
    """From now on it is another machine."""
    return lambda: monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))


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
def test_a_game_goes_on_elsewhere_where_it_stood(
    rules: str, players: str, tmp_path: Path, elsewhere: Callable[[], None]
) -> None:
    old, text = played(rules, players), tmp_path / "war.txt"
    assert main(["export", GAME, str(text)]) == 0
    elsewhere()
    assert main(["import", str(text)]) == 0
    new = saves_folder() / f"{GAME}.risk"
    assert new != old
    assert entries(new) == entries(old)
    assert any('"undo"' in entry for entry in entries(new))
    assert standing(new) == standing(old)
    table = Table.open(new)
    table.set_player(0, "toni")
    assert table.automation.step(), "it is played on"
    table.close()


@pytest.mark.parametrize("old", few(sorted(GOLDEN.glob("*.risk")), 5), ids=lambda path: path.stem)
def test_a_game_of_any_older_program_is_written_down_and_read_again(
    old: Path, tmp_path: Path
) -> None:
    game, text = Path(shutil.copy(old, tmp_path / "old.risk")), tmp_path / "old.txt"
    before = game.read_bytes()
    assert main(["export", str(game), str(text)]) == 0
    assert game.read_bytes() == before, "what is only read is not changed"
    assert main(["import", str(text), "again"]) == 0
    again = saves_folder() / "again.risk"
    assert entries(again) == entries(game)
    assert standing(again) == standing(game)


def test_the_list_of_games_tells_an_imported_one_like_the_old_one(
    tmp_path: Path, capsys: CaptureFixture[str], elsewhere: Callable[[], None]
) -> None:
    played()
    (old,) = saved_games()
    main(["export", GAME, str(tmp_path / "war.txt")])
    elsewhere()
    main(["import", str(tmp_path / "war.txt")])
    (new,) = saved_games()
    assert old.summary is not None
    assert new.summary is not None
    assert (new.name, new.summary.players) == (old.name, old.summary.players)
    assert (new.summary.round, new.summary.to_move) == (old.summary.round, old.summary.to_move)
    assert new.summary.steps == old.summary.steps
    capsys.readouterr()
    assert main(["saves", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["name"] == GAME


def test_without_a_file_the_text_is_the_output_and_the_input(
    capsys: CaptureFixture[str], monkeypatch: MonkeyPatch
) -> None:
    played()
    assert main(["export", GAME]) == 0
    text = capsys.readouterr().out
    assert text.startswith("risk-tui game 2\n")
    assert text.endswith("\nend\n")
    assert main(["export", GAME, "-"]) == 0
    assert capsys.readouterr().out == text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["import", "-", "again"]) == 0
    assert "again: " in capsys.readouterr().out
    assert entries(saves_folder() / "again.risk") == entries(saves_folder() / f"{GAME}.risk")


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path, capsys: CaptureFixture[str]) -> None:
    text = tmp_path / "war.txt"
    text.write_text(example(), encoding="utf-8")
    names = [EXAMPLE, f"{EXAMPLE}-2", f"{EXAMPLE}-3"]
    for name in names:
        assert main(["import", str(text)]) == 0
        assert f"{name}: 37 entries, won by Mary Lou" in capsys.readouterr().out
    assert {game.name for game in saved_games()} == set(names)


@pytest.mark.parametrize("name", ["../../evil", ".hidden", "-x", "a/b", "", "x" * 70, "\u202ex"])
def test_a_text_cannot_choose_where_its_game_is_saved(tmp_path: Path, name: str) -> None:
    text = tmp_path / "war.txt"
    named = example().replace(EXAMPLE, json.dumps(name, ensure_ascii=False))
    text.write_text(named, encoding="utf-8")
    before = set(tmp_path.rglob("*"))
    if main(["import", str(text)]) == 0:
        (game,) = saved_games()
        assert game.name == EXAMPLE, "its players and its day"
        assert game.path.parent == saves_folder()
    new = {each for each in tmp_path.rglob("*") if each.is_file()} - before
    assert all(each.parent == saves_folder() for each in new)


def refusal(capsys: CaptureFixture[str], *arguments: str) -> str:
    """Why a command is refused: exit code 2 and one line."""
    capsys.readouterr()
    assert main(list(arguments)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()
    return line.removeprefix("risk-tui: ")


def test_a_file_that_is_there_is_overwritten_only_by_force(
    tmp_path: Path, capsys: CaptureFixture[str]
) -> None:
    game, text = played(), tmp_path / "war.txt"
    text.write_text("a letter")
    assert "use --force to overwrite it" in refusal(capsys, "export", GAME, str(text))
    assert text.read_text() == "a letter"
    assert main(["export", "--force", GAME, str(text)]) == 0
    assert text.read_text().startswith("risk-tui game 2\n")
    before = game.read_bytes()
    told = refusal(capsys, "export", "--force", GAME, str(game))
    assert "is the game itself" in told
    assert game.read_bytes() == before


def test_force_overwrites_nothing_behind_a_link(
    tmp_path: Path, capsys: CaptureFixture[str]
) -> None:
    played()
    letter, text = tmp_path / "letter", tmp_path / "war.txt"
    letter.write_text("a letter")
    text.symlink_to(letter)
    assert "is a symbolic link" in refusal(capsys, "export", "--force", GAME, str(text))
    text.unlink()
    text.hardlink_to(letter)
    assert main(["export", "--force", GAME, str(text)]) == 0
    assert text.read_text().startswith("risk-tui game 2\n")
    assert text.stat().st_mode & 0o777 == 0o600
    assert letter.read_text() == "a letter"


def test_a_text_that_cannot_be_read_or_written_is_told(
    tmp_path: Path, capsys: CaptureFixture[str]
) -> None:
    played()
    assert "No such file" in refusal(capsys, "import", str(tmp_path / "no.txt"))
    assert "directory" in refusal(capsys, "import", str(tmp_path))
    with pytest.raises(SystemExit):
        main(["import", ""])
    assert "the name of a file is missing" in capsys.readouterr().err
    assert "No such file" in refusal(capsys, "export", GAME, str(tmp_path / "no" / "war.txt"))
    assert "cannot be written" in refusal(capsys, "export", GAME, "a\0b")
    assert "cannot be read" in refusal(capsys, "import", "a\0b\x1b")
    assert "there is no saved game named" in refusal(capsys, "export", "nothing")


def test_a_text_that_finds_no_room_is_not_left_cut_off(
    tmp_path: Path, capsys: CaptureFixture[str]
) -> None:
    resource = pytest.importorskip("resource")
    game, text = played(), tmp_path / "war.txt"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, hard))
    try:
        told = refusal(capsys, "export", str(game), str(text))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert told == f"{text} cannot be written: File too large"
    assert not text.exists()


@pytest.mark.parametrize("name", ["", "a/b", "..", "-x", "x" * 61, "a\x1bb"])
def test_a_name_that_no_file_should_have_is_refused(
    tmp_path: Path, capsys: CaptureFixture[str], name: str
) -> None:
    text = tmp_path / "war.txt"
    text.write_text(example(), encoding="utf-8")
    command = ("import", str(text), "--", name)
    assert "name" in refusal(capsys, *command)
    assert not saved_games()


def test_a_name_that_was_asked_for_and_is_taken_is_refused(
    tmp_path: Path, capsys: CaptureFixture[str]
) -> None:
    text = tmp_path / "war.txt"
    text.write_text(example(), encoding="utf-8")
    assert main(["import", str(text), "war"]) == 0
    told = refusal(capsys, "import", str(text), "war")
    assert told == "a game named war already exists; choose another name"


def test_a_wrong_line_is_told_and_nothing_is_saved(
    tmp_path: Path, capsys: CaptureFixture[str], elsewhere: Callable[[], None]
) -> None:
    played()
    text = tmp_path / "war.txt"
    main(["export", GAME, str(text)])
    lines = text.read_text(encoding="utf-8").splitlines()
    wrong = next(n for n, line in enumerate(lines) if " attack " in line)
    lines[wrong] = lines[wrong].replace(" attack ", " befriend ", 1)
    text.write_text("\n".join(lines), encoding="utf-8")
    elsewhere()
    told = refusal(capsys, "import", str(text))
    assert told.startswith(f"{text}, line {wrong + 1}: unknown action 'befriend'; there are: ")
    assert not saves_folder().exists() or not list(saves_folder().iterdir())


def test_a_game_file_given_as_a_text_is_told_so(capsys: CaptureFixture[str]) -> None:
    assert "this is a game file, not a text" in refusal(capsys, "import", str(played()))


@pytest.mark.parametrize("command", ["export", "import"])
def test_the_help_says_what_it_does(command: str, capsys: CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "as readable text" in told or "a saved game" in told
    if command == "export":
        assert "hidden cards and missions" in told
