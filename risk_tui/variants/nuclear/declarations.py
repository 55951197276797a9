"""The declarations of Nuclear: options, actions, decisions, events and memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Action, EndPhase
from risk_tui.engine.decisions import Choice, Decision
from risk_tui.engine.declarations import Armies, Seat, Slot, Territories, Territory, declare
from risk_tui.engine.events import Event
from risk_tui.engine.variant import Memory
from risk_tui.rules.fields import choice_field, number_field
from risk_tui.rules.variant_options import VariantSection, played_field

Nukes: TypeAlias = Annotated[int, Slot("number", unit="nuke")]
Turns: TypeAlias = Annotated[int, Slot("number", unit="turn")]


class NuclearSection(VariantSection):
    """Nuclear."""

    most_players = 5
    paragraph: ClassVar[str] = (
        "No territory is out of reach: a nuke breaks a continent behind the strongest border, and "
        "eliminates a player who hides far away. Leave no single army where it matters, keep a "
        "nuke beside what you cannot afford to lose, and place nukes where no player attacks "
        "soon. A nuclear wasteland is a wall, too."
    )

    played: bool = played_field(
        "Nukes stand on territories and never move. Before, between and after your attacks you "
        "may fire any number, each from a territory of yours at one anywhere in the world, "
        "your own included. A hit destroys one army unless its owner uses up a nuke in that "
        "territory or in one of theirs next to it by land. If the last army has nukes with it, "
        "one must be used. The last territory of the last player is no target. A territory "
        "that a nuke empties is a nuclear wasteland, which no player may enter. A player who "
        "conquers nukes destroys half of them, rounded up, and the loser fires the others at "
        "once. A nuke counts for nothing else: a continent brings armies only to a player with "
        "armies on all of it. At most five can play."
    )
    taken_from: int = number_field(
        "From turn {value} on, players may take up to half of the armies for their "
        "territories, rounded down, as nukes.",
        1,
        20,
        default=3,
    )
    fired_from: int = number_field("Nukes are fired from turn {value} on.", 1, 20, default=4)
    at_own_base: bool = choice_field(
        "The territory from which a nuke is fired.",
        default=False,
        true="A nuke may be fired at its own territory.",
        false="A nuke is fired at another territory than the one where it stands.",
    )
    wasted_for: int = number_field(
        "A nuclear wasteland stays closed until {value} {turn|turns} of the player who made it "
        "{has|have} begun; then it is an empty territory. Hitting it again restarts the count.",
        1,
        9,
        default=2,
    )
    others_may_defend: bool = choice_field(
        "Nukes of others.",
        default=True,
        true="Other players with a nuke beside the target by land may spend one to save it. They "
        "are asked one after the other, from the target's owner leftwards.",
        false="Only the target's owner may use a nuke to save it.",
    )
    changes_board: bool = choice_field(
        "The board.",
        default=True,
        true="Madagascar is linked to Western Australia and Eastern Australia to Peru, by sea; "
        "South America and Australia bring 3 armies, Africa 4, as far as they are on the board.",
        false="Links and continents are as on the board.",
    )


@declare
class TakeNukes(Action):
    """Take nukes instead of armies for territories, and put them on a territory of the seat."""

    kind = "arm"
    summary = "take nukes instead of armies, and place them"
    advice = "put {nukes} in {territory}"
    verb = "take nukes"
    territory: Territory
    nukes: Nukes = 1


@declare
class GoNuclear(Action):
    """Fire nukes before attacking."""

    kind = "nukes"
    summary = "fire nukes before, between or after your attacks"
    advice = "fire nukes"
    verb = "fire nukes"
    is_extra = True


@declare
class Fire(Action):
    """Fire a nuke from one of the seat's territories at any territory."""

    kind = "fire"
    summary = "fire a nuke from a territory of yours at any other"
    advice = "fire a nuke from {source} at {target}"
    confirm = {
        "": "Fire a nuke from {source} at {target}?",
        "own": "Fire a nuke from {source} at {target}, which is yours?",
    }
    source: Territory
    target: Territory


@declare
class SpendNuke(Action):
    """Spend a nuke in a territory to stop one in flight."""

    kind = "spend"
    summary = "spend a nuke to stop one that was fired"
    advice = "stop it with a nuke of {territory}"
    territory: Territory


@declare
class Retaliate(Action):
    """Fire a nuke of a territory that was just lost."""

    kind = "retaliate"
    summary = "fire a nuke of the territory that you lost at any territory"
    advice = "fire a nuke at {target}"
    confirm = {"": "Fire it at {target}?", "own": "Fire it at {target}, which is yours?"}
    target: Territory


@declare
class ToTakeNukes(Decision):
    """Take up to ``most`` nukes instead of armies, or continue."""

    kind = "arm"
    private = True
    part_of = "reinforce"
    purpose = (
        "Up to half of the armies for your territories may be nukes. They never move, so place "
        "them where no player attacks soon, and beside what they are to protect."
    )
    asks = "{seat}: place up to {most} instead of armies, or continue"
    heading = "up to {most}"
    choices = {
        TakeNukes: Choice("place nukes", "Each of them comes instead of an army."),
        EndPhase: Choice("continue", "You place your armies."),
    }
    most: Nukes


@declare
class ToFire(Decision):
    """Fire nukes, or continue with the attacks; ``left`` are the nukes of the seat."""

    kind = "fire"
    private = True
    part_of = "attack"
    purpose = (
        "A nuke destroys one army anywhere unless another nuke stops it. An emptied territory "
        "becomes a wasteland for a while."
    )
    asks = "{seat}: fire nukes ({#left} left), or continue your attacks"
    heading = "{left}"
    choices = {
        Fire: Choice("fire", "One nuke flies from a territory of yours to any other."),
        EndPhase: Choice("to your attacks", "You attack, and may fire again later."),
    }
    left: Nukes


@declare
class ToStopNuke(Decision):
    """Spend a nuke to stop the one that ``by`` fired at ``target`` of ``owner``, or decline."""

    kind = "spend"
    part_of = "attack"
    purpose = "A nuke is incoming. One of yours next to its target can stop it; both are used up."
    asks = {
        "own": "{seat}: {by} fires a nuke at {target} ({target_armies}): spend one to stop it, "
        "or lose an army",
        "": "{seat}: {by} fires a nuke at {target}[ ({owner})]: stop it with one of yours?",
    }
    heading = "a nuke"
    choices = {
        SpendNuke: Choice(
            "use this nuke", "A nuke of yours, there or beside it by land, stops the other."
        ),
        EndPhase: Choice({"own": "lose an army", "": "let it fall"}, "The other nuke hits."),
    }
    target: Territory
    owner: Seat | None
    by: Seat

    def conditions(self, reader: int | None) -> Collection[str]:
        return ("own",) if self.owner == self.seat else ()


@declare
class ToRetaliate(Decision):
    """Fire one of ``left`` nukes of a territory that was lost."""

    kind = "retaliate"
    part_of = "attack"
    purpose = "You lost a territory with nukes, but half of them can strike back."
    asks = "{seat}: you lost a territory with nukes: fire one anywhere ({#left} left)"
    heading = "{left}"
    choices = {Retaliate: Choice("fire here", "One of the nukes flies to any territory.")}
    requirement = "first fire the nukes you lost"
    left: Nukes


@declare
class NukesTaken(Event):
    """A seat took nukes instead of armies and placed them."""

    long = "{seat} takes {nukes} instead of armies, in {territory}"
    short = "{seat} +{nukes} {territory}"
    seat: Seat
    territory: Territory
    nukes: Nukes


@declare
class NukeFired(Event):
    """A nuke was fired; without a ``source`` it was in a territory that was just lost."""

    long = "{seat} fires a nuke[ from {source}] at {target}"
    short = "{seat} nukes [{source}→]{target}", "{seat} nukes {target}"
    seat: Seat
    source: Territory | None
    target: Territory


@declare
class NukeStopped(Event):
    """A nuke in ``territory`` was spent to stop one fired at ``target``."""

    is_irreversible = True
    long = "{seat} spends a nuke in {territory} to save {target}"
    short = "{seat} saves {target} from {territory}"
    seat: Seat
    territory: Territory
    target: Territory


@declare
class NukeNotStopped(Event):
    """A seat declined to stop a nuke."""

    is_irreversible = True
    long = "{seat} does not stop it"
    short = None
    seat: Seat


@declare
class ArmyNuked(Event):
    """A nuke destroyed an army."""

    long = "{seat} loses {armies} in {territory} to a nuke"
    short = "{seat} −{#armies} in {territory}"
    seat: Seat
    territory: Territory
    armies: Armies


@declare
class LaidWaste(Event):
    """A nuke turned a territory into a wasteland for a number of ``turns`` of ``seat``."""

    long = "{territory} is a wasteland, for {turns} of {seat}"
    short = "{territory} is a wasteland"
    recap = "{territory} is a wasteland"
    territory: Territory
    seat: Seat
    turns: Turns
    owner: Seat | None

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return () if self.owner is None else ((self.territory, self.owner),)


@declare
class WasteEnded(Event):
    """Wastelands became empty territories."""

    long = {
        "": "{territories} is empty and can be entered",
        "many": "{territories} are empty, and may be entered",
    }
    short = "Empty: {territories}", "Wastelands end"
    territories: Territories

    def conditions(self, reader: int | None) -> Collection[str]:
        return ("many",) if len(self.territories) > 1 else ()


@declare
class NukesConquered(Event):
    """A territory with nukes was conquered: half of them are lost, the others fired at once."""

    long = {
        "": "{victim} loses {lost} in {territory}, and fires {fired} at once",
        "none": "{victim} loses {lost} in {territory}",
    }
    short = "{victim} −{lost} {territory}"
    victim: Seat
    territory: Territory
    lost: Nukes
    fired: Nukes

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.fired else ("none",)


@dataclass(frozen=True, slots=True)
class Wasteland:
    """A wasteland, which lasts for a number of ``turns`` of ``seat``."""

    territory: int
    seat: int
    turns: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A nuke in flight: the seat that fired it, and its target.

    ``asked`` is the number of seats that did not or could not stop it. A wasteland that it makes
    lasts for a number of turns of the seat ``waits_for``.
    """

    by: int
    target: int
    waits_for: int
    asked: int = 0


@dataclass(frozen=True, slots=True)
class NuclearMemory(Memory):
    """The nukes by territory, the wastelands, and actions in progress.

    ``taken`` counts the nukes taken in this turn; ``has_taken_nukes`` means that the seat in turn
    takes no more. ``firing`` means that it fires before it attacks. ``lost`` are nukes of lost
    territories that must still be fired, as (seat, nukes, conqueror). ``round`` is the last one
    that has started.
    """

    nukes: tuple[int, ...]
    wastelands: tuple[Wasteland, ...] = ()
    taken: int = 0
    has_taken_nukes: bool = False
    firing: bool = False
    shot: Shot | None = None
    lost: tuple[tuple[int, int, int], ...] = ()
    round: int = 0


def owner_or_none(owner: int) -> int | None:
    """Return an owner as a seat, ``None`` for ``NO_SEAT``."""
    return None if owner == NO_SEAT else owner
