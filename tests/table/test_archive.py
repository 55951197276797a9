"""The dice of all saved games: every player is found again, and no file is changed."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from risk_tui.engine.game import Setup
from risk_tui.engine.library import load_board, load_ruleset
from risk_tui.saves.errors import SaveError
from risk_tui.saves.folder import saves_folder
from risk_tui.table.archive import dice_at, dice_of, gather
from risk_tui.table.seats import PERSON, seat_players
from risk_tui.table.table import Table
from tests.saves.games import at_rest, change

if TYPE_CHECKING:
    from pathlib import Path

BOARD, RULES = load_board("classic"), load_ruleset("uk-new")


def _path(name: str) -> Path:
    return saves_folder() / f"{name}.risk"


def game(name: str, players: str, steps: int = 70, seed: str | None = None) -> Path:
    """A game in the player's folder that bots have played for a while, for everybody."""
    path = _path(name)
    seats = seat_players(players.split(","), ["general"])
    table = Table.create(Setup(BOARD, RULES, len(seats)), seats, seed=seed, path=path)
    people = [at for at, seat in enumerate(table.seats) if seat.player == PERSON]
    for seat in people:
        table.set_player(seat, "general")
    for _ in range(steps):
        table.step()
    table.close()
    return path


def test_players_are_found_again_by_name_and_bots_are_somebody_else() -> None:
    game("one", "Ann,Ben", seed="1")
    game("two", "ANN,Ada:general")
    game("three", "Ada,Ann:general")
    *_, archive = gather()
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
    one = {each.name: each.luck.faces for each in dice_of(_path("one"))}
    assert found["ben", 0].luck.faces == one["Ben"]
    assert archive.all_dice.dice == sum(each.luck.dice for each in archive.players) > 30


def test_the_dice_at_a_table_are_those_of_its_file_which_is_only_read() -> None:
    path = game("one", "Ann,Ben")
    table = Table.open(path)
    try:
        before = at_rest(path.parent)
        at_table = [(each.name, each.luck) for each in dice_at(table)]
        assert at_table == [(each.name, each.luck) for each in dice_of(path)]
        *_, archive = gather()
        assert archive.read == 1
        assert at_rest(path.parent) == before
    finally:
        table.close()


def test_what_cannot_be_read_is_left_out_and_named_and_progress_is_told() -> None:
    game("sound", "Ann,Ben", 40)
    broken = game("broken", "Ann,Ben", 40)
    change(broken, "UPDATE entries SET entry = 'nonsense' WHERE number = 20")
    (saves_folder() / "none.risk").write_text("no game at all")
    seen = [(archive.done, archive.files) for archive in gather()]
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]
    *_, archive = gather()
    assert archive.read == 1
    assert sorted(name for name, _ in archive.problems) == ["broken", "none"]
    assert all(problem and "\n" not in problem for _, problem in archive.problems)
    assert {each.games for each in archive.players} == {1}
    with pytest.raises(SaveError):
        dice_of(broken)


def test_the_dice_of_copies_count_once() -> None:
    path = game("whole", "Ann,Ben", 90)
    early = Table.open(game("early", "Ann,Ben", 60, seed="2"))
    alike = [shutil.copy(path, path.with_name("copy.risk"))]
    alike.append(shutil.copy(early.path, path.with_name("on the way.risk")))
    for _ in range(30):
        early.step()
    early.close()
    *_, archive = gather()
    assert (archive.read, archive.copies) == (2, len(alike))
    rolled = [each.luck.dice for name in ("whole", "early") for each in dice_of(_path(name))]
    assert archive.all_dice.dice == sum(rolled)


def test_an_empty_folder_has_no_dice() -> None:
    (archive,) = gather()
    assert (archive.files, archive.players, archive.all_dice.dice) == (0, [], 0)
