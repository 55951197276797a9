"""The tables of a host: login names, and what a friend of several tables is asked."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from risk_tui.errors import RiskError
from risk_tui.host.lobby import (
    MAX_WRONG_CODES,
    Choice,
    TooManyWrongCodes,
    choose_place,
    describe_table,
)
from risk_tui.host.tables import HostedTable, login_names, open_hosted_table
from risk_tui.saves.guest_list import Place
from tests.host.games import new_game


@pytest.fixture
def table(tmp_path: Path) -> HostedTable:
    return open_hosted_table(new_game(tmp_path / "war.risk", "Ann Lee,Zoë,bot,Zoe"))


def test_persons_have_login_names_and_bots_none(table: HostedTable) -> None:
    assert table.logins == {"ann-lee": "Ann Lee", "zoe": "Zoë", "zoe-2": "Zoe"}
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
    with pytest.raises(RiskError, match="is a bot"):
        table.find_place("green")
    with pytest.raises(RiskError):
        table.find_place("Eve")


def test_table_of_bots_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RiskError, match="only bots play in bots"):
        open_hosted_table(new_game(tmp_path / "bots.risk", "bot,bot"))


def test_only_table_is_chosen_without_a_question() -> None:
    out = io.StringIO()
    assert choose_place([("/a.risk", "name:Ann")], io.StringIO(), out) == ("/a.risk", "name:Ann")
    assert out.getvalue() == ""


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("1\n", Choice("A", "name:Ann")),
        ("2", Choice("B", "name:Ann")),
        ("w 2\n", Choice("B", None)),
        ("W1\n", Choice("A", None)),
        ("q\n", None),
        ("", None),
        ("0\n3\n-1\n²\n\x1b[2J\nw\nx\n\n1\n", Choice("A", "name:Ann")),
    ],
)
def test_friend_of_several_tables_sits_watches_or_leaves(
    typed: str, choice: Choice | None, tmp_path: Path
) -> None:
    games = [new_game(tmp_path / f"{name}.risk", "Ann,Ben") for name in ("war", "peace")]
    out = io.StringIO()
    chosen = choose_place([(str(game), "name:Ann") for game in games], io.StringIO(typed), out)
    if choice is not None:
        choice = choice._replace(game=str(games[choice.game == "B"]))
    assert chosen == choice
    assert "1  war: round" in out.getvalue()
    assert "\x1b" not in out.getvalue()


def test_friend_opens_another_table_by_its_code(tmp_path: Path) -> None:
    places = [(str(new_game(tmp_path / "war.risk", "Ann,Ben")), "name:Ann")]
    tried: list[str] = []

    def open_other(code: str) -> bool:
        tried.append(code.strip())
        return len(tried) == 2

    out = io.StringIO()
    typed = io.StringIO("abc\n0000-0000-0000\n1111-1111-1111\n1\n")
    assert choose_place(places, typed, out, open_other) is None
    assert tried == ["0000-0000-0000", "1111-1111-1111"]
    assert "connect again" in out.getvalue()
    assert choose_place(places, io.StringIO("1\n"), out, open_other) == Choice(*places[0])


def test_wrong_codes_in_the_lobby_end_the_visit(tmp_path: Path) -> None:
    places = [(str(new_game(tmp_path / "war.risk", "Ann,Ben")), "name:Ann")]
    typed = io.StringIO("0000-0000-0000\n" * MAX_WRONG_CODES + "1\n")
    with pytest.raises(TooManyWrongCodes):
        choose_place(places, typed, io.StringIO(), lambda code: False)


def test_line_of_a_table_says_whose_move_it_is_and_who_is_there(tmp_path: Path) -> None:
    game = new_game(tmp_path / "war.risk", "Ann,Ben")
    assert "to move; the table is empty" in describe_table(game)
    broken = tmp_path / "broken.risk"
    broken.write_bytes(b"nothing")
    assert "broken.risk" in describe_table(broken)
