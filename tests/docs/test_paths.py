"""Files and folders that the README, the pages and the changelog name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from risk_tui.cli import main
from risk_tui.cli.options import COMMANDS

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "risk_tui"
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/**/*.md"))]
OURS = {path.name for path in [*ROOT.iterdir(), *PACKAGE.iterdir()] if path.is_dir()}
OLD = ("plain", "language")
"""Former names of folders of the package."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)\)", page.read_text("utf-8")):
        target = (page.parent / link).resolve()
        assert "://" in link or target.exists(), link
        in_folder = DOCS in page.parents and "://" not in link
        assert not in_folder or DOCS in target.parents, f"{link} is not in an installed program"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_in_our_folders_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    written = set(re.findall(r"^`([\w./-]+)`:$", text, re.MULTILINE))
    for name in re.findall(r"`([\w.-]+/[\w./-]*)`", text):
        top = name.split("/")[0]
        assert top not in OLD, name
        if top in OURS and name not in written:
            assert (ROOT / name).exists() or (PACKAGE / name).exists(), name


def test_pages_named_by_the_program_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """An installed program has no folder docs, so it names the command that prints a page."""
    for name, *_ in COMMANDS:
        with pytest.raises(SystemExit):
            main([name, "--help"])
    assert "docs/" not in capsys.readouterr().out
    sources = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    named = set(re.findall(r"risk-tui docs (\w+)", sources))
    assert named >= {"export", "laboratory", "story"}
    for page in named:
        assert main(["docs", page]) == 0
        assert capsys.readouterr().out.startswith("# ")
    assert main(["docs"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.split("\n\n")[0].splitlines()]
    assert sorted(listed) == sorted(
        [*(page.stem.lower() for page in ROOT.glob("docs/*.md")), "maps"]
    )
    for named in ("maps", "docs/maps/README.md", "maps/README.md", "docs/odds.md"):
        assert main(["docs", named]) == 0
        assert capsys.readouterr().out.startswith("# ")
    assert main(["docs", "laborat"]) == 2
    assert "did you mean laboratory?" in capsys.readouterr().err
