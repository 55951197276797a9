"""Find, list and name the games in a folder."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from risk_tui.data.clean_text import transliterate
from risk_tui.data.language import _, did_you_mean
from risk_tui.errors import RiskError
from risk_tui.saves.errors import SAVE_SUFFIX, SaveError, free_path, saves_folder
from risk_tui.saves.save_file import GameSummary, read_summary


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A file in the folder, with its summary or the reason why it can't be read."""

    path: Path
    summary: GameSummary | None
    problem: str = ""

    @property
    def name(self) -> str:
        """The game's name."""
        return self.path.stem

    @property
    def unfinished(self) -> bool:
        """True if it can be continued."""
        return self.summary is not None and not self.summary.winners

    def at_table(self) -> tuple[str, ...]:
        """Return the names of the players whose seats are taken at any terminal."""
        # The title screen shows the last game before the import of the locks is needed.
        from risk_tui.saves.locks import FileLock

        players = self.summary.players if self.summary is not None else ()
        return tuple(
            name for seat, name in enumerate(players) if FileLock(self.path, str(seat)).is_taken()
        )


def saved_games() -> list[SavedGame]:
    """Return all games in the player's folder, the latest first and unreadable files last.

    Raises:
        SaveError: If the folder itself can't be read.
    """
    folder = saves_folder()
    try:
        if not folder.is_dir():
            return []
        # A pattern would find nothing in a folder that can't be read.
        files = (path for path in folder.iterdir() if not path.name.startswith("."))
        paths = sorted(path for path in files if path.suffix == SAVE_SUFFIX)
    except OSError as error:
        raise SaveError(
            _(
                "the saved games in {source} can't be read: {strerror}",
                source=folder,
                strerror=error.strerror,
            )
        ) from None
    games = map(_saved_game, paths)
    return sorted(games, key=lambda game: game.summary.played if game.summary else "", reverse=True)


def last_unfinished() -> SavedGame | None:
    """Return the unfinished game that was played last, if any."""
    last: SavedGame | None = None
    played = ""
    for changed, path in _games_by_change():
        if changed < played:
            break  # The remaining files have not changed since.
        game = _saved_game(path)
        if game.summary and game.unfinished and game.summary.played >= played:
            last, played = game, game.summary.played
    return last


def find_game_or_last(name: str | None, problem: str) -> Path:
    """Return the file of a game; without a name, that of the unfinished game played last.

    Args:
        problem: The error without a name if there is no unfinished game.

    Raises:
        SaveError: If there is no such game; see ``find_game``.
        RiskError: ``problem``.
    """
    if name is not None:
        return find_game(name)
    last = last_unfinished()
    if last is None:
        raise RiskError(problem)
    return last.path


def find_game(name: str) -> Path:
    """Return the file of a game by its name, the start of its name, or a path.

    Raises:
        SaveError: If there is none, or several names start with the text.
    """
    if name.endswith(SAVE_SUFFIX) or "/" in name:
        try:
            path = Path(name).expanduser()
            if path.is_file():
                return path
        except (OSError, RuntimeError, ValueError):
            pass
        raise SaveError(_("there is no game file {name}", name=name))
    games = [game.name for game in saved_games()]
    matches = [game for game in games if game == name] or [
        game for game in games if name and game.startswith(name)
    ]
    if len(matches) == 1:
        return saves_folder() / f"{matches[0]}{SAVE_SUFFIX}"
    if matches:
        raise SaveError(
            _("several games begin with {name!r}: {matches}", name=name, matches=", ".join(matches))
        )
    hint = did_you_mean(name, games, _("see: risk-tui saves"))
    raise SaveError(_("there is no saved game named {name!r}; {hint}", name=name, hint=hint))


def new_game_path(names: Iterable[str], day: str) -> Path:
    """Return a free path for a game started on a day (ISO), such as ``ann-ben-2026-11-21``."""
    plain = transliterate("-".join(names)).lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "game"
    return free_path(saves_folder() / f"{slug}-{day}{SAVE_SUFFIX}")


def _games_by_change() -> list[tuple[str, Path]]:
    """Return the saved games with the times of their last changes, the latest first.

    A game changes when it is played, and also when it is left or copied.

    Returns:
        Pairs of a time (ISO 8601, UTC) and the file of a game.
    """
    times: dict[Path, str] = {}
    with contextlib.suppress(OSError):
        for path in saves_folder().iterdir():
            game = path.with_name(path.name.removesuffix("-wal"))
            if game.suffix == SAVE_SUFFIX:
                with contextlib.suppress(OSError, OverflowError, ValueError):
                    changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                    times[game] = max(times.get(game, ""), changed.isoformat(timespec="seconds"))
    return sorted(((changed, path) for path, changed in times.items()), reverse=True)


def _saved_game(path: Path) -> SavedGame:
    try:
        return SavedGame(path, read_summary(path))
    except SaveError as error:
        return SavedGame(path, None, str(error))
