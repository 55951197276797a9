"""Reinforcing: the armies of a turn, and the limits on placing them (FAQ Q2.4, Q2.5.2, Q2.8)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Annotated, ClassVar, Literal, NamedTuple, TypeAlias, get_args

from pydantic import Field

from risk_tui.boards.board import Board
from risk_tui.data.language import _, join_and
from risk_tui.rules.cards import CardsSection
from risk_tui.rules.fields import Section, choice_field, number_field


class ReinforcementsSection(Section):
    """Reinforcing."""

    exclusive: bool = choice_field(
        "Reinforcing and attacking.",
        true="At the start of a turn a player chooses either to reinforce or to attack. Attackers "
        "get no armies for their territories, only those for continents and cards.",
        false="Players receive armies whether or not they attack.",
    )
    territories_for_an_army: int = number_field(
        "Players receive one army for every {value} territories, rounded down.",
        1,
        42,
        **{"1": "A turn brings one army for every territory held."},
    )
    counted: Literal["territories", "territories and cities"] = choice_field(
        "What is counted.",
        quiet="territories",
        **{
            "territories": "Only territories are counted.",
            "territories and cities": "Each city counts as one extra territory.",
        },
    )
    least: Annotated[int, Field(ge=0, le=42)] = choice_field(
        "They receive at least {value} {army|armies}.",
        quiet="0",
        **{"0": "Few territories may bring no army at all."},
    )
    armies_for_a_capital: Annotated[int, Field(ge=0, le=20)] = choice_field(
        "Each capital held brings {value} more.",
        quiet="0",
        **{"0": "Capitals bring no armies."},
    )
    when: Literal["before attacks", "after attacks", "end of turn"] = choice_field(
        "When armies are placed.",
        quiet="before attacks",
        **{
            "before attacks": "Armies are placed before attacking.",
            "after attacks": "Armies are placed when all attacks of the turn are over.",
            "end of turn": "Armies are received and placed after the attacks, based on what "
            "the player then holds.",
        },
    )
    continent_armies: Literal["anywhere", "in the continent"] = choice_field(
        "Armies for continents.",
        quiet="anywhere",
        **{
            "anywhere": "Armies for a continent may be placed anywhere.",
            "in the continent": "Armies for a continent must be placed within it.",
        },
    )
    one_go_each: bool = choice_field(
        "How armies are placed.",
        quiet="false",
        true=(
            "Each territory may be reinforced only once a turn; the last one gets all "
            "remaining armies."
        ),
        false="Armies may be placed in any split and order.",
    )

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        sentence = _(
            "Each turn players receive armies, more for each whole continent, and place them "
            "on their territories."
        )
        if board is None:
            return sentence
        continents = zip(board.one_earth.continents, board.continents, strict=False)
        bonuses = ", ".join(f"{named.name} {here.bonus}" for named, here in continents)
        return _("{sentence} The continents bring: {bonuses}.", sentence=sentence, bonuses=bonuses)


class Income:
    """The armies for a turn: one for every few territories, a minimum, and continent bonuses.

    Some editions count each city as an additional territory.
    """

    def __init__(self, section: ReinforcementsSection, board: Board) -> None:
        self._divisor = section.territories_for_an_army
        self._minimum = section.least
        self._counts_cities = section.counted == "territories and cities"
        self._board = board

    def for_territories(self, owner: Sequence[int], seat: int, cities: Sequence[int]) -> int:
        """Return the armies for the territories and cities of ``seat``."""
        count = owner.count(seat)
        if self._counts_cities:
            count += sum(owner[city] == seat for city in cities)
        return max(self._minimum, count // self._divisor)

    def for_continents(
        self, owner: Sequence[int], seat: int, outside: Sequence[int]
    ) -> tuple[tuple[int, int], ...]:
        """Return (continent, bonus) for each continent that ``seat`` holds completely.

        Args:
            outside: The territories that do not count for their continents.
        """
        return tuple(
            (number, self._board.continents[number].bonus)
            for number in self._board.continents_of(seat, owner, outside)
        )

    def total(
        self,
        owner: Sequence[int],
        seat: int,
        cities: Sequence[int] = (),
        outside: Sequence[int] = (),
    ) -> int:
        """Return the armies for territories and continents that ``seat`` would receive now."""
        bonuses = sum(bonus for _, bonus in self.for_continents(owner, seat, outside))
        territories = self.for_territories(owner, seat, cities)
        return max(0, territories + bonuses)


class TerritoryBonus:
    """The rule about bonus armies for territories on traded cards (FAQ Q2.5.2)."""

    def __init__(self, cards: CardsSection, board: Board) -> None:
        self._times = cards.territory_bonus
        self.armies = cards.territory_bonus_armies if self._times != "none" else 0
        """The number of bonus armies for a territory."""
        self._shown = [board.territories_on_card(card) for card in range(len(board.deck))]

    def choices(
        self, cards: Sequence[int], owner: Sequence[int], seat: int, received: int
    ) -> tuple[tuple[int, ...], ...]:
        """Return the choices that a trade involves: one tuple of territories for each bonus.

        Args:
            received: The bonus armies that the seat has received in this turn so far.
        """
        if self._times == "none" or (self._times == "once a turn" and received):
            return ()
        own = [
            tuple([territory for territory in self._shown[card] if owner[territory] == seat])
            for card in cards
        ]
        choices = tuple(filter(None, own))
        if self._times == "each" or not choices:
            return choices
        return (tuple(dict.fromkeys(chain(*choices))),)


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
