"""The tables that a host serves: their games, and under which names friends log in."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from risk_tui.data.clean_text import printable
from risk_tui.data.language import _
from risk_tui.errors import RiskError
from risk_tui.host import PORT
from risk_tui.saves.folder import find_game, find_game_or_last
from risk_tui.saves.guest_list import WATCHERS, GuestList, Place, login_names
from risk_tui.table.seats import Seat, check_seats, comparable_name, seat_by_name

WATCH_LOGIN = "watch"
"""The login name of watchers, if no player of the game has it."""


@dataclass(frozen=True)
class HostedTable:
    """A game with the login names of its people, such as ``zoe`` for Zoë, and of watchers."""

    game: Path
    logins: dict[str, str]
    """The player's name by login name; the last entry is for watchers (``WATCHERS``)."""

    @property
    def places(self) -> dict[str, Place]:
        """The place of each login name."""
        return {login: Place(self.game, name) for login, name in self.logins.items()}

    def place(self, login: str) -> Place | None:
        """Return the place of a login name, ignoring case; ``None`` if there is none."""
        return self.places.get(login.casefold())

    def login(self, name: str) -> str:
        """Return the login name of a player."""
        return next(login for login, other in self.logins.items() if other == name)

    def find_place(self, text: str) -> Place:
        """Return the place of a player by name, login name or colour, or of all watchers.

        A full name comes first, because it can be the login name of another player: ``zoe`` is
        that of Zoë.

        Raises:
            RiskError: If there is none.
        """
        key = comparable_name(text)
        for name in self.logins.values():
            if name != WATCHERS and comparable_name(name) == key:
                return Place(self.game, name)
        if (place := self.place(text)) is not None:
            return place
        watchers = Place(self.game, WATCHERS)
        if text.casefold() == place_title(watchers).casefold():
            return watchers
        seats = read_seats(self.game)
        seat = seats[seat_by_name(text, seats)]
        if not seat.is_person:
            raise RiskError(_("{seat} is a bot in this game", seat=printable(seat.name)))
        return Place(self.game, seat.name)


def open_hosted_table(game: Path) -> HostedTable:
    """Return the hosted table of a game file.

    Raises:
        RiskError: If the game can't be read, or has no people.
    """
    names = [seat.name for seat in read_seats(game) if seat.is_person]
    if not names:
        raise RiskError(
            _("{game} has only bots, so friends can't join it", game=printable(game.stem))
        )
    logins = login_names([*names, WATCH_LOGIN])
    return HostedTable(game.resolve(), dict(zip(logins, [*names, WATCHERS], strict=True)))


def find_hosted_tables(games: Sequence[str]) -> list[HostedTable]:
    """Return the hosted tables of the games named.

    Args:
        games: The names as they were typed; if empty, the last unfinished game is meant.

    Raises:
        RiskError: If there is no such game.
    """
    if games:
        paths = list(dict.fromkeys(find_game(game).resolve() for game in games))
    else:
        problem = _("there is no unfinished game; start one with: risk-tui new --players Ann,Ben")
        paths = [find_game_or_last(None, problem)]
    return [open_hosted_table(path) for path in paths]


def place_title(place: Place) -> str:
    """Return the player's name for a place, or the word for watchers."""
    return _("watchers") if place.name == WATCHERS else printable(place.name)


def invitation_line(place: Place, login: str, guests: GuestList, note: str = "") -> str:
    """Return the line to send to a friend: the command that connects them, and a note.

    Without ``note`` a new code is made, and the code that was sent before stops working.

    Args:
        place: The friend's place.
        login: The login name of the place.
        guests: The guest list.
        note: The words after the command; by default a new code.
    """
    # Assume the default port until the server has run once.
    command = guests.ssh_command(login) or f"ssh -p {PORT} {login}@{socket.gethostname()}"
    note = note or _("code {code}", code=guests.new_code(place))
    return f"{place_title(place)}: {command}   {note}"


def read_seats(game: Path) -> list[Seat]:
    """Read the seats at the start of a game.

    Raises:
        RiskError: If the game can't be read.
    """
    from risk_tui.saves.header import read_header
    from risk_tui.saves.save_file import SaveFile

    with closing(SaveFile.open(game, mode="ro")) as save:
        header = read_header(save.header_text(), game.name)
    seats = [Seat(seat.name, seat.colour, seat.player) for seat in header.seats]
    check_seats(seats)
    return seats
