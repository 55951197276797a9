"""Commands that install optional packages."""

from __future__ import annotations

from pathlib import Path

from risk_tui import DISTRIBUTION

_CLONE = Path(__file__).resolve().parents[2]
"""The folder of the repository, if the program runs from a clone."""


def install_command(extra: str) -> str:
    """Return the command that installs an optional extra, such as ``host``.

    In a clone of the repository, the command installs from the clone.
    """
    if (_CLONE / "pyproject.toml").is_file():
        return f"pip install -e '{_CLONE}[{extra}]'"
    return f"pip install '{DISTRIBUTION}[{extra}]'"
