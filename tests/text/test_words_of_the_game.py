"""Sentences of the packages below ``commands`` name no keys, cursor or screen."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from risk_tui.engine.decisions import DECISIONS
from risk_tui.engine.declarations import templates_of
from risk_tui.engine.variant import all_variants

PACKAGE = Path(__file__).parents[2] / "risk_tui"
PACKAGES = ("engine", "variants", "rules", "odds")
FRONT_END_WORDS = re.compile(
    r"\b(?:cursor|footer|keyboard|panel|highlighted|lit|screens?|press(?:es|ed)?)\b"
    r"|\b(?:Enter(?! an? )|Esc|Tab)\b|\{(?:act|blitz|end|undo)\}"
)


def sentences(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the literal texts of several words in a file, with their lines."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


@pytest.mark.parametrize("package", PACKAGES)
def test_lower_packages_name_no_key_or_screen(package: str) -> None:
    found = [
        f"{file.relative_to(PACKAGE)}:{line}: {match[0]}"
        for file in sorted((PACKAGE / package).rglob("*.py"))
        for line, text in sentences(file)
        for match in FRONT_END_WORDS.finditer(text)
    ]
    assert not found


def test_every_answer_has_a_label_and_effect() -> None:
    all_variants()
    for kind in DECISIONS.values():
        assert kind.choices
        for choice in kind.choices.values():
            for label in templates_of(choice.label):
                assert label == label[:1].lower() + label[1:]
                assert len(label) <= 16, f"{label!r} is too long for a footer"
            for effect in templates_of(choice.effect):
                assert not effect or effect.endswith(".")
