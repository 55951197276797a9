"""Manage saved games: list, rename, copy, delete, rescue, export and import them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from risk_tui.cli.output import print_json, terminal_width, write_data, writes_ascii
from risk_tui.data.clean_text import printable
from risk_tui.data.files import overwrite, read_file, reason, write_new
from risk_tui.data.language import N_, _, pgettext, pluralize
from risk_tui.errors import RiskError
from risk_tui.rules.titles import translated_title
from risk_tui.saves.errors import SAVE_SUFFIX, SaveError, display_name, free_path, saves_folder
from risk_tui.saves.file_operations import (
    check_deletable,
    clean_game_name,
    copy_game,
    create_at,
    delete_game,
    new_path,
    rename_game,
)
from risk_tui.saves.folder import SavedGame, find_game, new_game_path, saved_games
from risk_tui.saves.save_file import SaveFile
from risk_tui.table.seats import spell_game
from risk_tui.text.time_phrases import game_state, progress, time_ago
from risk_tui.text.wrapping import align_columns, columns, wrap

_MIN_WIDTH, _MAX_WIDTH = 20, 120
"""The narrowest and widest list, in columns."""
_HEADINGS = (
    N_("GAME"),
    N_("RULES"),
    N_("PLAYERS"),
    N_("ROUND"),
    N_("NEXT"),
    N_("PLAYED"),
    N_("AT THE TABLE"),
)


def list_saves(options: argparse.Namespace) -> None:
    """List the saved games."""
    games = saved_games()
    if options.json:
        print_json([_game_data(game) for game in games], ascii=True)
        return
    lines = []
    if not games:
        folder = printable(saves_folder())
        lines.append(_("No saved games in {saves_folder}", saves_folder=folder))
    ascii = writes_ascii(options, sys.stdout)
    readable = [spell_game(game, ascii=ascii) for game in games if game.summary is not None]
    if readable:
        lines.append(_format_table(readable))
    unreadable = [game for game in games if game.summary is None]
    if unreadable:
        lines += [""] if readable else []
        lines.append(_("Unreadable (to save what is left of a game: risk-tui rescue GAME):"))
    for game in unreadable:
        lines += [printable(game.name), _wrap(game.problem)]
    print(*lines, sep="\n")


def _game_data(game: SavedGame) -> dict[str, Any]:
    from dataclasses import asdict

    row = {"name": game.name, "path": str(game.path), "problem": game.problem or None}
    summary = asdict(game.summary) if game.summary else {}
    return row | summary | {"at_table": list(game.at_table())}


def _format_table(games: Sequence[SavedGame]) -> str:
    """Format a list of games as a table if it fits the width, else in several lines per game.

    The column of players at the table is left out if it is empty.
    """
    rows = [[printable(text) for text in _table_cells(game)] for game in games]
    headings = [_(heading) for heading in _HEADINGS]
    if not any(row[-1] for row in rows):
        headings, rows = headings[:-1], [row[:-1] for row in rows]
    lines = align_columns([headings, *rows], lambda number, text: False)
    if max(map(columns, lines)) > _width():
        return "\n".join(map(_format_entry, games))
    return "\n".join(lines)


def _format_entry(game: SavedGame) -> str:
    """Format a game as a line with its name, which is never wrapped, and its facts below."""
    summary = game.summary
    assert summary is not None, "it can be read"
    parts = [translated_title(summary.ruleset)]
    parts += [progress(summary)] if summary.winners else []
    parts += [game_state(summary), ", ".join(summary.players), time_ago(summary.played)]
    at_table = ", ".join(game.at_table())
    parts += [_("at the table: {at_table}", at_table=at_table)] if at_table else []
    return f"{printable(game.name)}\n" + _wrap(" · ".join(parts))


def _table_cells(game: SavedGame) -> tuple[str, ...]:
    summary = game.summary
    assert summary is not None, "it can be read"
    round_number = str(summary.round) if summary.round else _("setup")
    next_player = game_state(summary) if summary.winners else summary.to_move
    players, played = ", ".join(summary.players), time_ago(summary.played)
    ruleset, at_table = translated_title(summary.ruleset), ", ".join(game.at_table())
    return game.name, ruleset, players, round_number, next_player, played, at_table


def _wrap(text: str) -> str:
    return "\n".join(wrap(f"  {printable(text)}", _width()))


def _width() -> int:
    return terminal_width(_MIN_WIDTH, _MAX_WIDTH)


def rename(options: argparse.Namespace) -> None:
    """Rename a saved game."""
    old = find_game(options.game)
    new = new_path(options.new, old)
    rename_game(old, new)
    names = {"old": printable(old.stem), "new": printable(_name_or_path(old, new))}
    print(_("{old} is now called {new}.", **names))


def copy(options: argparse.Namespace) -> None:
    """Copy a saved game."""
    old = find_game(options.game)
    new = new_path(options.new, saves_folder() / old.name)
    copy_game(old, new)
    names = {"old": printable(old.stem), "new": printable(_name_or_path(old, new))}
    lines = [_("{old} was copied to {new}.", **names)]
    try:
        with closing(SaveFile.open(new, mode="ro")) as save:
            save.entries()
    except SaveError as damage:
        lines.append(str(damage))
    print(*lines, sep="\n")


def _name_or_path(old: Path, new: Path) -> str:
    """Return the name of the new file, or its path if its folder is not that of the old file."""
    return new.stem if new.parent == old.parent else str(new)


def _confirm(question: str) -> bool:
    """Ask a question; return True if the answer is yes, in English or the player's language."""
    word = pgettext("value", "yes").casefold()
    try:
        return input(question).strip().casefold() in ("y", "yes", word[0], word)
    except EOFError:
        print()
        return False


def delete(options: argparse.Namespace) -> None:
    """Delete saved games, after a question."""
    # A name and a path may mean the same game.
    games = {path.resolve(): path for path in map(find_game, options.games)}.values()
    for game in games:
        check_deletable(game)
    names = printable(", ".join(game.stem for game in games))
    if not options.yes:
        if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
            raise RiskError(_("use --yes to delete {names} without confirmation", names=names))
        if not _confirm(_("Delete {names} for good? y / n ", names=names)):
            print(_("Nothing was deleted."))
            return
    for game in games:
        delete_game(game)
        print(_("{game} was deleted.", game=printable(game.stem)))


def rescue(options: argparse.Namespace) -> None:
    """Recover a damaged game into a new file."""
    from risk_tui.table.ledger import find_rescue

    old = find_game(options.game)
    rescue = find_rescue(old)
    if rescue is None:
        print(_("{old} is not damaged; nothing to rescue.", old=printable(old.stem)))
        return
    new = rescue.write()
    message = _(
        "{new} has the first {steps} steps of {old}, up to {description}; {file} stays as it is.",
        new=printable(new.stem),
        steps=rescue.summary.steps,
        old=printable(old.stem),
        description=rescue.description,
        file=printable(old.name),
    )
    print(message)
    print(_("To continue: risk-tui resume {game}", game=printable(display_name(new))))


# Games as text

_STREAM = "-"
"""The file name that stands for standard input or output."""


def export(options: argparse.Namespace) -> None:
    """Write a game as text."""
    from risk_tui.saves.header import read_header
    from risk_tui.story.record_writer import write_transcript

    game = find_game(options.game)
    with closing(SaveFile.open(game, mode="ro")) as save:
        header = read_header(save.header_text(), game.name)
        text = write_transcript(save.name, header, save.entries())
    if options.file == _STREAM:
        write_data(text)
    else:
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


def import_text(options: argparse.Namespace) -> None:
    """Create a saved game from exported text."""
    from risk_tui.story.record_reader import read_transcript

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
    print(printable(_("Open it with: risk-tui resume {path}", path=display_name(path))))


def _read_text(name: str) -> tuple[bytes, str]:
    """Read a file, or standard input; return its bytes and its name for messages.

    At most one byte more than ``MAX_BYTES`` is read, so that the caller can reject a text that is
    too long.

    Raises:
        SaveError: If it can't be read.
    """
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
