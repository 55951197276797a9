"""Movement of the cursor to the territory that a player expects in a direction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, pairwise
from math import dist
from typing import NamedTuple

from risk_tui.boards.picture import SEA, Picture

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}

_SIDEWAYS_COST = 1.7
"""Cost of a column to the side; a column ahead costs 1."""

_LINKED_COST = 0.55
_SLANTED_LINKED_COST = 0.8
"""Cost factors of paths that the eye can follow over land or a lane: straight, and slanting."""

_LINKED_SLOPE = 1.6
"""The most columns to the side per column ahead, on linked paths; it is 1 on others."""

_MAX_SLOPE = 3.0
"""The same for a second try, if the first found no path."""

_ROUND_WORLD_COST = 1.5
"""Cost factor of columns on a path round the world."""

_ROW_HEIGHT = 2.0
"""Height of a screen row in columns. Labels up to one row apart count as at the same height."""

_MAX_RETURN_COST = 1.3
"""The most that a paired step may cost, as a multiple of the cheapest step."""


class _Path(NamedTuple):
    """A path that a step can take to a label."""

    cost: float
    target: int
    straight: bool
    """True if it leads ahead more than to the side."""

    linked: bool
    """True if the eye can follow it over land or a lane."""


class MapNavigation:
    """Steps between the labels of a picture. A screen row counts as two columns.

    A step prefers territories straight ahead and those that the eye can follow to: adjacent land,
    and sea lanes. Steps are paired with their reverse, so that going back returns to the start.

    With several ``earths``, the picture shows the one with the number ``earth``. ``bridges`` link a
    label of the picture to a territory of another Earth; a step from the label towards that
    territory, to the left or right, leads there.

    Private methods count the labels of the picture, from 0.
    """

    def __init__(
        self,
        picture: Picture,
        earth: int = 0,
        earths: int = 1,
        bridges: Iterable[tuple[int, int]] = (),
    ) -> None:
        self._centres = [(column + 1.5, row * _ROW_HEIGHT) for column, row in picture.labels]
        self._picture = picture
        self._first = earth * len(self._centres)
        self._bridges = {
            (here, self._bridge_direction(here, there)): there for here, there in bridges
        }
        order = sorted(range(len(picture.labels)), key=picture.labels.__getitem__)
        self.order = [
            number * len(order) + territory for number in range(earths) for territory in order
        ]
        """The territories from left to right, Earth by Earth."""

    def _bridge_direction(self, here: int, there: int) -> str:
        """Return the direction of a territory on another Earth: ``left`` or ``right``."""
        (x, _), (to_x, _) = self._centres[here], self._centres[there % len(self._centres)]
        across, width = to_x - x, self._picture.columns
        if abs(across) > width / 2:
            across -= width if across > 0 else -width
        return "right" if across > 0 else "left"

    def step(self, territory: int, direction: str) -> int:
        """Return the next territory in a direction, or ``territory`` itself if there is none.

        Beyond the left or right edge the cursor comes back on the other side, as on a globe.
        """
        here = territory - self._first
        bridge = self._bridges.get((here, direction))
        if bridge is not None:
            return bridge
        return self._first + self._steps[direction].get(here, here)

    def nearest(self, territory: int, territories: Iterable[int]) -> int:
        """Return the nearest of some territories; at equal distance the highest, then the leftmost.

        Territories of the same Earth are nearer than all others.
        """
        size = len(self._centres)

        def distance(other: int) -> tuple[bool, float, float, float]:
            column, row = self._centres[other % size]
            away = dist(self._centres[territory % size], (column, row))
            return other // size != territory // size, away, row, column

        return min(territories, key=distance)

    @cached_property
    def _steps(self) -> dict[str, dict[int, int]]:
        """Every step, by direction and label."""
        steps: dict[str, dict[int, int]] = {}
        for forth, back in (("right", "left"), ("down", "up")):
            paths = {direction: self._paths_by_label(direction) for direction in (forth, back)}
            steps[forth], steps[back] = _pair_steps(paths[forth], paths[back])
            for direction in (forth, back):
                for label, candidates in paths[direction].items():
                    steps[direction].setdefault(label, candidates[0].target)
        return steps

    def _paths_by_label(self, direction: str) -> dict[int, list[_Path]]:
        """Return the paths in a direction from each label that has any, cheapest first."""
        paths = {label: self._paths(label, direction) for label in range(len(self._centres))}
        return {label: sorted(candidates) for label, candidates in paths.items() if candidates}

    def _paths(self, label: int, direction: str) -> list[_Path]:
        """Return the paths that do not lead round the world, or else those that do."""
        shift = self._picture.columns * DIRECTIONS[direction][0]  # 0 for up and down: no way round.
        return (
            list(self._paths_within(label, direction, _LINKED_SLOPE))
            or list(self._paths_within(label, direction, _MAX_SLOPE))
            or list(self._paths_within(label, direction, _LINKED_SLOPE, shift))
        )

    def _paths_within(
        self, label: int, direction: str, slope: float, shift: int = 0
    ) -> Iterator[_Path]:
        """Yield the paths to other labels as if they were ``shift`` columns further to the right.

        ``slope`` is the maximum of columns to the side for each column ahead on a linked path.
        """
        dx, dy = DIRECTIONS[direction]
        here = self._centres[label]
        for target, (x, y) in enumerate(self._centres):
            across, down = x + shift - here[0], y - here[1]
            ahead, sideways = across * dx + down * dy, abs(across * dy) + abs(down * dx)
            linked = (label, target) in self._linked_pairs
            slant = slope if linked else 1.0
            if target == label or ahead <= _ROW_HEIGHT * abs(dy) or sideways > slant * ahead:
                continue
            straight = sideways < ahead
            length = _ROUND_WORLD_COST * ahead if shift else ahead
            cost = length + _SIDEWAYS_COST * sideways
            if linked:
                cost *= _LINKED_COST if straight else _SLANTED_LINKED_COST
            yield _Path(cost, target, straight, linked)

    @cached_property
    def _linked_pairs(self) -> set[tuple[int, int]]:
        """The labels whose territories touch or have a lane between them, in both orders."""
        rows = self._picture.pixels
        beside = chain.from_iterable(map(pairwise, rows))
        below = chain.from_iterable(map(zip, rows, rows[1:]))
        touching = {pair for pair in chain(beside, below) if SEA not in pair}
        pairs = touching | {lane.territories for lane in self._picture.lanes}
        return pairs | {(other, one) for one, other in pairs}


def _pair_steps(
    forth: dict[int, list[_Path]], back: dict[int, list[_Path]]
) -> tuple[dict[int, int], dict[int, int]]:
    """Pair steps with steps back, cheapest first; return both by label.

    A label has at most one paired step per direction.
    """
    pairs = sorted(
        (path.cost + other.cost, label, path.target)
        for label, paths in forth.items()
        for path in _good_paths(paths)
        for other in _good_paths(back.get(path.target, []))
        if other.target == label and path.straight
    )
    steps_forth: dict[int, int] = {}
    steps_back: dict[int, int] = {}
    for _, one, other in pairs:
        if one not in steps_forth and other not in steps_back:
            steps_forth[one], steps_back[other] = other, one
    return steps_forth, steps_back


def _good_paths(paths: list[_Path]) -> Iterator[_Path]:
    """Yield the paths that cost little more than the best; if that is linked, only linked ones."""
    for path in paths:
        if path.cost <= paths[0].cost * _MAX_RETURN_COST and (path.linked or not paths[0].linked):
            yield path
