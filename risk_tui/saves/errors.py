"""The errors of game files, and the paths at which game files are stored."""

from __future__ import annotations

import shlex
from pathlib import Path

from risk_tui.data.clean_text import printable
from risk_tui.data.language import ngettext
from risk_tui.errors import RiskError

SAVE_SUFFIX = ".risk"


def saves_folder() -> Path:
    """Return the player's folder of saved games."""
    from platformdirs import user_data_path

    return user_data_path("risk-tui", appauthor=False) / "games"


def free_path(path: Path) -> Path:
    """Return the path if it is free, else the first free one with a number after its name."""
    free, number = path, 1
    while free.exists() or free.is_symlink():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def rescued_path(path: Path) -> Path:
    """Return the preferred path of a copy of a damaged game, beside it."""
    return path.with_name(f"{path.stem}-rescued{path.suffix}")


def display_name(path: Path) -> str:
    """Return the text for a game on a command line: its name if it is in the player's folder."""
    return shlex.quote(path.stem if path.parent == saves_folder() else str(path))


_MAX_CHARACTERS = 1_000
"""The most characters of a message, because paths may be long."""


class SaveError(RiskError):
    """A game file can't be read, written or trusted; the message says why in one line.

    It may quote file names and their content: characters that can't be shown are spelled out.
    """

    def __init__(self, message: str) -> None:
        super().__init__(printable(message, _MAX_CHARACTERS))


class NotAGameFile(SaveError):
    """A file is not a game, or is so damaged that it can't be opened."""


class NameTaken(SaveError):
    """A new game file would have the name of an existing one."""


class OverwrittenGame(SaveError):
    """Another program damaged a game's file or its log during play; nothing more is written."""


class ConcurrentWrite(SaveError):
    """Another terminal appended to this game first; read it again."""


class DamagedGame(SaveError):
    """A game has a damaged entry; the ``steps`` before it can be rescued.

    ``what`` names the entry and the damage, as in "entry 57 is damaged".
    """

    def __init__(self, path: Path, what: str, steps: int) -> None:
        rescue = ngettext(
            "; its first step is good: risk-tui rescue {game}",
            "; its first {number} steps are good: risk-tui rescue {game}",
            steps,
            game=display_name(path),
        )
        super().__init__(f"{path.name}: {what}{rescue if steps > 0 else ''}")
