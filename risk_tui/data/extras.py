"""Commands that install optional packages."""

from __future__ import annotations

import sys
from pathlib import Path

from risk_tui import DISTRIBUTION

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
