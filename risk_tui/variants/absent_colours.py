"""Missions for absent colours: missions to eliminate colours without a player are dealt, too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from risk_tui.data.language import _
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import MissionCount, TerritoryCount, declare
from risk_tui.engine.events import Event
from risk_tui.engine.goals import HoldTerritories
from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.reinforcing import COLOURS
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.variant_options import VariantSection, played_field


class AbsentColoursSection(VariantSection):
    """Missing colours."""

    paragraph: ClassVar[str] = (
        'With few players, many missions turn into "hold territories": a player who spreads '
        "out may be closer to winning than it looks."
    )
    least_players: ClassVar[int] = 3

    played: bool = played_field(
        "Missions to destroy a colour that is not in play are dealt like any other. A player "
        "who gets one must hold territories instead, as many as a player whose mission has "
        "become impossible."
    )

    def missions_added(self, players: int) -> int:
        return len(COLOURS) - players

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        return ("variants.absent_colours",) if players == len(COLOURS) else ()


@declare
class AbsentColoursDealt(Event):
    """Missions to eliminate absent colours were dealt with the others."""

    long = "{missions} for colours not in play are dealt too: hold {territories}"
    short = "Absent colours: hold {territories}", "Absent colours too"
    missions: MissionCount
    territories: TerritoryCount


class AbsentColours(Variant[Memory]):
    """Missions to eliminate absent colours, whose holders need territories instead."""

    key = "absent_colours"
    options = AbsentColoursSection
    excludes: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("paranoia", "assassin"), "every mission there is to destroy a player"
    )

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        missions = ruleset.missions
        if not missions.played:
            return _("there are no missions; set 'missions.played' to true")
        if not missions.destroy:
            return _("no mission is to destroy a colour; set 'missions.destroy' to true")
        return ""

    def extra_missions(self) -> Sequence[HoldTerritories]:
        replacement = HoldTerritories.of(self.ruleset.missions.instead, self.board)
        return (replacement,) * (len(COLOURS) - self.seats)

    def on_game_start(self, context: GameContext) -> None:
        if missions := self.extra_missions():
            context.record_event(AbsentColoursDealt(len(missions), missions[0].territories))
