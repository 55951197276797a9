"""What happens in battles."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from risk_tui.boards.board import NOBODY
from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.events.base import EVENTS, Event
from risk_tui.engine.slots import Armies, Dice, Faces, Number, Seat, Territory

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


@EVENTS.register
@dataclass(frozen=True, slots=True)
class BattleDeclared(Event):
    """An attack was announced and waits for the defender's choice of dice."""

    long = "{seat} attacks {target}[ from {source}] with {dice}"
    short = None
    seat: Seat
    source: Territory | None
    target: Territory
    dice: Dice

    def is_repeated_by(self, later: Event | None) -> bool:
        match later:
            case DiceRolled(_, source, target, attack) | BattleResolved(
                _, _, source, target, attack
            ):
                return (self.source, self.target, self.dice) == (source, target, len(attack))
        return False


@EVENTS.register
@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """Dice were rolled that do not count yet, from high to low.

    ``defence`` is empty while the defender has not rolled. The log leaves them out: they are shown
    while a choice is awaited.
    """

    long = "{seat} attacks {target}[ from {source}] and rolls {attack}[ v {defence}]"
    short = None
    seat: Seat
    source: Territory | None
    target: Territory
    attack: Faces
    defence: Faces

    def is_repeated_by(self, later: Event | None) -> bool:
        match later:
            case DiceRolled(_, source, target, attack, defence) | BattleResolved(
                _, _, source, target, attack, defence
            ):
                roll = (self.source, self.target, self.attack)
                return roll == (source, target, attack) and self.defence in ((), defence)
        return False


@EVENTS.register
@dataclass(frozen=True, slots=True)
class RollCorrected(Event):
    """A seat corrected the faces typed for real dice; the step is done with those ``rolled``."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} corrects the roll: {typed} to {rolled}"
    short = "{seat} corrects {typed}→{rolled}", "{seat} corrects the roll"
    seat: Seat
    typed: Faces
    rolled: Faces


_ROLL = "{attacker} attacks {target}[ from {source}]: {attack_dice} v {defence_dice}, "


@EVENTS.register
@dataclass(frozen=True, slots=True)
class BattleResolved(Event):
    """A battle was resolved: each side's dice from high to low, and its losses."""

    long = {
        "": _ROLL + "{attacker} loses {attacker_losses} and {defender} loses {defender_losses}",
        "won": _ROLL + "{defender} loses {defender_losses}",
        "lost": _ROLL + "{attacker} loses {attacker_losses}",
    }
    short = (
        "{attacker} ⚔ [{source}→]{target} {attack_dice} v {defence_dice}"
        "  −{attacker_losses} −{defender_losses}"
    )
    attacker: Seat
    defender: Seat
    source: Territory | None
    target: Territory
    attack_dice: Faces
    defence_dice: Faces
    attacker_losses: Number
    defender_losses: Number

    def conditions(self, reader: int | None) -> Collection[str]:
        if not self.attacker_losses:
            return ("won",)
        return () if self.defender_losses else ("lost",)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class FightSettled(BattleResolved):
    """A fight was settled without dice: the losses of both sides in all of it."""

    long = {
        "": "{attacker} attacks {target}[ from {source}] in a blitz: {attacker} loses "
        "{attacker_losses} and {defender} loses {defender_losses}",
        "won": "{attacker} attacks {target}[ from {source}] in a blitz: {defender} loses "
        "{defender_losses}",
        "lost": "{attacker} attacks {target}[ from {source}] in a blitz: {attacker} loses "
        "{attacker_losses}",
    }
    short = "{attacker} ⚔ [{source}→]{target} blitz  −{attacker_losses} −{defender_losses}"


@EVENTS.register
@dataclass(frozen=True, slots=True)
class Entered(Event):
    """Armies moved into a territory that was nobody's."""

    long = "{seat} enters {target} from {source} with {armies}"
    short = "{seat} enters {target} with {#armies}"
    seat: Seat
    source: Territory
    target: Territory
    armies: Armies

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return ((self.target, NOBODY),)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class Landed(Event):
    """Armies came from outside the board into a territory of their own."""

    long = "{seat} lands in {territory} with {armies}"
    short = "{seat} +{#armies} {territory}"
    seat: Seat
    territory: Territory
    armies: Armies


@EVENTS.register
@dataclass(frozen=True, slots=True)
class Abandoned(Event):
    """No army is left in a territory, which is nobody's from now on."""

    long = "{seat} leaves {territory} empty"
    short = "{seat} leaves {territory}"
    seat: Seat
    territory: Territory

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return ((self.territory, self.seat),)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class ArmiesPerished(Event):
    """Armies that moved into a territory did not arrive."""

    long = "{seat} loses {armies} on the way into {territory}"
    short = "{seat} −{#armies} into {territory}"
    seat: Seat
    territory: Territory
    armies: Armies


@EVENTS.register
@dataclass(frozen=True, slots=True)
class Conquered(Event):
    """A territory changed hands and waits for its new garrison."""

    long = "{seat} conquers {territory}"
    short = "{seat} takes {territory}"
    seat: Seat
    territory: Territory
    victim: Seat

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return ((self.territory, self.victim),)
