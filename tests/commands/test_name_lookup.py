"""Territories are found by what people type, and a name that fits badly is never guessed."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from risk_tui.commands.arguments import parse_territory, parse_territory_pair
from risk_tui.commands.names import (
    AmbiguousCommand,
    UnknownName,
    UnreadableCommand,
    find_seat,
    names_of,
    tokenize,
)
from risk_tui.table.seats import Seat, spell_names
from tests.engine.positions import BOARD, at
from tests.extent import usual_or_full

PAIRS = list(permutations(BOARD.territories, 2))[:: usual_or_full(4, 1)]
"""Two territories side by side: every one of them with ten others, or with all."""


def found(text: str, *allowed: str) -> str:
    place = names_of(BOARD).find_territory(tuple(tokenize(text)), [at(name) for name in allowed])
    return BOARD.territories[place].name


def pair(text: str, *allowed: tuple[str, str]) -> tuple[object, str, str]:
    pairs = [(at(one), at(other)) for one, other in allowed]
    count, source, target = parse_territory_pair(
        tokenize(text), BOARD, pairs, "attack FROM TO", ("all",)
    )
    return count, BOARD.territories[source].name, BOARD.territories[target].name


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("uk", "Ukraine"),
        ("Uk", "Ukraine"),
        ("ukr", "Ukraine"),
        ("UKRAINE", "Ukraine"),
        ("n af", "North Africa"),
        ("w us", "Western United States"),
        ("east un st", "Eastern United States"),
        ("nw terr", "Northwest Territory"),
        ("N.W. Territory", "Northwest Territory"),
        ("e. australia", "Eastern Australia"),
        ("great-britain", "Great Britain"),
        ("greatbritain", "Great Britain"),
        ("québec", "Quebec"),
        ("russia", "Ukraine"),
        ("middle", "Middle East"),
        ("madag", "Madagascar"),
        ("egitto", "Egypt"),
        ("Ägypten", "Egypt"),
        ("égy", "Egypt"),
        ("Čita", "Irkutsk"),
        ("grossbritannien", "Great Britain"),
        ("stati occ", "Western United States"),
    ],
)
def test_a_territory_is_found_as_people_type_it(typed: str, meant: str) -> None:
    assert found(typed) == meant


@pytest.mark.parametrize("place", BOARD.territories, ids=lambda place: place.code)
def test_every_territory_has_its_code_its_name_and_its_other_names(place: object) -> None:
    translated = [name for _, name in place.translations]  # type: ignore[attr-defined]
    names = (place.code, place.name, *place.also, *translated)  # type: ignore[attr-defined]
    for name in (*names, *map(str.lower, names), *map(str.upper, names)):
        assert found(name) == place.name  # type: ignore[attr-defined]


def test_the_names_of_a_board_win_over_its_names_in_other_languages() -> None:
    # Gran Colombia is another name of Venezuela; Great Britain is Gran Bretagna in Italian.
    assert found("gran") == "Venezuela"
    assert found("gran bretagna") == found("gran br") == "Great Britain"


def test_a_whole_name_wins_over_names_that_merely_begin_so() -> None:
    # IN is India's code, and the beginning of Indonesia and of Indochina.
    assert found("in", "Indonesia") == "India"


def test_the_beginning_of_a_name_wins_over_a_word_inside_another() -> None:
    assert found("aus", "Western Australia") == "Western Australia"
    assert found("mid") == "Middle East"


def test_what_fits_several_is_refused_with_all_of_them() -> None:
    with pytest.raises(
        AmbiguousCommand, match=r"North Africa \(NA\), East Africa \(EA\) or South Africa"
    ):
        found("africa")


def test_of_several_the_only_one_that_the_decision_allows_is_meant() -> None:
    assert found("north", "North Africa", "Brazil") == "North Africa"
    with pytest.raises(AmbiguousCommand, match=r"North Africa \(NA\)"):
        found("north", "North Africa", "Northern Europe")


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("brazl", "Brazil"),
        ("kamchatca", "Kamchatka"),
        ("urall", "Ural"),
        ("northen eur", "Northern"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(typed: str, near: str) -> None:
    with pytest.raises(UnknownName, match=f"did you mean .*{near}"):
        found(typed)


def test_a_name_like_no_other_is_answered_with_what_could_be_typed() -> None:
    with pytest.raises(UnknownName, match="type a territory's code"):
        found("xyzzyx")


def test_any_two_names_side_by_side_are_kept_apart() -> None:
    for one, other in PAIRS:
        assert pair(f"{one.name} {other.name}") == (None, one.name, other.name)


def test_any_name_and_any_code_side_by_side_are_kept_apart() -> None:
    for one, other in PAIRS:
        assert pair(f"{one.code} {other.name} 3") == (3, one.name, other.name)


@pytest.mark.parametrize(
    "typed",
    [
        "great britain northern europe 3",
        "3 great britain northern europe",
        "great britain 3 northern europe",
        "great britain to northern europe with 3 dice",
        "from great britain to northern europe 3",
        "northern europe from great britain with 3",
        "great britain, northern europe, 3",
        "great britain -> northern europe 3",
        "gb ne 3",
        "GB>NE 3",
        "great b north eur 3",
        "britain germany 3",
    ],
)
def test_the_same_move_can_be_said_in_many_ways(typed: str) -> None:
    assert pair(typed) == (3, "Great Britain", "Northern Europe")


def test_splits_that_fit_equally_well_are_refused_with_the_choices() -> None:
    with pytest.raises(AmbiguousCommand, match=r"East Africa \(EA\) to Madagascar \(MA\)"):
        pair("e a m")
    assert pair("e a m", ("East Africa", "Middle East")) == (None, "East Africa", "Middle East")


def test_a_half_that_is_clear_is_not_listed_again() -> None:
    with pytest.raises(AmbiguousCommand, match=r"'ural s' could aim at Scandinavia"):
        pair("ural s")


def test_one_name_where_two_are_due_says_so() -> None:
    with pytest.raises(UnreadableCommand, match=r"\(GB\) is only one territory; name two"):
        pair("great britain")


def test_the_half_that_is_wrong_is_the_one_that_is_named() -> None:
    with pytest.raises(UnknownName, match="'urall'; did you mean Ural"):
        pair("great britain urall 3")
    with pytest.raises(UnknownName, match="'grate britain'; did you mean Great Britain"):
        pair("grate britain ural")


def test_a_number_stands_before_or_after_a_name() -> None:
    for typed in ("5 brazil", "brazil 5", "5 armies brazil", "brazil with 5 armies"):
        assert parse_territory(tokenize(typed), BOARD, (), "reinforce") == (5, at("Brazil"))


def test_number_stands_where_usage_says_if_names_are_numbers() -> None:
    """On a board whose territories are called 1 to 42, every order of words can mean something."""
    territories = [
        replace(territory, key=str(number))
        for number, territory in enumerate(BOARD.territories, start=1)
    ]
    board = replace(BOARD, territories=tuple(territories))
    everything = range(len(territories))
    pairs = list(permutations(everything, 2))

    assert parse_territory(tokenize("1 14"), board, everything, "place [N] TERRITORY") == (1, 13)
    assert parse_territory(tokenize("1 5"), board, [0], "place [N] TERRITORY") == (1, 4)
    assert parse_territory(tokenize("14"), board, everything, "place [N] TERRITORY") == (None, 13)
    assert parse_territory_pair(tokenize("3 14 2"), board, pairs, "attack FROM TO") == (2, 2, 13)
    assert parse_territory_pair(tokenize("3 14"), board, pairs, "attack FROM TO") == (None, 2, 13)


def test_two_numbers_are_one_too_many() -> None:
    with pytest.raises(UnreadableCommand, match="reinforce N TERRITORY"):
        parse_territory(tokenize("5 brazil 6"), BOARD, (), "reinforce N TERRITORY")


def test_a_minus_is_not_lost() -> None:
    assert parse_territory(tokenize("-5 brazil"), BOARD, (), "reinforce") == (-5, at("Brazil"))


def test_players_are_found_by_either_spelling_of_their_names() -> None:
    seats = [Seat("Жанна", "red"), Seat("Łukasz", "blue"), Seat("Zoe", "green")]
    seats.append(Seat("Zoë", "cyan"))
    assert find_seat("zhan", seats) == 0
    assert find_seat("lukasz", seats) == 1
    spell_names(seats, ascii=True)
    assert find_seat("жанна", seats) == 0
    assert find_seat("zoe", seats) == 2
    assert find_seat("zoe 2", seats) == 3


def test_players_are_found_by_the_beginning_of_their_names() -> None:
    seats = [Seat("Ann", "red"), Seat("Anton", "blue"), Seat("Zoë", "green")]
    assert find_seat("zoe", seats) == 2
    assert find_seat("ann", seats) == 0
    with pytest.raises(AmbiguousCommand, match="Ann or Anton"):
        find_seat("an", seats)
    with pytest.raises(UnknownName, match="no player is called 'ben'; there is Ann, Anton or Zoë"):
        find_seat("ben", seats)
