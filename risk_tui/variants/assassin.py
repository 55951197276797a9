"""Secret assassin: every player must eliminate a secret victim in person."""

from __future__ import annotations

from typing import Any, ClassVar

from risk_tui.engine.context import GameContext
from risk_tui.engine.declarations import Seat, declare
from risk_tui.engine.events import Event, SeatEliminated
from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.ruleset import Ruleset, first_difference
from risk_tui.rules.variant_options import VariantSection, played_field

VALUES: dict[str, dict[str, Any]] = {
    "missions": {
        "played": True,
        "each": 1,
        "destroy": True,
        "continents": (),
        "territories": (),
        "kill_credit": "last blow",
        "eliminated": "hidden",
    },
    "victory": {"hold_a_round": False},
}
"""The values of other sections that the variant requires."""


class AssassinSection(VariantSection):
    """Secret assassin."""

    paragraph: ClassVar[str] = (
        "Every player hunts one player and is hunted by another. Do not let someone else take "
        "your victim: your new victim will be harder to beat. And a player who keeps attacking "
        "you is probably your assassin."
    )
    least_players: ClassVar[int] = 3
    replaces: ClassVar[tuple[str, ...]] = (
        "missions.destroy",
        "missions.continents",
        "missions.territories",
    )

    played: bool = played_field(
        "Every player has a secret mission to eliminate one opponent, and must take that "
        "opponent's last territory. If someone else eliminates your victim, that player "
        "becomes your victim. If a player is dealt their own colour, all missions are dealt "
        "again."
    )


@declare
class VictimsDealtAgain(Event):
    """A player, who stays secret, was dealt their own colour; all missions are dealt again."""

    long = "A player drew their own colour: all missions are dealt again"
    short = "Own colour: dealt again", "Dealt again"


@declare
class VictimsDealt(Event):
    """Every player got a victim to eliminate in person."""

    long = "All players have a secret victim now; to destroy your own is to win"
    short = "Every player has a victim", "All have a victim"


@declare
class HuntPassed(Event):
    """The hunter of ``victim`` hunts ``seat`` from now on; the hunter stays secret.

    It is recorded even if no hunter is left in the game, because that is secret, too.
    """

    long = "The hunter of {victim} is after {seat} from now on"
    short = "{victim}'s hunter is after {seat}", "{seat} is hunted now"
    recap = {"": "The hunter of {victim} is after {seat} now"}
    victim: Seat
    seat: Seat


class Assassin(Variant[Memory]):
    """Players who must each eliminate one of the others."""

    key = "assassin"
    options = AssassinSection
    excludes: ClassVar[dict[str, str]] = {"paranoia": "there any player may strike the last blow"}

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        return first_difference(ruleset, VALUES)

    def on_missions_dealt(self, context: GameContext) -> bool:
        state = context.state
        if any(seat in state.missions[seat] for seat in state.seats_in_game()):
            context.record_event(VictimsDealtAgain())
            return True
        context.record_event(VictimsDealt())
        return False

    def on_event(self, context: GameContext, event: Event) -> None:
        if not isinstance(event, SeatEliminated):
            return
        victim, by = event.seat, event.by
        # Armies without a player hunt no one and are not hunted. If they eliminate a victim, the
        # ruleset replaces the mission.
        if by == victim or by >= context.players or victim >= context.players:
            return
        missions = context.state.missions
        if missions[by] == [victim]:
            return
        for seat, numbers in enumerate(missions):
            if numbers == [victim]:
                missions[seat] = [by]
        context.record_event(HuntPassed(victim, by))

    def forbids_resigning(self) -> bool:
        return True
