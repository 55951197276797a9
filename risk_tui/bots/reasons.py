"""Reasons that bots give for their actions: a few words that reveal no secret.

A reason is a kind with slots and words, like an event. Its slots hold only facts that every player
at the table knows: no card of a hand, and nothing about the bot's own mission.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

from risk_tui.boards.board import NO_SEAT
from risk_tui.engine.actions import Action, Attack, Claim, Defend, EndPhase, Enter, Resign, Trade
from risk_tui.engine.declarations import (
    CardCount,
    HasWords,
    KindRegistry,
    Messages,
    Seat,
    Slot,
    Territory,
    check_messages,
    declare,
    slots_of,
)
from risk_tui.engine.view import View


class Deed(NamedTuple):
    """An action, and the facts about it that the view of its seat shows."""

    view: View
    action: Action

    @property
    def target(self) -> int | None:
        """The territory that the action attacks or enters, if any."""
        return self.action.target if isinstance(self.action, Attack | Enter) else None

    @property
    def place(self) -> int | None:
        """The last territory that the action names, if any: where its armies are or arrive."""
        return self.action.aims[-1] if self.action.aims else None

    def land(self, continent: int) -> Sequence[int]:
        """Return the territories of a continent."""
        return self.view.board.continents[continent].territories

    def holder(self, continent: int) -> int:
        """Return the visible holder of a continent, or ``NO_SEAT``."""
        view = self.view
        return view.board.continents[continent].holder(view.owner, view.outside_continents)

    def is_own(self, territory: int) -> bool:
        """Return True if the view's seat holds a territory, or the army that acts for it."""
        return self.view.owner[territory] in (self.view.seat, self.view.acting_seat)

    def is_border(self, territory: int) -> bool:
        """Return True if the view shows enemies beside a territory."""
        view = self.view
        own = (view.seat, view.acting_seat, NO_SEAT)
        return any(view.owner[other] not in own for other in view.board.neighbours[territory])

    def is_against(self, seat: int) -> bool:
        """Return True if a seat is a rival in play and, if the action attacks, owns its target.

        The rival may be neutral.
        """
        view, target = self.view, self.target
        is_rival = seat != view.seat and seat < len(view.status)
        in_play = is_rival and view.status[seat] != "eliminated"
        return in_play and (target is None or view.owner[target] == seat)


@dataclass(frozen=True, slots=True)
class Reason(HasWords):
    """The base of all reasons. ``words`` follow the action and a colon; shorter forms come last.

    Messages are keyed by the name of a slot: that message is for the seat in the slot. The message
    with an empty key is for all others.
    """

    kind: ClassVar[str] = ""
    purpose: ClassVar[Messages] = ""
    """The words that follow advice to the seat, such as ``to get a card``.

    If empty, ``words`` are used.
    """

    def is_true(self, deed: Deed) -> bool:
        """Return True if the view's seat knows that the words are true of an action.

        Intentions count as true even if they depend on hidden facts. A guess about hidden
        territories does not.
        """
        raise NotImplementedError

    def as_intention(self) -> Reason | None:
        """Return the reason for an action that only prepares this one; ``None`` if it has none."""
        return None

    def conditions(self, reader: int | None) -> Collection[str]:
        seats = [name for name, slot in slots_of(type(self)).items() if slot.meaning == "seat"]
        return [name for name in seats if getattr(self, name) == reader]


def _check_words(kind: type[Reason]) -> None:
    """Check that a reason has complete words.

    Raises:
        TypeError: If a message is missing or invalid.
    """
    check_messages(kind, kind.words)
    if kind.purpose:
        check_messages(kind, kind.purpose)


REASONS: KindRegistry[Reason] = KindRegistry(
    Reason, ("words",), ("territory", "seat", "continent", "number"), check=_check_words
)
"""All kinds of reasons; bots can't give any other."""

_Continent = Annotated[int, Slot("continent")]


@declare
class BreaksContinent(Reason):
    """It takes a territory of a continent from the holder of the whole."""

    kind = "breaks"
    words = {
        "": ("it breaks {seat}'s {continent}", "breaks {seat}'s {continent}", "breaks {continent}"),
        "seat": ("it breaks your {continent}", "breaks {continent}"),
    }
    purpose = "to break {seat}'s {continent}"
    seat: Seat
    continent: _Continent

    def is_true(self, deed: Deed) -> bool:
        land = set(deed.land(self.continent)).difference(deed.view.outside_continents)
        return deed.target in land and self.as_intention().is_true(deed)

    def as_intention(self) -> Reason:
        return WantsToBreak(self.seat, self.continent)


@declare
class WantsToBreak(Reason):
    """It leads towards a continent that another seat holds, or gathers armies against it."""

    kind = "towards"
    words = {
        "": ("it wants to break {seat}'s {continent}", "against {seat}'s {continent}"),
        "seat": ("it wants to break your {continent}", "against your {continent}"),
    }
    purpose = "to break {seat}'s {continent}"
    seat: Seat
    continent: _Continent

    def is_true(self, deed: Deed) -> bool:
        is_other = self.seat not in (deed.view.seat, NO_SEAT)
        return is_other and deed.holder(self.continent) == self.seat


@declare
class WinsContinent(Reason):
    """It completes a continent, or is a step towards it."""

    kind = "wins"
    words = ("it wants {continent}", "for {continent}")
    purpose = "to get {continent}"
    continent: _Continent

    def is_true(self, deed: Deed) -> bool:
        return deed.holder(self.continent) != deed.view.seat


@declare
class EliminatesPlayer(Reason):
    """It attacks a weak player, to eliminate them and take their cards."""

    kind = "eliminates"
    words = {
        "": ("it is after {seat} with {cards}", "it is after {seat}", "after {seat}"),
        "seat": ("it is after you and your {cards}", "it is after you", "after you"),
    }
    purpose = ("to go after {seat} with {cards}", "to go after {seat}")
    seat: Seat
    cards: CardCount | None
    """The number of cards that the bot would get; ``None`` for none."""

    def is_true(self, deed: Deed) -> bool:
        is_known = self.cards in (None, deed.view.card_counts[self.seat])
        return is_known and deed.is_against(self.seat)

    def as_intention(self) -> Reason:
        return OnTheWay(self.seat)


@declare
class OnTheWay(Reason):
    """It takes other territories on the way to a player."""

    kind = "way"
    words = {
        "": ("it is on the way to {seat}", "to {seat}"),
        "seat": ("it is on the way to you", "to you"),
    }
    purpose = "on the way to {seat}"
    seat: Seat

    def is_true(self, deed: Deed) -> bool:
        view, target = deed.view, deed.target
        is_elsewhere = target is not None and view.owner[target] != self.seat
        return is_elsewhere and self.seat != view.seat and view.status[self.seat] != "eliminated"


@declare
class EarnsCard(Reason):
    """It conquers a territory to draw a card for the turn."""

    kind = "card"
    words = ("it wants a card", "for a card")
    purpose = "to get a card"

    def is_true(self, deed: Deed) -> bool:
        return deed.view.next_conquest_earns_card


@declare
class StopsLeader(Reason):
    """It takes territories of the seat that it believes to be nearest to winning."""

    kind = "leader"
    words = {
        "": ("it fears that {seat} will win", "fears {seat}"),
        "seat": ("it fears that you will win", "fears you"),
    }
    purpose = "to keep {seat} from winning"
    seat: Seat

    def is_true(self, deed: Deed) -> bool:
        return deed.view.status[self.seat] == "playing" and deed.is_against(self.seat)


@declare
class GuardsBorder(Reason):
    """Its armies guard a territory that others could attack."""

    kind = "guards"
    words = ("it guards {territory}", "a guard")
    purpose = "to guard the border"
    territory: Territory

    def is_true(self, deed: Deed) -> bool:
        is_there = deed.place in (None, self.territory)
        return is_there and deed.is_own(self.territory) and deed.is_border(self.territory)


@declare
class GuardsContinent(Reason):
    """Its armies guard a continent that the bot holds."""

    kind = "keeps"
    words = ("it guards {continent}", "a guard")
    purpose = "to guard {continent}"
    continent: _Continent

    def is_true(self, deed: Deed) -> bool:
        place = deed.place
        is_border = place is None or (place in deed.land(self.continent) and deed.is_border(place))
        is_held = deed.holder(self.continent) in (deed.view.seat, deed.view.acting_seat)
        return deed.target is None and is_border and is_held


@declare
class Preparing(Reason):
    """Its armies are for an attack on that territory."""

    kind = "prepares"
    words = ("against {territory}", "to attack")
    purpose = "to attack {territory}"
    territory: Territory

    def is_true(self, deed: Deed) -> bool:
        is_meant = deed.target in (None, self.territory)
        return is_meant and deed.view.owner[self.territory] != deed.view.seat


@declare
class Denies(Reason):
    """It claims a territory of a continent in which another seat has all claimed ones."""

    kind = "denies"
    words = {
        "": ("it keeps {continent} from {seat}", "{continent}, not {seat}"),
        "seat": ("it keeps {continent} from you", "{continent}, not you"),
    }
    purpose = "to keep {continent} from {seat}"
    seat: Seat
    continent: _Continent

    def is_true(self, deed: Deed) -> bool:
        land, seat = deed.land(self.continent), self.seat
        owners = [deed.view.owner[it] for it in land]
        is_inside = isinstance(deed.action, Claim) and deed.action.territory in land
        has_all = owners.count(seat) > 1 and not set(owners).difference((seat, NO_SEAT))
        return seat != deed.view.seat and is_inside and has_all


@declare
class RemovesThreat(Reason):
    """It attacks at least 3 armies, no fewer than on its own territory beside them."""

    kind = "threat"
    words = ("{territory} is in danger from there", "{territory} in danger")
    territory: Territory

    def is_true(self, deed: Deed) -> bool:
        view, place, target = deed.view, self.territory, deed.target
        if target is None or target not in view.board.neighbours[place]:
            return False
        return deed.is_own(place) and view.armies[target] >= max(3, view.armies[place])


@declare
class ShortensBorder(Reason):
    """It makes a conquest that leaves fewer of its territories next to foreign or empty ones."""

    kind = "shortens"
    words = ("it shortens its border", "a shorter border")
    purpose = "to shorten your border"

    def is_true(self, deed: Deed) -> bool:
        if deed.target is None:
            return False
        seat, owner = deed.view.acting_seat, list(deed.view.owner)
        before = self._count_borders(deed.view, owner)
        owner[deed.target] = seat
        return self._count_borders(deed.view, owner) < before

    def _count_borders(self, view: View, owner: Sequence[int]) -> int:
        """Return the number of the acting seat's territories that are not surrounded by its own."""
        seat, neighbours = view.acting_seat, view.board.neighbours
        return sum(
            holder == seat and any(owner[other] != seat for other in neighbours[place])
            for place, holder in enumerate(owner)
        )


@declare
class HoldsMost(Reason):
    """It attacks in a continent of which it holds more than half."""

    kind = "most"
    words = ("it holds most of {continent}", "most of {continent}")
    purpose = "because you hold most of {continent}"
    continent: _Continent

    def is_true(self, deed: Deed) -> bool:
        land = deed.land(self.continent)
        return deed.target in land and 2 * sum(map(deed.is_own, land)) > len(land)


@declare
class EarnsArmy(Reason):
    """It conquers the territory that earns it one more army each turn."""

    kind = "army"
    words = ("it earns one more army each turn", "one army a turn")
    purpose = "to get one more army each turn"

    def is_true(self, deed: Deed) -> bool:
        view, section = deed.view, deed.view.ruleset.reinforce
        count, per_army = view.owner.count(view.acting_seat), section.territories_for_an_army
        has_more = (count + 1) // per_army > max(section.least, count // per_army)
        return deed.target is not None and has_more


@declare
class Weakens(Reason):
    """It takes a territory of a seat in play."""

    kind = "weakens"
    words = {
        "": ("it weakens {seat}", "against {seat}"),
        "seat": ("it weakens you", "against you"),
    }
    purpose = "to weaken {seat}"
    seat: Seat

    def is_true(self, deed: Deed) -> bool:
        return deed.target is not None and deed.is_against(self.seat)


@declare
class NeedsNoGuard(Reason):
    """It moves armies away from a territory without enemies beside it, or places none there."""

    kind = "safe"
    words = ("{territory} needs no guard", "no guard needed")
    territory: Territory

    def is_true(self, deed: Deed) -> bool:
        return deed.is_own(self.territory) and not deed.is_border(self.territory)


@declare
class MovesToFront(Reason):
    """Its armies are on their way through its own land."""

    kind = "front"
    words = ("its armies are on the way to the front", "to the front")
    purpose = "on the way to the front"
    territory: Territory

    def is_true(self, deed: Deed) -> bool:
        is_there = deed.place in (None, self.territory)
        return is_there and deed.is_own(self.territory) and not deed.is_border(self.territory)


@declare
class HasNoChoice(Reason):
    """The rules allow no other action, except with other cards."""

    kind = "forced"
    words = ("the rules leave no choice", "no choice")

    def is_true(self, deed: Deed) -> bool:
        offers = [offer for offer in deed.view.offers if not isinstance(offer.action, Resign)]
        if isinstance(deed.action, Trade):
            # Armies in hand can be placed first, but a set is due.
            is_due = getattr(deed.view.decision, "must_trade", False)
            return is_due or all(isinstance(offer.action, Trade) for offer in offers)
        return len(offers) == 1 and offers[0].minimum == offers[0].maximum


@declare
class CardsInDanger(Reason):
    """It trades because a stronger player may soon take its cards."""

    kind = "danger"
    words = ("a stronger player could take its cards", "cards in danger")
    purpose = "before a stronger player can take your cards"

    def is_true(self, deed: Deed) -> bool:
        view = deed.view
        players = [seat for seat, status in enumerate(view.status) if status == "playing"]
        mine = 0 if view.seat is None else view.armies_of(view.seat)
        return isinstance(deed.action, Trade) and max(map(view.armies_of, players)) > mine


@declare
class UsesSet(Reason):
    """It trades a set whose armies are worth more now than later."""

    kind = "set"
    words = ("it gains nothing by waiting with its set", "no use in waiting")
    purpose = "because you gain nothing by waiting"

    def is_true(self, deed: Deed) -> bool:
        return isinstance(deed.action, Trade)


@declare
class KeepsCards(Reason):
    """It keeps a set that it could trade."""

    kind = "waits"
    words = ("its set will be worth more later", "it keeps its set")
    purpose = "because your set will be worth more later"

    def is_true(self, deed: Deed) -> bool:
        can_trade = any(isinstance(offer.action, Trade) for offer in deed.view.offers)
        return isinstance(deed.action, EndPhase) and can_trade


@declare
class StaysPut(Reason):
    """It ends a phase because nothing that it could still do is worth it."""

    kind = "stays"
    words = ("nothing more is worth the risk", "enough")

    def is_true(self, deed: Deed) -> bool:
        decision = deed.view.decision
        is_trading = decision is not None and decision.kind == "trade"
        return isinstance(deed.action, EndPhase) and not is_trading


@declare
class CostsMost(Reason):
    """It defends with the number of dice that costs the attacker most."""

    kind = "dice"
    words = ("that costs the attacker most", "costs most")

    def is_true(self, deed: Deed) -> bool:
        return isinstance(deed.action, Defend)


def true_reason(reason: Reason, view: View, action: Action) -> Reason | None:
    """Return the reason if it is true of an action, else the intention behind it.

    Returns:
        ``None`` if neither is known to be true, or the reason is about territories of no continent.
    """
    number = getattr(reason, "continent", None)
    if number is not None and not view.board.continents[number].exists:
        return None
    for candidate in (reason, reason.as_intention()):
        if candidate is not None and candidate.is_true(Deed(view, action)):
            return candidate
    return None


def read_reason(data: object, view: View, action: Action) -> Reason | None:
    """Parse the reason for an action from untrusted data.

    Args:
        data: A mapping with the ``kind``, and a number for each slot.

    Returns:
        The reason as ``true_reason`` returns it; ``None`` if the data is invalid in this game, or
        the reason is not true.
    """
    if not isinstance(data, Mapping) or (kind := REASONS.get(str(data.get("kind")))) is None:
        return None
    slots = slots_of(kind)
    values = {name: data.get(name) for name in slots}
    limits = {
        "territory": len(view.owner),
        "seat": len(view.status),
        "continent": len(view.board.continents),
        "number": 1000,
    }
    for name, slot in slots.items():
        value = values[name]
        if value is None and slot.optional:
            continue
        if type(value) is not int or not 0 <= value < limits[slot.meaning]:
            return None
    return true_reason(kind(**values), view, action)
