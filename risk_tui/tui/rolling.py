"""Real dice on the screen: what is asked in the bottom line, and what is typed there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.errors import RiskError
from risk_tui.language.rolling import ask_dice, read_dice

if TYPE_CHECKING:
    from risk_tui.tui.screens.game import GameScreen

FIRST = "the dice come first: type what they show"
"""What is said to whoever wants something else."""


def ask(screen: GameScreen) -> bool:
    """Ask for the dice that are wanted, or no longer for others; whether any are wanted."""
    table, prompt = screen.table, screen.prompt
    rolling = table.rolling
    if rolling is not None:
        question = ask_dice(rolling, table.board, table.seats)
        attacks = rolling.kind == "attack" and rolling.seats[0] in table.here
        may_undo = rolling.may_cancel or (attacks and not rolling.begun)
        prompt.ask_dice(question, may_undo=may_undo)
    elif prompt.dice:
        prompt.close()
        screen.show()
    return rolling is not None


def typed(screen: GameScreen, text: str) -> bool:
    """Roll the dice that a line tells; false for another line. Raises ``RiskError``."""
    faces = read_dice(text) if screen.table.rolling is not None else None
    if faces is None:
        return False
    try:
        screen.table.roll(faces)
    except RiskError as error:
        if screen.table.rolling is not None:
            raise
        screen.say(str(error), warning=True)  # the game went on at another terminal
    return True
