"""Fortifying: moves at the end of a turn (FAQ Q2.7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Literal

from pydantic import Field

from risk_tui.boards.board import Board
from risk_tui.data.language import N_, _
from risk_tui.rules.fields import Section, choice_field


class FortifySection(Section):
    """Fortifying."""

    reach: Literal[
        "adjacent",
        "connected",
        "free",
        "one step",
        "anywhere",
    ] = choice_field(
        "How far armies may be moved.",
        **{
            "adjacent": "At the end of a turn armies may move once, between two neighbours.",
            "connected": "At the end of a turn armies may move once, along a chain of the "
            "player's territories.",
            "free": (
                "At the end of a turn armies may move any number of times within connected "
                "territories."
            ),
            "one step": "At the end of a turn each army may move one step, to a neighbour.",
            "anywhere": "At the end of a turn armies may move once, between any two of the "
            "player's territories.",
        },
    )
    limit: Annotated[int, Field(ge=1, le=200)] | None = choice_field(
        "At most {value} {army|armies} may be moved at a time.",
        none="Any number may be moved, as long as one stays behind.",
    )

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        return _("After attacking, players may move armies between their own territories.")


class FortifyReach:
    """One move between two neighbours."""

    many_moves = False
    """True if a player may move armies again until they end the turn."""
    refusal = N_("armies move only to a neighbouring territory of your own")

    def __init__(self, section: FortifySection) -> None:
        self._limit = section.limit

    def targets(self, board: Board, owner: Sequence[int], source: int) -> list[int]:
        """Return the territories to which armies may move from ``source``.

        Args:
            board: The board with the current passages.
            owner: A number for each territory; armies move only between equal numbers.
        """
        seat = owner[source]
        return [target for target in board.neighbours[source] if owner[target] == seat]

    def max_armies(self, armies: int, arrived: int = 0) -> int:
        """Return how many of a territory's ``armies`` may move.

        Args:
            arrived: The number of armies that have already moved there in this turn.
        """
        return armies - 1 if self._limit is None else min(armies - 1, self._limit)


class ConnectedReach(FortifyReach):
    """One move along a chain of the player's own territories."""

    refusal = N_("your territories do not connect to it")

    def targets(self, board: Board, owner: Sequence[int], source: int) -> list[int]:
        return sorted(board.joined(owner, source) - {source})


class FreeReach(ConnectedReach):
    """Any number of moves along chains of the player's own territories."""

    many_moves = True


class OneStepReach(FortifyReach):
    """Any number of moves between neighbours, one for each army (a house rule of FAQ Q2.7)."""

    many_moves = True

    def max_armies(self, armies: int, arrived: int = 0) -> int:
        return min(super().max_armies(armies), armies - arrived)


class AnywhereReach(FortifyReach):
    """One move between any two of the player's own territories."""

    refusal = N_("armies move to territories of your own only")

    def targets(self, board: Board, owner: Sequence[int], source: int) -> list[int]:
        seat = owner[source]
        return [
            target for target, holder in enumerate(owner) if holder == seat and target != source
        ]


_REACHES = {
    "adjacent": FortifyReach,
    "connected": ConnectedReach,
    "free": FreeReach,
    "one step": OneStepReach,
    "anywhere": AnywhereReach,
}


def make_reach(section: FortifySection) -> FortifyReach:
    """Make the reach that a ruleset chooses."""
    return _REACHES[section.reach](section)
