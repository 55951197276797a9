"""What a game is started with."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.board_fit import fitted_to
from risk_tui.engine.game_rules import make_rules
from risk_tui.engine.hooks import ExtraSeat
from risk_tui.engine.played_variants import bind_hooks, neutral_seat, overlaid_board, play_variants
from risk_tui.errors import RiskError

if TYPE_CHECKING:
    from risk_tui.boards.board import Board
    from risk_tui.engine.game_rules import Rules
    from risk_tui.engine.variant import Variant
    from risk_tui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a game is started with: a board, a ruleset and a number of seats.

    The ruleset is fitted to the board, and what it and its variants lay over the board is part of
    that from then on. Raises
    ``RiskError`` when the ruleset is not made for that many seats, or names something that the
    board lacks.
    """

    board: Board
    ruleset: Ruleset
    seats: int
    colours: tuple[str, ...] = ()
    """The colours of the seats, where the ruleset tells them apart."""
    rules: Rules = field(init=False, repr=False, compare=False)
    variants: tuple[Variant[Any], ...] = field(init=False, repr=False, compare=False)
    """The variants in play."""

    def __post_init__(self) -> None:
        least, most = self.ruleset.player_limits
        if not least <= self.seats <= most:
            limiting = self._what_limits_players()
            players = least if least == most else f"{least} to {most}"
            raise RiskError(f"{limiting} is for {players} players, not {self.seats}")
        object.__setattr__(self, "ruleset", fitted_to(self.ruleset, self.board))
        object.__setattr__(self, "board", overlaid_board(self.ruleset, self.board))
        neutral = neutral_seat(self.ruleset, self.seats)
        extra = [ExtraSeat(neutral.name, neutral.joins, attacks=neutral.attacks)]
        if not neutral.name:
            extra.clear()
        variants = play_variants(self.ruleset, self.board, self.seats, self.seats + len(extra))
        object.__setattr__(self, "variants", variants)
        extra += [seat for variant in variants for seat in variant.extra_seats()]
        hooks = bind_hooks(variants)
        rules = make_rules(
            self.ruleset, self.board, self.seats, hooks, neutral, tuple(extra), self.colours
        )
        object.__setattr__(self, "rules", rules)
        self._check_room()
        self._check_missions()

    @property
    def neutral(self) -> int | None:
        """The seat of the neutral army that two players share the board with, if there is one."""
        return self.seats if self.rules.neutral.name else None

    @property
    def army_seats(self) -> int:
        """How many seats have armies: the players', and those beyond them."""
        return self.seats + len(self.rules.extra_seats)

    def _what_limits_players(self) -> str:
        """What does not go with a number of seats: a variant, or else the edition."""
        limiting = (
            variant
            for variant in self.ruleset.variants.played.values()
            if not variant.least_players <= self.seats <= variant.most_players
        )
        variant = next(limiting, None)
        if variant is None:
            return self.ruleset.title
        return f"a game with {(type(variant).__doc__ or '').rstrip('.')}"

    def _check_room(self) -> None:
        """Raise ``RiskError`` unless the board has room for all armies and cities."""
        count, rules = len(self.board.territories), self.rules
        if count < self.army_seats:
            raise RiskError(
                f"{self.board.title} has {count} territories, too few for {self.seats} players"
            )
        per_seat, limits = -(-count // self.army_seats), self.ruleset.limits
        pieces = min(filter(None, (limits.pieces, *limits.pieces_by_colour.values())), default=None)
        if pieces is not None and pieces * self.board.earths <= per_seat:
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
