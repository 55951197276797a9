"""A connection lost during a blitz loses nothing that was shown, and frees the seat."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from risk_tui.data.settings import Settings
from risk_tui.saves.locks import FileLock
from risk_tui.saves.save_file import SaveFile
from tests.processes import command_of, parent
from tests.ssh.games import ANN, Eve
from tests.ssh.server import Line, Server, Table, at_table
from tests.waiting import wait_for

pytestmark = pytest.mark.pty


def steps(game: Path) -> int:
    """Return the number of entries of a game."""
    with closing(SaveFile.open(game, mode="ro")) as file:
        return len(list(file.entries()))


def battles_on(line: Line) -> list[str]:
    """Return the battles in the log on a screen."""
    return [found[0] for row in line.screen.display if (found := re.search(r"● Ann ⚔.*\S", row))]


def start_blitz(line: Line, eve: Eve, game: Path) -> tuple[int, int]:
    """Let Ann start her blitz; return the earlier numbers of entries and of battles shown."""
    line.wait("Ann: attack")
    before, battles = steps(game), len(battles_on(line))
    line.press(eve.blitz, "enter")
    line.until(lambda: len(battles_on(line)) > battles + 1, "two battles")
    return before, battles


def test_connection_lost_during_a_blitz_loses_nothing_and_frees_the_seat(
    sit: Callable[..., Line],
    server: Server,
    game: Table,
    eve: Eve,
    settings: Callable[[Settings], None],
) -> None:
    """First the friend's client ends, then the server's session."""
    settings(Settings(pace="normal", curtain="quick"))
    ann, ben = sit("ann"), sit("ben")
    ben.wait("waiting for Ann")
    for cut in (cut_by_client, cut_by_server):
        before, battles = start_blitz(ann, eve, game.path)
        (process,) = (number for number in at_table(game.path) if _seat(number) == "name:Ann")
        cut(ann, process, server)
        chair = FileLock(game.path, str(ANN))
        wait_for(lambda chair=chair: not chair.is_taken(), "a free seat")
        wait_for(
            lambda process=process: process not in at_table(game.path), "the end of Ann's program"
        )
        shown = battles_on(ann)
        ben.wait("Ann is away")
        assert steps(game.path) >= before + len(shown) - battles
        ann = sit("ann")
        for line in (ann, ben):
            line.wait(shown[-1])


def cut_by_client(line: Line, process: int, server: Server) -> None:
    line.drop()


def cut_by_server(line: Line, process: int, server: Server) -> None:
    session = parent(process)
    assert server.process is not None
    for number in {parent(session), session} - {server.process.pid}:
        with suppress(ProcessLookupError):  # The first may have ended the second.
            os.kill(number, signal.SIGKILL)
    line.ended()


def _seat(process: int) -> str:
    words = command_of(process)
    return words[words.index("--seat") + 1]


def test_late_answers_of_a_terminal_are_not_keys(sit: Callable[..., Line], game: Table) -> None:
    """Over SSH, answers to questions about the terminal may come late and in pieces."""
    ann = sit("ann", TERM="xterm", COLORTERM="", answers=False)
    ann.wait("Ann: attack")
    ann.settle()
    before, entries = ann.text, steps(game.path)
    assert "ffffff" not in str(ann.screen.buffer)
    for piece in (
        "\x1bP>|XTerm(3",
        "79)\x1b\\\x1b]4;255;rgb:ee/ee/ee",
        "\x07\x1b]11;rgb:f/f/e\x07\x1b[",
    ):
        ann.press(piece)
        ann.settle()
    ann.press("?1;2c")
    ann.until(lambda: "ffffff" in str(ann.screen.buffer), "the colours of a light terminal")
    ann.settle()
    assert ann.text == before
    assert steps(game.path) == entries
