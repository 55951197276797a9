"""Limits on placing armies: territories and numbers (FAQ Q2.4.1, Q2.4.2, Q2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, NamedTuple, TypeAlias, get_args

from pydantic import Field

from risk_tui.data.language import _, join_and
from risk_tui.rules.fields import Section, choice_field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.boards.board import Board
    from risk_tui.rules.income import ReinforcementsSection


Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple", "cyan"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""The colours of players."""


class LimitsSection(Section):
    """Limits."""

    per_earth: ClassVar[tuple[str, ...]] = ("pieces", "pieces_by_colour")

    territory: Annotated[int, Field(ge=4, le=1000)] | None = choice_field(
        "At most {value} armies per territory; armies that do not fit are lost.",
        quiet="none",
        none="A territory may hold any number of armies.",
    )
    pieces: Annotated[int, Field(ge=20, le=1000)] | None = choice_field(
        "Each player has at most {value} armies on the board; any more are lost.",
        quiet="none",
        none="There is no limit on pieces.",
    )
    pieces_by_colour: dict[Colour, Annotated[int, Field(ge=20, le=1000)]] = choice_field(
        "{This colour has its own number|These colours have their own numbers} of pieces for "
        "armies on the board ({value}); received armies beyond that are lost.",
        quiet="none",
        none="All colours have the same number of pieces.",
    )

    def pieces_of(self, colour: str) -> int | None:
        """Return the number of pieces of a colour; ``None`` for no limit."""
        by_colour = {str(colour): pieces for colour, pieces in self.pieces_by_colour.items()}
        return by_colour.get(colour, self.pieces)


class Placement(NamedTuple):
    """The parts of a game on which the limits depend.

    ``seat`` has ``to_place`` armies; ``bound`` of them must go to each continent, by continent.
    ``reinforced`` are the territories that got armies in this turn, ``closed`` those that can't
    get any.
    """

    owner: Sequence[int]
    armies: Sequence[int]
    seat: int
    to_place: int
    bound: Sequence[int]
    reinforced: Sequence[int]
    closed: Sequence[int] = ()


class PlacementLimits:
    """The limits on armies: per territory, per colour, and for armies bound to a continent."""

    def __init__(
        self,
        reinforcements: ReinforcementsSection,
        limits: LimitsSection,
        board: Board,
        colours: Sequence[str] = (),
    ) -> None:
        """Make the limits; ``colours`` are the colours of the seats, if the ruleset needs them."""
        self._cap = limits.territory
        self._pieces = limits.pieces and limits.pieces * board.earths
        pieces_of = (limits.pieces_of(colour) for colour in colours)
        self._pieces_of = [pieces and pieces * board.earths for pieces in pieces_of]
        self._board = board
        self._continent = [territory.continent for territory in board.territories]
        self.one_go_each = reinforcements.one_go_each
        """True if a territory may be reinforced only once a turn."""
        self.received_late = reinforcements.when == "end of turn"
        """True if armies are received after the attacks of a turn, not only placed then."""
        self.after_attacks = self.received_late or reinforcements.when == "after attacks"
        """True if armies are placed after the attacks of the turn (FAQ Q2.4)."""
        self.binds_continent_armies = reinforcements.continent_armies == "in the continent"
        """True if armies for a continent must stay in it."""
        numbers = (self._cap, self._pieces, *self._pieces_of)
        self.is_unlimited = not (any(numbers) or self.one_go_each or self.binds_continent_armies)
        """True if there is no limit at all."""

    def space_on(self, armies: int, arriving: int) -> int:
        """Return how many of ``arriving`` armies fit on a territory with ``armies``."""
        return arriving if self._cap is None else max(0, min(arriving, self._cap - armies))

    def pieces_left(
        self, owner: Sequence[int], armies: Sequence[int], seat: int, arriving: int
    ) -> int:
        """Return how many of ``arriving`` armies a seat has pieces for."""
        pieces = self._pieces_of[seat] if seat < len(self._pieces_of) else self._pieces
        if pieces is None:
            return arriving
        used = sum(count for holder, count in zip(owner, armies, strict=True) if holder == seat)
        return max(0, min(arriving, pieces - used))

    def limits(self, placement: Placement) -> dict[int, tuple[int, int]]:
        """Return the fewest and most armies for each territory of the seat that can take any."""
        territories = [
            territory
            for territory, holder in enumerate(placement.owner)
            if holder == placement.seat and territory not in placement.closed
        ]
        if self.is_unlimited:
            return dict.fromkeys(territories, (1, placement.to_place)) if placement.to_place else {}
        supply = self.pieces_left(
            placement.owner, placement.armies, placement.seat, placement.to_place
        )
        free = placement.to_place - sum(placement.bound)
        limits = {}
        for territory in territories:
            pool = free + (placement.bound[self._continent[territory]] if placement.bound else 0)
            maximum = min(supply, self.space_on(placement.armies[territory], pool))
            if maximum > 0 and not (self.one_go_each and territory in placement.reinforced):
                limits[territory] = (1, maximum)
        if self.one_go_each and len(limits) == 1:
            territory, (_, maximum) = limits.popitem()
            limits[territory] = (maximum, maximum)
        return limits

    def limit(self, placement: Placement, territory: int) -> tuple[int, int] | None:
        """Return the fewest and most armies for a territory of the seat; ``None`` if none fit."""
        if self.is_unlimited and territory not in placement.closed:
            return (1, placement.to_place) if placement.to_place else None
        return self.limits(placement).get(territory)

    def refusal(self, placement: Placement, territory: int) -> str:
        """Return why a territory of the seat can't take armies."""
        name, armies = self._board.territories[territory].name, placement.armies[territory]
        if self._cap is not None and armies >= self._cap:
            return _(
                "{name} is full: it has {armies} armies, the maximum for a territory",
                name=name,
                armies=armies,
            )
        if self.binds_continent_armies:
            continents = {self._continent[other] for other in self.limits(placement)}
            names = join_and([self._board.continents[number].name for number in sorted(continents)])
            if names:
                return _("the remaining armies must go to {names}", names=names)
        if self.one_go_each and territory in placement.reinforced:
            return _("{name} was already reinforced this turn", name=name)
        return _("{name} has no room for more; choose another territory", name=name)

    def any_space(self, placement: Placement) -> bool:
        """Return True if any of the armies can be placed."""
        if self.is_unlimited and not placement.closed:
            return placement.to_place > 0
        return bool(self.limits(placement))

    def continent_of(self, territory: int) -> int:
        """Return the continent of a territory."""
        return self._continent[territory]
