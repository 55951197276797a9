"""Pictures of the screens; ``pytest --snapshot-update`` takes them anew after a wanted change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from textual._context import visible_screen_stack

from risk_tui.engine.state import Phase
from tests.engine.positions import position
from tests.tui.tables import (
    LARGE,
    MIDDLE,
    SET_WITH_A_CHOICE,
    SMALL,
    claimed,
    last_stand,
    new_table,
    play,
    press,
    set_out,
    settle,
    strokes,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.pilot import Pilot

    from risk_tui.table.table import Table

LANDS = {
    "Ann": {
        "Ukraine": 12, "Scandinavia": 3, "Iceland": 1, "Great Britain": 2, "Northern Europe": 5,
        "Western Europe": 1, "Southern Europe": 4, "Brazil": 6, "Peru": 1, "Venezuela": 1,
        "Argentina": 2, "North Africa": 3,
    },
    "Cid": {
        "Indonesia": 4, "New Guinea": 1, "Western Australia": 1, "Eastern Australia": 2,
        "Siam": 7, "India": 2, "China": 3, "Middle East": 1, "Afghanistan": 2,
    },
    "Ben": {"Ural": 3, "Kamchatka": 15, "Alaska": 2, "Egypt": 2, "Greenland": 4},
}  # fmt: skip
HANDS = {"Ann": SET_WITH_A_CHOICE, "Ben": "Ontario, Congo", "Cid": "Egypt"}


def midgame(path: Path, phase: str, **state: Any) -> Table:
    """Three people in their third round."""
    return set_out(path, position(LANDS, phase=Phase(phase), hands=HANDS, **state))


def attack(path: Path) -> Table:
    """Ann has fought one battle."""
    luck = ((6, 4, 1), (5, 2))
    table = midgame(path, "attack", luck=luck)
    table.set_defence(1, "most")
    return table


SCENES: dict[str, tuple[Callable[[Path], Table] | None, str]] = {
    "title": (None, ""),
    "new-game": (None, "n"),
    "house-rules": (None, "n f3 down down left down"),
    "set-up": (lambda path: claimed(new_table(path), but=15), "CH"),
    "reinforce": (lambda path: midgame(path, "reinforce", pool=9), "enter UK enter"),
    "attack": (attack, "enter UK enter UR enter"),
    "cards": (lambda path: midgame(path, "reinforce", pool=9), "enter c"),
    "bonus": (lambda path: midgame(path, "reinforce", pool=9), "enter c enter"),
    "curtain": (lambda path: midgame(path, "reinforce", pool=9), ""),
    "help": (attack, "enter ?"),
    "victory": (last_stand, "enter :a~kamchatka~japan"),
}


async def show(pilot: Pilot[None], keys: str) -> None:
    """Press the keys of a scene and wait until nothing moves any more."""
    await settle(pilot)
    await press(pilot, *strokes(keys))
    await pilot.app.workers.wait_for_complete()
    await settle(pilot)
    await pilot.pause()
    # Without this a dialog is pictured without the board that shines through it.
    visible_screen_stack.set(pilot.app._background_screens)


@pytest.mark.parametrize("scene", SCENES)
def test_screen(scene: str, snap_compare: Callable[..., bool], tmp_path: Path) -> None:
    make, keys = SCENES[scene]
    app = play(make(tmp_path / "game.risk") if make is not None else None)
    assert snap_compare(app, terminal_size=SMALL, run_before=lambda pilot: show(pilot, keys))


@pytest.mark.parametrize("size", [MIDDLE, LARGE], ids=["middle", "large"])
def test_attack_on_larger_screens(
    size: tuple[int, int], snap_compare: Callable[..., bool], tmp_path: Path
) -> None:
    app, keys = play(attack(tmp_path / "game.risk")), SCENES["attack"][1]
    assert snap_compare(app, terminal_size=size, run_before=lambda pilot: show(pilot, keys))
