"""``risk-tui saves``, ``rename``, ``copy``, ``delete`` and ``rescue``."""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from risk_tui.cli import main
from risk_tui.engine.game import GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.errors import saves_folder
from risk_tui.saves.folder import saved_games
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from tests.saves.games import bot_game, change

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def ann(played: Path) -> Path:
    """A game in the player's folder."""
    path = saves_folder() / "ann.risk"
    path.parent.mkdir(parents=True)
    return shutil.copy(played, path)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "game.risk"
    bot_game(path, 60).close()
    return path


def names() -> list[str]:
    return sorted(game.name for game in saved_games())


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What a command prints; a refusal is one line."""
    assert main(list(arguments)) == code
    printed = capsys.readouterr()
    if code:
        assert not printed.out
        assert printed.err.count("\n") == 1
        return printed.err
    assert not printed.err
    return printed.out


def test_the_list_is_aligned_and_tells_what_matters(
    ann: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shutil.copy(ann, ann.with_name("ben-and-others.risk"))
    won = ann.with_name("won.risk")
    shutil.copy(ann, won)
    change(won, 'UPDATE head SET value = replace(value, \'"winners": []\', \'"winners": ["Ben"]\')')
    heading, *rows = said(capsys, "saves").splitlines()
    assert heading.split() == ["GAME", "RULES", "PLAYERS", "ROUND", "NEXT", "PLAYED"]
    assert len(rows) == 3
    assert len({row.index("UK, newer rules") for row in rows}) == 1
    assert all("Ann, Ben  1 " in row for row in rows)
    assert all(row.endswith("just now") for row in rows)
    assert sum("won by Ben" in row for row in rows) == 1
    assert all(len(row) <= 80 for row in rows)


@pytest.mark.parametrize(
    ("columns", "here"), [(20, "at the table: Ann, Cid"), (120, "just now Ann, Cid")]
)
def test_the_list_tells_who_is_at_a_table(
    columns: int,
    here: str,
    ann: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    setup = GameSetup(load_board("classic"), load_ruleset("us-1993"), 3)
    host = Table.create(setup, seat_players(["Ann", "Ben", "Cid"], []), path=ann.parent / "b.risk")
    host.leave_seat(1)
    host.leave_seat(2)
    with closing(host), closing(Table.join(host.path, "Cid")):
        assert here in " ".join(said(capsys, "saves").split())
        rows = json.loads(said(capsys, "saves", "--json"))
        assert {row["name"]: row["at_table"] for row in rows} == {"b": ["Ann", "Cid"], "ann": []}
    assert "TABLE" not in said(capsys, "saves").upper()


@pytest.mark.parametrize("columns", [20, 80, 300])
def test_every_name_can_be_copied_however_narrow_the_terminal_is(
    columns: int, ann: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    players = json.dumps(["Wilhelmina12"] * 6)
    change(ann, 'UPDATE head SET value = replace(value, \'["Ann", "Ben"]\', ?)', players)
    long, broken = "long-name-" * 6, "broken-name-" * 6
    shutil.copy(ann, ann.with_name(f"{long}.risk"))
    ann.with_name(f"{broken}.risk").write_text("no game")
    lines = said(capsys, "saves").splitlines()
    assert {"ann", long, broken} <= {line.split("  ")[0] for line in lines}
    details = [line for line in lines if line.startswith("  ")]
    assert all(len(line) <= columns for line in details)
    assert "\n".join(lines).count("Wilhelmina12") == 12


def test_what_is_in_a_file_is_shown_as_it_is(ann: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(ann, "UPDATE head SET value = replace(value, 'UK, newer', '[red]\\u001b[2J') ")
    ann.rename(ann.with_name("a\x1b[31m:bomb:.risk"))
    ann.with_name("b\u202e.risk").write_text("no game")
    printed = said(capsys, "saves")
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert "[red]" in printed
    assert ":bomb:" in printed
    assert said(capsys, "saves", "--json").isascii()


def test_the_list_for_programs(ann: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ann.with_name("broken.risk").write_text("no game")
    good, broken = json.loads(said(capsys, "saves", "--json"))
    assert good["name"] == "ann"
    assert good["path"] == str(ann)
    assert good["problem"] is None
    assert good["players"] == ["Ann", "Ben"]
    assert good["steps"] == 60
    assert "not a game" in broken["problem"]
    assert "UNREADABLE" in said(capsys, "saves").upper()


def test_no_games_are_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert "No saved games in" in said(capsys, "saves")
    assert json.loads(said(capsys, "saves", "--json")) == []


@pytest.mark.parametrize("command", [["delete", "--yes"], ["rescue"], ["export"]])
def test_an_empty_name_is_no_start_of_all_names(
    command: list[str], ann: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "there is no saved game named ''" in said(capsys, *command, "", code=2)
    assert names() == ["ann"]


def test_a_game_gets_another_name(ann: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "rename", "an", "Zoë's war") == "ann is now called Zoë's war.\n"
    assert names() == ["Zoë's war"]
    assert [path.name for path in ann.parent.iterdir()] == ["Zoë's war.risk"]
    with closing(Table.open(saves_folder() / "Zoë's war.risk")) as table:
        assert table.steps == 60


@pytest.mark.parametrize("command", ["rename", "copy"])
def test_a_log_that_was_left_at_the_new_name_is_not_taken_over(
    command: str, ann: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Table.open(ann)) as table:
        table.automation.step()
        shutil.copy(ann.with_name("ann.risk-wal"), ann.with_name("ben.risk-wal"))
    said(capsys, command, "ann", "ben")
    assert not ann.with_name("ben.risk-wal").exists()
    with closing(Table.open(ann.with_name("ben.risk"))) as table:
        assert table.steps == 61


def test_a_game_moves_to_another_folder(
    ann: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "rename", "ann", str(tmp_path / "ben.risk"))
    assert names() == []
    said(capsys, "copy", str(tmp_path / "ben.risk"), "cid")
    assert names() == ["cid"], "a name alone is one of the player's own games"


BAD_NAMES = [
    "",
    " ",
    "a/b",
    "a\\b",
    "..",
    ".hidden",
    "-x",
    "a\x1bb",
    "a\nb\x00",
    "x" * 61,
    "\u202e",
]


@pytest.mark.parametrize("command", ["rename", "copy"])
@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_cannot_be_is_refused(
    command: str, name: str, ann: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "name" in said(capsys, command, "--", "ann", name, code=2)
    assert names() == ["ann"]


@pytest.mark.parametrize("command", ["rename", "copy"])
def test_nothing_is_overwritten(
    command: str, ann: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ben = shutil.copy(ann, ann.with_name("ben.risk"))
    before = ben.read_bytes()
    assert "ben.risk already exists" in said(capsys, command, "ann", "ben", code=2)
    assert "ann.risk already exists" in said(capsys, command, "ann", "ann", code=2)
    nowhere = str(tmp_path / "nowhere" / "x.risk")
    assert "there is no folder" in said(capsys, command, "ann", nowhere, code=2)
    assert "there is no saved game named" in said(capsys, command, "cid", "dan", code=2)
    assert ben.read_bytes() == before
    assert names() == ["ann", "ben"]


def test_a_game_that_is_played_is_copied_whole_and_otherwise_left_alone(
    ann: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Table.open(ann)) as table:
        table.automation.step()
        said(capsys, "copy", "ann", "copy")
        table.automation.step()
        for arguments in (("rename", "ann", "ben"), ("delete", "--yes", "ann")):
            assert "is in use" in said(capsys, *arguments, code=2)
    with closing(Table.open(ann.with_name("copy.risk"))) as copied:
        assert copied.steps == 61
    assert Table.open(ann).steps == 62


def test_deleting_is_asked_for_or_confirmed(
    ann: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "use --yes" in said(capsys, "delete", "ann", code=2)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    asked: list[str] = []
    answers = iter(["n", "", "yes"])

    def answer(question: str) -> str:
        asked.append(question)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    for _ in range(2):
        assert said(capsys, "delete", "ann") == "Nothing was deleted.\n"
    assert names() == ["ann"]
    assert said(capsys, "delete", "ann") == "ann was deleted.\n"
    assert asked == ["Delete ann for good? y / n "] * 3
    assert not list(ann.parent.iterdir())


def test_several_games_are_deleted_or_none(ann: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ben = shutil.copy(ann, ann.with_name("ben.risk"))
    ann.with_name("broken.risk").write_text("no game")
    assert "no saved game named 'cid'" in said(capsys, "delete", "--yes", "ann", "cid", code=2)
    letter = ann.with_name("letter.txt")
    letter.write_text("Dear Ann")
    assert "end in .risk" in said(capsys, "delete", "--yes", "ann", str(letter), code=2)
    with closing(Table.open(ben)):
        assert "is in use" in said(capsys, "delete", "--yes", "ann", "ben", code=2)
    assert names() == ["ann", "ben", "broken"]
    said(capsys, "delete", "--yes", "ann", "ann", "broken")
    assert names() == ["ben"]
    assert letter.exists()


def test_a_deleted_game_takes_its_log_along(ann: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in ("wal", "shm"):
        ann.with_name(f"ann.risk-{ending}").write_bytes(b"")
    said(capsys, "delete", "--yes", "ann")
    assert not list(ann.parent.iterdir())


def test_a_damaged_game_is_rescued(ann: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "ann is not damaged" in said(capsys, "rescue", "ann")
    change(ann, "DELETE FROM entries WHERE number = 40")
    refused = said(capsys, "resume", "--plain", "ann", code=2)
    assert refused.endswith("its first 40 steps are good: risk-tui rescue ann\n")
    printed = said(capsys, "rescue", "ann")
    assert "ann-rescued has the first 40 steps of ann" in printed
    assert "risk-tui resume ann-rescued" in printed
    with closing(SaveFile.open(saves_folder() / "ann-rescued.risk")) as save:
        assert len(list(save.entries())) == 40
    printed = said(capsys, "copy", "ann", "copy")
    assert "entry 40 is missing; its first 40 steps are good: risk-tui rescue copy" in printed
    ann.write_text("no game any more")
    assert "nothing can be rescued" in said(capsys, "rescue", "ann", code=2)
