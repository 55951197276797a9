"""Hooks of variants about claiming territories and about attacks.

``risk_tui.engine.variant`` has all others; as there, one that is not overridden is never asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from risk_tui.engine.actions import Offer
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

    def claimed(self, context: GameContext) -> None:
        """All territories are dealt, or claimed where they are for players to claim."""


class AttackHooks:
    """What a variant is asked about attacks: where they may go, what they cost, how they end."""

    def attack_offers(self, context: GameContext) -> Sequence[Offer]:
        """What may be done between attacks besides, by actions of its own."""
        return ()

    def targets(self, context: GameContext, source: int) -> Iterable[int]:
        """Territories of others that may be attacked from ``source`` besides its neighbours."""
        return ()

    def forbids(self, game: State | View, source: int, target: int) -> str:
        """Why ``target`` may not be attacked from ``source`` now; empty if it may."""
        return ""

    def armies_needed(self, context: GameContext, source: int, target: int) -> int:
        """How many armies an attack needs at its source, once all tolls are paid."""
        return 2

    def toll(self, context: GameContext, source: int, target: int, armies: int) -> int:
        """How many of the ``armies`` of the source an attack costs before any die is rolled."""
        return 0

    def held_back(self, game: State | View) -> Collection[int]:
        """The territories from which nobody is attacked, and nothing entered, for now."""
        return ()

    def conquerors_stop(self, view: View) -> bool:
        """Whether nobody attacks from what they conquered in the same turn."""
        return False

    def idle(self, game: State | View) -> Collection[int]:
        """The territories of players whose armies do nothing for now.

        They are held back, go nowhere, bring no armies, and defend with the most dice.
        """
        return ()

    def attack_dice(
        self, game: State | View, target: int, least: int, most: int
    ) -> tuple[int, int]:
        """The ``least`` and the ``most`` dice that may be rolled against a territory."""
        return least, most

    def attack_begins(self, context: GameContext, source: int, target: int, toll: int) -> None:
        """An attack was made; ``toll`` is what it has cost."""

    def settle_fight(self, context: GameContext, least: Sequence[int]) -> bool:
        """A fight begins: settle it without a roll, or say no; ``least`` is that of its ``Attack``.

        Its first battle is that of the state; ``battle.resolve`` goes on with its losses.
        """
        return False

    def before_roll(self, context: GameContext) -> bool:
        """An attack waits for its dice: ask any seat, or say no.

        Asked again until it says no. Whoever answers calls ``battle.begin_battle`` to go on.
        """
        return False

    def defence_dice(self, context: GameContext, battle: Battle, maximum: int) -> int:
        """How many dice may be rolled in defence, where the rules say ``maximum``."""
        return maximum

    def after_roll(self, context: GameContext) -> bool:
        """Dice lie on the table and do not count yet: ask any seat, or say no.

        Asked again until it says no. Whoever answers calls ``battle.ask_or_resolve``.
        """
        return False

    def advantage(self, game: State | View, battle: Battle) -> tuple[int, int]:
        """What is added to the highest die of the attacker and of the defender."""
        return 0, 0

    def after_battle(self, context: GameContext, battle: Battle) -> None:
        """The losses of a battle are removed; what it emptied is not conquered yet."""

    def presses_on(self, context: GameContext, battle: Battle) -> bool:
        """Whether the attacker, who is not beaten, has to roll again at once."""
        return False

    def conquered(self, context: GameContext, source: int, target: int, victim: int) -> None:
        """``target`` was conquered from ``source``, by a battle or without one.

        It is the conqueror's already, and its garrison still has to move in. ``victim`` is the seat
        that lost it, and may be about to leave the game for that.
        """
