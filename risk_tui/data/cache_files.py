"""Files that spare work when it is to be done again: whoever deletes one loses nothing."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from risk_tui.data.files import overwrite
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from pathlib import Path


def cache_folder() -> Path:
    """Where such files are, by the system's custom."""
    from platformdirs import user_cache_path

    return user_cache_path("risk-tui", appauthor=False)


def keep(path: Path, data: bytes) -> None:
    """Write such a file, if that can be: a full disk or a forbidden folder costs time only."""
    with contextlib.suppress(OSError, RiskError):
        path.parent.mkdir(parents=True, exist_ok=True)
        overwrite(path, data)
