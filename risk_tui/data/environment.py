"""The environment of the program: its player's place, its installation and its libraries."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from risk_tui import DISTRIBUTION
from risk_tui.data.language import _
from risk_tui.errors import RiskError

HOSTED = "RISK_TUI_HOSTED"
"""The environment variable that ``risk-tui host`` sets for a friend's program.

Its value is the friend's login name. The friend also has a settings folder of their own.
"""


def is_hosted() -> bool:
    """Return True if ``risk-tui host`` started this program for a friend."""
    return bool(os.environ.get(HOSTED))


def is_remote() -> bool:
    """Return True if the player is at another machine, over SSH or in a browser."""
    return is_hosted() or bool(os.environ.get("SSH_CONNECTION"))


# Installation

_CLONE = Path(__file__).resolve().parents[2]
"""The folder of the repository, if the program runs from a clone."""


_TOOLS = {
    "uv-receipt.toml": "uv tool install --force",
    "pipx_metadata.json": "pipx install --force",
}
"""The commands of tools that install programs, by the file that each leaves beside Python."""


def install_command(extra: str) -> str:
    """Return the command that installs an optional extra, such as ``host``.

    It is that of the tool which installed the program. In a clone of the repository, it installs
    from the clone.
    """
    if (_CLONE / "pyproject.toml").is_file():
        return f"pip install -e '{_CLONE}[{extra}]'"
    used = (command for name, command in _TOOLS.items() if (Path(sys.prefix) / name).is_file())
    return f"{next(used, 'pip install')} '{DISTRIBUTION}[{extra}]'"


# Libraries

TEXTUAL = ("8.2", "9")
"""The first version of Textual that the screen supports, and the first that it may not.

``pyproject.toml`` requires the same range.
"""


def version_of(package: str) -> str:
    """Return the version of an installed package; empty if it is not installed."""
    # The folder's name takes a millisecond; importlib.metadata imports a mail parser and takes 15.
    for folder in map(Path, sys.path):
        for metadata in folder.glob(f"{package}-*.dist-info"):
            return metadata.name.removeprefix(f"{package}-").removesuffix(".dist-info")
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package) or ""
    except PackageNotFoundError:
        return ""


def check_textual(by_lines: str = "risk-tui play --plain") -> None:
    """Check that the installed Textual works with the screen, without importing it.

    Args:
        by_lines: The command to suggest that needs no screen.

    Raises:
        RiskError: If the version is not supported.
    """
    first, untested = TEXTUAL
    installed = version_of("textual")
    if not is_version_within(installed, first, untested):
        raise RiskError(
            _(
                "the screen needs Textual {first} (pip install 'textual>={first},<{untested}'), "
                "and {text} is installed; without a screen use: {by_lines}",
                first=first,
                untested=untested,
                text=installed or _("none"),
                by_lines=by_lines,
            )
        )


def is_version_within(version: str, first: str, end: str) -> bool:
    """Check whether a version is ``first`` or later, and earlier than ``end``.

    Only the first two numbers count. An empty version is earlier than all others.
    """

    def numbers(text: str) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", text)[:2]]

    return numbers(first) <= numbers(version) < numbers(end)
