"""Steps of the cursor on the map."""

from __future__ import annotations

import pytest

from risk_tui.boards.picture import Picture
from risk_tui.tui.game.selection import Cursor
from risk_tui.tui.map.navigation import OPPOSITE, MapNavigation
from tests.engine.positions import BOARD
from tests.tui.tables import code

PICTURES = pytest.mark.parametrize(
    "picture", [*BOARD.pictures], ids=lambda picture: f"{picture.columns}x{picture.rows}"
)
TURNS = OPPOSITE.items()
PLACES = range(len(BOARD.territories))


@PICTURES
def test_the_cursor_reaches_every_territory_from_everywhere(picture: Picture) -> None:
    compass = MapNavigation(picture)
    for start in PLACES:
        reached, ahead = {start}, [start]
        while ahead:
            place = ahead.pop()
            found = {compass.step(place, direction) for direction in OPPOSITE} - reached
            reached |= found
            ahead += found
        assert reached == set(PLACES)


@PICTURES
def test_a_step_moves_in_its_direction(picture: Picture) -> None:
    compass = MapNavigation(picture)
    for place in PLACES:
        column, row = picture.labels[place]
        for direction in ("up", "down"):
            other = compass.step(place, direction)
            if other != place:
                assert (picture.labels[other][1] < row) == (direction == "up")
        right = compass.step(place, "right")
        # To the right, or round the world to a label that lies further left.
        assert right != place
        wrapped = picture.labels[right][0] <= column
        assert not wrapped or column > picture.columns * 0.6


EXPECTED = """
AL: left KA, right NW, down AB
NW: left AL, right GR, down AB
GR: left NW, right IC, down QU/IC
AB: left AL, right ON, up NW, down WU
ON: left AB, right QU, up NW, down EU
QU: left ON, right GB/IC, up GR, down EU
WU: left JA, right EU, up AB, down CA
EU: left WU, right WE, up ON/QU, down CA
CA: left JA, right VE, up WU/EU, down VE/PE
VE: left CA/PE, right BR, down PE
PE: left NG/EL, right BR, up VE, down AR
BR: left PE/VE, right NA/CO, up VE, down AR
AR: left EL/PE, right SA/BR, up PE/BR
IC: left GR/QU, right SC, up GR, down GB
GB: right NE/SC, up IC, down WE
SC: left IC, right UK, down NE
NE: left GB, right UK, up SC, down SE
WE: left EU/GB, right SE, up GB, down NA
SE: left WE, right ME/UK/AF, up NE, down EG
UK: left NE/SC, right UR, down AF/ME/SE
NA: left BR, right EG, up WE/SE, down CO
EG: left NA, right ME, up SE, down EA
EA: up EG/ME, down SA/MA
CO: left BR/NA, right EA, down SA
SA: left AR/BR, right MA, up CO
MA: left SA, right WA, up EA
UR: left UK, right SI, down AF
SI: left UR, right YA, down IR/CH/MO/UR
YA: left SI, right KA, down IR
IR: left SI, right KA, up YA, down MO
KA: left YA/IR, right AL, down JA
MO: right JA/KA, up IR, down CH
JA: left MO/CH, right CA/WU, up KA, down NG
AF: left UK/SE/ME, right CH, up UR, down ME/IN
CH: left AF/IN, right JA/MO, up MO, down SM/IN
ME: left EG, right IN, up AF/UK, down EA
IN: left ME, right SM/CH, up CH/AF
SM: left IN, up CH, down ID
ID: right NG, up SM, down WA
NG: left ID/WA, right PE, up JA/ID, down EL
WA: left MA, right EL, up ID
EL: left WA, right AR, up NG
"""
"""Expected steps of the cursor on a picture of any size; alternatives if sizes differ."""


@PICTURES
def test_a_step_goes_where_the_eye_expects(picture: Picture) -> None:
    compass = MapNavigation(picture)
    for line in EXPECTED.strip().splitlines():
        place, steps = line.split(": ")
        for step in steps.split(", "):
            direction, expected = step.split()
            found = BOARD.territories[compass.step(code(place), direction)].code
            assert found in expected.split("/"), f"{place} {direction}"


@PICTURES
def test_most_steps_back_return_without_memory(picture: Picture) -> None:
    """If two steps lead to one territory, only one of them has a way back."""
    compass = MapNavigation(picture)
    steps = [(place, compass.step(place, each), back) for place in PLACES for each, back in TURNS]
    moved = [step for step in steps if step[0] != step[1]]
    returned = [step for step in moved if compass.step(step[1], step[2]) == step[0]]
    assert len(returned) >= 0.7 * len(moved)


@PICTURES
def test_a_step_back_returns(picture: Picture) -> None:
    compass = MapNavigation(picture)
    for start in PLACES:
        for direction, opposite in OPPOSITE.items():
            cursor = Cursor(start)
            cursor.move(compass, direction)
            if cursor.place != start:
                cursor.move(compass, opposite)
                assert cursor.place == start
                # And forth again.
                cursor.move(compass, direction)
                assert cursor.place != start


def test_a_jump_clears_the_way_back() -> None:
    compass = MapNavigation(BOARD.pictures.largest_within(58, 21))
    cursor = Cursor(code("UK"))
    cursor.move(compass, "right")
    cursor.go(code("BR"))
    cursor.move(compass, "left")
    assert cursor.place == compass.step(code("BR"), "left")
