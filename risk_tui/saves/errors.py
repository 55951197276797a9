"""What can be wrong with a game file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.data.sanitize import printable
from risk_tui.errors import RiskError
from risk_tui.saves.paths import display_name

if TYPE_CHECKING:
    from pathlib import Path


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
