"""Saved games for tests, and how they stand and are refused."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from risk_tui.engine.game import GameSetup
from risk_tui.rules.library import load_board, load_ruleset
from risk_tui.saves.errors import SaveError
from risk_tui.saves.file_operations import exclusive_access
from risk_tui.saves.header import TableOptions
from risk_tui.saves.schema import checksum, write_game
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table
from tests.work import bounded_processor_time

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def new_bot_table(path: Path | None, rules: str) -> Table:
    """A game that bots are about to play."""
    ruleset = load_ruleset(rules)
    names = ["Ann:toni", "Ben:toni", "Cid:toni"][: ruleset.players.least]
    setup = GameSetup(load_board("classic"), ruleset, len(names))
    return Table.create(setup, seat_players(names, ["toni"]), seed="1", path=path)


def bot_game(path: Path, steps: int = 60) -> Table:
    """A game that two bots have played for a while."""
    table = new_bot_table(path, "uk-new")
    for _ in range(steps):
        table.automation.step()
    return table


def typed_game(path: Path, steps: int = 60) -> Table:
    """A game that two bots have played for a while with real dice."""
    seats = seat_players(["Ann:toni", "Ben:toni"], ["toni"])
    setup = GameSetup(load_board("classic"), load_ruleset("uk-new"), len(seats))
    table = Table.create(setup, seats, options=TableOptions(real_dice=True), path=path)
    play_on(table, steps)
    return table


def play_on(table: Table, steps: int) -> None:
    """Let the bots play, with dice that are typed in where they are real."""
    dice = random.Random(6)
    for _ in range(steps):
        table.automation.step()
        while (rolling := table.dice.request) is not None:
            table.dice.roll(tuple(dice.randint(1, 6) for _ in range(rolling.count)))


def in_use(game: Path) -> bool:
    """Whether any terminal has a game open."""
    with exclusive_access(game) as free:
        return not free


def change(path: Path, statement: str, *values: object) -> None:
    """Change a file behind the program's back."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def retell(path: Path, number: int, entry: str) -> None:
    """Change an entry as a forger would who knows about the checksums."""
    change(path, "UPDATE entries SET entry = ? WHERE number = ?", entry, number)
    reseal(path)


def reseal(path: Path) -> None:
    """Make all checksums of a file agree with what it tells now."""
    with closing(sqlite3.connect(path)) as connection, connection:
        (game,) = connection.execute("SELECT value FROM head WHERE key = 'game'").fetchone()
        proof = write_game(connection, game)
        told = connection.execute("SELECT number, entry FROM entries ORDER BY number").fetchall()
        for number, entry in told:
            proof = checksum(entry, proof)
            connection.execute("UPDATE entries SET checksum = ? WHERE number = ?", (proof, number))


def refusal(path: Path) -> str:
    """Why a file is refused: one printable line, and nothing in its folder has changed."""
    before = at_rest(path.parent)
    with bounded_processor_time(), pytest.raises(SaveError) as refused:
        Table.open(path).close()
    message = str(refused.value)
    assert "\n" not in message
    assert message.isprintable()
    assert at_rest(path.parent) == before
    return message


def at_rest(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All files of a folder with their times; the index of SQLite's log is its own business."""
    return {
        path.name: (path.stat().st_mtime_ns, path.read_bytes())
        for path in folder.iterdir()
        if path.is_file() and not path.name.endswith("-shm")
    }


def as_nobody(do: Callable[[Path], object], path: Path) -> str:
    """Why ``do`` fails for somebody without any rights, "" if it does not."""

    def with_no_rights(path: Path) -> None:
        if os.geteuid() == 0:
            _let_through(path)
            os.setgroups([])
            os.setgid(65_534)
            os.setuid(65_534)
        do(path)

    return apart(with_no_rights, path)


def kill_after(do: Callable[[Path], object], path: Path) -> None:
    """Do something in a process of its own that is killed right after it."""

    def do_and_die(path: Path) -> None:
        do(path)
        os.kill(os.getpid(), signal.SIGKILL)

    assert apart(do_and_die, path) == ""


def apart(do: Callable[[Path], object], path: Path) -> str:
    """Why ``do`` fails in a process of its own, "" if it does not."""
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
    with os.fdopen(out, "rb") as told:
        message = told.read().decode()
    os.waitpid(child, 0)
    return message


def _let_through(path: Path) -> None:
    """Let everybody come to a file, but no further."""
    for folder in path.parent.parents:
        if folder.owner() == "root" and not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o011)
    path.parent.chmod(path.parent.stat().st_mode | 0o055)


def read(path: Path, statement: str) -> Any:
    """The one value that a statement finds in a file."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement).fetchone()[0]


def standing(table: Table) -> dict[str, Any]:
    """How a game stands, in the words of the golden files."""
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
