"""Paranoia: every player hunts another, and all are hunted (Risk FAQ, section 4.11)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, ClassVar, Literal

from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Seat, declare
from risk_tui.engine.events import Event, VictoryKind
from risk_tui.engine.goals import Destroy
from risk_tui.engine.state import State, Status
from risk_tui.engine.variant import Memory, Variant
from risk_tui.engine.view import View
from risk_tui.rules.fields import choice_field
from risk_tui.rules.ruleset import Ruleset, first_difference
from risk_tui.rules.variant_options import VariantSection, played_field

VALUES = {
    "missions": {
        "played": True,
        "each": 1,
        "destroy": True,
        "continents": (),
        "territories": (),
        "kill_credit": "anyone",
    },
    "victory": {"when": "any turn", "hold_a_round": False},
}
"""The values of other sections that the variant needs."""


class ParanoiaSection(VariantSection):
    """Paranoia."""

    paragraph: ClassVar[str] = (
        "Every player hunts another, and no one knows who hunts whom. Weaken your victim; you "
        "do not have to strike the last blow. But do not let anyone else get too weak, or "
        "their hunter wins."
    )
    least_players: ClassVar[int] = 3

    played: bool = played_field(
        "Every player has a secret mission to eliminate one opponent. It does not matter who "
        "does it: as soon as a player is out, that player's hunter wins."
    )
    own_colour: Literal["dealt again", "other mission"] = choice_field(
        "Players who draw their own colour.",
        default="dealt again",
        **{
            "dealt again": "A player who draws their own colour shows it, and all missions are "
            "dealt again.",
            "other mission": "A player who is dealt their own colour has another mission instead.",
        },
    )
    resignation_counts: bool = choice_field(
        "Giving up.",
        default=False,
        true="A player who resigns is out, and their hunter has won.",
        false="No one wins by a resignation: a bot takes over the seat.",
    )

    @property
    def ends_with_elimination(self) -> bool:
        return self.own_colour == "dealt again"

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        yield from ("missions.continents", "missions.territories")
        if self.own_colour == "dealt again":
            yield from ("missions.destroy", "missions.instead")


@declare
class OwnColourDealt(Event):
    """A seat drew its own colour as its mission and showed it; all missions are dealt again."""

    long = "{seat} was dealt the mission to destroy their own colour: all missions are dealt again"
    short = "{seat}: own colour, dealt again", "{seat}: dealt again"
    seat: Seat


@declare
class HuntBegan(Event):
    """Every player now has another player to eliminate."""

    long = "Every player now has a victim; when the first player is out, their hunter wins"
    short = "Every player has a victim", "All have a victim"


class Paranoia(Variant[Memory]):
    """Each player secretly hunts another. Mission ``n`` is to eliminate seat ``n``."""

    key = "paranoia"
    options = ParanoiaSection
    _options: ParanoiaSection

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        return first_difference(ruleset, VALUES)

    def on_missions_dealt(self, context: GameContext) -> bool:
        missions = context.state.missions
        own = [seat for seat, numbers in enumerate(missions) if seat in numbers]
        if self._options.own_colour == "other mission":
            return False  # Players with another mission hunt no one.
        for seat in own:
            context.record_event(OwnColourDealt(seat))
        if not own:
            context.record_event(HuntBegan())
        return bool(own)

    def forbids_resigning(self) -> bool:
        return not self._options.resignation_counts

    def victory(self, state: State, seat: int) -> VictoryKind | None:
        gone = {Status.ELIMINATED, Status.OUT}
        if self._options.resignation_counts:
            gone.add(Status.RESIGNED)
        fates = {state.status[victim] for victim in state.missions[seat] if victim != seat}
        return None if fates.isdisjoint(gone) else VictoryKind.MISSION

    def seats_to_spare(self, view: View, seat: int) -> Collection[int]:
        if view.seat != seat:
            return ()
        goals = [view.goal(mission) for mission in view.missions]
        victims = {goal.target for goal in goals if isinstance(goal, Destroy)}
        return [other for other in view.seats_in_game() if other not in {seat, *victims}]
