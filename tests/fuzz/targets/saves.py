"""Hostile game files: entries, headers, mutated bytes and other schemas."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime, tzinfo
from functools import cached_property
from itertools import chain, repeat
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import risk_tui.saves.save_file as file_module
import risk_tui.table.ledger as log_module
import risk_tui.table.table as table_module
from risk_tui.boards.map_file import parse_board
from risk_tui.bots import bot_ids
from risk_tui.engine.game_setup import GameSetup
from risk_tui.errors import RiskError
from risk_tui.rules.library import load_ruleset
from risk_tui.saves.entries import read_entry, write_entry
from risk_tui.saves.header import TableOptions, decompress_files, read_header
from risk_tui.saves.save_file import read_summary
from risk_tui.saves.schema import FORMAT, checksum
from risk_tui.table.ledger import find_rescue
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from risk_tui.text.record_lines import describe_record

from ..mutate import NASTY, VALUES, mutate_bytes, mutate_data, mutate_text
from ..target import Target, prove, prove_line, prove_refusal
from .files import PICTURE, SMALL_MAP

GOLDEN = sorted((Path(__file__).parents[2] / "saves" / "golden").glob("*.risk"))


def rows(path: Path, query: str) -> list[str]:
    """Return the texts that a query finds in a game file."""
    uri = f"{path.as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        return [text for (text,) in connection.execute(query)]


def mutate_json(rng: Random, text: str, others: list[str]) -> str:
    """Mutate a JSON text, as text or as the data that it contains."""
    if rng.random() < 0.4:
        return mutate_text(rng, text, others)
    data = mutate_data(rng, json.loads(text))
    return json.dumps(data, ensure_ascii=rng.random() < 0.5)


class Entries(Target):
    """An entry of a game file, in JSON."""

    name = "entries"
    share = 130_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        every = [text for path in GOLDEN for text in rows(path, "SELECT entry FROM entries")]
        self.seeds = [*every[::7], '{"undo":2}', '{"seat":1,"player":"toni"}']
        self.seeds.append('{"seat":0,"defence":"most"}')
        self.seeds += (text.replace('"do":', '"roll":') for text in every[::50] if '"do":' in text)
        self.seeds.append('{"seat":0,"correct":1,"chance":[[6,4,1],[5]]}')

    def make(self, rng: Random) -> Any:
        if rng.random() < 0.02:
            return json.dumps(rng.choice(VALUES))
        return mutate_json(rng, rng.choice(self.seeds), self.seeds)

    def run(self, value: Any) -> None:
        entry = read_entry(value)
        prove(read_entry(write_entry(entry)) == entry, "an entry is written as it is read")


class Heads(Target):
    """The header of a game file: its board, rules and seats."""

    name = "heads"
    share = 30_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        texts = [
            rows(path, "SELECT value FROM head WHERE key = 'game'")[0]
            for path in GOLDEN
            if path.name.startswith(f"format-{FORMAT}-")
        ]
        # The map alone is enough; pictures are checked when they are used.
        self.seeds = []
        for text in texts:
            data = json.loads(text)
            data["board"] = {"classic.yaml": decompress_files(data["board"])["classic.yaml"]}
            self.seeds.append(json.dumps(data, ensure_ascii=False))

    def make(self, rng: Random) -> str:
        return mutate_json(rng, rng.choice(self.seeds), self.seeds)

    def run(self, value: str) -> None:
        header = read_header(value, "mine.risk")
        prove_line(header.setup.ruleset.title, "a title")
        prove(_same_again(header), "a head is read as it is written")


def _same_again(header: Any) -> bool:
    again = read_header(header.to_json(), "mine.risk")
    told = (header.seats, header.seed, header.options)
    return bool((again.seats, again.seed, again.options) == told)


class GameFiles(Target):
    """A game file with mutated bytes, and mutated files of SQLite beside it."""

    name = "game files"
    share = 25_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "mine.risk"
        games = (short_game(folder), rolled_game(folder), *GOLDEN)
        self.seeds = [path.read_bytes() for path in games]

    @cached_property
    def beside(self) -> list[Path]:
        return [self.path.with_name(f"mine.risk-{end}") for end in ("wal", "shm", "journal")]

    def make(self, rng: Random) -> tuple[bytes, bytes | None, bytes | None]:
        # The short game is replayed quickest; the others are there for their formats.
        seed = self.seeds[0] if rng.random() < 0.9 else rng.choice(self.seeds)
        wal = journal = None
        if rng.random() < 0.1:
            wal = bytes.fromhex("377f0682002de218") + rng.randbytes(rng.choice((0, 24, 5000)))
        if rng.random() < 0.1:
            journal = bytes.fromhex("d9d505f920a163d7") + rng.randbytes(rng.choice((0, 504, 5000)))
        return mutate_bytes(rng, seed, self.seeds), wal, journal

    def run(self, value: tuple[bytes, bytes | None, bytes | None]) -> None:
        for path, data in zip((self.path, self.beside[0], self.beside[2]), value, strict=True):
            path.unlink(missing_ok=True)
            if data is not None:
                path.write_bytes(data)
        self.beside[1].unlink(missing_ok=True)
        alone = value[1:] == (None, None)
        open_game(self.path, value[0] if alone else None)


class Schemas(Target):
    """A valid SQLite file with other tables, or with strange values.

    An input is a list of statements with their values, which are run on a copy of a valid game.
    Statements that SQLite refuses are skipped. Most inputs are then sealed.
    """

    name = "schemas"
    share = 25_000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "mine.risk"
        self.good = short_game(folder)
        self.entries = rows(self.good, "SELECT entry FROM entries")
        self.heads = rows(self.good, "SELECT value FROM head")

    def make(self, rng: Random) -> list[tuple[str, tuple[Any, ...]]]:
        found = [self._statement(rng) for _ in range(rng.choice((1, 1, 2, 4)))]
        return found if rng.random() < 0.2 else [*found, (SEAL, ())]

    def _statement(self, rng: Random) -> tuple[str, tuple[Any, ...]]:
        kind = rng.random()
        number = rng.randrange(len(self.entries))
        if kind < 0.25:
            entry = mutate_json(rng, self.entries[number], self.entries)
            return "UPDATE entries SET entry = ? WHERE number = ?", (entry[:100_000], number)
        if kind < 0.35:
            key = rng.choice(("game", "summary"))
            head = mutate_json(rng, self.heads[key == "summary"], self.heads)
            return "UPDATE head SET value = ? WHERE key = ?", (head[:3_000_000], key)
        if kind < 0.45:
            strange = rng.choice((*STRANGE, *NASTY))
            table, column = rng.choice(COLUMNS)
            return f"UPDATE {table} SET {column} = ?", (strange,)
        if kind < 0.5:
            name = rng.choice(("application_id", "user_version"))
            version = rng.choice((0, 1, 2, 3, 99, -1, 0x5249534B, 2**31 - 1, rng.randrange(2**31)))
            return f"PRAGMA {name} = {version}", ()
        return rng.choice(STATEMENTS), ()

    def run(self, value: list[tuple[str, tuple[Any, ...]]]) -> None:
        for end in ("", "-wal", "-shm", "-journal"):
            self.path.with_name(f"mine.risk{end}").unlink(missing_ok=True)
        shutil.copy(self.good, self.path)
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 20_000_000)
            for statement, values in value:
                # What has no end must be the program's trouble, not the one of its making.
                connection.set_progress_handler(chain(repeat(0, 100), repeat(1)).__next__, 10_000)
                with suppress(*_PASSED_OVER):
                    if statement == SEAL:
                        seal(connection)
                    else:
                        connection.execute(statement, values)
        open_game(self.path)


SEAL = "seal"
"""Stands for a call of ``seal`` among statements."""

_PASSED_OVER = (
    *(sqlite3.Error, ValueError, OverflowError),
    *(LookupError, TypeError, AttributeError, RecursionError),
)

COLUMNS = (("head", "key"), ("head", "value"), ("entries", "number"), ("entries", "entry"))

STRANGE: tuple[Any, ...] = (
    *(None, 0, -1, 2**63 - 1, -(2**63), 0.5, float("inf"), b"", b"\xff\xfe", b"{}", "x" * 100_000),
    *("[" * 10_000, '{"a":' * 5_000, "9" * 10_000, '"' + "\\ud800" * 3 + '"', "\0", "\ud800"),
)

_ENDLESS = (
    "WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c) "
    'SELECT n AS number, \'{{"seat":0,"defence":"ask"}}\' AS entry FROM c {}'
)

STATEMENTS = (
    "ALTER TABLE entries RENAME TO other",
    "ALTER TABLE head RENAME TO other",
    "ALTER TABLE entries RENAME COLUMN entry TO number2",
    "CREATE VIEW entries AS SELECT * FROM other",
    "CREATE VIEW head AS SELECT * FROM other",
    "DROP TABLE entries",
    "DROP TABLE head",
    "CREATE TABLE entries (number, entry)",
    "CREATE TABLE head (key, value)",
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, entry TEXT AS (zeroblob(900000000)))",
    "CREATE TABLE head (key TEXT, other, value TEXT AS (printf('%.*c', 1900000, 'x')))",
    "CREATE TABLE head (key TEXT, other, value TEXT AS (printf('%.*c', 900000000, 'x')))",
    "INSERT INTO head (key) VALUES ('game'), ('summary')",
    "INSERT INTO entries (number) VALUES (0), (1), (2)",
    f"CREATE VIEW entries AS {_ENDLESS.format('')}",
    f"CREATE VIEW entries AS {_ENDLESS.format('WHERE n < 0')}",
    "CREATE VIEW head AS WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c) "
    "SELECT 'game' AS key, '' AS value FROM c WHERE n < 0",
    "CREATE VIRTUAL TABLE entries USING fts5(number, entry)",
    "CREATE VIRTUAL TABLE entries USING rtree(number, a, b)",
    "CREATE VIRTUAL TABLE other2 USING fts5(x)",
    "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
    "CREATE TRIGGER t BEFORE INSERT ON entries BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER t AFTER INSERT ON head BEGIN UPDATE head SET value = value || value; END",
    "CREATE TRIGGER t AFTER UPDATE ON head BEGIN INSERT INTO entries VALUES (999, ''); END",
    "CREATE TRIGGER t AFTER INSERT ON entries BEGIN "
    f"INSERT INTO head SELECT number, entry FROM ({_ENDLESS.format('')}); END",
    "CREATE INDEX i ON entries(abs(number))",
    "CREATE INDEX i ON head(value) WHERE randomblob(9) IS NULL",
    "CREATE UNIQUE INDEX i ON entries(entry)",
    "CREATE INDEX i ON entries(json_extract(entry, '$.seat'))",
    "ALTER TABLE entries ADD COLUMN more AS (randomblob(100000000))",
    "ALTER TABLE entries ADD COLUMN more TEXT DEFAULT 'x'",
    "ALTER TABLE head ADD COLUMN more NOT NULL DEFAULT 7",
    "PRAGMA encoding = 'UTF-16'",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA journal_mode = PERSIST",
    "PRAGMA auto_vacuum = 1",
    "PRAGMA page_size = 65536",
    "VACUUM",
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_schema SET sql = 'CREATE TABLE entries (number, entry, x)'",
    "UPDATE sqlite_schema SET sql = replace(sql, 'TEXT', 'INTEGER')",
    "UPDATE sqlite_schema SET sql = ''",
    "UPDATE sqlite_schema SET type = 'view'",
    "UPDATE sqlite_schema SET rootpage = 2",
    "UPDATE sqlite_schema SET rootpage = 0",
    "UPDATE sqlite_schema SET name = 'entries', tbl_name = 'entries'",
    "DELETE FROM sqlite_schema WHERE name = 'entries'",
    "INSERT INTO sqlite_schema SELECT * FROM sqlite_schema",
    "INSERT INTO sqlite_schema VALUES ('table', x'ff', x'fe', 2, 'CREATE TABLE x(y)')",
    "DELETE FROM entries",
    "DELETE FROM head",
    "DELETE FROM entries WHERE number % 7 = 3",
    "UPDATE entries SET number = number + 1000000",
    "UPDATE entries SET number = -number",
    "INSERT INTO entries SELECT number + 100, entry, checksum FROM entries",
    "UPDATE entries SET entry = entry || ' '",
    "UPDATE entries SET entry = CAST(entry AS BLOB)",
    "UPDATE head SET value = CAST(value AS BLOB)",
    "UPDATE head SET value = value || value",
    "UPDATE head SET value = replace(value, 'Ann', 'A' || char(8238) || 'nn')",
    "UPDATE head SET value = replace(value, 'Ann', '[red]Bob[/]')",
    "UPDATE head SET value = replace(value, 'Ann', 'Ben')",
    "UPDATE head SET value = replace(value, 'toni', 'nobody')",
    "INSERT INTO entries WITH RECURSIVE c(n) AS (SELECT 12 UNION ALL SELECT n + 1 FROM c LIMIT "
    '5000) SELECT n, \'{"seat":0,"defence":"ask"}\', 0 FROM c',
)


def short_game(folder: Path) -> Path:
    """Return a game of bots after twelve steps, on the classic map with one picture."""

    def play(table: Table) -> None:
        for _ in range(12):
            table.automation.step()

    return _game(folder / "short.risk", play, seed="1")


def rolled_game(folder: Path) -> Path:
    """Return a game of bots with real dice, who roll for the first turn and tie repeatedly."""

    def play(table: Table) -> None:
        table.automation.step()
        for face in (3, 4):
            table.dice.roll((face, face))

    return _game(folder / "rolled.risk", play, options=TableOptions(real_dice=True))


def _game(path: Path, play: Callable[[Table], None], **agreed: Any) -> Path:
    """Return the file of a game of two bots."""
    if not path.exists():
        board = parse_board({"classic.yaml": SMALL_MAP, "classic-58x21.txt": PICTURE})
        setup = GameSetup(board, load_ruleset("uk-new"), 2)
        seats = seat_players(["Ann:toni", "Ben:toni"], bot_ids())
        with (
            patch.object(table_module, "datetime", _StoppedClock),
            patch.object(file_module, "datetime", _StoppedClock),
            patch.object(log_module, "monotonic", lambda: 0.0),
        ):
            table = Table.create(setup, seats, path=path, **agreed)
            play(table)
        table.close()
    return path


class _StoppedClock(datetime):
    """A stopped clock, so that a file is always the same."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> _StoppedClock:
        return cls(2026, 1, 2, 3, 4, 5, tzinfo=tz)


def seal(connection: sqlite3.Connection) -> None:
    """Correct the checksums of a changed game file, as an attacker would."""
    heads = dict(connection.execute("SELECT key, value FROM head"))
    proof = checksum(heads["game"])
    connection.execute("REPLACE INTO head VALUES ('checksum', ?)", (str(proof),))
    found = connection.execute("SELECT number, entry FROM entries ORDER BY number").fetchall()
    for number, entry in found:
        proof = checksum(str(entry), proof)
        connection.execute("UPDATE entries SET checksum = ? WHERE number = ?", (proof, number))
    summary = json.dumps(json.loads(heads["summary"]) | {"entries": len(found)})
    connection.execute("REPLACE INTO head VALUES ('summary', ?)", (summary,))


def rescue_game(path: Path) -> None:
    """Rescue a damaged file; the result must open."""
    try:
        found = find_rescue(path)
        rescued = found.write() if found else None
    except RiskError as error:
        prove_refusal(error)
        return
    if rescued is not None:
        try:
            Table.open(rescued).close()
        except RiskError as error:
            raise AssertionError(f"what was rescued is refused: {error}") from error
        finally:
            rescued.unlink()


def open_game(path: Path, bytes_before: bytes | None = None) -> None:
    """List, join and open a game file, describe all its steps, and play one more."""
    try:
        summary = read_summary(path)
        for text in (summary.ruleset, summary.to_move, *summary.players, *summary.winners):
            prove(isinstance(text, str), "a summary is made of texts")
    except RiskError as error:
        prove_refusal(error)
    try:
        Table.join(path).close()
    except RiskError as error:
        prove_refusal(error)
    try:
        table = Table.open(path)
    except RiskError:
        if bytes_before is not None:
            prove(path.read_bytes() == bytes_before, "a file that is refused is left as it was")
        rescue_game(path)
        raise
    try:
        view = table.view(None)
        for record in table.history(None):
            for line in describe_record(record, table.seats, table.board, view):
                prove_line(line, "a line of the log")
        steps = table.steps
        if table.decision is not None and table.automation.step() is not None:
            prove(table.steps == steps + 1, "a step is one step")
    finally:
        table.close()
