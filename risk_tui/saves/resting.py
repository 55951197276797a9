"""Exclusive access to a game that nobody has open, while its file is renamed or deleted."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from risk_tui.saves.errors import SaveError
from risk_tui.saves.lockfolder import lock_folder, remove_folder
from risk_tui.saves.locks import LEAD, TABLE, FileLock, NoLocks, NotWritable
from risk_tui.saves.owner import OWNER, Owned, Owner

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextlib.contextmanager
def exclusive_access(game: Path) -> Iterator[bool]:
    """Keep everybody from a game meanwhile; yields false when somebody has it open.

    Raises ``SaveError`` when it is not possible to keep others from it.
    """
    table, owner = FileLock(game, TABLE), Owner(game)
    try:
        yield not game.exists() or _lock_out_others(table, owner)
    finally:
        table.release()
        owner.release()


def remove_lock_files(game: Path) -> None:
    """Remove the lock files beside a game; nobody may have the game open."""
    with contextlib.suppress(OSError, SaveError), lock_folder(game) as folder:
        for name in folder.names():
            stem, _, rest = name.partition(".")
            if (stem in (TABLE, LEAD, OWNER) or stem.isdecimal()) and rest in ("", "wanted"):
                folder.remove(name)
    remove_folder(game)


def _lock_out_others(table: FileLock, owner: Owner) -> bool:
    """Keep all other terminals from a game; whether that was possible."""
    try:
        if not table.take():
            return False
        owner.expect_none()
    except NoLocks:
        with contextlib.suppress(Owned):
            owner.claim()
        return owner.held
    except Owned:
        return False
    except NotWritable:
        return True  # and so it stays where it is
    return True
