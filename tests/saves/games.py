"""Saved games for tests, and how they stand and are refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from risk_tui.engine.game import Setup
from risk_tui.engine.library import load_board, load_ruleset
from risk_tui.saves.errors import SaveError
from risk_tui.table.seats import seat_players
from risk_tui.table.table import Table


def new_bot_table(path: Path, rules: str) -> Table:
    """A game that bots are about to play."""
    ruleset = load_ruleset(rules)
    names = ["Ann:general", "Ben:general", "Cid:general"][: ruleset.players.least]
    setup = Setup(load_board("classic"), ruleset, len(names))
    return Table.create(setup, seat_players(names, ["general"]), seed="1", path=path)


def bot_game(path: Path, steps: int = 60) -> Table:
    """A game that two bots have played for a while."""
    table = new_bot_table(path, "uk-new")
    for _ in range(steps):
        table.step()
    return table


def change(path: Path, statement: str, *values: object) -> None:
    """Change a file behind the program's back."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def refusal(path: Path) -> str:
    """Why a file is refused: one printable line, and the file is left as it was."""
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(SaveError) as refused:
        Table.open(path).close()
    message = str(refused.value)
    assert "\n" not in message
    assert message.isprintable()
    assert not path.is_file() or path.read_bytes() == before
    return message


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
