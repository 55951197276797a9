"""``risk-tui dice``: luck in saved games, and the test of the dice that games are played with."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from risk_tui.cli import main
from risk_tui.engine import chance
from risk_tui.saves.errors import saves_folder
from tests.saves.games import bot_game, typed_game

if TYPE_CHECKING:
    from collections.abc import Sequence


class Loaded:
    """Dice that show a six more often than they should, by a twentieth part of all."""

    def __init__(self) -> None:
        self._rng = random.Random(5)
        self.asked: list[int] = []

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        self.asked.append(count)
        return tuple(self._rng.choices(range(1, 7), [1, 1, 1, 1, 1, 1.3], k=count))


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What a command prints."""
    assert main(["dice", *arguments]) == code
    printed = capsys.readouterr()
    assert not printed.err
    return printed.out


def test_the_dice_that_games_use_pass(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chance, "system_chance", lambda: chance.seeded_chance(4))
    printed = said(capsys, "--check")
    assert printed.startswith("60,000 dice, rolled with the random source of games")
    assert printed.rstrip().endswith("No sign that these dice are unfair.")
    rows = [line.split() for line in printed.splitlines() if "█" in line]
    assert [row[0] for row in rows] == list("123456")
    assert sum(int(row[1].replace(",", "")) for row in rows) == 60_000


def test_it_is_the_system_source_that_is_tested(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    system = random.SystemRandom.random
    monkeypatch.setattr(chance, "SystemRandom", random.SystemRandom)
    monkeypatch.setattr(
        random.SystemRandom, "random", lambda source: asked.append(1) or system(source)
    )
    assert said(capsys, "--check", "601", "--json")
    assert len(asked) == 601


def test_loaded_dice_are_found_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = Loaded()
    monkeypatch.setattr(chance, "system_chance", lambda: loaded)
    printed = said(capsys, "--check", "20,000", code=1)
    assert "These dice look unfair" in printed
    assert "suspicious" in printed
    assert sum(loaded.asked) == 20_000
    told = json.loads(said(capsys, "--check", "20000", "--json", code=1))
    assert (told["dice"], told["fair"]) == (20_000, False)
    assert told["faces_test"]["chance"] < 1e-6 < told["pairs_test"]["chance"]
    assert sum(map(sum, told["pairs"])) == sum(told["faces"]) - 1 == 19_999


@pytest.mark.parametrize("number", ["599", "10000001", "-600", "0", "many", "6e4", "1" * 50, "٦٠٠"])
def test_a_number_that_cannot_be_is_refused(
    number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dice", "--check", number]) == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert "--check takes a number of dice from 600 to 10,000,000" in printed.err
    assert printed.err.count("\n") == 1


def test_a_game_and_a_test_are_two_things(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "ann", "--check"]) == 2
    assert "give either a game or --check" in capsys.readouterr().err
    assert main(["dice", "ann"]) == 2
    assert "there is no saved game named 'ann'" in capsys.readouterr().err


def test_no_games_are_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys) == f"No saved games in {saves_folder()}\n"
    assert json.loads(said(capsys, "--json"))["games"] == 0


def test_a_game_and_all_games_are_told_for_people_and_for_programs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bot_game(saves_folder() / "ann.risk", 80).close()
    (saves_folder() / "none.risk").write_text("no game at all")
    one, every = said(capsys, "an"), said(capsys)
    assert one.startswith("The dice of this game: ")
    assert every.startswith("The dice of 1 game: ")
    assert "Not counted: none: " in every
    assert "1 game with repeatable dice (--seed)" in every
    told, all_told = json.loads(said(capsys, "an", "--json")), json.loads(said(capsys, "--json"))
    assert told["game"] == "ann"
    assert [each["name"] for each in all_told["problems"]] == ["none"]
    assert sorted(each["name"] for each in all_told["players"]) == ["Ann", "Ben"]
    assert told["dice"] == all_told["dice"] == sum(sum(each["faces"]) for each in told["players"])
    ann, ben = told["players"]
    assert ann["luck"] == pytest.approx(-ben["luck"])
    assert ann["attack"]["lost"] == ben["defence"]["beaten"]


def test_real_dice_are_apart_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    bot_game(saves_folder() / "ours.risk", 80).close()
    typed_game(saves_folder() / "theirs.risk", 40).close()
    ours, theirs, both = (
        json.loads(said(capsys, *which, "--json")) for which in (["ours"], ["theirs"], [])
    )
    assert ours["real_dice"]["dice"] == theirs["dice"] == 0
    assert theirs["test"] is None
    assert (both["games"], both["with_real_dice"]) == (2, 1)
    assert (both["faces"], both["test"]) == (ours["faces"], ours["test"])
    assert both["real_dice"] == theirs["real_dice"]
    assert "typed in" in said(capsys, "theirs")
