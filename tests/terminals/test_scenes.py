"""Every command and key, at one of two terminals, in every pair of circumstances.

The rulesets are those that differ most; ``python -m tests.soak terminals`` tries everything in all
circumstances, with all rulesets.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest

from tests.covering import covering, spread, together
from tests.extent import few, is_full, usual_or_full

from .commands import ANSWER, PRESSED, TYPED, Try, forms
from .scenes import Scene, scenes
from .trying import Faults, try_lines, try_screen

RULES = Scene._fields.index("rules")
FIRST = Scene._fields.index("turn") + 1
"""The number of first fields of a scene, of which all combinations are tried."""


UNLIKE = (
    *("us-1993", "us-1980-experts", "us-1993-capital-short", "uk-old", "uk-new-mission"),
    "house",
)
"""Rulesets that together have all decisions, missions, capitals and seats."""

SCENES = [scene for scene in scenes() if scene.rules in UNLIKE]


@cache
def plan() -> dict[Scene, list[Try]]:
    """Return scenes with every pair of circumstances, and the commands and keys to try in each.

    All combinations of the first circumstances are included, and in each the game continues. With
    ``--full`` every command and key is tried in every circumstance, but not by every ruleset;
    otherwise every command is tried in two scenes, and every key in one.
    """
    found: dict[Scene, list[Try]] = {scene: [] for scene in covering(SCENES, FIRST)}
    # Line mode is the cheaper one: the screen is for what it alone can cover.
    load = {scene: 1000 for scene in found if scene.front == "screen"}
    ends = [scene for scene in found if scene.front == "line mode" and scene.moment == "over"]
    reading = [scene for scene in found if scene not in ends]  # line mode ends with the game
    for name in TYPED:
        chosen = few(spread(reading, load, but=RULES), 2)
        for scene, tried in zip(chosen, cycle(forms(name)), strict=False):
            found[scene].append(tried)
    for scene, tries in found.items():
        if scene.turn == "own":
            tries.append(Try(ANSWER))
    screens = [scene for scene in found if scene.front == "screen"]
    for tried in PRESSED:
        for scene in few(spread(screens, load, but=RULES), 1):
            found[scene].append(tried)
    return found


def test_every_pair_of_circumstances_is_covered() -> None:
    tried = plan()
    assert {each for scene in tried for each in together(scene, FIRST)} == {
        each for scene in SCENES for each in together(scene, FIRST)
    }
    met: dict[str, set[object]] = defaultdict(set)
    for scene, tries in tried.items():
        for each in tries:
            met[each.name] |= set(scene)
    every = {level for scene in SCENES for level in scene}
    assert met.keys() >= {*TYPED, ANSWER, *(each.name for each in PRESSED)}
    if is_full():
        assert all(met[name] >= every - {*UNLIKE} for name in TYPED)
        assert all(met[each.name] >= every - {*UNLIKE, "line mode"} for each in PRESSED)


@pytest.mark.parametrize("rules", UNLIKE)
async def test_every_command_and_key_is_answered(rules: str, tmp_path: Path) -> None:
    faults = Faults()
    for number, (scene, tries) in enumerate(plan().items()):
        if scene.rules == rules:
            folder = tmp_path / str(number)
            folder.mkdir()
            if scene.front == "screen":
                always = usual_or_full(False, True)
                faults += await try_screen(scene, tries, folder, always=always)
            else:
                faults += try_lines(scene, tries, folder)
    assert not faults, "\n".join(faults)
