"""Pockets: a few territories of others that a seat's own enclose, from where nobody goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.odds.campaign import clusters

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_POCKET = 3
"""The most territories of a pocket."""


def pockets(neighbours: Sequence[Sequence[int]], owner: Sequence[int], seat: int) -> frozenset[int]:
    """The territories in pockets: who stands beside nothing else is locked in, not at a front.

    The largest group of territories of others is none, however small it is.
    """
    # Backwards, as clusters begin with the last: of equally large groups the first is no pocket.
    foreign = [place for place in reversed(range(len(owner))) if owner[place] != seat]
    groups = clusters(foreign, neighbours)
    largest = max(groups, key=len, default=None)
    small = [group for group in groups if len(group) <= MAX_POCKET and group is not largest]
    return frozenset([territory for group in small for territory in group])
