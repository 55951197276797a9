"""What a game is started with."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.game_rules import make_rules
from risk_tui.engine.variant import bind_hooks, play_variants
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.engine.game_rules import Rules
    from risk_tui.engine.variant import Variant
    from risk_tui.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a game is started with: a board, a ruleset and a number of seats.

    Links that the ruleset omits are removed from the board. Raises ``RiskError`` when the ruleset
    is not made for so many seats, or names something that the board lacks.
    """

    board: Board
    ruleset: Ruleset
    seats: int
    rules: Rules = field(init=False, repr=False, compare=False)
    variants: tuple[Variant[Any], ...] = field(init=False, repr=False, compare=False)
    """The variants in play."""

    def __post_init__(self) -> None:
        players = self.ruleset.players
        if not players.least <= self.seats <= players.most:
            raise RiskError(
                f"{self.ruleset.title} is for {players.least} to {players.most} players, "
                f"not {self.seats}"
            )
        omitted = self.ruleset.links.omitted
        if omitted:
            object.__setattr__(self, "board", self.board.without_links(omitted))
        variants = play_variants(self.ruleset, self.board, self.seats)
        object.__setattr__(self, "variants", variants)
        rules = make_rules(self.ruleset, self.board, self.seats, bind_hooks(variants))
        object.__setattr__(self, "rules", rules)
        self._check_room()
        self._check_missions()

    @property
    def neutral(self) -> int | None:
        """The seat of the neutral army that two players share the board with, if there is one."""
        return self.seats if self.rules.neutral.name else None

    @property
    def army_seats(self) -> int:
        """How many seats have armies: the players', and the neutral army's if there is one."""
        return self.seats + (self.neutral is not None)

    def _check_room(self) -> None:
        """Raise ``RiskError`` unless the board has room for all armies and cities."""
        count, rules = len(self.board.territories), self.rules
        if count < self.army_seats:
            raise RiskError(
                f"{self.board.title} has {count} territories, too few for {self.seats} players"
            )
        pieces, per_seat = self.ruleset.limits.pieces, -(-count // self.army_seats)
        if pieces is not None and pieces <= per_seat:
            raise RiskError(
                f"'limits.pieces' of {pieces} leaves nobody an army to attack with: "
                f"{self.seats} players hold {per_seat} territories each"
            )
        if rules.set_up.cities > count:
            raise RiskError(f"{self.board.title} is too small for {rules.set_up.cities} cities")

    def _check_missions(self) -> None:
        """Raise ``RiskError`` unless there are missions for everybody."""
        missions = self.rules.missions
        if len(missions.deck) < missions.per_player * self.seats:
            raise RiskError(
                f"{self.ruleset.title} has {len(missions.deck)} missions, too few for "
                f"{self.seats} players with {missions.per_player} each"
            )
