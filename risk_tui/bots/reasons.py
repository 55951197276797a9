"""Reasons that bots give for their actions: a few words that reveal no secret.

A reason is a kind with slots and words, like an event. Its slots hold only facts that every player
at the table knows: no card of a hand, and nothing about the bot's own mission.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

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


@dataclass(frozen=True, slots=True)
class Reason(HasWords):
    """The base of all reasons. ``words`` follow the action and a colon; shorter forms come last.

    Messages are keyed by the name of a slot: that message is for the seat in the slot. The message
    with an empty key is for all others.
    """

    kind: ClassVar[str] = ""
    purpose: ClassVar[Messages] = ""
    """The words that follow advice to take the action, such as ``to get a card``.

    If empty, ``words`` are used.
    """

    def is_true(self, view: View, action: Action) -> bool:
        """Return True if the view's seat knows that the words are true of an action.

        Intentions count as true even if they depend on hidden facts. A guess about hidden
        territories does not.
        """
        return True

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
    seat: Seat
    continent: _Continent

    def is_true(self, view: View, action: Action) -> bool:
        territories = set(view.board.continents[self.continent].territories)
        breaks = _attacked(action) in territories.difference(view.outside_continents)
        return breaks and self.as_intention().is_true(view, action)

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
    purpose = {
        "": "to break {seat}'s {continent}",
        "seat": "to break your {continent}",
    }
    seat: Seat
    continent: _Continent

    def is_true(self, view: View, action: Action) -> bool:
        return self.seat not in (view.seat, NO_SEAT) and (
            _holder(view, self.continent) == self.seat
        )


@declare
class WinsContinent(Reason):
    """It completes a continent, or is a step towards it."""

    kind = "wins"
    words = ("it wants {continent}", "for {continent}")
    purpose = "to get {continent}"
    continent: _Continent

    def is_true(self, view: View, action: Action) -> bool:
        return _holder(view, self.continent) != view.seat


@declare
class EliminatesPlayer(Reason):
    """It attacks a weak player, to eliminate them and take their cards."""

    kind = "eliminates"
    words = {
        "": ("it is after {seat} with {cards}", "it is after {seat}", "after {seat}"),
        "seat": ("it is after you and your {cards}", "it is after you", "after you"),
    }
    purpose = {
        "": ("to go after {seat} with {cards}", "to go after {seat}"),
        "seat": ("to go after you and your {cards}", "to go after you"),
    }
    seat: Seat
    cards: CardCount | None
    """The number of cards that the bot would get; ``None`` for none."""

    def is_true(self, view: View, action: Action) -> bool:
        is_known = self.cards in (None, view.card_counts[self.seat])
        return is_known and _is_against(self.seat, view, action)

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
    seat: Seat

    def is_true(self, view: View, action: Action) -> bool:
        target = _attacked(action)
        is_elsewhere = target is not None and view.owner[target] != self.seat
        return is_elsewhere and self.seat != view.seat and view.status[self.seat] != "eliminated"


@declare
class EarnsCard(Reason):
    """It conquers a territory to draw a card for the turn."""

    kind = "card"
    words = ("it wants a card", "for a card")
    purpose = "to get a card"

    def is_true(self, view: View, action: Action) -> bool:
        return not view.conquests_this_turn


@declare
class StopsLeader(Reason):
    """It takes territories of the seat that it believes to be nearest to winning."""

    kind = "leader"
    words = {
        "": ("it fears that {seat} will win", "fears {seat}"),
        "seat": ("it fears that you will win", "fears you"),
    }
    seat: Seat

    def is_true(self, view: View, action: Action) -> bool:
        is_playing = view.status[self.seat] == "playing"
        return is_playing and _is_against(self.seat, view, action)


@declare
class GuardsBorder(Reason):
    """Its armies guard a territory that others could attack."""

    kind = "guards"
    words = ("it guards {territory}", "a guard")
    territory: Territory

    def is_true(self, view: View, action: Action) -> bool:
        is_there = action.aims[-1:] in ((), (self.territory,))
        is_own = _is_own(view, self.territory)
        return is_there and is_own and _has_enemies(view, self.territory)


@declare
class GuardsContinent(Reason):
    """Its armies guard a continent that the bot holds."""

    kind = "keeps"
    words = ("it guards {continent}", "a guard")
    continent: _Continent

    def is_true(self, view: View, action: Action) -> bool:
        if _attacked(action) is not None:
            return False
        place = action.aims[-1] if action.aims else None
        is_inside = place in (None, *view.board.continents[self.continent].territories)
        is_border = place is None or _has_enemies(view, place)
        is_held = _holder(view, self.continent) in (view.seat, view.acting_seat)
        return is_inside and is_border and is_held


@declare
class Preparing(Reason):
    """Its armies are for an attack on that territory."""

    kind = "prepares"
    words = ("against {territory}", "to attack")
    territory: Territory

    def is_true(self, view: View, action: Action) -> bool:
        is_meant = _attacked(action) in (None, self.territory)
        return is_meant and view.owner[self.territory] != view.seat


@declare
class Denies(Reason):
    """It claims a territory of a continent in which another seat has all claimed ones."""

    kind = "denies"
    words = {
        "": ("it keeps {continent} from {seat}", "{continent}, not {seat}"),
        "seat": ("it keeps {continent} from you", "{continent}, not you"),
    }
    seat: Seat
    continent: _Continent

    def is_true(self, view: View, action: Action) -> bool:
        land = view.board.continents[self.continent].territories
        owners = [view.owner[it] for it in land]
        is_alone = not set(owners).difference((self.seat, NO_SEAT))
        is_inside = isinstance(action, Claim) and action.territory in land
        return self.seat != view.seat and is_inside and is_alone and owners.count(self.seat) > 1


@declare
class RemovesThreat(Reason):
    """It attacks at least 3 armies, no fewer than on its own territory beside them."""

    kind = "threat"
    words = ("{territory} is in danger from there", "{territory} in danger")
    territory: Territory

    def is_true(self, view: View, action: Action) -> bool:
        target, place = _attacked(action), self.territory
        if target is None or not _is_own(view, place):
            return False
        is_near = target in view.board.neighbours[place]
        return is_near and view.armies[target] >= max(3, view.armies[place])


@declare
class ShortensBorder(Reason):
    """It makes a conquest that leaves fewer of its territories next to enemies."""

    kind = "shortens"
    words = ("it shortens its border", "a shorter border")

    def is_true(self, view: View, action: Action) -> bool:
        target = _attacked(action)
        if target is None:
            return False
        owner = list(view.owner)
        before = _count_borders(view, owner)
        owner[target] = view.acting_seat
        return _count_borders(view, owner) < before


@declare
class HoldsMost(Reason):
    """It attacks in a continent of which it holds more than half."""

    kind = "most"
    words = ("it holds most of {continent}", "most of {continent}")
    continent: _Continent

    def is_true(self, view: View, action: Action) -> bool:
        land = view.board.continents[self.continent].territories
        mine = sum(_is_own(view, it) for it in land)
        return _attacked(action) in land and 2 * mine > len(land)


@declare
class EarnsArmy(Reason):
    """It conquers the territory that earns it one more army each turn."""

    kind = "army"
    words = ("it earns one more army each turn", "one army a turn")

    def is_true(self, view: View, action: Action) -> bool:
        section, count = view.ruleset.reinforce, view.owner.count(view.acting_seat)
        more = (count + 1) // section.territories_for_an_army
        return _attacked(action) is not None and more > max(
            section.least, count // section.territories_for_an_army
        )


@declare
class Weakens(Reason):
    """It takes a territory of a seat in play."""

    kind = "weakens"
    words = {
        "": ("it weakens {seat}", "against {seat}"),
        "seat": ("it weakens you", "against you"),
    }
    seat: Seat

    def is_true(self, view: View, action: Action) -> bool:
        return _attacked(action) is not None and _is_against(self.seat, view, action)


@declare
class NeedsNoGuard(Reason):
    """It moves armies away from a territory without enemies beside it, or places none there."""

    kind = "safe"
    words = ("{territory} needs no guard", "no guard needed")
    territory: Territory

    def is_true(self, view: View, action: Action) -> bool:
        return _is_own(view, self.territory) and not _has_enemies(view, self.territory)


@declare
class MovesToFront(Reason):
    """Its armies are on their way through its own land."""

    kind = "front"
    words = ("its armies are on the way to the front", "to the front")
    territory: Territory

    def is_true(self, view: View, action: Action) -> bool:
        is_there = action.aims[-1:] in ((), (self.territory,))
        is_own = _is_own(view, self.territory)
        return is_there and is_own and not _has_enemies(view, self.territory)


@declare
class HasNoChoice(Reason):
    """The rules allow no other action, except with other cards."""

    kind = "forced"
    words = ("the rules leave no choice", "no choice")

    def is_true(self, view: View, action: Action) -> bool:
        offers = [offer for offer in view.offers if not isinstance(offer.action, Resign)]
        if isinstance(action, Trade):
            return all(isinstance(offer.action, Trade) for offer in offers)
        return len(offers) == 1 and offers[0].minimum == offers[0].maximum


@declare
class CardsInDanger(Reason):
    """It trades because a stronger player may soon take its cards."""

    kind = "danger"
    words = ("a stronger player could take its cards", "cards in danger")

    def is_true(self, view: View, action: Action) -> bool:
        totals = [0] * len(view.status)
        for owner, armies in zip(view.owner, view.armies, strict=True):
            # Neutral armies and unseen owners take no cards.
            if 0 <= owner < len(totals) and view.status[owner] == "playing":
                totals[owner] += armies
        mine = 0 if view.seat is None else totals[view.seat]
        return isinstance(action, Trade) and max(totals) > mine


@declare
class UsesSet(Reason):
    """It trades a set whose armies are worth more now than later."""

    kind = "set"
    words = ("it gains nothing by waiting with its set", "no use in waiting")

    def is_true(self, view: View, action: Action) -> bool:
        return isinstance(action, Trade)


@declare
class KeepsCards(Reason):
    """It keeps a set that it could trade."""

    kind = "waits"
    words = ("its set will be worth more later", "it keeps its set")

    def is_true(self, view: View, action: Action) -> bool:
        can_trade = any(isinstance(offer.action, Trade) for offer in view.offers)
        return isinstance(action, EndPhase) and can_trade


@declare
class StaysPut(Reason):
    """It ends a phase because nothing that it could still do is worth it."""

    kind = "stays"
    words = ("nothing more is worth the risk", "enough")

    def is_true(self, view: View, action: Action) -> bool:
        is_trading = view.decision is not None and view.decision.kind == "trade"
        return isinstance(action, EndPhase) and not is_trading


@declare
class CostsMost(Reason):
    """It defends with the number of dice that costs the attacker most."""

    kind = "dice"
    words = ("that costs the attacker most", "costs most")

    def is_true(self, view: View, action: Action) -> bool:
        return isinstance(action, Defend)


def _holder(view: View, continent: int) -> int:
    """Return the visible holder of a continent, or ``NO_SEAT``."""
    return view.board.continents[continent].holder(view.owner, view.outside_continents)


def _is_own(view: View, territory: int) -> bool:
    """Return True if the view's seat holds a territory, or the army that acts for it."""
    return view.owner[territory] in (view.seat, view.acting_seat)


def _has_enemies(view: View, territory: int) -> bool:
    """Return True if the view shows enemies beside a territory."""
    own = (view.seat, view.acting_seat, NO_SEAT)
    return any(view.owner[other] not in own for other in view.board.neighbours[territory])


def _count_borders(view: View, owner: Sequence[int]) -> int:
    """Return the number of territories of the acting seat that have enemies beside them."""
    seat, neighbours = view.acting_seat, view.board.neighbours
    return sum(
        holder == seat and any(owner[other] != seat for other in neighbours[place])
        for place, holder in enumerate(owner)
    )


def _attacked(action: Action) -> int | None:
    """Return the territory that an action attacks or enters, if any."""
    return action.target if isinstance(action, Attack | Enter) else None


def _is_against(seat: int, view: View, action: Action) -> bool:
    """Return True if a seat is a rival in play and, if the action attacks, owns its target.

    The rival may be neutral.
    """
    is_rival = seat != view.seat and seat < len(view.status)
    in_play = is_rival and view.status[seat] != "eliminated"
    target = _attacked(action)
    return in_play and (target is None or view.owner[target] == seat)


def true_reason(reason: Reason, view: View, action: Action) -> Reason | None:
    """Return the reason if it is true of an action, else the intention behind it.

    Returns:
        ``None`` if neither is known to be true, or the reason is about territories of no continent.
    """
    number = getattr(reason, "continent", None)
    if number is not None and not view.board.continents[number].exists:
        return None
    for candidate in (reason, reason.as_intention()):
        if candidate is not None and candidate.is_true(view, action):
            return candidate
    return None


def reason_fields(reason: Reason) -> dict[str, object]:
    """Return the values of a reason's slots by name, in the form that ``read_reason`` reads."""
    return {name: getattr(reason, name) for name in slots_of(type(reason))}


def read_reason(data: Mapping[str, Any], view: View, action: Action) -> Reason | None:
    """Parse the reason for an action from untrusted data.

    Args:
        data: The ``kind``, and a number for each slot.

    Returns:
        The reason as ``true_reason`` returns it; ``None`` if the data is invalid in this game, or
        the reason is not true.
    """
    kind = REASONS.get(str(data.get("kind")))
    if kind is None:
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
