"""What happens in a turn, outside of battles."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.events.base import EVENTS, Event
from risk_tui.engine.slots import (
    Armies,
    ArmySources,
    Card,
    CardCount,
    Cards,
    ContinentBonuses,
    Flag,
    Number,
    Seat,
    Territory,
)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A turn began; rounds count from 1."""

    is_irreversible: ClassVar[bool] = True
    long = "Round {round}: it is {seat}'s turn"
    short = "· Round {round}: {seat}"
    seat: Seat
    round: Number


@EVENTS.register
@dataclass(frozen=True, slots=True)
class IncomeReceived(Event):
    """A seat received armies to place: for its territories, each continent held, and ``more``."""

    tells_holdings: ClassVar[bool] = True
    long = "{seat} receives {total}[: {sources}]"
    short = "{seat} gets {total}"
    seat: Seat
    territories: Armies
    continents: ContinentBonuses
    more: ArmySources = ()

    @property
    def total(self) -> Armies:
        """All armies received."""
        bonuses = sum(bonus for _, bonus in self.continents)
        return self.territories + bonuses + sum(armies for armies, _ in self.more)

    @property
    def sources(self) -> ArmySources:
        """What the armies are for; nothing where they are for territories alone."""
        if self.total == self.territories:
            return ()
        sources: tuple[tuple[int, int | str], ...] = (
            (self.territories, "territories"),
            *((bonus, number) for number, bonus in self.continents),
            *self.more,
        )
        return tuple((armies, source) for armies, source in sources if armies)

    @property
    def is_empty(self) -> bool:
        return not self.total


@EVENTS.register
@dataclass(frozen=True, slots=True)
class ArmiesLost(Event):
    """Armies that a seat received had no room on the board and are lost."""

    tells_holdings: ClassVar[bool] = True
    long = "{seat} loses {armies}: there is no room for more"
    short = "{seat}: no room for {#armies}"
    seat: Seat
    armies: Armies


@EVENTS.register
@dataclass(frozen=True, slots=True)
class SetTraded(Event):
    """Cards were traded; ``armies`` excludes the bonus on a card's territory."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} trades {cards} for {armies}"
    short = "{seat} trades: {armies}"
    recap = "{seat} traded a set for {armies}"
    recap_rank = 5
    seat: Seat
    cards: Cards
    armies: Armies


@EVENTS.register
@dataclass(frozen=True, slots=True)
class Placed(Event):
    """Armies of ``seat`` were placed on a territory that it holds."""

    long = "{seat} places {armies} on {territory}"
    short = "{seat} +{#armies} {territory}"
    seat: Seat
    territory: Territory
    armies: Armies


@EVENTS.register
@dataclass(frozen=True, slots=True)
class Moved(Event):
    """Armies moved between two territories of one seat: an occupation or a fortification."""

    long = {
        "": "{seat} moves {armies} into {target}",
        "fortified": "{seat} moves {armies} from {source} to {target}",
    }
    short = "{seat} {source}→{target} {#armies}"
    seat: Seat
    source: Territory
    target: Territory
    armies: Armies
    fortified: Flag


@EVENTS.register
@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A seat drew a card; ``card`` is ``None`` for everybody else."""

    long = "You draw: {card}", "{seat} draws a card"
    short = "You draw {card}", "{seat} draws a card"
    revealed = "{seat} draws {card}"
    seat: Seat
    card: Card | None

    def redacted_for(self, seat: int | None) -> Event:
        return self if seat == self.seat else replace(self, card=None)


@EVENTS.register
@dataclass(frozen=True, slots=True)
class CardsDiscarded(Event):
    """The cards of a seat that left the game went to the discard pile, face up."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} discards {count}"
    short = "{seat} discards {#count}"
    seat: Seat
    count: CardCount


@EVENTS.register
@dataclass(frozen=True, slots=True)
class DeckReshuffled(Event):
    """The deck was used up and the discard pile became the new one."""

    long = "The discard pile is shuffled: a new deck of {count}"
    short = "New deck: {count}"
    count: CardCount
