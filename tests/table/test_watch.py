"""Changes of a game are noticed without queries."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from risk_tui.saves.locks import FileLock
from risk_tui.table.ledger import FileWatch
from risk_tui.table.table import Table

from .tables import new_table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A new table."""
    return new_table(tmp_path / "a.risk", "Ann,Ben,Cid", "uk-new", seed="1")


def at_rest(watch: FileWatch) -> FileWatch:
    """Return a watch that has no more changes to report."""
    for _ in range(3):
        still = not watch.may_have_changes()
    assert still
    return watch


def test_watch_notices_every_step(table: Table) -> None:
    watch = at_rest(FileWatch(table.path))
    for _ in range(5):
        seat = table.prompted_seat()
        if seat is None:
            table.automation.step()
        else:
            table.submit(seat, table.view(seat).offers[0].action)
        assert watch.may_have_changes()
        at_rest(watch)


def test_write_without_a_new_time_is_noticed_next(tmp_path: Path) -> None:
    file = tmp_path / "a.risk"
    file.write_text("one")
    watch = at_rest(FileWatch(file))
    file.write_text("two")
    assert watch.may_have_changes()
    found = file.stat()
    file.write_text("six")
    os.utime(file, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert watch.may_have_changes()
    assert not watch.may_have_changes()


def test_a_file_that_is_replaced_or_removed_is_seen(tmp_path: Path) -> None:
    file, other = tmp_path / "a.risk", tmp_path / "b.risk"
    file.write_text("one")
    watch = at_rest(FileWatch(file))
    other.write_text("one")
    os.utime(other, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns))
    other.replace(file)
    assert watch.may_have_changes()
    at_rest(watch)
    file.unlink()
    assert watch.may_have_changes()
    at_rest(watch)


def test_requests_for_seats_are_noticed(table: Table) -> None:
    watch = at_rest(FileWatch(table.path))
    FileLock(table.path, "0").request_release()
    assert watch.may_have_changes()
    assert table.seating.requested_seats == {0}
