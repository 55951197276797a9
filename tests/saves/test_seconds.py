"""How long everybody's decisions took stands in the file, and is never worth an error."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from risk_tui.engine.actions import Claim
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.reading import read_story
from risk_tui.table import ledger
from risk_tui.table.table import Table
from tests.tui.tables import new_table

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in which three players claimed, one after 5 seconds, one after 7, one the next day."""
    path = tmp_path / "evening.risk"
    now = 100.0
    monkeypatch.setattr(ledger, "monotonic", lambda: now)
    table = new_table(path)
    for territory, seconds in enumerate((5.0, 7.0, 86_400.0)):
        now += seconds
        assert table.decision is not None
        table.submit(table.decision.seat, Claim(territory))
    table.close()
    return path


def test_time_counts_for_whoever_decided_and_a_pause_does_not(path: Path) -> None:
    taken = [tally.seconds for tally in read_story(path).tallies]
    assert sorted(seconds or 0 for seconds in taken) == [5.0, 7.0, ledger.MAX_SECONDS]


def test_a_terminal_that_opens_the_game_counts_from_then_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 5000.0
    monkeypatch.setattr(ledger, "monotonic", lambda: now)
    with closing(SaveFile.open(path, "ro")) as save:
        before = save.seconds()
    table = Table.open(path)
    now += 2
    assert table.decision is not None
    table.submit(table.decision.seat, Claim(10))
    assert sum(table.seconds()) == pytest.approx(sum(before) + 2)
    table.close()


@pytest.mark.parametrize("value", ["", "no", "[1, -2]", "[1e99]", "7", "[[]]", "[" * 9000])
def test_a_time_that_cannot_be_is_none(path: Path, value: str) -> None:
    with closing(sqlite3.connect(path)) as link:
        link.execute("UPDATE head SET value = ? WHERE key = 'seconds'", (value,))
        link.commit()
    story = read_story(path)
    assert story.missing == ""
    assert {tally.seconds for tally in story.tallies} == {None}
