"""The number of players: how few and how many can play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.rules.fields import Section, number_field

if TYPE_CHECKING:
    from collections.abc import Collection

    from risk_tui.boards.board import Board


class PlayersSection(Section):
    """Who can play."""

    least: int = number_field("At least {value} players.", 2, 6)
    most: int = number_field("At most {value} players.", 2, 6)

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        stages = [
            "receives armies and places them",
            "may attack neighbouring territories of others",
        ]
        if "fortify" not in left_out:
            stages.append("may move armies among their own at the end")
        *others, last = stages
        return f"Players take turns. In a turn a player {', '.join(others)}, and {last}."
