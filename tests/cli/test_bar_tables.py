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
