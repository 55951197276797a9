"""``risk-tui dice``: luck in saved games, and the test of the program's dice."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from risk_tui.engine import chance
from risk_tui.saves.errors import saves_folder
from tests.cli.running import Run
from tests.saves.games import bot_game, typed_game


class Loaded:
    """Dice that show a six 30 % more often than the other faces."""

    def __init__(self) -> None:
        self._rng = random.Random(5)
        self.counts: list[int] = []

    def dice(self, count: int, seats: Sequence[int] = ()) -> tuple[int, ...]:
        self.counts.append(count)
        return tuple(self._rng.choices(range(1, 7), [1, 1, 1, 1, 1, 1.3], k=count))


def test_fair_dice_pass(printed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "system_chance", lambda: chance.seeded_chance(4))
    page = printed("dice", "--check")
    assert page.startswith("60,000 dice, rolled with the random source of games")
    assert page.rstrip().endswith("No sign that these dice are unfair.")
    rows = [line.split() for line in page.splitlines() if "█" in line]
    assert [row[0] for row in rows] == list("123456")
    assert sum(int(row[1].replace(",", "")) for row in rows) == 60_000


def test_system_source_is_tested(printed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    system = random.SystemRandom.random
    monkeypatch.setattr(chance, "SystemRandom", random.SystemRandom)
    monkeypatch.setattr(
        random.SystemRandom, "random", lambda source: calls.append(1) or system(source)
    )
    assert printed("dice", "--check", "601", "--json")
    assert len(calls) == 601


def test_loaded_dice_are_found(printed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = Loaded()
    monkeypatch.setattr(chance, "system_chance", lambda: loaded)
    page = printed("dice", "--check", "20,000", code=1)
    assert "These dice look unfair" in page
    assert "suspicious" in page
    assert sum(loaded.counts) == 20_000
    data = json.loads(printed("dice", "--check", "20000", "--json", code=1))
    assert (data["dice"], data["fair"]) == (20_000, False)
    assert data["faces_test"]["chance"] < 1e-6 < data["pairs_test"]["chance"]
    assert sum(map(sum, data["pairs"])) == sum(data["faces"]) - 1 == 19_999


@pytest.mark.parametrize("number", ["599", "10000001", "-600", "0", "many", "6e4", "1" * 50, "٦٠٠"])
def test_invalid_number_of_dice_is_refused(number: str, refusal: Run) -> None:
    line = refusal("dice", "--check", number)
    assert line.startswith("--check takes a number of dice from 600 to 10,000,000")


def test_game_and_test_exclude_each_other(refusal: Run) -> None:
    assert "give either a game or --check" in refusal("dice", "ann", "--check")
    assert "there is no saved game named 'ann'" in refusal("dice", "ann")


def test_report_without_games(printed: Run) -> None:
    assert printed("dice") == f"No saved games in {saves_folder()}\n"
    assert json.loads(printed("dice", "--json"))["games"] == 0


def test_reports_on_one_game_and_on_all(printed: Run) -> None:
    bot_game(saves_folder() / "ann.risk", 80).close()
    (saves_folder() / "none.risk").write_text("no game at all")
    assert printed("dice", "an").startswith("The dice of this game: ")
    page = printed("dice")
    assert page.startswith("The dice of 1 game: ")
    assert "Not counted: none: " in page
    assert "1 game with repeatable dice (--seed)" in page
    one, every = (json.loads(printed("dice", *game, "--json")) for game in (["an"], []))
    assert one["game"] == "ann"
    assert [problem["name"] for problem in every["problems"]] == ["none"]
    assert sorted(player["name"] for player in every["players"]) == ["Ann", "Ben"]
    assert one["dice"] == every["dice"] == sum(sum(player["faces"]) for player in one["players"])
    ann, ben = one["players"]
    assert ann["luck"] == pytest.approx(-ben["luck"])
    assert ann["attack"]["lost"] == ben["defence"]["beaten"]


def test_real_dice_are_counted_separately(printed: Run) -> None:
    bot_game(saves_folder() / "ours.risk", 80).close()
    typed_game(saves_folder() / "theirs.risk", 40).close()
    ours, theirs, both = (
        json.loads(printed("dice", *game, "--json")) for game in (["ours"], ["theirs"], [])
    )
    assert ours["real_dice"]["dice"] == theirs["dice"] == 0
    assert theirs["test"] is None
    assert (both["games"], both["with_real_dice"]) == (2, 1)
    assert (both["faces"], both["test"]) == (ours["faces"], ours["test"])
    assert both["real_dice"] == theirs["real_dice"]
    assert "typed in" in printed("dice", "theirs")
