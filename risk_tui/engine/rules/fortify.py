"""How far armies move at the end of a turn (FAQ Q2.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.sections import Fortify


class Reach:
    """Between two neighbours, once."""

    many_moves = False
    """Whether a player may go on moving until he ends the turn."""
    refusal = "armies move only to a neighbouring territory of your own"

    def __init__(self, section: Fortify, board: Board) -> None:
        self._limit = section.limit
        self._neighbours = board.neighbours

    def targets(self, owner: Sequence[int], source: int) -> list[int]:
        """The territories to which armies may move from ``source``."""
        seat = owner[source]
        return [place for place in self._neighbours[source] if owner[place] == seat]

    def most(self, armies: int, arrived: int = 0) -> int:
        """How many of the ``armies`` of a territory may move, when ``arrived`` came this turn."""
        return armies - 1 if self._limit is None else min(armies - 1, self._limit)


class Connected(Reach):
    """Along a chain of one's own territories, once."""

    refusal = "no chain of your own territories leads there"

    def targets(self, owner: Sequence[int], source: int) -> list[int]:
        seat = owner[source]
        reached = {source}
        waiting = [source]
        while waiting:
            for place in self._neighbours[waiting.pop()]:
                if owner[place] == seat and place not in reached:
                    reached.add(place)
                    waiting.append(place)
        return sorted(reached - {source})


class Free(Connected):
    """Along chains of one's own territories, as often as one likes."""

    many_moves = True


class OneStep(Reach):
    """Between neighbours, each army once (a house rule of FAQ Q2.7)."""

    many_moves = True

    def most(self, armies: int, arrived: int = 0) -> int:
        return min(super().most(armies), armies - arrived)


_REACHES = {"adjacent": Reach, "connected": Connected, "free": Free, "one step": OneStep}


def make_reach(section: Fortify, board: Board) -> Reach:
    """The reach that a ruleset chooses."""
    return _REACHES[section.reach](section, board)
