"""What decides a game: missions, who is out and who has won."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.events.base import EVENTS, Event, VictoryKind
from risk_tui.engine.slots import (
    CardCount,
    Cards,
    MissionCount,
    Missions,
    Number,
    Seat,
    Seats,
    Slot,
)

if TYPE_CHECKING:
    from collections.abc import Collection


@EVENTS.register
@dataclass(frozen=True, slots=True)
class SeatEliminated(Event):
    """A seat is out of the game: it lost its last territory, or what it could not lose."""

    long = {"alone": "{seat} is out of the game", "": "{seat} is out of the game, beaten by {by}"}
    short = {"alone": "{seat} is out", "": "{by} beats {seat}"}
    recap = {
        "alone": "{seat} is out",
        "": "{seat} is out, beaten by {by}",
        "seat": "You are out, beaten by {by}",
        "by": "{seat} is out, beaten by you",
    }
    recap_rank = 2
    seat: Seat
    by: Seat

    def conditions(self, reader: int | None) -> Collection[str]:
        alone = ("alone",) if self.by == self.seat else ()
        return (*alone, *Event.conditions(self, reader))


@EVENTS.register
@dataclass(frozen=True, slots=True)
class CardsTaken(Event):
    """The cards of an eliminated seat passed to its conqueror; only those two know which."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} takes {count} from {victim}[: {cards}]"
    short = "{seat} takes {count}"
    seat: Seat
    victim: Seat
    count: CardCount
    cards: Cards

    def redacted_for(self, seat: int | None) -> Event:
        return self if seat in (self.seat, self.victim) else replace(self, cards=())


@EVENTS.register
@dataclass(frozen=True, slots=True)
class SeatResigned(Event):
    """A seat left the game; its armies are neutral from now on."""

    long = "{seat} resigns; their armies become neutral"
    short = "{seat} resigns"
    recap = {
        "": "{seat} has resigned",
        "seat": "You have resigned",
    }
    recap_rank = 2
    seat: Seat


@EVENTS.register
@dataclass(frozen=True, slots=True)
class MissionsShown(Event):
    """A seat's missions were shown to everybody."""

    is_irreversible: ClassVar[bool] = True
    shows_secret: ClassVar[bool] = True
    long = {
        "": "{seat} shows a mission[: {missions}]",
        "many": "{seat} shows {count}[: {missions}]",
    }
    short = "{seat} shows {count}"
    seat: Seat
    missions: Missions

    @property
    def count(self) -> MissionCount:
        """How many missions."""
        return len(self.missions)

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.count == 1 else ("many",)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class GoalReached(Event):
    """A seat reached a goal of several, the ``total``-th of the ``needed`` ones."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} has reached {total} of {needed} goals"
    short = "{seat} reached goal {total} of {needed}"
    recap = "{seat} has reached goal {total} of {needed}"
    recap_rank = 4
    seat: Seat
    total: Number
    needed: Number


@EVENTS.register
@dataclass(frozen=True, slots=True)
class VictoryAnnounced(Event):
    """A seat will have won if it holds on until its next turn."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} {how}, and wins if that still holds when {seat}'s next turn starts"
    short = "{seat} announces victory"
    recap = "{seat} will win by holding on until the next turn"
    recap_rank = 1
    seat: Seat
    how: Annotated[VictoryKind, Slot("victory")]


@EVENTS.register
@dataclass(frozen=True, slots=True)
class VictoryDenied(Event):
    """A seat could not hold what it had announced."""

    long = "{seat} could not hold the victory announced"
    short = "{seat} could not hold it"
    recap = "{seat} could not hold the victory announced"
    recap_rank = 1
    seat: Seat


@EVENTS.register
@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """The game is over. Several winners share a game that the turn limit ended in a tie."""

    is_irreversible: ClassVar[bool] = True
    long = {
        "": "{winners} {how} and wins the game",
        "time": "Time is up: {winners} holds most and wins the game",
        "shared": "Time is up: {winners} share the victory",
    }
    short = {"": "★ {winners} wins", "shared": ("★ {winners} share it", "★ {count} share it")}
    winners: Seats
    how: Annotated[VictoryKind, Slot("victory")]

    @property
    def count(self) -> Number:
        """How many winners."""
        return len(self.winners)

    def conditions(self, reader: int | None) -> Collection[str]:
        if len(self.winners) > 1:
            return ("shared",)
        return ("time",) if self.how == VictoryKind.TURN_LIMIT else ()
