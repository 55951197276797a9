"""What one seat may know of a game, and nothing more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.actions import Offer
    from risk_tui.engine.board import Board
    from risk_tui.engine.decisions import Decision
    from risk_tui.engine.goals import Goal
    from risk_tui.engine.rules import Rules
    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.state import Battle, Phase, Status


@dataclass(frozen=True, slots=True)
class View:
    """A game as ``seat`` sees it; ``seat`` is ``None`` for a spectator.

    ``owner`` and ``armies`` are indexed by territory (owner -1: nobody), ``status``,
    ``card_counts`` and ``unplaced`` by seat. ``hand`` and ``missions`` hold the seat's own cards
    and missions and are empty for a spectator. ``discard`` lies face up. ``offers`` holds what
    the seat may do now and is empty while somebody else decides. ``pool`` is the number of armies
    yet to be placed (``tied`` of them within each continent), ``acting`` the seat whose armies
    act (the seat in turn, or the Allied Army), ``battle`` a battle under way. ``capitals`` holds
    a territory a seat, -1 where there is none or it is not known yet; ``taken`` the objectives
    (or own missions) that each seat took. ``neutral`` is the seat of the neutral army, if two
    players share the board with one.
    """

    seat: int | None
    board: Board = field(repr=False)
    ruleset: Ruleset = field(repr=False)
    phase: Phase
    turn: int
    acting: int
    first: int
    round: int
    owner: tuple[int, ...]
    armies: tuple[int, ...]
    status: tuple[Status, ...]
    card_counts: tuple[int, ...]
    hand: tuple[int, ...]
    missions: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    capitals: tuple[int, ...]
    cities: tuple[int, ...]
    beaten_by: tuple[int, ...]
    announced: tuple[bool, ...]
    unplaced: tuple[int, ...]
    discard: tuple[int, ...]
    deck_count: int
    pool: int
    tied: tuple[int, ...]
    conquests: int
    bonus: int
    sets_traded: int
    commanded: bool
    battle: Battle | None
    decision: Decision | None
    winners: tuple[int, ...]
    offers: tuple[Offer, ...]
    neutral: int | None
    rules: Rules = field(repr=False, compare=False)

    def income(self, seat: int) -> int:
        """The armies that a seat would receive if its turn began now, without cards."""
        return self.rules.income.total(self.owner, seat, self.cities, self.capitals)

    def goal(self, mission: int) -> Goal:
        """What one of the seat's own missions asks for, as the game stands."""
        assert self.seat is not None, "a spectator has no missions"
        return self.rules.missions.goal(self.beaten_by, self.seat, mission)

    def territories_of(self, seat: int) -> list[int]:
        """The territories that a seat holds."""
        return [place for place, owner in enumerate(self.owner) if owner == seat]

    def armies_of(self, seat: int) -> int:
        """All armies of a seat on the board."""
        return sum(a for a, owner in zip(self.armies, self.owner, strict=True) if owner == seat)

    def set_value(self, cards: tuple[int, ...]) -> int:
        """What three cards are worth if traded now; 0 if they are no set."""
        return self.rules.sets.value(cards, self.sets_traded)
