"""Real dice in line mode: the question for them, and reading the line on which they are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.text.prompts import dice_prompt, parse_dice, whose_dice

if TYPE_CHECKING:
    from risk_tui.table.table import Table


def dice_question(table: Table) -> tuple[str, str] | None:
    """The question for dice and the prompt of their line; ``None`` where no dice are due."""
    request = table.dice_request
    if request is None:
        return None
    question = dice_prompt(request, table.board, table.seats)
    return question, f"{whose_dice(request, table.seats)}> "


def enter_dice(table: Table, line: str) -> bool:
    """Roll the dice of a typed line; false for a line of another kind. Raises ``RiskError``."""
    faces = parse_dice(line) if table.dice_request is not None else None
    if faces is None:
        return False
    table.roll(faces)
    return True


def dice_seat(table: Table) -> int | None:
    """The seat that a line speaks for while dice are due: whoever acts or rolls, if here."""
    request = table.dice_request
    seats = () if request is None else (request.seat, *request.seats)
    return next((seat for seat in seats if seat in table.local_seats), None)
