"""The results of all saved games, and a cache of them: without it they are read again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, TypeAdapter, ValidationError

from risk_tui import __version__
from risk_tui.data.clean_text import printable
from risk_tui.data.files import cache_folder, keep, read_file
from risk_tui.errors import RiskError
from risk_tui.saves.folder import saved_games
from risk_tui.story.saved_result import SavedResult, read_result
from risk_tui.table.dice_archive import CopyFinder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MAX_BYTES = 64_000_000
"""A larger cache is not read."""
_FORMAT = f"1 {__version__}"
"""Another program, or another version of it, may count otherwise."""


class _Entry(BaseModel):
    """A result, and the state of the file that it was read from."""

    stamp: str
    result: SavedResult


class _Cache(BaseModel):
    """The results by the path of their file."""

    format: str
    entries: dict[str, _Entry]


_CACHE = TypeAdapter(_Cache)


@dataclass(slots=True)
class ResultArchive:
    """The results of the games in a folder; ``done`` of ``files`` were looked at so far.

    ``results`` are those that count, the oldest game first. ``copies`` were left out, as another
    game has all their steps. ``problems`` are games that cannot be read, by name, and why.
    """

    files: int
    done: int
    results: list[SavedResult]
    copies: int
    problems: list[tuple[str, str]]


def read_results(folder: Path | None = None) -> Iterator[ResultArchive]:
    """The results of all games in a folder, the player's own by default.

    Yields the same archive again and again, at first empty and then after every file, so that its
    progress can be shown. Raises ``SaveError`` when the folder itself cannot be read.
    """
    paths = [game.path for game in saved_games(folder)]
    archive = ResultArchive(len(paths), 0, [], 0, [])
    known = _read_cache()
    fresh: dict[str, _Entry] = {}
    yield archive
    for path in paths:
        try:
            stamp = _stamp(path)
            entry = known.get(str(path))
            if entry is None or entry.stamp != stamp:
                entry = _Entry(stamp=stamp, result=read_result(path))
        except (RiskError, OSError) as error:
            archive.problems.append((path.stem, printable(error)))
        else:
            fresh[str(path)] = entry
        archive.done += 1
        yield archive
    _count(archive, [entry.result for entry in fresh.values()])
    if fresh != known:
        here = {str(path) for path in paths}
        entries = {key: entry for key, entry in known.items() if key not in here} | fresh
        keep(cache_path(), _CACHE.dump_json(_Cache(format=_FORMAT, entries=entries)))
    yield archive


def _count(archive: ResultArchive, results: list[SavedResult]) -> None:
    """Sort out the copies. A game comes before those that were made of it on the way."""
    copies = CopyFinder()
    for result in sorted(results, key=lambda each: len(each.digests), reverse=True):
        shared = copies.steps_known(result.origin, result.digests, result.with_chance)
        if shared is None:
            archive.copies += 1
        else:
            archive.results.append(result.without_dice() if shared else result)
    archive.results.sort(key=lambda each: each.created)


def cache_path() -> Path:
    """Where the cache is; whoever deletes it loses nothing."""
    return cache_folder() / "results.json"


def _stamp(path: Path) -> str:
    """What changes when a game is played on: the size and the time of its files."""
    stamps = []
    for each in (path, path.with_name(f"{path.name}-wal")):
        try:
            state = each.stat()
        except FileNotFoundError:
            continue
        stamps.append(f"{state.st_size}/{state.st_mtime_ns}")
    return " ".join(stamps)


def _read_cache() -> dict[str, _Entry]:
    """What is in the cache; nothing where it cannot be read."""
    try:
        cache = _CACHE.validate_json(read_file(cache_path(), _MAX_BYTES))
    except (OSError, RiskError, ValidationError):
        return {}
    return cache.entries if cache.format == _FORMAT else {}
