"""Where saved games are stored, and how their files are named."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

ENDING = ".risk"


def saves_folder() -> Path:
    """The player's folder of saved games."""
    from platformdirs import user_data_path

    return user_data_path("risk-tui", appauthor=False) / "games"


def free_path(path: Path) -> Path:
    """This path if no file has it, else the first free one with a number behind its name."""
    free, number = path, 1
    while free.exists() or free.is_symlink():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def display_name(path: Path) -> str:
    """A game as it is typed on a command line: its name alone in the player's own folder."""

    return shlex.quote(path.stem if path.parent == saves_folder() else str(path))
