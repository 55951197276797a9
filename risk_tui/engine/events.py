"""Events: the results of an action, one after the other.

Events are plain data for every observer. An event with a secret, such as a drawn card, can be
reduced to the part that a seat may see. An event declares its fields and messages about them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from risk_tui.boards.board import NO_SEAT
from risk_tui.data.language import N_
from risk_tui.engine.declarations import (
    Armies,
    ArmySources,
    Card,
    CardCount,
    Cards,
    ContinentBonuses,
    Dice,
    Faces,
    Flag,
    HasMessages,
    HasSecrets,
    KindRegistry,
    Messages,
    MissionCount,
    Missions,
    Number,
    OwnerByTerritory,
    Rolls,
    Seat,
    Seats,
    Slot,
    Territories,
    Territory,
    check_messages,
    declare,
    slots_of,
)


@dataclass(frozen=True, slots=True)
class VictoryKind:
    """A way to win a game; ``phrase`` continues a sentence about the winner.

    Variants may add their own.
    """

    name: str
    phrase: str = field(compare=False)

    CONQUEST: ClassVar[VictoryKind]
    LAST_STANDING: ClassVar[VictoryKind]
    MISSION: ClassVar[VictoryKind]
    TURN_LIMIT: ClassVar[VictoryKind]


VictoryKind.CONQUEST = VictoryKind("conquest", "has conquered the world")
VictoryKind.LAST_STANDING = VictoryKind("last standing", "is the last player left")
VictoryKind.MISSION = VictoryKind("mission", "has completed the mission")
VictoryKind.TURN_LIMIT = VictoryKind("turn limit", "is ahead after the last round")


@dataclass(frozen=True, slots=True)
class Event(HasSecrets):
    """The base of all events: fields with declared meanings, and messages about them.

    If ``is_irreversible``, the step can't be undone, because players have learnt something from it.
    """

    is_irreversible: ClassVar[bool] = False
    reveals_secret: ClassVar[bool] = False
    """True if it reveals a seat's secret to all players."""
    reveals_ownership: ClassVar[bool] = False
    """True if it allows conclusions about the territories of its seat without naming any."""
    marks_board: ClassVar[bool] = False
    """True if its territories are marked on the board, so that all players may know them."""
    turns_game: ClassVar[bool] = False
    """True if it can decide a game like an elimination, so that a story tells it."""
    long: ClassVar[Messages]
    """The event as a sentence."""
    short: ClassVar[Messages | None]
    """The event as a line of at most 40 columns; ``None`` if the log omits it."""
    revealed: ClassVar[Messages | None] = None
    """The event with its seat's secrets, for others; ``None`` for the same words as ``long``."""
    recap: ClassVar[Messages | None] = None
    """The event for players who were away; ``None`` if it is not worth a line.

    A message whose id is the name of a slot is for the seat in that slot.
    """
    recap_order: ClassVar[int] = 0
    """Its position in a recap, lowest first; up to 3 comes before the changes on the board."""

    def __init_subclass__(cls) -> None:
        for form in ("long", "short"):
            if not hasattr(cls, form):
                raise TypeError(f"{cls.__name__} has no words: it declares no {form!r}")

    @property
    def is_empty(self) -> bool:
        """True if the event is not worth a line."""
        return False

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        """Return the territories that changed hands, as (territory, previous owner)."""
        return ()

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        """Return the dice rolled outside battles, as (seat, face)."""
        return ()

    def conditions(self, reader: int | None) -> Collection[str]:
        flags = HasMessages.conditions(self, reader)
        seats = [name for name, slot in slots_of(type(self)).items() if slot.meaning == "seat"]
        return (*flags, *(name for name in seats if getattr(self, name) == reader))

    def is_repeated_by(self, later: Event | None) -> bool:
        """Return True if the next event, ``later``, includes everything in this one."""
        return False


class EventKinds(KindRegistry[Event]):
    """Kinds of events by the names of their classes."""

    def name_of(self, kind: type[Any]) -> str:
        return kind.__name__


def _check(kind: type[Event]) -> None:
    """Raise ``TypeError`` unless the messages of an event are complete."""
    for messages in (kind.long, kind.short, kind.revealed, kind.recap):
        if messages is not None:
            check_messages(kind, messages)


EVENTS = EventKinds(Event, (), check=_check)
"""The kinds of events by name; a variant's module registers its own."""


@declare
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


@declare
class DiceRolled(Event):
    """Dice were rolled, but the losses are not decided yet; dice are in order from high to low.

    ``defence`` is empty until the defender has rolled. The log omits the event, because the dice
    are shown while a choice is pending.
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


@declare
class RollCorrected(Event):
    """A seat corrected ``typed`` faces of real dice to ``rolled``, and the step is repeated."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} corrects the roll: {typed} to {rolled}"
    short = "{seat} corrects {typed}→{rolled}", "{seat} corrects the roll"
    seat: Seat
    typed: Faces
    rolled: Faces


_ROLL = "{attacker} attacks {target}[ from {source}]: {attack_dice} v {defence_dice}, "


@declare
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


@declare
class FightSettled(BattleResolved):
    """A fight was settled without dice: the total losses of both sides."""

    long = {
        "": "{attacker} attacks {target}[ from {source}] in a blitz: {attacker} loses "
        "{attacker_losses} and {defender} loses {defender_losses}",
        "won": "{attacker} attacks {target}[ from {source}] in a blitz: {defender} loses "
        "{defender_losses}",
        "lost": "{attacker} attacks {target}[ from {source}] in a blitz: {attacker} loses "
        "{attacker_losses}",
    }
    short = "{attacker} ⚔ [{source}→]{target} blitz  −{attacker_losses} −{defender_losses}"


@declare
class Entered(Event):
    """Armies moved into an empty territory."""

    long = "{seat} enters {target} from {source} with {armies}"
    short = "{seat} enters {target} with {#armies}"
    seat: Seat
    source: Territory
    target: Territory
    armies: Armies

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return ((self.target, NO_SEAT),)


@declare
class Landed(Event):
    """Armies from outside the board landed in a territory: an empty one, or one just conquered."""

    long = "{seat} lands in {territory} with {armies}"
    short = "{seat} +{#armies} {territory}"
    seat: Seat
    territory: Territory
    armies: Armies

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        # If it was conquered, the event before this one has its previous owner.
        return ((self.territory, NO_SEAT),)


@declare
class Abandoned(Event):
    """The last army left a territory, which now has no owner."""

    long = "{seat} leaves {territory} empty"
    short = "{seat} leaves {territory}"
    seat: Seat
    territory: Territory

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return ((self.territory, self.seat),)


@declare
class ArmiesPerished(Event):
    """Armies were lost on the way into a territory."""

    long = "{seat} loses {armies} on the way into {territory}"
    short = "{seat} −{#armies} into {territory}"
    seat: Seat
    territory: Territory
    armies: Armies


@declare
class Conquered(Event):
    """A territory was conquered; its garrison has not moved in yet."""

    long = "{seat} conquers {territory}"
    short = "{seat} takes {territory}"
    seat: Seat
    territory: Territory
    victim: Seat

    def previous_owners(self) -> Sequence[tuple[int, int]]:
        return ((self.territory, self.victim),)


@declare
class SeatEliminated(Event):
    """A seat is out of the game: it lost its last territory, or something essential.

    ``by`` is the seat itself if no other seat caused the loss.
    """

    long = {"alone": "{seat} is out of the game", "": "{seat} is out of the game, beaten by {by}"}
    short = {"alone": "{seat} is out", "": "{by} beats {seat}"}
    recap = {
        "alone": "{seat} is out",
        "": "{seat} is out, beaten by {by}",
        "seat": "You are out, beaten by {by}",
        "by": "{seat} is out, beaten by you",
    }
    recap_order = 2
    seat: Seat
    by: Seat

    def conditions(self, reader: int | None) -> Collection[str]:
        alone = ("alone",) if self.by == self.seat else ()
        return (*alone, *Event.conditions(self, reader))


@declare
class CardsTaken(Event):
    """The conqueror took the cards of an eliminated seat; only these two seats know them."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} takes {count} from {victim}[: {cards}]"
    short = "{seat} takes {count}"
    secret = {"cards": ()}
    known_to = ("seat", "victim")
    seat: Seat
    victim: Seat
    count: CardCount
    cards: Cards


@declare
class SeatResigned(Event):
    """A seat left the game; its armies are now neutral."""

    long = "{seat} resigns; their armies become neutral"
    short = "{seat} resigns"
    recap = {
        "": "{seat} has resigned",
        "seat": "You have resigned",
    }
    recap_order = 2
    seat: Seat


@declare
class MissionsShown(Event):
    """A seat's missions were shown to all players."""

    is_irreversible: ClassVar[bool] = True
    reveals_secret: ClassVar[bool] = True
    long = {
        "": "{seat} reveals a mission[: {missions}]",
        "many": "{seat} shows {count}[: {missions}]",
    }
    short = "{seat} shows {count}"
    seat: Seat
    missions: Missions

    @property
    def count(self) -> MissionCount:
        """The number of missions."""
        return len(self.missions)

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.count == 1 else ("many",)


@declare
class GoalReached(Event):
    """A seat reached one of several goals: it now has ``total`` of the ``needed`` ones."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} has reached {total} of {needed} goals"
    short = "{seat} reached goal {total} of {needed}"
    recap = "{seat} has reached goal {total} of {needed}"
    recap_order = 4
    seat: Seat
    total: Number
    needed: Number


@declare
class VictoryAnnounced(Event):
    """A seat announced that it wins if it holds its position until its next turn."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} {how} and wins if that is still true at the start of {seat}'s next turn"
    short = "{seat} announces victory"
    recap = "{seat} wins by holding on until their next turn"
    recap_order = 1
    seat: Seat
    how: Annotated[VictoryKind, Slot("victory")]


@declare
class VictoryDenied(Event):
    """A seat did not hold the position with which it had announced a victory."""

    long = "{seat} could not hold the announced victory"
    short = "{seat} could not hold it"
    recap = "{seat} could not hold the announced victory"
    recap_order = 1
    seat: Seat


@declare
class GameWon(Event):
    """The game is over. Several winners share a game that the turn limit ended in a tie."""

    is_irreversible: ClassVar[bool] = True
    long = {
        "": "{winners} {how} and wins the game",
        "time": "The last round is over: {winners} is ahead and wins",
        "shared": "The last round is over: {winners} share the victory",
    }
    short = {"": "★ {winners} wins", "shared": ("★ {winners} share it", "★ {count} share it")}
    winners: Seats
    how: Annotated[VictoryKind, Slot("victory")]

    @property
    def count(self) -> Number:
        """The number of winners."""
        return len(self.winners)

    def conditions(self, reader: int | None) -> Collection[str]:
        if len(self.winners) > 1:
            return ("shared",)
        return ("time",) if self.how == VictoryKind.TURN_LIMIT else ()


@declare
class FirstRolled(Event):
    """Seats rolled for the first turn; ``rolls`` has the (seat, face) pairs of each round."""

    long = "The dice: {rolls}. {seat} goes first"
    short = "{seat} goes first"
    rolls: Rolls
    seat: Seat

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        return [roll for rolls in self.rolls for roll in rolls]


@declare
class OrderRolled(Event):
    """Seats rolled for the order of turns; ``rolls`` has the (seat, face) pairs of each round."""

    long = "The dice: {rolls}. The order of play is: {order}"
    short = "In order: {order}"
    rolls: Rolls
    order: Seats

    def single_rolls(self) -> Sequence[tuple[int, int]]:
        return [roll for rolls in self.rolls for roll in rolls]


@declare
class FirstAgreed(Event):
    """The players agreed on the first seat without a roll."""

    long = "{seat} goes first, as agreed"
    short = "{seat} goes first"
    seat: Seat


@declare
class Dealt(Event):
    """The territories were dealt, with one army on each; ``owners`` has the seat of each.

    ``owners`` is empty for a reader who can't see all territories.
    """

    long = "The territories are dealt[: {owners}]"
    short = "Territories dealt"
    owners: OwnerByTerritory


@declare
class CitiesPlaced(Event):
    """Cities were put on random territories."""

    marks_board: ClassVar[bool] = True
    long = "Cities: {territories}"
    short = "{count} on the board"
    territories: Territories

    @property
    def count(self) -> Annotated[int, Slot("number", unit="city")]:
        """The number of cities."""
        return len(self.territories)


@declare
class MissionsDealt(Event):
    """A seat was dealt ``count`` secret missions; ``missions`` is empty for other seats."""

    long = {
        "": ("Your mission: {missions}", "{seat} is dealt a secret mission"),
        "many": ("Your missions: {missions}", "{seat} is dealt {#count} secret missions"),
    }
    short = {"": "{seat} is dealt a mission", "many": "{seat} is dealt {count}"}
    revealed = "{seat}'s mission: {missions}"
    secret = {"missions": ()}
    seat: Seat
    count: MissionCount
    missions: Missions

    def conditions(self, reader: int | None) -> Collection[str]:
        return () if self.count == 1 else ("many",)


@declare
class MissionsLeft(Event):
    """The missions that were not dealt were shown to all players."""

    long = "{count} not dealt[: {missions}]"
    short = "{count} left over"
    missions: Missions

    @property
    def count(self) -> MissionCount:
        """The number of missions."""
        return len(self.missions)


@declare
class Claimed(Event):
    """A free territory was claimed with one army."""

    long = "{seat} claims {territory}"
    short = "{seat} claims {territory}"
    seat: Seat
    territory: Territory


@declare
class TurnBegan(Event):
    """A turn began; rounds count from 1."""

    is_irreversible: ClassVar[bool] = True
    long = "Round {round}: {seat}'s turn"
    short = "· Round {round}: {seat}"
    seat: Seat
    round: Number


@declare
class IncomeReceived(Event):
    """A seat received armies to place: for territories, for continents, and from other sources."""

    reveals_ownership: ClassVar[bool] = True
    long = "{seat} receives {total}[: {sources}]"
    short = "{seat} gets {total}"
    seat: Seat
    territories: Armies
    continents: ContinentBonuses
    more: ArmySources = ()

    @property
    def total(self) -> Armies:
        """All armies received; 0 if negative bonuses exceed the rest."""
        bonuses = sum(bonus for _, bonus in self.continents)
        return max(0, self.territories + bonuses + sum(armies for armies, _ in self.more))

    @property
    def sources(self) -> ArmySources:
        """The sources of the armies; empty if they are for territories alone."""
        if self.total == self.territories:
            return ()
        sources: tuple[tuple[int, int | str], ...] = (
            (self.territories, N_("territories")),
            *((bonus, number) for number, bonus in self.continents),
            *self.more,
        )
        return tuple((armies, source) for armies, source in sources if armies)

    @property
    def is_empty(self) -> bool:
        return not self.total


@declare
class ArmiesLost(Event):
    """Armies to place had no room on the board and are lost."""

    reveals_ownership: ClassVar[bool] = True
    long = "{seat} loses {armies}: no room to place them"
    short = "{seat}: no room for {#armies}"
    seat: Seat
    armies: Armies


@declare
class SetTraded(Event):
    """Cards were traded; ``armies`` excludes the bonus on a card's territory."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} trades {cards} for {armies}"
    short = "{seat} trades: {armies}"
    recap = "{seat} traded a set for {armies}"
    recap_order = 5
    seat: Seat
    cards: Cards
    armies: Armies


@declare
class Placed(Event):
    """Armies of ``seat`` were placed on a territory that it holds."""

    long = "{seat} places {armies} on {territory}"
    short = "{seat} +{#armies} {territory}"
    seat: Seat
    territory: Territory
    armies: Armies


@declare
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


@declare
class CardDrawn(Event):
    """A seat drew a card; ``card`` is ``None`` for other seats."""

    long = "You draw: {card}", "{seat} draws a card"
    short = "You draw {card}", "{seat} draws a card"
    revealed = "{seat} draws {card}"
    secret = {"card": None}
    seat: Seat
    card: Card | None


@declare
class CardsDiscarded(Event):
    """The cards of a seat that left the game went to the discard pile, face up."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} discards {count}"
    short = "{seat} discards {#count}"
    seat: Seat
    count: CardCount


@declare
class DeckReshuffled(Event):
    """The discard pile was shuffled into the deck, which has ``count`` cards now."""

    long = "The discard pile is shuffled into a new deck of {count}"
    short = "New deck: {count}"
    count: CardCount
