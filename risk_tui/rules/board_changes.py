"""What a ruleset changes of the map: links, the symbols of cards, and what continents bring."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from risk_tui.rules.fields import Name, Section, choice_field


class BoardSection(Section):
    """The board."""

    omitted: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are not neighbours, whatever the map shows: {value}.",
        quiet="none",
        none="All links of the map count.",
    )
    added: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are neighbours too: {value}.",
        quiet="none",
        none="No others are neighbours.",
    )
    sea_lanes: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are neighbours too, by sea: {value}.",
        quiet="none",
        none="There are no sea lanes but those of the map.",
    )
    symbols: dict[Name, Literal["infantry", "cavalry", "artillery"]] = choice_field(
        "Some cards show other symbols than on the map ({value}).",
        quiet="none",
        none="The cards have the symbols of the map.",
    )
    bonuses: dict[Name, Annotated[int, Field(ge=0, le=99)]] = choice_field(
        "Some continents bring other numbers of armies than on the map ({value}).",
        quiet="none",
        none="The continents bring what the map says.",
    )
