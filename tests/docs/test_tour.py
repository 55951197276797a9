"""The tour of the program names files and functions that exist, and every package."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "risk_tui"
TOUR = (ROOT / "docs" / "tour.md").read_text("utf-8")
STEPS = re.findall(r"^\| (\d+) \| `([\w/]+\.py)` \| `([\w.]+)` \|$", TOUR, re.MULTILINE)


def test_steps_are_numbered() -> None:
    assert [int(number) for number, _, _ in STEPS] == list(range(1, len(STEPS) + 1))
    assert len(STEPS) > 20


@pytest.mark.parametrize(("number", "file", "name"), STEPS)
def test_the_function_of_a_step_exists(number: str, file: str, name: str) -> None:
    tree: ast.AST = ast.parse((PACKAGE / file).read_text("utf-8"))
    for part in name.split("."):
        found = [
            node
            for node in ast.iter_child_nodes(tree)
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name == part
        ]
        assert found, f"step {number}: {file} has no {name}"
        tree = found[0]


def test_the_picture_shows_every_package_from_above() -> None:
    picture = TOUR.split("```")[1]
    shown = re.findall(r"^  (\w+)(?: \| (\w+))?", picture, re.MULTILINE)
    layers = [[name for name in pair if name] for pair in shown]
    contract = (ROOT / "pyproject.toml").read_text("utf-8").split("layers = [")[1].split("]")[0]
    packages = [
        re.findall(r"risk_tui\.(\w+)", line) for line in contract.splitlines() if "risk_tui" in line
    ]
    assert layers == [package for package in packages if package != ["errors"]]


def test_every_key_of_the_tour_is_bound() -> None:
    from risk_tui.tui.keymap import binding_of

    assert "a" in binding_of("attack").keys
