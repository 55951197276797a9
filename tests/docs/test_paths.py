"""Whatever file or folder the README, the pages and the changelog name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "risk_tui"
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/**/*.md"))]
OURS = {path.name for path in [*ROOT.iterdir(), *PACKAGE.iterdir()] if path.is_dir()}
OLD = ("plain", "language")
"""What folders of the package were called once."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)\)", page.read_text("utf-8")):
        assert "://" in link or (page.parent / link).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_in_our_folders_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    written = set(re.findall(r"^`([\w./-]+)`:$", text, re.MULTILINE))
    for name in re.findall(r"`([\w.-]+/[\w./-]*)`", text):
        top = name.split("/")[0]
        assert top not in OLD, name
        if top in OURS and name not in written:
            assert (ROOT / name).exists() or (PACKAGE / name).exists(), name


def test_the_readme_shows_the_folders_of_the_package() -> None:
    block = README.split("## How it is built")[1].split("```")[1]
    shown = set(re.findall(r"(\w+)/(?=\s)", block))
    assert shown == {file.parent.name for file in PACKAGE.glob("*/__init__.py")}
