"""The program on terminals with fewer characters or colours, and line mode at a shared one."""

from __future__ import annotations

import io
import os
import re
import subprocess
from collections.abc import Iterator, Sequence

import pytest

from risk_tui.cli import main
from tests.e2e.terminal import PROGRAM, Terminal
from tests.waiting import PATIENCE

pytestmark = pytest.mark.pty

GAME = ("new", "--players", "Zoë,Jürgen", "--seed", "4", "--rules", "us-1959")
"""All territories are dealt, so the map is full at once."""

TOUR = ("enter", "?", "escape", "q")
"""Keys that show the board, a page over it, and the title screen."""


def tour(
    *keys: str, options: Sequence[str] = (), environment: dict[str, str] | None = None
) -> Iterator[Terminal]:
    """Yield the terminal after each key."""
    own = "LC_ALL" in (environment or ())  # The interpreter reads it when it starts.
    with Terminal(*GAME, *options, environment=environment, installed=own) as terminal:
        terminal.wait("Pass the keyboard")
        terminal.press_one_by_one("enter")
        for key in keys:
            terminal.press_one_by_one(key)
            yield terminal


def inks(terminal: Terminal) -> set[str]:
    """Return all colours on the screen by the emulator's names."""
    cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
    return {ink for cell in cells for ink in (cell.fg, cell.bg)}


@pytest.mark.parametrize("locale", ["--ascii", "LC_ALL=C"])
def test_ascii_mode_writes_no_byte_above_127(locale: str) -> None:
    option = [locale] if locale.startswith("-") else []
    environment = dict([locale.split("=")]) if not option else {}
    seen = ""
    for terminal in tour(*TOUR, options=option, environment=environment):
        seen += terminal.text
        assert terminal.highest < 128
    assert "Zoe" in seen
    assert "Jurgen" in seen
    assert re.search(r"AL[rb]\d", seen)


def test_no_color_means_no_colours() -> None:
    lit = 0
    for terminal in tour(*TOUR, environment={"NO_COLOR": "1"}):
        assert inks(terminal) == {"default"}
        rows = terminal.screen.buffer.values()
        lit += sum(cell.reverse for row in rows for cell in row.values())
    assert lit


def test_only_16_colours_are_used_if_there_are_no_more() -> None:
    named = re.compile(r"default|(bright)?(black|red|green|brown|blue|magenta|cyan|white|yellow)")
    for terminal in tour(*TOUR, environment={"TERM": "xterm", "COLORTERM": ""}):
        assert all(named.fullmatch(ink) for ink in inks(terminal)), inks(terminal)


def test_line_mode_writes_ascii(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "help\nboard\nlog\n"
    arguments = ["play", "--plain", "--players", "Zoë,Jürgen", "--seed", "4"]
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main([*arguments, "--ascii"]) == 0
    printed = capsys.readouterr().out
    assert "Zoe" in printed
    assert printed.isascii()
    done = subprocess.run(
        [PROGRAM, *arguments],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        env=dict(os.environ) | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        check=True,
        timeout=PATIENCE,
    )
    assert "Zoe" in done.stdout


CLEAR = b"\x1b[2J\x1b[3J\x1b[H"
"""The codes that clear a terminal and its scrollback."""

ALONE = "press Enter when no one else is looking."
TABLE = ("play", "--plain", "--players", "Zoë,Ben,Cid", "--seed", "4")
MISSIONS = (*TABLE, "--rules", "us-1993-mission")
"""A game in which every player gets a mission before the first decision."""


@pytest.mark.parametrize(
    ("option", "environment"),
    [
        (["--ascii"], {}),
        ([], {"TERM": "dumb"}),
        ([], {"LC_ALL": "C"}),
    ],
    ids=["ascii", "dumb", "c"],
)
def test_mission_is_cleared_before_the_next_player_sees_the_screen(
    option: list[str], environment: dict[str, str]
) -> None:
    clears = environment.get("TERM") != "dumb"
    own = "LC_ALL" in environment  # The interpreter reads it at its start.
    with Terminal(*MISSIONS, *option, environment=environment, installed=own) as terminal:
        missions: list[str] = []
        for name in ("Zoe", "Ben", "Cid", "Zoe"):
            terminal.wait(f"{name}, {ALONE}")
            assert not any(mission in terminal.text for mission in missions)
            assert terminal.written.count(CLEAR) == len(missions) * clears
            terminal.press("enter")
            terminal.wait(f"{name}>")
            if len(missions) < 3:
                assert f"{name}, {ALONE}" in terminal.text
                missions += [line for line in terminal.screen.display if "Your mission: " in line]
                terminal.press("place rest\r")
        assert len(missions) == len(set(missions)) == 3
        assert terminal.highest < 128
        terminal.press("quit\r")
        terminal.wait("The game is saved. To continue: risk-tui resume")
        assert terminal.ended() == 0


def test_lines_are_edited_and_completed_in_ascii() -> None:
    with Terminal(*TABLE, "--rules", "us-1980", "--ascii") as terminal:
        terminal.wait("> ")
        terminal.press("claim ala\t", "enter")
        terminal.wait("claims Alaska")
        terminal.press("up", "enter")
        terminal.wait("Alaska is already claimed")
