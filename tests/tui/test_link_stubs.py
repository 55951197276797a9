"""Links that a ruleset adds to a board or removes, as the map shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from risk_tui.boards.overlay import Overlay
from risk_tui.boards.picture import Picture
from risk_tui.rules.house_rules import with_house_rules
from risk_tui.rules.library import load_ruleset
from risk_tui.tui.dialogs.text_dialogs import help_text
from risk_tui.tui.map.renderer import WALL, MapRenderer, TerritoryStyle, TexturedRenderer
from risk_tui.tui.theme.palette import RGB
from tests.engine.positions import BOARD, position
from tests.new_games import SEATS

OVERLAID = Overlay(
    added=(("Northwest Territory", "Quebec"),), sea_lanes=(("Madagascar", "Western Australia"),)
).over(BOARD)
LAND = BOARD.links - BOARD.sea_lanes
STYLES = [
    TerritoryStyle(RGB(9, 9, place), "", RGB(255, 255, 255), RGB(0, 0, 0), texture=("'",))
    for place in range(len(BOARD.territories))
]
LABELLED = [
    replace(style, label=f"{territory.code}●45")
    for style, territory in zip(STYLES, BOARD.territories, strict=True)
]

KINDS = pytest.mark.parametrize("kind", ["blocks", "patterns", "ascii"])


def drawn(picture: Picture, kind: str, styles: Sequence[TerritoryStyle] = STYLES) -> list[str]:
    """Return the rows of a picture that one kind of renderer draws."""
    drawing = MapRenderer(picture)
    if kind != "blocks":
        drawing = TexturedRenderer(picture, ascii=kind == "ascii")
    return ["".join(run.text for run in drawing.row(y, styles, [])) for y in range(picture.rows)]


@KINDS
def test_a_link_without_a_lane_is_labelled_at_both_ends(kind: str) -> None:
    line = "-" if kind == "ascii" else "─"
    for picture in OVERLAID.pictures:
        rows = drawn(picture, kind)
        for code in ("WA", "MA", "QU", "NW"):
            assert any(f"{line}{code}" in row or f"{code}{line}" in row for row in rows), code


@KINDS
def test_a_wall_separates_unlinked_neighbours(kind: str) -> None:
    """A ruleset can remove a link over land, whose border would look like any other."""
    omitted = tuple(
        tuple(BOARD.territories[end].name for end in link) for link in (sorted(LAND)[::9])
    )
    board = Overlay(omitted=omitted).over(BOARD)
    assert board.walls == set(sorted(LAND)[::9])
    for picture in board.pictures:
        assert picture.walls <= board.walls
        assert any(WALL in row for row in drawn(picture, kind, LABELLED))


@pytest.mark.parametrize("picture", [*BOARD.pictures][::2], ids=lambda each: str(each.columns))
def test_walls_and_labels_are_told_apart(picture: Picture) -> None:
    lanes = {tuple(sorted(lane.territories)) for lane in picture.lanes}
    walls = frozenset(BOARD.links - lanes)
    rows = drawn(replace(picture, walls=walls), "blocks", LABELLED)
    crossed = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == WALL}
    for row in rows:
        assert not any(
            f"{WALL}{look.label}" in row or f"{look.label}{WALL}" in row for look in LABELLED
        )
    for link in walls:
        assert any(set(link) <= near(picture, x, y) for x, y in crossed), link


def near(picture: Picture, x: int, y: int) -> set[int]:
    """Return the territories of a cell and of the cells to its right and below."""
    return {pixel for row in picture.pixels[2 * y : 2 * y + 4] for pixel in row[2 * x : 2 * x + 4]}


def test_help_names_walls() -> None:
    omitted = {"board.omitted": [["Peru", "Brazil"]]}
    view = position(rules=with_house_rules(load_ruleset("us-1993"), omitted)).view(0)
    assert "touch but aren't linked: Peru and Brazil." in help_text(view, SEATS).plain
