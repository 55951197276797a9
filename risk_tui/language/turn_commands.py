"""The commands of a turn beside its cards and battles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.engine.actions import Declare, End, Fortify, Resign
from risk_tui.language.command import Command, allowed_pairs, decision_kind, offer_of
from risk_tui.language.completion import complete_one, complete_two, complete_words
from risk_tui.language.errors import Unreadable
from risk_tui.language.parsed import AskToResign, Parsed
from risk_tui.language.reading import ALL, armies_on, two_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.engine.view import View


class DeclareCommand(Command):
    name = "declare"
    kinds = ("declare",)
    usage = "declare attack|reinforce"
    summary = "say what this turn is for, where one cannot do both"
    example = "declare attack"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        meant = [each for each in _AIMS if len(words) == 1 and each.startswith(words[0])]
        if len(meant) != 1:
            raise Unreadable(f"attack or reinforce? {self.form}")
        return Declare(meant == ["attack"])

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_words(tail, _AIMS)


_AIMS = ("attack", "reinforce")


class ReinforceCommand(Command):
    name = "reinforce"
    short = ("r", "re")
    kinds = ("reinforce", "declare")
    usage = "reinforce [N|all] TERRITORY"
    summary = "place armies received (one, without a number)"
    example = "reinforce 5 brazil"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if not words and decision_kind(view) == "declare":
            return Declare(attack=False)
        return armies_on(words, view, self.form)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_one(tail, view)


class FortifyCommand(Command):
    name = "fortify"
    also = ("move",)
    kinds = ("fortify",)
    usage = "fortify N|all FROM TO"
    summary = "move armies between two territories of yours"
    example = "fortify 3 china india"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        pairs = allowed_pairs(view)
        count, source, target = two_names(words, view.board, pairs, self.form, ALL)
        if count is None:
            raise Unreadable(f"how many armies? {self.form}")
        if isinstance(count, int):
            return Fortify(source, target, count)
        offer = offer_of(Fortify(source, target), view)
        most = offer.most if offer else None
        return Fortify(source, target, most or 1)

    def complete(self, tail: str, view: View) -> list[str]:
        return complete_two(tail, view)


class EndCommand(Command):
    name = "end"
    short = ("e",)
    kinds = ("trade", "attack", "alter", "fortify")
    usage = "end"
    summary = "finish trading, attacking or your turn"
    example = "end"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if list(words) not in (["turn"], ["attack"], ["attacks"]):
            self.alone(words)
        return End()


class ResignCommand(Command):
    name = "resign"
    usage = "resign yes"
    summary = "leave the game; your armies stay on the board as neutral ones"
    example = "resign yes"

    def read(self, words: Sequence[str], view: View) -> Parsed:
        if list(words) == ["yes"]:
            return Resign()
        self.alone(words)
        return AskToResign()
