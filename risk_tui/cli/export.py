"""``risk-tui export`` and ``import``: a game as a text, and a text as a game."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.literal import literal

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

_STREAM = "-"
"""What stands for the standard input or output."""


def add_export(parser: argparse.ArgumentParser) -> None:
    """The options of ``export``."""
    parser.description = (
        "Writes a game down as a text: who played, every action with its dice and cards, what came "
        "of it, and the rules and the board, so that the text can be read by people and imported "
        "on any machine. It holds everything: the hidden cards, missions and capitals of a game "
        "that still goes on, too. docs/export.md explains it line by line."
    )
    parser.add_argument("game", help="its name, the start of its name, or its file")
    parser.add_argument("file", nargs="?", default=_STREAM, help="where to; - is the output")
    parser.add_argument("--force", action="store_true", help="overwrite a file that is there")
    parser.set_defaults(run=_export)


def add_import(parser: argparse.ArgumentParser) -> None:
    """The options of ``import``."""
    parser.description = (
        "Makes a saved game of a text that export wrote. Every line is checked and played by the "
        "rules, with the dice and cards that the text tells; one that cannot be is told with its "
        "number, and nothing is saved then."
    )
    parser.add_argument("file", help="the text; - is the input")
    parser.add_argument("name", nargs="?", help="what the game will be called; the text has a name")
    parser.set_defaults(run=_import)


def _export(options: argparse.Namespace) -> int:
    from risk_tui.language.transcript import write_transcript
    from risk_tui.saves.file import SaveFile
    from risk_tui.saves.folder import find_game
    from risk_tui.saves.header import read_header

    game = find_game(options.game)
    save = SaveFile.open(game, mode="ro")
    try:
        header = read_header(save.header_text(), game.name)
        text = write_transcript(save.name, header, save.entries())
    finally:
        save.close()
    if options.file == _STREAM:
        # The text is the same on every machine, whatever the terminal can show.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")
        sys.stdout.write(text)
        return 0
    _write(Path(options.file), text, game, force=options.force)
    return 0


def _write(target: Path, text: str, game: Path, *, force: bool) -> None:
    """Write a new file, or an old one anew. Raises ``SaveError``."""
    from risk_tui.saves.errors import SaveError

    shown = literal(target)
    try:
        itself = target.exists() and target.samefile(game)
    except (OSError, ValueError):
        itself = False
    if itself:
        raise SaveError(f"{shown} is the game itself; give the text a name of its own")
    try:
        with target.open("w" if force else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise SaveError(f"{shown} is there already; --force overwrites it") from None
    except (OSError, ValueError) as error:
        if not force:
            # What was begun is of no use to anybody.
            with contextlib.suppress(OSError, ValueError):
                target.unlink()
        raise SaveError(f"{shown} cannot be written: {_reason(error)}") from None


def _import(options: argparse.Namespace) -> int:
    from risk_tui.language.transcript_reader import read_transcript
    from risk_tui.language.when import stage
    from risk_tui.language.words import count
    from risk_tui.saves.file import SaveFile

    data, source = _read(options.file)
    retold = read_transcript(data, source)
    names = (sitting.name for sitting in retold.header.sittings)
    path = _path(options.name, retold.name, names, retold.header.created[:10])
    SaveFile.create(path, retold.header, retold.summary, entries=retold.entries).close()
    summary = retold.summary
    stands = f"{stage(summary)}, {summary.to_move} to move"
    if summary.winners:
        stands = f"won by {' and '.join(summary.winners)}"
    print(literal(f"{path.stem}: {count(len(retold.entries), 'entry')}, {stands}"))
    print(literal(f"Look at it, or play on, with: risk-tui resume {path.stem}"))
    return 0


def _read(name: str) -> tuple[bytes, str]:
    """A text and what to call it. Raises ``SaveError``."""
    from risk_tui.language.transcript_lines import MAX_BYTES
    from risk_tui.saves.errors import SaveError

    most = MAX_BYTES + 1
    if name == _STREAM:
        return (sys.stdin.buffer.read(most) if sys.stdin else b""), "the input"
    try:
        with Path(name).open("rb") as file:
            return file.read(most), name
    except (OSError, ValueError) as error:
        raise SaveError(f"{literal(name)} cannot be read: {_reason(error)}") from None


def _path(wanted: str | None, told: str, players: Iterable[str], day: str) -> Path:
    """The file of the new game; a name that was asked for has to be free.

    Raises ``SaveError``.
    """
    from risk_tui.saves.errors import SaveError
    from risk_tui.saves.folder import ENDING, free_path, new_game_path, saves_folder
    from risk_tui.saves.handling import clean_game_name

    if wanted is not None:
        path = saves_folder() / f"{clean_game_name(wanted)}{ENDING}"
        if path.exists():
            raise SaveError(f"there is a game {path.stem} already; choose another name")
        return path
    try:
        name = clean_game_name(told)
    except SaveError:
        return new_game_path(players, day)
    return free_path(saves_folder() / f"{name}{ENDING}")


def _reason(error: Exception) -> str:
    told = error.strerror if isinstance(error, OSError) else "a file cannot be called so"
    return told or "it is not there"
