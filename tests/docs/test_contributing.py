"""The commands in docs/CONTRIBUTING.md are run: here, by ``.ci/run``, or as the README's."""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.laboratory.matches import Threads
from tests.soak import games

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "CONTRIBUTING.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8").replace("\n", " ")
CHECKS = (ROOT / ".ci" / "run").read_text("utf-8")
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]
GOLDEN = ".venv/bin/python -m tests.golden.make us-1993"
GALLERY = ".venv/bin/python -m pytest tests/tui/test_screens.py --gallery-update"
FULL = ".venv/bin/python -m pytest tests/engine --full"
SUITE = ".venv/bin/python -m tests.soak suite"
FUZZ = ".venv/bin/python -m tests.soak fuzz --inputs 100000"
"""Run, with fewer inputs, in tests/fuzz."""
FUZZ_BOTS = '.venv/bin/python -m tests.soak fuzz --only "bot answers" --inputs 100000'
"""The same for one of its targets."""
SOAK = {
    ".venv/bin/python -m tests.soak kill --kills 100": ("100", "2", "2 kills"),
    ".venv/bin/python -m tests.soak games --games 200": ("200", "1", "1 of each kind, 0 faults"),
    ".venv/bin/python -m tests.soak mixtures --mixtures 500": ("500", "2", "0 faults"),
}
"""Long commands: the number to replace, the smaller number, and text of the output."""
TOO_LONG = {
    ".venv/bin/python -m tests.soak",
    ".venv/bin/python -m pytest tests/benchmarks -n 0 -s",
}
"""Commands that aren't run: the whole soak, whose parts are, and the benchmarks."""


def run(command: str, folder: Path = ROOT) -> str:
    """Run a command, and return its output."""
    words = [sys.executable, *shlex.split(command)[1:]]
    done = subprocess.run(
        words,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_command_is_run_somewhere() -> None:
    here = {GOLDEN, GALLERY, FULL, SUITE, FUZZ, FUZZ_BOTS, *SOAK, *TOO_LONG}
    for command in COMMANDS:
        elsewhere = command == ".ci/run" or command in README or command in CHECKS
        assert elsewhere or command in here, command
    assert here <= set(COMMANDS)


def test_tests_to_run_are_named_for_every_folder() -> None:
    rows = re.findall(r"^\| (`.*`) \| (.*) \|$", PAGE, re.MULTILINE)
    changed = {name for row, _ in rows for name in re.findall(r"`(\w+)`", row)}
    folders = {path.parent.name for path in (ROOT / "risk_tui").glob("*/__init__.py")}
    assert changed == {*folders, "maps", "rulesets"}
    for _, named in rows:
        for name in re.findall(r"`([\w/.]+)`", named):
            assert (ROOT / name if "/" in name else ROOT / "tests" / name).exists(), name


def test_page_explains_every_check() -> None:
    for tool in ("ruff check", "ruff format", "mypy", "lint-imports"):
        assert tool in CHECKS
        assert tool in PAGE


def test_golden_game_can_be_rewritten(tmp_path: Path) -> None:
    for name in ("risk_tui", "maps", "rulesets", "tests/golden", "tests/engine"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "tests" / "__init__.py").touch()
    game = tmp_path / "tests" / "golden" / "games" / "us-1993.txt"
    text = game.read_text("utf-8")
    game.write_text(text.replace("places 2 armies", "put two armies"), "utf-8")
    run(GOLDEN, tmp_path)
    assert game.read_text("utf-8") == text
    # Other players go on from a step that the rules do not allow, and start without an old text.
    before, _, after = text.partition("place QU 2")
    game.write_text(f"{before}place QU 40{after}", "utf-8")
    run(GOLDEN, tmp_path)
    assert game.read_text("utf-8").startswith(before)
    game.unlink()
    run(GOLDEN, tmp_path)
    assert "\nr1 " in game.read_text("utf-8")


def test_gallery_can_be_rewritten(request: pytest.FixtureRequest) -> None:
    file, option = GALLERY.split()[-2:]
    assert (ROOT / file).is_file()
    assert request.config.getoption(option) in (True, False)


def test_soak_runs_all_tests(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, option = FULL.split()[-2:]
    assert (ROOT / folder).is_dir()
    assert request.config.getoption(option) in (True, False)
    runs: list[list[str]] = []

    def note(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        runs.append(command)
        return subprocess.CompletedProcess(command, 3)

    monkeypatch.setattr(subprocess, "run", note)
    monkeypatch.setattr(sys, "argv", ["soak", "suite", "--tests", folder])
    with pytest.raises(SystemExit, match="3"):
        runpy.run_module("tests.soak", run_name="__main__")
    assert {option, folder} <= set(runs[0])


@pytest.mark.parametrize("command", SOAK)
def test_long_test_starts(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    number, few, printed = SOAK[command]
    _, _, module, *options = shlex.split(command.replace(number, few))
    keep = ("--jobs", "1", "--rounds", "3", "--keep", str(tmp_path / "kept"))
    monkeypatch.setattr(games, "LocalWorkers", lambda jobs: Threads())
    monkeypatch.setattr(games, "RULES", ["stars"])  # Its games are short.
    monkeypatch.setattr(sys, "argv", [module, *options, *keep])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__")
    assert ended.value.code == 0
    assert printed in capsys.readouterr().out
