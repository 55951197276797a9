"""Games of every format that this program ever wrote are played on where they stood.

The games in ``golden`` were saved by the programs of their time and are never made anew: whoever
changes how a turn goes on keeps the old way as a value of the ruleset, or writes a migration.
``python -m tests.saves.test_formats RULESET`` saves one more game of the present format.
"""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.engine.decisions import ToAlter
from risk_tui.engine.game import Setup
from risk_tui.engine.library import load_board, load_ruleset
from risk_tui.saves.file import SaveFile
from risk_tui.saves.header import Options
from risk_tui.saves.locks import forget
from risk_tui.saves.schema import FORMAT
from risk_tui.table.rescue import find_rescue
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table

from .games import (
    at_rest,
    change,
    new_bot_table,
    read,
    refusal,
    reseal,
    standing,
    typed_game,
)

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(path.stem for path in GOLDEN.glob("format-*.risk"))
OLD_GAMES = [name for name in GAMES if not name.startswith(f"format-{FORMAT}-")]
OLDEST_GAMES = [name for name in GAMES if name.startswith("format-1-")]


def copied(name: str, folder: Path) -> Path:
    """A copy of a golden game, to be played on."""
    return Path(shutil.copy(GOLDEN / f"{name}.risk", folder))


def told_format(path: Path) -> int:
    """The format that a golden game's name tells."""
    return int(path.stem.split("-")[1])


@pytest.fixture(params=OLD_GAMES)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A game that an older program saved."""
    return copied(request.param, tmp_path)


def test_there_are_games_of_every_format() -> None:
    assert {name.split("-")[1] for name in GAMES} == {str(each) for each in range(1, FORMAT + 1)}


def test_a_battle_half_rolled_goes_on_with_the_dice_that_were_rolled(tmp_path: Path) -> None:
    table = Table.open(copied("format-4-real-dice", tmp_path))
    assert table.rolling is not None
    assert (table.rolling.kind, table.rolling.begun) == ("defence", True)
    assert table.rolling.battle is not None
    assert table.rolling.battle.attack == (6, 4, 1)
    assert table.roll((5, 3)[: table.rolling.count]) is not None
    table.close()


@pytest.mark.parametrize("name", [name for name in GAMES if name not in OLD_GAMES])
def test_a_game_of_the_present_format_stands_where_it_stood(name: str, tmp_path: Path) -> None:
    table = Table.open(copied(name, tmp_path))
    assert standing(table) == json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    table.close()


def test_a_game_of_an_older_program_is_played_on_where_it_stood(old: Path) -> None:
    assert read(old, "PRAGMA user_version") == told_format(old)
    wanted = json.loads((GOLDEN / f"{old.stem}.json").read_text(encoding="utf-8"))
    table = Table.open(old)
    assert standing(table) == wanted
    if not table.winners:
        assert table.view(table.decision.seat).offers
    table.close()
    with closing(SaveFile.open(old)) as save:
        save.news()
    assert read(old, "PRAGMA user_version") == FORMAT
    again = Table.open(old)
    assert standing(again) == wanted
    again.close()


def test_a_game_of_an_older_program_is_watched_without_changing_it(old: Path) -> None:
    before = at_rest(old.parent)
    save = SaveFile.open(old, "ro")
    assert list(save.entries())
    assert not save.news()
    save.close()
    assert at_rest(old.parent) == before


def test_a_game_of_an_older_program_was_played_with_advice_and_the_computers_dice(
    old: Path,
) -> None:
    table = Table.open(old)
    assert table.options == Options(advice=True, real_dice=False)
    table.close()


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("format-3-")])
def test_damage_of_an_older_game_is_not_mended_by_its_migration(name: str, tmp_path: Path) -> None:
    path = copied(name, tmp_path)
    change(path, "UPDATE entries SET entry = replace(entry, '1', '2') WHERE number = 33")
    assert "entry 33 is damaged; its first 33 steps are good" in refusal(path)
    rescue = find_rescue(path)
    assert rescue is not None
    assert (rescue.entries, rescue.problem) == (33, "entry 33 is damaged")


@pytest.mark.parametrize(
    "told",
    ["null", "{}", '{"advice": true}', '{"advice": 1, "real_dice": false}', '"yes"', "[true]"],
)
def test_options_that_cannot_be_are_refused(told: str, tmp_path: Path) -> None:
    path = copied(next(name for name in GAMES if name not in OLD_GAMES), tmp_path)
    head = json.loads(read(path, "SELECT value FROM head WHERE key = 'game'"))
    text = json.dumps(head | {"options": json.loads(told)})
    change(path, "UPDATE head SET value = ? WHERE key = 'game'", text)
    reseal(path)
    assert "its head cannot be read" in refusal(path)


def test_what_the_table_agreed_on_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.risk"
    ruleset = load_ruleset("uk-old")
    setup = Setup(load_board("classic"), ruleset, 2)
    agreed = Options(advice=False, real_dice=True)
    Table.create(setup, seat_players(["Ann", "Ben"], []), options=agreed, path=path).close()
    table = Table.open(path)
    assert table.options == agreed
    table.close()


@pytest.mark.parametrize("name", OLDEST_GAMES)
def test_a_game_of_the_oldest_program_keeps_the_rules_it_was_begun_with(
    name: str, tmp_path: Path
) -> None:
    # Its rules knew nobody but the players, and asked only whoever held a set.
    table = Table.open(copied(name, tmp_path))
    assert table.ruleset.two_players.third_army == "none"
    assert table.ruleset.cards.asked == "with a set"
    assert table.view(None).neutral is None
    table.close()


@pytest.mark.parametrize(
    "head",
    ["", "nonsense", "[]", "7", '{"ruleset": 3}', '{"ruleset": {"cards": []}}', "[" * 5000],
    ids=range(7),
)
def test_a_damaged_head_of_an_older_format_is_refused_in_one_line(old: Path, head: str) -> None:
    change(old, "UPDATE head SET value = ? WHERE key = 'game'", head)
    assert refusal(old)
    assert read(old, "PRAGMA user_version") == told_format(old), "nothing was migrated"


def test_a_missing_head_of_an_older_format_is_refused_in_one_line(old: Path) -> None:
    change(old, "DELETE FROM head WHERE key = 'game'")
    assert refusal(old)


def main(rules: str) -> None:
    """Save a game of this format: bots play it up to a decision of its second round.

    ``real-dice``: with real dice, up to a battle of which only the attacker has rolled.
    """
    path = GOLDEN / f"format-{FORMAT}-{rules}.risk"
    table = _half_rolled(path) if rules == "real-dice" else _second_round(path, rules)
    text = json.dumps(standing(table)) + "\n"
    path.with_suffix(".json").write_text(text, encoding="utf-8")
    table.close()
    forget(path)


def _second_round(path: Path, rules: str) -> Table:
    table = new_bot_table(path, rules)
    commander = table.ruleset.combat.commander
    while table.view(None).round < 2 or (commander and not isinstance(table.decision, ToAlter)):
        table.step()
    return table


def _half_rolled(path: Path) -> Table:
    table = typed_game(path)
    while table.rolling is None:
        table.step()
    table.roll((6, 4, 1)[: table.rolling.count])
    return table


if __name__ == "__main__":
    main(sys.argv[1])
