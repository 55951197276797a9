"""Friends with different keys play at one table, and do not see each other's secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest

from tests.ssh.games import ANN, BEN, Eve
from tests.ssh.server import Line, Server, Table, at_table

pytestmark = pytest.mark.pty


@pytest.fixture(scope="module")
def lines(server: Server, shared_game: Table) -> Iterator[dict[str, Line]]:
    """The terminals of Ann and Ben."""
    with shared_game, Line(server, "ann") as ann, Line(server, "ben") as ben:
        ann.wait("Ann: attack")
        ben.wait("you are Ben · waiting for Ann")
        ann.settle()
        ben.settle()
        yield {"ann": ann, "ben": ben}
        ann.drop()
        ben.drop()


def shows(line: Line, screen: str) -> bool:
    """Return True if a terminal shows exactly this screen."""
    return line.text == screen


def test_mission_is_shown_to_its_player_only(lines: dict[str, Line], eve: Eve) -> None:
    for key, seat in (("ann", ANN), ("ben", BEN)):
        line, mission = lines[key], eve.missions[seat][1:20]
        for opening in ((":mission", "enter"), ("c",)):
            board = line.text
            line.press(*opening)
            line.wait("Your cards" if opening == ("c",) else mission)
            line.press("escape")
            line.until(partial(shows, line, board), "the board")
    for key, own, other in (("ann", ANN, BEN), ("ben", BEN, ANN)):
        output = lines[key].written.decode(errors="replace")
        assert eve.missions[own][1:20] in output
        assert eve.missions[other][1:20] not in output


def test_friend_cannot_act_for_another(lines: dict[str, Line], eve: Eve) -> None:
    ben = lines["ben"]
    for command, refusal in (
        (eve.blitz, "can't blitz until the attack phase"),
        (":sit Ann", "Ann does not play here"),
        (":bot toni Ann", "Ann does not play here"),
    ):
        ben.press(command, "enter")
        ben.wait(refusal)
        ben.press("escape")
        ben.until(lambda said=refusal: said not in ben.text, "the refusal gone")


def test_watching_key_sees_the_board_and_decides_nothing(
    lines: dict[str, Line], server: Server, eve: Eve
) -> None:
    with Line(server, "watcher") as watcher:
        watcher.wait("you are watching")
        watcher.press(eve.blitz, "enter")
        watcher.wait("can't blitz until the attack phase")
        shown = watcher.written.decode(errors="replace")
        assert not any(eve.missions[seat][1:20] in shown for seat in (ANN, BEN))
        watcher.drop()
    # There was no battle, and Ann still has to attack.
    lines["ann"].wait("▸ ATTACK")
    assert "Ann ⚔" not in lines["ann"].text


def test_moves_appear_on_the_other_terminal(lines: dict[str, Line], eve: Eve) -> None:
    lines["ann"].press(eve.blitz.replace("blitz", "attack"), "enter")
    for line in lines.values():
        line.wait("Ann ⚔")


def test_drawn_card_is_shown_to_its_player_only(lines: dict[str, Line], eve: Eve) -> None:
    ann, ben = lines["ann"], lines["ben"]
    ann.press(eve.blitz, "enter")
    ann.wait("Armies from")
    ann.press("enter")
    ann.until(lambda: "Armies from" not in ann.text, "the armies move in")
    for what in ("attack", "fortify"):
        ann.wait(f"Ann: {what}")
        ann.press(":end", "enter")
    ann.wait("You draw ")
    drawn = re.search(r"You draw (\w+ \w+)", ann.text)
    assert drawn is not None
    ben.wait("Ann draws a card")
    ben.wait("Ben: ")
    assert drawn[1] not in ben.written.decode(errors="replace")


def test_second_connection_takes_the_seat_from_the_first(
    lines: dict[str, Line], server: Server, shared_game: Table
) -> None:
    with Line(server, "ben") as again:
        again.until(
            lambda: any(words in again.text for words in ("you are Ben", "Ben: place")), "the seat"
        )
        lines["ben"].ended()
        assert len(at_table(shared_game.path)) == 2
        again.drop()
