"""Setting up: how the territories are shared out, who places what, who is first (FAQ Q2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from risk_tui.engine.rules.third_army import ThirdArmy
    from risk_tui.engine.sections import SetUp as SetUpSection


class SetUp:
    """What a ruleset says about the time before the first turn."""

    def __init__(self, section: SetUpSection, third: ThirdArmy, seats: int) -> None:
        self.armies = section.armies[seats]
        """Armies that each player starts with."""
        self.dealt = section.allocation == "deal" if not third.name else third.pile
        """Whether the territories are dealt; they are claimed otherwise."""
        self.direction = 1 if section.direction == "clockwise" else -1
        """1 when it goes round the table like the turns do, -1 for the other way."""
        self.places = section.placing == "in turns"
        """Whether more armies are placed than the first one on each territory."""
        self.restarts = section.placing_from == "first player"
        """Whether placing starts again with the first player when all is claimed."""
        self.rolls_again = section.first == "second roll"
        self.last_claimer_first = section.first == "last to claim"
        self.fewest_cards_first = section.first == "first out of cards"
        self.cities = section.cities
        """On how many territories there are cities."""
        self.limit = section.territory_limit
        """The most armies on a territory, ``None`` for any number."""
        self._each_go = third.own_each_go or section.armies_each_go

    def go(self, unplaced: int) -> int:
        """How many of the ``unplaced`` armies are placed in one go."""
        return unplaced if self._each_go is None else min(self._each_go, unplaced)

    def room(self, armies: int, wanted: int) -> int:
        """How many of ``wanted`` armies a territory with ``armies`` can still take."""
        return wanted if self.limit is None else min(wanted, self.limit - armies)
