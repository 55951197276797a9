"""The examples in docstrings and in the documentation give the results that they show."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in ROOT.glob("docs/**/*.md")
    if ">>> " in page.read_text("utf-8")
)


def test_the_examples_of_all_modules() -> None:
    tried = 0
    for file in sorted((ROOT / "risk_tui").rglob("*.py")):
        # doctest takes as long for a module without examples.
        if ">>> " not in file.read_text("utf-8"):
            continue
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found = doctest.testmod(importlib.import_module(name))
        assert not found.failed, name
        tried += found.attempted
    assert tried > 20


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page(page: str) -> None:
    found = doctest.testfile(str(ROOT / page), module_relative=False)
    assert found.attempted
    assert not found.failed
