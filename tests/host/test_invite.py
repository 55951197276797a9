"""The commands ``:invite`` and ``:who`` at the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from risk_tui.commands.base import Command
from risk_tui.commands.names import CommandError
from risk_tui.commands.table_commands import InviteCommand, WhoCommand
from risk_tui.saves.guest_list import GuestList, Place, has_guest_list, host_folder
from risk_tui.table.seats import PERSON
from risk_tui.table.table import Table
from tests.new_games import new_game


class Pages:
    """A front end that stores the lines of the last page."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[str] = []

    def show(self, page: object, *, title: str, lines: list[str]) -> None:
        self.lines = lines

    def run(self, command: Command) -> list[str]:
        command.run(cast(Any, self))
        return self.lines


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return new_game(tmp_path / "war.risk", "Ann,Zoë,bot")


@pytest.fixture
def table(game: Path) -> Iterator[Table]:
    with closing(Table.open(game)) as table:
        yield table


def test_invitation_is_a_command_and_a_code(table: Table) -> None:
    GuestList().set_server("table.example", 2222)
    *_, command, code = Pages(table).run(InviteCommand("zoë"))
    assert command == "ssh -p 2222 zoe@table.example"
    zoe = Place(table.path.resolve(), "Zoë")
    assert GuestList().use_code(code.removeprefix("code "), [zoe], []) == [zoe]


def test_no_files_are_created_without_a_server(table: Table) -> None:
    with pytest.raises(CommandError, match="start the server first"):
        Pages(table).run(InviteCommand("ann"))
    assert not has_guest_list()
    assert Pages(table).run(WhoCommand())[1] == "Zoë: at this terminal"
    assert not host_folder().exists()


def test_bots_are_not_invited(table: Table) -> None:
    GuestList().set_server("table.example", 2222)
    for player in (table.seats[2].player, PERSON):
        table.set_player(2, player)
        with pytest.raises(CommandError, match="can't be invited: a bot had that seat"):
            Pages(table).run(InviteCommand(table.seats[2].name))


def test_guests_see_the_players_but_invite_none(game: Path) -> None:
    guests = GuestList()
    guests.set_server("table.example", 2222)
    guests.new_code(Place(game.resolve(), "Ann"))
    with closing(Table.join(game, "Ann")) as ann, closing(Table.join(game)) as eve:
        assert Pages(ann).run(WhoCommand())[:2] == ["Ann: at this terminal", "Zoë: away"]
        assert Pages(eve).run(WhoCommand())[0] == "Ann: at another terminal"
        with pytest.raises(CommandError, match="risk-tui host codes"):
            Pages(ann).run(InviteCommand("zoë"))


def test_host_sees_how_friends_can_log_in(table: Table) -> None:
    GuestList().new_code(Place(table.path.resolve(), "Ann"))
    ann, zoe, bot = Pages(table).run(WhoCommand())
    assert ann == "Ann: at this terminal; over SSH: an unused code"
    assert zoe == "Zoë: at this terminal; over SSH: not invited"
    assert bot.endswith("the bot toni")
