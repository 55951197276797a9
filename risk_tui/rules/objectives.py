"""Objectives: the section of a ruleset about them."""

from __future__ import annotations

from typing import ClassVar

from risk_tui.rules.fields import Name, Section, choice_field
from risk_tui.rules.missions import TerritoryCount, TerritoryHolding


class ObjectivesSection(Section):
    """Objectives."""

    per_earth: ClassVar[tuple[str, ...]] = ("territories", "conquests")

    played: bool = choice_field(
        "Objectives.",
        quiet="false",
        true="There are objectives for everybody. Whoever has reached one when their attacks are "
        "over takes it, at most one a turn; nobody else can take it any more.",
        false="No objectives are open to everybody.",
    )
    continents: tuple[tuple[Name, ...], ...] = choice_field(
        "Objectives are to hold continents: {value}.",
        ("played", True),
        none="No objective is about continents.",
    )
    territories: tuple[TerritoryHolding, ...] = choice_field(
        "Objectives are to hold a number of territories: {value}.",
        ("played", True),
        none="No objective is about a number of territories.",
    )
    conquests: tuple[TerritoryCount, ...] = choice_field(
        "Objectives are to conquer this many territories in one turn: {value}.",
        ("played", True),
        none="No objective is about conquests.",
    )
    cities: tuple[TerritoryCount, ...] = choice_field(
        "Objectives are to hold this many cities: {value}.",
        ("played", True),
        none="No objective is about cities.",
    )
    capitals: tuple[TerritoryCount, ...] = choice_field(
        "Objectives are to hold this many capitals of others: {value}.",
        ("played", True),
        none="No objective is about capitals.",
    )
    to_win: TerritoryCount = choice_field(
        "Whoever has taken {value} objectives wins.", ("played", True)
    )
    own_capital: bool = choice_field(
        "The own capital.",
        ("played", True),
        true="They must hold their own capital to win.",
        false="Whether they hold their own capital does not matter.",
    )
