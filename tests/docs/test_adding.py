"""The pages docs/adding-a-….md are true: what they write is written, and what they run is run.

A block below a line that ends with a file's name and a colon is that file, or, as ``diff``, a
change of it. Other ``python`` and ``sh`` blocks are run, and a ``text`` block after one holds lines
that it prints, in this order.

All files of all pages are written to one copy of the program, then everything is run there by
forks of a Python that has imported it. With ``--full`` each page is followed in a copy of its own,
step by step, and Python starts for each command.

Together the examples pass the checks that the project has for whatever is added to it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.extent import is_full, thorough, usual_or_full
from tests.forked_python import forking_python

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    "tests/conformance/test_presets.py",
    "tests/docs/test_rulesets.py",
    "tests/rules/test_variant_switches.py",
    "tests/tui/test_keymap.py::test_every_action_has_a_name_and_a_key_of_its_own",
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
    """The fenced blocks of a page, in their order."""
    pattern = re.compile(r"(?:`([\w./-]+)`:\n+)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [Block(found[2], found[1] or "", found[3]) for found in pattern.finditer(page)]


def patch(file: Path, change: str) -> None:
    """Change a file as a diff without line numbers says; what it shows must be there once."""
    for part in re.split(r"^@@.*\n", change, flags=re.MULTILINE):
        lines = [line or " " for line in part.splitlines()]
        old = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
        new = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
        text = file.read_text("utf-8")
        assert text.count(old) == 1, f"{file} does not have this once:\n{old}"
        file.write_text(text.replace(old, new), "utf-8")


def run(block: Block, folder: Path, page: str = "", python_command: Sequence[str] = PYTHON) -> str:
    """Run a block, with games of its page's own, and return what it prints."""
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
    """Return the variables for what is run in a copy of the program."""
    return os.environ | {
        "PYTHONPATH": str(folder),
        "XDG_DATA_HOME": str(folder.parent / f"data {page}"),
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTEST_ADDOPTS": "-n0",
    }


def expect_lines(printed: str, wanted: str) -> None:
    """Raise unless the lines are printed in this order, others between them or not."""
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
    """Run what a page runs; if Python starts each time, write its files on the way."""
    printed, ran = "", 0
    for block in blocks(page.read_text("utf-8")):
        if block.file:
            if python_command is PYTHON:
                write(block, folder)
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "json":
            pass  # tests of what it shows read it
        elif block.language == "text":
            expect_lines(printed, block.text)
        elif is_full() or "-m pytest" not in block.text:  # else among the checks
            printed = run(block, folder, page.stem, python_command)
            ran += 1
    assert ran > 1


@thorough
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_can_be_followed_alone(page: Path, folder: Path) -> None:
    run_blocks(page, folder)


def test_all_pages_followed_pass_the_checks_of_the_project(folder: Path) -> None:
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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    new = {block.file for block in blocks(text) if block.language != "diff"}
    for name in re.findall(r"`((?:risk_tui|tests|docs|maps|rulesets)/[\w/.-]*)`", text):
        assert name in new or (ROOT / name).exists(), name
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / "docs" / link).exists(), link
