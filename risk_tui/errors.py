"""Errors of the program, each with a one-line message for a person."""

from __future__ import annotations


class RiskError(ValueError):
    """A request was refused; ``str(error)`` is one line for a player."""


class DeclarationError(RiskError, TypeError):
    """A command, key or variant of the program is declared wrongly."""


class DataError(RiskError):
    """A map, picture, ruleset or YAML file is invalid.

    The message names the file, the line where it is known, and what would be right. It may quote
    the file, so it is shortened and unprintable characters are written as escapes.
    """

    def __init__(self, message: str) -> None:
        text = "".join(
            char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
            for char in message
        )
        super().__init__(text if len(text) <= 400 else f"{text[:250]} … {text[-140:]}")


class BoardError(DataError):
    """A map or one of its pictures contradicts itself."""


class RulesetError(DataError):
    """A ruleset has an unknown key, a wrong type or a contradiction."""


class ChanceError(RiskError):
    """The given dice or cards do not match those that the game needs."""


class DiceRequired(RiskError):
    """A step needs ``count`` dice that are rolled on the table; ``seats`` roll them.

    The game that the step was tried on is of no further use.
    """

    def __init__(self, count: int, seats: tuple[int, ...]) -> None:
        super().__init__("roll the dice for this step first")
        self.count, self.seats = count, seats


class CannotImagine(RiskError):
    """No game can be drawn at random that agrees with a view."""


class IllegalAction(RiskError):
    """The rules do not allow this action here; the game is as it was before."""


class GameIsOver(IllegalAction):
    """The game has been won."""


class NotYourDecision(IllegalAction):
    """The pending decision is another seat's."""


class WrongPhase(IllegalAction):
    """This kind of action does not answer the pending decision."""


class UnknownTerritory(IllegalAction):
    """There is no territory of that number on the board."""


class NotYourTerritory(IllegalAction):
    """The territory belongs to another player, or is already claimed."""


class NotAnEnemy(IllegalAction):
    """The attack is aimed at an own territory."""


class NotAdjacent(IllegalAction):
    """The two territories are not linked in the way that the action needs."""


class WrongNumber(IllegalAction):
    """Too few or too many armies or dice."""


class NotASet(IllegalAction):
    """The cards are not an own set."""


class MustTradeFirst(IllegalAction):
    """A set of cards must be traded first."""
