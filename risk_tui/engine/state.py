"""The state of a game: flat lists, cheap to copy, changed only by ``Game.apply``."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from enum import IntEnum, StrEnum
from typing import Any


class Phase(StrEnum):
    """The phases of a game; each asks for one kind of decision."""

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


class Stage(IntEnum):
    """The stages of a turn, in order; a stage may need several decisions or none.

    At ``REPLY`` other armies may act against the seat in turn.
    """

    RECEIVE = 0
    REINFORCE = 1
    ATTACK = 2
    REGROUP = 3
    REPLY = 4
    DRAW = 5
    FORTIFY = 6
    DRAW_LATE = 7
    END = 8


class Status(StrEnum):
    """The status of a seat: still in the game, or how it left.

    The armies of a seat that is ``OUT`` (it lost something essential) or ``RESIGNED`` stay on the
    board as neutral ones. ``NEUTRAL`` is the status of the seat of an army without a player.
    """

    PLAYING = "playing"
    ELIMINATED = "eliminated"
    OUT = "out"
    RESIGNED = "resigned"
    NEUTRAL = "neutral"


@dataclass(slots=True)
class Battle:
    """One roll of the dice, from its announcement to its losses.

    If ``source`` is ``None``, the attackers come from outside the board.
    """

    source: int | None
    target: int
    dice: int
    """The number of dice of the attacker."""
    attack: tuple[int, ...] = ()
    """The attacker's dice from high to low, after the roll."""
    defence: tuple[int, ...] = ()
    """The defender's dice from high to low, after the roll."""


@dataclass(slots=True)
class State:
    """The whole state of a game. Lists are indexed by territory or by seat.

    ``deck`` holds the undrawn cards in index order: a card is picked at random when it is drawn, so
    a saved game reveals no hidden order. ``owner`` is a seat or ``NO_SEAT``. Armies without a
    player have seats after those of the players.
    """

    owner: list[int]
    armies: list[int]
    hands: list[list[int]]
    """Each seat's cards."""
    unplaced: list[int]
    """The starting armies that each seat has yet to place."""
    status: list[Status]
    deck: list[int]
    discard: list[int] = field(default_factory=list)
    missions: list[list[int]] = field(default_factory=list)
    """Each seat's secret missions, by their number in the deck of missions."""
    missions_done: list[list[int]] = field(default_factory=list)
    """The missions that each seat has shown as reached, if each has several."""
    beaten_by: list[int] = field(default_factory=list)
    """The seat that took each seat's last territory.

    ``NO_SEAT`` while a seat is not beaten, the seat itself if no other seat caused the loss, and
    ``NO_CONQUEROR`` if it resigned without a territory.
    """
    victory_announced: list[bool] = field(default_factory=list)
    """True for each seat that has met a condition of victory and must hold it for a round."""
    cities: list[int] = field(default_factory=list)
    """The territories with a city."""
    continent_bound_armies: list[int] = field(default_factory=list)
    """Armies to place that must go to a continent, by continent."""
    reinforced: list[int] = field(default_factory=list)
    """Territories reinforced in this turn, if each may be reinforced only once."""
    armies_moved_in: list[int] = field(default_factory=list)
    """Armies moved into each territory by fortifying in this turn."""
    phase: str = Phase.BEGIN
    """A ``Phase``, or the name of a phase that a variant adds."""
    stage: Stage = Stage.RECEIVE
    turn: int = 0
    """The seat in turn; during the setup, the seat that claims or places."""
    acting_seat: int = 0
    """The seat whose armies act in this stage: the seat in turn, or one led by another seat."""
    first: int = 0
    """The seat with the first turn of every round."""
    order: tuple[int, ...] = ()
    """All seats in the order of their turns; empty for the order of their numbers."""
    round: int = 0
    """1 is the first round; 0 is the setup."""
    own_armies_this_go: int = 0
    """Own armies still to place in this go of the setup."""
    neutral_armies_this_go: int = 0
    """Neutral armies still to place in this go of the setup."""
    turn_is_attack: bool = True
    """True if the seat in turn may attack in this turn."""
    armies_to_place: int = 0
    """Armies received and not yet placed."""
    armies_received: int = 0
    """All armies received in this turn."""
    conquests_this_turn: int = 0
    """Territories conquered this turn."""
    territory_bonus_received: int = 0
    """Armies due this turn for territories on traded cards, including those without room."""
    sets_traded: int = 0
    """Sets traded by all players so far."""
    hand_limit: int | None = None
    """If set, the seat in turn must trade at once until it holds at most this many cards."""
    battle: Battle | None = None
    """The current battle, while it waits for a player's answer before or after the roll."""
    unasked: tuple[int, ...] = ()
    """The seats that roll the most defence dice for the rest of this turn without being asked."""
    armies_outside: int = 0
    """Armies of the seat in turn outside the board, which fight from there and then land."""
    occupying: tuple[int, int, int, int] | None = None
    """A conquest that waits for its garrison: source, target, fewest and most armies."""
    card_drawn: bool = False
    """True if this turn's card has been drawn, or a variant lets no card be drawn."""
    cards_set_aside: tuple[int, ...] = ()
    """Cards that are publicly out of the game."""
    winners: tuple[int, ...] = ()
    outside_continents: tuple[int, ...] = ()
    """Territories that do not count for their continents."""
    passages: tuple[tuple[int, int], ...] = ()
    """Temporary links in addition to the board's; ``GameContext.open_passages`` changes them."""
    memories: tuple[Any, ...] = ()
    """The memory of each variant in play."""

    def copy(self) -> State:
        """Return an independent copy."""
        new = State.__new__(State)
        for name in VALUE_FIELDS:
            setattr(new, name, getattr(self, name))
        for name in LIST_FIELDS:
            setattr(new, name, getattr(self, name)[:])
        for name in _NESTED:
            setattr(new, name, list(map(list, getattr(self, name))))
        if self.battle is not None:
            new.battle = replace(self.battle)
        return new

    def discard_pending_armies(self) -> None:
        """Discard the pending armies and forced trades of a seat that leaves the game."""
        self.armies_to_place = 0
        self.continent_bound_armies[:] = [0] * len(self.continent_bound_armies)
        self.hand_limit = None

    def seats_in_game(self) -> list[int]:
        """Return the seats still in the game."""
        return [seat for seat, status in enumerate(self.status) if status is Status.PLAYING]

    def territories_of(self, seat: int) -> list[int]:
        """Return the territories that a seat holds."""
        return [territory for territory, owner in enumerate(self.owner) if owner == seat]


_NESTED = ("hands", "missions", "missions_done")
"""The fields that are lists of lists."""
LIST_FIELDS = (
    "owner",
    "armies",
    "unplaced",
    "status",
    "deck",
    "discard",
    "beaten_by",
    "victory_announced",
    "cities",
    "continent_bound_armies",
    "reinforced",
    "armies_moved_in",
)
"""The fields that are lists of values."""
VALUE_FIELDS = tuple(
    item.name for item in fields(State) if item.name not in (*_NESTED, *LIST_FIELDS)
)
"""The fields that are not lists."""
