"""Extra armies for a territory of one's own that a traded card shows (FAQ Q2.5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board
    from risk_tui.rules.card_sets import CardsSection


class TerritoryBonus(Protocol):
    """Decides which territories get the extra armies of a traded set."""

    armies: int
    """Extra armies for a territory."""

    def candidates(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[int, ...]:
        """Territories that could get the armies; ``received`` counts this turn's so far."""

    def choose_one(self) -> bool:
        """Whether only one of the candidates gets them, so that the player has to choose."""


class NoBonus:
    """No extra armies: the territories on the cards mean nothing."""

    armies = 0

    def candidates(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[int, ...]:
        return ()

    def choose_one(self) -> bool:
        return False


class EachTerritory:
    """Every card that shows a territory of one's own brings the armies there."""

    def __init__(self, armies: int, board: Board) -> None:
        self.armies = armies
        self._card_territories = [card.territory for card in board.deck]

    def candidates(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[int, ...]:
        territories = (self._card_territories[card] for card in cards)
        return tuple(
            territory
            for territory in territories
            if territory is not None and owner[territory] == seat
        )

    def choose_one(self) -> bool:
        return False


class OnceASet(EachTerritory):
    """One territory's armies for each set; the player chooses which (FAQ Q2.5.2, US 1980)."""

    def choose_one(self) -> bool:
        return True


class OnceATurn(OnceASet):
    """No more than one territory's armies in a turn; the player chooses which (US 1993)."""

    def candidates(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[int, ...]:
        return () if received else super().candidates(cards, owner, seat, received)


def make_territory_bonus(cards: CardsSection, board: Board) -> TerritoryBonus:
    """Make the territory bonus that a ruleset chooses."""
    if cards.territory_bonus == "each":
        return EachTerritory(cards.territory_bonus_armies, board)
    if cards.territory_bonus == "once a set":
        return OnceASet(cards.territory_bonus_armies, board)
    if cards.territory_bonus == "once a turn":
        return OnceATurn(cards.territory_bonus_armies, board)
    return NoBonus()
