"""Errors of the program, each with a one-line message for a person."""

from __future__ import annotations

import re


class RiskError(ValueError):
    """A request was refused; ``str(error)`` is one line for a player."""


class DeclarationError(RiskError, TypeError):
    """A command, a key or a variant is declared incorrectly."""


class HookError(TypeError):
    """A hook of a variant returned a value of a wrong type.

    It is told like a ``SyntaxError``, with the file and line of the hook.
    """

    def __init__(self, msg: str, filename: str, lineno: int) -> None:
        super().__init__(msg)
        self.msg, self.filename, self.lineno = msg, filename, lineno


class DataError(RiskError):
    """A map, picture, ruleset or YAML file is invalid.

    The message names the file, the line if it is known, and what would be valid. It may quote the
    file, so long messages are shortened and unprintable characters are escaped.
    """

    def __init__(self, message: str) -> None:
        text = "".join(
            char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
            for char in message
        )
        super().__init__(text if len(text) <= 400 else f"{_start(text, 250)} … {_end(text, 140)}")


def _start(text: str, length: int) -> str:
    """Return the first characters of a text, without a cut word unless that is very long."""
    return re.sub(r"\s\S{0,60}$", "", text[: length + 1])[:length]


def _end(text: str, length: int) -> str:
    """Return the last characters of a text, without a cut word unless that is very long."""
    return re.sub(r"^\S{0,60}\s", "", text[-length - 1 :])[-length:]


class BoardError(DataError):
    """A map or one of its pictures contradicts itself."""


class RulesetError(DataError):
    """A ruleset has an unknown key, a wrong type or a contradiction."""


class ChanceError(RiskError):
    """The given dice or cards do not match those that the game needs."""


class DiceRequired(RiskError):
    """A step needs ``count`` real dice, which ``seats`` roll on the table.

    Discard the game that the step was tried on.
    """

    def __init__(self, count: int, seats: tuple[int, ...]) -> None:
        super().__init__("roll the dice for this step first")
        self.count, self.seats = count, seats


class CannotImagine(RiskError):
    """A game that is consistent with a view could not be drawn at random."""


class IllegalAction(RiskError):
    """The rules do not allow this action now; the game is unchanged."""


class GameIsOver(IllegalAction):
    """The game is over."""


class NotYourDecision(IllegalAction):
    """The pending decision belongs to another seat."""


class WrongPhase(IllegalAction):
    """This kind of action does not answer the pending decision."""


class UnknownTerritory(IllegalAction):
    """There is no territory of that number on the board."""


class NotYourTerritory(IllegalAction):
    """The territory belongs to another seat, or can't be claimed."""


class NotAnEnemy(IllegalAction):
    """The target can't be attacked: it is the attacker's, empty, or protected by a rule."""


class NotAdjacent(IllegalAction):
    """The target can't be reached from the source, or can't be entered."""


class WrongNumber(IllegalAction):
    """Too few or too many armies or dice."""


class NotASet(IllegalAction):
    """The cards can't be traded now, or their bonus armies can't go where the player chose."""


class MustTradeFirst(IllegalAction):
    """A set of cards must be traded first."""
