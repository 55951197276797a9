"""Pockets: a few territories of others that a seat's own enclose, from where nobody goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_POCKET = 3
"""The most territories of a pocket."""


def pockets(neighbours: Sequence[Sequence[int]], owner: Sequence[int], seat: int) -> frozenset[int]:
    """The territories in pockets: who stands beside nothing else is locked in, not at a front.

    The largest group of territories of others is none, however small it is.
    """
    groups: list[list[int]] = []
    seen = [holder == seat for holder in owner]
    for territory, is_seen in enumerate(seen):
        if is_seen:
            continue
        seen[territory] = True
        group = [territory]
        for place in group:
            for other in neighbours[place]:
                if not seen[other]:
                    seen[other] = True
                    group += [other]
        groups += [group]
    largest = max(groups, key=len, default=None)
    small = [group for group in groups if len(group) <= MAX_POCKET and group is not largest]
    return frozenset([territory for group in small for territory in group])
