"""First round: first turns without armies or without attacks, as in TEG and War."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, ClassVar

from risk_tui.boards.board import Board
from risk_tui.data.language import _
from risk_tui.engine.context import GameContext
from risk_tui.engine.state import State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import choice_field
from risk_tui.rules.variant_options import VariantSection, played_field


class FirstRoundSection(VariantSection):
    """First round."""

    paragraph: ClassVar[str] = (
        "No one is overrun before their first turn. Use yours to join up your territories."
    )

    played: bool = played_field("The first turn follows special rules.")
    armies: bool = choice_field(
        "Armies in the first round.",
        default=True,
        true="In the first round players receive their armies.",
        false="In the first round players receive no armies for their territories.",
    )
    attacks: bool = choice_field(
        "Attacks in the first round.",
        default=False,
        true="In the first round players may attack.",
        false="There are no attacks in the first round.",
    )

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        return "" if self.attacks else _(self.paragraph)

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        return ("variants.first_round",) if self.armies and self.attacks else ()


class FirstRound(Variant[Memory]):
    """The restricted first turn of each player."""

    key = "first_round"
    options = FirstRoundSection
    _options: FirstRoundSection

    def adjust_territory_income(self, context: GameContext, armies: int) -> int:
        return armies if self._options.armies or context.state.round > 1 else 0

    def why_no_attack(self, game: State | View, source: int, target: int) -> str:
        is_later = game.round > 1 or game.owner[source] != game.acting_seat
        if self._options.attacks or is_later:
            return ""
        return _("you can't attack in the first round")
