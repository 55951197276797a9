"""Names, colours and players of seats."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from risk_tui.data import language
from risk_tui.errors import RiskError
from risk_tui.table.seats import (
    NAME_WIDTH,
    Seat,
    ascii_names,
    clean_name,
    seat_argument,
    seat_by_name,
    seat_players,
    spell_names,
)

from .tables import new_table

BOTS = ("toni",)


def refusal(text: str) -> str:
    """Return the refusal of players: one short printable line."""
    with pytest.raises(RiskError) as refused:
        seat_players(text.split(","), BOTS)
    said = str(refused.value)
    assert said.isprintable()
    assert len(said) < 300
    return said


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" Ann  Lee ", "Ann Lee"),
        ("Zoe\u0308", "Zoë"),
        ("Ann\u2028Lee", "Ann Lee"),
        ("[red]Bob[/]", "[red]Bob[/]"),
        ("王小明王小明", "王小明王小明"),
    ],
)
def test_a_name_is_kept_as_it_can_be_shown(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "mark", ["\x1b", "\u202e", "\u200d", "\u3164", "\ufe0f", "\u2800", "\ud800"]
)
def test_a_name_with_what_cannot_be_seen_is_refused(mark: str) -> None:
    assert "cannot be shown" in refusal(f"A{mark}n,Ben")


@pytest.mark.parametrize("name", ["a" * 13, "字" * 7, "☰" * 7, "x" * 1_000_000])
def test_a_name_wider_than_its_place_is_refused(name: str) -> None:
    assert "at most 12 columns" in refusal(f"{name},Ben")


def test_names_of_stacked_marks_are_refused() -> None:
    assert "cannot be shown" in refusal("A" + "\u0301" * 30 + ",Ben")
    assert "at most 12 columns" in refusal("A\u0301\u0302\u0303" * 100 + ",Ben")


@pytest.mark.parametrize("players", ["bot," * 6 + "bot", "Ann" + ",bot" * 100_000])
def test_more_players_than_colours_are_refused(players: str) -> None:
    assert "too many players" in refusal(players)


@pytest.mark.parametrize(
    ("players", "problem"),
    [
        ("Ann,ann", "two players are named"),
        ("Ann=pink,Ben", "unknown colour 'pink'"),
        ("Ann=red,Ben=red", "have the colour red"),
        ("Ann,", "needs a name"),
    ],
)
def test_seats_that_cannot_be_are_refused_in_one_line(players: str, problem: str) -> None:
    assert problem in refusal(players)


def test_bots_get_names_and_colours_unless_they_are_given() -> None:
    seats = seat_players(["Ann", "bot", "toni", "Eve:toni", "Bo=cyan"], BOTS)
    assert [seat.player for seat in seats] == ["person", "toni", "toni", "toni", "person"]
    assert len({seat.name for seat in seats}) == 5
    assert (seats[3].name, seats[4].colour) == ("Eve", "cyan")


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("name", ["Neutral Army", "Neutrale"])
def test_name_of_an_army_in_any_language_is_refused(name: str, tmp_path: Path) -> None:
    language.use("de")
    with pytest.raises(RiskError, match=r"Neutrale"):
        new_table(tmp_path / "a.risk", f"Ann,{name}", "us-1993")


def test_unnamed_bots_leave_the_names_of_people() -> None:
    assert [seat.name for seat in seat_players(["bot", "ada=red"], BOTS)] == ["Boole", "ada"]


def test_long_bots_and_colours_are_refused_in_a_short_line() -> None:
    assert "unknown bot" in refusal("Ann:" + "x" * 10_000)
    assert "unknown colour" in refusal("Ann=" + "\x1b" * 10_000)


@pytest.mark.parametrize("name", ["bott", "bto", "Bot", "BOT", "tonni", "MIRRA", "oskar-x"])
def test_mistyped_bot_is_not_a_person(name: str) -> None:
    bots = ["mira", "toni", "oskar"]
    with pytest.raises(RiskError, match=f"did you mean .*write {name}:person"):
        seat_players(["Ann", name], bots)
    assert seat_players(["Ann", f"{name}:person"], bots)[1].is_person
    for other in ("ben", "bob", "BEN", "Greta", "Oscar", "tony", "Mira"):
        assert seat_players(["Ann", other], bots)[1].is_person


def test_a_bot_may_be_given_a_budget() -> None:
    seats = seat_players(["oskar-25", "Olga:oskar-3", "oskar-x:person"], ["mira", "oskar"])
    assert [seat.player for seat in seats] == ["oskar-25", "oskar-3", "person"]
    assert seats[1].name == "Olga"
    assert seat_players(["oskar-25"], BOTS)[0].player == "person"


@pytest.mark.parametrize(
    ("names", "spellings"),
    [
        (["Ann", "Ben"], ["Ann", "Ben"]),
        (["Zoë", "ZOE", "Zoé"], ["Zoe 2", "ZOE", "Zoe 3"]),
        (["☆", "A", "☆☆", "b"], ["C", "A", "D", "b"]),
        (["Щукащукащука", "Щукащукащуки"], ["Shchukashchu", "Shchukashc 2"]),
        (["☺"], ["relaxed"]),
    ],
)
def test_names_in_ascii_differ(names: list[str], spellings: list[str]) -> None:
    assert ascii_names(names) == spellings


@given(st.lists(st.text(st.characters(categories=["L", "N", "S"]), min_size=1), max_size=6))
def test_names_in_ascii_are_names(names: list[str]) -> None:
    names = list({name.casefold(): name[:NAME_WIDTH] for name in names}.values())
    spellings = ascii_names(names)
    distinct = {name.casefold() for name in names if name.isascii()}
    others = [new.casefold() for old, new in zip(names, spellings, strict=True) if old != new]
    assert len(set(others)) == len(others) and distinct.isdisjoint(others)
    for name, spelling in zip(names, spellings, strict=True):
        assert name == spelling or clean_name(spelling) == spelling
        assert spelling.isascii()


def test_seat_names_come_before_colours() -> None:
    seats = [Seat("Ben", "red"), Seat("Red", "blue"), Seat("Blue", "green")]
    assert [seat_by_name(text, seats) for text in ("Red", "BLUE", "green", "ben")] == [1, 2, 2, 0]
    for text in ("red", "Blue"):
        with pytest.raises(RiskError, match=r"could be .* or .*; write name:\w+ or name:\w+"):
            seat_by_name(text, seats, unambiguous=True)
    assert seat_by_name("name:Red", seats, unambiguous=True) == 1
    assert seat_by_name("green", seats, unambiguous=True) == 2


@pytest.mark.parametrize("ascii", [False, True])
def test_seats_are_found_by_either_spelling(ascii: bool) -> None:
    seats = [Seat("Ann", "red"), Seat("Änn", "blue"), Seat("☆", "green")]
    spell_names(seats, ascii=ascii)
    assert [seat_by_name(text, seats) for text in ("Ann", "A\u0308nn", "ann 2", "a")] == [
        0,
        1,
        1,
        2,
    ]
    assert seat_by_name(seat_argument("Änn"), seats) == 1
    with pytest.raises(RiskError, match="Ann 2 .blue" if ascii else "Änn .blue"):
        seat_by_name("name:Ann 2", seats)


def test_many_similar_names_differ_and_have_their_width() -> None:
    spellings = ascii_names(["".join(ends) + "a" * 8 for ends in product("äá", repeat=4)])
    assert len(set(spellings)) == 16
    assert max(map(len, spellings)) == NAME_WIDTH


def test_many_names_without_letters_differ() -> None:
    names = ["☆" * length for length in range(1, 41)]
    assert len(set(ascii_names(names))) == len(names)


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize(("lang", "colours"), [("en", "red, blue"), ("fr", "rouge, bleu")])
def test_unknown_seat_is_answered_in_the_language_in_use(lang: str, colours: str) -> None:
    seats = [Seat("Ann", "red"), Seat("Zoë", "blue")]
    language.use(lang)
    with pytest.raises(RiskError) as refused:
        seat_by_name("Zoé", seats)
    red, blue = colours.split(", ")
    assert "'Zoé'" in str(refused.value)
    assert f"Ann ({red}), Zoë ({blue})" in str(refused.value)
    for number, colour in enumerate((red, "blue")):
        assert seat_by_name(colour, seats) == number


@pytest.mark.parametrize(("players", "word"), [("Ann:zoé,Ben", "zoé"), ("Ann=bläu,Ben", "bläu")])
def test_unknown_words_are_shown_as_they_were_typed(players: str, word: str) -> None:
    assert repr(word) in refusal(players)
