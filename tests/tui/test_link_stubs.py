"""Links that were added to a board stand on its map."""

from __future__ import annotations

import pytest

from risk_tui.boards.overlay import Overlay
from risk_tui.tui.map.renderer import MapRenderer, TerritoryStyle, TexturedRenderer
from risk_tui.tui.theme.palette import RGB
from tests.engine.positions import BOARD

OVERLAID = Overlay(
    added=(("Northwest Territory", "Quebec"),), sea_lanes=(("Madagascar", "Western Australia"),)
).over(BOARD)
STYLES = [
    TerritoryStyle(RGB(9, 9, place), "", RGB(255, 255, 255), RGB(0, 0, 0), texture=("'",))
    for place in range(len(BOARD.territories))
]


@pytest.mark.parametrize("kind", ["blocks", "patterns", "ascii"])
def test_a_link_without_a_lane_is_written_at_both_its_ends(kind: str) -> None:
    line = "-" if kind == "ascii" else "─"
    for picture in OVERLAID.pictures:
        drawing = MapRenderer(picture)
        if kind != "blocks":
            drawing = TexturedRenderer(picture, ascii=kind == "ascii")
        rows = [
            "".join(run.text for run in drawing.row(y, STYLES, [])) for y in range(picture.rows)
        ]
        for code in ("WA", "MA", "QU", "NW"):
            assert any(f"{line}{code}" in row or f"{code}{line}" in row for row in rows), code
