"""What can be wrong with a game file."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.literal import literal

if TYPE_CHECKING:
    from pathlib import Path


_LONGEST = 1_000
"""Characters of a message, which may name long paths."""


class SaveError(RiskError):
    """A game file cannot be read, written or trusted; the message says why in one line.

    It may quote names of files and what is in them: whatever could not be shown is spelled out.
    """

    def __init__(self, message: str) -> None:
        super().__init__(literal(message, _LONGEST))


class NoGame(SaveError):
    """A file is no game, or is damaged where nothing that follows can be trusted."""


class Overtaken(SaveError):
    """Somebody else appended to this game first; it has to be read again."""


class Damaged(SaveError):
    """A game is sound up to some entry; the ``steps`` before it can be rescued.

    ``what`` says which entry and why, as in "entry 57 is damaged".
    """

    def __init__(self, path: Path, what: str, steps: int) -> None:
        self.path, self.steps = path, steps
        rescue = f"; its first {steps} steps are good: risk-tui rescue {called(path)}"
        super().__init__(f"{path.name}: {what}{rescue if steps > 0 else ''}")


def called(path: Path) -> str:
    """How a game is named on a command line: by its name alone in the player's own folder."""
    from risk_tui.saves.folder import saves_folder

    return shlex.quote(path.stem if path.parent == saves_folder() else str(path))
