"""``risk-tui docs``: the pages that come with the program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.cli.shared_options import print_lines
from risk_tui.data.language import _, did_you_mean
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    import argparse


def add_command(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``docs``."""
    parser.description = _("Prints a page of the documentation; without one it lists the pages.")
    parser.add_argument("page", metavar="PAGE", nargs="?", help=_("its name, such as odds"))
    parser.set_defaults(run=_docs)


def _docs(options: argparse.Namespace) -> None:
    from risk_tui.rules.library import own_folder, read_text

    pages = find_pages()
    if options.page is None:
        titles = ((name, read_text(path).partition("\n")[0]) for name, path in pages.items())
        lines = [f"{name:<18} {title.lstrip('# ')}" for name, title in titles]
        print_lines(
            options, [*lines, "", _("The files are in {folder}", folder=own_folder("docs"))]
        )
        return
    name = _page_name(options.page.removeprefix("docs/"))
    if name not in pages:
        raise RiskError(
            _(
                "unknown page {page!r}; {did_you_mean}",
                page=options.page,
                did_you_mean=did_you_mean(name, pages),
            )
        )
    print_lines(options, read_text(pages[name]).splitlines())


def find_pages() -> dict[str, Path]:
    """Return the files of all pages by their names."""
    from risk_tui.rules.library import own_folder

    folder = own_folder("docs")
    paths = sorted(folder.rglob("*.md"))
    return {_page_name(path.relative_to(folder).as_posix()): path for path in paths}


def _page_name(path: str) -> str:
    """Return the name of a page from its path in the folder of pages.

    >>> _page_name("bot-protocol.md"), _page_name("maps/README.md")
    ('bot-protocol', 'maps')
    """
    return path.lower().removesuffix(".md").removesuffix("/readme").rstrip("/")
