"""Income: armies for a turn (FAQ Q2.4.1), and for territories on traded cards (FAQ Q2.5.2)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from risk_tui.data.language import _
from risk_tui.rules.fields import Section, choice_field, number_field

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from risk_tui.boards.board import Board
    from risk_tui.rules.cards import CardsSection


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

    def for_territories(self, owner: Sequence[int], seat: int, cities: Sequence[int] = ()) -> int:
        """Return the armies for the territories and cities of ``seat``."""
        count = owner.count(seat)
        if self._counts_cities:
            count += sum(owner[city] == seat for city in cities)
        return max(self._minimum, count // self._divisor)

    def for_continents(
        self, owner: Sequence[int], seat: int, outside: Sequence[int] = ()
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
