"""Small garrisons: few armies move into a conquered territory, as in TEG and War."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from risk_tui.engine.context import GameContext
from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.fields import number_field
from risk_tui.rules.variant_options import VariantSection, played_field


class SmallGarrisonsSection(VariantSection):
    """Small garrisons."""

    paragraph: ClassVar[str] = (
        "A large army gains only one territory a turn, because only a few armies follow. "
        "Attack from places with several targets in reach, and bring the rest up when you "
        "fortify."
    )

    played: bool = played_field("Only a few armies may move into a conquered territory.")
    most: int = number_field("At most {value} {moves|move} in.", 1, 20, default=3)

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        combat = ruleset.combat
        if combat.occupy_at_least == "dice" and self.most < combat.attack_dice:
            return ("combat.occupy_at_least",)
        return ()

    @property
    def most_to_follow(self) -> int:
        return self.most


class SmallGarrisons(Variant[Memory]):
    """A limit on the armies that follow a conquest."""

    key = "small_garrisons"
    options = SmallGarrisonsSection
    _options: SmallGarrisonsSection

    def on_conquest(self, context: GameContext, source: int, target: int, victim: int) -> None:
        if context.state.occupying is not None:
            start, end, minimum, maximum = context.state.occupying
            bounds = min(minimum, self._options.most), min(maximum, self._options.most)
            context.state.occupying = (start, end, *bounds)
