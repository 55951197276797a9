"""The secret missions of a game, and which are reached (FAQ Q2.2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.events import VictoryKind
from risk_tui.engine.goals import HoldTerritories, goals_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.engine.goals import Goal
    from risk_tui.engine.state import State
    from risk_tui.rules.ruleset import Ruleset


class MissionDeck:
    """The deck of secret missions; a mission is named by its number in ``deck``.

    Missions to destroy a colour are the first ones, one for each of the ``seats``: those of
    unused colours are left out of the deck.
    """

    def __init__(
        self, ruleset: Ruleset, board: Board, seats: int, more: Iterable[Goal] = ()
    ) -> None:
        """``more`` missions come from variants."""
        section = ruleset.missions
        self.per_player = section.each if section.played else 0
        """How many missions every player has."""
        self.dealt_first = section.dealt == "before territories"
        """Whether missions are dealt before the territories are shared out."""
        self.shown_when_eliminated = section.eliminated == "shown"
        self.unused_shown = section.unused == "shown"
        self._board, self._seats = board, seats
        self.deck: tuple[Goal, ...] = ()
        if section.played:
            self._replacement = HoldTerritories.of(section.instead, board)
            self.deck = (*goals_of(section, board, seats), *more)

    def goal(self, beaten_by: Sequence[int], seat: int, mission: int) -> Goal:
        """What a seat's mission asks for now: some are replaced by another one (FAQ Q2.2.1)."""
        goal = self.deck[mission]
        if goal.why_replaced(beaten_by, seat) is None:
            return goal
        return goal.replacement(beaten_by, seat, self._seats) or self._replacement

    def is_reached(self, state: State, seat: int, mission: int) -> bool:
        """Whether a seat has fulfilled its mission as the game stands."""
        return self.goal(state.beaten_by, seat, mission).is_reached(state, seat, self._board)

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        """Victory by one's secret mission, or by all of several."""
        own = state.missions[seat]
        if len(own) > 1:
            is_won = len(state.missions_done[seat]) == len(own)
        else:
            is_won = bool(own) and self.is_reached(state, seat, own[0])
        return VictoryKind.MISSION if is_won else None
