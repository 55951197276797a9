"""Tables with bars fit their labels and numbers, and the terminal."""

from __future__ import annotations

from argparse import Namespace

import pytest

from risk_tui.cli.bar_tables import BarRow, BarTable, Report, print_report


def test_wide_characters_are_not_cut(capsys: pytest.CaptureFixture[str]) -> None:
    label = "東京大阪京都"
    table = BarTable("CITIES", [BarRow(label, ("1",), 0.5)], short=True)
    print_report(Namespace(signs="blocks"), Report("Title", [table], []))
    assert label in capsys.readouterr().out


LONG = "a label that is longer than the half of eighty columns"
TABLES = [
    BarTable("FIVE NUMBERS", [BarRow(f"{LONG} 1", ("1", "2", "3", "4", "5"), 0.5)]),
    *(BarTable("SHORT", [BarRow(f"{LONG} {n}", (n,), 0.5)], short=True) for n in "23"),
]


def test_labels_are_whole_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_report(Namespace(signs="blocks"), Report("Title", TABLES, []))
    shown = capsys.readouterr().out
    assert all(f"{LONG} {number}" in shown for number in "123")


@pytest.mark.parametrize(("width", "whole"), [(60, False), (88, False), (120, True)])
def test_labels_are_cut_only_in_a_narrow_terminal(
    width: int, whole: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_report(Namespace(signs="blocks"), Report("Title", TABLES, []))
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= width
    assert (f"{LONG} 1" in shown) == whole
