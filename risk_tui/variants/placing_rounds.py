"""Placing rounds: every player places the same number of armies, regardless of territories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from risk_tui.data.language import _
from risk_tui.engine.context import GameContext
from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.fields import number_field
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.set_up import SetUpSection
from risk_tui.rules.variant_options import VariantSection, played_field


class PlacingRoundsSection(VariantSection):
    """Placing rounds."""

    replaces = ("setup.placing", "setup.armies", "setup.armies_each_go")
    per_earth: ClassVar[tuple[str, ...]] = ("first", "second")

    paragraph: ClassVar[str] = (
        "There are few armies when play starts, and a player dealt an extra territory keeps "
        "that advantage. Put your first armies where your continent or mission is."
    )

    played: bool = played_field(
        "Besides one army on each territory, each player places the same number of armies, in two "
        "rounds."
    )
    first: int = number_field(
        "They place {value} {army|armies} in the first round.", 1, 50, default=5
    )
    second: int = number_field("In the second round it is {value}.", 1, 50, default=3)


class PlacingRounds(Variant[Memory]):
    """Starting armies that don't depend on the number of territories."""

    key = "placing_rounds"
    options = PlacingRoundsSection
    _options: PlacingRoundsSection
    excludes: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("five_goals", "remix"), "both set the starting armies"
    )

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        options = cls.options_from(ruleset)
        if options.second > options.first:
            return _(
                "the second round can't have more armies than the first; make 'second' smaller"
            )
        return ""

    def adjust_setup(self, section: SetUpSection) -> SetUpSection:
        share = -(-len(self.board.territories) // self.seats)
        return section.model_copy(
            update={
                "placing": "in turns",
                "armies": {self.seats: share + self._options.first + self._options.second},
                "armies_each_go": self._options.first,
            }
        )

    def on_territories_assigned(self, context: GameContext) -> None:
        armies = self._options.first + self._options.second
        context.state.unplaced[: self.seats] = [armies * self.board.earths] * self.seats
