"""The glossary names existing modules and classes, and has each word once."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([^|`]+) \| ([^|]+) \| `([\w.]+)` \|$", PAGE, re.MULTILINE)


def test_rows_are_complete_and_unique() -> None:
    assert len(ROWS) == PAGE.count("\n| ") - 2 * PAGE.count("\n## ")
    words = [word for word, _, _ in ROWS]
    assert len(words) == len(set(words)) > 50


def test_named_modules_and_classes_exist() -> None:
    for word, _, where in ROWS:
        assert resolve_name(f"risk_tui.{where}") is not None, word
