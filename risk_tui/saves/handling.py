"""Renaming, copying and deleting whole games."""

from __future__ import annotations

import sqlite3
import unicodedata
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.engine.characters import each_seen
from risk_tui.saves.errors import SaveError
from risk_tui.saves.link import Link, connect, siblings
from risk_tui.saves.locks import at_rest, forget, in_use
from risk_tui.saves.making import make, move

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
    for mark, seen in each_seen(name):
        if mark in "/\\" or not seen:
            raise SaveError(f"a game's name cannot have the character {mark!a}: {text!a}")
    if name[0] in ".-":
        raise SaveError(f"a game's name begins with a letter or a digit, not like {name!r}")
    return name


def new_path(text: str, beside: Path) -> Path:
    """Where a game called ``text`` is kept: beside another, or where a path ends in ``.risk``.

    Raises ``SaveError`` for what cannot be, and for a name that is taken.
    """
    from risk_tui.saves.folder import ENDING

    place = Path(text).expanduser() if text.endswith(ENDING) else beside.with_name("x")
    stem = place.stem if text.endswith(ENDING) else text
    path = place.with_name(f"{clean_game_name(stem)}{ENDING}")
    if text.endswith(ENDING) and not path.parent.is_dir():
        raise SaveError(f"there is no folder {path.parent}")
    if path.exists() or path.is_symlink():
        raise SaveError(f"{path.name} exists already")
    return path


def rename_game(path: Path, new: Path) -> None:
    """Give a game another name. Raises ``SaveError``, and then it keeps the old one."""
    with _resting(path, "renamed"):
        fold(path)
        try:
            move(path, new, linked=False)
        except FileExistsError:
            raise SaveError(f"{new.name} exists already") from None
        except OSError as error:
            raise SaveError(f"{path.name} cannot be renamed: {error.strerror}") from None
        forget(path)


def copy_game(path: Path, new: Path) -> None:
    """Copy a game as it is at this moment, also while it is played. Raises ``SaveError``."""
    link = Link(path, "ro", as_it_is=True)
    try:
        link.read(lambda source: make(new, source.backup))
    finally:
        link.close()


def delete_game(path: Path) -> None:
    """Delete a game's file and what belongs to it. Raises ``SaveError``."""
    with _resting(path, "deleted"):
        try:
            if not path.is_symlink():
                # First, or a later game of that name would be given this one's log.
                for each in siblings(path):
                    each.unlink(missing_ok=True)
            path.unlink(missing_ok=True)
        except OSError as error:
            raise SaveError(f"{path.name} cannot be deleted: {error.strerror}") from None
        forget(path)


def fold(path: Path) -> None:
    """Bring what SQLite's log beside a game tells into the file itself. Raises ``SaveError``."""
    Link(path, "rw").close()
    file = path.resolve()
    if not any(each.exists() for each in siblings(file)):
        return
    try:
        with closing(connect(file, "mode=rw")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise SaveError(f"{path.name} cannot be written: {error}") from None


@contextmanager
def _resting(path: Path, what: str) -> Iterator[None]:
    """Keep everybody from a game while it is put elsewhere. Raises ``SaveError``."""
    _expect_game(path, what)
    with at_rest(path) as resting:
        if not resting:
            raise _played(path, what)
        yield


def may_go(path: Path, what: str) -> None:
    """Raise ``SaveError`` unless a file is a game's, and nobody plays it."""
    _expect_game(path, what)
    if in_use(path):
        raise _played(path, what)


def _expect_game(path: Path, what: str) -> None:
    from risk_tui.saves.folder import ENDING

    if path.suffix != ENDING:
        raise SaveError(f"{path.name} is not {what}: the files of games end in {ENDING}")


def _played(path: Path, what: str) -> SaveError:
    return SaveError(f"{path.name} is being played; it can be {what} when nobody has it open")
