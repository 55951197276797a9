"""Hooks of variants about claiming territories and about single attacks.

``risk_tui.engine.variant`` has all others; as there, one that is not overridden is never asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.engine.context import GameContext
    from risk_tui.engine.state import Battle, State
    from risk_tui.engine.view import View


class ClaimHooks:
    """What a variant is asked while territories are claimed."""

    def opening(self, context: GameContext) -> None:
        """The first seat is known; nothing is dealt or claimed yet."""

    def claimable(self, game: State | View, seat: int) -> Collection[int] | None:
        """The territories that a seat has to choose from for its next claim; ``None``: all."""
        return None

    def out_of_play(self, game: State | View) -> Collection[int]:
        """The territories that are no part of this game: nobody is dealt or claims or enters them.

        Nothing lands there, and their continents are whole without them.
        """
        return ()

    def claim_made(self, context: GameContext, territory: int) -> None:
        """The seat in turn claimed a territory."""


class AttackHooks:
    """What a variant is asked about an attack between two territories."""

    def forbids(self, game: State | View, source: int, target: int) -> str:
        """Why ``target`` may not be attacked from ``source`` now; empty if it may."""
        return ""

    def attack_dice(
        self, game: State | View, target: int, least: int, most: int
    ) -> tuple[int, int]:
        """How few and how many dice may be rolled against a territory, by the rules so many."""
        return least, most

    def advantage(self, game: State | View, battle: Battle) -> tuple[int, int]:
        """What is added to the highest die of the attacker and of the defender."""
        return 0, 0

    def traded(self, context: GameContext, cards: Collection[int]) -> None:
        """The seat in turn traded a set of these cards; its armies are still to be placed."""

    def seat_eliminated(self, context: GameContext, victim: int, by: int | None) -> None:
        """A seat has left the game, beaten ``by`` another one; ``None``: by nobody."""

    def presses_on(self, context: GameContext, battle: Battle) -> bool:
        """Whether the attacker, who is not beaten, has to roll again at once."""
        return False
