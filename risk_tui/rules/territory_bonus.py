"""Extra armies for a territory of one's own that a traded card shows (FAQ Q2.5.2)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board
    from risk_tui.rules.cards_section import CardsSection


class TerritoryBonus(Protocol):
    """Decides which territories get the extra armies of a traded set."""

    armies: int
    """Extra armies for a territory."""

    def choices(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[tuple[int, ...], ...]:
        """Each time that a territory gets the armies: those of which the player chooses one.

        ``received`` counts this turn's armies so far.
        """


class NoBonus:
    """No extra armies: the territories on the cards mean nothing."""

    armies = 0

    def choices(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[tuple[int, ...], ...]:
        return ()


class EachTerritory:
    """Every card that shows a territory of one's own brings the armies there."""

    def __init__(self, armies: int, board: Board) -> None:
        self.armies = armies
        self._named = [board.named_by(card) for card in range(len(board.deck))]

    def choices(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[tuple[int, ...], ...]:
        choices = []
        for card in cards:
            own = tuple([named for named in self._named[card] if owner[named] == seat])
            if own:
                choices.append(own)
        return tuple(choices)


class OnceASet(EachTerritory):
    """One territory's armies for each set; the player chooses which (FAQ Q2.5.2, US 1980)."""

    def choices(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[tuple[int, ...], ...]:
        choices = super().choices(cards, owner, seat, received)
        return (tuple(dict.fromkeys(chain(*choices))),) if choices else ()


class OnceATurn(OnceASet):
    """No more than one territory's armies in a turn; the player chooses which (US 1993)."""

    def choices(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[tuple[int, ...], ...]:
        return () if received else super().choices(cards, owner, seat, received)


def make_territory_bonus(cards: CardsSection, board: Board) -> TerritoryBonus:
    """Make the territory bonus that a ruleset chooses."""
    if cards.territory_bonus == "each":
        return EachTerritory(cards.territory_bonus_armies, board)
    if cards.territory_bonus == "once a set":
        return OnceASet(cards.territory_bonus_armies, board)
    if cards.territory_bonus == "once a turn":
        return OnceATurn(cards.territory_bonus_armies, board)
    return NoBonus()
