"""Percentage to win: a player with enough of the world wins, as in computer versions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from risk_tui.data.language import _
from risk_tui.engine.events import VictoryKind
from risk_tui.engine.goals import GoalTerritories
from risk_tui.engine.hooks import VictoryProgress
from risk_tui.engine.state import State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import number_field
from risk_tui.rules.variant_options import VariantSection, played_field

ENOUGH_LAND = VictoryKind("percentage", "holds enough of the world")


class PercentageSection(VariantSection):
    """Percentage to win."""

    paragraph: ClassVar[str] = (
        "No one has to hunt down the last army, so games are shorter. Watch the player with "
        "the most territories and stop them in time."
    )

    brings_goal: ClassVar[bool] = True

    played: bool = played_field("The first player to hold enough territories wins.")
    percent: int = number_field(
        "Hold {value}% of the territories in play, rounded up, to win.", 51, 100, default=70
    )


class Percentage(Variant[Memory]):
    """A victory by the number of territories."""

    key = "percentage"
    options = PercentageSection
    _options: PercentageSection

    def _needed(self, game: State | View) -> int:
        """Return the number of territories needed."""
        in_play = len(self.board.territories) - len(self.hooks.out_of_play_in(game))
        return -(-in_play * self._options.percent // 100)

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        return ENOUGH_LAND if state.owner.count(seat) >= self._needed(state) else None

    # Views, odds and bots

    def standing(self, view: View) -> VictoryProgress | None:
        counts = {seat: len(view.territories_of(seat)) for seat in view.seats_in_game()}
        return VictoryProgress("#", _("territories held"), counts, self._needed(view))

    def bot_goals(self, view: View, seat: int) -> Iterator[tuple[GoalTerritories, bool]]:
        yield GoalTerritories(anywhere=self._needed(view)), True
