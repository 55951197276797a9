"""What a ruleset changes of the map: links, the symbols of cards, and what continents bring."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from risk_tui.rules.fields import Name, Section, choice_field

STANDARD_MAP = "classic"
"""The map of every edition that names no other."""


class BoardSection(Section):
    """The board."""

    maps: tuple[Name, ...] = choice_field(
        "It is played on these maps only: {value}.",
        default=(),
        quiet="none",
        none="It is played on any map.",
    )
    omitted: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are not neighbours, whatever the map shows: {value}.",
        quiet="none",
        none="The edition removes no link of the map.",
    )
    added: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are neighbours too: {value}.",
        quiet="none",
        none="The edition adds no links to the map.",
    )
    sea_lanes: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are neighbours too, by sea: {value}.",
        quiet="none",
        none="The edition adds no sea lanes to the map.",
    )
    symbols: dict[Name, Literal["infantry", "cavalry", "artillery"]] = choice_field(
        "Some cards show other symbols than on the map ({value}).",
        quiet="none",
        none="The edition changes no symbols of cards.",
    )
    bonuses: dict[Name, Annotated[int, Field(ge=0, le=99)]] = choice_field(
        "Some continents bring other numbers of armies than on the map ({value}).",
        quiet="none",
        none="The edition changes nothing that continents bring.",
    )

    @property
    def home(self) -> str:
        """The map whose territories and continents the rules name."""
        return self.maps[0] if self.maps else STANDARD_MAP

    def fitting(self, name: str) -> str:
        """A map that it is played on: the one of this name, or else its own."""
        return name if not self.maps or name in self.maps else self.home
