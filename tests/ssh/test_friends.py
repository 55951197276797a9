"""Friends with a key each: they play at one table, and none sees what is another's."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from tests.ssh.games import ANN, BEN
from tests.ssh.server import Line, at_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.ssh.games import Eve
    from tests.ssh.server import Server, Table

pytestmark = pytest.mark.pty

AT_ONCE = 1.5
"""Seconds within which another screen shows a step, however much else the machine has to do."""


@pytest.fixture(scope="module")
def lines(server: Server, laid: Table) -> Iterator[dict[str, Line]]:
    """Ann and Ben, each at a terminal of their own."""
    with laid, Line(server, "ann") as ann, Line(server, "ben") as ben:
        ann.wait("Ann: attack")
        ben.wait("you are Ben · waiting for Ann")
        yield {"ann": ann, "ben": ben}
        ann.drop()
        ben.drop()


def test_nobody_sees_anothers_mission(lines: dict[str, Line], eve: Eve) -> None:
    for key, seat in (("ann", ANN), ("ben", BEN)):
        lines[key].press(":mission", "enter")
        lines[key].wait(eve.missions[seat][1:20])
        lines[key].press_one_by_one("escape", "c", "escape")
    for key, own, other in (("ann", ANN, BEN), ("ben", BEN, ANN)):
        told = lines[key].written.decode(errors="replace")
        assert eve.missions[own][1:20] in told
        assert eve.missions[other][1:20] not in told


def test_nobody_can_act_for_another(lines: dict[str, Line], eve: Eve) -> None:
    ben = lines["ben"]
    for command, refusal in (
        (eve.blitz, "it waits until you are asked"),
        (":sit Ann", "Ann does not play at this terminal"),
        (":bot general Ann", "Ann does not play at this terminal"),
    ):
        ben.press(command, "enter")
        ben.wait(refusal)
        ben.press_one_by_one("ctrl+u", "escape")
        assert refusal not in ben.text


def test_what_ann_does_ben_sees_at_once(
    lines: dict[str, Line], eve: Eve, record_property: Callable[[str, object], None]
) -> None:
    ann, ben = lines["ann"], lines["ben"]
    ann.press(eve.blitz.replace("blitz", "attack"))
    began = time.monotonic()
    ann.press("enter")
    ben.wait("Ann ⚔")
    seconds = time.monotonic() - began
    record_property("seconds from a key to another's screen", round(seconds, 3))
    print(f"from a key over SSH to another's screen: {seconds:.3f} s")
    assert seconds < AT_ONCE
    ann.wait("Ann ⚔")


def answer(line: Line) -> None:
    """Take the number that is proposed, as somebody who reads the question first.

    Keys that come within a moment of a question are not taken for its answer.
    """
    pressed = 0.0

    def answered() -> bool:
        nonlocal pressed
        if "Armies from" not in line.text:
            return True
        if time.monotonic() - pressed > 1:
            pressed = time.monotonic()
            line.press("enter")
        return False

    line.until(answered, "how the armies move in")


def test_nobody_sees_which_card_another_draws(lines: dict[str, Line], eve: Eve) -> None:
    ann, ben = lines["ann"], lines["ben"]
    ann.press(eve.blitz, "enter")
    ann.wait("Armies from")
    answer(ann)
    for _ in range(2):  # attacks, and the turn
        ann.press_one_by_one(":end", "enter")
    ann.wait("You draw ")
    drawn = re.search(r"You draw (\w+ \w+)", ann.text)
    assert drawn is not None
    ben.wait("Ann draws a card")
    ben.wait("Ben: ")
    assert drawn[1] not in ben.written.decode(errors="replace")


def test_a_friend_who_comes_again_takes_the_seat_from_the_line_that_hangs(
    lines: dict[str, Line], server: Server, laid: Table
) -> None:
    with Line(server, "ben") as again:
        again.until(
            lambda: any(words in again.text for words in ("you are Ben", "Ben: place")), "the seat"
        )
        lines["ben"].ended()
        assert len(at_table(laid.path)) == 2
        again.drop()
