"""Goals: the requirements of a mission, or of a public goal (FAQ Q2.2.1).

A goal declares the meaning of its fields, its words, and the territories that it needs. A new kind
of goal needs one class and no changes elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Protocol, TypeAlias

from risk_tui.boards.board import NO_CONQUEROR, NO_SEAT, Board
from risk_tui.data.language import _, ngettext
from risk_tui.engine.declarations import (
    Armies,
    Flag,
    HasMessages,
    KindRegistry,
    Messages,
    Number,
    Seat,
    Slot,
    TerritoryCount,
    check_messages,
    declare,
)
from risk_tui.engine.state import State
from risk_tui.errors import RiskError
from risk_tui.rules.fields import Section
from risk_tui.rules.winning import ANY, TerritoryHolding

Continents: TypeAlias = Annotated[tuple[int | str, ...], Slot("continent", many=True)]
"""Indices into ``Board.continents``, and phrases for continents of the player's choice."""
CityCount: TypeAlias = Annotated[int, Slot("number", unit="city")]
Colour: TypeAlias = Annotated[int, Slot("colour")]
"""A seat that is named by its colour."""


class GoalContext(Protocol):
    """A game, or a view of one, with the parts that goals need."""

    @property
    def turn(self) -> int: ...
    @property
    def owner(self) -> Sequence[int]: ...
    @property
    def armies(self) -> Sequence[int]: ...
    @property
    def cities(self) -> Sequence[int]: ...
    @property
    def memories(self) -> Sequence[Any]: ...
    @property
    def outside_continents(self) -> Sequence[int]: ...
    @property
    def conquests_this_turn(self) -> int: ...
    def territories_of(self, seat: int) -> list[int]: ...


@dataclass(frozen=True, slots=True)
class GoalTerritories:
    """The territories and conquests that a goal needs now.

    Attributes:
        named: Territories that are all needed.
        sets: Sets of territories, of which ``choose`` whole sets are needed.
        choose: The number of ``sets`` that are needed.
        shares: Groups of territories, each with the number of them that is needed.
        anywhere: The number of territories that are needed anywhere, with ``armies`` on each.
        armies: The fewest armies on each of the territories ``anywhere``.
        conquests: The number of territories still to be conquered in this turn.
        must_be_held: True if the position must be held until the seat's next turn.
    """

    named: tuple[int, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    choose: int = 0
    shares: tuple[tuple[tuple[int, ...], int], ...] = ()
    anywhere: int = 0
    armies: int = 1
    conquests: int = 0
    must_be_held: bool = False

    def is_met(self, shown: GoalContext, seat: int) -> bool:
        """Return True if ``seat`` meets the requirements now; ``must_be_held`` is ignored."""
        own, armies = set(shown.territories_of(seat)), shown.armies
        if self.conquests > 0 or len(own) < self.anywhere or not own.issuperset(self.named):
            return False
        if sum(map(own.issuperset, self.sets)) < self.choose:
            return False
        if any(len(own.intersection(group)) < count for group, count in self.shares):
            return False
        return sum(armies[territory] >= self.armies for territory in own) >= self.anywhere


@dataclass(frozen=True, slots=True)
class Goal(HasMessages):
    """A goal that a seat can reach. ``kind`` is its key in a ruleset's section."""

    kind: ClassVar[str] = ""
    words: ClassVar[Messages] = ""
    """The goal as a phrase, such as ``hold Asia``."""
    instead: ClassVar[Messages] = ""
    """The reason for replacing the goal, as a clause; ``yours`` is ``own`` for the holder."""

    @classmethod
    def in_section(cls, section: Any, board: Board, seats: int) -> Iterable[Goal]:
        """Return the goals of this kind in a section.

        Raises:
            RiskError: If one is impossible on the board.
        """
        return map(cls, getattr(section, cls.kind))

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        """Return True if ``seat`` has reached the goal."""
        return self.wanted(state, seat, board).is_met(state, seat)

    def replacement_reason(self, beaten_by: Sequence[int], seat: int) -> str | None:
        """Return the id of a message in ``instead`` if ``seat`` can't reach the goal, or ``None``.

        Args:
            beaten_by: The seat that took each seat's last territory, as in ``State.beaten_by``.
        """
        return None

    def replacement(self, beaten_by: Sequence[int], seat: int, seats: int) -> Goal | None:
        """Return the goal that replaces an impossible one; ``None`` for the ruleset's default."""
        return None

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        """Return the territories that ``seat`` needs to reach the goal."""
        raise NotImplementedError


def _check(kind: type[Goal]) -> None:
    """Raise ``TypeError`` unless the messages of a goal are complete."""
    check_messages(kind, kind.words)
    if kind.instead:
        check_messages(kind, kind.instead)


GOALS: KindRegistry[Goal] = KindRegistry(Goal, ("words",), check=_check)
"""The kinds of goals by name; a variant's module registers its own."""


def goals_of(section: Section, board: Board, seats: int) -> tuple[Goal, ...]:
    """Return all goals of a ruleset's section, kind by kind.

    Raises:
        RiskError: If one is impossible on the board.
    """
    return tuple(
        goal
        for key, kind in GOALS.items()
        if hasattr(section, key)
        for goal in kind.in_section(section, board, seats)
    )


@declare
class Destroy(Goal):
    """Destroy all armies of ``target``; with ``anyone``, it does not matter who does."""

    kind = "destroy"
    words = "destroy all armies of {target} ({colour})"
    instead = {
        "": "because {target} is out",
        "own": "because that is the player's own colour",
        "yours": "because the mission was to destroy {colour}, your own colour",
    }
    target: Seat
    anyone: Flag

    @classmethod
    def in_section(cls, section: Any, board: Board, seats: int) -> Iterable[Goal]:
        anyone = section.kill_credit == "anyone"
        return [cls(target, anyone) for target in range(seats if section.destroy else 0)]

    @property
    def colour(self) -> Colour:
        """The target, for its colour in messages."""
        return self.target

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        by = state.beaten_by[self.target]
        return by == seat or (self.anyone and by not in (NO_SEAT, NO_CONQUEROR))

    def replacement_reason(self, beaten_by: Sequence[int], seat: int) -> str | None:
        if self.target == seat:
            return "own"
        by = beaten_by[self.target]
        return "" if by == NO_CONQUEROR or (not self.anyone and by not in (NO_SEAT, seat)) else None

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        return GoalTerritories(tuple(shown.territories_of(self.target)))


@declare
class HoldContinents(Goal):
    """Hold these continents and ``more`` others of the player's choice, all on one Earth.

    ``continents`` are indices on the first Earth. ``names`` are the names without an Earth, and
    empty on a board with one Earth.
    """

    kind = "continents"
    words = {"": "hold {asked}", "earths": "hold {asked}, all on one Earth"}
    continents: Annotated[tuple[int, ...], Slot("continent", many=True)]
    more: Number
    names: Continents = ()

    @classmethod
    def in_section(cls, section: Any, board: Board, seats: int) -> Iterable[Goal]:
        return [cls.named(names, board) for names in section.continents]

    @classmethod
    def named(cls, names: Sequence[str], board: Board) -> HoldContinents:
        """Return the goal to hold the named continents; ``ANY`` is one of the player's choice.

        Raises:
            RiskError: If the board lacks a continent.
        """
        earths, board = board.earths, board.one_earth
        numbers = board.continent_numbers
        named = [name for name in names if name.casefold() != ANY]
        for name in named:
            if name.casefold() not in numbers:
                all_names = ", ".join(board.continents[it].name for it in numbers.values())
                raise RiskError(
                    _(
                        "{board} has no continent {name!r}; there are: {all_names}",
                        board=_(board.title),
                        name=name,
                        all_names=all_names,
                    )
                )
        continents = tuple(numbers[name.casefold()] for name in named)
        plain_names = tuple(board.continents[number].name for number in continents)
        return cls(continents, len(names) - len(named), plain_names if earths > 1 else ())

    @property
    def asked(self) -> Continents:
        """The named continents, followed by a phrase for the others."""
        named = self.names or self.continents
        if not self.more:
            return named
        others = (
            ngettext("one more continent", "{number} more continents", self.more)
            if self.continents
            else ngettext("one continent", "{number} continents", self.more)
        )
        return (*named, others)

    def conditions(self, reader: int | None) -> Collection[str]:
        return ("earths",) if self.names and len(self.names) + self.more > 1 else ()

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        held = board.continents_of(seat, state.owner, state.outside_continents)
        count = len(board.continents) // board.earths
        needed = len(self.continents) + self.more
        for earth in range(0, len(board.continents), count):
            here = {number - earth for number in held if earth <= number < earth + count}
            if here.issuperset(self.continents) and len(here) >= needed:
                return True
        return False

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        """Return the territories needed on the Earth where ``seat`` lacks the fewest.

        Territories that do not count for their continents are not needed.
        """
        own, outside = set(shown.territories_of(seat)), shown.outside_continents
        count = len(board.continents) // board.earths
        lands = [
            tuple(continent.scoring_territories(outside) if continent.exists else ())
            for continent in board.continents
        ]

        def count_missing(wanted: GoalTerritories) -> int:
            sets = sorted(len(set(land) - own) for land in wanted.sets)
            return len(set(wanted.named) - own) + sum(sets[: self.more])

        return min(
            (self._wanted(lands[start : start + count]) for start in range(0, len(lands), count)),
            key=count_missing,
        )

    def _wanted(self, lands: Sequence[tuple[int, ...]]) -> GoalTerritories:
        """Return the territories needed on one Earth, given its ``lands`` by continent."""
        named = tuple(territory for number in self.continents for territory in lands[number])
        others = [land for n, land in enumerate(lands) if land and n not in self.continents]
        return GoalTerritories(named, tuple(others), self.more)


@declare
class HoldTerritories(Goal):
    """Hold that many ``territories`` with at least that many ``armies`` on each."""

    kind = "territories"
    words = {
        "": "hold {territories}",
        "armies": "hold {territories} with {armies} or more on each",
    }
    territories: TerritoryCount
    armies: Armies

    @classmethod
    def in_section(cls, section: Any, board: Board, seats: int) -> Iterable[Goal]:
        return [cls.of(holding, board) for holding in section.territories]

    @classmethod
    def of(cls, holding: TerritoryHolding, board: Board) -> HoldTerritories:
        """Return the goal to hold a number of territories of a board.

        Raises:
            RiskError: If the board has fewer territories.
        """
        if holding.territories > board.size:
            raise RiskError(
                _(
                    "{board} has only {size} territories, not {territories}",
                    board=_(board.title),
                    size=board.size,
                    territories=holding.territories,
                )
            )
        return cls(holding.territories * board.earths, holding.armies)

    def conditions(self, reader: int | None) -> Collection[str]:
        return ("armies",) if self.armies > 1 else ()

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        return GoalTerritories(anywhere=self.territories, armies=self.armies)


@declare
class ConquerInATurn(Goal):
    """Conquer that many territories in a single turn of the seat's own."""

    kind = "conquests"
    words = "conquer {territories} in one turn"
    territories: TerritoryCount

    @classmethod
    def in_section(cls, section: Any, board: Board, seats: int) -> Iterable[Goal]:
        return [cls(territories * board.earths) for territories in section.conquests]

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        conquered = shown.conquests_this_turn if shown.turn == seat else 0
        return GoalTerritories(conquests=self.territories - conquered)


@declare
class HoldCities(Goal):
    """Hold that many cities."""

    kind = "cities"
    words = "hold {cities}"
    cities: CityCount

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        return GoalTerritories(sets=tuple((city,) for city in shown.cities), choose=self.cities)
