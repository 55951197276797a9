"""Optional packages, which only some players need."""

from __future__ import annotations

from pathlib import Path

from risk_tui import DISTRIBUTION

_CLONE = Path(__file__).resolve().parents[2]


def install_command(extra: str) -> str:
    """Return the command that installs an optional extra, such as ``host``.

    In a clone it names the clone's folder, where the program itself came from.
    """
    if (_CLONE / "pyproject.toml").is_file():
        return f"pip install -e '{_CLONE}[{extra}]'"
    return f"pip install '{DISTRIBUTION}[{extra}]'"
