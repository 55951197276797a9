"""A board as printed text: its picture in characters, its continents and its links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from risk_tui.boards.picture import SEA, cell_pixels
from risk_tui.data.sanitize import printable
from risk_tui.text.phrases import join_and, pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board
    from risk_tui.boards.picture import Picture

_LANE = "·"


def picture_lines(board: Board, picture: Picture) -> list[str]:
    """A picture in characters: letters are land, dots lanes, each code where its label is.

    A cell that is half sea is sea.
    """
    cells = [
        [_cell(board, cell_pixels(picture.pixels, x, y)) for x in range(picture.columns)]
        for y in range(picture.rows)
    ]
    for lane in picture.lanes:
        for x, y in lane.cells(picture.pixels):
            if cells[y][x] == " ":
                cells[y][x] = _LANE
    for label in picture.continent_labels:
        cells[label.row][label.column : label.column + len(label.text)] = printable(label.text)
    for territory, (column, row) in zip(board.territories, picture.labels, strict=True):
        cells[row][column : column + 2] = territory.code
    return ["".join(row).rstrip() for row in cells]


def _cell(board: Board, pixels: Sequence[int]) -> str:
    most = max(sorted(set(pixels)), key=pixels.count)
    if pixels.count(SEA) >= 2 or most == SEA:
        return " "
    return board.territories[most].letter


def link_lines(board: Board) -> list[str]:
    """Each continent with its bonus, and below it each territory with its neighbours.

    A neighbour over water has ``~`` behind its name.
    """
    lines = []
    for continent in board.continents:
        armies = pluralize(continent.bonus, "army")
        lines += ["", f"{printable(continent.name)}, {armies} a turn"]
        for number in continent.territories:
            territory = board.territories[number]
            names = [
                printable(board.territories[other].name)
                + ("~" if (min(number, other), max(number, other)) in board.sea_lanes else "")
                for other in board.neighbours[number]
            ]
            lines.append(
                f"  {territory.letter} {territory.code} {printable(territory.name)}: "
                f"{', '.join(names)}"
            )
    return lines


def name_lines(board: Board) -> list[str]:
    """Each territory that has other names with all of them; the languages stand behind theirs."""
    lines = []
    for territory in board.territories:
        languages: dict[str, list[str]] = {}
        for language, name in territory.translations:
            languages.setdefault(name, []).append(language)
        translated = [f"{name} ({', '.join(where)})" for name, where in languages.items()]
        if names := ", ".join([*territory.also, *translated]):
            lines.append(f"  {territory.code} {printable(territory.name)}: {printable(names)}")
    return lines


def board_to_data(board: Board) -> dict[str, Any]:
    """Return a board for programs; territories name each other by their place in the list."""
    return {
        "name": board.name,
        "title": board.title,
        "about": board.about,
        "territories": [
            {
                "name": territory.name,
                "code": territory.code,
                "also": list(territory.also),
                "translations": dict(territory.translations),
                "neighbours": list(board.neighbours[number]),
                "over_water": [
                    other
                    for other in board.neighbours[number]
                    if (min(number, other), max(number, other)) in board.sea_lanes
                ],
            }
            for number, territory in enumerate(board.territories)
        ],
        "continents": [
            {"name": each.name, "bonus": each.bonus, "territories": list(each.territories)}
            for each in board.continents
        ],
        "pictures": [f"{picture.columns}x{picture.rows}" for picture in board.pictures],
    }


def summary(board: Board) -> str:
    """What a board has, in one phrase."""
    land, sea = len(board.links - board.sea_lanes), len(board.sea_lanes)
    return join_and(
        [
            pluralize(len(board.territories), "territory"),
            pluralize(len(board.continents), "continent"),
            f"{land + sea} links ({sea} over water)",
        ]
    )
