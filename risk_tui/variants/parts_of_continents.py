"""Missions for parts of continents, and for the player on the right, as in TEG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, model_validator

from risk_tui.boards.board import NO_SEAT, Board
from risk_tui.data.language import _, ngettext
from risk_tui.engine.declarations import Slot, declare
from risk_tui.engine.goals import (
    Continents,
    Destroy,
    Goal,
    GoalContext,
    GoalTerritories,
    HoldContinents,
)
from risk_tui.engine.state import State
from risk_tui.engine.variant import Memory, Variant
from risk_tui.rules.fields import Name, Section, choice_field, shown_name
from risk_tui.rules.reinforcing import COLOURS
from risk_tui.rules.ruleset import Ruleset
from risk_tui.rules.variant_options import VariantSection, played_field


class Parts(Section):
    """A mission: whole continents, and a number of territories in others."""

    whole: tuple[Name, ...] = ()
    parts: dict[Name, Annotated[int, Field(ge=1, le=52)]] = {}

    @model_validator(mode="after")
    def _expect_continents(self) -> Self:
        if not (self.whole or self.parts):
            raise ValueError(_("name at least one continent"))
        return self

    def __str__(self) -> str:
        parts = (
            _("{count} of {name}", count=count, name=shown_name(name))
            for name, count in self.parts.items()
        )
        return ", ".join((*map(shown_name, self.whole), *parts))


class PartsOfContinentsSection(VariantSection):
    """Parts of continents."""

    paragraph: ClassVar[str] = (
        "Nearly every mission needs parts of several continents, so a player holding a whole "
        "one gives nothing away. Also count what others hold in the places you need."
    )
    least_players: ClassVar[int] = 3

    played: bool = played_field("The missions below are dealt, too.")
    missions: tuple[Parts, ...] = choice_field(
        "There {is a mission|are missions} to hold parts of continents: {value}.",
        default=(),
        none="There are no extra missions for parts of continents.",
    )
    colours: bool = choice_field(
        "Whether there are missions to eliminate a colour.",
        default=True,
        true="There is one extra mission per colour (six): eliminate it yourself. If that "
        "colour is yours, is not in play, or someone else eliminated it, eliminate the "
        "player on your right instead (skipping players others have eliminated).",
        false="There are no extra missions to eliminate a player.",
    )

    def missions_added(self, players: int) -> int:
        return len(COLOURS) * self.colours + len(self.missions)


@declare
class HoldParts(Goal):
    """Hold a number of territories of each of these continents."""

    kind = "parts"
    words = "hold {asked}"
    continents: Annotated[tuple[int, ...], Slot("continent", many=True)]
    counts: Annotated[tuple[int, ...], Slot("number", many=True)]
    asked: Continents
    """Each continent, or the number of territories of it, in words."""

    @classmethod
    def of(cls, parts: Parts, board: Board) -> HoldParts | None:
        """Return the goal on a board, ``None`` if a continent is missing or too small there."""
        by_name = board.one_earth.continent_numbers
        needed: list[tuple[int, int]] = []
        phrases: list[int | str] = []
        for name, count in [*((name, 0) for name in parts.whole), *parts.parts.items()]:
            if name.casefold() not in by_name:
                return None
            number = by_name[name.casefold()]
            continent = board.one_earth.continents[number]
            if count > len(continent.territories):
                return None
            needed.append((number, count or len(continent.territories)))
            phrases.append(
                ngettext(
                    "{number} territory of {continent}",
                    "{number} territories of {continent}",
                    count,
                    continent=continent.name,
                )
                if count
                else continent.name
            )
        numbers, counts = zip(*needed, strict=True)
        return cls(numbers, counts, tuple(phrases))

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        """Return the territories of the goal, on any Earth."""
        per_earth = len(board.continents) // board.earths
        shares = []
        for number, count in zip(self.continents, self.counts, strict=True):
            territories = tuple(
                territory
                for earth in range(board.earths)
                for territory in board.continents[number + per_earth * earth].territories
            )
            shares.append((territories, count * board.earths))
        return GoalTerritories(shares=tuple(shares))


@declare
class DestroyOrRight(Destroy):
    """Eliminate a colour in person; if that is impossible, the player on the right."""

    kind = "colours"

    @classmethod
    def in_section(cls, section: Any, board: Board, seats: int) -> Iterable[Goal]:
        return ()

    def replacement(self, beaten_by: Sequence[int], seat: int, seats: int) -> Goal | None:
        return on_the_right(beaten_by, seat, seats)


@declare
class DestroyAbsent(Goal):
    """Eliminate an absent colour; the player on the right always replaces it."""

    kind = "absent"
    words = "destroy an absent colour"
    instead = "instead of an absent colour"

    def replacement_reason(self, beaten_by: Sequence[int], seat: int) -> str | None:
        return ""

    def replacement(self, beaten_by: Sequence[int], seat: int, seats: int) -> Goal | None:
        return on_the_right(beaten_by, seat, seats)

    def is_reached(self, state: State, seat: int, board: Board) -> bool:
        return False

    def wanted(self, shown: GoalContext, seat: int, board: Board) -> GoalTerritories:
        return GoalTerritories()


def on_the_right(beaten_by: Sequence[int], seat: int, seats: int) -> Goal | None:
    """Return the goal to eliminate the next seat to the right that no other seat has eliminated."""
    for step in range(1, seats):
        other = (seat - step) % seats
        if beaten_by[other] in (NO_SEAT, seat):
            return Destroy(other, anyone=False)
    return None


class PartsOfContinents(Variant[Memory]):
    """Additional missions, dealt with those of the ruleset."""

    key = "parts_of_continents"
    options = PartsOfContinentsSection
    _options: PartsOfContinentsSection
    excludes: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("paranoia", "assassin"), "all missions of that variant are to destroy a colour"
    )

    @classmethod
    def incompatibility(cls, ruleset: Ruleset) -> str:
        if not ruleset.missions.played:
            return _("there are no missions; set 'missions.played' to true")
        return ""

    def extra_missions(self) -> Sequence[Goal]:
        goals: list[Goal | None] = [
            HoldParts.of(parts, self.board) for parts in self._options.missions
        ]
        if None in goals:
            # One that does not fit means that all are for another board, so the board's are dealt.
            own = self.board.one_earth.missions
            named = own.continents if own is not None else ()
            goals = [HoldContinents.named(names, self.board) for names in named]
        if self._options.colours:
            goals += [DestroyOrRight(target, anyone=False) for target in range(self.seats)]
            goals += [DestroyAbsent()] * (len(COLOURS) - self.seats)
        return [goal for goal in goals if goal is not None]
