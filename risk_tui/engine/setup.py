"""What a game is started with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.engine.rules import make_rules

if TYPE_CHECKING:
    from risk_tui.engine.board import Board
    from risk_tui.engine.rules import Rules
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
    rules: Rules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        players = self.ruleset.players
        if not players.least <= self.seats <= players.most:
            raise RiskError(
                f"{self.ruleset.title} is for {players.least} to {players.most} players, "
                f"not {self.seats}"
            )
        omitted = self.ruleset.links.omitted
        if omitted:
            object.__setattr__(self, "board", self.board.without(omitted))
        rules = make_rules(self.ruleset, self.board, self.seats)
        object.__setattr__(self, "rules", rules)
        self._check_room()
        self._check_missions()

    @property
    def neutral(self) -> int | None:
        """The seat of the neutral army that two players share the board with, if there is one."""
        return self.seats if self.rules.third_army.name else None

    @property
    def forces(self) -> int:
        """How many seats have armies: the players', and the neutral army's if there is one."""
        return self.seats + (self.neutral is not None)

    def _check_room(self) -> None:
        """Raise unless the board has room for everybody and everything."""
        places, rules = len(self.board.territories), self.rules
        if places < self.forces:
            raise RiskError(
                f"{self.board.title} has {places} territories, too few for {self.seats} players"
            )
        limit, armies = rules.set_up.limit, rules.set_up.armies
        if limit is not None and places // self.forces * limit < armies:
            raise RiskError(
                f"{self.board.title} is too small for {self.seats} players with {armies} armies: "
                f"the set-up allows only {limit} on a territory"
            )
        pieces, each = self.ruleset.limits.pieces, -(-places // self.forces)
        if pieces is not None and pieces <= each:
            raise RiskError(
                f"'limits.pieces' of {pieces} leaves nobody an army to attack with: "
                f"{self.seats} players hold {each} territories each"
            )
        if rules.set_up.cities > places:
            raise RiskError(f"{self.board.title} is too small for {rules.set_up.cities} cities")

    def _check_missions(self) -> None:
        """Raise unless there are missions for everybody."""
        missions = self.rules.missions
        if len(missions.deck) < missions.each * self.seats:
            raise RiskError(
                f"{self.ruleset.title} has {len(missions.deck)} missions, too few for "
                f"{self.seats} players with {missions.each} each"
            )
