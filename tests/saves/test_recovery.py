"""A damaged game continues after its last good step, in a copy; the damaged file is unchanged."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest

from risk_tui.engine.game import Game
from risk_tui.saves.errors import SaveError
from risk_tui.saves.header import decompress_files
from risk_tui.table.ledger import RescuedGame, find_rescue, readable_log
from risk_tui.table.table import Table
from tests.saves.games import at_rest, bot_game, change, forge, read, refusal, reseal, standing
from tests.saves.test_formats import GAMES, GOLDEN


def rescued(path: Path) -> tuple[RescuedGame, Table]:
    """Rescue a file, which must not change; return the rescue and the open copy."""
    bits = at_rest(path.parent)
    rescue = find_rescue(path)
    assert rescue is not None
    table = Table.open(rescue.write())
    assert bits.items() <= at_rest(path.parent).items()
    return rescue, table


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET entry = replace(entry, '1', '2') WHERE number = 33",
        "UPDATE entries SET entry = 'no JSON' WHERE number = 33",
        "UPDATE entries SET entry = X'ff' WHERE number = 33",
        "UPDATE entries SET checksum = checksum + 1 WHERE number = 33",
        "DELETE FROM entries WHERE number = 33",
        "DELETE FROM entries WHERE number >= 33",
    ],
)
def test_entries_before_the_first_bad_one_are_rescued(saved: Path, damage: str) -> None:
    change(saved, damage)
    assert "its first 33 steps are good: risk-tui rescue " in refusal(saved)
    rescue, table = rescued(saved)
    assert table.steps == rescue.summary.steps == 33
    assert table.path.name == "game-rescued.risk"
    assert rescue.problem.startswith("entry 33 is ")
    table.automation.step()
    assert table.steps == 34
    table.close()


def test_illegal_action_ends_the_good_entries(saved: Path) -> None:
    forge(saved, 33, '{"seat":0,"do":"end"}')
    rescue, table = rescued(saved)
    assert table.steps == 33
    assert "entry 33 is impossible" in rescue.problem
    table.close()


def test_log_of_a_damaged_game_is_without_the_impossible_entry(saved: Path) -> None:
    """A card too many is noticed only after the step was taken."""
    draws = 'FROM entries WHERE entry LIKE \'%"do":"end"%"chance"%\''
    number, entry = read(saved, f"SELECT number {draws}"), read(saved, f"SELECT entry {draws}")
    forge(saved, number, entry.replace("]", ",1]"))
    log, problem = readable_log(saved)
    assert f"entry {number} is impossible" in problem
    assert log.game.decision == Game.replay(log.setup, log.records).decision


def test_single_good_step_is_counted_in_good_english(saved: Path) -> None:
    forge(saved, 1, "{}")
    assert "its first step is good: risk-tui rescue " in refusal(saved)


def test_every_rescue_has_its_own_name(saved: Path) -> None:
    change(saved, "DELETE FROM entries WHERE number = 33")
    names = []
    for _ in range(3):
        _, table = rescued(saved)
        names.append(table.name)
        table.close()
    assert names == ["game-rescued", "game-rescued-2", "game-rescued-3"]


def test_valid_game_needs_no_rescue(saved: Path) -> None:
    assert find_rescue(saved) is None


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE head SET value = replace(value, '\"Ann\"', '\"Eve\"') WHERE key = 'game'",
        "DELETE FROM head",
        "DROP TABLE entries",
        "UPDATE entries SET entry = 'no JSON' WHERE number = 0",
        "PRAGMA user_version = 0",
    ],
)
def test_file_without_anything_to_rescue_is_refused(saved: Path, damage: str) -> None:
    """Names of players, unlike maps and rules, can't be guessed."""
    change(saved, damage)
    assert refusal(saved)
    with pytest.raises(SaveError, match="nothing can be rescued"):
        find_rescue(saved)


def test_game_of_a_newer_program_is_not_called_damaged(saved: Path) -> None:
    change(saved, "PRAGMA user_version = 99")
    assert "newer risk-tui" in refusal(saved)
    with pytest.raises(SaveError, match=r"update risk-tui to continue$"):
        find_rescue(saved)


@pytest.mark.parametrize("name", GAMES)
def test_game_of_every_format_can_be_rescued(name: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(GOLDEN / f"{name}.risk", tmp_path))
    whole = Table.open(Path(shutil.copy(path, tmp_path / "whole.risk")))
    change(path, "DELETE FROM entries WHERE number = 30")
    _, table = rescued(path)
    assert table.steps == 30
    assert table.ruleset == whole.ruleset
    table.close()
    whole.close()


def test_damaged_page_loses_only_its_own_entries(saved: Path) -> None:
    whole = saved.read_bytes()
    size = read(saved, "PRAGMA page_size")
    steps = standing(Table.open(saved))["steps"]
    rng, kept = random.Random(3), []
    for page in range(1, len(whole) // size):
        spoilt = bytearray(whole)
        spoilt[page * size : (page + 1) * size] = rng.randbytes(size)
        saved.write_bytes(spoilt)
        try:
            rescue = find_rescue(saved)
        except SaveError as error:
            assert "nothing can be rescued" in str(error)
        else:
            kept.append(rescue.summary.steps if rescue else steps)
    assert kept
    assert all(0 < each <= steps for each in kept)


@pytest.mark.parametrize(
    "value",
    [
        "substr(value, 1, length(value) - 999) || '!' || substr(value, -998)",
        "replace(substr(value, 1, length(value) - 999), 'fortify', 'fartify') || '='",
        "substr(value, 1, 9000) || CAST(x'ff' AS TEXT) || substr(value, 9002)",
    ],
)
def test_header_is_repaired_with_an_installed_map_or_ruleset(saved: Path, value: str) -> None:
    steps = read(saved, "SELECT count(*) FROM entries WHERE entry LIKE '%\"do\"%'")
    change(saved, f"UPDATE head SET value = {value} WHERE key = 'game'")
    assert "damaged" in refusal(saved)
    rescue, table = rescued(saved)
    assert rescue.problem == "its header is damaged"
    assert table.steps == steps
    table.close()


def test_header_with_an_uncompressed_map_is_repaired(saved: Path) -> None:
    head = json.loads(read(saved, "SELECT value FROM head WHERE key = 'game'"))
    plain = json.dumps(head | {"board": decompress_files(head["board"])}, ensure_ascii=False)
    change(saved, "UPDATE head SET value = ? WHERE key = 'game'", plain)
    reseal(saved)
    change(saved, "UPDATE head SET value = replace(value, 'Kamchatka', 'Kamshatka')")
    assert "damaged" in refusal(saved)
    rescue, table = rescued(saved)
    assert rescue.problem == "its header is damaged"
    assert table.board.territory_by_code("KA") is not None
    table.close()


def test_truncated_file_is_rescued(tmp_path: Path) -> None:
    path = tmp_path / "game.risk"
    bot_game(path, steps=200).close()  # The last page has entries.
    path.write_bytes(path.read_bytes()[:-4096])
    _, table = rescued(path)
    assert 0 < table.steps < 200
    table.close()
