"""What happens in Castle Risk, and the words for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.declarations import Armies, CardCount, Cards, Seat, Slot, Territory
from risk_tui.engine.declarations import Card as CardSlot
from risk_tui.engine.events import EVENTS, Event

if TYPE_CHECKING:
    from collections.abc import Sequence


@EVENTS.register
@dataclass(frozen=True, slots=True)
class EmpireDrawn(Event):
    """A seat drew the empire in which it builds its castle."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} draws {empire} for a castle"
    short = "{seat}: {empire}"
    seat: Seat
    empire: Annotated[tuple[int, ...], Slot("continent", many=True)]


@EVENTS.register
@dataclass(frozen=True, slots=True)
class CastleBuilt(Event):
    """A seat built its castle."""

    long = "{seat} builds a castle in {territory}"
    short = "{seat}: castle {territory}"
    seat: Seat
    territory: Territory


@EVENTS.register
@dataclass(frozen=True, slots=True)
class ArmiesHidden(Event):
    """A seat wrote down where its armies hide; ``territory`` is ``None`` for everybody else."""

    long = "Your hidden armies are in {territory}", "{seat} has hidden armies"
    short = "{seat} hides armies"
    revealed = "{seat}'s hidden armies are in {territory}"
    seat: Seat
    territory: Territory | None

    def redacted_for(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, territory=None)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class HiddenArmiesShown(Event):
    """A seat showed its hidden armies."""

    is_irreversible: ClassVar[bool] = True
    shows_secret: ClassVar[bool] = True
    long = "{seat} shows hidden armies: {armies} in {territory}"
    short = "{seat} shows {#armies} in {territory}"
    recap = "{seat} showed {armies} hidden in {territory}"
    recap_rank = 4
    seat: Seat
    territory: Territory
    armies: Armies


@EVENTS.register
@dataclass(frozen=True, slots=True)
class ReinforcementsLaid(Event):
    """A seat played Reinforcements."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} plays {cards} of Reinforcements for {armies}"
    short = "{seat} reinforced: {armies}"
    seat: Seat
    cards: CardCount
    armies: Armies


@EVENTS.register
@dataclass(frozen=True, slots=True)
class TruceMade(Event):
    """A Diplomat made a truce between two seats."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} plays a Diplomat: a truce with {other}"
    short = "{seat}: truce with {other}"
    recap = {"": "{seat} made a truce with {other}", "other": "{seat} made a truce with you"}
    recap_rank = 4
    seat: Seat
    other: Seat


@EVENTS.register
@dataclass(frozen=True, slots=True)
class SpySent(Event):
    """A Spy looked at the cards of a seat; they are empty for everybody else."""

    is_irreversible: ClassVar[bool] = True
    long = {
        "": "{seat} plays a Spy and looks at the cards of {other}",
        "cards": "{seat} plays a Spy; {other} holds {cards}",
    }
    short = "{seat} spies on {other}"
    seat: Seat
    other: Seat
    cards: Cards

    def redacted_for(self, seat: int | None) -> Event:
        return self if seat in (self.seat, self.other) else replace(self, cards=())

    def conditions(self, reader: int | None) -> Sequence[str]:
        return ("cards",) if self.cards else ()


@EVENTS.register
@dataclass(frozen=True, slots=True)
class CardRemoved(Event):
    """A Spy's master discarded a card of another seat."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} discards the {card} of {other}"
    short = "{other} loses {card}"
    recap = {"": "{seat} took a card from {other}", "other": "{seat} took your {card}"}
    recap_rank = 5
    seat: Seat
    other: Seat
    card: CardSlot


@EVENTS.register
@dataclass(frozen=True, slots=True)
class GeneralPlayed(Event):
    """A General leads an attack."""

    is_irreversible: ClassVar[bool] = True
    long = "A General leads {seat}'s attack from {source} on {target}"
    short = "{seat}: General {source}→{target}"
    seat: Seat
    source: Territory
    target: Territory


@EVENTS.register
@dataclass(frozen=True, slots=True)
class MarshallPlayed(Event):
    """A Marshall leads a defence."""

    is_irreversible: ClassVar[bool] = True
    long = "A Marshall leads {seat}'s defence of {target}"
    short = "{seat}: Marshall in {target}"
    seat: Seat
    target: Territory


@EVENTS.register
@dataclass(frozen=True, slots=True)
class AdmiralSailed(Event):
    """An Admiral carries an attack across water."""

    is_irreversible: ClassVar[bool] = True
    long = "An Admiral carries {seat}'s armies from {source} against {target}"
    short = "{seat} sails {source}→{target}"
    seat: Seat
    source: Territory
    target: Territory


@EVENTS.register
@dataclass(frozen=True, slots=True)
class AdmiralLost(Event):
    """An Admiral was lost with the armies that he carried."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} loses the Admiral"
    short = "{seat} loses the Admiral"
    seat: Seat


@EVENTS.register
@dataclass(frozen=True, slots=True)
class CastleFell(Event):
    """The castle of ``victim`` was taken."""

    long = "{seat} takes the castle of {victim} in {territory}"
    short = "{seat} takes castle {territory}"
    recap = {"": "{seat} took the castle of {victim}", "victim": "{seat} took your castle"}
    recap_rank = 3
    seat: Seat
    victim: Seat
    territory: Territory
