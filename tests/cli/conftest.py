"""Fixtures that run commands of the program in this process."""

from __future__ import annotations

import pytest

from risk_tui.cli import main
from risk_tui.laboratory import runner
from tests.cli.running import Run
from tests.laboratory.matches import Threads


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command, which ends with ``code``, and returns its output."""

    def run(*words: object, code: int = 0) -> str:
        capsys.readouterr()
        assert main([str(word) for word in words]) == code
        out, err = capsys.readouterr()
        assert not err
        return out

    return run


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a command that is refused, and returns the line that says why."""

    def run(*words: object) -> str:
        capsys.readouterr()
        try:
            code: object = main([str(word) for word in words])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        assert (code, out, err.count("\n")) == (2, "", 1)
        line = err.removeprefix("risk-tui: ").rstrip("\n")
        assert line.isprintable()
        return line

    return run


@pytest.fixture
def in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play the games of simulations in this process, which starts faster."""
    monkeypatch.setattr(runner, "open_workers", lambda jobs, cluster: Threads())
