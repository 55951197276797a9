"""Lookup of territories and players by typed names."""

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
"""Pairs of territories: each with about ten others, or with all."""


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
def test_territory_is_found_by_typed_name(typed: str, meant: str) -> None:
    assert found(typed) == meant


@pytest.mark.parametrize("place", BOARD.territories, ids=lambda place: place.code)
def test_all_names_of_a_territory_are_found(place: object) -> None:
    translated = [name for _, name in place.translations]  # type: ignore[attr-defined]
    names = (place.code, place.name, *place.also, *translated)  # type: ignore[attr-defined]
    for name in (*names, *map(str.lower, names), *map(str.upper, names)):
        assert found(name) == place.name  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("typed", "allowed", "meant"),
    [
        # Gran Colombia is another name of Venezuela; Great Britain is Gran Bretagna in Italian.
        ("gran", (), "Venezuela"),
        ("gran bretagna", (), "Great Britain"),
        ("gran br", (), "Great Britain"),
        # IN is India's code, and the beginning of Indonesia and of Indochina.
        ("in", ("Indonesia",), "India"),
        # The beginning of a name wins over a word inside another.
        ("aus", ("Western Australia",), "Western Australia"),
        ("mid", (), "Middle East"),
        ("north", ("North Africa", "Brazil"), "North Africa"),
    ],
)
def test_better_match_wins(typed: str, allowed: tuple[str, ...], meant: str) -> None:
    assert found(typed, *allowed) == meant


def test_several_matches_are_refused() -> None:
    with pytest.raises(
        AmbiguousCommand, match=r"North Africa \(NA\), East Africa \(EA\) or South Africa"
    ):
        found("africa")
    with pytest.raises(AmbiguousCommand, match=r"North Africa \(NA\)"):
        found("north", "North Africa", "Northern Europe")


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("brazl", "did you mean .*Brazil"),
        ("kamchatca", "did you mean .*Kamchatka"),
        ("urall", "did you mean .*Ural"),
        ("northen eur", "did you mean .*Northern"),
        ("xyzzyx", "type a territory's code"),
    ],
)
def test_unknown_name_is_refused_with_a_hint(typed: str, hint: str) -> None:
    with pytest.raises(UnknownName, match=hint):
        found(typed)


def test_two_names_side_by_side_are_split() -> None:
    for one, other in PAIRS:
        assert pair(f"{one.name} {other.name}") == (None, one.name, other.name)
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
def test_words_may_come_in_any_order(typed: str) -> None:
    assert pair(typed) == (3, "Great Britain", "Northern Europe")


def test_ambiguous_splits_are_refused() -> None:
    with pytest.raises(AmbiguousCommand, match=r"East Africa \(EA\) to Madagascar \(MA\)"):
        pair("e a m")
    assert pair("e a m", ("East Africa", "Middle East")) == (None, "East Africa", "Middle East")


def test_only_the_ambiguous_name_is_listed() -> None:
    with pytest.raises(AmbiguousCommand, match=r"'ural s' could aim at Scandinavia"):
        pair("ural s")


def test_missing_second_name_is_refused() -> None:
    with pytest.raises(UnreadableCommand, match=r"\(GB\) is only one territory; name two"):
        pair("great britain")


def test_unknown_half_is_blamed() -> None:
    with pytest.raises(UnknownName, match="'urall'; did you mean Ural"):
        pair("great britain urall 3")
    with pytest.raises(UnknownName, match="'grate britain'; did you mean Great Britain"):
        pair("grate britain ural")


def test_number_comes_before_or_after_a_name() -> None:
    for typed in ("5 brazil", "brazil 5", "5 armies brazil", "brazil with 5 armies"):
        assert parse_territory(tokenize(typed), BOARD, (), "reinforce") == (5, at("Brazil"))
    assert parse_territory(tokenize("-5 brazil"), BOARD, (), "reinforce") == (-5, at("Brazil"))
    with pytest.raises(UnreadableCommand, match="reinforce N TERRITORY"):
        parse_territory(tokenize("5 brazil 6"), BOARD, (), "reinforce N TERRITORY")


def test_number_keeps_its_usual_place_among_numeric_names() -> None:
    """It comes before one territory and after two, if every order could mean something."""
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
    with pytest.raises(
        UnknownName, match="no player is called 'ben'; the players are Ann, Anton and Zoë"
    ):
        find_seat("ben", seats)


def test_name_without_letters_is_found() -> None:
    """Signs decide only between names that are equal without them."""
    seats = [Seat(name, "red") for name in ("★", "Ann!", "Ann", "?!")]
    assert [find_seat(typed, seats) for typed in ("★", "ann!", "ann", "?!")] == [0, 1, 2, 3]
    with pytest.raises(UnknownName, match="no player is called '♥'"):
        find_seat("♥", seats)
