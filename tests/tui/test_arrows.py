"""Arrows on the map show the moves of other players."""

from __future__ import annotations

import pytest

from risk_tui.boards.picture import LABEL_WIDTH, Picture
from risk_tui.tui.map.renderer import LINES, arrow_cells
from tests.engine.positions import BOARD
from tests.tui.tables import code

HEADS = "→←↓↑"


@pytest.mark.parametrize("picture", [*BOARD.pictures][::6])
@pytest.mark.parametrize("move", ["BR NA", "NA BR", "SC NE", "WA ID", "AL KA", "KA AL"])
def test_arrow_leads_from_one_label_to_the_other(picture: Picture, move: str) -> None:
    source, target = map(code, move.split())
    size = picture.columns, picture.rows
    rows = arrow_cells([(source, target)], picture.labels, *size, LINES)
    cells = {(x, y): char for y, row in rows.items() for x, char in row.items()}

    def distance(x: int, y: int, territory: int) -> int:
        column, row = picture.labels[territory]
        across = abs(x - column - 1)
        return min(across, picture.columns - across) + 2 * abs(y - row)

    (tip,) = [cell for cell, char in cells.items() if char in HEADS]
    assert all(char in HEADS or char in LINES[1:] for char in cells.values())
    assert distance(*tip, target) <= LABEL_WIDTH
    assert distance(*tip, target) == min(distance(*cell, target) for cell in cells)
    assert min(distance(*cell, source) for cell in cells) <= LABEL_WIDTH
    # It hides no label.
    labels = {(x + step, y) for x, y in picture.labels for step in range(4)}
    assert not labels & set(cells)
