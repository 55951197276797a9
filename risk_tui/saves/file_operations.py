"""Renaming, copying and deleting whole games."""

from __future__ import annotations

import unicodedata
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import checked_characters
from risk_tui.data.files import reason, rename_new
from risk_tui.saves.database import Connection, copy_content
from risk_tui.saves.errors import ENDING, SaveError
from risk_tui.saves.file_creation import create_database, remove_leftovers
from risk_tui.saves.journals import wal_files
from risk_tui.saves.locks import (
    LEAD,
    TABLE,
    FileLock,
    NotWritable,
    lock_folder,
    remove_folder,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME_WIDTH = 60
"""Characters that a game's name may have."""


def clean_game_name(text: str) -> str:
    """A name that a game's file can have and that can be shown and typed.

    Raises ``SaveError`` for an empty or long name, one with characters that are not seen, one
    with a separator of folders, or one that begins with a dot or a dash.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise SaveError("a game needs a name")
    if len(name) > NAME_WIDTH:
        raise SaveError(f"the name {name!r} is too long; at most {NAME_WIDTH} characters")
    for char, visible in checked_characters(name):
        if char in "/\\" or not visible:
            raise SaveError(f"a game's name cannot have the character {char!a}: {text!a}")
    if name[0] in ".-":
        raise SaveError(f"a game's name begins with a letter or a digit, not like {name!r}")
    return name


def new_path(text: str, beside: Path) -> Path:
    """The path of a game called ``text``: beside another game, or ``text`` where it is a path.

    Raises ``SaveError`` for a name that is not allowed, a folder that is not there, and a name
    that is taken.
    """
    target = Path(text).expanduser() if text.endswith(ENDING) else beside.with_name("x")
    stem = target.stem if text.endswith(ENDING) else text
    path = target.with_name(f"{clean_game_name(stem)}{ENDING}")
    if text.endswith(ENDING) and not path.parent.is_dir():
        raise SaveError(f"there is no folder {path.parent}")
    if path.exists() or path.is_symlink():
        raise SaveError(f"{path.name} exists already")
    return path


def rename_game(path: Path, new: Path) -> None:
    """Rename a game. Raises ``SaveError``, and then it keeps its old name."""
    with _exclusive(path, "renamed"):
        with closing(Connection(path, "rw", keep_format=True)) as link:
            if any(file.exists() for file in wal_files(path.resolve())):
                link.rewrite()
        try:
            remove_leftovers(new)
            # With two names for a moment it would be two tables.
            rename_new(path, new, linked=False)
        except FileExistsError:
            raise SaveError(f"{new.name} exists already") from None
        except OSError as error:
            raise SaveError(f"{path.name} cannot be renamed: {reason(error)}") from None
        remove_lock_files(path)


def copy_game(path: Path, new: Path) -> None:
    """Copy a game as it is at this moment, also while it is played. Raises ``SaveError``."""
    with closing(Connection(path, "ro", keep_format=True)) as link:
        link.read(lambda source: create_database(new, partial(copy_content, source)))


def delete_game(path: Path) -> None:
    """Delete a game's file and what belongs to it. Raises ``SaveError``."""
    with _exclusive(path, "deleted"):
        try:
            if not path.is_symlink():
                # First, or a later game of that name would be given this one's log.
                for beside in wal_files(path):
                    beside.unlink(missing_ok=True)
            path.unlink(missing_ok=True)
        except OSError as error:
            raise SaveError(f"{path.name} cannot be deleted: {reason(error)}") from None
        remove_lock_files(path)


def check_deletable(path: Path) -> None:
    """Raise ``SaveError`` unless a file is a game's, and nobody plays it."""
    with _exclusive(path, "deleted"):
        pass


@contextmanager
def _exclusive(path: Path, operation: str) -> Iterator[None]:
    """Keep everybody from a game while its file is renamed or deleted. Raises ``SaveError``."""
    if path.suffix != ENDING:
        raise SaveError(f"{path.name} is not {operation}: the files of games end in {ENDING}")
    with exclusive_access(path) as exclusive:
        if not exclusive:
            raise SaveError(
                f"{path.name} is being played; it can be {operation} when nobody has it open"
            )
        yield


@contextmanager
def exclusive_access(game: Path) -> Iterator[bool]:
    """Keep everybody from a game meanwhile; yields false when somebody has it open.

    Raises ``SaveError`` when it is not possible to keep others from it.
    """
    table = FileLock(game, TABLE)
    try:
        # Where no lock can be written, the game can't be renamed or deleted either.
        with suppress(NotWritable):
            if game.exists() and not table.take():
                yield False
                return
        yield True
    finally:
        table.release()


def remove_lock_files(game: Path) -> None:
    """Remove the lock files beside a game; nobody may have the game open."""
    with suppress(OSError, SaveError), lock_folder(game) as folder:
        for name in folder.names():
            stem, _, rest = name.partition(".")
            if (stem in (TABLE, LEAD) or stem.isdecimal()) and rest in ("", "wanted"):
                folder.remove(name)
    remove_folder(game)
