"""The fork server reports what a friend's program did."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from risk_tui.host.forks import EXIT, WRONG_CODE, ForkServer, Request

PROGRAM = """
from risk_tui.host.forks import serve_forks
def visit(request, on_wrong_code):
    if request.login == "eve":
        raise ValueError("hidden card")
    on_wrong_code()
    return 7
serve_forks(visit)
"""


@pytest.mark.parametrize(
    ("login", "report"), [("ann", WRONG_CODE + EXIT + b"\7"), ("eve", EXIT + b"\1")]
)
def test_wrong_codes_and_the_exit_code_are_reported(
    login: str, report: bytes, tmp_path: Path
) -> None:
    """A program that crashes says so in its terminal, without the message of the error."""
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": root, "XDG_STATE_HOME": str(tmp_path)}
    forks = ForkServer([sys.executable, "-c", PROGRAM], environment)
    ours, theirs = os.openpty()
    with forks.fork(theirs, Request(login, [], environment=environment)) as socket:
        os.close(theirs)
        got = b""
        while part := socket.recv(10):
            got += part
    assert got == report
    if login == "eve":
        shown = os.read(ours, 1000)
        assert b"risk-tui crashed" in shown
        assert b"hidden card" not in shown
    os.close(ours)
    forks.stop()
