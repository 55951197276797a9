"""What one seat may know of a game, and nothing more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.actions import Offer
    from risk_tui.engine.board import Board
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.rules import Rules
    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.state import Phase, Status


@dataclass(frozen=True, slots=True)
class View:
    """A game as ``seat`` sees it; ``seat`` is ``None`` for a spectator.

    ``owner`` and ``armies`` are indexed by territory (owner -1: nobody), ``status``,
    ``card_counts`` and ``unplaced`` by seat. ``hand`` holds the seat's own cards and is empty for
    a spectator. ``discard`` lies face up. ``offers`` holds what the seat may do now and is empty
    while somebody else decides. ``pool`` is the number of armies that the seat in turn has yet
    to place, ``battle`` a declared attack (source, target, dice) that waits for its defender.
    """

    seat: int | None
    board: Board = field(repr=False)
    ruleset: Ruleset = field(repr=False)
    phase: Phase
    turn: int
    first: int
    round: int
    owner: tuple[int, ...]
    armies: tuple[int, ...]
    status: tuple[Status, ...]
    card_counts: tuple[int, ...]
    hand: tuple[int, ...]
    unplaced: tuple[int, ...]
    discard: tuple[int, ...]
    deck_count: int
    pool: int
    conquests: int
    bonus: int
    sets_traded: int
    battle: tuple[int, int, int] | None
    decision: Decision | None
    winners: tuple[int, ...]
    offers: tuple[Offer, ...]
    rules: Rules = field(repr=False, compare=False)

    def income(self, seat: int) -> int:
        """The armies that a seat would receive if its turn began now, without cards."""
        return self.rules.income.total(self.owner, seat)

    def territories_of(self, seat: int) -> list[int]:
        """The territories that a seat holds."""
        return [place for place, owner in enumerate(self.owner) if owner == seat]

    def armies_of(self, seat: int) -> int:
        """All armies of a seat on the board."""
        return sum(a for a, owner in zip(self.armies, self.owner, strict=True) if owner == seat)

    def set_value(self, cards: tuple[int, ...]) -> int:
        """What three cards are worth if traded now; 0 if they are no set."""
        return self.rules.sets.value(cards, self.sets_traded)
