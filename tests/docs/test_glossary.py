"""The glossary names modules and classes that are there, and each word once."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([^|`]+) \| ([^|]+) \| `([\w.]+)` \|$", PAGE, re.MULTILINE)


def test_every_line_of_the_tables_is_whole() -> None:
    assert len(ROWS) == PAGE.count("\n| ") - 2 * PAGE.count("\n## ")
    words = [word for word, _, _ in ROWS]
    assert len(words) == len(set(words)) > 50


def test_what_a_word_stands_for_is_where_it_says() -> None:
    for word, _, where in ROWS:
        assert resolve_name(f"risk_tui.{where}") is not None, word
