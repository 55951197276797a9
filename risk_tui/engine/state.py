"""The state of a game: flat lists, cheap to copy, changed only by ``Game.apply``."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum

NOBODY = -1


class Phase(StrEnum):
    """Where in the game's course the next decision lies."""

    BEGIN = "begin"
    CLAIM = "claim"
    PLACE = "place"
    REINFORCE = "reinforce"
    TRADE = "trade"
    ATTACK = "attack"
    DEFEND = "defend"
    OCCUPY = "occupy"
    FORTIFY = "fortify"
    OVER = "over"


class Status(StrEnum):
    """How a seat stands in the game."""

    PLAYING = "playing"
    ELIMINATED = "eliminated"
    RESIGNED = "resigned"


@dataclass(slots=True)
class State:
    """Everything that the rules look at. Lists are indexed by territory or by seat.

    ``deck`` holds the undrawn cards in index order: a card is picked when it is drawn, so there
    is no hidden order that could be read from a save. ``owner`` is a seat or ``NOBODY``.
    """

    owner: list[int]
    armies: list[int]
    hands: list[list[int]]
    unplaced: list[int]
    status: list[Status]
    deck: list[int]
    discard: list[int] = field(default_factory=list)
    phase: Phase = Phase.BEGIN
    turn: int = 0
    """The seat whose turn it is (during the set-up: whose claim or placement)."""
    first: int = 0
    """The seat that has the first turn of every round."""
    round: int = 0
    """1 is the first round; 0 is the set-up."""
    step: int = 0
    """Armies still to place in this go of the set-up."""
    pool: int = 0
    """Armies received and not yet placed."""
    under_way: bool = False
    """Whether attacks of this turn have begun, so that placing returns to them."""
    conquests: int = 0
    """Territories conquered this turn."""
    bonus: int = 0
    """Armies received this turn for territories shown on traded cards."""
    sets_traded: int = 0
    """Sets traded by all players so far."""
    hand_limit: int | None = None
    """While set, cards must be traded at once until no more than this many are held."""
    battle: tuple[int, int, int] | None = None
    """A declared attack that waits for the defender: source, target, dice."""
    occupying: tuple[int, int, int, int] | None = None
    """A conquest that waits for its garrison: source, target, least, most."""
    drawn: bool = False
    """Whether this turn's card has been drawn."""
    winners: tuple[int, ...] = ()

    def copy(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        for name in _PLAIN:
            setattr(new, name, getattr(self, name))
        new.owner = self.owner[:]
        new.armies = self.armies[:]
        new.hands = [hand[:] for hand in self.hands]
        new.unplaced = self.unplaced[:]
        new.status = self.status[:]
        new.deck = self.deck[:]
        new.discard = self.discard[:]
        return new

    def playing(self) -> list[int]:
        """The seats still in the game."""
        return [seat for seat, status in enumerate(self.status) if status is Status.PLAYING]

    def territories_of(self, seat: int) -> list[int]:
        """The territories that a seat holds."""
        return [place for place, owner in enumerate(self.owner) if owner == seat]


_PLAIN = [
    each.name
    for each in fields(State)
    if each.name not in {"owner", "armies", "hands", "unplaced", "status", "deck", "discard"}
]
