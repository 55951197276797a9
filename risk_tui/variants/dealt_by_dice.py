"""Territories dealt by dice: each player rolls for a number of territories (France, 1957)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, cycle
from typing import Any, ClassVar

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Face, Seat, TerritoryCount, declare
from risk_tui.engine.events import Event
from risk_tui.engine.phases.set_up import seats_in_order
from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.set_up import SetUpSection
from risk_tui.rules.variant_options import VariantSection, played_field


class DealtByDiceSection(VariantSection):
    """Dealt by dice."""

    paragraph: ClassVar[str] = (
        "Players start with different numbers of territories. If you got few, take a corner of "
        "the world and let the big ones fight each other."
    )
    replaces: ClassVar[tuple[str, ...]] = ("setup.allocation",)

    played: bool = played_field(
        "Players take turns rolling a die and drawing that many territories, with one army on "
        "each, until all are dealt. At least one is kept for each player still to roll."
    )

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        # With an Allied Army, territories are claimed.
        has_allies = players == 2 and ruleset.two_players.third_army == "allied"
        return ("variants.dealt_by_dice",) if has_allies else self.replaces


@declare
class TerritoriesRolled(Event):
    """A seat rolled a die and drew that many territories."""

    long = "{seat} rolls a {face} and draws {territories}"
    short = "{seat}: {face}, {territories}"
    seat: Seat
    face: Face
    territories: TerritoryCount

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        return ((self.seat, self.face),)


class DealtByDice(Variant[Memory]):
    """Territories that seats draw in turns, as many as their dice show."""

    key = "dealt_by_dice"
    options = DealtByDiceSection
    excludes: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("five_goals", "remix", "tournament"), "both deal the territories in their own way"
    )

    def adjust_setup(self, section: SetUpSection) -> SetUpSection:
        return section.model_copy(update={"allocation": "deal"})

    def seats_to_deal(self, context: GameContext) -> Sequence[int]:
        seats = seats_in_order(context)
        if context.neutral is not None:
            seats.append(context.neutral)
        owners = [NO_SEAT] * len(context.state.owner)
        left = [*chain(*context.shuffle_territories())]
        for turn, seat in enumerate(cycle(seats), start=1):
            if not left:
                break
            (face,) = context.dice(1, (seat,))
            count = min(face, len(left) - max(0, len(seats) - turn))
            drawn, left = left[:count], left[count:]
            for territory in drawn:
                owners[territory] = seat
            context.record_event(TerritoriesRolled(seat, face, len(drawn)))
        return owners
