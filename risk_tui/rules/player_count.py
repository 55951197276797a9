"""The number of players: how few and how many can play."""

from __future__ import annotations

from risk_tui.rules.fields import Section, number_field


class PlayersSection(Section):
    """Who can play."""

    least: int = number_field("At least {value} players.", 2, 6)
    most: int = number_field("At most {value} players.", 2, 6)
