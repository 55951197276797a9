"""The dice of all saved games, by player; files are only read."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.odds.luck import merge_seats
from risk_tui.saves.errors import SaveError, saves_folder
from risk_tui.table.dice_archive import dice_at_table, dice_in_file, read_archive
from risk_tui.table.seats import PERSON
from risk_tui.table.table import Table
from risk_tui.text.dice_report import ROLLED, TYPED, faces_by_source
from tests.saves.games import at_rest, change, play_on, typed_game

from .tables import new_table


def _path(name: str) -> Path:
    return saves_folder() / f"{name}.risk"


def game(name: str, players: str, steps: int = 70, seed: str | None = None) -> Path:
    """Make a saved game whose first steps bots play for all seats."""
    path = _path(name)
    table = new_table(path, players, "uk-new", seed)
    people = [at for at, seat in enumerate(table.seats) if seat.player == PERSON]
    for seat in people:
        table.set_player(seat, "toni")
    play_on(table, steps)
    table.close()
    return path


def dice(path: Path) -> int:
    """Return the number of dice rolled in a game."""
    return sum(each.luck.dice for each in dice_in_file(path))


def test_players_are_matched_by_name_and_kind() -> None:
    game("one", "Ann,Ben", seed="1")
    game("two", "ANN,Ada:toni")
    game("three", "Ada,Ann:toni")
    *_, archive = read_archive()
    found = {(each.name.casefold(), each.kind): each for each in archive.players}
    assert {key: each.games for key, each in found.items()} == {
        ("ann", 0): 2,
        ("ben", 0): 1,
        ("ada", 0): 1,
        ("ada", 1): 1,
        ("ann", 1): 1,
    }
    assert [each.kind for each in archive.players] == [0, 0, 0, 1, 1]
    assert (archive.read, archive.seeded) == (3, 1)
    one = {each.name: each.luck.faces for each in dice_in_file(_path("one"))}
    assert found["ben", 0].luck.faces == one["Ben"]
    assert archive.all_dice.dice == sum(each.luck.dice for each in archive.players) > 30


def test_dice_at_a_table_equal_those_in_its_file() -> None:
    path = game("one", "Ann,Ben")
    table = Table.open(path)
    try:
        before = at_rest(path.parent)
        # A player who handed their seat to a bot is still the same person.
        assert {seat.player for seat in table.seats} == {"toni"}
        assert {each.player for each in dice_at_table(table)} == {PERSON}
        assert dice_at_table(table) == dice_in_file(path)
        *_, archive = read_archive()
        assert archive.read == 1
        assert at_rest(path.parent) == before
    finally:
        table.close()


def test_unreadable_games_are_named() -> None:
    game("sound", "Ann,Ben", 40)
    broken = game("broken", "Ann,Ben", 40)
    change(broken, "UPDATE entries SET entry = 'nonsense' WHERE number = 20")
    (saves_folder() / "none.risk").write_text("no game at all")
    seen = [(archive.done, archive.files) for archive in read_archive()]
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]
    *_, archive = read_archive()
    assert archive.read == 1
    assert sorted(name for name, _ in archive.problems) == ["broken", "none"]
    assert all(problem and "\n" not in problem for _, problem in archive.problems)
    assert {each.games for each in archive.players} == {1}
    with pytest.raises(SaveError):
        dice_in_file(broken)


def test_the_dice_of_copies_count_once() -> None:
    path = game("whole", "Ann,Ben", 90)
    early = Table.open(game("early", "Ann,Ben", 60, seed="2"))
    alike = [shutil.copy(path, path.with_name("copy.risk"))]
    alike.append(shutil.copy(early.path, path.with_name("on the way.risk")))
    for _ in range(30):
        early.automation.step()
    early.close()
    *_, archive = read_archive()
    assert (archive.read, archive.copies) == (2, len(alike))
    rolled = [each.luck.dice for name in ("whole", "early") for each in dice_in_file(_path(name))]
    assert archive.all_dice.dice == sum(rolled)


def test_a_copy_that_was_played_on_adds_only_its_own_dice() -> None:
    path = game("whole", "Ann,Ben", 60)
    begun = dice(path)
    for name in ("second", "third"):
        with closing(Table.open(shutil.copy(path, _path(name)))) as copy:
            play_on(copy, 30)
    with closing(Table.open(path)) as table:
        play_on(table, 40)
    *_, archive = read_archive()
    assert (archive.read, archive.forks, archive.copies) == (3, 2, 0)
    rolled = [dice(_path(name)) for name in ("whole", "second", "third")]
    assert 0 < begun < min(rolled)
    assert archive.all_dice.dice == sum(rolled) - 2 * begun


def test_real_dice_are_told_apart() -> None:
    game("ours", "Ann:toni,Cid", 40)
    typed_game(_path("theirs"), 40).close()
    *_, archive = read_archive()
    assert (archive.read, archive.real) == (2, 1)
    (ann,) = (each for each in archive.players if each.games == 2)
    typed = {each.name: each.typed.faces for each in dice_in_file(_path("theirs"))}
    assert ann.typed.faces == typed["Ann"]
    assert 0 < ann.typed.dice < ann.luck.dice
    assert faces_by_source(archive.players) == {
        ROLLED: merge_seats(each.luck for each in dice_in_file(_path("ours"))).faces,
        TYPED: merge_seats(each.luck for each in dice_in_file(_path("theirs"))).faces,
    }


def test_an_empty_folder_has_no_dice() -> None:
    (archive,) = read_archive()
    assert (archive.files, archive.players, archive.all_dice.dice) == (0, [], 0)
