"""Environment variables don't steer the program, and arguments don't steer the terminal."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from textual import __file__ as textual_file

from risk_tui.data.environment import clean_environment
from tests.cli.running import Run
from tests.e2e.terminal import PROGRAM, Terminal
from tests.extent import few, usual_or_full
from tests.waiting import PATIENCE


@cache
def known() -> frozenset[str]:
    """Return the variables that Textual's sources name."""
    name = re.compile(r"""["'](TEXTUAL_\w+)["']""")
    return frozenset(
        variable
        for source in Path(textual_file).parent.rglob("*.py")
        for variable in name.findall(source.read_text(encoding="utf-8"))
    )


HOSTILE = ("-1", "0", "99999999", "1e9", "\x1b[2J\x1b]0;x\x07", "x" * 60_000, "\udcff\udc9b", "")


def ascii_start(text: str) -> str:
    """Return the beginning of a hostile text, to name a test."""
    return ascii(text)[:8]


ASKED = [
    *("TERM", "COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "COLUMNS", "LINES", "TZ"),
    *("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME", "FORCE_COLOR", "ESCDELAY"),
    *("TTY_COMPATIBLE", "TTY_INTERACTIVE", "UNICODE_VERSION", "SSH_CONNECTION", "TERM_PROGRAM"),
]


def test_textual_variables_are_removed() -> None:
    assert {"TEXTUAL_DRIVER", "TEXTUAL_LOG", "TEXTUAL_PRESS", "TEXTUAL_ALLOW_SIGNALS"} <= known()
    environ = dict.fromkeys((*known(), "TEXTUAL", "textual_fps", "COLUMNS"), "1")
    environ["HOME"] = "/home/ann"
    clean_environment(environ)
    assert environ == {"HOME": "/home/ann"}


def test_variables_of_a_web_page_are_kept() -> None:
    page = {
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "COLUMNS": "120",
        "ROWS": "36",
    }
    environ = page | {"TEXTUAL_PRESS": "q", "TEXTUAL_COLOR_SYSTEM": "standard", "LINES": "9"}
    clean_environment(environ)
    assert environ == page | {"TEXTUAL_COLOR_SYSTEM": "truecolor"}
    for size in set(HOSTILE) - {"0"}:
        environ = page | {"COLUMNS": size}
        clean_environment(environ)
        assert "COLUMNS" not in environ


@pytest.mark.pty
def test_textual_variables_have_no_effect(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text(
        f"open({str(tmp_path / 'imported')!r}, 'w')\nclass It: pass\n"
    )
    environment = dict.fromkeys(known(), "1") | {
        "TEXTUAL": "devtools,debug",
        "TEXTUAL_DRIVER": "evil:It",
        "TEXTUAL_LOG": str(tmp_path / "log"),
        "TEXTUAL_PRESS": "q,ctrl+q",
        "TEXTUAL_SCREENSHOT": "0",
        "TEXTUAL_SCREENSHOT_LOCATION": str(tmp_path),
        "TEXTUAL_SCREENSHOT_FILENAME": "shot.svg",
        "TEXTUAL_COLOR_SYSTEM": "standard",
        "TEXTUAL_SHOW_RETURN": "1",
        "PYTHONPATH": str(tmp_path),
        "COLUMNS": "99999999",
        "LINES": "0",
    }
    with Terminal(columns=120, rows=36, environment=environment, installed=True) as terminal:
        terminal.wait("New game")
        terminal.settle()
        assert "38;2;" in terminal.written.decode("utf-8", "replace")
        # Ctrl-C is a key here, not a signal.
        terminal.press("\x03")
        assert terminal.ended() == 0
        assert terminal.was_given_back
        assert "returned" not in terminal.text
    assert not any((tmp_path / name).exists() for name in ("log", "imported", "shot.svg"))


@pytest.mark.parametrize("value", usual_or_full(HOSTILE[5:6], HOSTILE), ids=ascii_start)
def test_hostile_values_cause_no_fault(value: str, tmp_path: Path) -> None:
    homes = {name: str(tmp_path) for name in os.environ if name.startswith("XDG_")}
    start(tmp_path, dict.fromkeys(ASKED, value) | homes)


@pytest.mark.parametrize("value", usual_or_full(HOSTILE[6:7], HOSTILE[-4:]), ids=ascii_start)
def test_hostile_folders_cause_no_fault(value: str, tmp_path: Path) -> None:
    start(tmp_path, dict.fromkeys(ASKED, value))


def start(folder: Path, environ: dict[str, str]) -> None:
    """Start a game in an environment; it is played, or refused in printable text."""
    done = subprocess.run(
        [PROGRAM, "play", "--plain", "--players", "Ann,Ben", "--seed", "1"],
        input=b"board\nquit\n",
        capture_output=True,
        cwd=folder,
        env=dict(os.environ) | environ,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode in (0, 2), done.stderr
    for output in (done.stdout, done.stderr):
        text = output.decode("utf-8").replace("\n", "")
        assert text.isprintable(), text
    assert b"Traceback" not in done.stderr


@pytest.mark.pty
@pytest.mark.parametrize("value", few(["\x1b[2J", "x" * 60_000], 1), ids=ascii_start)
def test_hostile_values_cause_no_fault_on_the_screen(value: str) -> None:
    names = [name for name in ASKED if not name.startswith(("XDG_", "HOME"))]
    with Terminal(
        columns=80, rows=24, environment=dict.fromkeys(names, value), installed=True
    ) as terminal:
        terminal.wait("New game")
        terminal.press("q")
        assert terminal.ended() == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["\x1b[2Jfly"],
        ["--\x1b[2J"],
        ["saves", "\x1b]0;x\x07"],
        ["resume", "\x9b2J\u202e"],
        ["resume", "\udcff\x07"],
        ["resume", "\x1b/x.risk"],
        ["play", "--plain", "--players", "\x1b[2J,Ben"],
        ["play", "--plain", "--players", "Ann,Ben", "--rules", "\x1b[2J"],
        ["play", "--plain", "--players", "Ann,Ben", "--map", "\u2066/\x1b"],
        ["play", "--plain", "--players", "Ann,Ben", "--set", "\x1b=\x07"],
    ],
    ids=lambda arguments: ascii(arguments[-1]),
)
def test_control_characters_of_arguments_are_not_printed(
    arguments: list[str], refusal: Run
) -> None:
    assert refusal(*arguments)


def test_closed_pipe_is_not_a_fault() -> None:
    for stream, code in (("| head -c 1", 0), ("> /dev/full", 2)):
        command = f"{PROGRAM} docs playing {stream}; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, "Exception" in done.stderr) == (code, False)
