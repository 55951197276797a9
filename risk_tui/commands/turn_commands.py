"""The commands that place and move armies and end what is done, in the set-up and in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from risk_tui.bots import DEFAULT_BOT
from risk_tui.commands.action_command import ActionCommand
from risk_tui.commands.arguments import parse_armies_on
from risk_tui.commands.base import Command, plays_variants
from risk_tui.commands.completion import complete_one, complete_words
from risk_tui.commands.errors import ImpossibleCommand
from risk_tui.commands.front_end import Pointer
from risk_tui.commands.key_bindings import KeyBinding, Where
from risk_tui.commands.pointing import all_here, end, end_turn, place_rest
from risk_tui.commands.table_commands import BotCommand
from risk_tui.data.dataclasses import dataclass
from risk_tui.engine.actions import Claim, EndPhase, Enter, Fortify, Place, Reinforce, Resign
from risk_tui.engine.decisions import ToPlace
from risk_tui.table.orders import PlaceRemaining

if TYPE_CHECKING:
    from collections.abc import Sequence

    from risk_tui.commands.front_end import FrontEnd
    from risk_tui.engine.game_rules import Rules
    from risk_tui.engine.view import View
    from risk_tui.rules.ruleset import Ruleset


class ClaimCommand(ActionCommand):
    action = Claim

    @classmethod
    def is_used_in(cls, rules: Rules) -> bool:
        # With a neutral army the territories are dealt, whatever the ruleset says.
        return not rules.set_up.dealt


class PlaceCommand(ActionCommand):
    action = Place
    abbreviations = ("p", "pl")
    usage = "place [N] TERRITORY | place rest"
    summary = "place starting armies (one, without a number); rest: all of them"
    example = "place 2 brazil"
    key = KeyBinding(
        "place",
        ("p",),
        "place the rest of the starting armies for me",
        useful=Where.DECLARED,
        meaning=place_rest,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if list(words) in (["rest"], ["the", "rest"]):
            decision = view.decision
            if not isinstance(decision, ToPlace) or decision.seat != view.seat:
                raise ImpossibleCommand(
                    "the rest is placed for you only while starting armies are placed, before the "
                    "first turn"
                )
            return cls(PlaceRemaining(decision.seat))
        return cls(parse_armies_on(words, view, cls.usage_text(view)))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        names, rest = complete_one(tail, view), complete_words(tail, ["rest"])
        return rest + names if tail.strip() else names + rest


class ReinforceCommand(ActionCommand):
    action = Reinforce
    abbreviations = ("r", "re")
    kinds = ("reinforce",)
    usage = "reinforce [N|all] TERRITORY"
    summary = "place armies received (one, without a number)"
    example = "reinforce 5 brazil"
    key = KeyBinding(
        "all",
        ("r",),
        "put all armies here, 3{all} three",
        (("declare", "choose to reinforce"),),
        Where.DECLARED,
        meaning=all_here,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        return cls(parse_armies_on(words, view, cls.usage_text(view)))

    @classmethod
    def complete(cls, tail: str, view: View) -> list[str]:
        return complete_one(tail, view)


class EnterCommand(ActionCommand):
    action = Enter

    @classmethod
    def is_used_by(cls, ruleset: Ruleset) -> bool:
        # Only variants leave land that is nobody's.
        return plays_variants(ruleset)


class FortifyCommand(ActionCommand):
    action = Fortify
    aliases = ("move",)
    kinds = ("fortify",)


class EndCommand(ActionCommand):
    action = EndPhase
    abbreviations = ("e", "en")
    usage = "end [turn]"
    summary = "finish trading, attacking or fortifying; turn: the whole turn"
    key = KeyBinding(
        "end",
        ("e",),
        "end trading, attacks or the turn",
        (("stand", "let the dice stand"),),
        Where.DECLARED,
        meaning=end,
    )

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        if list(words) == ["turn"]:
            return end_turn(Pointer(view, 0))
        if words and list(words) not in (["attack"], ["attacks"]):
            raise cls.surplus_words()
        return cls(EndPhase())


@dataclass(frozen=True)
class ResignCommand(Command):
    confirmed: bool = False

    name = "resign"
    usage = "resign yes"
    summary = "leave the game; your armies stay on the board as neutral ones"

    @classmethod
    def read(cls, words: Sequence[str], view: View) -> Command:
        confirmed = list(words) == ["yes"]
        if words and not confirmed:
            raise cls.surplus_words()
        return cls(confirmed)

    def run(self, ui: FrontEnd) -> None:
        if any(keeps() for keeps in ui.view().rules.hooks.keeps_seats):
            BotCommand(DEFAULT_BOT, confirmed=self.confirmed).run(ui)
        elif self.confirmed:
            ui.answer(Resign())
        else:
            question = "Resign? Your armies stay on the board as neutral armies."
            ui.confirm(question, Resign(), self.usage)
