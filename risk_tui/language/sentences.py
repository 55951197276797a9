"""What happened, and what is asked, in English.

Sentences say what a fact holds and no more: facts are reduced to what a seat may know before
they come here. Players' names are data; whoever shows a sentence shows it literally.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from risk_tui.engine.facts import (
    AlliesReceived,
    BattleDeclared,
    BattleFought,
    DiceRolled,
    IncomeReceived,
)
from risk_tui.language.asking import ask
from risk_tui.language.facts import REACHED, reached, tell
from risk_tui.language.goals import tell_goal, tell_mission
from risk_tui.language.short_lines import short
from risk_tui.language.words import card_name, card_names, count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.board import Board
    from risk_tui.engine.facts import Fact
    from risk_tui.engine.records import Record
    from risk_tui.engine.view import View
    from risk_tui.table.seats import Seat


def tell_record(
    record: Record, seats: Sequence[Seat], board: Board, view: View | None = None
) -> list[str]:
    """What came of one step, a sentence for each fact worth one; see ``tell``."""
    return [tell(fact, seats, board, view) for fact in record.facts if not _nothing(fact)]


def short_record(record: Record, seats: Sequence[Seat], board: Board) -> list[str]:
    """What came of one step in lines for a narrow log.

    Dice that do not count yet are left out: they are on view while a choice is awaited.
    """
    lines = [
        short(fact, seats, board)
        for fact in record.facts
        if not _nothing(fact) and not isinstance(fact, BattleDeclared | DiceRolled)
    ]
    return [line for text in lines for line in text.splitlines()]


def settled(records: Sequence[Record]) -> list[Record]:
    """Records as they are told afterwards, without what the next fact tells again.

    An attack that was announced, or dice that waited for a choice, are told by the battle that
    follows, unless the dice were changed in between.
    """
    later: Fact | None = None
    told = []
    for record in reversed(records):
        kept: list[Fact] = []
        for fact in reversed(record.facts):
            if not _told_by(later, fact):
                kept.insert(0, fact)
            later = fact
        told.append(replace(record, facts=tuple(kept)))
    return told[::-1]


def _nothing(fact: Fact) -> bool:
    """Whether nothing has happened that would be worth a line."""
    match fact:
        case IncomeReceived(total=0) | AlliesReceived(armies=0):
            return True
    return False


def _told_by(later: Fact | None, fact: Fact) -> bool:
    """Whether ``later``, the fact that comes next, tells all that ``fact`` does."""
    match later:
        case DiceRolled(_, source, target, attack, defence):
            pass
        case BattleFought(_, _, source, target, attack, defence):
            pass
        case _:
            return False
    match fact:
        case BattleDeclared():
            return (fact.source, fact.target, fact.dice) == (source, target, len(attack))
        case DiceRolled():
            cast = (fact.source, fact.target, fact.attack)
            return cast == (source, target, attack) and fact.defence in ((), defence)
    return False


__all__ = [
    "REACHED",
    "ask",
    "card_name",
    "card_names",
    "count",
    "reached",
    "settled",
    "short",
    "short_record",
    "tell",
    "tell_goal",
    "tell_mission",
    "tell_record",
]
