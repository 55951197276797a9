"""The tables of a host: login names, and the lobby for friends of several tables."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from risk_tui.cli.host import _serve_visit
from risk_tui.errors import RiskError
from risk_tui.host import server
from risk_tui.host.forks import Request
from risk_tui.host.lobby import (
    MAX_LINE,
    WRONG_CODES_PER_VISIT,
    Lobby,
    SeatChoice,
    TooManyWrongCodes,
    describe_table,
)
from risk_tui.host.server import Admission, Host
from risk_tui.host.tables import HostedTable, login_names, open_hosted_table, read_seats
from risk_tui.saves.errors import SaveError
from risk_tui.saves.guest_list import WATCHERS, GuestList, Place, host_folder
from tests.new_games import new_game
from tests.waiting import PATIENCE


@pytest.fixture
def table(tmp_path: Path) -> HostedTable:
    return open_hosted_table(new_game(tmp_path / "war.risk", "Ann Lee,Zoë,bot,Zoe"))


def test_only_people_have_login_names(table: HostedTable) -> None:
    players = {"ann-lee": "Ann Lee", "zoe": "Zoë", "zoe-2": "Zoe"}
    assert table.logins == {**players, "watch": WATCHERS}
    assert table.login("Zoe") == "zoe-2"


def test_login_names_are_plain_and_differ() -> None:
    names = ["Ann", "ann!", "-rf", "$(id)", "名前", "★", "☆", "\u202ex"]
    logins = login_names(names)
    assert len(set(logins)) == len(names)
    for login in logins:
        assert login.isascii()
        assert login.replace("-", "").isalnum()
        assert not login.startswith("-")


def test_place_is_found_by_login_name_player_or_colour(table: HostedTable) -> None:
    assert table.place("ANN-LEE") == Place(table.game, "Ann Lee")
    assert table.place("eve") is None
    assert table.find_place("Ann Lee").name == "Ann Lee"
    assert table.find_place("red").name == "Ann Lee"
    # Zoë logs in as zoe, and Zoe as zoe-2.
    found = [table.find_place(name).name for name in ("Zoë", "zoe", "zoe-2")]
    assert found == ["Zoë", "Zoe", "Zoe"]
    assert table.find_place("Watchers") == table.place("watch")
    with pytest.raises(RiskError, match="is a bot"):
        table.find_place("green")
    with pytest.raises(RiskError):
        table.find_place("Eve")


def test_table_of_bots_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RiskError, match="bots has only bots"):
        open_hosted_table(new_game(tmp_path / "bots.risk", "bot,bot"))


class Terminal(io.StringIO):
    """A terminal as wide as ``COLUMNS``, which shows the lines that a friend types."""

    def __init__(self, typed: str) -> None:
        super().__init__()
        self._typed = io.StringIO(typed)

    def isatty(self) -> bool:
        return True

    def readline(self, size: int = -1, /) -> str:
        line = self._typed.readline(size)
        self.write(line)
        return line


def visit_lobby(
    typed: str,
    places: list[Place],
    closed: Sequence[Place] = (),
    *,
    may_create: bool = False,
    on_wrong_code: Callable[[], None] = lambda: None,
    guests: GuestList | None = None,
) -> tuple[SeatChoice | None, str]:
    """Return the choice of a friend who types lines, and what was shown."""
    out = io.StringIO()
    request = Request("ann", places, "SHA256:k", list(closed), may_create)
    lobby = Lobby(request, guests or GuestList(), io.StringIO(typed), out, on_wrong_code)
    return lobby.choose(), out.getvalue()


@pytest.fixture
def war(tmp_path: Path) -> Place:
    return Place(new_game(tmp_path / "war.risk", "Ann,Ben"), "Ann")


@pytest.fixture
def peace(tmp_path: Path) -> Place:
    return Place(new_game(tmp_path / "peace.risk", "Ann,Ben"), "Ann")


def test_only_table_is_chosen_without_a_question(war: Place, peace: Place) -> None:
    others = [peace._replace(name=WATCHERS)]
    assert visit_lobby("", [war], others) == (SeatChoice(war.game, "name:Ann"), "")
    assert visit_lobby("", [war]) == (SeatChoice(war.game, "name:Ann"), "")
    assert visit_lobby("", [war._replace(name=WATCHERS)]) == (SeatChoice(war.game, None), "")


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("1\n", ("war", "name:Ann")),
        ("2", ("peace", "name:Ann")),
        ("w 2\n", ("peace", None)),
        ("W1\n", ("war", None)),
        ("q\n", None),
        ("", None),
        ("0\n3\n-1\n²\n\x1b[2J\nw\nx\nn\n\n1\n", ("war", "name:Ann")),
    ],
)
def test_friend_of_several_tables_sits_watches_or_leaves(
    typed: str, choice: tuple[str, str | None] | None, war: Place, peace: Place
) -> None:
    chosen, shown = visit_lobby(typed, [war, peace])
    assert (chosen and (chosen.game.stem, chosen.seat)) == choice
    assert "1  war: setting up" in shown
    assert "\x1b" not in shown


def test_codes_open_other_tables_to_sit_or_to_watch(war: Place, peace: Place) -> None:
    watchers, guests = peace._replace(name=WATCHERS), GuestList()
    closed = [peace, watchers]
    typed = f"abc\n0000-0000-0000\n{guests.new_code(peace)}\n2\n"
    chosen, shown = visit_lobby(typed, [war], closed)
    assert chosen == SeatChoice(peace.game, "name:Ann")
    assert "That is not the code" in shown
    assert guests.has_key(peace, "SHA256:k")
    code = guests.new_code(watchers)
    for _ in range(2):
        assert visit_lobby(f"{code}\n2\n", [war], closed)[0] == SeatChoice(peace.game, None)
    assert guests.has_key(watchers, "SHA256:k")


def test_wrong_codes_in_the_lobby_end_the_visit(war: Place, peace: Place) -> None:
    """Each is reported, also if the friend leaves after it."""
    wrong, on_wrong_code = "0000-0000-0000\n", Mock()
    visit_lobby(f"{wrong}q\n", [war], [peace], on_wrong_code=on_wrong_code)
    on_wrong_code.assert_called_once_with()
    with pytest.raises(TooManyWrongCodes):
        visit_lobby(wrong * WRONG_CODES_PER_VISIT + "1\n", [war], [peace])


def test_busy_guest_list_does_not_end_the_visit(war: Place, peace: Place) -> None:
    guests = GuestList()
    guests.use_code = Mock(side_effect=SaveError("the guest list is busy"))  # type: ignore[method-assign]
    chosen, shown = visit_lobby("0000-0000-0000\n1\n", [war], [peace], guests=guests)
    assert "the guest list is busy" in shown
    assert chosen == SeatChoice(war.game, "name:Ann")


def test_visit_ends_with_a_message_if_the_guest_list_is_unreadable(
    war: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    (host_folder() / "guests.sqlite").parent.mkdir(parents=True, exist_ok=True)
    (host_folder() / "guests.sqlite").write_bytes(b"x" * 1000)
    assert _serve_visit(Request("ann", [war]), Mock()) == 2
    assert capsys.readouterr().err.startswith("risk-tui: the guest list")


def test_rest_of_a_long_line_is_not_an_answer(war: Place, peace: Place) -> None:
    """An empty line is no answer either, but is not refused."""
    chosen, shown = visit_lobby(f"{'x' * MAX_LINE}1\n\n2\n", [war, peace])
    assert chosen == SeatChoice(peace.game, "name:Ann")
    assert shown.count("There is no table") == 1


@pytest.mark.parametrize("width", [60, 80, 120])
def test_lobby_is_wrapped_between_words(
    width: int, war: Place, peace: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    GuestList().set_server("table.example", 2222)
    terminal = Terminal("n\nZoë\n?\n\n\nq\n")
    request = Request("ann", [war, peace], "SHA256:k", may_create=True)
    assert Lobby(request, GuestList(), terminal, terminal, Mock()).choose() is None
    lines = terminal.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert "w and a number to watch, n for a new table, q to leave: n" in " ".join(lines)
    assert any("Zoë: ssh -p 2222 zoe@table.example" in line for line in lines)


def test_new_table_of_known_friends_needs_no_invitations(war: Place) -> None:
    guests = GuestList()
    for place in (war, war._replace(name="Ben")):
        guests.use_code(guests.new_code(place), [place], ["SHA256:k"])
    _, shown = visit_lobby("n\nBen\n\n\nq\n", [war], may_create=True)
    assert "The table is ready" in shown
    assert "Send each" not in shown


def test_friend_starts_a_table_to_which_known_friends_come(war: Place) -> None:
    guests, ben = GuestList(), war._replace(name="Ben")
    guests.set_server("table.example", 2222)
    guests.use_code(guests.new_code(war), [war], ["SHA256:k"])
    guests.use_code(guests.new_code(ben), [ben], ["SHA256:b"])
    typed = "n\nann=blue,ben=red,Zoë,bot\n?\nus-1993-mission\n\n2\n"
    chosen, shown = visit_lobby(typed, [war], may_create=True)
    assert chosen is not None and chosen.seat == "name:Ann"
    seats = read_seats(chosen.game)
    assert [seat.name for seat in seats][:3] == ["Ann", "Ben", "Zoë"]
    assert [seat.colour for seat in seats][:2] == ["blue", "red"]
    assert guests.has_key(Place(chosen.game, "Ann"), "SHA256:k")
    assert guests.has_key(Place(chosen.game, "Ben"), "SHA256:b")
    assert guests.invitation(Place(chosen.game, "Zoë")).has_code
    assert "Zoë: ssh -p 2222 zoe@table.example   code" in shown
    assert "Ben: ssh" not in shown
    assert guests.with_successors([war.game]) == [war.game, chosen.game]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("n\nBen\n/etc/passwd\nq\n", "there is no ruleset '/etc/passwd'"),
        ("n\nBen,B\x1b[2J\n\nq\n", "Ann"),
        ("n\nBen,Ben\n\nq\n", "two players are named 'Ben'"),
        ("n\n\nq\n", "Your tables"),
    ],
)
def test_impossible_new_table_is_refused(typed: str, reason: str, war: Place) -> None:
    chosen, shown = visit_lobby(typed, [war], may_create=True)
    assert chosen is None
    assert reason in shown
    assert "\x1b" not in shown
    assert GuestList().count_tables() == 0


def test_friend_with_the_name_of_a_bot_gets_a_seat(tmp_path: Path) -> None:
    game = new_game(tmp_path / "war.risk", "toni:person,Ben")
    chosen, _shown = visit_lobby("n\nBen\n\n\n2\n", [Place(game, "toni")], may_create=True)
    assert chosen is not None
    assert [seat.player for seat in read_seats(chosen.game)] == ["person", "person"]


def test_only_so_many_tables_are_started(war: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("risk_tui.host.lobby.MAX_NEW_TABLES", 1)
    _, shown = visit_lobby("n\nBen\n\n\nn\nBen\n\nq\n", [war], may_create=True)
    assert "too many tables" in shown
    assert GuestList().count_tables("ann") == 1


@pytest.fixture
def revoked(war: Place, peace: Place) -> Admission:
    """The admission of Ann, who has just lost one of two tables."""
    guests = GuestList()
    opened = [war, peace]
    for place in opened:
        guests.use_code(guests.new_code(place), [place], [])
    host = Host([war.game, peace.game], guests, Mock(), {}, print)
    admission = Admission(host, "ann", "", opened)
    assert admission.refresh()
    guests.revoke(peace)
    return admission


async def test_friend_is_sent_away_although_others_log_in(
    revoked: Admission, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "REFRESH_SECONDS", 0.001)
    assert not revoked.refresh(), "and it stays invalid"
    host, friend = revoked.host, Mock(admission=revoked)
    host.friends.append(friend)
    assert host.places("ann")  # Another login reads the changed list first.
    closed = asyncio.Event()
    friend.close.side_effect = lambda notice: closed.set()
    checking = asyncio.create_task(server._check_friends(host))
    await asyncio.wait_for(closed.wait(), PATIENCE)
    checking.cancel()


def test_line_of_a_table_says_whether_it_is_empty_or_unreadable(tmp_path: Path) -> None:
    game = new_game(tmp_path / "war.risk", "Ann,Ben")
    assert "to move; the table is empty" in describe_table(game)
    broken = tmp_path / "broken.risk"
    broken.write_bytes(b"nothing")
    assert "broken.risk" in describe_table(broken)
