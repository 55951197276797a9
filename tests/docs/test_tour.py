"""The tour of the program names the functions that a key calls, in order, and every package."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType

from risk_tui.tui.terminal.screen_diff import ScreenDiff
from tests.docs.test_architecture import package_layers
from tests.tui.tables import attacking, press, seated

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "risk_tui"
TOUR = (ROOT / "docs" / "tour.md").read_text("utf-8")
STEPS = re.findall(r"^\| (\d+) \| `([\w/]+\.py)` \| `([\w.]+)` \|$", TOUR, re.MULTILINE)


def test_steps_are_numbered() -> None:
    assert [int(number) for number, _, _ in STEPS] == list(range(1, len(STEPS) + 1))
    assert len(STEPS) > 20


async def test_the_key_calls_the_functions_of_the_steps_in_order(tmp_path: Path) -> None:
    calls: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(PACKAGE)):
            calls.append((Path(code.co_filename).relative_to(PACKAGE).as_posix(), code.co_qualname))

    async with seated(attacking(tmp_path / "a.risk", (6, 5, 4), (1,), ural=1)) as pilot:
        await press(pilot, *"UK", "enter", *"UR")
        sys.setprofile(note)
        try:
            await press(pilot, "a")
        finally:
            sys.setprofile(None)
    # Only a driver with a real terminal writes to it.
    assert STEPS[-1][1:] == ("tui/terminal/screen_diff.py", ScreenDiff.reduce.__qualname__)
    rest = iter(calls)
    for number, file, name in STEPS[:-1]:
        assert (file, name) in rest, f"step {number}: {file} {name} is not called after the others"


def test_the_picture_shows_every_package_from_above() -> None:
    picture = TOUR.split("```")[1]
    shown = re.findall(r"^  (\w+)(?: \| (\w+))?", picture, re.MULTILINE)
    layers = [[name for name in pair if name] for pair in shown]
    assert [*layers, ["errors"]] == package_layers()


def test_every_key_of_the_tour_is_bound() -> None:
    from risk_tui.tui.keymap import binding_of

    assert "a" in binding_of("attack").keys
