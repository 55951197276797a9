"""After signals, noise, faults and lost terminals, the game is saved and the terminal restored."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from risk_tui.data.crash_log import log_path
from risk_tui.data.settings import Settings, save_settings
from risk_tui.saves.folder import saved_games
from risk_tui.table.table import Table
from tests.e2e.player import game_before_blitz
from tests.e2e.terminal import PROGRAM, Terminal
from tests.extent import few
from tests.processes import kilobytes
from tests.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.pty

GAME = ("new", "--players", "Ann,Ben,Cid", "--seed", "1")
ENDING = ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM")


def send(terminal: Terminal, *names: str) -> None:
    """Send signals to the program."""
    for name in names:
        os.kill(terminal.child.pid, getattr(signal, name))


def is_pending(terminal: Terminal, name: str) -> bool:
    """Return True if a signal is still pending; always False without ``/proc``."""
    status = Path(f"/proc/{terminal.child.pid}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    bit = 1 << (getattr(signal, name) - 1)
    return any(int(line.split()[1], 16) & bit for line in lines if line.startswith("ShdPnd"))


def assert_answers(terminal: Terminal) -> None:
    """Check that the program still accepts a command."""
    terminal.press(":claim brazil", "enter")
    terminal.wait("claims BR")


LATE = """
import os, signal
from risk_tui.tui.terminal import terminal_app
from risk_tui.tui.terminal.driver import RiskDriver
restore = RiskDriver.restore_terminal
terminal_app.SHUTDOWN_SECONDS, ticks = 60, 650
def late(self):
    for _ in range(ticks):
        os.kill(os.getpid(), signal.SIGALRM)
    restore(self)
RiskDriver.restore_terminal = late
"""
"""Code that lets the deadline pass while the terminal is restored."""
ORDERLY_ENDS = [*((name, "") for name in ENDING[:3]), (ENDING[3], LATE)]


@pytest.mark.parametrize(("name", "plant"), ORDERLY_ENDS, ids=ENDING)
def test_signal_ends_the_program_cleanly(name: str, plant: str) -> None:
    # Without an answer the program does not end before the second signal.
    with Terminal(*GAME, plant=plant, answers=False) as terminal:
        terminal.wait("claim a free territory")
        if plant:
            terminal.press("?")
            terminal.wait("scroll")
        send(terminal, name)
        # The second of two pending signals may arrive first, in another thread.
        terminal.until(lambda: not is_pending(terminal, name), f"the arrival of {name}")
        send(terminal, name, "SIGTERM")
        assert terminal.ended() == 128 + getattr(signal, name)
        assert terminal.was_given_back
        (game,) = saved_games()
        terminal.wait(f"The game is saved. To continue: risk-tui resume {game.name}")
    assert not log_path().exists()


LAST = """
import os, signal, sys
class Last:
    kill, pid, number = os.kill, os.getpid(), signal.SIGTERM
    def __del__(self):
        self.kill(self.pid, self.number)
sys.modules["last"] = Last()
"""
"""Code that sends a signal while Python removes its modules."""


def test_signal_at_the_very_end_is_ignored() -> None:
    with Terminal(plant=LAST) as terminal:
        terminal.wait("New game")
        terminal.press("q")
        assert terminal.ended() == 0


def test_signal_during_a_blitz_ends_the_program_cleanly(tmp_path: Path) -> None:
    save_settings(Settings(pace="normal", curtain="quick", defence="most"))
    path = tmp_path / "blitz.risk"
    blitz, before = game_before_blitz(path), steps(path)
    with Terminal("resume", str(path), columns=120, rows=36) as terminal:
        terminal.wait("Pass the keyboard to")
        terminal.press("enter")
        terminal.wait("attack")
        terminal.press(blitz, "enter")
        terminal.wait("⚔")
        send(terminal, "SIGTERM")
        assert terminal.ended() == 128 + signal.SIGTERM
        assert terminal.was_given_back
    assert steps(path) > before


def test_leaving_by_a_key_says_how_to_continue() -> None:
    with Terminal(*GAME) as terminal:
        terminal.wait("claim a free territory")
        terminal.press("\x03")
        assert terminal.ended() == 0
        assert terminal.was_given_back
        terminal.wait("The game is saved. To continue: risk-tui resume")


def test_bot_that_never_decides_delays_no_signal() -> None:
    plant = (
        "import time\n"
        "from risk_tui.bots.planner.planner_bot import Planner\n"
        "Planner.choose = lambda *_: time.sleep(60)"
    )
    with Terminal("new", "--players", "Ann,bot,bot", "--seed", "2", plant=plant) as terminal:
        terminal.wait("Ann")
        send(terminal, "SIGHUP")
        assert terminal.ended() == 128 + signal.SIGHUP
        assert terminal.was_given_back


@pytest.mark.parametrize("name", ["SIGHUP", "SIGINT"])
def test_signal_ends_line_mode_cleanly(name: str) -> None:
    with Terminal("play", "--plain", "--players", "Ann,Ben,Cid", "--seed", "1") as terminal:
        terminal.until(lambda: "> " in terminal.text and not terminal.given_back, "the question")
        send(terminal, name, name)
        assert terminal.ended() == 128 + getattr(signal, name)
        assert terminal.was_given_back
        assert "To continue: risk-tui resume" in " ".join(terminal.text.split())
        assert "Traceback" not in terminal.text


@pytest.mark.parametrize(
    ("arguments", "ignored"),
    [(GAME, False), (GAME, True), (("play", "--plain", "--players", "Ann,Ben,Cid"), True)],
)
def test_lost_terminal_ends_the_program(arguments: tuple[str, ...], ignored: bool) -> None:
    with Terminal(*arguments, ignore_hangup=ignored) as terminal:
        terminal.wait("claim a free territory")
        terminal.child.hang_up()
        assert terminal.child.wait() == 128 + signal.SIGHUP
    assert not log_path().exists()


def test_slow_terminal_does_not_stop_the_game() -> None:
    with Terminal(*GAME, columns=200, rows=50) as terminal:
        terminal.wait("claim a free territory")
        for _ in range(40):  # The screen is drawn repeatedly, and not read.
            terminal.press("\x0c")
        terminal.press(":claim brazil", "enter")
        (game,) = saved_games()
        wait_for(lambda: steps(game.path) == 2, "Brazil")
        terminal.wait("claims BR")
        terminal.press("\x0c")
        terminal.settle()
        assert "claims BR" in terminal.text


def test_blocked_terminal_stops_neither_the_game_nor_its_end() -> None:
    """Textual's own writer would wait forever after some thirty frames."""
    plant = "from risk_tui.tui.terminal import terminal_app; terminal_app.SHUTDOWN_SECONDS = 0.3"
    with Terminal(*GAME, plant=plant) as terminal:
        terminal.wait("claim a free territory")
        terminal.child.stop_output()
        for _ in range(20):
            for key in ("right", "left"):
                terminal.press(key)
                time.sleep(0.05)  # Each key gets a frame of its own.
        terminal.press(":claim brazil", "enter")
        (game,) = saved_games()
        wait_for(lambda: steps(game.path) == 2, "Brazil")
        send(terminal, "SIGTERM")
        assert terminal.child.wait() == 128 + signal.SIGTERM


def steps(path: Path) -> int:
    """Return the number of steps of a game."""
    with closing(Table.join(path)) as table:
        return table.steps


def test_suspended_program_continues_with_another_size() -> None:
    with Terminal(*GAME, columns=120, rows=36) as terminal:
        terminal.wait("claim a free territory")
        terminal.press("\x1a")  # Ctrl+Z is ignored: there may be no shell.
        assert_answers(terminal)
        assert not terminal.child.is_stopped
        send(terminal, "SIGTSTP")
        terminal.until(lambda: terminal.child.is_stopped, "the program stopped")
        terminal.settle()
        assert terminal.given_back
        terminal.resize(90, 30)
        terminal.feed(b"\x1b[2J$ fg\r\n")
        send(terminal, "SIGCONT")
        terminal.wait("claims BR")
        assert "$ fg" not in terminal.text
        assert not terminal.given_back
        send(terminal, "SIGTSTP")
        terminal.until(lambda: terminal.child.is_stopped, "the program stopped")
        send(terminal, "SIGTERM", "SIGCONT")
        assert terminal.ended() == 128 + signal.SIGTERM
        assert terminal.was_given_back


NOISE = {
    "bytes of no character": b"\xff\xfe\xc3\x28\xe2\x82\x80\x9b\x9d\x00",
    "half a character": b"\xe2\x96",
    "controls of eight bits": b"\xc2\x9b\xc2\x9d\xc2\x85\xc2\x80",
    "device attributes": b"\x1b[?62;22c\x1b[>41;354;0c",
    "a cursor position": b"\x1b[12;40R\x1b[1;1R",
    "a colour": b"\x1b]11;rgb:1111/eeee/aaaa\x1b\\\x1b]4;1;rgb:cd/00/00\x07",
    "a version": b"\x1bP>|xterm(370)\x1b\\",
    "reports of clicks": b"\x1b[<0;99999;1M\x1b[<0;;M\x1b[<64;1M\x1b[M !!\x1b[<35;9999999999;1M",
    "sizes": b"\x1b[48;99999999;99999999;1;1t\x1b[48;0;0;0;0t\x1b[8;1;1t",
    "keys that are none": b"\x1b[55296u\x1b[99999999999u\x1b[1;1;1114112u\x1b[9999~\x1bO!",
    "modes": b"\x1b[?2048;1$y\x1b[?2026;9$y\x1b[?1$y",
    "an end without a paste": b"\x1b[201~",
    "a paste": b"\x1b[200~:claim alaska\r\rq\x03\x1b[201~",
    "a long paste": b"\x1b[200~" + b"claim alaska\r" * 8_000 + b"\x1b[201~",
}


def test_noise_has_no_effect() -> None:
    with Terminal(*GAME, columns=120, rows=36) as terminal:
        terminal.wait("claim a free territory")
        (game,) = saved_games()
        before = steps(game.path)
        terminal.settle()
        shown = terminal.text
        for name, noise in NOISE.items():
            terminal.pour(noise)
            terminal.settle()
            assert terminal.text == shown, name
        assert steps(game.path) == before
        assert_answers(terminal)


IMPATIENT = """
from risk_tui.tui.terminal import driver
driver.PARTIAL_SECONDS, driver.QUESTION_SECONDS = 0.02, 0.0
"""
"""Code that ends incomplete sequences after a short silence, because no answer is expected."""


def test_endless_sequences_block_nothing() -> None:
    with Terminal(*GAME, columns=120, rows=36, plant=IMPATIENT) as terminal:
        terminal.wait("claim a free territory")
        for noise, place in ((b"\x1b]0;q\x1b[200~q", "peru"), (b"x\xff" * 10_000, "japan")):
            terminal.pour(noise)
            terminal.settle()
            terminal.press(f":claim {place}", "enter")
            terminal.wait(f"claims {place[:2].upper()}")


CANARY = "Kamtschatka17"
FAULT = f"""
def fault(*_, **__):
    card = {CANARY!r}
    raise KeyError(card, "[red]" + card)
"""
PLANTED: dict[str, tuple[str, str]] = {
    "a key": ("from risk_tui.tui.game.front_end import ScreenFrontEnd as it", "press"),
    "drawing": ("from risk_tui.tui.map.map_widget import BoardMap as it", "render_line"),
    "a worker": ("from risk_tui.tui.game.bot_pace import BotPace as it", "_pause_before"),
    "the writer": ("from risk_tui.tui.terminal.driver import OutputWriter as it", "_send"),
    "the reader": ("from risk_tui.tui.terminal.driver import InputParser as it", "feed"),
    "the end": ("from risk_tui.tui.game.game_screen import GameScreen as it", "on_unmount"),
}


@pytest.mark.parametrize("place", PLANTED)
def test_fault_is_one_line_and_a_log_without_secrets(place: str) -> None:
    origin, name = PLANTED[place]
    plant = f"{FAULT}\n{origin}\nassert hasattr(it, {name!r})\nit.{name} = fault"
    with Terminal(*GAME, columns=150, plant=plant) as terminal:
        if place in ("a key", "the end"):
            terminal.wait("claim a free territory")
            terminal.press("\x11" if place == "the end" else "x")
        assert_reported(terminal)


@pytest.mark.parametrize(
    ("arguments", "plant"),
    [
        (("saves",), "from risk_tui.saves import folder as it\nit.saves_folder = fault"),
        (
            ("play", "--plain", "--players", "Ann,Ben"),
            "from risk_tui.line_mode.session import LineSession as it\nit.ask = fault",
        ),
    ],
)
def test_fault_without_a_screen_is_one_line(arguments: tuple[str, ...], plant: str) -> None:
    with Terminal(*arguments, columns=150, plant=f"{FAULT}\n{plant}") as terminal:
        assert_reported(terminal)


def assert_reported(terminal: Terminal) -> None:
    """Check that the program ends with a line about a fault, and the log names the function."""
    assert terminal.ended() == 1
    assert terminal.was_given_back
    shown = " ".join(terminal.text.split())
    assert re.search(
        r"risk-tui crashed \(KeyError(, risk_tui/\S+:\d+)?\); the details are in", shown
    )
    log = log_path().read_text()
    assert "KeyError" in log
    assert "in fault" in log
    assert CANARY not in log
    assert CANARY.encode() not in terminal.written
    assert b"Traceback" not in terminal.written
    assert stat.S_IMODE(log_path().stat().st_mode) == 0o600


CLOSED: dict[str, Callable[[], None]] = {
    "input": lambda: os.close(0),
    "output": lambda: os.close(1),
    "errors": lambda: os.close(2),
    "all": lambda: os.closerange(0, 3),
}


@pytest.mark.parametrize("which", few([*CLOSED][::-1], 2))
def test_closed_streams_do_no_harm(which: str) -> None:
    playing = ("play", "--plain", "--players", "Ann,Ben")
    for arguments in (playing, ("saves",)) if which == "all" else (playing,):
        done = subprocess.run(
            [PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            preexec_fn=CLOSED[which],
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode in (0, 2)
        assert b"Traceback" not in done.stderr
        assert b"Exception" not in done.stderr
    assert all(game.summary for game in saved_games())


def test_terminal_without_a_size_works() -> None:
    with Terminal(*GAME, columns=0, rows=0) as terminal:
        terminal.screen.resize(24, 80)
        terminal.wait("claim a free territory")


def test_huge_terminal_takes_little_memory() -> None:
    with Terminal(*GAME, columns=120, rows=36) as terminal:
        terminal.wait("claim a free territory")
        terminal.child.resize(65_000, 65_000)
        terminal.press(":claim brazil", "enter")
        (game,) = saved_games()
        wait_for(lambda: steps(game.path) == 2, "Brazil")
        assert kilobytes(terminal.child.pid, "VmHWM") < 300_000
        send(terminal, "SIGTERM")
        terminal.until(lambda: not terminal.child.is_alive, "the end")
