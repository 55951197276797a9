"""The mark of the one terminal that plays a game where files cannot be locked: a file beside it.

There is no way to find out whether that terminal still runs, so the file stays until the terminal
removes it, or until a person says that the terminal is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from risk_tui.data.clean_text import printable
from risk_tui.saves.errors import SaveError, display_name
from risk_tui.saves.locks import lock_folder, remove_folder

if TYPE_CHECKING:
    from pathlib import Path

OWNER = "owner"
"""The name of the file."""


class Owned(SaveError):
    """Another terminal has marked a game, and only a person can say whether it still runs."""

    def __init__(self, game: Path, who: str) -> None:
        self.game, self.who = printable(game.stem), printable(who)
        super().__init__(
            f"{game.name} is played by {who}; files cannot be locked there, so one terminal may "
            f"play at a time; if that one is gone: risk-tui resume {display_name(game)} --take-over"
        )


class Owner:
    """The mark of the one terminal that plays a game."""

    def __init__(self, game: Path) -> None:
        self._path = game
        self._game = game.resolve()
        self._token = ""

    @property
    def held(self) -> bool:
        """Whether this terminal has marked the game."""
        return bool(self._token)

    def claim(self, *, take_over: bool = False) -> None:
        """Mark the game as played here. Raises ``Owned`` if another terminal has marked it.

        With ``take_over`` a person says that the other terminal is gone. Raises ``SaveError`` if
        the mark cannot be written.
        """
        token = secrets.token_hex(16)
        try:
            with lock_folder(self._game, make=True) as folder:
                if take_over:
                    folder.put(OWNER, _mark_text(token))
                elif (file := folder.create(OWNER, _mark_text(token))) is not None:
                    os.close(file)
                else:
                    raise Owned(self._path, _describe(folder.read(OWNER)))
        except OSError as error:
            raise SaveError(
                f"nobody can sit down at the game in {self._game.parent}: {error.strerror}"
            ) from None
        self._token = token

    def expect_none(self, *, take_over: bool = False) -> None:
        """Raise ``Owned`` if any terminal has marked the game; ``take_over`` removes its mark."""
        with contextlib.suppress(OSError), lock_folder(self._game) as folder:
            if folder.has(OWNER):
                if not take_over:
                    raise Owned(self._path, _describe(folder.read(OWNER)))
                folder.remove(OWNER)

    def expect_ours(self) -> None:
        """Raise ``SaveError`` unless the game is still marked as played here."""
        text = ""
        with contextlib.suppress(OSError), lock_folder(self._game) as folder:
            text = folder.read(OWNER)
        if not self._token or _parse(text).get("token") != self._token:
            taker = _describe(text)
            raise SaveError(f"{self._path.name} was taken over by {taker}: this one is out")

    def release(self) -> None:
        """Remove the mark, if it is this terminal's."""
        token, self._token = self._token, ""
        with contextlib.suppress(OSError, SaveError), lock_folder(self._game) as folder:
            if token and _parse(folder.read(OWNER)).get("token") == token:
                folder.remove(OWNER)
        if token:
            remove_folder(self._game)


def _mark_text(token: str) -> str:
    """The text of a mark: JSON with a token, and who and where this terminal is."""
    user = ""
    with contextlib.suppress(OSError, KeyError, ImportError):
        import getpass

        user = getpass.getuser()
    since = datetime.now(UTC).isoformat(timespec="minutes")
    data = {"token": token, "user": user, "machine": socket.gethostname(), "since": since}
    return json.dumps({**data, "process": os.getpid()})


def _describe(text: str) -> str:
    """The terminal that a mark names, for display only: its text is not trusted."""
    data = _parse(text)
    if not data:
        return "another terminal"
    user, machine, since, process = (
        str(data.get(key, "?"))[:60] for key in ("user", "machine", "since", "process")
    )
    return f"{user} on {machine} (process {process}, since {since})"


def _parse(text: str) -> dict[str, object]:
    """The JSON object of a mark, empty if it is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
