"""Real dice by lines: the question, the line that they are typed on, and what else it may say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.language.rolling import ask_dice, read_dice, whose_dice

if TYPE_CHECKING:
    from risk_tui.table.table import Table


def dice_asked(table: Table) -> tuple[str, str] | None:
    """What is asked before dice are typed, and on the line itself; ``None`` where none are."""
    rolling = table.rolling
    if rolling is None:
        return None
    question = ask_dice(rolling, table.board, table.seats)
    return question, f"{whose_dice(rolling, table.seats)}> "


def typed_dice(table: Table, line: str) -> bool:
    """Roll the dice that a line tells; false for a line of another kind. Raises ``RiskError``."""
    faces = read_dice(line) if table.rolling is not None else None
    if faces is None:
        return False
    table.roll(faces)
    return True


def dice_reader(table: Table) -> int | None:
    """For whom a line speaks while dice are asked: whoever acts or rolls, if he is here."""
    rolling = table.rolling
    seats = () if rolling is None else (rolling.seat, *rolling.seats)
    return next((seat for seat in seats if seat in table.here), None)
