"""The declarations of Castle Risk: options, cards, actions, decisions, events and memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Self

from pydantic import Field

from risk_tui.boards.board import NO_SEAT, NO_TERRITORY, Board, Card, CardSymbol
from risk_tui.engine.actions import Action, Claim, EndPhase
from risk_tui.engine.chance import Chance
from risk_tui.engine.decisions import Choice, Decision, ToClaim
from risk_tui.engine.declarations import Armies, CardCount, Cards, Seat, Slot, Territory, declare
from risk_tui.engine.declarations import Card as CardSlot
from risk_tui.engine.events import Event
from risk_tui.engine.phases.set_up import answered_from_first
from risk_tui.engine.variant import Memory
from risk_tui.engine.view import View
from risk_tui.rules.fields import Name, choice_field
from risk_tui.rules.variant_options import VariantSection, played_field

REINFORCEMENTS = "Reinforcements"
GENERAL = "General"
MARSHALL = "Marshall"
ADMIRAL = "Admiral"
DIPLOMAT = "Diplomat"
SPY = "Spy"

COUNTS = {REINFORCEMENTS: 12, GENERAL: 8, MARSHALL: 8, DIPLOMAT: 7, SPY: 7, ADMIRAL: 6}
"""The number of cards of each name, 48 in all, in every edition."""

DECK = tuple(
    Card(CardSymbol.POWER, None, name) for name, count in COUNTS.items() for _ in range(count)
)


class CastleSection(VariantSection):
    """Castle Risk."""

    replaces: ClassVar[tuple[str, ...]] = (
        "cards",
        "variants.own_cards",
        "variants.spoils",
        "fortify",
        "reinforce.territories_for_an_army",
        "reinforce.least",
    )
    paragraph: ClassVar[str] = (
        "Guard your castle: if you lose it you are out. New armies arrive at the end of your "
        "turn and fight in the next. Keep a Marshall to defend the castle, and watch the "
        "coasts: an Admiral can land on any of them."
    )

    played: bool = played_field(
        "Each player draws an empire at random and builds a castle in it. A player who loses "
        "their castle is out of the game. Cards have powers: Reinforcements bring armies, a Spy "
        "sees a hand and discards a card from it, and a Diplomat makes a truce until their next "
        "turn, all before the attacks; a General adds one to the highest die of an attack on a "
        "territory, a Marshall to that of its defence, until that attack ends; an Admiral attacks "
        "across water with all armies but one, to the end, and is lost only with them. At the "
        "start of your turn, draw up to three cards, then one more. Against a castle no more than "
        "two dice are rolled. Each player secretly picks a territory. Once per game, on your own "
        "turn, if you hold it, reveal it to place as many armies there as the next Reinforcements "
        "card would bring. There is no fortifying."
    )
    independents: tuple[Name, ...] = choice_field(
        "No castle is built in {this continent|these continents}: {value}.",
        default=(),
        none="A castle may be built in any continent that is drawn.",
    )
    inland: tuple[Name, ...] = choice_field(
        "{This territory has|These territories have} no coast on the outer sea: {value}.",
        default=(),
        none="Every territory has a coast.",
    )
    inner_sea: tuple[Name, ...] = choice_field(
        "{This one has|These have} a coast on an inland sea, which Admirals cannot leave: {value}.",
        default=(),
        none="All coasts are on one sea.",
    )
    castle_armies: Annotated[int, Field(ge=0, le=20)] = choice_field(
        "Each castle a player holds, their own or captured, brings {value} {army|armies}.",
        default=8,
        **{"0": "Castles bring no armies."},
    )
    ladder: Annotated[tuple[Annotated[int, Field(ge=1, le=50)], ...], Field(min_length=1)] = (
        choice_field(
            "Armies for Reinforcements cards, one after the other, for all players together: "
            "{value}; then the sequence starts over.",
            default=(3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
        )
    )

    def fitted_to(self, board: Board) -> Self:
        keys = [each.key for each in board.continents] + [each.key for each in board.territories]
        known, lists = {key.casefold() for key in keys}, ("independents", "inland", "inner_sea")
        return self.model_copy(
            update={
                key: tuple(name for name in getattr(self, key) if name.casefold() in known)
                for key in lists
            }
        )


def key_on_one_earth(board: Board, key: str) -> str:
    """Return the key of a territory or continent without the number of its Earth."""
    return key.rpartition(" ")[0] if board.earths > 1 else key


@declare
class HideArmies(Action):
    """Choose the territory of the hidden armies; others only see that this was done."""

    kind = "hide"
    summary = "choose where to hide your armies; no one else sees it"
    advice = "hide your armies in {territory}"
    verb = "hide armies"
    confirm = "Hide your armies in {territory}? This is for the whole game."
    secret = {"territory": None}
    territory: Territory | None


@declare
class ShowArmies(Action):
    """Show the hidden armies, which arrive in their territory."""

    kind = "hidden"
    summary = "reveal your hidden armies (once, on your turn)"
    advice = "reveal your hidden armies"
    verb = "show your hidden armies"
    confirm = "Show your hidden armies to all? They can't be hidden again."
    is_extra = True


@declare
class LayReinforcements(Action):
    """Play Reinforcements: each card brings the next number of armies on the ladder."""

    kind = "lay"
    summary = "play Reinforcements"
    advice = "play {cards} of Reinforcements"
    verb = "play Reinforcements"
    number = "most"
    cards: CardCount = 1


@declare
class MakeTruce(Action):
    """Play a Diplomat: a truce with one player until the start of the next own turn."""

    kind = "diplomat"
    summary = "play a Diplomat: a truce with a player until your next turn"
    advice = "play a Diplomat: a truce with {other}"
    verb = "make a truce"
    other: Seat


@declare
class SendSpy(Action):
    """Play a Spy: look at the hand of one player, and remove a card."""

    kind = "spy"
    summary = "play a Spy: look at a player's cards and discard one of them"
    advice = "send a Spy to {other}"
    verb = "send a Spy"
    other: Seat


@declare
class DiscardFrom(Action):
    """Discard a card from the hand that the Spy looks at."""

    kind = "remove"
    summary = "discard one of the cards your Spy sees"
    advice = "discard {card}"
    card: CardSlot


@declare
class LeadAttack(Action):
    """Play a General for an attack on a territory: add one to the highest die."""

    kind = "general"
    summary = "play a General for an attack"
    advice = "play a General to attack {target} from {source}"
    verb = "play a General"
    source: Territory
    target: Territory


@declare
class LeadDefence(Action):
    """Play a Marshall for the defence of a territory: add one to the highest die."""

    kind = "marshall"
    summary = "play a Marshall for the territory that is attacked"
    advice = "play a Marshall"
    verb = "play a Marshall"


@declare
class Sail(Action):
    """Attack across water with an Admiral: with all armies but one, to the end."""

    kind = "voyage"
    summary = "attack across water with an Admiral, to the end"
    advice = "sail from {source} against {target} with an Admiral"
    verb = "sail"
    confirm = "Sail from {source} against {target}? The attack is fought to its end."
    source: Territory
    target: Territory


_CASTLE_QUESTIONS = (
    "{seat}: claim your castle: {among}; if it falls, you are out",
    "{seat}: claim a territory for your castle: {empire}; if it falls, you are out",
    "{seat}: claim your castle: {empire}; if it falls, you are out",
    "{seat}: claim your castle; if it falls, you are out",
)
"""The question for the first territory, in several lengths."""


@dataclass(frozen=True, slots=True)
class ToBuildCastle(ToClaim):
    """Claim the first territory ``among`` those of an empire: the castle is built there.

    It keeps the kind of ``ToClaim``, because it is a claim like any other.
    """

    purpose = (
        "Your first territory is that of your castle, in the empire that you have drawn. A player "
        "who loses their castle is out of the game, so choose one with few neighbours."
    )
    asks = dict.fromkeys(("", "among"), _CASTLE_QUESTIONS)
    choices = {
        Claim: Choice(
            "build", "Your castle stands there for the whole game, and you are out when it falls."
        )
    }
    empire: Annotated[int, Slot("continent")] | None = None


@declare
class ToHideArmies(Decision):
    """Choose the territory of the hidden armies."""

    kind = "hide"
    private = True
    answer_is_secret = True
    purpose = (
        "Each player secretly picks a territory without a castle. If you hold it later, you "
        "can reveal it once to get armies there."
    )
    asks = "{seat}: choose the territory of your hidden armies"
    heading = "in secret"
    choices = {HideArmies: Choice("hide", "The territory may belong to any player.")}
    requirement = "choose the territory of your hidden armies first"


@declare
class ToPlayCards(Decision):
    """Play Reinforcements, a Diplomat or a Spy, or continue with the attacks."""

    kind = "cards"
    private = True
    purpose = (
        "Before you attack you can play cards: Reinforcements for armies, a Diplomat for a "
        "truce, a Spy to see a player's cards."
    )
    asks = "{seat}: play cards, or start attacking"
    choices = {
        Action: Choice("play a card"),
        EndPhase: Choice("attack", "You keep your cards for later."),
    }


@declare
class ToDiscardFrom(Decision):
    """Discard one of the cards that the Spy looks at; only the spy's owner sees them."""

    kind = "spy"
    part_of = "cards"
    private = True
    asks = "{seat}: discard a card of {other}[, who holds {cards}]"
    choices = {DiscardFrom: Choice("discard a card", "It goes to the discard pile, face up.")}
    secret = {"cards": ()}
    other: Seat
    cards: Cards

    def open_hands(self) -> Mapping[int, tuple[int, ...]]:
        return {self.other: self.cards} if self.cards else {}


@declare
class ToDefendWithMarshall(Decision):
    """Play a Marshall for the attacked territory, or fight without one."""

    kind = "marshall"
    part_of = "attack"
    private = True
    purpose = "Your territory is under attack. You can play a Marshall to defend it."
    asks = "{seat}: {attacker} attacks {target} from {source}: play a Marshall, or fight without"
    choices = {
        LeadDefence: Choice(
            "play a Marshall", "You have one more on your highest die in all of this attack."
        ),
        EndPhase: Choice(
            "without", "Every player with cards is asked, so the question gives nothing away."
        ),
    }
    source: Territory
    target: Territory
    attacker: Seat


@dataclass(frozen=True, slots=True)
class CastleMemory(Memory):
    """The memory of Castle Risk.

    Four tuples have an entry for each seat: its empire, the number of a continent (``NO_SEAT`` for
    none); its castle, until it is taken; the holder, who gets the armies for the castle; and the
    territory of its hidden armies. ``shown`` are the seats that showed hidden armies. ``laid``
    counts the Reinforcements played. ``truces`` are pairs of seats; the first made the truce.

    In this turn ``is_past_cards`` means that the seat in turn plays no more cards before its
    attacks, ``spied_seat`` is the seat that a Spy looks at, ``general`` the attack that a General
    leads, ``asked`` are the attacks whose defenders were asked for a Marshall, ``marshalls`` those
    with one, and ``voyage`` is the attack across water.
    """

    empires: tuple[int, ...]
    castles: tuple[int, ...]
    holders: tuple[int, ...]
    hidden: tuple[int, ...]
    shown: tuple[int, ...] = ()
    laid: int = 0
    truces: tuple[tuple[int, int], ...] = ()
    is_dealt: bool = False
    is_past_cards: bool = False
    spied_seat: int = NO_SEAT
    general: tuple[int, int] | tuple[()] = ()
    asked: tuple[tuple[int, int], ...] = ()
    marshalls: tuple[tuple[int, int], ...] = ()
    voyage: tuple[int, int] | tuple[()] = ()

    def redacted_for(self, seat: int | None) -> CastleMemory:
        hidden = enumerate(self.hidden)
        seen = tuple(
            each if other == seat or other in self.shown else NO_TERRITORY for other, each in hidden
        )
        return replace(self, hidden=seen)

    def with_hidden_sampled(self, view: View, chance: Chance) -> CastleMemory:
        free = [each for each in range(len(view.owner)) if each not in self.castles]
        chose = range(len(self.hidden)) if self.is_dealt else answered_from_first(view, "hide")
        hidden = list(self.hidden)
        for seat in chose:
            if hidden[seat] == NO_TERRITORY:
                hidden[seat] = free[chance.choice(len(free))]
        return replace(self, hidden=tuple(hidden))


@declare
class EmpireDrawn(Event):
    """A seat drew the empire for its castle."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} draws {empire} for a castle"
    short = "{seat}: {empire}"
    seat: Seat
    empire: Annotated[tuple[int, ...], Slot("continent", many=True)]


@declare
class CastleBuilt(Event):
    """A seat built its castle."""

    long = "{seat} builds a castle in {territory}"
    short = "{seat}: castle {territory}"
    seat: Seat
    territory: Territory


@declare
class ArmiesHidden(Event):
    """A seat chose the territory of its hidden armies; ``territory`` is ``None`` for others."""

    long = "Your hidden armies are in {territory}", "{seat} has hidden armies"
    short = "{seat} hides armies"
    revealed = "{seat}'s hidden armies are in {territory}"
    secret = {"territory": None}
    seat: Seat
    territory: Territory | None


@declare
class HiddenArmiesShown(Event):
    """A seat showed its hidden armies."""

    is_irreversible: ClassVar[bool] = True
    reveals_secret: ClassVar[bool] = True
    long = "{seat} shows hidden armies: {armies} in {territory}"
    short = "{seat} shows {#armies} in {territory}"
    recap = "{seat} showed {armies} hidden in {territory}"
    recap_order = 4
    seat: Seat
    territory: Territory
    armies: Armies


@declare
class ReinforcementsLaid(Event):
    """A seat played Reinforcements."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} plays {cards} of Reinforcements for {armies}"
    short = "{seat} gets {armies}"
    seat: Seat
    cards: CardCount
    armies: Armies


@declare
class TruceMade(Event):
    """A Diplomat made a truce between two seats."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} plays a Diplomat: a truce with {other}"
    short = "{seat}: truce with {other}"
    recap = {"": "{seat} made a truce with {other}", "other": "{seat} made a truce with you"}
    recap_order = 4
    seat: Seat
    other: Seat


@declare
class SpySent(Event):
    """A Spy looked at the cards of a seat; they are empty for others."""

    is_irreversible: ClassVar[bool] = True
    long = {
        "": "{seat} plays a Spy and looks at the cards of {other}",
        "cards": "{seat} plays a Spy; {other} holds {cards}",
    }
    short = "{seat} spies on {other}"
    secret = {"cards": ()}
    known_to = ("seat", "other")
    seat: Seat
    other: Seat
    cards: Cards

    def conditions(self, reader: int | None) -> Sequence[str]:
        return ("cards",) if self.cards else ()


@declare
class CardRemoved(Event):
    """The Spy's owner discarded a card of another seat."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} discards the {card} of {other}"
    short = "{other} loses {card}"
    recap = {"": "{seat} discarded a card of {other}", "other": "{seat} discarded your {card}"}
    recap_order = 5
    seat: Seat
    other: Seat
    card: CardSlot


@declare
class GeneralPlayed(Event):
    """A General leads an attack."""

    is_irreversible: ClassVar[bool] = True
    long = "A General leads {seat}'s attack from {source} on {target}"
    short = "{seat}: General {source}→{target}"
    seat: Seat
    source: Territory
    target: Territory


@declare
class MarshallPlayed(Event):
    """A Marshall leads a defence."""

    is_irreversible: ClassVar[bool] = True
    long = "A Marshall leads {seat}'s defence of {target}"
    short = "{seat}: Marshall in {target}"
    seat: Seat
    target: Territory


@declare
class AdmiralSailed(Event):
    """An Admiral carries an attack across water."""

    is_irreversible: ClassVar[bool] = True
    long = "An Admiral carries {seat}'s armies from {source} against {target}"
    short = "{seat} sails {source}→{target}"
    seat: Seat
    source: Territory
    target: Territory


@declare
class AdmiralLost(Event):
    """An Admiral was lost with his armies."""

    is_irreversible: ClassVar[bool] = True
    long = "{seat} loses the Admiral"
    short = "{seat} loses the Admiral"
    seat: Seat


@declare
class CastleFell(Event):
    """The castle of ``victim`` was taken."""

    turns_game: ClassVar[bool] = True
    long = "{seat} takes the castle of {victim} in {territory}"
    short = "{seat} takes castle {territory}"
    recap = {"": "{seat} took the castle of {victim}", "victim": "{seat} took your castle"}
    recap_order = 3
    seat: Seat
    victim: Seat
    territory: Territory
