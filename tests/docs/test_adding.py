"""The pages docs/adding-a-….md work: their files are written, and their commands are run.

A block below a line that ends with a file's name and a colon is that file, or, as ``diff``, a
change of it. Other ``python`` and ``sh`` blocks are run, and a ``text`` block after one holds lines
that it prints, in this order.

All files of all pages are written to one copy of the program, then everything is run there by
forks of a Python that has imported it. With ``--full`` each page is followed in a copy of its own,
step by step, and Python starts for each command.

Together the examples pass the checks of the project for additions.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.extent import is_full, thorough, usual_or_full
from tests.forked_python import forking_python

PYTHON = (sys.executable,)
"""The command for Python."""

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").glob("adding-a-*.md")), ROOT / "docs" / "bot-protocol.md"]
COPIED = ("risk_tui", "maps", "rulesets", "tests", "docs")
FILES = ("pyproject.toml", "README.md")
CHECKS = (
    "tests/bots/test_registry.py",
    "tests/cli/test_odds.py::test_every_variant_that_changes_fights_is_named",
    "tests/conformance/test_cases.py::test_the_game_plays_as_the_source_says[fortify]",
    "tests/conformance/test_cases.py::test_the_game_plays_as_the_source_says[militia]",
    "tests/conformance/test_completeness.py::test_every_option_has_a_case",
    "tests/conformance/test_completeness.py::test_every_value_of_every_ruleset_has_a_case",
    "tests/conformance/test_completeness.py::test_numbers_and_lists_have_an_unusual_case",
    "tests/conformance/test_presets.py",
    "tests/docs/test_rulesets.py",
    "tests/rules/test_variant_switches.py",
    "tests/tui/test_keymap.py::test_every_action_has_a_name_and_a_key_of_its_own",
    "tests/tui/test_keymap.py::test_lines_of_the_page_on_keys_can_be_parsed",
    "tests/tui/test_keymap.py::test_problem_of_a_keymap_is_one_line",
)
"""The tests that look at all bots, keys, rulesets, values or variants that there are."""
LEFT_OUT = shutil.ignore_patterns("gallery", ".*")


@dataclass(frozen=True)
class Block:
    """A fenced block; ``file`` is empty unless the line above names one."""

    language: str
    file: str
    text: str


def blocks(page: str) -> list[Block]:
    """Return the fenced blocks of a page in order."""
    pattern = re.compile(r"(?:`([\w./-]+)`:\n+)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [Block(found[2], found[1] or "", found[3]) for found in pattern.finditer(page)]


def patch(file: Path, change: str) -> None:
    """Apply a diff without line numbers, whose old text must occur exactly once."""
    for part in re.split(r"^@@.*\n", change, flags=re.MULTILINE):
        lines = [line or " " for line in part.splitlines()]
        old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
        new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
        text = file.read_text("utf-8")
        assert text.count(old) == 1, f"adapt the page: {file} does not have this once:\n{old}"
        file.write_text(text.replace(old, new), "utf-8")


def run(block: Block, folder: Path, page: str = "", python_command: Sequence[str] = PYTHON) -> str:
    """Run a block, with a folder of games for its page, and return the output."""
    command = [*python_command, "-c", block.text]
    if block.language == "sh":
        python = shlex.join(python_command)
        programs = {".venv/bin/risk-tui": f"{python} -m risk_tui", ".venv/bin/python": python}
        text = re.sub(r"\.venv/bin/[\w-]+", lambda found: programs[found[0]], block.text)
        command = ["sh", "-ec", text]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(folder, page),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, block.text + done.stdout + done.stderr
    return done.stdout


def environment(folder: Path, page: str = "") -> dict[str, str]:
    """Return the environment for commands in a copy of the program."""
    return os.environ | {
        "PYTHONPATH": str(folder),
        "XDG_DATA_HOME": str(folder.parent / f"data {page}"),
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTEST_ADDOPTS": "-n0",
    }


def expect_lines(printed: str, wanted: str) -> None:
    """Check that the lines are printed in this order, possibly with others between them."""
    rest = iter(line.strip() for line in printed.splitlines())
    for line in wanted.splitlines():
        assert line.strip() in rest, f"not printed: {line}\n{printed}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the program."""
    folder = tmp_path / "copy"
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    return folder


def write(block: Block, folder: Path) -> None:
    """Write the file of a block, or change it."""
    file = folder / block.file
    if block.language == "diff":
        patch(file, block.text)
    else:
        assert not file.exists(), block.file
        file.write_text(block.text, "utf-8")


def write_files(page: Path, folder: Path) -> None:
    """Write the files of a page."""
    for block in blocks(page.read_text("utf-8")):
        if block.file:
            write(block, folder)


def run_blocks(page: Path, folder: Path, python_command: Sequence[str] = PYTHON) -> None:
    """Run the commands of a page; if Python starts each time, write the files between them."""
    printed, ran = "", 0
    for block in blocks(page.read_text("utf-8")):
        if block.file:
            if python_command is PYTHON:
                write(block, folder)
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "json":
            pass  # Other tests read it.
        elif block.language == "text":
            expect_lines(printed, block.text)
        elif is_full() or "-m pytest" not in block.text:  # Otherwise it is run with the checks.
            printed = run(block, folder, page.stem, python_command)
            ran += 1
    assert ran > 1


@thorough
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_can_be_followed_alone(page: Path, folder: Path) -> None:
    run_blocks(page, folder)


def test_examples_of_all_pages_pass_the_checks(folder: Path) -> None:
    for page in PAGES:
        write_files(page, folder)
    commands = (
        "-m ruff check --no-cache .",
        "-m ruff format --no-cache --check .",
        f"-m pytest -q -p no:cacheprovider {shlex.join(CHECKS)}",
        *usual_or_full((), ("-m mypy",)),
    )
    socket = folder.parent / "python"
    with forking_python(socket, folder, environment(folder)) as python:
        for page in PAGES:
            run_blocks(page, folder, python)
        for command in commands:
            run(Block("sh", "", f".venv/bin/python {command}"), folder, python_command=python)
