"""The file has the seconds that decisions took; invalid ones are ignored."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.engine.actions import Claim
from risk_tui.saves.save_file import SaveFile
from risk_tui.story.story import read_story
from risk_tui.table import ledger
from risk_tui.table.table import Table
from tests.saves.games import change
from tests.tui.tables import new_table


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


def test_seconds_count_for_the_player_up_to_a_limit(path: Path) -> None:
    seconds = [tally.seconds for tally in read_story(path).tallies]
    assert sorted(count or 0 for count in seconds) == [5.0, 7.0, ledger.MAX_SECONDS]


def test_seconds_count_from_the_opening_of_the_game(
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
def test_invalid_seconds_are_ignored(path: Path, value: str) -> None:
    change(path, "UPDATE head SET value = ? WHERE key = 'seconds'", value)
    story = read_story(path)
    assert story.missing == ""
    assert {tally.seconds for tally in story.tallies} == {None}
