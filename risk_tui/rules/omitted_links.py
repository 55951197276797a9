"""Omitted links: those of the map that do not count."""

from __future__ import annotations

from risk_tui.rules.fields import Name, Section, choice_field


class LinksSection(Section):
    """Links between territories."""

    omitted: tuple[tuple[Name, Name], ...] = choice_field(
        "These territories are not neighbours, whatever the map shows: {value}.",
        quiet="none",
        none="The links are those of the map.",
    )
