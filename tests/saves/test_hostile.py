"""Files that were made to do harm, or only look like games, are refused at once and unchanged."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.saves.entries import UndoEntry, write_entry
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file_operations import make_file
from risk_tui.saves.folder import saved_games
from risk_tui.saves.save_file import SaveFile, read_summary
from risk_tui.saves.schema import MAX_ENTRIES, MAX_FILE
from risk_tui.table.table import Table
from tests.work import bounded_processor_time

from .games import apart, as_nobody, change, forge, read, refusal, reseal

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "


def seen(path: Path) -> str:
    """Return the reason why a list can't show a file."""
    with bounded_processor_time(), pytest.raises(SaveError) as refused:
        read_summary(path)
    return str(refused.value)


@pytest.mark.parametrize(
    "statements",
    [
        [
            "DROP TABLE entries",
            f"CREATE VIEW entries AS {ENDLESS} SELECT i AS number, '' AS entry FROM n",
        ],
        ["CREATE VIEW more AS SELECT 1"],
        ["CREATE INDEX i ON entries (entry)"],
        ["CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END"],
        ["CREATE TABLE more (number INTEGER)"],
        ["ALTER TABLE entries ADD COLUMN double GENERATED ALWAYS AS (checksum * 2)"],
        ["DROP TABLE head"],
        ["ALTER TABLE entries RENAME TO others", "CREATE TABLE entries (number, entry, checksum)"],
        ["CREATE VIRTUAL TABLE found USING fts5(text)"],
    ],
    ids=lambda statements: statements[-1][:30],
)
def test_file_with_other_tables_is_refused(saved: Path, statements: list[str]) -> None:
    for statement in statements:
        change(saved, statement)
    assert "other tables" in refusal(saved)
    assert "other tables" in seen(saved)


def test_false_schema_is_refused(saved: Path) -> None:
    with closing(sqlite3.connect(saved)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema "
            "WHERE name = 'head') WHERE name = 'entries'"
        )
    assert refusal(saved)


def test_file_that_is_too_large_is_refused(saved: Path) -> None:
    with saved.open("r+b") as file:
        file.truncate(MAX_FILE + 1)
    with pytest.raises(SaveError, match="too large"):
        Table.open(saved)
    assert "too large" in seen(saved)


def test_too_many_entries_are_refused(saved: Path) -> None:
    change(
        saved,
        f"INSERT INTO entries {ENDLESS} SELECT i + 10000, ?, 0 FROM n LIMIT ?",
        write_entry(UndoEntry(1)),
        MAX_ENTRIES,
    )
    first = "SELECT 10000 - max(number) FROM entries WHERE number < 10000"
    change(saved, f"UPDATE entries SET number = number - ({first}) WHERE number > 10000")
    reseal(saved)
    with bounded_processor_time(), pytest.raises(SaveError, match="beyond the limit"):
        list(SaveFile.open(saved).entries())


def test_endless_schema_is_interrupted(saved: Path) -> None:
    with closing(sqlite3.connect(saved)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        view = "'view', 'v' || i, 'v' || i, 0, 'CREATE VIEW v' || i || ' AS SELECT 1'"
        connection.execute(f"INSERT INTO sqlite_schema {ENDLESS} SELECT {view} FROM n LIMIT 120000")
    assert "takes too long to read" in refusal(saved)


def test_summary_that_is_too_long_is_refused(saved: Path) -> None:
    change(saved, "UPDATE head SET value = replace(value, 'Ben', hex(zeroblob(9999)))")
    assert "its summary can't be read" in seen(saved)


def test_largest_file_takes_little_memory(saved: Path) -> None:
    cards = ",".join(map(str, range(3000)))
    trades = [
        f'{{"seat":{number},"do":"trade","cards":[{cards}],"bonus":null}}' for number in range(1000)
    ]
    with closing(SaveFile.open(saved)) as save:
        game = save.header_text()
    largest = saved.with_name("largest.risk")
    make_file(largest, game, trades, json.dumps({"entries": len(trades)}))
    assert largest.stat().st_size > 0.7 * MAX_FILE

    def open_it(path: Path) -> None:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with bounded_processor_time(), pytest.raises(SaveError, match="is impossible"):
            Table.open(path)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 * 1024

    assert apart(open_it, largest) == ""


@pytest.mark.parametrize("length", [30_000, 3_000_000, 9_000_000])
def test_entry_or_header_that_is_too_long_is_refused(saved: Path, length: int) -> None:
    other = saved.with_name("other.risk")
    other.write_bytes(saved.read_bytes())
    change(saved, "UPDATE entries SET entry = hex(zeroblob(?)) WHERE number = 7", length // 2)
    assert "entry 7" in refusal(saved)
    change(other, "UPDATE head SET value = hex(zeroblob(?))", max(length, 3_000_000) // 2)
    assert refusal(other)
    assert seen(other)


def test_values_other_than_text_are_refused(saved: Path) -> None:
    for value in ("X'fffe'", "X''", "7", "7.5", "'?'", "CAST(X'ff41' AS TEXT)"):
        change(saved, f"UPDATE entries SET entry = {value} WHERE number = 7")
        assert "entry 7" in refusal(saved), value
    change(saved, "UPDATE head SET value = CAST(X'ff41' AS TEXT)")
    assert refusal(saved)
    assert seen(saved)


def test_flipped_bit_that_makes_a_legal_game_is_found(saved: Path) -> None:
    # Ann and Ben roll for the first turn: [[1,4],… becomes [[1,5],…, which is legal too.
    number = read(saved, "SELECT number FROM entries WHERE entry LIKE '%\"begin\"%'")
    first = read(saved, f"SELECT entry FROM entries WHERE number = {number}")
    other = first.replace("[[1,4],", "[[1,5],")
    assert other != first
    forged = saved.with_name("forged.risk")
    forged.write_bytes(saved.read_bytes())
    change(forged, "DELETE FROM entries WHERE number > ?", number)
    change(forged, "UPDATE head SET value = '{\"entries\": 1}' WHERE key = 'summary'")
    forge(forged, number, other)
    Table.open(forged).close()  # Nothing is wrong with the right checksums.
    change(saved, "UPDATE entries SET entry = ? WHERE number = ?", other, number)
    assert f"entry {number} is damaged" in refusal(saved)


def test_entries_of_another_game_are_refused(saved: Path) -> None:
    change(saved, "UPDATE head SET value = replace(value, '\"Ann\"', '\"Eve\"') WHERE key = 'game'")
    assert "its head" in refusal(saved)


@pytest.mark.usefixtures("own_folder")
def test_paths_to_other_things_than_files_are_not_opened(tmp_path: Path) -> None:
    pipe, folder, loop, dangling = (
        tmp_path / f"{name}.risk" for name in ("pipe", "folder", "loop", "dangling")
    )
    os.mkfifo(pipe)
    folder.mkdir()
    loop.symlink_to(loop)
    dangling.symlink_to(tmp_path / "nowhere")
    device = tmp_path / "device.risk"
    device.symlink_to("/dev/zero")
    for path in (pipe, folder, device):
        assert "not a regular file" in refusal(path)
    assert "form a circle" in refusal(loop)
    assert "there is no game file" in refusal(dangling)
    assert [game.name for game in saved_games() if game.problem] == [
        "dangling",
        "device",
        "folder",
        "loop",
        "pipe",
    ]


def test_foreign_journal_is_not_trusted(saved: Path) -> None:
    saved.with_name("game.risk-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" * 80)
    assert "game.risk-journal" in refusal(saved)


def test_foreign_log_changes_nothing(saved: Path) -> None:
    saved.with_name("game.risk-wal").write_bytes(os.urandom(8192))
    before = saved.read_bytes()
    table = Table.open(saved)
    assert table.steps == 60
    table.close()
    assert saved.read_bytes() == before


def test_missing_permission_to_read_or_write_is_named(saved: Path) -> None:
    saved.chmod(0o000)
    assert "can't be read" in as_nobody(Table.open, saved)
    saved.chmod(0o444)
    assert "is read-only" in as_nobody(Table.open, saved)


@pytest.mark.usefixtures("own_folder")
def test_control_characters_in_file_names_are_spelled_out(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2J\u202eb.risk"
    path.write_text("no game")
    message = refusal(path)
    assert "\\x1b[2J\\u202eb" in message
    assert saved_games()[0].problem.isprintable()
