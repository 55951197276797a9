"""What happens before the first turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.events.base import EVENTS, Event
from risk_tui.engine.slots import (
    MissionCount,
    Missions,
    OwnerByTerritory,
    Rolls,
    Seat,
    Seats,
    Slot,
    Territories,
    Territory,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


@EVENTS.register
@dataclass(frozen=True, slots=True)
class FirstRolled(Event):
    """Dice were rolled for the first turn; ``rolls`` holds one tuple of (seat, face) a round."""

    long = "The dice: {rolls}. {seat} goes first"
    short = "{seat} goes first"
    rolls: Rolls
    seat: Seat

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        return [roll for turn in self.rolls for roll in turn]


@EVENTS.register
@dataclass(frozen=True, slots=True)
class OrderRolled(Event):
    """Dice were rolled for the order of the turns; ``rolls`` are those of ``FirstRolled``."""

    long = "The dice: {rolls}. The order of play is: {order}"
    short = "In order: {order}"
    rolls: Rolls
    order: Seats

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        return [roll for turn in self.rolls for roll in turn]


@EVENTS.register
@dataclass(frozen=True, slots=True)
class FirstAgreed(Event):
    """The first seat was agreed on, and not rolled for."""

    long = "{seat} goes first, as agreed"
    short = "{seat} goes first"
    seat: Seat


@EVENTS.register
@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The territories were dealt, one army on each; ``owners[territory]`` is a seat.

    For a seat that does not see all of them there are no ``owners``.
    """

    long = "The territories are dealt[: {owners}]"
    short = "Territories dealt"
    owners: OwnerByTerritory


@EVENTS.register
@dataclass(frozen=True, slots=True)
class CitiesPlaced(Event):
    """Cities were put on territories by lot."""

    is_about_board: ClassVar[bool] = True
    long = "Cities stand in {territories}"
    short = "{count} on the board"
    territories: Territories

    @property
    def count(self) -> Annotated[int, Slot("number", unit="city")]:
        """How many cities."""
        return len(self.territories)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class MissionsDealt(Event):
    """A seat was dealt ``count`` secret missions; ``missions`` is empty for everybody else."""

    long = {
        "": ("Your mission: {missions}", "{seat} is dealt a secret mission"),
        "many": ("Your missions: {missions}", "{seat} is dealt {#count} secret missions"),
    }
    short = {"": "{seat} is dealt a mission", "many": "{seat} is dealt {count}"}
    revealed = "{seat}'s mission: {missions}"
    seat: Seat
    count: MissionCount
    missions: Missions

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.count == 1 else ("many",)

    def redacted_for(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, missions=())


@EVENTS.register
@dataclass(frozen=True, slots=True)
class MissionsLeft(Event):
    """The missions that were dealt to nobody."""

    long = "{count} dealt to nobody[: {missions}]"
    short = "{count} left over"
    missions: Missions

    @property
    def count(self) -> MissionCount:
        """How many missions."""
        return len(self.missions)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A free territory was claimed with one army."""

    long = "{seat} claims {territory}"
    short = "{seat} claims {territory}"
    seat: Seat
    territory: Territory
