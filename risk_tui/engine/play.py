"""A game in progress, as the phases see it: board, rules, state, luck, and the telling of facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.errors import NotYourTerritory, UnknownTerritory, WrongNumber

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.chance import Chance
    from risk_tui.engine.facts import Fact
    from risk_tui.engine.records import Outcome
    from risk_tui.engine.setup import Setup
    from risk_tui.engine.state import State


class Play:
    """What a phase works with. ``facts`` and ``outcomes`` are those of the step under way."""

    __slots__ = (
        "board",
        "chance",
        "facts",
        "neighbours",
        "neutral",
        "outcomes",
        "players",
        "rules",
        "state",
    )

    def __init__(self, setup: Setup, state: State, chance: Chance) -> None:
        board = setup.board
        self.board = board
        self.players = setup.seats
        self.neutral = setup.neutral
        """The seat of the neutral army, if there is one."""
        self.rules = setup.rules
        self.neighbours = board.neighbours
        self.state = state
        self.chance = chance
        self.facts: list[Fact] = []
        self.outcomes: list[Outcome] = []

    def dice(self, count: int, seats: Sequence[int]) -> tuple[int, ...]:
        """Roll dice, of one seat or one for each, and remember the faces for the record."""
        faces = self.chance.dice(count, seats)
        self.outcomes.append(faces)
        return faces

    def pick(self, count: int) -> int:
        """Pick one of ``count`` things and remember which."""
        number = self.chance.pick(count)
        self.outcomes.append(number)
        return number

    def order(self, count: int) -> tuple[int, ...]:
        """Shuffle ``count`` things and remember the order."""
        numbers = self.chance.order(count)
        self.outcomes.append(numbers)
        return numbers

    def tell(self, fact: Fact) -> None:
        """Add a fact to the record of this step."""
        self.facts.append(fact)

    def name(self, territory: int) -> str:
        """A territory's name, for messages."""
        return self.board.territories[territory].name

    def need_territory(self, territory: int) -> None:
        """Raise ``UnknownTerritory`` unless the board has that territory."""
        if not 0 <= territory < len(self.state.owner):
            raise UnknownTerritory(
                f"there is no territory number {territory}; "
                f"the board has 0 to {len(self.state.owner) - 1}"
            )

    def commander(self, force: int) -> int:
        """Who decides for the armies of a seat: a neutral army is led by whom it does not fight.

        With two players that is always the opponent of the seat in turn.
        """
        return 1 - self.state.turn if force == self.neutral else force

    def need_own(self, territory: int) -> None:
        """Raise unless that territory belongs to the seat whose armies act."""
        self.need_territory(territory)
        if self.state.owner[territory] != self.state.acting:
            whose = "not yours" if self.state.acting != self.neutral else "not the Allied Army's"
            raise NotYourTerritory(f"{self.name(territory)} is {whose}")


def need_number(number: int, least: int, most: int, what: str) -> None:
    """Raise ``WrongNumber`` unless ``least <= number <= most``."""
    if not least <= number <= most:
        allowed = f"only {least} will do" if least == most else f"choose {least} to {most}"
        raise WrongNumber(f"{number} is not a possible number of {what}: {allowed}")
