"""Secret missions: the section of a ruleset about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from risk_tui.rules.fields import Name, Section, choice_field

if TYPE_CHECKING:
    from collections.abc import Iterable

ANY = "any"
"""Stands for a continent of the player's own choice in the list of a mission."""


TerritoryCount = Annotated[int, Field(ge=1, le=52)]


class TerritoryHolding(Section):
    """Territories to hold."""

    per_earth: ClassVar[tuple[str, ...]] = ("territories",)

    territories: TerritoryCount = choice_field("Hold {value} territories.")
    armies: TerritoryCount = choice_field("At least {value} armies on each.")

    def __str__(self) -> str:
        armies = f" with {self.armies} armies or more on each" if self.armies > 1 else ""
        return f"{self.territories} territories{armies}"


class MissionsSection(Section):
    """Secret missions."""

    per_earth: ClassVar[tuple[str, ...]] = ("territories", "instead")

    played: bool = choice_field(
        "Missions.",
        quiet="false",
        true="Players are dealt secret missions; whoever fulfils theirs wins.",
        false="There are no secret missions.",
    )
    each: Annotated[int, Field(ge=1, le=4)] = choice_field(
        "Each player has {value} missions, shows at most one a turn, and wins with all of them.",
        ("played", True),
        quiet="1",
        **{"1": "Each player has one mission."},
    )
    dealt: Literal["before territories", "after territories"] = choice_field(
        "When missions are dealt.",
        ("played", True),
        quiet="before territories",
        **{
            "before territories": "Missions are dealt before the territories are shared out.",
            "after territories": "Missions are dealt once all territories are shared out.",
        },
    )
    destroy: bool = choice_field(
        "Destroying a colour.",
        ("played", True),
        true="For each colour in play there is a mission to destroy it.",
        false="No mission is to destroy a colour.",
    )
    continents: tuple[tuple[Name, ...], ...] = choice_field(
        "There are missions to hold continents: {value}.",
        ("played", True),
        none="No mission is about continents.",
    )
    territories: tuple[TerritoryHolding, ...] = choice_field(
        "There are missions to hold a number of territories: {value}.",
        ("played", True),
        none="No mission is about a number of territories.",
    )
    instead: TerritoryHolding = choice_field(
        "Players who were to destroy their own colour, or whose mission can no longer be "
        "fulfilled, have to hold {value} instead.",
        ("destroy", True),
    )
    kill_credit: Literal["last blow", "anyone"] = choice_field(
        "Who may destroy a colour.",
        ("destroy", True),
        **{
            "last blow": "A colour must be destroyed by the mission's owner: its last army counts.",
            "anyone": "A colour may be destroyed by anybody.",
        },
    )
    eliminated: Literal["hidden", "shown"] = choice_field(
        "An eliminated player's mission.",
        ("played", True),
        hidden="An eliminated player's mission stays secret.",
        shown="An eliminated player's mission is shown.",
    )
    unused: Literal["hidden", "shown"] = choice_field(
        "Unused missions.",
        ("played", True),
        hidden="The missions that nobody was dealt stay secret.",
        shown="The missions that nobody was dealt are shown.",
    )

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        if not any(each.mission_count for each in ruleset.variants.played.values()):
            return ()
        kinds = ("destroy", "continents", "territories")
        return [f"missions.{kind}" for kind in kinds if not getattr(self, kind)]
