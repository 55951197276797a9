"""The state of a game: flat lists, cheap to copy, changed only by ``Game.apply``."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import IntEnum, StrEnum

NOBODY = -1
GONE = -2
"""Who beat a seat that left without a single territory: it can be beaten no more."""


class Phase(StrEnum):
    """Where in the game's course the next decision lies."""

    BEGIN = "begin"
    CLAIM = "claim"
    PLACE = "place"
    CAPITAL = "capital"
    DECLARE = "declare"
    REINFORCE = "reinforce"
    TRADE = "trade"
    ATTACK = "attack"
    DEFEND = "defend"
    ALTER = "alter"
    OCCUPY = "occupy"
    FORTIFY = "fortify"
    OVER = "over"


class Stage(IntEnum):
    """How far a turn has come; each stage may ask for several decisions or for none."""

    DECLARE = 0
    RECEIVE = 1
    REINFORCE = 2
    ATTACK = 3
    REGROUP = 4
    ALLIES_RECEIVE = 5
    ALLIES_REINFORCE = 6
    ALLIES_ATTACK = 7
    DRAW = 8
    FORTIFY = 9
    DRAW_LATE = 10
    END = 11


class Status(StrEnum):
    """How a seat stands in the game.

    The armies of a seat that is ``OUT`` (its capital fell) or ``RESIGNED`` stay on the board as
    neutral ones. ``NEUTRAL`` is an army that no player ever had.
    """

    PLAYING = "playing"
    ELIMINATED = "eliminated"
    OUT = "out"
    RESIGNED = "resigned"
    NEUTRAL = "neutral"


@dataclass(slots=True)
class Battle:
    """One cast of the dice, from its announcement to its losses."""

    source: int
    target: int
    dice: int
    """How many dice the attacker rolls."""
    attack: tuple[int, ...] = ()
    """The attacker's dice from high to low, once they are rolled."""
    defence: tuple[int, ...] = ()
    """The defender's dice from high to low, once they are rolled."""
    rerolled: bool = False
    """Whether a die was rolled again."""


@dataclass(slots=True)
class State:
    """Everything that the rules look at. Lists are indexed by territory or by seat.

    ``deck`` holds the undrawn cards in index order: a card is picked when it is drawn, so there
    is no hidden order that could be read from a save. ``owner`` is a seat or ``NOBODY``. A
    neutral army has a seat of its own, the last one.
    """

    owner: list[int]
    armies: list[int]
    hands: list[list[int]]
    unplaced: list[int]
    status: list[Status]
    deck: list[int]
    discard: list[int] = field(default_factory=list)
    missions: list[list[int]] = field(default_factory=list)
    """Each seat's secret missions, by their number in the deck of missions."""
    taken: list[list[int]] = field(default_factory=list)
    """The objectives, or the own missions, that each seat has taken."""
    capitals: list[int] = field(default_factory=list)
    """Each seat's capital, ``NOBODY`` where there is none."""
    beaten_by: list[int] = field(default_factory=list)
    """Who took each seat's last territory; ``NOBODY`` yet, or ``GONE`` before it had one."""
    announced: list[bool] = field(default_factory=list)
    """Who announced a victory that has to be held for a round."""
    cities: list[int] = field(default_factory=list)
    """The territories that have a city."""
    tied: list[int] = field(default_factory=list)
    """Armies of the pool that must be placed within a continent, by continent."""
    reinforced: list[int] = field(default_factory=list)
    """Territories that were reinforced in this turn."""
    arrived: list[int] = field(default_factory=list)
    """Armies that came to each territory by fortifying in this turn."""
    phase: Phase = Phase.BEGIN
    stage: Stage = Stage.DECLARE
    turn: int = 0
    """The seat whose turn it is (during the set-up: whose claim or placement)."""
    acting: int = 0
    """Whose armies act in this turn's stage: the seat in turn, or the Allied Army."""
    first: int = 0
    """The seat that has the first turn of every round."""
    round: int = 0
    """1 is the first round; 0 is the set-up."""
    step: int = 0
    """Own armies still to place in this go of the set-up."""
    neutral_step: int = 0
    """Neutral armies still to place in this go of the set-up."""
    attacks: bool = True
    """Whether the seat in turn chose to attack, where it has to choose."""
    pool: int = 0
    """Armies received and not yet placed."""
    received: int = 0
    """All armies received in this turn."""
    conquests: int = 0
    """Territories conquered this turn."""
    bonus: int = 0
    """Armies received this turn for territories shown on traded cards."""
    sets_traded: int = 0
    """Sets traded by all players so far."""
    hand_limit: int | None = None
    """While set, cards must be traded at once until no more than this many are held."""
    battle: Battle | None = None
    """A battle under way: one that waits for the defender's choice, or for the dice to stand."""
    occupying: tuple[int, int, int, int] | None = None
    """A conquest that waits for its garrison: source, target, least, most."""
    commanded: bool = False
    """Whether the commander turned a die in this turn."""
    drawn: bool = False
    """Whether this turn's card has been drawn."""
    objective: bool = False
    """Whether an objective was taken in this turn."""
    capitals_shown: bool = False
    """Whether everybody knows the capitals."""
    winners: tuple[int, ...] = ()

    def copy(self) -> State:
        """An independent copy."""
        new = State.__new__(State)
        for name in _PLAIN:
            setattr(new, name, getattr(self, name))
        for name in _LISTS:
            setattr(new, name, getattr(self, name)[:])
        for name in _NESTED:
            setattr(new, name, [each[:] for each in getattr(self, name)])
        if self.battle is not None:
            new.battle = replace(self.battle)
        return new

    def playing(self) -> list[int]:
        """The seats still in the game."""
        return [seat for seat, status in enumerate(self.status) if status is Status.PLAYING]

    def territories_of(self, seat: int) -> list[int]:
        """The territories that a seat holds."""
        return [place for place, owner in enumerate(self.owner) if owner == seat]


_NESTED = ("hands", "missions", "taken")
_LISTS = (
    "owner",
    "armies",
    "unplaced",
    "status",
    "deck",
    "discard",
    "capitals",
    "beaten_by",
    "announced",
    "cities",
    "tied",
    "reinforced",
    "arrived",
)
_PLAIN = [each.name for each in fields(State) if each.name not in {*_NESTED, *_LISTS}]
