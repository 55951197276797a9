"""Real dice: reading what is typed for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.errors import RiskError
from risk_tui.text.prompts import parse_dice

if TYPE_CHECKING:
    from risk_tui.table.table import Table

DICE_FIRST = "the dice come first: type what they show"
"""The message when somebody tries anything else."""


def enter_dice(table: Table, text: str) -> str | None:
    """Roll the dice in a line; ``None`` if it holds something else.

    Returns why they came too late, as the game went on at another terminal, or nothing. Raises
    ``RiskError`` for what cannot be these dice.
    """
    faces = parse_dice(text) if table.dice_request is not None else None
    if faces is None:
        return None
    try:
        table.roll(faces)
    except RiskError as error:
        if table.dice_request is not None:
            raise
        return str(error)
    return ""
