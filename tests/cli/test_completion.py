"""Tab completes commands, options and names, and there is a man page."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from risk_tui.cli.options import COMMANDS, SCRIPTS
from risk_tui.saves.errors import saves_folder
from tests.cli.running import Run

INSTALL = ".venv/bin/pip install -e '.[test,lint]'"
"""The command of docs/CONTRIBUTING.md."""

_PREFIX = Path(sysconfig.get_path("data"))
_TRY = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_risk_tui; echo "${COMPREPLY[@]}"
"""


def completions(*words: str) -> list[str]:
    script = str(_PREFIX / SCRIPTS["bash"])
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    shell = ["bash", "-c", _TRY, "bash", script, "risk-tui", *words]
    done = subprocess.run(shell, capture_output=True, text=True, timeout=60, env={"PATH": path})
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("words", "answers"),
    [
        (["resc"], ["rescue"]),
        (["play", "--theme", "li"], ["light"]),
        (["play", "--rules", "us-195"], ["us-1959"]),
    ],
    ids=["command", "choice", "ruleset"],
)
def test_bash_completes_by_tab(words: list[str], answers: list[str]) -> None:
    assert completions(*words) == answers


def test_scripts_and_man_page_have_every_command(printed: Run) -> None:
    pages = [(_PREFIX / "share/man/man6/risk-tui.6").read_text("utf-8").replace("\\-", "-")]
    pages += [printed("completion", shell) for shell in SCRIPTS]
    missing = [name for name, *_ in COMMANDS if not all(name in page for page in pages)]
    assert not missing, f"install again, which writes the pages: {INSTALL}"


def test_names_that_a_shell_would_expand_are_left_out(printed: Run) -> None:
    saves_folder().mkdir(parents=True, exist_ok=True)
    for name in ("Åsa-Ben", "$(reboot)", "two words"):
        (saves_folder() / f"{name}.risk").touch()
    assert printed("completion", "--list", "games").splitlines() == ["Åsa-Ben"]


@pytest.mark.parametrize(
    ("kind", "name"),
    [("maps", "classic"), ("rulesets", "us-1993"), ("variants", "airlift"), ("docs", "maps")],
)
def test_names_are_listed(kind: str, name: str, printed: Run) -> None:
    assert name in printed("completion", "--list", kind).splitlines()


def test_missing_or_unknown_shell_is_refused(refusal: Run) -> None:
    assert refusal("completion") == "name your shell: bash, zsh, fish"
    assert "bash, zsh, fish" in refusal("completion", "tcsh")
