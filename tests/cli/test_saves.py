"""``risk-tui saves``, ``rename``, ``copy``, ``delete`` and ``rescue``."""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.saves.errors import saves_folder
from risk_tui.saves.folder import saved_games
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.table import Table
from tests.cli.running import Run
from tests.new_games import create_table
from tests.saves.games import bot_game, change


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "game.risk"
    bot_game(path, 60).close()
    return path


@pytest.fixture
def ann(played: Path) -> Path:
    """A game in the player's folder."""
    path = saves_folder() / "ann.risk"
    path.parent.mkdir(parents=True)
    return shutil.copy(played, path)


def names() -> list[str]:
    return sorted(game.name for game in saved_games())


def test_list_is_aligned(ann: Path, printed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shutil.copy(ann, ann.with_name("ben-and-others.risk"))
    won = shutil.copy(ann, ann.with_name("won.risk"))
    change(won, 'UPDATE head SET value = replace(value, \'"winners": []\', \'"winners": ["Ben"]\')')
    heading, *rows = printed("saves").splitlines()
    assert heading.split() == ["GAME", "RULES", "PLAYERS", "ROUND", "NEXT", "PLAYED"]
    assert len(rows) == 3
    assert len({row.index("UK, newer rules") for row in rows}) == 1
    assert all("Ann, Ben  1 " in row and row.endswith("just now") for row in rows)
    assert sum("won by Ben" in row for row in rows) == 1
    assert max(map(len, rows)) <= 80


@pytest.mark.parametrize(
    ("columns", "here"), [(20, "at the table: Ann, Cid"), (120, "just now Ann, Cid")]
)
def test_list_shows_who_is_at_a_table(
    columns: int, here: str, ann: Path, printed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    host = create_table("Ann,Ben,Cid", path=ann.parent / "b.risk")
    host.leave_seat(1)
    host.leave_seat(2)
    with closing(host), closing(Table.join(host.path, "Cid")):
        page = " ".join(printed("saves").split())
        assert here in page
        assert columns == 20 or "Ann, Ben, Cid setup" in page
        rows = json.loads(printed("saves", "--json"))
        assert {row["name"]: row["at_table"] for row in rows} == {"b": ["Ann", "Cid"], "ann": []}
    assert "TABLE" not in printed("saves").upper()


@pytest.mark.parametrize("columns", [20, 80, 300])
def test_names_are_never_wrapped(
    columns: int, ann: Path, printed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    players = json.dumps(["Wilhelmina12"] * 6)
    change(ann, 'UPDATE head SET value = replace(value, \'["Ann", "Ben"]\', ?)', players)
    long, broken = "long-name-" * 6, "broken-name-" * 6
    shutil.copy(ann, ann.with_name(f"{long}.risk"))
    ann.with_name(f"{broken}.risk").write_text("no game")
    lines = printed("saves").splitlines()
    assert {"ann", long, broken} <= {line.split("  ")[0] for line in lines}
    assert all(len(line) <= columns for line in lines if line.startswith("  "))
    assert "\n".join(lines).count("Wilhelmina12") == 12


def test_control_characters_of_files_are_not_printed(ann: Path, printed: Run) -> None:
    change(ann, "UPDATE head SET value = replace(value, 'UK, newer', '[red]\\u001b[2J') ")
    ann.rename(ann.with_name("a\x1b[31m:bomb:.risk"))
    ann.with_name("b\u202e.risk").write_text("no game")
    page = printed("saves")
    assert page.replace("\n", "").isprintable()
    assert "[red]" in page and ":bomb:" in page
    assert printed("saves", "--json").isascii()


def test_list_for_programs(ann: Path, printed: Run, refusal: Run) -> None:
    ann.with_name("broken.risk").write_bytes(ann.read_bytes()[:5000])
    assert refusal("resume", "broken", "--plain")
    ann.with_name("broken.risk").write_text("no game")
    good, broken = json.loads(printed("saves", "--json"))
    expected = {"name": "ann", "path": str(ann), "problem": None, "players": ["Ann", "Ben"]}
    assert (expected | {"steps": 60}).items() <= good.items()
    assert "not a game" in broken["problem"]
    assert "UNREADABLE" in printed("saves").upper()


def test_hidden_files_are_not_listed(ann: Path, printed: Run) -> None:
    ann.with_name(f"._{ann.name}").write_bytes(b"\0")
    assert len(json.loads(printed("saves", "--json"))) == 1


def test_list_without_games(printed: Run) -> None:
    assert "No saved games in" in printed("saves")
    assert json.loads(printed("saves", "--json")) == []


@pytest.mark.parametrize("command", ["delete --yes", "rescue", "export"])
def test_empty_name_is_not_the_start_of_all_names(command: str, ann: Path, refusal: Run) -> None:
    assert "there is no saved game named ''" in refusal(*command.split(), "")
    assert names() == ["ann"]


def test_game_is_renamed(ann: Path, printed: Run) -> None:
    assert printed("rename", "an", "Zoë's war") == "ann is now called Zoë's war.\n"
    assert [path.name for path in ann.parent.iterdir()] == ["Zoë's war.risk"]
    with closing(Table.open(saves_folder() / "Zoë's war.risk")) as table:
        assert table.steps == 60


@pytest.mark.parametrize("command", ["rename", "copy"])
def test_leftover_log_at_the_new_name_is_not_used(command: str, ann: Path, printed: Run) -> None:
    with closing(Table.open(ann)) as table:
        table.automation.step()
        shutil.copy(ann.with_name("ann.risk-wal"), ann.with_name("ben.risk-wal"))
    printed(command, "ann", "ben")
    assert not ann.with_name("ben.risk-wal").exists()
    with closing(Table.open(ann.with_name("ben.risk"))) as table:
        assert table.steps == 61


def test_game_moves_to_another_folder(ann: Path, tmp_path: Path, printed: Run) -> None:
    printed("rename", "ann", tmp_path / "ben.risk")
    assert names() == []
    printed("copy", tmp_path / "ben.risk", "cid")
    assert names() == ["cid"], "a name alone is one of the player's own games"


BAD_NAMES = ("", " ", "a/b", "a\\b", "..", ".hidden", "-x", "a\x1bb", "a\nb\x00", "\u202e")


@pytest.mark.parametrize("name", [*BAD_NAMES, "x" * 61])
def test_invalid_name_is_refused(name: str, ann: Path, refusal: Run) -> None:
    for command in ("rename", "copy"):
        assert "name" in refusal(command, "--", "ann", name)
    assert names() == ["ann"]


@pytest.mark.parametrize("command", ["rename", "copy"])
def test_existing_game_is_not_overwritten(
    command: str, ann: Path, tmp_path: Path, refusal: Run
) -> None:
    ben = shutil.copy(ann, ann.with_name("ben.risk"))
    before = ben.read_bytes()
    assert "ben.risk already exists" in refusal(command, "ann", "ben")
    assert "ann.risk already exists" in refusal(command, "ann", "ann")
    assert "there is no folder" in refusal(command, "ann", tmp_path / "nowhere" / "x.risk")
    assert "there is no saved game named" in refusal(command, "cid", "dan")
    assert ben.read_bytes() == before
    assert names() == ["ann", "ben"]


def test_open_game_is_copied_but_not_renamed_or_deleted(
    ann: Path, printed: Run, refusal: Run
) -> None:
    with closing(Table.open(ann)) as table:
        table.automation.step()
        printed("copy", "ann", "copy")
        table.automation.step()
        for command in ("rename ann ben", "delete --yes ann"):
            assert "is in use" in refusal(*command.split())
    with closing(Table.open(ann.with_name("copy.risk"))) as copied:
        assert copied.steps == 61
    assert Table.open(ann).steps == 62


def test_deleting_needs_a_confirmation(
    ann: Path, printed: Run, refusal: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "use --yes" in refusal("delete", "ann")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    questions: list[str] = []
    answers = iter(["n", "", "yes"])

    def answer(question: str) -> str:
        questions.append(question)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    for _ in range(2):
        assert printed("delete", "ann") == "Nothing was deleted.\n"
    assert names() == ["ann"]
    assert printed("delete", "ann") == "ann was deleted.\n"
    assert questions == ["Delete ann for good? y / n "] * 3
    assert not list(ann.parent.iterdir())


def test_several_games_are_deleted_or_none(ann: Path, printed: Run, refusal: Run) -> None:
    ben = shutil.copy(ann, ann.with_name("ben.risk"))
    ann.with_name("broken.risk").write_text("no game")
    assert "no saved game named 'cid'" in refusal("delete", "--yes", "ann", "cid")
    letter = ann.with_name("letter.txt")
    letter.write_text("Dear Ann")
    assert "end in .risk" in refusal("delete", "--yes", "ann", letter)
    with closing(Table.open(ben)):
        assert "is in use" in refusal("delete", "--yes", "ann", "ben")
    assert names() == ["ann", "ben", "broken"]
    same = ann.parent / ".." / ann.parent.name / ann.name
    page = printed("delete", "--yes", "ann", same, "broken")
    assert page == "ann was deleted.\nbroken was deleted.\n"
    assert names() == ["ben"]
    assert letter.exists()


def test_log_is_deleted_with_its_game(ann: Path, printed: Run) -> None:
    for ending in ("wal", "shm"):
        ann.with_name(f"ann.risk-{ending}").write_bytes(b"")
    printed("delete", "--yes", "ann")
    assert not list(ann.parent.iterdir())


def test_damaged_game_is_rescued(ann: Path, printed: Run, refusal: Run) -> None:
    assert "ann is not damaged" in printed("rescue", "ann")
    change(ann, "DELETE FROM entries WHERE number = 40")
    line = refusal("resume", "--plain", "ann")
    assert line.endswith("its first 40 steps are good: risk-tui rescue ann")
    page = printed("rescue", "ann")
    assert "ann-rescued has the first 40 steps of ann" in page
    assert "risk-tui resume ann-rescued" in page
    with closing(SaveFile.open(saves_folder() / "ann-rescued.risk")) as save:
        assert len(list(save.entries())) == 40
    page = printed("copy", "ann", "copy")
    assert "entry 40 is missing; its first 40 steps are good: risk-tui rescue copy" in page
    ann.write_text("no game any more")
    assert "nothing can be rescued" in refusal("rescue", "ann")
