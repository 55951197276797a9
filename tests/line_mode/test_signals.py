"""Signals that end a game by lines."""

from __future__ import annotations

from risk_tui.line_mode.session import TerminationSignal, termination_code


def test_second_signal_is_not_a_fault() -> None:
    fault = SystemError("a handler returned a result with an exception set")
    assert termination_code(fault) is None
    fault.__cause__ = TerminationSignal(2)
    assert termination_code(fault) == 130
    other = ValueError()
    other.__cause__ = TerminationSignal(2)
    assert termination_code(other) is None
