"""Line mode at a terminal that several people share, also in ASCII."""

from __future__ import annotations

import pytest

from .terminal import Terminal

pytestmark = pytest.mark.pty

CLEAR = b"\x1b[2J\x1b[3J\x1b[H"
"""The codes that clear a terminal and its scrollback."""

ALONE = "press Enter when no one else is looking."
TABLE = ("play", "--plain", "--players", "Zoë,Ben,Cid", "--seed", "4")
MISSIONS = (*TABLE, "--rules", "us-1993-mission")
"""A game in which every player gets a mission before the first decision."""


@pytest.mark.parametrize(
    ("option", "environment"),
    [
        (["--ascii"], {}),
        ([], {"TERM": "dumb"}),
        ([], {"LC_ALL": "C"}),
    ],
    ids=["ascii", "dumb", "c"],
)
def test_mission_is_cleared_before_the_next_player_sees_the_screen(
    option: list[str], environment: dict[str, str]
) -> None:
    clears = environment.get("TERM") != "dumb"
    own = "LC_ALL" in environment  # The interpreter reads it at its start.
    with Terminal(*MISSIONS, *option, environment=environment, installed=own) as terminal:
        missions: list[str] = []
        for name in ("Zoe", "Ben", "Cid", "Zoe"):
            terminal.wait(f"{name}, {ALONE}")
            assert not any(mission in terminal.text for mission in missions)
            assert terminal.written.count(CLEAR) == len(missions) * clears
            terminal.press("enter")
            terminal.wait(f"{name}>")
            if len(missions) < 3:
                assert f"{name}, {ALONE}" in terminal.text
                missions += [line for line in terminal.screen.display if "Your mission: " in line]
                terminal.press("place rest\r")
        assert len(missions) == len(set(missions)) == 3
        assert terminal.highest < 128
        terminal.press("quit\r")
        terminal.wait("The game is saved. To continue: risk-tui resume")
        assert terminal.ended() == 0


def test_lines_are_edited_and_completed_in_ascii() -> None:
    with Terminal(*TABLE, "--rules", "us-1980", "--ascii") as terminal:
        terminal.wait("> ")
        terminal.press("claim ala\t", "enter")
        terminal.wait("claims Alaska")
        terminal.press("up", "enter")
        terminal.wait("Alaska is already claimed")
