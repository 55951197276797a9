"""What can be wrong with a game file, and where game files are stored."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import printable
from risk_tui.errors import RiskError

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


_LONGEST = 1_000
"""Characters of a message, which may name long paths."""


class SaveError(RiskError):
    """A game file cannot be read, written or trusted; the message says why in one line.

    It may quote names of files and what is in them: whatever could not be shown is spelled out.
    """

    def __init__(self, message: str) -> None:
        super().__init__(printable(message, _LONGEST))


class NotAGameFile(SaveError):
    """A file is no game, or is damaged where nothing that follows can be trusted."""


class NameTaken(SaveError):
    """A new game file would have the name of one that is there."""


class SpoiltGame(SaveError):
    """A game's file or its log was spoilt from outside while the game was played.

    Nothing more is written to it. ``is_whole``: the file itself holds every entry nevertheless.
    """

    def __init__(self, what: str, *, is_whole: bool = False) -> None:
        self.what, self.is_whole = what, is_whole
        hint = (
            "nothing is lost: open the game again"
            if is_whole
            else "its players learn where it goes on"
        )
        super().__init__(f"{what}; {hint}")


class ConcurrentWrite(SaveError):
    """Somebody else appended to this game first; it has to be read again."""


class DamagedGame(SaveError):
    """A game is sound up to some entry; the ``steps`` before it can be rescued.

    ``what`` says which entry and why, as in "entry 57 is damaged".
    """

    def __init__(self, path: Path, what: str, steps: int) -> None:
        self.path, self.steps = path, steps
        rescue = f"; its first {steps} steps are good: risk-tui rescue {display_name(path)}"
        super().__init__(f"{path.name}: {what}{rescue if steps > 0 else ''}")
