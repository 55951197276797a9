"""Winning: the section of a ruleset about it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from risk_tui.rules.fields import Section, choice_field

MAX_ROUNDS = 10_000


class VictorySection(Section):
    """Winning."""

    when: Literal["any turn", "own turn", "start of turn", "end of turn"] = choice_field(
        "When the game can be won.",
        **{
            "any turn": "The last player left wins. The game can be won in anybody's turn; "
            "if two have won at once, whose turn it is comes first.",
            "own turn": "The last player left wins. The game is won only in a turn of one's own.",
            "start of turn": "The last player left wins. Otherwise the game is won only at the "
            "start of a turn of one's own.",
            "end of turn": "The last player left wins. Otherwise the game is won only at the "
            "end of a turn of one's own.",
        },
    )
    hold_a_round: bool = choice_field(
        "Holding a victory.",
        quiet="false",
        true="Whoever has won says so at the end of their turn, and wins if it still holds when "
        "their next turn starts.",
        false="Nothing has to be held any longer.",
    )
    turn_limit: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] | None = choice_field(
        "After {value} rounds whoever holds the most territories wins (then the most armies).",
        quiet="none",
        none="There is no limit to the number of turns.",
    )
