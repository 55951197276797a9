"""``risk-tui export`` and ``import``: convert saved games to text and back."""

from __future__ import annotations

import io
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.cli.shared_options import add_game, file_name
from risk_tui.data.clean_text import printable
from risk_tui.data.files import overwrite, read_file, reason, write_new
from risk_tui.data.language import _

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

_STREAM = "-"
"""The file name that stands for standard input or output."""


def add_export(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``export``."""
    parser.description = _(
        "Export a game as readable text: players, rules, board, and every action with its "
        "dice, cards and results. It can be imported on any machine. The text includes all "
        "hidden cards and missions, even of a game in progress. 'risk-tui docs export' "
        "explains it line by line."
    )
    add_game(parser)
    parser.add_argument(
        "file", nargs="?", type=file_name, default=_STREAM, help=_("output file; - for stdout")
    )
    parser.add_argument("--force", action="store_true", help=_("overwrite an existing file"))
    parser.set_defaults(run=_export)


def add_import(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``import``."""
    parser.description = _(
        "Create a saved game from exported text. Every line is replayed and checked against "
        "the rules; on the first invalid line nothing is saved."
    )
    parser.add_argument("file", type=file_name, help=_("the exported text; - for stdin"))
    parser.add_argument(
        "name", nargs="?", help=_("name for the game (default: the one in the text)")
    )
    parser.set_defaults(run=_import)


def _export(options: argparse.Namespace) -> None:
    from risk_tui.saves.folder import find_game
    from risk_tui.saves.header import read_header
    from risk_tui.saves.save_file import SaveFile
    from risk_tui.story.record_writer import write_transcript

    game = find_game(options.game)
    with closing(SaveFile.open(game, mode="ro")) as save:
        header = read_header(save.header_text(), game.name)
        text = write_transcript(save.name, header, save.entries())
    if options.file == _STREAM:
        # The text is the same on every machine, regardless of the terminal.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")
        sys.stdout.write(text)
        return
    write_text(Path(options.file), text, game, force=options.force)


def write_text(target: Path, text: str, game: Path, *, force: bool) -> None:
    """Write a text about a game to a new file; with ``force``, replace an existing file.

    Args:
        target: The file to write.
        text: Its text.
        game: The file of the game, which is never replaced.
        force: True to replace an existing file.

    Raises:
        SaveError: If the target is the game itself, exists (without ``force``), is a symbolic link
            (with ``force``), or can't be written.
    """
    from risk_tui.saves.errors import SaveError

    name = printable(target)
    try:
        is_game = target.exists() and target.samefile(game)
    except (OSError, ValueError):
        is_game = False
    if is_game:
        raise SaveError(_("{name} is the game itself; give the text a name of its own", name=name))
    if force and target.is_symlink():
        raise SaveError(_("{name} is a symbolic link; name the file itself", name=name))
    try:
        # An export contains every hidden card, so only its owner may read a new file.
        (overwrite if force else write_new)(target, text.encode())
    except FileExistsError:
        raise SaveError(
            _("{name} already exists; use --force to overwrite it", name=name)
        ) from None
    except (OSError, ValueError) as error:
        raise SaveError(
            _("{name} cannot be written: {reason}", name=name, reason=_describe_error(error))
        ) from None


def _import(options: argparse.Namespace) -> int:
    from risk_tui.data.language import pluralize
    from risk_tui.saves.file_operations import create_at
    from risk_tui.saves.save_file import SaveFile
    from risk_tui.story.record_reader import read_transcript
    from risk_tui.text.time_phrases import game_state

    data, source = _read_text(options.file)
    transcript = read_transcript(data, source)
    header, summary = transcript.header, transcript.summary
    names = [seat.name for seat in header.seats]

    def create(path: Path) -> Path:
        SaveFile.create(path, header, summary, entries=transcript.entries).close()
        return path

    path = create_at(
        lambda: _choose_path(options.name, transcript.name, names, header.created[:10]), create
    )
    print(
        printable(
            f"{path.stem}: {pluralize(len(transcript.entries), 'entry')}, {game_state(summary)}"
        )
    )
    print(printable(_("Open it with: risk-tui resume {path}", path=path.stem)))
    return 0


def _read_text(name: str) -> tuple[bytes, str]:
    """Read a file, or standard input; return its bytes and its name for messages.

    At most one byte more than ``MAX_BYTES`` is read, so that the caller can reject a text that is
    too long.

    Raises:
        SaveError: If it can't be read.
    """
    from risk_tui.saves.errors import SaveError
    from risk_tui.story.record_notation import MAX_BYTES

    limit = MAX_BYTES + 1
    if name == _STREAM:
        return (sys.stdin.buffer.read(limit) if sys.stdin else b""), _("the input")
    try:
        return read_file(Path(name), limit), name
    except (OSError, ValueError) as error:
        raise SaveError(
            _(
                "{name} cannot be read: {reason}",
                name=printable(name),
                reason=_describe_error(error),
            )
        ) from None


def _choose_path(requested: str | None, recorded: str, players: Iterable[str], day: str) -> Path:
    """Choose the path of an imported game.

    Args:
        requested: The name that the player asks for, if any.
        recorded: The name in the text, used otherwise; a number is added if it is taken.
        players: The names of the players, for a new name if the recorded one is invalid.
        day: The date of the game, for the same purpose.

    Raises:
        SaveError: If the requested name is invalid or taken.
    """
    from risk_tui.saves.errors import SAVE_SUFFIX, SaveError, free_path, saves_folder
    from risk_tui.saves.file_operations import clean_game_name
    from risk_tui.saves.folder import new_game_path

    if requested is not None:
        path = saves_folder() / f"{clean_game_name(requested)}{SAVE_SUFFIX}"
        if path.exists():
            raise SaveError(
                _("a game named {path} already exists; choose another name", path=path.stem)
            )
        return path
    try:
        name = clean_game_name(recorded)
    except SaveError:
        return new_game_path(players, day)
    return free_path(saves_folder() / f"{name}{SAVE_SUFFIX}")


def _describe_error(error: Exception) -> str:
    return reason(error) if isinstance(error, OSError) else _("it is not a valid file name")
