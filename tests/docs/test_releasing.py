"""The name and the notice of the published program."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from risk_tui import DISTRIBUTION

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NOTICE = "an independent program, not connected with the owners of the name Risk"


def test_distribution_has_one_name() -> None:
    page = (ROOT / "docs" / "package.md").read_text("utf-8")
    named = set(re.findall(r"pip install '?([\w-]+)", page))
    assert named == {DISTRIBUTION} == {PROJECT["name"]}


def test_readers_are_told_that_the_program_is_independent() -> None:
    for page in ("README.md", "docs/package.md"):
        assert NOTICE in (ROOT / page).read_text("utf-8").replace("\n", " ")


def test_pages_that_an_index_links_to_have_addresses() -> None:
    assert PROJECT["urls"].keys() >= {"Changelog", "Documentation", "Issues", "Source"}
