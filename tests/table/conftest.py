"""Fixtures of the tests of tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from risk_tui.table.ledger import Ledger
from risk_tui.table.table import Table
from tests.table.tables import make_game


@pytest.fixture(autouse=True)
def close_tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close all tables that a test opened."""
    opened: list[Table] = []
    prepare = Table.__init__

    def open_table(table: Table, ledger: Ledger, **options: Any) -> None:
        prepare(table, ledger, **options)
        opened.append(table)

    monkeypatch.setattr(Table, "__init__", open_table)
    yield
    for table in opened:
        table.close()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The file of a game of Ann, Ben and Cid after its opening roll, open at no terminal."""
    return make_game(tmp_path / "a.risk", "Ann,Ben,Cid")
