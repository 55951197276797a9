"""What happened, and what is asked, in English.

Sentences say what a fact holds and no more: facts are reduced to what a seat may know before
they come here. Players' names are data; whoever shows a sentence shows it literally.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.records import BattleDeclared, DiceRolled
from risk_tui.language.asking import ask
from risk_tui.language.facts import REACHED, tell
from risk_tui.language.goals import tell_goal, tell_mission
from risk_tui.language.short_lines import short
from risk_tui.language.words import card_name, card_names, count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def tell_record(
    record: Record, seats: Sequence[Seat], board: Board, view: View | None = None
) -> list[str]:
    """What came of one step, a sentence for each fact; see ``tell``."""
    return [tell(fact, seats, board, view) for fact in record.facts]


def short_record(
    record: Record, seats: Sequence[Seat], board: Board, *, ascii: bool = False
) -> list[str]:
    """What came of one step in lines for a narrow log; what the next line tells is left out."""
    return [
        short(fact, seats, board, ascii=ascii)
        for fact in record.facts
        if not isinstance(fact, BattleDeclared | DiceRolled)
    ]


__all__ = [
    "REACHED",
    "ask",
    "card_name",
    "card_names",
    "count",
    "short",
    "short_record",
    "tell",
    "tell_goal",
    "tell_mission",
    "tell_record",
]
