"""Game files: entries, damage, lists of games, and kills at any moment."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.engine.actions import Attack, Trade
from risk_tui.saves import folder
from risk_tui.saves.entries import (
    ActionEntry,
    DefenceEntry,
    InvalidEntry,
    PlayerEntry,
    UndoEntry,
    read_entry,
    write_entry,
)
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file_operations import new_path
from risk_tui.saves.folder import find_game, last_unfinished, new_game_path, saved_games
from risk_tui.saves.save_file import GameSummary
from risk_tui.table.table import Table
from tests.extent import usual_or_full

from .games import as_nobody, bot_game, change, forge, new_bot_table, refusal, reseal

LONG_AGO = 'UPDATE head SET value = replace(value, \'"played": "20\', \'"played": "19\')'


@pytest.mark.parametrize(
    "entry",
    [
        ActionEntry(2, Attack(3, 4, 2), ((6, 1), (5,))),
        ActionEntry(0, Trade((1, 5, 43), None), ()),
        UndoEntry(3),
        PlayerEntry(1, "toni"),
        DefenceEntry(0, "most"),
    ],
)
def test_written_entry_is_read_again(entry: ActionEntry) -> None:
    assert read_entry(write_entry(entry)) == entry


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "nonsense",
        "{}",
        '{"undo": 0}',
        '{"undo": true}',
        '{"undo": 1, "more": 2}',
        '{"seat": 0, "player": 3}',
        '{"seat": 0, "defence": "run"}',
        '{"seat": -1, "do": "end"}',
        '{"seat": 0, "do": "fly"}',
        '{"seat": 0, "do": "claim"}',
        '{"seat": 0, "do": "claim", "territory": "AL"}',
        '{"seat": 0, "do": "claim", "territory": true}',
        '{"seat": 0, "do": "claim", "territory": 1, "chance": 3}',
        '{"seat": 0, "do": "claim", "territory": {"1": 2}}',
        '{"seat": 0, "do": "claim", "territory": 1, "chance": [null]}',
        '{"seat": 0, "do": "claim", "territory": 1, "chance": {"1": 2}}',
        '{"seat": 0, "do": "claim", "territory": 1} ',
        '{"seat": 0, "do": ["claim"], "territory": 1}',
        '{"seat": 0, "do": "trade", "cards": [1, "x", 2], "bonus": null}',
        '{"undo":1,"chance":[]}',
        '{"seat":0,"player":"toni","chance":[1]}',
        "[" * 5000,
        '{"do": ' + '"x' * 30_000,
    ],
)
def test_invalid_entry_is_refused(text: str) -> None:
    with pytest.raises(InvalidEntry):
        read_entry(text)


def test_file_that_is_not_a_game_is_refused(tmp_path: Path) -> None:
    letter, other, empty = (tmp_path / f"{name}.risk" for name in ("letter", "other", "empty"))
    letter.write_text("Dear Ann, " * 500)
    change(other, "CREATE TABLE people (name TEXT)")
    empty.touch()
    for path in (letter, other, empty):
        assert "not a game of risk-tui" in refusal(path)
    assert "there is no game file" in refusal(tmp_path / "nowhere.risk")


def test_truncated_file_is_refused(saved: Path) -> None:
    whole = saved.read_bytes()
    for length in (len(whole) // 2, 5000, 100, 17):
        saved.write_bytes(whole[:length])
        assert refusal(saved)


def test_flipped_bits_never_crash(saved: Path) -> None:
    whole = saved.read_bytes()
    rng = random.Random(5)
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(rng.choice((1, 8, 200))):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        saved.write_bytes(damaged)
        try:
            Table.open(saved).close()
        except SaveError as error:
            assert "\n" not in str(error)


def test_impossible_entry_is_refused(saved: Path) -> None:
    forge(saved, 5, '{"seat":0,"do":"end"}')
    assert "entry 5 is impossible" in refusal(saved)
    forge(saved, 0, '{"seat":0,"do":"begin","chance":[[9,1]]}')
    assert "faces from 1 to 6" in refusal(saved)


def test_name_that_cannot_be_shown_is_refused(saved: Path) -> None:
    change(saved, "UPDATE head SET value = replace(value, '\"Ann\"', '\"A\u202enn\"')")
    reseal(saved)
    assert "cannot be shown" in refusal(saved)


def test_game_with_an_unknown_variant_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.risk"
    new_bot_table(path, "airlift").close()
    change(path, """UPDATE head SET value = replace(value, '"airlift": {', '"zzz": {')""")
    reseal(path)
    assert "this version has no variant 'zzz'; there are: absent_colours, airlift" in refusal(path)


def test_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(SaveError, match=r"can't be saved in .*file/game"):
        bot_game(blocked / "game.risk")


@pytest.mark.usefixtures("own_folder")
def test_list_starts_with_the_last_game_and_ends_with_broken_ones(tmp_path: Path) -> None:
    bot_game(tmp_path / "old.risk", 5).close()
    (tmp_path / "broken.risk").write_text("no")
    bot_game(tmp_path / "new.risk", 5).close()
    change(tmp_path / "old.risk", LONG_AGO)
    games = saved_games()
    assert [game.name for game in games] == ["new", "old", "broken"]
    assert games[2].problem
    last = last_unfinished()
    assert last is not None
    assert last.name == "new"
    assert last.summary is not None
    assert last.summary.players == ("Ann", "Ben")
    assert last.summary.to_move in ("Ann", "Ben")


@pytest.mark.usefixtures("own_folder")
def test_last_game_is_found_without_reading_older_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_game(tmp_path / "long-ago.risk", 5).close()
    change(tmp_path / "long-ago.risk", LONG_AGO)
    for number in range(3):
        shutil.copy(tmp_path / "long-ago.risk", tmp_path / f"old-{number}.risk")
        os.utime(tmp_path / f"old-{number}.risk", (number, number))
    bot_game(tmp_path / "last.risk", 5).close()
    a_while_ago = 'UPDATE head SET value = replace(value, \'"played": "202\', \'"played": "199\')'
    change(tmp_path / "last.risk", a_while_ago)
    shutil.copy(tmp_path / "long-ago.risk", tmp_path / "copied.risk")
    opened: list[str] = []
    read_summary = folder.read_summary

    def read(path: Path) -> GameSummary:
        opened.append(path.stem)
        return read_summary(path)

    monkeypatch.setattr(folder, "read_summary", read)
    last = last_unfinished()
    assert last is not None
    assert last.name == "last"
    assert not [name for name in opened if name.startswith("old")]
    table = Table.open(tmp_path / "old-1.risk")
    table.automation.step()
    last = last_unfinished()
    table.close()
    assert last is not None
    assert last.name == "old-1"


def test_unreadable_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "saves_folder", lambda: tmp_path / "games")
    (tmp_path / "games").mkdir(mode=0)
    assert "can't be read" in as_nobody(lambda path: saved_games(), tmp_path)


@pytest.mark.parametrize("name", ["~nobody-there/b.risk", f"{'x' * 300}/b.risk"])
def test_path_that_cannot_be_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"there is no folder ~nobody-there|too long"):
        new_path(name, tmp_path / "a.risk")


@pytest.mark.usefixtures("own_folder")
def test_game_is_found_by_the_start_of_its_name(tmp_path: Path) -> None:
    for name in ("ann-ben-1", "ann-cleo-1"):
        bot_game(tmp_path / f"{name}.risk", 2).close()
    assert find_game("ann-b").stem == "ann-ben-1"
    with pytest.raises(SaveError, match="several games"):
        find_game("ann")
    with pytest.raises(SaveError, match="did you mean ann-ben-1"):
        find_game("anne-ben-1")


@pytest.mark.usefixtures("own_folder")
def test_names_of_new_games_are_plain_and_free(tmp_path: Path) -> None:
    path = new_game_path(["Zoë", "../../etc", "B[/]"], "2026-01-02")
    assert path.parent == tmp_path
    assert path.name == "zoe-etc-b-2026-01-02.risk"
    path.touch()
    again = new_game_path(["Zoë", "../../etc", "B[/]"], "2026-01-02")
    assert again.name == "zoe-etc-b-2026-01-02-2.risk"
    other = new_game_path(["Łukasz", "Søren", "Жанна"], "2026-01-02")
    assert other.name == "lukasz-soren-zhanna-2026-01-02.risk"


def test_games_started_at_once_have_different_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program takes the name after it was found to be free."""
    taken, free = tmp_path / "ann-ben.risk", tmp_path / "ann-ben-2.risk"
    taken.touch()
    paths = iter([taken, free])
    monkeypatch.setattr("risk_tui.table.table.new_game_path", lambda *names: next(paths))
    new_bot_table(None, "us-1993").close()
    assert (free.exists(), taken.read_bytes()) == (True, b"")
    with pytest.raises(SaveError, match="already exists"):
        new_bot_table(taken, "us-1993")


def test_copy_of_the_file_alone_has_every_step_after_saving_or_leaving(
    saved: Path, tmp_path: Path
) -> None:
    def assert_copy_has(steps: int) -> None:
        with closing(Table.open(Path(shutil.copy(saved, elsewhere)))) as copy:
            assert copy.steps == steps
            assert copy.view(None) == table.view(None)

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with closing(Table.join(saved)):
        table = Table.open(saved)
        for _ in range(30):
            table.automation.step()
        table.ledger.checkpoint()
        assert_copy_has(90)
        for _ in range(10):
            table.automation.step()
        table.close()
        assert_copy_has(100)


def play(path: Path, into: int) -> None:
    """Play a game of bots; write each step to a pipe, with all armies after it."""
    table = Table.open(path)
    with os.fdopen(into, "w") as pipe:
        while table.automation.step():
            print(table.steps, table.view(None).armies, file=pipe, flush=True)


def test_killed_game_keeps_every_step_that_was_shown(tmp_path: Path) -> None:
    rng = random.Random(11)
    path = tmp_path / "game.risk"
    bot_game(path, 0).close()
    for _ in range(usual_or_full(3, 8)):
        out, into = os.pipe()
        player = multiprocessing.get_context("fork").Process(target=play, args=(path, into))
        player.start()
        os.close(into)
        with os.fdopen(out) as pipe:
            lines = [pipe.readline() for _ in range(rng.randrange(1, 25))]
            player.kill()
            lines += pipe.read().splitlines(keepends=True)
        player.join()
        shown = [line for line in lines if line.endswith("\n")][-1]
        steps, armies = shown.split(maxsplit=1)
        table = Table.open(path)
        assert table.steps >= int(steps)
        assert table.steps <= int(steps) + 1
        if table.steps == int(steps):
            assert str(table.view(None).armies) == armies.strip()
        table.close()
