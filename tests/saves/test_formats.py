"""Games of every format that this program reads continue where they stopped.

The games in ``golden`` were saved by the programs of their time and are never made again: a change
of the course of a turn keeps the old way as a value of the ruleset, or comes with a migration.
``python -m tests.saves.test_formats RULESET`` saves one more game of the present format.
"""

from __future__ import annotations

import json
import shutil
import sys
import zlib
from base64 import b64encode
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.engine.events import RollCorrected
from risk_tui.errors import RulesetError
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves import schema
from risk_tui.saves.entries import DefenceEntry, write_entry
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file_operations import remove_lock_files
from risk_tui.saves.folder import saved_games
from risk_tui.saves.header import TableOptions
from risk_tui.saves.save_file import SaveFile
from risk_tui.saves.schema import FORMAT, OLDEST
from risk_tui.table.ledger import find_rescue
from risk_tui.table.table import Table
from risk_tui.variants.airlift import Airlift
from risk_tui.variants.changed_dice import ToChangeDice
from tests.inside import log_of
from tests.new_games import SEATS, create_table

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


def copied(name: str, folder: Path) -> Path:
    """Return a copy of a golden game."""
    return Path(shutil.copy(GOLDEN / f"{name}.risk", folder))


def format_of(name: str) -> int:
    """Return the format in a golden game's name."""
    return int(name.split("-")[1])


@pytest.fixture(params=OLD_GAMES)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A game that an older program saved."""
    return copied(request.param, tmp_path)


def test_game_goes_on_though_its_variants_exclude_each_other_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = with_house_rules(
        load_ruleset("airlift"), {"variants.retreat.played": True, "variants.airlift.a_turn": 2}
    )
    create_table(SEATS, rules, path=tmp_path / "a.risk").close()
    monkeypatch.setattr(Airlift, "excludes", {"retreat": "armies can't flee by air"})
    with closing(Table.open(tmp_path / "a.risk")) as table:
        assert table.view(None).ruleset == rules
    with pytest.raises(RulesetError, match="can't flee by air"):
        with_house_rules(rules, {"variants.airlift.a_turn": 3})


def test_there_are_games_of_every_format() -> None:
    formats = set(range(OLDEST, FORMAT + 1))
    assert {*map(format_of, GAMES)} == formats
    assert {*schema.MIGRATIONS, FORMAT} == formats


@pytest.mark.parametrize("name", [name for name in GAMES if name.endswith("-real-dice")])
def test_battle_half_rolled_continues_with_the_same_dice(name: str, tmp_path: Path) -> None:
    table = Table.open(copied(name, tmp_path))
    assert table.dice.request is not None
    assert (table.dice.request.kind, table.dice.request.is_begun) == ("defence", True)
    assert table.dice.request.battle is not None
    assert table.dice.request.battle.attack == (6, 4, 1)
    record = table.dice.roll((5, 3)[: table.dice.request.count])
    assert record is not None
    found = [fact for fact in record.events if isinstance(fact, RollCorrected)]
    assert [fact.rolled for fact in found] == ([] if "-4-" in name else [(6, 4, 1)])
    table.close()


@pytest.mark.parametrize("name", GAMES)
def test_golden_game_continues_where_it_stopped(name: str, tmp_path: Path) -> None:
    path = copied(name, tmp_path)
    expected = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert read(path, "PRAGMA user_version") == format_of(name)
    with closing(Table.open(path)) as table:
        assert standing(table) == expected
        assert table.winners or table.view(table.decision.seat).offers
    with closing(SaveFile.open(path)) as save:
        save.has_changes()
    assert read(path, "PRAGMA user_version") == FORMAT
    with closing(Table.open(path)) as again:
        assert standing(again) == expected


def test_watching_an_old_game_does_not_change_it(old: Path) -> None:
    before = at_rest(old.parent)
    save = SaveFile.open(old, "ro")
    assert list(save.entries())
    assert not save.has_changes()
    save.close()
    assert at_rest(old.parent) == before


LAST = DefenceEntry(0, "one")


@pytest.fixture
def renaming(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a change of the header, and with it of all checksums, and of an entry."""

    last = schema.MIGRATIONS[FORMAT - 1]

    def rename(game: str, entries: list[str]) -> tuple[str, list[str]]:
        game, entries = last(game, entries)
        data = json.loads(game)
        data["seats"][0][0] = "Eve"
        return json.dumps(data), [*entries[:-1], write_entry(LAST)]

    renaming = {**schema.MIGRATIONS, FORMAT - 1: rename}
    monkeypatch.setattr(schema, "MIGRATIONS", renaming)


@pytest.mark.usefixtures("renaming")
def test_migration_changes_header_and_entries_for_good(old: Path) -> None:
    bits = at_rest(old.parent)
    with closing(SaveFile.open(old, "ro")) as save:
        entries = save.entries()
    assert entries[-1] == LAST
    assert at_rest(old.parent) == bits
    for _ in range(2):
        with closing(Table.open(old)) as table:
            assert table.seats[0].name == "Eve"
        with closing(SaveFile.open(old)) as save:
            assert save.entries() == entries
            save.has_changes()
        assert read(old, "PRAGMA user_version") == FORMAT
        schema.MIGRATIONS.clear()  # The game has the present format now.


@pytest.mark.usefixtures("renaming")
def test_migration_does_not_hide_damage(old: Path) -> None:
    change(old, "UPDATE entries SET entry = replace(entry, '1', '2') WHERE number = 33")
    assert "entry 33 is damaged; its first " in refusal(old)
    rescue = find_rescue(old)
    assert rescue is not None
    assert (len(rescue.entries), rescue.problem) == (33, "entry 33 is damaged")
    with closing(Table.open(rescue.write())) as table:
        assert table.seats[0].name == "Eve"


@pytest.mark.usefixtures("renaming")
@pytest.mark.parametrize(
    "head",
    [
        *("", "nonsense", "[]", "7", '{"seats": 3}', '{"ruleset": 3}', "[" * 5000),
        '{"ruleset": {"cards": []}}',
    ],
    ids=range(8),
)
def test_unknown_header_of_an_old_game_is_refused(old: Path, head: str) -> None:
    before = read(old, "PRAGMA user_version")
    change(old, "UPDATE head SET value = ? WHERE key = 'game'", head)
    assert refusal(old), "its checksum is wrong"
    reseal(old)
    assert refusal(old).endswith("its header can't be read; it is damaged")
    assert read(old, "PRAGMA user_version") == before, "nothing was migrated"


@pytest.mark.usefixtures("own_folder")
def test_game_that_is_too_old_is_refused(old: Path) -> None:
    change(old, f"PRAGMA user_version = {OLDEST - 1}")
    assert refusal(old) == (
        f"{old.name} was saved by an older risk-tui (format {OLDEST - 1}; this one reads {OLDEST} "
        f"to {FORMAT}); continue it with the risk-tui that saved it"
    )
    with pytest.raises(SaveError, match="continue it with the risk-tui that saved it"):
        find_rescue(old)
    assert [game.problem for game in saved_games()] == [refusal(old)]


def pack(text: str) -> str:
    return b64encode(zlib.compress(text.encode())).decode()


INVALID = {
    "seats": [
        *(["abc", "def"], [["Ann", "red"]], [["Ann", "red", None], ["Ben", "blue", "person"]], 5),
    ],
    "options": [
        *(None, {}, {"advice": True}, {"advice": 1, "real_dice": False}, "yes", [True]),
    ],
    "board": [
        *({}, [], {"classic.yaml": 1}, "classic", "AAAA", "über", pack("[]"), pack("{}")),
        *(pack('{"a.yaml": null}'), pack("[" * 5000), pack('{"a.yaml": "map: a"}')[:16]),
        pack(json.dumps({"classic.yaml": " " * 3_000_000})),
    ],
}


@pytest.mark.parametrize("key", INVALID)
def test_header_with_an_invalid_value_is_refused(key: str, tmp_path: Path) -> None:
    path = copied(next(name for name in GAMES if name not in OLD_GAMES), tmp_path)
    head = json.loads(read(path, "SELECT value FROM head WHERE key = 'game'"))
    for value in INVALID[key]:
        text = json.dumps(head | {key: value})
        change(path, "UPDATE head SET value = ? WHERE key = 'game'", text)
        reseal(path)
        assert "its header can't be read" in refusal(path), str(value)[:60]


def test_new_game_with_all_its_pictures_is_small(tmp_path: Path) -> None:
    path = tmp_path / "a.risk"
    create_table("Ann,Ben", path=path).close()
    assert path.stat().st_size < 60_000
    with closing(Table.open(path)) as table:
        assert table.board.files == load_board("classic").files


def test_options_of_the_table_are_stored(tmp_path: Path) -> None:
    path = tmp_path / "a.risk"
    options = TableOptions(advice=False, real_dice=True)
    create_table("Ann,Ben", options=options, path=path).close()
    with closing(Table.open(path)) as table:
        assert table.options == options


def test_missing_header_of_an_old_game_is_refused(old: Path) -> None:
    change(old, "DELETE FROM head WHERE key = 'game'")
    assert refusal(old)


def main(rules: str) -> None:
    """Save a game of this format: bots play it up to a decision of its second round.

    ``real-dice`` saves a game with real dice, of which some were corrected, up to a battle in which
    only the attacker has rolled.
    """
    path = GOLDEN / f"format-{FORMAT}-{rules}.risk"
    table = _half_rolled(path) if rules == "real-dice" else _second_round(path, rules)
    text = json.dumps(standing(table)) + "\n"
    path.with_suffix(".json").write_text(text, encoding="utf-8")
    table.close()
    remove_lock_files(path)


def _second_round(path: Path, rules: str) -> Table:
    table = new_bot_table(path, rules)
    commander = table.ruleset.combat.commander
    while table.view(None).round < 2 or (
        commander and not isinstance(table.decision, ToChangeDice)
    ):
        table.automation.step()
    return table


def _half_rolled(path: Path) -> Table:
    table = typed_game(path)
    _attack(table)
    table.dice.roll((6, 6)[: table.dice.request.count])
    table.dice.correct((1, 2, 1)[: len(log_of(table).records[-1].chance[0])])
    _attack(table)
    return table


def _attack(table: Table) -> None:
    """Let bots play until an attacker has rolled fives, and correct them."""
    while table.dice.request is None:
        table.automation.step()
    many = table.dice.request.count
    table.dice.roll((5, 5, 5)[:many])
    table.dice.correct((6, 4, 1)[:many])


if __name__ == "__main__":
    main(sys.argv[1])
