"""The folder of saved games: finding, listing and naming them."""

from __future__ import annotations

import contextlib
import difflib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import transliterate
from risk_tui.saves.errors import ENDING, SaveError, free_path, saves_folder
from risk_tui.saves.save_file import GameSummary, read_summary

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A file in the folder: its summary, or why it cannot be read."""

    path: Path
    summary: GameSummary | None
    problem: str = ""

    @property
    def name(self) -> str:
        """The game's name."""
        return self.path.stem

    @property
    def unfinished(self) -> bool:
        """Whether it can be played on."""
        return self.summary is not None and not self.summary.winners

    def at_table(self) -> tuple[str, ...]:
        """Return the names of the players whose seats are taken at any terminal."""
        # The title screen knows the last game before it needs any locks.
        from risk_tui.saves.locks import FileLock

        players = self.summary.players if self.summary is not None else ()
        return tuple(
            name for seat, name in enumerate(players) if FileLock(self.path, str(seat)).is_taken()
        )


def saved_games(folder: Path | None = None) -> list[SavedGame]:
    """All games of the folder, the one played last first; unreadable files come last.

    Raises ``SaveError`` when the folder itself cannot be read.
    """
    source = folder or saves_folder()
    try:
        if not source.is_dir():
            return []
        paths = sorted(source.glob(f"*{ENDING}"))
    except OSError as error:
        raise SaveError(f"the saved games in {source} cannot be read: {error.strerror}") from None
    games = map(_saved_game, paths)
    return sorted(games, key=lambda game: game.summary.played if game.summary else "", reverse=True)


def last_unfinished(folder: Path | None = None) -> SavedGame | None:
    """The unfinished game that was played last, if there is one."""
    last: SavedGame | None = None
    played = ""
    for changed, path in _by_change(folder or saves_folder()):
        if changed < played:
            break  # nothing that was not touched since can have been played since
        game = _saved_game(path)
        if game.summary and game.unfinished and game.summary.played >= played:
            last, played = game, game.summary.played
    return last


def find_game(name: str, folder: Path | None = None) -> Path:
    """The file of a game by its name, the start of its name, or a path.

    Raises ``SaveError`` when there is none, or more than one begins like that.
    """
    if name.endswith(ENDING) or "/" in name:
        try:
            path = Path(name).expanduser()
            if path.is_file():
                return path
        except (OSError, RuntimeError, ValueError):
            pass
        raise SaveError(f"there is no game file {name}")
    games = [game.name for game in saved_games(folder)]
    matches = [game for game in games if game == name] or [
        game for game in games if game.startswith(name)
    ]
    if len(matches) == 1:
        return (folder or saves_folder()) / f"{matches[0]}{ENDING}"
    if matches:
        raise SaveError(f"several games begin with {name!r}: {', '.join(matches)}")
    near = difflib.get_close_matches(name, games, n=1, cutoff=0.4)
    hint = f"; did you mean {near[0]}?" if near else "; see: risk-tui saves"
    raise SaveError(f"there is no saved game {name!r}{hint}")


def new_game_path(names: Iterable[str], day: str, folder: Path | None = None) -> Path:
    """A free path for a game begun on ``day`` (ISO), such as ``ann-ben-2026-11-21``."""
    plain = transliterate("-".join(names)).lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "game"
    return free_path((folder or saves_folder()) / f"{slug}-{day}{ENDING}")


def _by_change(folder: Path) -> list[tuple[str, Path]]:
    """The games of a folder and when their files, or logs beside them, changed; the last first.

    That is when somebody played, or later: a game that is left, or copied, changes too.
    """
    times: dict[Path, str] = {}
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            game = path.with_name(path.name.removesuffix("-wal"))
            if game.suffix == ENDING:
                with contextlib.suppress(OSError, OverflowError, ValueError):
                    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                    times[game] = max(times.get(game, ""), changed.isoformat(timespec="seconds"))
    return sorted(((changed, path) for path, changed in times.items()), reverse=True)


def _saved_game(path: Path) -> SavedGame:
    try:
        return SavedGame(path, read_summary(path))
    except SaveError as error:
        return SavedGame(path, None, str(error))
