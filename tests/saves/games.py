"""Saved games for tests, their state, and the reasons why they are refused."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from risk_tui.rules.library import load_ruleset
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file_operations import check_deletable
from risk_tui.saves.header import TableOptions
from risk_tui.saves.schema import checksum, write_game
from risk_tui.table.table import Table
from tests.new_games import create_table
from tests.work import bounded_processor_time


def new_bot_table(path: Path | None, rules: str) -> Table:
    """Return the table of a new game between bots."""
    ruleset = load_ruleset(rules)
    players = ["Ann:toni", "Ben:toni", "Cid:toni"][: ruleset.players.least]
    return create_table(",".join(players), ruleset, seed="1", path=path)


def bot_game(path: Path, steps: int = 60) -> Table:
    """Return the table of a game that two bots have played for some steps."""
    table = new_bot_table(path, "uk-new")
    for _ in range(steps):
        table.automation.step()
    return table


def typed_game(path: Path, steps: int = 60) -> Table:
    """Return the table of a game that two bots have played with real dice."""
    real = TableOptions(real_dice=True)
    table = create_table("Ann:toni,Ben:toni", "uk-new", options=real, path=path)
    play_on(table, steps)
    return table


def play_on(table: Table, steps: int) -> None:
    """Let the bots play, and enter the dice if they are real."""
    dice = random.Random(6)
    for _ in range(steps):
        table.automation.step()
        while (rolling := table.dice.request) is not None:
            table.dice.roll(tuple(dice.randint(1, 6) for _ in range(rolling.count)))


def in_use(game: Path) -> bool:
    """Return True if any terminal has a game open."""
    try:
        check_deletable(game)
    except SaveError as error:
        if "is in use" in str(error):
            return True
        raise
    return False


def change(path: Path, statement: str, *values: object) -> None:
    """Change a file by an SQL statement."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def forge(path: Path, number: int, entry: str) -> None:
    """Change an entry, and all checksums with it."""
    change(path, "UPDATE entries SET entry = ? WHERE number = ?", entry, number)
    reseal(path)


def reseal(path: Path) -> None:
    """Make all checksums of a file valid for its present content."""
    with closing(sqlite3.connect(path)) as connection, connection:
        (game,) = connection.execute("SELECT value FROM head WHERE key = 'game'").fetchone()
        crc = write_game(connection, game)
        rows = connection.execute("SELECT number, entry FROM entries ORDER BY number").fetchall()
        for number, entry in rows:
            crc = checksum(entry, crc)
            connection.execute("UPDATE entries SET checksum = ? WHERE number = ?", (crc, number))


def refusal(path: Path) -> str:
    """Return the printable line with which a file is refused; its folder must not change."""
    before = at_rest(path.parent)
    with bounded_processor_time(), pytest.raises(SaveError) as refused:
        Table.open(path).close()
    message = str(refused.value)
    assert "\n" not in message
    assert message.isprintable()
    assert at_rest(path.parent) == before
    return message


def at_rest(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return the times and contents of a folder's files, without the index of SQLite's log."""
    return {
        path.name: (path.stat().st_mtime_ns, path.read_bytes())
        for path in folder.iterdir()
        if path.is_file() and not path.name.endswith("-shm")
    }


def as_nobody(do: Callable[[Path], object], path: Path) -> str:
    """Return the error of ``do`` in an account without any rights; "" for none."""

    def with_no_rights(path: Path) -> None:
        if os.geteuid() == 0:
            _let_through(path)
            os.setgroups([])
            os.setgid(65_534)
            os.setuid(65_534)
        do(path)

    return apart(with_no_rights, path)


def kill_after(do: Callable[[Path], object], path: Path) -> None:
    """Call ``do`` in a process of its own that is killed immediately afterwards."""

    def do_and_die(path: Path) -> None:
        do(path)
        os.kill(os.getpid(), signal.SIGKILL)

    assert apart(do_and_die, path) == ""


def apart(do: Callable[[Path], object], path: Path) -> str:
    """Return the error of ``do`` in a process of its own; "" for none."""
    if not hasattr(os, "fork"):
        pytest.skip("needs another process")
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            do(path)
        except SaveError as error:
            os.write(into, str(error).encode())
        except BaseException as error:
            os.write(into, f"{type(error)}: {error}".encode())
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as pipe:
        message = pipe.read().decode()
    os.waitpid(child, 0)
    return message


def _let_through(path: Path) -> None:
    """Let all accounts reach a file, and no others."""
    for folder in path.parent.parents:
        if folder.owner() == "root" and not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)
    path.parent.chmod(path.parent.stat().st_mode | 0o055)


def read(path: Path, statement: str) -> Any:
    """Return the only value that a statement selects from a file."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement).fetchone()[0]


def standing(table: Table) -> dict[str, Any]:
    """Return the state of a game, as in the golden files."""
    view = table.view(None)
    return {
        "steps": table.steps,
        "round": view.round,
        "phase": view.phase,
        "turn": view.turn,
        "owner": list(view.owner),
        "armies": list(view.armies),
        "hands": [
            list(table.view(seat).hand) for seat in range(len(table.seats)) if seat != view.neutral
        ],
        "deck": view.deck_count,
        "sets_traded": view.sets_traded,
    }
