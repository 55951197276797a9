"""Winning: the section of a ruleset about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from risk_tui.rules.fields import Section, choice_field

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from risk_tui.boards.board import Board

MAX_ROUNDS = 10_000


class VictorySection(Section):
    """Winning."""

    when: Literal["any turn", "own turn", "start of turn", "end of turn"] = choice_field(
        "When the game can be won.",
        ("hold_a_round", False),
        **{
            "any turn": "The game can be won in anybody's turn; if two players win at once, the "
            "player in turn comes first.",
            "own turn": "The game is won only in a turn of one's own.",
            "start of turn": "Any other goal counts only at the start of a turn of one's own.",
            "end of turn": "Any other goal counts only at the end of a turn of one's own.",
        },
    )
    hold_a_round: bool = choice_field(
        "Holding a victory.",
        quiet="false",
        true="Players who have reached any other goal at the end of their turn win if they still "
        "hold it when their next turn starts.",
        false="Nothing has to be held any longer.",
    )
    held_openly: bool = choice_field(
        "When a victory that has to be held is shown.",
        ("hold_a_round", True),
        true="They show it when they have reached it.",
        false="They show it only when they win.",
    )
    turn_limit: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] | None = choice_field(
        "After {value} rounds whoever holds the most territories wins (then the most armies).",
        quiet="none",
        none="There is no limit to the number of turns.",
    )

    def basics(self, board: Board | None, left_out: Collection[str] = ()) -> str:
        return "A player without a territory is out of the game, and the last player left wins."

    def leaves_out(self, ruleset: Any, players: int | None) -> Iterable[str]:
        goals = (ruleset.missions.played, ruleset.objectives.played, ruleset.capitals.wins)
        if any(goals) or any(each.brings_goal for each in ruleset.variants.played.values()):
            return ()
        own_turn = self.when in ("any turn", "own turn")
        return (
            "victory.hold_a_round",
            "victory.held_openly",
            *(() if own_turn else ("victory.when",)),
        )
