"""Commands in the documentation are valid."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from risk_tui.cli import build_parser
from risk_tui.laboratory import habits, tune_bots

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
PROGRAM = re.compile(r"^(?:\.venv/bin/)?risk-tui +")
TOOL = re.compile(r"^python -m risk_tui\.laboratory\.(\w+)")


def commands(page: Path) -> list[str]:
    """Return the lines of shell blocks, and commands with options in a text or a table."""
    text = page.read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    inline = (" ".join(code.split()) for code in re.findall(r"`([^`]+)`", prose))
    return [*lines, *(code for code in inline if " --" in code)]


def parse(command: str) -> None:
    """Parse a command of the program, up to a pipe or a redirection."""
    words = shlex.split(re.split(r" (?:\||>>?) | && ", PROGRAM.sub("", command))[0], comments=True)
    build_parser(words).parse_args(words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_of_a_page_parse(page: Path) -> None:
    for command in commands(page):
        if PROGRAM.match(command) and "…" not in command:
            try:
                parse(command)
            except SystemExit as refused:
                assert not refused.code, command


def test_tools_for_weights_have_the_options_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    tools = {"habits": habits.main, "tune_bots": tune_bots.main}
    shown = [line for line in commands(ROOT / "docs" / "bots.md") if TOOL.match(line)]
    assert shown
    for command in shown:
        found = TOOL.match(command)
        assert found is not None
        with pytest.raises(SystemExit):
            tools[found[1]](["--help"])
        known = capsys.readouterr().out
        assert all(option in known for option in re.findall(r"--\w+", command)), command
