"""A half-typed line is kept when news is written."""

from __future__ import annotations

import os
import sys

import pytest

from risk_tui.line_mode.line_input import LineReader

pty = pytest.importorskip("pty")


def shown_until(keyboard: int, end: str) -> str:
    """Return the output of the terminal up to an end."""
    shown = ""
    while not shown.endswith(end):
        shown += os.read(keyboard, 1000).decode()
    return shown


def test_news_is_written_above_a_half_typed_line(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard, terminal = pty.openpty()
    with os.fdopen(terminal, "r", closefd=False) as stdin, os.fdopen(terminal, "w") as stdout:
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        reader = LineReader(stdin, stdout, interactive=True, complete=lambda text: [])
        monkeypatch.delitem(sys.modules, "readline", raising=False)
        os.write(keyboard, b"log 2")
        assert not reader.ready(0.01)
        reader.hide_typed()
        stdout.write("Ben claims Alaska\n")
        reader.show_typed()
        shown = shown_until(keyboard, "\nlog 2")
        assert shown.startswith("log 2\r\x1b[KBen claims Alaska")
        os.write(keyboard, b"0\n")
        assert reader.ready(1)
        assert reader.next_line("Ann> ") == "log 20"
        os.write(keyboard, b"end\n")
        assert reader.next_line("Ann> ") == "end"
    os.close(keyboard)
