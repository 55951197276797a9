"""The versions of the libraries that this program uses."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from risk_tui.errors import RiskError

TEXTUAL = ("8.2", "8.3")
"""The first version of Textual that the screen works with, and the first untested one.

The screen uses names that Textual keeps to itself (``docs/architecture.md`` lists them), and they
may change from one version to the next: ``pyproject.toml`` asks for the same range.
"""


def version_of(package: str) -> str:
    """The version of an installed package; empty when there is none."""
    # Its folder tells in a millisecond what importlib.metadata, mail parser and all, tells in 15.
    for folder in map(Path, sys.path):
        for about in folder.glob(f"{package}-*.dist-info"):
            return about.name.removeprefix(f"{package}-").removesuffix(".dist-info")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package) or ""
    except PackageNotFoundError:
        return ""


def check_textual(by_lines: str = "risk-tui play --plain") -> None:
    """Raise ``RiskError`` unless the Textual that is installed is one that the screen works with.

    Textual itself is not imported for this. ``by_lines`` is the command that needs no screen.
    """
    first, untested = TEXTUAL
    installed = version_of("textual")
    if not _numbers(first) <= _numbers(installed) < _numbers(untested):
        raise RiskError(
            f"the screen needs Textual {first} (pip install 'textual>={first},<{untested}'), and "
            f"{installed or 'none'} is installed; without it works: {by_lines}"
        )


def _numbers(version: str) -> tuple[int, ...]:
    """The first two numbers of a version."""
    return tuple(int(number) for number in re.findall(r"\d+", version)[:2])
