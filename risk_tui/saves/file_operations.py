"""Create, rename, copy and delete game files.

A file is created complete or not at all, even if the process is killed: it is written under a
hidden name, flushed, and then renamed. It never replaces another file.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from risk_tui.data.clean_text import checked_characters
from risk_tui.data.files import reason, rename_new, sweep, write_new
from risk_tui.data.language import _
from risk_tui.saves.database import Connection, copy_content, saving_error
from risk_tui.saves.errors import SAVE_SUFFIX, NameTaken, SaveError
from risk_tui.saves.journals import database_bytes, file_stat, journal_files, journal_mode
from risk_tui.saves.locks import (
    BOT_LOCK,
    TABLE_LOCK,
    FileLock,
    NotWritable,
    lock_folder,
    remove_folder,
)
from risk_tui.saves.recovery import SideData, write_side_data
from risk_tui.saves.schema import (
    APPLICATION_ID,
    ENTRIES,
    FORMAT,
    HEAD,
    write_entries,
    write_game,
    write_head,
)

T = TypeVar("T")


def make_file(
    path: Path, game: str, entries: Iterable[str], summary: str, side_data: SideData | None = None
) -> None:
    """Create a game file.

    Args:
        path: The new file.
        game: The text of the header.
        entries: The texts of the entries.
        summary: The text of the summary.
        side_data: The clock and the talk, if there are any.

    Raises:
        SaveError: If it can't be written.
    """

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute(HEAD)
        connection.execute(ENTRIES)
        write_entries(connection, write_game(connection, game), entries)
        write_head(connection, "summary", summary)
        if side_data is not None:
            write_side_data(connection, side_data)
        connection.execute("COMMIT")

    create_database(path, fill)


def create_at(free: Callable[[], Path], create: Callable[[Path], T]) -> T:
    """Call ``create`` with a ``free`` path, and again if another program took it meanwhile.

    Returns:
        The result of ``create``.
    """
    while True:
        with suppress(NameTaken):
            return create(free())


def create_database(path: Path, fill: Callable[[sqlite3.Connection], object]) -> None:
    """Create a file with the database that ``fill`` fills.

    Raises:
        NameTaken: If the file exists.
        SaveError: If it can't be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise saving_error(path, error) from None
    try:
        sweep(path.parent)
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            fill(connection)
            # The folder may be a link to a disk of another machine.
            data = database_bytes(connection, journal_mode(path.parent.resolve() / path.name))
        remove_leftovers(path)
        # A game has hidden cards: only its owner may read the file until they share it.
        write_new(path, data)
    except FileExistsError:
        raise NameTaken(_("{path} already exists", path=path.name)) from None
    except (sqlite3.Error, OSError) as error:
        raise saving_error(path, error) from None


def remove_leftovers(path: Path) -> None:
    """Remove the logs that a deleted game left: SQLite would apply them to a new game.

    Raises:
        OSError: If one can't be removed.
    """
    leftovers = {file: file_stat(file) for file in journal_files(path)}
    if not path.exists():
        for file, state in leftovers.items():
            # Another program may be creating a game of the same name, with its own log.
            if state is not None and file_stat(file) == state:
                file.unlink(missing_ok=True)


MAX_NAME_LENGTH = 60
"""The most characters of a game's name."""


def clean_game_name(text: str) -> str:
    """Return a game's name in a form that a file can have and a player can type.

    Raises:
        SaveError: If it is empty or too long, has invisible characters or a path separator, or
            starts with a dot or a dash.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise SaveError(_("a game needs a name"))
    if len(name) > MAX_NAME_LENGTH:
        raise SaveError(
            _(
                "the name {name!r} is too long; at most {name_width} characters",
                name=name,
                name_width=MAX_NAME_LENGTH,
            )
        )
    for char, visible in checked_characters(name):
        if char in "/\\" or not visible:
            raise SaveError(
                _("a game's name can't have the character {char!r}: {text!r}", char=char, text=text)
            )
    if name[0] in ".-":
        raise SaveError(_("a game's name can't start with '.' or '-': {name!r}", name=name))
    return name


def new_path(text: str, beside: Path) -> Path:
    """Return the path of a new game.

    Args:
        text: The game's name, or a path with the suffix of game files.
        beside: A game whose folder is used if ``text`` is a name.

    Raises:
        SaveError: If the name is invalid or taken, or the folder doesn't exist.
    """
    is_path = text.endswith(SAVE_SUFFIX)
    target = Path(text) if is_path else beside
    if is_path:
        with suppress(RuntimeError):  # The home folder of an unknown user stays as typed.
            target = target.expanduser()
    name = clean_game_name(target.stem if is_path else text)
    path = target.with_name(f"{name}{SAVE_SUFFIX}")
    try:
        if is_path and not path.parent.is_dir():
            raise SaveError(_("there is no folder {parent}", parent=path.parent))
        if path.exists() or path.is_symlink():
            raise SaveError(_("{path} already exists", path=path.name))
    except OSError as error:
        raise SaveError(
            _("{path} can't be read: {reason}", path=path.name, reason=reason(error))
        ) from None
    return path


def rename_game(path: Path, new: Path) -> None:
    """Rename a game.

    Raises:
        SaveError: If that fails; the game keeps its old name.
    """
    with _exclusive(path):
        with closing(Connection(path)) as file:
            if any(beside.exists() for beside in journal_files(path.resolve())):
                file.rewrite()
        try:
            remove_leftovers(new)
            # With a hard link, the game would have two names, and so two tables, for a moment.
            rename_new(path, new, linked=False)
        except FileExistsError:
            raise SaveError(_("{new} already exists", new=new.name)) from None
        except OSError as error:
            raise SaveError(
                _("{path} can't be renamed: {reason}", path=path.name, reason=reason(error))
            ) from None
        remove_lock_files(path)


def copy_game(path: Path, new: Path) -> None:
    """Copy a game in its present state, even during play.

    Raises:
        SaveError: If it can't be read, or the copy can't be written.
    """
    with closing(Connection(path, "ro")) as file:
        file.read(lambda source: create_database(new, partial(copy_content, source)))


def delete_game(path: Path) -> None:
    """Delete a game's file with its logs and locks; of a symbolic link, only the link.

    Raises:
        SaveError: If it is being played, or can't be deleted.
    """
    with _exclusive(path):
        try:
            if not path.is_symlink():
                # Delete the log first, because SQLite would apply it to a later game of that name.
                for beside in journal_files(path):
                    beside.unlink(missing_ok=True)
            path.unlink(missing_ok=True)
        except OSError as error:
            raise SaveError(
                _("{path} can't be deleted: {reason}", path=path.name, reason=reason(error))
            ) from None
        remove_lock_files(path)


def check_deletable(path: Path) -> None:
    """Raise ``SaveError`` if a file is not named like a game, or is being played."""
    with _exclusive(path):
        pass


@contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Lock a game while its file is renamed or deleted, or raise ``SaveError``."""
    if path.suffix != SAVE_SUFFIX:
        raise SaveError(
            _(
                "{path} is not a game: the files of games end in {save_suffix}",
                path=path.name,
                save_suffix=SAVE_SUFFIX,
            )
        )
    table = FileLock(path, TABLE_LOCK)
    try:
        # If no lock can be written here, the game can't be renamed or deleted either.
        with suppress(NotWritable):
            if path.exists() and not table.take():
                raise SaveError(
                    _("{path} is in use; try again when no terminal has it open", path=path.name)
                )
        yield
    finally:
        table.release()


def remove_lock_files(game: Path) -> None:
    """Remove the lock files beside a game that no terminal has open."""
    with suppress(OSError, SaveError), lock_folder(game) as folder:
        for name in folder.names():
            stem, _, rest = name.partition(".")
            if (stem in (TABLE_LOCK, BOT_LOCK) or stem.isdecimal()) and rest in ("", "wanted"):
                folder.remove(name)
    remove_folder(game)
