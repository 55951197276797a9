"""The commands that answer no decision: they show something, or arrange the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots import bot_names
from risk_tui.language.command import Command
from risk_tui.language.completion import complete_one, complete_words
from risk_tui.language.errors import Unreadable
from risk_tui.language.names import BREAK, names_of
from risk_tui.language.parsed import (
    Free,
    HandOver,
    Parsed,
    Quit,
    Save,
    ShowBoard,
    ShowCards,
    ShowDice,
    ShowLog,
    ShowMission,
    ShowRecap,
    ShowRules,
    Sit,
    Undo,
)
from risk_tui.language.reading import is_number, number
from risk_tui.table.seats import PERSON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.ruleset import Ruleset
    from risk_tui.engine.view import View


class UndoCommand(Command):
    name = "undo"
    usage = "undo"
    summary = "take back your last step, unless dice or cards were seen since"
    example = "undo"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        return Undo()


class CardsCommand(Command):
    name = "cards"
    also = ("hand",)
    short = ("c",)
    usage = "cards"
    summary = "show your own cards"
    example = "cards"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        return ShowCards()


class MissionCommand(Command):
    name = "mission"
    also = ("missions",)
    short = ("m",)
    usage = "mission"
    summary = "show your own secret mission, or the objectives for everybody"
    example = "mission"

    def known_to(self, ruleset: Ruleset) -> bool:
        return ruleset.missions.played or ruleset.objectives.played

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        return ShowMission()


class BoardCommand(Command):
    name = "board"
    also = ("status",)
    short = ("b", "bo")
    usage = "board [TERRITORY]"
    summary = "show who holds what, or a territory with its neighbours"
    example = "board ural"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        named = tuple(word for word in words if word != BREAK)
        if not named:
            return ShowBoard()
        return ShowBoard(names_of(view.board).find(named))

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_one(tail, view) if tail.strip() else []


class LogCommand(Command):
    name = "log"
    short = ("l",)
    usage = "log [N|all]"
    summary = "tell again what happened last"
    example = "log 30"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if not words:
            return ShowLog(20)
        if list(words) == ["all"]:
            return ShowLog(None)
        if len(words) != 1 or not is_number(words[0]) or number(words[0]) < 1:
            raise Unreadable(f"that cannot be read: {self.form}")
        return ShowLog(number(words[0]))

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_words(tail, ["all"])


class RecapCommand(Command):
    name = "recap"
    usage = "recap"
    summary = "tell what happened since your last turn"
    example = "recap"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        return ShowRecap()


class DiceCommand(Command):
    name = "dice"
    also = ("luck",)
    usage = "dice"
    summary = "show everybody's luck, and how even the dice are"
    example = "dice"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        return ShowDice()


class RulesCommand(Command):
    name = "rules"
    usage = "rules"
    summary = "show the rules of this game"
    example = "rules"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        return ShowRules()


class BotCommand(Command):
    name = "bot"
    usage = "bot [BOT] [PLAYER] | bot off PLAYER"
    summary = "let the computer play for you or a player; off: a person again"
    example = "bot off ben"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        bots, rest = bot_names(), [word for word in words if word != BREAK]
        if rest[:1] == ["off"]:
            return HandOver(PERSON, " ".join(rest[1:]))
        if rest and rest[0] in bots:
            return HandOver(rest[0], " ".join(rest[1:]))
        return HandOver(bots[0], " ".join(rest))

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_words(tail, [*bot_names(), "off"])


class SitCommand(Command):
    name = "sit"
    usage = "sit PLAYER"
    summary = "play the seat of a player who is away at this terminal"
    example = "sit ben"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        return Sit(_player(self, words))


class FreeCommand(Command):
    name = "free"
    usage = "free PLAYER"
    summary = "leave a player's seat to a terminal of his own"
    example = "free ben"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        return Free(_player(self, words))


def _player(command: Command, words: Sequence[str]) -> str:
    whom = " ".join(word for word in words if word != BREAK)
    if not whom:
        raise Unreadable(f"say whose seat: {command.form}")
    return whom


class SaveCommand(Command):
    name = "save"
    short = ("s",)
    usage = "save"
    summary = "say where the game is saved (it is, after every step)"
    example = "save"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        return Save()


class QuitCommand(Command):
    name = "quit"
    also = ("exit", "leave")
    usage = "quit"
    summary = "leave the table; the game stays saved"
    example = "quit"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        self.alone(words)
        return Quit()
