"""Messages: filling their slots, and refusing those that cannot be filled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from risk_tui.engine.declarations import (
    Armies,
    Cards,
    Dice,
    Faces,
    Flag,
    Messages,
    Missions,
    Seat,
    Seats,
    Slot,
    Territory,
    TerritoryCount,
    check_messages,
)
from risk_tui.table.seats import Seat as TableSeat
from risk_tui.text.words import SeatName, Wording, fill, fill_parts
from tests.engine.positions import ANN, BEN, BOARD, at, cards

SEATS = [TableSeat("Ann", "red"), TableSeat("B{seat}[", "blue")]
URAL, CARDS = at("Ural"), cards("Brazil, joker")
LONG, SHORT = Wording(SEATS, BOARD), Wording(SEATS, BOARD, short=True)


@dataclass(frozen=True)
class Raid:
    """A class with slots."""

    seat: Seat = ANN
    victims: Seats = (BEN,)
    target: Territory | None = URAL
    armies: Armies = 3
    dice: Dice = 1
    rolled: Faces = (6, 1)
    shown: Cards = CARDS
    missions: Missions = (0,)
    by_night: Flag = True
    mood: Annotated[bool, Slot("choice", words=("calm", "angry"))] = False

    @property
    def distance(self) -> TerritoryCount:
        """A computed slot."""
        return 2

    @property
    def noise(self) -> int:
        """A property that is not a slot."""
        return 0


@pytest.mark.parametrize(
    ("message", "long", "short"),
    [
        ("{seat} raids {target} with {armies}", "Ann raids Ural with 3 armies", None),
        ("{seat} raids {target}", None, "Ann raids UR"),
        ("{#armies} v {dice}", "3 v 1 die", "3 v 1 die"),
        ("{rolled}, {distance}", "6 1, 2 territories", "61, 2 territories"),
        ("{shown}", "Brazil (infantry) and joker", None),
        ("{mood}", "calm", "calm"),
        # Names of players are never read as templates.
        ("{victims} lose", "B{seat}[ lose", "B{seat}[ lose"),
        # Missions say nothing without a view.
        ("{seat}[: {missions}]!", "Ann!", "Ann!"),
        (("{missions}", "a secret"), "a secret", "a secret"),
        (("{seat} raids {target}", "raid"), "Ann raids Ural", "Ann raids UR"),
    ],
)
def test_slots_are_filled(message: Messages, long: str | None, short: str | None) -> None:
    check_messages(Raid, message)
    for expected, wording in ((long, LONG), (short, SHORT)):
        assert expected is None or fill(message, Raid(), wording) == expected  # type: ignore[arg-type]


def test_optional_parts_without_words_are_left_out() -> None:
    empty = Raid(victims=(), target=None, shown=(), rolled=())
    for slot in ("victims", "target", "shown", "rolled"):
        assert fill(f"a raid[ of {{{slot}}}]", empty, LONG) == "a raid"
        assert fill((f"a raid of {{{slot}}}", "none"), empty, LONG) == "none"


def test_first_message_that_fits_is_used() -> None:
    lengths = ("{seat} raids {target} with {armies}", "{seat} raids {target}", "a raid")
    assert [fill(lengths, Raid(), LONG, width=width) for width in (28, 27, 14, 13, 1)] == [
        *("Ann raids Ural with 3 armies", "Ann raids Ural"),
        *("Ann raids Ural", "a raid", "a raid"),
    ]


def test_width_of_a_message_is_measured_in_columns() -> None:
    lengths = ("{mood} {seat}", "{seat}")
    for name, width in (("東京", 9), ("ที่", 6)):
        wording = Wording([TableSeat(name, "red")], BOARD)
        forms = [fill(lengths, Raid(), wording, width=at_most) for at_most in (width, width - 1)]
        assert forms == [f"calm {name}", name]


def test_names_of_seats_are_parts_of_their_own() -> None:
    parts = fill_parts("{seat} raids {victims}", Raid(victims=(BEN, ANN)), LONG)
    assert [part.seat if isinstance(part, SeatName) else part for part in parts] == [
        *(ANN, " raids ", BEN, " and ", ANN),
    ]


def test_other_words_fill_their_blanks() -> None:
    check_messages(Raid, "raid, or {end}", words=("end",))
    assert fill("raid, or {end}", Raid(), LONG, end="q") == "raid, or q"
    assert fill("raid[, or {end}]", Raid(), LONG, end="") == "raid"


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("", "has no words"),
        ({"many": "x"}, "has no words"),
        (("x", ""), "has no words"),
        ("{colour}", "no slot 'colour'"),
        ("{noise}", "no slot 'noise'"),
        ({"": "x", "many": "{colour}"}, "no slot 'colour'"),
        ("raid[ of {colour}]", "no slot 'colour'"),
        ("{by_night}", "only select a message"),
        ("{#target}", "not a number"),
        ("{seat.name}", "not a template"),
        ("{seat[0]}", "not a template"),
        ("{armies:>9}", "not a template"),
        ("{armies!r}", "not a template"),
        ("{0}", "not a template"),
        ("{}", "not a template"),
        ("{seat", "not a template"),
        ("raid]", "not a template"),
        ("raid [of [{seat}]]", "not a template"),
    ],
)
def test_message_that_cannot_be_filled_is_refused(message: Messages, reason: str) -> None:
    with pytest.raises(TypeError, match=reason):
        check_messages(Raid, message)
