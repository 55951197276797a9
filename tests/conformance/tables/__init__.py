"""The tables, one for each dimension of the rules, and all of their cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import (
    capitals,
    cards,
    combat,
    elimination,
    fortify,
    limits,
    links,
    missions,
    objectives,
    reinforce,
    set_up,
    sets,
    two_players,
    victory,
)

if TYPE_CHECKING:
    from ..case import Case

TABLES: dict[str, tuple[Case, ...]] = {
    table.__name__.rpartition(".")[2]: table.CASES
    for table in (
        set_up,
        two_players,
        links,
        reinforce,
        limits,
        cards,
        sets,
        combat,
        elimination,
        fortify,
        missions,
        capitals,
        objectives,
        victory,
    )
}
"""Every table by its name, in the order of a game."""

ALL = tuple(case for table in TABLES.values() for case in table)
