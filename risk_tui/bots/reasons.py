"""The reasons of bots for their actions, in a few words that reveal no secret.

A reason is a kind with slots and words, like an event. Its slots hold only what every player at the
table knows: no card of a hand, and nothing of the bot's own mission.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from risk_tui.engine.actions import Attack, Enter
from risk_tui.engine.declarations import (
    CardCount,
    HasWords,
    KindRegistry,
    Seat,
    Slot,
    Territory,
    check_messages,
    declare,
    slots_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from risk_tui.engine.actions import Action
    from risk_tui.engine.view import View


@dataclass(frozen=True, slots=True)
class Reason(HasWords):
    """The base of all reasons. ``words`` follow the action and a colon; shorter forms come last.

    A message whose id is a slot is for the seat in that slot.
    """

    kind: ClassVar[str] = ""

    def is_true(self, view: View, action: Action) -> bool:
        """Return True if the view's seat knows that the words are true of an action.

        An intention is true regardless of hidden facts. A bot's guess about hidden territories is
        not known to be true.
        """
        return True

    def as_intention(self) -> Reason | None:
        """Return the reason for an earlier action towards this one, if there are words for it."""
        return None

    def conditions(self, reader: int | None) -> Collection[str]:
        seats = [name for name, slot in slots_of(type(self)).items() if slot.meaning == "seat"]
        return [name for name in seats if getattr(self, name) == reader]


def _check(kind: type[Reason]) -> None:
    """Raise ``TypeError`` unless a reason has complete words."""
    check_messages(kind, kind.words)


REASONS: KindRegistry[Reason] = KindRegistry(
    Reason, ("words",), ("territory", "seat", "continent", "number"), check=_check
)
"""Every kind of reason; bots can't give others."""

_Continent = Annotated[int, Slot("continent")]


@declare
class BreaksContinent(Reason):
    """It takes a part of a continent from its holder."""

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
    """It leads to a continent that a seat holds, or gathers armies against it."""

    kind = "towards"
    words = {
        "": ("it wants to break {seat}'s {continent}", "against {seat}'s {continent}"),
        "seat": ("it wants to break your {continent}", "against your {continent}"),
    }
    seat: Seat
    continent: _Continent

    def is_true(self, view: View, action: Action) -> bool:
        return self.seat != view.seat and _holder(view, self.continent) == self.seat


@declare
class WinsContinent(Reason):
    """It completes a continent, or is on the way to that."""

    kind = "wins"
    words = ("it wants {continent}", "for {continent}")
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
    seat: Seat
    cards: CardCount | None
    """The number of cards for the bot; ``None`` for none."""

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


@declare
class StopsLeader(Reason):
    """It takes territories of the seat that it believes to be nearest to winning."""

    kind = "leader"
    words = {
        "": ("it fears that {seat} wins", "fears {seat}"),
        "seat": ("it fears that you win", "fears you"),
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
        return is_there and view.owner[self.territory] in (view.seat, view.acting_seat)


@declare
class GuardsContinent(Reason):
    """Its armies guard a continent that the bot holds."""

    kind = "keeps"
    words = ("it guards {continent}", "a guard")
    continent: _Continent

    def is_true(self, view: View, action: Action) -> bool:
        is_attack = _attacked(action) is not None
        return not is_attack and _holder(view, self.continent) in (view.seat, view.acting_seat)


@declare
class Preparing(Reason):
    """Its armies are for an attack on that territory."""

    kind = "prepares"
    words = ("against {territory}", "to attack")
    territory: Territory

    def is_true(self, view: View, action: Action) -> bool:
        is_meant = _attacked(action) in (None, self.territory)
        return is_meant and view.owner[self.territory] != view.seat


def _holder(view: View, continent: int) -> int:
    """Return the visible holder of a continent, or ``NO_SEAT``."""
    return view.board.continents[continent].holder(view.owner, view.outside_continents)


def _attacked(action: Action) -> int | None:
    """Return the territory that an action attacks or enters, if any."""
    return action.target if isinstance(action, Attack | Enter) else None


def _is_against(seat: int, view: View, action: Action) -> bool:
    """Return True if the seat is a rival in play, and an attack is on its own land."""
    in_play = seat != view.seat and view.status[seat] != "eliminated"
    target = _attacked(action)
    return in_play and (target is None or view.owner[target] == seat)


def true_reason(reason: Reason, view: View, action: Action) -> Reason | None:
    """Return the reason if it is true of an action, or else its intention.

    Returns:
        ``None`` if neither is known to be true.
    """
    for words in (reason, reason.as_intention()):
        if words is not None and words.is_true(view, action):
            return words
    return None


def reason_fields(reason: Reason) -> dict[str, object]:
    """Return the values of a reason's slots by their names, as ``read_reason`` reads them."""
    return {name: getattr(reason, name) for name in slots_of(type(reason))}


def read_reason(data: Mapping[str, Any], view: View, action: Action) -> Reason | None:
    """Parse the reason for an action from untrusted data.

    Args:
        data: The ``kind``, and a number for each slot.

    Returns:
        The reason as ``true_reason`` returns it; ``None`` if it is invalid in the game of the view,
        or not true there.
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
