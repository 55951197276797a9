"""Tells copies of a game from games: a game that was copied and played on counts once."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.records import Record
    from risk_tui.saves.header import Header

_WIDTH = 8
"""Hexadecimal digits of a step."""


def origin_of(header: Header) -> str:
    """What all copies of a game have in common: when it was begun, its seed and its seats."""
    seats = [(seat.name, seat.colour, seat.player) for seat in header.seats]
    return repr((header.created, header.seed, seats))


def step_digests(records: Sequence[Record]) -> str:
    """A few digits for every step, the same on every machine."""
    return "".join(
        f"{crc32(repr((each.seat, each.action, each.chance)).encode()):0{_WIDTH}x}"
        for each in records
    )


def steps_with_chance(records: Sequence[Record]) -> int:
    """The number of steps up to the last one that dice or cards had a part in."""
    return next((n for n in range(len(records), 0, -1) if records[n - 1].chance), 0)


class CopyFinder:
    """The games that were met so far, by their origin."""

    def __init__(self) -> None:
        self._digests: dict[str, list[str]] = {}

    def steps_known(self, origin: str, digests: str, with_chance: int) -> int | None:
        """How many first steps another game has too; ``None`` for a copy that adds nothing.

        A copy adds something if dice or cards had a part in a step that no other game has:
        ``with_chance`` is ``steps_with_chance`` of its records. Longer games are to come first.
        """
        others = self._digests.setdefault(origin, [])
        shared = max((_steps_in_common(digests, other) for other in others), default=0)
        if others and with_chance <= shared:
            return None
        others.append(digests)
        return shared


def _steps_in_common(digests: str, others: str) -> int:
    """How many first steps two games share."""
    steps = range(0, min(len(digests), len(others)), _WIDTH)
    return next(
        (
            start // _WIDTH
            for start in steps
            if digests[start : start + _WIDTH] != others[start : start + _WIDTH]
        ),
        len(steps),
    )
