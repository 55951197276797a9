"""Screens in three sizes, and in one size of other modes, kept as text. After an intended change::

    python -m pytest tests/tui/test_screens.py --gallery-update

writes the texts again. A row ends with a sign for its colours, so that a change of those is visible
as well; ``screenshots/make.py --all`` makes pictures of all screens.
"""

from __future__ import annotations

import asyncio
import shutil
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

from risk_tui.engine.state import Phase
from risk_tui.saves.header import TableOptions
from risk_tui.table.table import Table
from risk_tui.tui.theme.display_mode import DisplayMode
from tests.engine.positions import position
from tests.extent import usual_or_full
from tests.tui import editions
from tests.tui.tables import (
    LARGE,
    MIDDLE,
    SET_WITH_A_CHOICE,
    SMALL,
    claimed,
    is_open,
    last_stand,
    new_table,
    play_behind_curtain,
    press,
    set_out,
    settle,
    strips_of,
    strokes,
    until,
)

GALLERY = Path(__file__).parent / "gallery"
MODES = {
    "blocks": DisplayMode(),
    "light": DisplayMode(theme="light"),
    "16": DisplayMode("16"),
    "no-colour": DisplayMode("none"),
    "ascii": DisplayMode("none", "ascii"),
}

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
    """Three people play their third round."""
    return set_out(path, position(LANDS, phase=Phase(phase), hands=HANDS, **state))


def attack(path: Path) -> Table:
    """Ann has fought one battle."""
    luck = ((6, 4, 1), (5, 2))
    table = midgame(path, "attack", luck=luck)
    table.seating.set_defence(1, "most")
    return table


def real_dice(path: Path) -> Table:
    """The dice of Ann's attack are rolled on the table."""
    where = position(LANDS, phase=Phase.ATTACK, hands=HANDS)
    table = set_out(path, where, options=TableOptions(real_dice=True))
    table.seating.set_defence(1, "most")
    return table


def mission(path: Path) -> Table:
    """Ann has a mission."""
    return editions.midgame(path, "us-1993-mission", "attack", missions=[[2], [0], [1]])


def re_roll(path: Path) -> Table:
    """Ann may change a die."""
    luck = ((3, 2, 1), (6, 5))
    table = editions.midgame(path, "us-1980-experts", "attack", luck=luck, hands={"Ann": "Ukraine"})
    table.seating.set_defence(1, "most")
    return table


def played(path: Path) -> Table:
    """Open a real game of three in its second round, which people continue."""
    shutil.copy(Path(__file__).parents[1] / "saves" / "golden" / "format-6-stars.risk", path)
    table = Table.open(path)
    for seat in range(table.players):
        table.set_player(seat, "person")
    return table


SCENES: dict[str, tuple[Callable[[Path], Table] | None, str]] = {
    "title": (None, ""),
    "new-game": (None, "n"),
    "house-rules": (None, "n f3 enter down right"),
    "set-up": (lambda path: claimed(new_table(path), but=15), "CH"),
    "reinforce": (lambda path: midgame(path, "reinforce", armies_to_place=9), "enter UK enter"),
    "attack": (attack, "enter UK enter UR enter"),
    "cards": (lambda path: midgame(path, "reinforce", armies_to_place=9), "enter c"),
    "bonus": (lambda path: midgame(path, "reinforce", armies_to_place=9), "enter c enter"),
    "curtain": (lambda path: midgame(path, "reinforce", armies_to_place=9), ""),
    "help": (attack, "enter ?"),
    "victory": (last_stand, "enter :a~kamchatka~japan"),
    "settings": (None, "s"),
    "rules": (None, "n f2"),
    "log": (attack, "enter v"),
    "rules-of-the-game": (attack, "enter i"),
    "commands": (attack, "enter ctrl+p"),
    "mission": (mission, "enter"),
    "dice": (re_roll, "enter UK enter UR enter"),
    "capital": (editions.choosing_capitals, "enter UK enter"),
    "declare": (editions.declaring, "enter enter"),
    "resume": (None, "r enter"),
    "campaign": (attack, "enter UK x JA x UR"),
    "threats": (attack, "enter t"),
    "luck": (attack, "enter UK enter UR enter d"),
    "real-dice": (real_dice, "enter UK enter UR enter 642 enter 5"),
    "question": (lambda path: midgame(path, "reinforce", armies_to_place=9), "enter UK enter"),
    "story": (played, "enter f9 up"),
    "replay": (played, "enter f9 up enter right right"),
    "learn": (None, "l enter"),
}
"""The tables and keys of each scene. Add new ones at the end: their numbers decide on the sizes."""


def rows(app: App[None]) -> list[str]:
    """Return the rows of the screen, each with a checksum of its colours."""
    return [_row(strip.crop(0, app.size.width)) for strip in strips_of(app)]


def _row(strip: Strip) -> str:
    runs: list[tuple[str, int]] = []
    for text, style, _ in strip:
        told = "" if style is None else style.render("x")
        if runs and runs[-1][0] == told:
            runs[-1] = (told, runs[-1][1] + len(text))
        else:
            runs.append((told, len(text)))
    return f"{strip.text}│{zlib.crc32(repr(runs).encode()) & 0xFFFF:04x}"


@asynccontextmanager
async def opened(
    scene: str, folder: Path, mode: DisplayMode = MODES["blocks"]
) -> AsyncIterator[Pilot[None]]:
    """Show a scene in the small size, after its keys are pressed."""
    make, keys = SCENES[scene]
    app = play_behind_curtain(make(folder / "game.risk") if make is not None else None, mode=mode)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("saves_folder", "settings_path"):
            patch.setattr(f"risk_tui.tui.screens.settings.{name}", lambda: Path("/home/ann"))
        async with app.run_test(size=SMALL) as pilot:
            await settle(pilot)
            await until(pilot, lambda: make is None or is_open(app))
            for key in strokes(keys):
                await press(pilot, key)
            await app.workers.wait_for_complete()
            yield pilot


async def at_rest(pilot: Pilot[None], expected: list[str]) -> list[str]:
    """Return the rows as soon as they are as expected, or else when they no longer change.

    Rows that differ may still change, because of timers.
    """
    before: list[str] = []
    still = 0
    while still < STILL:
        await settle(pilot)
        found = rows(pilot.app)
        sized = all(screen.size == pilot.app.size for screen in pilot.app.screen_stack)
        if sized and found == expected:
            break
        still = still + 1 if sized and found == before else 0
        before = found
        await asyncio.sleep(0.02)
    return found


STILL = 40
"""Number of equal looks after which the screen counts as unchanging."""

SIZES = (SMALL, MIDDLE, LARGE)

COLOURFUL = ("attack", "curtain", "help", "new-game", "title")
"""Scenes that together show everything that differs between modes."""


Case: TypeAlias = "tuple[str, str, tuple[tuple[int, int], ...]]"
"""A scene, a mode, and the sizes."""

CASES: list[Case] = [
    *((scene, "blocks", SIZES) for scene in SCENES),
    *((scene, "ascii", (SIZES[number % 3],)) for number, scene in enumerate(SCENES)),
    *(
        (scene, mode, (SIZES[number % 3],))
        for number, scene in enumerate(COLOURFUL)
        for mode in ("light", "16", "no-colour")
    ),
]
"""All sizes in blocks, and one size in each other mode."""

FEW: list[Case] = [
    *((scene, "blocks", (SIZES[(number + 1) % 3],)) for number, scene in enumerate(SCENES)),
    *[case for case in CASES if case[1] == "ascii"][::8],
    *[case for case in CASES if case[1] not in ("blocks", "ascii")][::7],
]
"""All scenes in one size, some in ASCII, and some in each other mode."""


def test_the_gallery_has_no_stale_files() -> None:
    files = sorted(path.stem for path in GALLERY.glob("*.txt"))
    assert files == sorted(f"{scene}-{mode}" for scene, mode, _ in CASES)


@pytest.mark.parametrize(
    ("scene", "mode", "sizes"),
    usual_or_full(FEW, CASES),
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_screen_matches_the_gallery(
    scene: str,
    mode: str,
    sizes: tuple[tuple[int, int], ...],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    file = GALLERY / f"{scene}-{mode}.txt"
    update = request.config.getoption("--gallery-update")
    held = "" if update else file.read_text(encoding="utf-8")
    shown: list[str] = []
    async with opened(scene, tmp_path, MODES[mode]) as pilot:
        for columns, lines in sizes:
            await pilot.resize_terminal(columns, lines)
            title = f"{columns}x{lines}\n"
            expected = held.partition(title)[2].splitlines()[:lines]
            found = await at_rest(pilot, expected)
            if MODES[mode].ascii:
                assert all(row[: -len("│0000")].isascii() for row in found)
            assert update or found == expected
            shown += [title, *(f"{row}\n" for row in found)]
    if update:
        GALLERY.mkdir(exist_ok=True)
        file.write_text("".join(shown), encoding="utf-8")
