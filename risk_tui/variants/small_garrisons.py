"""Small garrisons: few armies move into a conquered territory, as in TEG and War."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.fields import number_field
from risk_tui.rules.variant_options import VariantSection, played_field

if TYPE_CHECKING:
    from collections.abc import Iterable

    from risk_tui.engine.context import GameContext


class SmallGarrisonsSection(VariantSection):
    """Small garrisons."""

    paragraph: ClassVar[str] = (
        "A great army comes no farther than the next territory in a turn: what follows there are a "
        "few. Attack from where several targets are near, and bring the others up at the end."
    )

    played: bool = played_field("Few armies move into a conquered territory, however many could.")
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

    def _set_options(self, options: SmallGarrisonsSection) -> None:
        self._most = options.most

    def conquered(self, context: GameContext, source: int, target: int, victim: int) -> None:
        if context.state.occupying is not None:
            start, end, minimum, maximum = context.state.occupying
            bounds = min(minimum, self._most), min(maximum, self._most)
            context.state.occupying = (start, end, *bounds)
