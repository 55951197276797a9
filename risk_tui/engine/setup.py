"""What a game is started with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.engine.rules import make_rules

if TYPE_CHECKING:
    from risk_tui.engine.board import Board
    from risk_tui.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is started with: a board, a ruleset and a number of seats.

    Links that the ruleset omits are taken off the board. Raises ``RiskError`` when the ruleset is
    not made for so many seats, or speaks of something that the board lacks.
    """

    board: Board
    ruleset: Ruleset
    seats: int

    def __post_init__(self) -> None:
        self._check_seats()
        omitted = self.ruleset.links.omitted
        if omitted:
            object.__setattr__(self, "board", self.board.without(omitted))
        make_rules(self.ruleset, self.board, self.seats)

    @property
    def neutral(self) -> int | None:
        """The seat of the neutral army that two players share the board with, if there is one."""
        army = self.seats == 2 and self.ruleset.two_players.third_army != "none"
        return self.seats if army else None

    @property
    def forces(self) -> int:
        """How many seats have armies: the players', and the neutral army's if there is one."""
        return self.seats + (self.neutral is not None)

    def _check_seats(self) -> None:
        players, setup = self.ruleset.players, self.ruleset.setup
        if not players.least <= self.seats <= players.most:
            raise RiskError(
                f"{self.ruleset.title} is for {players.least} to {players.most} players, "
                f"not {self.seats}"
            )
        places = len(self.board.territories)
        if places < self.forces:
            raise RiskError(
                f"{self.board.title} has {places} territories, too few for {self.seats} players"
            )
        limit, armies = setup.territory_limit, setup.armies[self.seats]
        if limit is not None and places // self.forces * limit < armies:
            raise RiskError(
                f"{self.board.title} is too small for {self.seats} players with {armies} armies: "
                f"the set-up allows only {limit} on a territory"
            )
        pieces = self.ruleset.limits.pieces
        if pieces is not None and pieces <= -(-places // self.forces):
            raise RiskError(
                f"'limits.pieces' of {pieces} leaves nobody an army to attack with: "
                f"{self.seats} players hold {-(-places // self.forces)} territories each"
            )
        if setup.cities > places:
            raise RiskError(f"{self.board.title} is too small for {setup.cities} cities")
        missions = self.ruleset.missions
        there = missions.destroy * self.seats + len(missions.continents) + len(missions.territories)
        if missions.played and there < missions.each * self.seats:
            raise RiskError(
                f"{self.ruleset.title} has {there} missions, too few for {self.seats} players "
                f"with {missions.each} each"
            )
