"""The examples in docstrings and in the documentation run, and give what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import risk_tui

ROOT = Path(__file__).parents[1]
MODULES = sorted(each.name for each in pkgutil.walk_packages(risk_tui.__path__, "risk_tui."))
PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in ROOT.glob("docs/**/*.md")
    if ">>> " in page.read_text("utf-8")
)


def test_the_examples_of_all_modules() -> None:
    tried = 0
    for name in MODULES:
        found = doctest.testmod(importlib.import_module(name))
        assert not found.failed, name
        tried += found.attempted
    assert tried > 20


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page(page: str) -> None:
    found = doctest.testfile(str(ROOT / page), module_relative=False)
    assert found.attempted
    assert not found.failed
